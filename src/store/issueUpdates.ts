import type { IssueStatus, IssueSubstatus, IssueUpdate } from '../domain/issue';
import { type Dialect, listedIntegers } from './dialect';
import { type Session, type Value, listValue } from './sql';

const HOUR_MS = 60 * 60 * 1000;

const STATUSES: readonly IssueStatus[] = ['unresolved', 'ignored', 'resolved'];
/** Why an issue is what a person made it. */
const REASONS: Record<IssueStatus, IssueSubstatus | null> = {
  unresolved: 'ongoing',
  ignored: 'archived_forever',
  resolved: null,
};

const CHANGE = `UPDATE issue SET status = ?, substatus = ?, reopened_at = COALESCE(?, reopened_at), is_auto_resolved = 0
  WHERE project_id = ? AND status = ?`;
/** One wanted id that is no issue of the project keeps all of them as they are (decisions.md D3). */
const CHANGE_NAMED = (dialect: Dialect) => `WITH wanted (id) AS MATERIALIZED (${listedIntegers(dialect)})
  ${CHANGE} AND id IN (SELECT w.id FROM wanted w)
    AND NOT EXISTS (SELECT 1 FROM wanted w
      WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = ? AND i.id = w.id))`;
const CHANGE_FIRST = `${CHANGE} AND id IN (SELECT i.id FROM issue i
    WHERE i.project_id = ? AND i.status = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?)`;
const REOPEN = (
  dialect: Dialect,
) => `UPDATE issue SET status = 'unresolved', substatus = 'regressed', reopened_at = ?, is_auto_resolved = 0
  WHERE project_id = ? AND status = 'resolved' AND id IN (${listedIntegers(dialect)})`;

/** Neither seen nor reopened since. Of reopened ones few are old, so that this is hardly more than a range of `issue_by_status`. */
const AGED = (since: string) =>
  `i.status = 'unresolved' AND i.last_seen <= ${since} AND (i.reopened_at IS NULL OR i.reopened_at <= ${since})`;
const AGEING = 'SELECT id AS "id", resolve_age AS "hours" FROM project WHERE resolve_age > 0 ORDER BY id';
const ANY_AGED = `SELECT 1 AS "found" FROM issue i WHERE i.project_id = ? AND ${AGED('?')} LIMIT 1`;
const RESOLVE_AGE = 'SELECT resolve_age AS "hours" FROM project WHERE id = ? AND resolve_age > 0';
const RESOLVE_AGED = `UPDATE issue SET status = 'resolved', substatus = NULL, is_auto_resolved = 1
  WHERE project_id = ? AND id IN (SELECT i.id FROM issue i WHERE i.project_id = ? AND ${AGED('?')} ORDER BY i.last_seen LIMIT ?)`;

/** Changes these issues of a project, or none of them. */
export async function updateIssues(
  session: Session,
  project: number,
  ids: readonly number[],
  update: IssueUpdate,
): Promise<void> {
  const wanted = listValue(ids);
  for (const from of sourcesOf(update))
    await session.run(CHANGE_NAMED, [wanted, ...change(update, project, from), project]);
}

/** Changes at most `limit` issues of a project, of one status after the other, those seen last first. */
export async function updateFirstIssues(
  session: Session,
  project: number,
  limit: number,
  update: IssueUpdate,
): Promise<void> {
  let left = limit;
  for (const from of sourcesOf(update)) {
    const { changes } = await session.run(CHANGE_FIRST, [...change(update, project, from), project, from, left]);
    left -= changes;
  }
}

/** Makes resolved issues unresolved because they were seen again. */
export async function reopenIssues(
  session: Session,
  project: number,
  ids: readonly number[],
  at: number,
): Promise<void> {
  if (ids.length > 0) await session.run(REOPEN, [at, project, listValue(ids)]);
}

/** The ids of projects with issues that are to be resolved for their age. */
export async function findAgedProjects(session: Session, now: number): Promise<string[]> {
  const projects = await session.all<{ id: number; hours: number }>(AGEING, []);
  const found = projects.map(({ id, hours }) => {
    const since = now - hours * HOUR_MS;
    return session.one(ANY_AGED, [id, since, since]);
  });
  const aged = await Promise.all(found);
  return projects.flatMap(({ id }, index) => (aged[index] === undefined ? [] : String(id)));
}

/** Resolves at most `limit` issues of a project for their age, the oldest first; answers how many. */
export async function resolveAgedIssues(
  session: Session,
  project: number,
  now: number,
  limit: number,
): Promise<number> {
  const age = await session.one<{ hours: number }>(RESOLVE_AGE, [project]);
  if (age === undefined) return 0;
  const since = now - age.hours * HOUR_MS;
  const { changes } = await session.run(RESOLVE_AGED, [project, project, since, since, limit]);
  return changes;
}

/** The statuses that issues lose by the update. */
function sourcesOf({ status, from }: IssueUpdate): IssueStatus[] {
  return STATUSES.filter((one) => one !== status && (from === null || from === one));
}

function change({ status, at }: IssueUpdate, project: number, from: IssueStatus): Value[] {
  return [status, REASONS[status], status === 'unresolved' ? at : null, project, from];
}
