import type { EventKey } from './deletedRanges';
import { type Dialect, jsonIntegers, jsonTexts } from './dialect';
import { deleteTags } from './issueTags';
import { sliceStatements } from './keyset';
import { listValue, type Session } from './sql';

/** With fewer events to delete than this, looking for them among all of the project's takes longer than it saves. */
const MIN_EVENTS = 5_000;
/** Events looked at in one step. */
const WINDOW = 500;
/** Where fewer than one in so many is to be deleted, neighbours share no pages, and they are left for later. */
const MAX_ROWS_PER_REMOVED = 4;

const COUNT_REMOVED_EVENTS = (
  dialect: Dialect,
) => `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM event e
  WHERE e.project_id = ? AND e.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?) found`;
const SCAN_NEWEST = sliceStatements(
  `SELECT e.event_id AS "eventId", e.timestamp AS "timestamp",
    CASE WHEN EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)
      THEN 1 ELSE 0 END AS "isGone"
  FROM event e WHERE e.project_id = ?`,
  { columns: ['e.timestamp', 'e.event_id'], descending: true },
);

type ScannedEvent = EventKey & { isGone: number };

/**
 * Where reclaiming is on its way through a project's events, newest first. Neighbours in time are neighbours on the disk too, and
 * deleting them together touches a fraction of the pages. It is kept in memory alone: what a walk has passed over, or a new one
 * does not find, is found by its issue in the end.
 */
export class RemovedEventScan {
  private project: number | undefined;
  private at: EventKey | undefined;
  private isOver = false;

  /**
   * The next events to delete, at most `limit` of them; none does not mean that the walk is over.
   * @param issues removed issues of the project as a JSON list
   * @returns undefined if there is nothing to walk for, or the walk is over
   */
  async next(session: Session, project: number, issues: string, limit: number): Promise<string[] | undefined> {
    if (this.project !== project) await this.begin(session, project, issues);
    if (this.isOver) return undefined;
    const key = this.at === undefined ? [] : [this.at.timestamp, this.at.eventId];
    const cursor = this.at === undefined ? null : { key: [], backwards: false, inclusive: false };
    const window = await session.all<ScannedEvent>(SCAN_NEWEST(cursor), [project, ...key, WINDOW]);
    const gone = window.filter(({ isGone }) => isGone === 1).slice(0, limit);
    const last = gone.length === limit ? gone.at(-1) : window.at(-1);
    this.at = last;
    this.isOver = last === undefined;
    const isSparse = last !== undefined && gone.length * MAX_ROWS_PER_REMOVED < window.indexOf(last) + 1;
    return isSparse ? [] : gone.map(({ eventId }) => eventId);
  }

  /** Another removal begins another walk. */
  reset(): void {
    this.project = undefined;
  }

  private async begin(session: Session, project: number, issues: string): Promise<void> {
    const found = await session.one<{ count: number }>(COUNT_REMOVED_EVENTS, [project, issues, MIN_EVENTS]);
    this.project = project;
    this.at = undefined;
    this.isOver = (found?.count ?? 0) < MIN_EVENTS;
  }
}

/** One wanted id that is no issue of the project keeps all of them (decisions.md D3). */
const REMOVE = (dialect: Dialect) => `WITH wanted (id) AS MATERIALIZED (${jsonIntegers(dialect)})
  DELETE FROM issue WHERE project_id = ? AND id IN (SELECT w.id FROM wanted w)
    AND NOT EXISTS (SELECT 1 FROM wanted w
      WHERE NOT EXISTS (SELECT 1 FROM issue i WHERE i.project_id = ? AND i.id = w.id))
  RETURNING id`;
const REMOVE_FIRST = `DELETE FROM issue WHERE project_id = ? AND id IN (
    SELECT i.id FROM issue i WHERE i.project_id = ? ORDER BY i.last_seen DESC, i.id DESC LIMIT ?)
  RETURNING id`;
const DELETE_HASHES = (dialect: Dialect) =>
  `DELETE FROM issue_hash WHERE project_id = ? AND issue_id IN (${jsonIntegers(dialect)})`;
const INSERT_REMOVED_ISSUES = (dialect: Dialect) => `INSERT INTO removed_issue (project_id, issue_id, removed_at)
  SELECT ?, gone.value, ? FROM (${jsonIntegers(dialect)}) gone`;

/** How many removed issues one step of `reclaim` looks through. */
const ISSUES_PER_STEP = 100;
/** How many tags go for one event: they are smaller. */
const TAGS_PER_EVENT = 10;

const NEXT_PROJECT = 'SELECT project_id AS "project" FROM removed_issue ORDER BY project_id LIMIT 1';
const LIST_REMOVED_ISSUES = 'SELECT issue_id AS "id" FROM removed_issue WHERE project_id = ? ORDER BY issue_id LIMIT ?';
const DELETE_EVENTS = (dialect: Dialect) => `DELETE FROM event WHERE project_id = ? AND event_id IN (
    SELECT e.event_id FROM event e WHERE e.project_id = ? AND e.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?)
  RETURNING event_id AS "id"`;
const DELETE_EVENTS_BY_ID = (dialect: Dialect) =>
  `DELETE FROM event WHERE project_id = ? AND event_id IN (${jsonTexts(dialect)})`;
const DELETE_BODIES = (dialect: Dialect) =>
  `DELETE FROM event_body WHERE project_id = ? AND event_id IN (${jsonTexts(dialect)})`;
const DELETE_REMOVED_ISSUES = (dialect: Dialect) =>
  `DELETE FROM removed_issue WHERE project_id = ? AND issue_id IN (${jsonIntegers(dialect)})`;

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
  await markRemoved(session, project, await session.all(REMOVE, [listValue(ids), project, project]), at);
}

/** Removes the first issues of a project, newest last-seen, then highest id (decisions.md D4). */
export async function removeFirstIssues(session: Session, project: number, limit: number, at: number): Promise<void> {
  await markRemoved(session, project, await session.all(REMOVE_FIRST, [project, project, limit]), at);
}

/**
 * Deletes at most `limit` events of removed issues, of one project at a time, then their tags, and the marks that hide them only
 * after the last: a process that ends in between goes on where it was. Answers whether there is more to do.
 * @param walk goes before where there are many
 */
export async function reclaimEvents(session: Session, limit: number, walk?: RemovedEventScan): Promise<boolean> {
  const next = await session.one<{ project: number }>(NEXT_PROJECT, []);
  if (next === undefined) return false;
  const { project } = next;
  const issues = listIds(await session.all(LIST_REMOVED_ISSUES, [project, ISSUES_PER_STEP]));
  const met = await walk?.next(session, project, issues, limit);
  if (met !== undefined) {
    await session.run(DELETE_EVENTS_BY_ID, [project, listValue(met)]);
    await session.run(DELETE_BODIES, [project, listValue(met)]);
    return true;
  }
  const events = await session.all<{ id: string }>(DELETE_EVENTS, [project, project, issues, limit]);
  await session.run(DELETE_BODIES, [project, listIds(events)]);
  if (events.length === limit) return true;
  const tags = limit * TAGS_PER_EVENT;
  if ((await deleteTags(session, project, issues, tags)) === tags) return true;
  await session.run(DELETE_REMOVED_ISSUES, [project, issues]);
  walk?.reset();
  return anyRemoved(session);
}

/** What is left to do for issues whose rows are gone: another event of their kind opens a new issue, and theirs are not shown. */
async function markRemoved(
  session: Session,
  project: number,
  issues: readonly { id: number }[],
  at: number,
): Promise<void> {
  if (issues.length === 0) return;
  const ids = listIds(issues);
  await session.run(DELETE_HASHES, [project, ids]);
  await session.run(INSERT_REMOVED_ISSUES, [project, at, ids]);
}

function listIds(rows: readonly { id: number | string }[]): string {
  return listValue(rows.map(({ id }) => id));
}
