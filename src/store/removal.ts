import { type Dialect, listedIntegers, listedTexts } from './dialect';
import type { RemovalWalk } from './removalWalk';
import { deleteTags } from './issueTags';
import { type Session, listValue } from './sql';

/** One wanted id that is no issue of the project keeps all of them (decisions.md D3). */
const REMOVE = (dialect: Dialect) => `WITH wanted (id) AS MATERIALIZED (${listedIntegers(dialect)})
  DELETE FROM issue WHERE project_id = ? AND id IN (SELECT w.id FROM wanted w)
    AND NOT EXISTS (SELECT 1 FROM wanted w
      WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = ? AND i.id = w.id))
  RETURNING id`;
const REMOVE_FIRST = `DELETE FROM issue WHERE project_id = ? AND id IN (
    SELECT i.id FROM issue i WHERE i.project_id = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?)
  RETURNING id`;
const FORGET_HASHES = (dialect: Dialect) =>
  `DELETE FROM issue_hash WHERE project_id = ? AND issue_id IN (${listedIntegers(dialect)})`;
const HIDE_EVENTS = (dialect: Dialect) => `INSERT INTO removed_issue (project_id, issue_id, removed_at)
  SELECT ?, gone.value, ? FROM (${listedIntegers(dialect)}) gone`;

/** How many removed issues one step of `reclaim` looks through. */
const ISSUES_PER_STEP = 100;
/** How many tags go for one event: they are smaller. */
const TAGS_PER_EVENT = 10;

const NEXT_PROJECT = 'SELECT project_id AS "project" FROM removed_issue ORDER BY project_id LIMIT 1';
const REMOVED = 'SELECT issue_id AS "id" FROM removed_issue WHERE project_id = ? ORDER BY issue_id LIMIT ?';
const DELETE_EVENTS = (dialect: Dialect) => `DELETE FROM event WHERE project_id = ? AND event_id IN (
    SELECT e.event_id FROM event e WHERE e.project_id = ? AND e.issue_id IN (${listedIntegers(dialect)}) LIMIT ?)
  RETURNING event_id AS "id"`;
const DELETE_NAMED = (dialect: Dialect) =>
  `DELETE FROM event WHERE project_id = ? AND event_id IN (${listedTexts(dialect)})`;
const DELETE_BODIES = (dialect: Dialect) =>
  `DELETE FROM event_body WHERE project_id = ? AND event_id IN (${listedTexts(dialect)})`;
const FORGET_REMOVED = (dialect: Dialect) =>
  `DELETE FROM removed_issue WHERE project_id = ? AND issue_id IN (${listedIntegers(dialect)})`;

/** Whether there are removed issues whose storage is not freed yet. */
export async function anyRemoved(session: Session): Promise<boolean> {
  return (await session.one(NEXT_PROJECT, [])) !== undefined;
}

/** Removes these issues of a project for good, or none of them. */
export async function removeIssues(
  session: Session,
  project: number,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await hide(session, project, await session.all(REMOVE, [listValue(ids), project, project]), at);
}

/** Removes the first issues of a project, newest last-seen, then highest id (decisions.md D4). */
export async function removeFirstIssues(session: Session, project: number, limit: number, at: number): Promise<void> {
  await hide(session, project, await session.all(REMOVE_FIRST, [project, project, limit]), at);
}

/**
 * Deletes at most `limit` events of removed issues, of one project at a time, then their tags, and the marks that hide them only
 * after the last: a process that ends in between goes on where it was. Answers whether there is more to do.
 * @param walk goes before where there are many
 */
export async function reclaimEvents(session: Session, limit: number, walk?: RemovalWalk): Promise<boolean> {
  const next = await session.one<{ project: number }>(NEXT_PROJECT, []);
  if (next === undefined) return false;
  const { project } = next;
  const issues = listIds(await session.all(REMOVED, [project, ISSUES_PER_STEP]));
  const met = await walk?.next(session, project, issues, limit);
  if (met !== undefined) {
    await session.run(DELETE_NAMED, [project, listValue(met)]);
    await session.run(DELETE_BODIES, [project, listValue(met)]);
    return true;
  }
  const events = await session.all<{ id: string }>(DELETE_EVENTS, [project, project, issues, limit]);
  await session.run(DELETE_BODIES, [project, listIds(events)]);
  if (events.length === limit) return true;
  const tags = limit * TAGS_PER_EVENT;
  if ((await deleteTags(session, project, issues, tags)) === tags) return true;
  await session.run(FORGET_REMOVED, [project, issues]);
  walk?.end();
  return anyRemoved(session);
}

/** What is left to do for issues whose rows are gone: another event of their kind opens a new issue, and theirs are not shown. */
async function hide(session: Session, project: number, issues: readonly { id: number }[], at: number): Promise<void> {
  if (issues.length === 0) return;
  const ids = listIds(issues);
  await session.run(FORGET_HASHES, [project, ids]);
  await session.run(HIDE_EVENTS, [project, at, ids]);
}

function listIds(rows: readonly { id: number | string }[]): string {
  return listValue(rows.map(({ id }) => id));
}
