import type { EventKey } from './deletedRanges';
import { type Dialect, hexText, jsonBytes, jsonIntegers } from './dialect';
import { deleteTags } from './issueTags';
import { sliceStatements } from './keyset';
import { eventIdValue, listValue, type Session } from './sql';

/** How many removed issues one call of `reclaim` looks at. */
const ISSUES_PER_STEP = 100;
/** How many tags are deleted in place of one event: they are smaller. */
const TAGS_PER_EVENT = 10;

/** With fewer events to delete, a scan of the project's events costs more than it saves. */
const MIN_EVENTS_TO_SCAN = 5_000;
/** Events that one step of a scan reads. */
const SCAN_BATCH_SIZE = 500;
/**
 * If fewer than one in so many events of a batch is to be deleted, the scan leaves them for later: they share no
 * pages.
 */
const MAX_ROWS_PER_DELETED = 4;

const NEXT_PROJECT = 'SELECT project_id AS "project" FROM removed_issue ORDER BY project_id LIMIT 1';
const LIST = 'SELECT issue_id AS "id" FROM removed_issue WHERE project_id = ? ORDER BY issue_id LIMIT ?';
const DELETE = (dialect: Dialect) =>
  `DELETE FROM removed_issue WHERE project_id = ? AND issue_id IN (${jsonIntegers(dialect)})`;
const DELETE_EVENTS = (dialect: Dialect) => `DELETE FROM event WHERE project_id = ? AND event_id IN (
    SELECT e.event_id FROM event e WHERE e.project_id = ? AND e.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?)`;
const DELETE_EVENTS_BY_ID = (dialect: Dialect) =>
  `DELETE FROM event WHERE project_id = ? AND event_id IN (${jsonBytes(dialect)})`;

const COUNT_EVENTS = (dialect: Dialect) => `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (SELECT 1 FROM event e
  WHERE e.project_id = ? AND e.issue_id IN (${jsonIntegers(dialect)}) LIMIT ?) found`;
const SCAN_EVENTS = sliceStatements(
  (dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId", e.timestamp AS "timestamp",
    CASE WHEN EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)
      THEN 1 ELSE 0 END AS "isRemoved"
  FROM event e WHERE e.project_id = ?`,
  { columns: ['e.timestamp', 'e.event_id'], descending: true },
);

export interface RemovedIssueReader {
  /** Whether `reclaim` has something to do. */
  hasAny(): Promise<boolean>;
}

export interface RemovedIssueWriter extends RemovedIssueReader {
  /**
   * Deletes at most `limit` events of removed issues, of one project at a time, then the issues' tags. The marks that
   * hide the events are deleted last, so that a later process can continue after an interruption. Returns whether there
   * is more to do.
   * @param scan finds the events faster if there are many
   */
  reclaim(limit: number, scan?: RemovedEventScan): Promise<boolean>;
}

/** The rows of `removed_issue`: issues that were removed and whose events are not deleted yet. */
export class RemovedIssues implements RemovedIssueWriter {
  constructor(private readonly session: Session) {}

  async hasAny(): Promise<boolean> {
    return (await this.session.one(NEXT_PROJECT, [])) !== undefined;
  }

  async reclaim(limit: number, scan?: RemovedEventScan): Promise<boolean> {
    const next = await this.session.one<{ project: number }>(NEXT_PROJECT, []);
    if (next === undefined) return false;
    const { project } = next;
    const removed = await this.session.all<{ id: number }>(LIST, [project, ISSUES_PER_STEP]);
    const issues = listValue(removed.map(({ id }) => id));
    const scanned = await scan?.next(this.session, project, issues, limit);
    if (scanned !== undefined) {
      await this.session.run(DELETE_EVENTS_BY_ID, [project, listValue(scanned)]);
      return true;
    }
    const { changes } = await this.session.run(DELETE_EVENTS, [project, project, issues, limit]);
    if (changes === limit) return true;
    const tags = limit * TAGS_PER_EVENT;
    if ((await deleteTags(this.session, project, issues, tags)) === tags) return true;
    await this.session.run(DELETE, [project, issues]);
    scan?.reset();
    return this.hasAny();
  }
}

type ScannedEvent = EventKey & { isRemoved: number };

/**
 * Finds the events of removed issues by scanning a project's events from the newest on. Events that are neighbours in
 * time are neighbours on the disk too, so deleting them together touches a fraction of the pages. The position is kept
 * in memory only: events that a scan misses are found by their issue afterwards.
 */
export class RemovedEventScan {
  private project: number | undefined;
  private position: EventKey | undefined;
  private isDone = false;

  /**
   * The next events to delete, at most `limit`; an empty list does not mean that the scan is done.
   * @param issues ids of removed issues of the project as a JSON list
   * @returns undefined if a scan is not worthwhile, or is done
   */
  async next(session: Session, project: number, issues: string, limit: number): Promise<string[] | undefined> {
    if (this.project !== project) await this.begin(session, project, issues);
    if (this.isDone) return undefined;
    const key = this.position === undefined ? [] : [this.position.timestamp, eventIdValue(this.position.eventId)];
    const cursor = this.position === undefined ? null : { key: [], backwards: false, inclusive: false };
    const batch = await session.all<ScannedEvent>(SCAN_EVENTS(cursor), [project, ...key, SCAN_BATCH_SIZE]);
    const removed = batch.filter(({ isRemoved }) => isRemoved === 1).slice(0, limit);
    const last = removed.length === limit ? removed.at(-1) : batch.at(-1);
    this.position = last;
    this.isDone = last === undefined;
    const isSparse = last !== undefined && removed.length * MAX_ROWS_PER_DELETED < batch.indexOf(last) + 1;
    return isSparse ? [] : removed.map(({ eventId }) => eventId);
  }

  /** Makes the next call begin a new scan. */
  reset(): void {
    this.project = undefined;
  }

  private async begin(session: Session, project: number, issues: string): Promise<void> {
    const found = await session.one<{ count: number }>(COUNT_EVENTS, [project, issues, MIN_EVENTS_TO_SCAN]);
    this.project = project;
    this.position = undefined;
    this.isDone = (found?.count ?? 0) < MIN_EVENTS_TO_SCAN;
  }
}
