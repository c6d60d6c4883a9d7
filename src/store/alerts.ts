import type { Alert, AlertChannel, Delivery, DeliveryState } from '../domain/alert';
import type { Project } from '../domain/project';
import { DELIVERY_COLUMNS, readDigest, readWaiting } from './alertLists';
import type { AlertRow, AlertWriter, DeliveryKey, ListedDelivery, WaitingAlerts } from './alertStores';
import { type Session, idValue } from './sql';

const INSERT = `INSERT INTO alert (project_id, channel, event_id, issue_id, reason, date_created) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, channel, event_id) DO UPDATE
  SET issue_id = excluded.issue_id, reason = excluded.reason, date_created = excluded.date_created, digest = NULL`;
const OLDEST_WAITING = `SELECT event_id AS "eventId" FROM alert WHERE project_id = ? AND channel = ? AND digest IS NULL
  ORDER BY date_created, event_id LIMIT ?`;
const BUNDLE = 'UPDATE alert SET digest = ? WHERE project_id = ? AND channel = ? AND event_id = ?';
const FORGET_WAITING = 'DELETE FROM alert WHERE project_id = ? AND channel = ? AND digest IS NULL';
const FORGET_DIGEST = `DELETE FROM alert WHERE project_id = ? AND digest = ?
  AND NOT EXISTS (SELECT 1 FROM alert_delivery d WHERE d.project_id = alert.project_id AND d.digest = alert.digest AND d.state = 'waiting')`;

const INSERT_DELIVERY = `INSERT INTO alert_delivery (project_id, digest, recipient, organization_id, channel, state, alert_count,
    attempts, due_at, date_created, date_settled, error)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const ANY_DUE = "SELECT 1 FROM alert_delivery WHERE channel = ? AND state = 'waiting' AND due_at <= ? LIMIT 1";
/** One of each project before the second of any, so that those of a project whose webhook is slow keep no others waiting. */
const DUE = `SELECT ${DELIVERY_COLUMNS} FROM (
    SELECT w.*, ROW_NUMBER() OVER (PARTITION BY w.project_id ORDER BY w.due_at, w.digest, w.recipient) AS turn
    FROM alert_delivery w WHERE w.channel = ? AND w.state = 'waiting' AND w.due_at <= ?) d
  ORDER BY d.turn, d.due_at, d.project_id, d.digest, d.recipient LIMIT ?`;
const CLAIM =
  'UPDATE alert_delivery SET attempts = attempts + 1, due_at = ? WHERE project_id = ? AND digest = ? AND recipient = ?';
const SETTLE = `UPDATE alert_delivery SET state = ?, date_settled = ?, error = ?
  WHERE project_id = ? AND digest = ? AND recipient = ? AND state = 'waiting'`;
const POSTPONE = `UPDATE alert_delivery SET due_at = ?, error = ?
  WHERE project_id = ? AND digest = ? AND recipient = ? AND state = 'waiting'`;
const PRUNE = `DELETE FROM alert_delivery WHERE (project_id, digest, recipient) IN (
  SELECT d.project_id, d.digest, d.recipient FROM alert_delivery d WHERE d.date_created < ? AND d.state <> 'waiting'
  ORDER BY d.date_created LIMIT ?)`;

const LIST = `SELECT ${DELIVERY_COLUMNS}, p.slug AS "project", m.email AS "email"
  FROM project p JOIN alert_delivery d ON d.project_id = p.id
    LEFT JOIN member m ON m.organization_id = p.organization_id AND m.id = d.recipient
  WHERE p.organization_id = ? AND (CAST(? AS BIGINT) = 0 OR p.id = ?) ORDER BY d.date_created DESC, d.project_id, d.digest, d.recipient LIMIT ?`;
const FIND_LAST = `SELECT ${DELIVERY_COLUMNS} FROM alert_delivery d
  WHERE d.project_id = ? AND d.recipient = ? AND (d.error IS NOT NULL OR d.state = 'sent')
  ORDER BY d.date_created DESC, d.digest LIMIT 1`;

/** Each member once, however many teams they share with the project. */
const RECIPIENTS = `SELECT CAST(m.id AS TEXT) AS "id", m.email AS "email" FROM member m
  WHERE m.organization_id = ? AND m.id IN (
    SELECT tm.member_id FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
    WHERE tp.organization_id = ? AND tp.project_id = ?)
  AND NOT EXISTS (SELECT 1 FROM alert_mute u WHERE u.project_id = ? AND u.member_id = m.id) ORDER BY m.id`;
const IS_MUTED = 'SELECT 1 FROM alert_mute WHERE project_id = ? AND member_id = ?';
const MUTE = `INSERT INTO alert_mute (project_id, member_id, organization_id) VALUES (?, ?, ?)
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNMUTE = 'DELETE FROM alert_mute WHERE project_id = ? AND member_id = ?';
const MUTE_ALL = `INSERT INTO alert_mute (project_id, member_id, organization_id)
  SELECT p.id, CAST(? AS BIGINT), p.organization_id FROM project p WHERE p.organization_id = ?
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNMUTE_ALL = 'DELETE FROM alert_mute WHERE organization_id = ? AND member_id = ?';

/** The rows of `alert`, `alert_delivery` and `alert_mute`. */
export class Alerts implements AlertWriter {
  constructor(private readonly session: Session) {}

  async insert(projectId: string, channels: readonly AlertChannel[], alerts: readonly Alert[]): Promise<void> {
    const project = idValue(projectId);
    const rows = channels.flatMap((channel) =>
      alerts.map(({ eventId, issueId, reason, dateCreated }) => [
        project,
        channel,
        eventId,
        idValue(issueId),
        reason,
        dateCreated,
      ]),
    );
    await this.session.runMany(INSERT, rows);
  }

  waiting(channel: AlertChannel): Promise<WaitingAlerts[]> {
    return readWaiting(this.session, channel);
  }

  ofDigest(projectId: string, digest: string): Promise<AlertRow[]> {
    return readDigest(this.session, idValue(projectId), digest);
  }

  async oldestWaiting(projectId: string, channel: AlertChannel, limit: number): Promise<string[]> {
    const rows = await this.session.all<{ eventId: string }>(OLDEST_WAITING, [idValue(projectId), channel, limit]);
    return rows.map(({ eventId }) => eventId);
  }

  async bundle(
    projectId: string,
    channel: AlertChannel,
    bundles: readonly { eventId: string; digest: string }[],
  ): Promise<void> {
    await this.session.runMany(
      BUNDLE,
      bundles.map(({ eventId, digest }) => [digest, idValue(projectId), channel, eventId]),
    );
  }

  async forgetWaiting(projectId: string, channel: AlertChannel): Promise<number> {
    const { changes } = await this.session.run(FORGET_WAITING, [idValue(projectId), channel]);
    return changes;
  }

  async insertDeliveries(deliveries: readonly Delivery[]): Promise<void> {
    const rows = deliveries.map(({ dueAt, dateCreated, dateSettled, error, ...one }) => [
      ...[...keyOf(one), idValue(one.organizationId), one.channel, one.state],
      ...[one.alertCount, one.attempts, dueAt, dateCreated, dateSettled, error],
    ]);
    await this.session.runMany(INSERT_DELIVERY, rows);
  }

  async isDeliveryDue(channel: AlertChannel, now: number): Promise<boolean> {
    return (await this.session.one(ANY_DUE, [channel, now])) !== undefined;
  }

  async claim(channel: AlertChannel, now: number, until: number, limit: number): Promise<Delivery[]> {
    const due = await this.session.all<Delivery>(DUE, [channel, now, limit]);
    await this.session.runMany(
      CLAIM,
      due.map((delivery) => [until, ...keyOf(delivery)]),
    );
    return due.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1, dueAt: until }));
  }

  async settle(
    key: DeliveryKey,
    state: Exclude<DeliveryState, 'waiting'>,
    at: number,
    error: string | null,
  ): Promise<void> {
    const { changes } = await this.session.run(SETTLE, [state, at, error, ...keyOf(key)]);
    if (changes > 0) await this.session.run(FORGET_DIGEST, [idValue(key.projectId), key.digest]);
  }

  async postpone(key: DeliveryKey, dueAt: number, error: string): Promise<void> {
    await this.session.run(POSTPONE, [dueAt, error, ...keyOf(key)]);
  }

  async prune(before: number, limit: number): Promise<number> {
    const { changes } = await this.session.run(PRUNE, [before, limit]);
    return changes;
  }

  list(organizationId: string, projectId: string | null, limit: number): Promise<ListedDelivery[]> {
    const project = projectId === null ? 0 : idValue(projectId);
    return this.session.all(LIST, [idValue(organizationId), project, project, limit]);
  }

  findLast(projectId: string, recipient: string): Promise<Delivery | undefined> {
    return this.session.one(FIND_LAST, [idValue(projectId), Number(recipient)]);
  }

  recipients(project: Pick<Project, 'id' | 'organizationId'>): Promise<{ id: string; email: string }[]> {
    const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
    return this.session.all(RECIPIENTS, [organization, organization, id, id]);
  }

  async isMuted(projectId: string, memberId: string): Promise<boolean> {
    return (await this.session.one(IS_MUTED, [idValue(projectId), idValue(memberId)])) !== undefined;
  }

  async mute(choice: { organizationId: string; projectId: string; memberId: string; isMuted: boolean }): Promise<void> {
    const key = [idValue(choice.projectId), idValue(choice.memberId)];
    await (choice.isMuted
      ? this.session.run(MUTE, [...key, idValue(choice.organizationId)])
      : this.session.run(UNMUTE, key));
  }

  async muteAll({
    organizationId,
    memberId,
    isMuted,
  }: {
    organizationId: string;
    memberId: string;
    isMuted: boolean;
  }): Promise<void> {
    const [organization, member] = [idValue(organizationId), idValue(memberId)];
    await (isMuted
      ? this.session.run(MUTE_ALL, [member, organization])
      : this.session.run(UNMUTE_ALL, [organization, member]));
  }
}

/** The recipient of a webhook is 0, which is no id but a place in the key. */
function keyOf({ projectId, digest, recipient }: DeliveryKey): [number, string, number] {
  return [idValue(projectId), digest, Number(recipient)];
}
