import type { Alert, AlertChannel, Delivery, DeliveryState, Webhook } from '../domain/alert';
import type { Issue } from '../domain/issue';
import type { Project } from '../domain/project';
import { ISSUE_COLUMNS as ISSUE_COLUMNS, type IssueRow, readIssue } from './issues';
import { PROJECT_COLUMNS as PROJECT_COLUMNS, type ProjectRow, readProject } from './projects';
import { idValue, insertReturning, type Session } from './sql';

/** Alerts of a project that are in no digest yet, and when the first and the last of them came. */
export interface PendingAlerts {
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly first: number;
  readonly last: number;
}

/** An alert with what there is to tell. */
export interface AlertRow extends Alert {
  readonly issue: Issue;
  /** The event's list record as JSON text. */
  readonly record: string;
}

/** Which delivery. */
export type DeliveryKey = Pick<Delivery, 'projectId' | 'digest' | 'recipient'>;

/** A delivery with the names of those concerned; `email` is null for a webhook. */
export interface ListedDelivery extends Delivery {
  readonly project: string;
  readonly email: string | null;
}

export interface AlertReader {
  /** Projects with alerts of a channel that are in no digest, in a time that does not grow with the alerts. */
  findPending(channel: AlertChannel): Promise<PendingAlerts[]>;
  isDeliveryDue(channel: AlertChannel, now: number): Promise<boolean>;
  /** The shown alerts of a digest whose issues there still are, in the order they came. */
  listByDigest(projectId: string, digest: string): Promise<AlertRow[]>;
  /** Members of the project's teams who want its mails. */
  findRecipients(project: Pick<Project, 'id' | 'organizationId'>): Promise<{ id: string; email: string }[]>;
  isMuted(projectId: string, memberId: string): Promise<boolean>;
  /** The newest deliveries of an organization, or of one project of it. */
  list(organizationId: string, projectId: string | null, limit: number): Promise<ListedDelivery[]>;
  /** The newest delivery to a recipient that was tried or sent. */
  findLastAttempted(projectId: string, recipient: string): Promise<Delivery | undefined>;
}

export interface AlertWriter extends AlertReader {
  /** Queues alerts for each of the channels. */
  insert(projectId: string, channels: readonly AlertChannel[], alerts: readonly Alert[]): Promise<void>;
  /** The oldest alerts that are in no digest, by event id; at most `limit`. */
  findOldestPending(projectId: string, channel: AlertChannel, limit: number): Promise<string[]>;
  /** Puts alerts into digests. */
  assignDigests(
    projectId: string,
    channel: AlertChannel,
    bundles: readonly { eventId: string; digest: string }[],
  ): Promise<void>;
  /** Forgets the alerts that are in no digest; answers how many they were. */
  deletePending(projectId: string, channel: AlertChannel): Promise<number>;
  insertDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /** Takes deliveries that are due, of each project in turn, which then are not due before `until`: each counts as one more attempt. */
  claim(channel: AlertChannel, now: number, until: number, limit: number): Promise<Delivery[]>;
  /** Ends a delivery; the alerts of its digest go with the last one. */
  finish(key: DeliveryKey, state: Exclude<DeliveryState, 'waiting'>, at: number, error: string | null): Promise<void>;
  /** Notes why an attempt failed, and when the next one is due. */
  postpone(key: DeliveryKey, dueAt: number, error: string): Promise<void>;
  /** Forgets deliveries that ended, of those made before `before`; at most `limit`. */
  prune(before: number, limit: number): Promise<number>;
  /** Ends or resumes the mails of a project to a member; doing so again is fine. */
  setMuted(choice: { organizationId: string; projectId: string; memberId: string; isMuted: boolean }): Promise<void>;
  /** The same for every project that the organization has now. */
  setAllMuted(choice: { organizationId: string; memberId: string; isMuted: boolean }): Promise<void>;
}

export interface WebhookReader {
  find(projectId: string): Promise<Webhook | undefined>;
}

export interface WebhookWriter extends WebhookReader {
  /** Makes the project's webhook, or changes it; what was noted of deliveries stays only where the address does. */
  save(
    project: Pick<Project, 'id' | 'organizationId'>,
    webhook: Pick<Webhook, 'url' | 'secret' | 'isEnabled'>,
  ): Promise<Webhook>;
  /** Notes how a delivery went: `error` is null if it was taken. */
  recordDelivery(projectId: string, at: number, error: string | null): Promise<void>;
}

/** What a query of `alert_delivery d` selects. */
export const DELIVERY_COLUMNS = `CAST(d.project_id AS TEXT) AS "projectId", CAST(d.organization_id AS TEXT) AS "organizationId",
  d.digest AS "digest", d.channel AS "channel", CAST(d.recipient AS TEXT) AS "recipient", d.state AS "state",
  d.alert_count AS "alertCount", d.attempts AS "attempts", d.due_at AS "dueAt", d.date_created AS "dateCreated",
  d.date_settled AS "dateSettled", d.error AS "error"`;

/** From project to project along the index, so that a flood of alerts in one of them costs no more than a few. */
const FIND_PENDING = `WITH RECURSIVE busy (project_id) AS (
    SELECT MIN(a.project_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL
    UNION ALL
    SELECT (SELECT MIN(a.project_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id > busy.project_id)
      FROM busy WHERE busy.project_id IS NOT NULL)
  SELECT ${PROJECT_COLUMNS},
    (SELECT MIN(a.date_created) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = busy.project_id) AS "first",
    (SELECT MAX(a.date_created) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = busy.project_id) AS "last"
  FROM busy JOIN project ON project.id = busy.project_id`;

const LIST_BY_DIGEST = `SELECT ${ISSUE_COLUMNS}, a.event_id AS "eventId", a.reason AS "reason", a.date_created AS "alertCreated", e.record AS "record"
  FROM alert a JOIN issue i ON i.project_id = a.project_id AND i.id = a.issue_id
    JOIN event e ON e.project_id = a.project_id AND e.event_id = a.event_id
  WHERE a.project_id = ? AND a.digest = ? ORDER BY a.date_created, a.event_id`;

/** Projects with alerts of a channel that are in no digest. */
export async function readPendingAlerts(session: Session, channel: AlertChannel): Promise<PendingAlerts[]> {
  const rows = await session.all<ProjectRow & { first: number; last: number }>(FIND_PENDING, [
    channel,
    channel,
    channel,
    channel,
  ]);
  return rows.map(({ first, last, ...row }) => ({ project: readProject(row), first, last }));
}

/** The alerts of a digest whose issues there still are. */
export async function readDigestAlerts(session: Session, project: number, digest: string): Promise<AlertRow[]> {
  const rows = await session.all<IssueRow & Pick<AlertRow, 'eventId' | 'reason' | 'record'> & { alertCreated: number }>(
    LIST_BY_DIGEST,
    [project, digest],
  );
  return rows.map(({ eventId, reason, alertCreated, record, ...row }) => {
    return { eventId, issueId: row.id, reason, dateCreated: alertCreated, record, issue: readIssue(row) };
  });
}

const INSERT = `INSERT INTO alert (project_id, channel, event_id, issue_id, reason, date_created) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id, channel, event_id) DO UPDATE
  SET issue_id = excluded.issue_id, reason = excluded.reason, date_created = excluded.date_created, digest = NULL`;
const OLDEST_PENDING = `SELECT event_id AS "eventId" FROM alert WHERE project_id = ? AND channel = ? AND digest IS NULL
  ORDER BY date_created, event_id LIMIT ?`;
const ASSIGN_DIGEST = 'UPDATE alert SET digest = ? WHERE project_id = ? AND channel = ? AND event_id = ?';
const DELETE_PENDING = 'DELETE FROM alert WHERE project_id = ? AND channel = ? AND digest IS NULL';
const DELETE_DIGEST = `DELETE FROM alert WHERE project_id = ? AND digest = ?
  AND NOT EXISTS (SELECT 1 FROM alert_delivery d WHERE d.project_id = alert.project_id AND d.digest = alert.digest AND d.state = 'waiting')`;

const INSERT_DELIVERY = `INSERT INTO alert_delivery (project_id, digest, recipient, organization_id, channel, state, alert_count,
    attempts, due_at, date_created, date_settled, error)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const ANY_DELIVERY_DUE = "SELECT 1 FROM alert_delivery WHERE channel = ? AND state = 'waiting' AND due_at <= ? LIMIT 1";
/** One of each project before the second of any, so that those of a project whose webhook is slow keep no others waiting. */
const FIND_DUE = `SELECT ${DELIVERY_COLUMNS} FROM (
    SELECT w.*, ROW_NUMBER() OVER (PARTITION BY w.project_id ORDER BY w.due_at, w.digest, w.recipient) AS turn
    FROM alert_delivery w WHERE w.channel = ? AND w.state = 'waiting' AND w.due_at <= ?) d
  ORDER BY d.turn, d.due_at, d.project_id, d.digest, d.recipient LIMIT ?`;
const CLAIM =
  'UPDATE alert_delivery SET attempts = attempts + 1, due_at = ? WHERE project_id = ? AND digest = ? AND recipient = ?';
const FINISH = `UPDATE alert_delivery SET state = ?, date_settled = ?, error = ?
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
const FIND_LAST_ATTEMPTED = `SELECT ${DELIVERY_COLUMNS} FROM alert_delivery d
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

  findPending(channel: AlertChannel): Promise<PendingAlerts[]> {
    return readPendingAlerts(this.session, channel);
  }

  listByDigest(projectId: string, digest: string): Promise<AlertRow[]> {
    return readDigestAlerts(this.session, idValue(projectId), digest);
  }

  async findOldestPending(projectId: string, channel: AlertChannel, limit: number): Promise<string[]> {
    const rows = await this.session.all<{ eventId: string }>(OLDEST_PENDING, [idValue(projectId), channel, limit]);
    return rows.map(({ eventId }) => eventId);
  }

  async assignDigests(
    projectId: string,
    channel: AlertChannel,
    bundles: readonly { eventId: string; digest: string }[],
  ): Promise<void> {
    await this.session.runMany(
      ASSIGN_DIGEST,
      bundles.map(({ eventId, digest }) => [digest, idValue(projectId), channel, eventId]),
    );
  }

  async deletePending(projectId: string, channel: AlertChannel): Promise<number> {
    const { changes } = await this.session.run(DELETE_PENDING, [idValue(projectId), channel]);
    return changes;
  }

  async insertDeliveries(deliveries: readonly Delivery[]): Promise<void> {
    const rows = deliveries.map(({ dueAt, dateCreated, dateSettled, error, ...one }) => [
      ...[...deliveryKeyValues(one), idValue(one.organizationId), one.channel, one.state],
      ...[one.alertCount, one.attempts, dueAt, dateCreated, dateSettled, error],
    ]);
    await this.session.runMany(INSERT_DELIVERY, rows);
  }

  async isDeliveryDue(channel: AlertChannel, now: number): Promise<boolean> {
    return (await this.session.one(ANY_DELIVERY_DUE, [channel, now])) !== undefined;
  }

  async claim(channel: AlertChannel, now: number, until: number, limit: number): Promise<Delivery[]> {
    const due = await this.session.all<Delivery>(FIND_DUE, [channel, now, limit]);
    await this.session.runMany(
      CLAIM,
      due.map((delivery) => [until, ...deliveryKeyValues(delivery)]),
    );
    return due.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1, dueAt: until }));
  }

  async finish(
    key: DeliveryKey,
    state: Exclude<DeliveryState, 'waiting'>,
    at: number,
    error: string | null,
  ): Promise<void> {
    const { changes } = await this.session.run(FINISH, [state, at, error, ...deliveryKeyValues(key)]);
    if (changes > 0) await this.session.run(DELETE_DIGEST, [idValue(key.projectId), key.digest]);
  }

  async postpone(key: DeliveryKey, dueAt: number, error: string): Promise<void> {
    await this.session.run(POSTPONE, [dueAt, error, ...deliveryKeyValues(key)]);
  }

  async prune(before: number, limit: number): Promise<number> {
    const { changes } = await this.session.run(PRUNE, [before, limit]);
    return changes;
  }

  list(organizationId: string, projectId: string | null, limit: number): Promise<ListedDelivery[]> {
    const project = projectId === null ? 0 : idValue(projectId);
    return this.session.all(LIST, [idValue(organizationId), project, project, limit]);
  }

  findLastAttempted(projectId: string, recipient: string): Promise<Delivery | undefined> {
    return this.session.one(FIND_LAST_ATTEMPTED, [idValue(projectId), Number(recipient)]);
  }

  findRecipients(project: Pick<Project, 'id' | 'organizationId'>): Promise<{ id: string; email: string }[]> {
    const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
    return this.session.all(RECIPIENTS, [organization, organization, id, id]);
  }

  async isMuted(projectId: string, memberId: string): Promise<boolean> {
    return (await this.session.one(IS_MUTED, [idValue(projectId), idValue(memberId)])) !== undefined;
  }

  async setMuted(choice: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isMuted: boolean;
  }): Promise<void> {
    const key = [idValue(choice.projectId), idValue(choice.memberId)];
    await (choice.isMuted
      ? this.session.run(MUTE, [...key, idValue(choice.organizationId)])
      : this.session.run(UNMUTE, key));
  }

  async setAllMuted({
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
function deliveryKeyValues({ projectId, digest, recipient }: DeliveryKey): [number, string, number] {
  return [idValue(projectId), digest, Number(recipient)];
}

type WebhookRow = Omit<Webhook, 'isEnabled'> & { isEnabled: number };

const WEBHOOK_COLUMNS = `url AS "url", secret AS "secret", is_enabled AS "isEnabled", last_sent AS "lastSent",
  failing_since AS "failingSince", error AS "error"`;
const FIND_WEBHOOK = `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE project_id = ?`;
const SAVE_WEBHOOK = `INSERT INTO webhook (project_id, organization_id, url, secret, is_enabled) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, is_enabled = excluded.is_enabled,
    last_sent = CASE WHEN webhook.url = excluded.url THEN webhook.last_sent END,
    failing_since = CASE WHEN webhook.url = excluded.url THEN webhook.failing_since END,
    error = CASE WHEN webhook.url = excluded.url THEN webhook.error END
  RETURNING ${WEBHOOK_COLUMNS}`;
/** Carried by the project, so that events need not look. */
const SET_HAS_WEBHOOK = 'UPDATE project SET has_webhook = ? WHERE organization_id = ? AND id = ?';
const RECORD_SUCCESS = 'UPDATE webhook SET last_sent = ?, failing_since = NULL, error = NULL WHERE project_id = ?';
const RECORD_FAILURE = 'UPDATE webhook SET failing_since = COALESCE(failing_since, ?), error = ? WHERE project_id = ?';

/** The rows of `webhook`. */
export class Webhooks implements WebhookWriter {
  constructor(private readonly session: Session) {}

  async find(projectId: string): Promise<Webhook | undefined> {
    const row = await this.session.one<WebhookRow>(FIND_WEBHOOK, [idValue(projectId)]);
    return row && readWebhook(row);
  }

  async save(
    project: Pick<Project, 'id' | 'organizationId'>,
    webhook: Pick<Webhook, 'url' | 'secret' | 'isEnabled'>,
  ): Promise<Webhook> {
    const [id, organization, isEnabled] = [
      idValue(project.id),
      idValue(project.organizationId),
      webhook.isEnabled ? 1 : 0,
    ];
    const row = await insertReturning<WebhookRow>(this.session, SAVE_WEBHOOK, [
      id,
      organization,
      webhook.url,
      webhook.secret,
      isEnabled,
    ]);
    await this.session.run(SET_HAS_WEBHOOK, [isEnabled, organization, id]);
    return readWebhook(row);
  }

  async recordDelivery(projectId: string, at: number, error: string | null): Promise<void> {
    const project = idValue(projectId);
    await (error === null
      ? this.session.run(RECORD_SUCCESS, [at, project])
      : this.session.run(RECORD_FAILURE, [at, error, project]));
  }
}

function readWebhook(row: WebhookRow): Webhook {
  return { ...row, isEnabled: row.isEnabled === 1 };
}
