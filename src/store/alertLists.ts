import type { AlertChannel } from '../domain/alert';
import type { AlertRow, WaitingAlerts } from './alertStores';
import { COLUMNS as ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRow';
import { COLUMNS as PROJECT_COLUMNS, type ProjectRow, readProject } from './projectRow';
import type { Session } from './sql';

/** What a query of `alert_delivery d` selects. */
export const DELIVERY_COLUMNS = `CAST(d.project_id AS TEXT) AS "projectId", CAST(d.organization_id AS TEXT) AS "organizationId",
  d.digest AS "digest", d.channel AS "channel", CAST(d.recipient AS TEXT) AS "recipient", d.state AS "state",
  d.alert_count AS "alertCount", d.attempts AS "attempts", d.due_at AS "dueAt", d.date_created AS "dateCreated",
  d.date_settled AS "dateSettled", d.error AS "error"`;

/** From project to project along the index, so that a flood of alerts in one of them costs no more than a few. */
const WAITING = `WITH RECURSIVE busy (project_id) AS (
    SELECT MIN(a.project_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL
    UNION ALL
    SELECT (SELECT MIN(a.project_id) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id > busy.project_id)
      FROM busy WHERE busy.project_id IS NOT NULL)
  SELECT ${PROJECT_COLUMNS},
    (SELECT MIN(a.date_created) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = busy.project_id) AS "first",
    (SELECT MAX(a.date_created) FROM alert a WHERE a.channel = ? AND a.digest IS NULL AND a.project_id = busy.project_id) AS "last"
  FROM busy JOIN project ON project.id = busy.project_id`;

const OF_DIGEST = `SELECT ${ISSUE_COLUMNS}, a.event_id AS "eventId", a.reason AS "reason", a.date_created AS "alertCreated", e.record AS "record"
  FROM alert a JOIN issue i ON i.project_id = a.project_id AND i.id = a.issue_id
    JOIN event e ON e.project_id = a.project_id AND e.event_id = a.event_id
  WHERE a.project_id = ? AND a.digest = ? ORDER BY a.date_created, a.event_id`;

/** Projects with alerts of a channel that are in no digest. */
export async function readWaiting(session: Session, channel: AlertChannel): Promise<WaitingAlerts[]> {
  const rows = await session.all<ProjectRow & { first: number; last: number }>(WAITING, [
    channel,
    channel,
    channel,
    channel,
  ]);
  return rows.map(({ first, last, ...row }) => ({ project: readProject(row), first, last }));
}

/** The alerts of a digest whose issues there still are. */
export async function readDigest(session: Session, project: number, digest: string): Promise<AlertRow[]> {
  const rows = await session.all<IssueRow & Pick<AlertRow, 'eventId' | 'reason' | 'record'> & { alertCreated: number }>(
    OF_DIGEST,
    [project, digest],
  );
  return rows.map(({ eventId, reason, alertCreated, record, ...row }) => {
    return { eventId, issueId: row.id, reason, dateCreated: alertCreated, record, issue: readIssue(row) };
  });
}
