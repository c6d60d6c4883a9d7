import { randomBytes } from 'node:crypto';
import { type Delivery, WEBHOOK_RECIPIENT } from '../domain/alert';
import { AlertWriter } from './alerts';
import { type Dialect, isAmong } from './engine/dialect';
import { EntityStore, idValue, listValue, type ReadSession, type Session } from './engine/sql';

/** An incident that an alert opened at another service. */
interface AlertIncident {
  readonly projectId: string;
  /** The key of the webhook. */
  readonly queueId: string;
  /** The key by which the service knows it. */
  readonly incident: string;
  readonly issueId: string;
}

type OpenRow = Pick<AlertIncident, 'queueId' | 'incident'> & { organizationId: string; resumeAt: number | null };

const FIND_ENDED = `SELECT incident AS "incident" FROM alert_incident WHERE project_id = ? AND queue_id = ? AND digest = ?`;
const LIST_OPEN = (dialect: Dialect) => `SELECT CAST(i.queue_id AS TEXT) AS "queueId", i.incident AS "incident",
    CAST(p.organization_id AS TEXT) AS "organizationId", w.resume_at AS "resumeAt"
  FROM alert_incident i JOIN project p ON p.id = i.project_id
    JOIN alert_rule_webhook w ON w.project_id = i.project_id AND w.id = i.queue_id
  WHERE i.project_id = ? AND ${isAmong(dialect, 'i.issue_id')} AND i.digest IS NULL`;
/**
 * Opens an incident, or opens it again: the service knows it by its key. The delivery that was to end it no longer does
 * (`findEnded`).
 */
const OPEN = `INSERT INTO alert_incident (project_id, queue_id, incident, issue_id, digest, date_created) VALUES (?, ?, ?, ?, NULL, ?)
  ON CONFLICT (project_id, queue_id, incident) DO UPDATE
  SET issue_id = excluded.issue_id, digest = NULL, date_created = excluded.date_created`;
const END = `UPDATE alert_incident SET digest = ?, date_created = ?
  WHERE project_id = ? AND queue_id = ? AND incident = ? AND digest IS NULL`;
const MOVE = (dialect: Dialect) => `UPDATE alert_incident SET issue_id = ?
  WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')}`;
const DELETE_OF_ISSUES = (dialect: Dialect) => `DELETE FROM alert_incident
  WHERE project_id = ? AND (queue_id, incident) IN (
    SELECT i.queue_id, i.incident FROM alert_incident i
    WHERE i.project_id = ? AND ${isAmong(dialect, 'i.issue_id')} LIMIT ?)`;
const PRUNE = `DELETE FROM alert_incident WHERE (project_id, queue_id, incident) IN (
  SELECT i.project_id, i.queue_id, i.incident FROM alert_incident i
  WHERE i.digest IS NOT NULL AND i.date_created < ? ORDER BY i.date_created LIMIT ?)`;

/** The rows of `alert_incident`. */
export class AlertIncidentReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the key of the incident that a delivery ends; undefined if a later alert has opened it again. */
  async findEnded({ projectId, queueId, digest }: Pick<Delivery, 'projectId' | 'queueId' | 'digest'>) {
    const values = [idValue(projectId), idValue(queueId ?? '0'), digest];
    return (await this.session.one<Pick<AlertIncident, 'incident'>>(FIND_ENDED, values))?.incident;
  }
}

export class AlertIncidentWriter extends AlertIncidentReader<Session> {
  /** Stores an incident that an alert has opened at a service. */
  async open({ projectId, queueId, incident, issueId }: AlertIncident, now: number): Promise<void> {
    await this.session.run(OPEN, [idValue(projectId), idValue(queueId), incident, idValue(issueId), now]);
  }

  /** Queues a delivery for each open incident of resolved issues, which must be locked: each is ended once. */
  async end(projectId: string, issueIds: readonly string[], now: number): Promise<void> {
    const project = idValue(projectId);
    const rows = await this.session.all<OpenRow>(LIST_OPEN, [project, listValue(issueIds.map(idValue))]);
    const ended = rows.map((row) => ({ ...row, digest: randomBytes(16).toString('hex') }));
    await this.session.runMany(
      END,
      ended.map(({ queueId, incident, digest }) => [digest, now, project, idValue(queueId), incident]),
    );
    const delivery = {
      projectId,
      channel: 'webhook',
      kind: 'issue.resolved',
      recipient: WEBHOOK_RECIPIENT,
      state: 'waiting',
      alertCount: 0,
      attempts: 0,
      dateCreated: now,
      dateSettled: null,
      error: null,
    } as const;
    await new AlertWriter(this.session).insertDeliveries(
      ended.map(({ queueId, digest, organizationId, resumeAt }) => {
        return { ...delivery, queueId, digest, organizationId, dueAt: resumeAt ?? now };
      }),
    );
  }

  /** Deletes at most `limit` incidents that ended before a time. Returns the number of deleted ones. */
  async prune(before: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE, [before, limit])).changes;
  }
}

/** Moves the incidents of issues to another issue. @param issues ids as a JSON list */
export async function moveIncidents(session: Session, target: number, project: number, issues: string): Promise<void> {
  await session.run(MOVE, [target, project, issues]);
}

/**
 * Deletes at most `limit` incidents of removed issues. Returns the number of deleted ones.
 * @param issues ids as a JSON list
 */
export async function deleteIncidents(
  session: Session,
  project: number,
  issues: string,
  limit: number,
): Promise<number> {
  return (await session.run(DELETE_OF_ISSUES, [project, project, issues, limit])).changes;
}
