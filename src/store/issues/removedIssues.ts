import { deleteActivities } from './activities';
import { deleteDecisions } from '../alertDecisions';
import { deleteIncidents } from '../alertIncidents';
import { deleteRuleCounts } from '../alertRules';
import { deleteFeedback } from '../feedback';
import { deleteTickets } from '../tickets';
import type { EventKey } from '../../domain/event';
import { type Dialect, hexText, isAmong, isOneOf } from '../engine/dialect';
import { DELETE_EVENTS_BY_ID } from '../events';
import { deleteIssueReleases } from './issueReleases';
import { deleteIssueStats } from './issueStats';
import { deleteMarks } from './issueStates';
import { deleteTags } from './issueTags';
import { deleteTexts } from './issueText';
import { sliceStatements } from '../keyset';
import { deleteRedirects } from './mergedIssues';
import { hasNewerMigrations } from '../engine/migrate';
import { SCHEMA_VERSION } from '../migrations/index';
import { EntityStore, eventIdValue, listValue, type ReadSession, type Session } from '../engine/sql';

/**
 * Bounds of the number of removed issues that one step processes. In between, it is the step's number of rows, because
 * many issues have a single event.
 */
const MIN_ISSUES = 100;
const MAX_ISSUES = 1_000;

/**
 * Minimum number of events to delete for a scan: with fewer, a scan of the project's events costs more than it saves.
 */
const MIN_EVENTS_TO_SCAN = 5_000;
/** Minimum number of events that one step of a scan reads. */
const MIN_SCAN_BATCH_SIZE = 500;
/**
 * Maximum number of events that a scan reads for each event to delete. If a batch has more, the scan leaves its events
 * for later, because they share no pages.
 */
const MAX_ROWS_PER_DELETED = 4;

const NEXT_PROJECT = 'SELECT project_id AS "project" FROM removed_issue ORDER BY project_id LIMIT 1';
const LIST = 'SELECT issue_id AS "id" FROM removed_issue WHERE project_id = ? ORDER BY issue_id LIMIT ?';
const DELETE = (dialect: Dialect) =>
  `DELETE FROM removed_issue WHERE project_id = ? AND ${isAmong(dialect, 'issue_id')}`;
/** Events of removed issues. The parameters are the project, the issues as a JSON list, and a limit. */
const FIND_EVENTS = (dialect: Dialect, column: string) => `SELECT ${column} FROM event e
  WHERE e.project_id = ? AND ${isAmong(dialect, 'e.issue_id')} LIMIT ?`;
const DELETE_EVENTS = (dialect: Dialect) =>
  `DELETE FROM event WHERE project_id = ? AND ${isOneOf(dialect, 'event_id', FIND_EVENTS(dialect, 'e.event_id'))}`;
const COUNT_EVENTS = (dialect: Dialect) =>
  `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (${FIND_EVENTS(dialect, '1')}) found`;
const SCAN_EVENTS = sliceStatements(
  (dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId", e.timestamp AS "timestamp",
    CASE WHEN EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)
      THEN 1 ELSE 0 END AS "isRemoved"
  FROM event e WHERE e.project_id = ?`,
  { columns: ['e.timestamp', 'e.event_id'], descending: true },
);

/** Maximum number of issues, and of events, that are counted. */
const MAX_COUNTED = 10_000;
const COUNT_WAITING_ISSUES = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (
  SELECT 1 FROM removed_issue LIMIT ${MAX_COUNTED}) removed`;
const COUNT_WAITING_EVENTS = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM (
  SELECT 1 FROM removed_issue r JOIN event e ON e.project_id = r.project_id AND e.issue_id = r.issue_id
  LIMIT ${MAX_COUNTED}) removed`;

/** Result of a step. */
export interface ReclaimStep {
  /** Number of deleted rows: events, or tags and other rows. */
  readonly deleted: number;
  readonly hasMore: boolean;
}

/** Removed issues of a project. */
interface RemovedIssues {
  readonly project: number;
  /** Their ids as a JSON list. */
  readonly issues: string;
}

const NOTHING_LEFT: ReclaimStep = { deleted: 0, hasMore: false };

/** The rows of `removed_issue`: issues that were removed and whose events are not deleted yet. */
export class RemovedIssueReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns true if there are removed issues with rows to delete. */
  async hasAny(): Promise<boolean> {
    return (await this.session.one(NEXT_PROJECT, [])) !== undefined;
  }

  /** Counts the removed issues and their events that are not deleted yet, up to 10,000 of each. */
  async countWaiting(): Promise<Readonly<Record<'issue' | 'event', number>>> {
    const issues = await this.session.one<{ count: number }>(COUNT_WAITING_ISSUES, []);
    const events = await this.session.one<{ count: number }>(COUNT_WAITING_EVENTS, []);
    return { issue: issues?.count ?? 0, event: events?.count ?? 0 };
  }
}

export class RemovedIssueWriter extends RemovedIssueReader<Session> {
  /**
   * Deletes at most `limit` events of removed issues, of one project at a time. Other transactions may run meanwhile:
   * none of them reads or inserts events of these issues.
   * @param scan finds the events faster if there are many
   */
  async deleteEvents(limit: number, scan?: RemovedEventScan): Promise<ReclaimStep> {
    const next = await this.nextIssues(limit);
    if (next === undefined) return NOTHING_LEFT;
    const { project, issues } = next;
    const scanned = await scan?.next(this.session, project, issues, limit);
    const { changes: deleted } = await (scanned === undefined
      ? this.session.run(DELETE_EVENTS, [project, project, issues, limit])
      : this.session.run(DELETE_EVENTS_BY_ID, [project, listValue(scanned)]));
    return { deleted, hasMore: scanned !== undefined || deleted === limit };
  }

  /**
   * Deletes at most `limit` tags, words, counts and activities of removed issues without events, then the rows of
   * `removed_issue`: these last, so that a later process can continue after an interruption. No other transaction may
   * run meanwhile: it may add a tag to a block that was found empty. On a schema that is newer than the code, nothing
   * is deleted: a process of the newer version also deletes rows of tables that this one does not know.
   */
  async deleteRest(limit: number, scan?: RemovedEventScan): Promise<ReclaimStep> {
    let next = await this.nextIssues(limit);
    if (next !== undefined && (await this.haveEvents(next))) {
      // `deleteEvents` may have processed fewer issues, and others may have been removed since.
      next = await this.nextIssues(MIN_ISSUES);
      if (next !== undefined && (await this.haveEvents(next))) return { deleted: 0, hasMore: true };
    }
    if (next === undefined || (await hasNewerMigrations(this.session, SCHEMA_VERSION))) return NOTHING_LEFT;
    const { project, issues } = next;
    let deleted = 0;
    for (const deleteRows of [
      deleteTags,
      deleteTexts,
      deleteIssueStats,
      deleteIssueReleases,
      deleteActivities,
      deleteRuleCounts,
      deleteDecisions,
      deleteIncidents,
      deleteTickets,
      deleteFeedback,
      deleteRedirects,
    ]) {
      deleted += await deleteRows(this.session, project, issues, limit - deleted);
      if (deleted === limit) return { deleted, hasMore: true };
    }
    await deleteMarks(this.session, project, issues);
    await this.session.run(DELETE, [project, issues]);
    scan?.reset();
    return { deleted, hasMore: await this.hasAny() };
  }

  private async haveEvents({ project, issues }: RemovedIssues): Promise<boolean> {
    return (await this.session.one<{ count: number }>(COUNT_EVENTS, [project, issues, 1]))?.count !== 0;
  }

  /** Returns the first removed issues of a project: as many as `rows`, within bounds. */
  private async nextIssues(rows: number): Promise<RemovedIssues | undefined> {
    const next = await this.session.one<{ project: number }>(NEXT_PROJECT, []);
    if (next === undefined) return undefined;
    const count = Math.min(Math.max(rows, MIN_ISSUES), MAX_ISSUES);
    const removed = await this.session.all<{ id: number }>(LIST, [next.project, count]);
    return { project: next.project, issues: listValue(removed.map(({ id }) => id)) };
  }
}

type ScannedEvent = EventKey & { isRemoved: number };

/**
 * Finds the events of removed issues by scanning a project's events from the newest on. Events that are neighbors in
 * time are also neighbors on the disk, so that deleting them together changes a fraction of the pages. The position is
 * kept in memory only: events that a scan misses are found by their issue afterwards.
 */
export class RemovedEventScan {
  private project: number | undefined;
  private position: EventKey | undefined;
  private isDone = false;

  /**
   * Returns the next events to delete, at most `limit`; an empty list does not mean that the scan is done.
   * @param issues ids of removed issues of the project as a JSON list
   * @returns undefined if a scan is not worthwhile, or is done
   */
  async next(session: Session, project: number, issues: string, limit: number): Promise<string[] | undefined> {
    if (this.project !== project) await this.begin(session, project, issues);
    if (this.isDone) return undefined;
    const key = this.position === undefined ? [] : [this.position.timestamp, eventIdValue(this.position.eventId)];
    const cursor = this.position === undefined ? null : { key: [], backwards: false, inclusive: false };
    const batch = await session.all<ScannedEvent>(SCAN_EVENTS(cursor), [
      project,
      ...key,
      Math.max(limit, MIN_SCAN_BATCH_SIZE),
    ]);
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
    const row = await session.one<{ count: number }>(COUNT_EVENTS, [project, issues, MIN_EVENTS_TO_SCAN]);
    this.project = project;
    this.position = undefined;
    this.isDone = (row?.count ?? 0) < MIN_EVENTS_TO_SCAN;
  }
}
