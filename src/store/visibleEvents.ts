import { setImmediate } from 'node:timers/promises';
import type { EventKey } from '../domain/event';
import type { Cursor } from '../domain/page';
import { byDialect, type Dialect, hexText, isAmongBytes, jsonBytes, jsonIntegers } from './engine/dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import { eventIdValue, listValue, type ReadSession, type Statement, type Value } from './engine/sql';

/*
 * The list of a project's events. It contains the events of removed issues until they are deleted; a request never
 * walks through all of them (src/DECISIONS.md, "Lists after a removal").
 */

/** The columns of an event that lists need. */
export interface EventRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  /** The stored form of the contract's list record (src/DECISIONS.md, "Event records"). */
  readonly record: string;
}

/** The order of all lists of events. */
export const EVENT_ORDER = { columns: ['e.timestamp', 'e.event_id'], descending: true };
export const EVENT_COLUMNS = (dialect: Dialect) =>
  `${hexText(dialect, 'e.event_id')} AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp", e.record AS "record"`;
/**
 * Hides the events of removed issues until their rows are deleted. PostgreSQL turns NOT EXISTS into a join, whose plan
 * depends on its statistics: after a large removal it would compare all events with all removed issues. A scalar
 * subquery is a lookup by key for each event.
 */
export const NOT_REMOVED = `(SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id) IS NULL`;
/**
 * Finds events by their ids, the first parameter, and the project, the second one. Each id is one lookup by primary
 * key: SQLite does it with the ids as the outer table, PostgreSQL with an array. With `IN`, SQLite reads all events of
 * the project.
 */
export const EVENTS_BY_ID = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? `(${jsonBytes(dialect)}) w CROSS JOIN event e WHERE e.event_id = w.value AND e.project_id = ?`
    : `event e WHERE ${isAmongBytes(dialect, 'e.event_id')} AND e.project_id = ?`;

/**
 * Number of events that the first statement of a walk reads. Each further statement reads twice as many, up to
 * `maxScanRows` of the session.
 */
const FIRST_BATCH_SIZE = 500;
/** Number of issues that the first statement of `RemainingIssues` reads. Each further statement reads twice as many. */
const FIRST_ISSUES = 64;
/**
 * Maximum number of events that are read by issue before the list is read in order again: few events may be hidden from
 * there on.
 */
const MAX_BY_ISSUE = 50;

const ANY_REMOVED = 'SELECT 1 AS "found" FROM removed_issue WHERE project_id = ? LIMIT 1';
function selectEvents(condition: string): SliceStatements {
  return sliceStatements(
    (dialect) => `SELECT ${EVENT_COLUMNS(dialect)} FROM event e WHERE e.project_id = ?${condition}`,
    EVENT_ORDER,
  );
}
/** Lists all events; correct only if no issue is removed. */
const LIST = selectEvents('');
/** Lists visible events: all, or up to a key, inclusive, in the direction of reading. */
const LIST_VISIBLE = selectEvents(` AND ${NOT_REMOVED}`);
const LIST_VISIBLE_DOWN_TO = selectEvents(` AND (e.timestamp, e.event_id) >= (?, ?) AND ${NOT_REMOVED}`);
const LIST_VISIBLE_UP_TO = selectEvents(` AND (e.timestamp, e.event_id) <= (?, ?) AND ${NOT_REMOVED}`);
const KEY_AT = sliceStatements(
  (dialect) =>
    `SELECT e.timestamp AS "timestamp", ${hexText(dialect, 'e.event_id')} AS "eventId" FROM event e WHERE e.project_id = ?`,
  EVENT_ORDER,
  (slice) => `${slice} OFFSET ?`,
);

/** An issue in the order of its newest event, or of its oldest one if the list is read backwards. */
interface NextOfIssue {
  readonly id: number;
  /** The time of that event. */
  readonly seen: number;
  /** The time and the id of the issue's next event after a key; null if there is none. */
  readonly next: string | null;
}

/** Returns an expression for the next event of `issue i`. */
function nextOf(dialect: Dialect, comparison: '<' | '>', direction: 'ASC' | 'DESC'): string {
  return `(SELECT CAST(e.timestamp AS TEXT) || ' ' || ${hexText(dialect, 'e.event_id')} FROM event e
    WHERE e.project_id = ? AND e.issue_id = i.id AND (e.timestamp, e.event_id) ${comparison} (?, ?)
    ORDER BY e.timestamp ${direction}, e.event_id ${direction} LIMIT 1)`;
}
/** The parameters are the time of a key, the project, the key, and the project. */
const NEXT_OLDER = sliceStatements(
  (dialect) => `SELECT i.id AS "id", i.last_seen AS "seen",
    CASE WHEN i.first_seen <= ? THEN ${nextOf(dialect, '<', 'DESC')} END AS "next" FROM issue i WHERE i.project_id = ?`,
  { columns: ['i.last_seen', 'i.id'], descending: true },
);
const NEXT_NEWER = sliceStatements(
  (dialect) => `SELECT i.id AS "id", i.first_seen AS "seen",
    CASE WHEN i.last_seen >= ? THEN ${nextOf(dialect, '>', 'ASC')} END AS "next" FROM issue i WHERE i.project_id = ?`,
  { columns: ['i.first_seen', 'i.id'], descending: false },
);

/**
 * Returns a query for the visible events of issues after one key and up to another, inclusive: at most `limit` of each
 * issue, and in total. The parameters are the issues, the project, the keys, and the limit twice.
 */
function selectOfIssues(after: '<' | '>', upTo: '<=' | '>=', direction: 'ASC' | 'DESC'): Statement {
  const order = `ORDER BY e.timestamp ${direction}, e.event_id ${direction} LIMIT ?`;
  const ofIssue = (columns: string) => `SELECT ${columns} FROM event e
    WHERE e.project_id = ? AND e.issue_id = w.value AND (e.timestamp, e.event_id) ${after} (?, ?)
      AND (e.timestamp, e.event_id) ${upTo} (?, ?) AND ${NOT_REMOVED} ${order}`;
  return byDialect({
    sqlite: `SELECT ${EVENT_COLUMNS('sqlite')} FROM (${jsonIntegers('sqlite')}) w CROSS JOIN event e
    WHERE e.rowid IN (${ofIssue('e.rowid')}) ${order}`,
    postgres: `SELECT ${EVENT_COLUMNS('postgres')} FROM (${jsonIntegers('postgres')}) w
    CROSS JOIN LATERAL (${ofIssue('e.event_id, e.issue_id, e.timestamp, e.record')}) e ${order}`,
  });
}
const LIST_OLDER_OF_ISSUES = selectOfIssues('<', '>=', 'DESC');
const LIST_NEWER_OF_ISSUES = selectOfIssues('>', '<=', 'ASC');

/** A position in the list of a project's events, and a number of events to read from there. */
interface EventSlice {
  readonly project: number;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

/** Events that were read, and the position at which reading continues; undefined at the end of the list. */
interface ReadEvents {
  readonly rows: EventRow[];
  readonly next: Cursor | undefined;
}

/** Reads the visible events of a project from a cursor on. */
export async function readVisibleEvents(session: ReadSession, slice: EventSlice): Promise<EventRow[]> {
  const { project, limit } = slice;
  if ((await session.one(ANY_REMOVED, [project])) === undefined)
    return session.all<EventRow>(LIST(slice.cursor), [project, ...keyValues(slice.cursor), limit]);
  const rows: EventRow[] = [];
  let cursor: Cursor | null | undefined = slice.cursor;
  while (cursor !== undefined && rows.length < limit) {
    const read: ReadEvents = await readSome(session, { project, cursor, limit: limit - rows.length });
    rows.push(...read.rows);
    cursor = read.next;
  }
  return rows;
}

/**
 * Reads visible events in two ways in turn, until one of them has found some: in the order of the list, skipping hidden
 * events, and by the issues that still exist. The first takes long where many events are hidden, the second if there
 * are many issues.
 */
async function readSome(session: ReadSession, slice: EventSlice): Promise<ReadEvents> {
  const walk = new ListWalk(session, slice);
  const first = await walk.advance();
  if (first.isDone) return walk;
  const rows = [...walk.rows];
  const count = Math.min(slice.limit - rows.length, MAX_BY_ISSUE);
  const issues = new RemainingIssues(session, { project: slice.project, cursor: first.end, limit: count });
  for (;;) {
    await setImmediate();
    if (await issues.advance()) {
      const ofIssues = await issues.read();
      return { rows: [...rows, ...ofIssues.rows], next: ofIssues.next };
    }
    if ((await walk.advance()).isDone) return walk;
  }
}

/** Reads the visible events of a list that also has hidden ones, batch by batch. */
class ListWalk implements ReadEvents {
  readonly rows: EventRow[] = [];
  next: Cursor | undefined;
  private from: Cursor | null;
  private batchSize = FIRST_BATCH_SIZE;

  constructor(
    private readonly session: ReadSession,
    private readonly slice: EventSlice,
  ) {
    this.from = slice.cursor;
  }

  /**
   * Reads the next batch. Its end is read first: rows that are deleted meanwhile do not move it. Returns the end unless
   * the list ends, or the requested number of events was found.
   */
  async advance(): Promise<{ readonly isDone: true } | { readonly isDone: false; readonly end: Cursor }> {
    const { session, from } = this;
    const { project, limit } = this.slice;
    const backwards = from?.backwards ?? false;
    const end = await session.one<EventKey>(KEY_AT(from), [project, ...keyValues(from), 1, this.batchSize - 1]);
    this.batchSize = Math.min(this.batchSize * 2, session.maxScanRows);
    const rest = [...keyValues(from), limit - this.rows.length];
    const upToEnd = backwards ? LIST_VISIBLE_UP_TO : LIST_VISIBLE_DOWN_TO;
    this.rows.push(
      ...(await (end === undefined
        ? session.all<EventRow>(LIST_VISIBLE(from), [project, ...rest])
        : session.all<EventRow>(upToEnd(from), [project, ...valuesOf(end), ...rest]))),
    );
    if (end === undefined || this.rows.length === limit) return { isDone: true };
    this.from = after(end, backwards);
    return { isDone: false, end: this.from };
  }
}

/**
 * Finds the issues that have the next visible events after a key. Reads issues in the order of their newest events
 * (oldest events, if the list is read backwards). The search ends when there are enough issues, and the newest event of
 * the last one that was read comes after the next events of all of them.
 */
class RemainingIssues {
  private readonly backwards: boolean;
  private readonly start: readonly [time: number, id: Uint8Array];
  /** The issues with the next events among those that were read, in the order of these events. */
  private nearest: (EventKey & { readonly issue: number })[] = [];
  private position: Cursor | null = null;
  private size = FIRST_ISSUES;

  constructor(
    private readonly session: ReadSession,
    private readonly slice: EventSlice & { readonly cursor: Cursor },
  ) {
    this.backwards = slice.cursor.backwards;
    const [time = '', id = ''] = slice.cursor.key;
    this.start = [Number(time), eventIdValue(id)];
  }

  /** Searches more issues. Returns true once all that are needed were searched. */
  async advance(): Promise<boolean> {
    const { session, backwards, size, position } = this;
    const { project, limit } = this.slice;
    const statement = (backwards ? NEXT_NEWER : NEXT_OLDER)(position);
    const [time] = this.start;
    const values: Value[] = [time, project, ...this.start, project, ...(position?.key ?? []).map(Number), size];
    const issues = await session.all<NextOfIssue>(statement, values);
    for (const { id, next } of issues) {
      if (next === null) continue;
      const [timestamp, eventId = ''] = next.split(' ');
      this.nearest.push({ issue: id, timestamp: Number(timestamp), eventId });
    }
    const sign = backwards ? 1 : -1;
    this.nearest.sort((one, other) => sign * compareKeys(one, other));
    this.nearest = this.nearest.slice(0, limit);
    const last = issues.at(-1);
    if (last === undefined || issues.length < size) return true;
    const furthest = this.nearest[limit - 1];
    if (furthest !== undefined && sign * (last.seen - furthest.timestamp) > 0) return true;
    this.position = { key: [String(last.seen), String(last.id)], backwards: false, inclusive: false };
    this.size = Math.min(size * 2, session.maxScanRows);
    return false;
  }

  /** Reads the next events of the issues. */
  async read(): Promise<ReadEvents> {
    const { session, backwards, start, nearest } = this;
    const { project, limit } = this.slice;
    // `limit` issues have at least `limit` events up to the next event of the last issue: no later event is needed.
    const bound = nearest.length === limit ? nearest.at(-1) : undefined;
    const end = bound === undefined ? [backwards ? Number.MAX_SAFE_INTEGER : -1, NO_ID] : valuesOf(bound);
    const rows = await session.all<EventRow>(backwards ? LIST_NEWER_OF_ISSUES : LIST_OLDER_OF_ISSUES, [
      listValue(nearest.map(({ issue }) => issue)),
      project,
      ...start,
      ...end,
      limit,
      limit,
    ]);
    // There are fewer than `limit` only if an issue was removed meanwhile.
    const last = rows.length === limit ? rows.at(-1) : bound;
    return { rows, next: last && after(last, backwards) };
  }
}

const NO_ID = new Uint8Array();

/** Returns the cursor after an event in the direction of reading. */
function after({ timestamp, eventId }: EventKey, backwards: boolean): Cursor {
  return { key: [String(timestamp), eventId], backwards, inclusive: false };
}

/** Returns the values of a cursor's key in statements. */
export function keyValues(cursor: Cursor | null): Value[] {
  if (cursor === null) return [];
  const [timestamp, eventId = ''] = cursor.key;
  return valuesOf({ timestamp: Number(timestamp), eventId });
}

function valuesOf({ timestamp, eventId }: EventKey): [number, Uint8Array] {
  return [timestamp, eventIdValue(eventId)];
}

function compareKeys(one: EventKey, other: EventKey): number {
  if (one.timestamp !== other.timestamp) return one.timestamp - other.timestamp;
  return one.eventId === other.eventId ? 0 : one.eventId < other.eventId ? -1 : 1;
}
