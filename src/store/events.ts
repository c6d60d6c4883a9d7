import { setImmediate } from 'node:timers/promises';
import { eventCursorKey } from '../domain/event';
import type { Issue } from '../domain/issue';
import { type Cursor, type Page, type PageRequest, readPage } from '../domain/page';
import { AFTER, type DeletedRangeCache, type EventKey } from './engine/deletedRanges';
import { type Dialect, hexText, isOneOf, jsonBytes } from './engine/dialect';
import { type EventSelection, searchEvents } from './search/eventSearch';
import { sliceStatements, type SliceStatements } from './keyset';
import { eventIdValue, idValue, insertRows, listValue, type ReadSession, type Session, type Value } from './engine/sql';

/**
 * Number of events that a scan of the list reads with its first statement. Each further statement reads twice as many,
 * up to `maxScanRows` of the session.
 */
const FIRST_BATCH_SIZE = 500;
/** Number of events that `listNewest` reads with one statement. */
const NEWEST_AT_ONCE = 250;

/** The columns of an event that lists need. */
export interface EventRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  /** The stored form of the contract's list record (src/DECISIONS.md, "Event records"). */
  readonly record: string;
}

/** An event with its compressed body. */
export interface FullEventRow extends EventRow {
  readonly body: Uint8Array;
}

/** An event with its project. */
export interface OwnedEventRow extends FullEventRow {
  readonly projectId: string;
}

/** Ids of stored events. */
export interface StoredEventIds {
  readonly visible: ReadonlySet<string>;
  /** Ids of events whose issues were removed and that are not deleted yet. */
  readonly removed: readonly string[];
}

/** The order of all lists of events. */
const ORDER = { columns: ['e.timestamp', 'e.event_id'], descending: true };
const COLUMNS = (dialect: Dialect) =>
  `${hexText(dialect, 'e.event_id')} AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp", e.record AS "record"`;
const COLUMNS_WITH_BODY = (dialect: Dialect) => `${COLUMNS(dialect)}, e.body AS "body"`;
/**
 * Hides the events of removed issues until their rows are deleted. PostgreSQL turns NOT EXISTS into a join, whose plan
 * depends on its statistics: after a large removal it would compare all events with all removed issues. A scalar
 * subquery is a lookup by key for each event.
 */
const NOT_REMOVED = `(SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id) IS NULL`;
/** The same condition for one issue, evaluated once. Its parameters are those in the list. */
const ISSUE_NOT_REMOVED = `(SELECT 1 FROM removed_issue r WHERE r.project_id = ? AND r.issue_id = ?) IS NULL`;

const ANY_REMOVED = 'SELECT 1 AS "found" FROM removed_issue WHERE project_id = ? LIMIT 1';
const KEY_AT = sliceStatements(
  (dialect) =>
    `SELECT e.timestamp AS "timestamp", ${hexText(dialect, 'e.event_id')} AS "eventId" FROM event e WHERE e.project_id = ?`,
  ORDER,
  (slice) => `${slice} OFFSET ?`,
);
/** The statements that read a list of events. */
interface EventStatements {
  /** All events; correct only if no issue is removed. */
  readonly all: SliceStatements;
  /** The visible events. */
  readonly visible: SliceStatements;
  /** The visible events up to a key, inclusive; for lists that are read forwards. */
  readonly visibleDownTo: SliceStatements;
  /** The visible events up to a key, inclusive; for lists that are read backwards. */
  readonly visibleUpTo: SliceStatements;
}

function eventStatements(columns: (dialect: Dialect) => string): EventStatements {
  const statements = (condition: string) =>
    sliceStatements((dialect) => `SELECT ${columns(dialect)} FROM event e WHERE e.project_id = ?${condition}`, ORDER);
  return {
    all: statements(''),
    visible: statements(` AND ${NOT_REMOVED}`),
    visibleDownTo: statements(` AND (e.timestamp, e.event_id) >= (?, ?) AND ${NOT_REMOVED}`),
    visibleUpTo: statements(` AND (e.timestamp, e.event_id) <= (?, ?) AND ${NOT_REMOVED}`),
  };
}

const LIST = eventStatements(COLUMNS);
const LIST_BY_ISSUE = sliceStatements(
  (dialect) =>
    `SELECT ${COLUMNS(dialect)} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${ISSUE_NOT_REMOVED}`,
  ORDER,
);
/** Reads the index alone. */
const LIST_IDS = (dialect: Dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId" FROM event e
  WHERE e.project_id = ? AND e.issue_id = ? AND ${ISSUE_NOT_REMOVED} ORDER BY e.timestamp DESC, e.event_id DESC LIMIT ?`;
/** The end of the list of an issue's events, for reading backwards. */
const BEFORE_ALL: Cursor = { key: ['-1', ''], backwards: true, inclusive: false };
const FIND = (dialect: Dialect) =>
  `SELECT ${COLUMNS_WITH_BODY(dialect)} FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${NOT_REMOVED}`;
/** One lookup by primary key for each project of the organization. */
const FIND_IN_ORGANIZATION = (dialect: Dialect) =>
  `SELECT ${COLUMNS_WITH_BODY(dialect)}, CAST(e.project_id AS TEXT) AS "projectId" FROM project p CROSS JOIN event e
  WHERE p.organization_id = ? AND e.project_id = p.id AND e.event_id = ? AND ${NOT_REMOVED} ORDER BY p.id LIMIT 1`;
/** One lookup by primary key for each id: SQLite does it with the ids as the outer table, PostgreSQL with an array. */
const READ_BODIES = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? `SELECT ${COLUMNS_WITH_BODY(dialect)} FROM (${jsonBytes(dialect)}) w CROSS JOIN event e
  WHERE e.project_id = ? AND e.event_id = w.value AND ${NOT_REMOVED}`
    : `SELECT ${COLUMNS_WITH_BODY(dialect)} FROM event e
  WHERE ${isOneOf(dialect, 'e.event_id', jsonBytes(dialect))} AND e.project_id = ? AND ${NOT_REMOVED}`;
/**
 * One lookup by primary key for each id; with a plain `IN`, SQLite scans all events of the project, and PostgreSQL may.
 */
const FIND_STORED_IDS = (dialect: Dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId",
    CASE WHEN ${NOT_REMOVED} THEN 0 ELSE 1 END AS "isRemoved"
  FROM event e WHERE e.project_id = ? AND ${isOneOf(dialect, 'e.event_id', jsonBytes(dialect))}`;

const INSERT = insertRows('event', {
  project_id: 'SAME',
  event_id: 'BLOB',
  issue_id: 'INTEGER',
  timestamp: 'INTEGER',
  record: 'TEXT',
  body: 'BLOB',
});
/** Deletes events. The parameters are the project, and the event ids as a JSON list. */
export const DELETE_EVENTS_BY_ID = (dialect: Dialect) =>
  `DELETE FROM event WHERE project_id = ? AND ${isOneOf(dialect, 'event_id', jsonBytes(dialect))}`;

/** The rows of `event`. */
export class EventReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  find(projectId: string, eventId: string): Promise<FullEventRow | undefined> {
    return this.session.one(FIND, [idValue(projectId), eventIdValue(eventId)]);
  }

  /** Returns the event of an id in any project of the organization; of several, the event of the oldest project. */
  findInOrganization(organizationId: string, eventId: string): Promise<OwnedEventRow | undefined> {
    return this.session.one(FIND_IN_ORGANIZATION, [idValue(organizationId), eventIdValue(eventId)]);
  }

  /**
   * Returns the events of a project, newest first: by timestamp, then by id, both descending (openapi/DECISIONS.md
   * D15).
   */
  list(projectId: string, page: PageRequest): Promise<Page<EventRow>> {
    return this.readList<EventRow>(LIST, projectId, page);
  }

  /** Returns those events that are visible, with their bodies, in the given order. */
  async readBodies(projectId: string, eventIds: readonly string[]): Promise<FullEventRow[]> {
    const values = [listValue(eventIds), idValue(projectId)];
    const rows = await this.session.all<FullEventRow>(READ_BODIES, values);
    const byId = new Map(rows.map((row) => [row.eventId, row]));
    return eventIds.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns the events of an issue in the same order. */
  listByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>> {
    return readPage(page, (cursor, limit) => this.readSliceOfIssue(issue, cursor, limit), eventCursorKey);
  }

  /** Returns the events of a project, or of one of its issues, that match a search, in the same order. */
  search(
    { projectId, issueId }: { readonly projectId: string; readonly issueId: string | null },
    selection: EventSelection<EventRow>,
    page: PageRequest,
  ): Promise<Page<EventRow>> {
    const { session } = this;
    const project = idValue(projectId);
    const lists = {
      readSlice: (id: string | null, cursor: Cursor | null, limit: number): Promise<EventRow[]> =>
        id === null
          ? readEventSlice(session, LIST, { project, cursor, limit })
          : this.readSliceOfIssue({ projectId, id }, cursor, limit),
      readBodies: (ids: readonly string[]) => this.readBodies(projectId, ids),
    };
    return readPage(
      page,
      (cursor, limit) => searchEvents(session, { project, issueId }, lists, selection, cursor, limit),
      eventCursorKey,
    );
  }

  /** Returns the newest events of an issue, at most `limit`. Reads in batches, so that no statement reads many rows. */
  async listNewest(issue: Pick<Issue, 'id' | 'projectId'>, limit: number): Promise<EventRow[]> {
    const rows: EventRow[] = [];
    let cursor: Cursor | null = null;
    while (rows.length < limit) {
      const size = Math.min(NEWEST_AT_ONCE, limit - rows.length);
      const batch: EventRow[] = await this.readSliceOfIssue(issue, cursor, size);
      rows.push(...batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < size) break;
      cursor = { key: eventCursorKey(last), backwards: false, inclusive: false };
      await setImmediate();
    }
    return rows;
  }

  /** Returns the ids of the newest events of an issue, at most `limit`. One statement reads them. */
  async listIds({ id, projectId }: Pick<Issue, 'id' | 'projectId'>, limit: number): Promise<string[]> {
    const issue = [idValue(projectId), idValue(id)];
    const rows = await this.session.all<{ eventId: string }>(LIST_IDS, [...issue, ...issue, limit]);
    return rows.map(({ eventId }) => eventId);
  }

  /** Returns the oldest event of an issue. */
  async findOldest(issue: Pick<Issue, 'id' | 'projectId'>): Promise<EventRow | undefined> {
    return (await this.readSliceOfIssue(issue, BEFORE_ALL, 1))[0];
  }

  /** Returns the ids of the events before and after an event in the list of its issue's events. */
  async findNeighbours(
    issue: Pick<Issue, 'id' | 'projectId'>,
    { timestamp, eventId }: EventKey,
  ): Promise<{ newer: string | null; older: string | null }> {
    const next = async (backwards: boolean) => {
      const cursor = { key: [String(timestamp), eventId], backwards, inclusive: false };
      return (await this.readSliceOfIssue(issue, cursor, 1))[0]?.eventId ?? null;
    };
    return { newer: await next(true), older: await next(false) };
  }

  private readList<Row extends EventRow>(
    statements: EventStatements,
    projectId: string,
    page: PageRequest,
  ): Promise<Page<Row>> {
    const project = idValue(projectId);
    return readPage(
      page,
      (cursor, limit) => readEventSlice<Row>(this.session, statements, { project, cursor, limit }),
      eventCursorKey,
    );
  }

  private readSliceOfIssue(
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    cursor: Cursor | null,
    limit: number,
  ): Promise<EventRow[]> {
    const issue = [idValue(projectId), idValue(id)];
    return this.session.all(LIST_BY_ISSUE(cursor), [...issue, ...issue, ...keyValues(cursor), limit]);
  }
}

export class EventWriter extends EventReader<Session> {
  /** Returns the given ids for which the project has stored events. */
  async findStoredIds(projectId: string, eventIds: readonly string[]): Promise<StoredEventIds> {
    const values = [idValue(projectId), listValue(eventIds)];
    const rows = await this.session.all<{ eventId: string; isRemoved: number }>(FIND_STORED_IDS, values);
    const idsOf = (isRemoved: number) => rows.filter((row) => row.isRemoved === isRemoved).map((row) => row.eventId);
    return { visible: new Set(idsOf(0)), removed: idsOf(1) };
  }

  /** Deletes events of removed issues, so that new events can use their ids. */
  async deleteRemoved(projectId: string, eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    const values = [idValue(projectId), listValue(eventIds)];
    this.session.post(DELETE_EVENTS_BY_ID, [values]);
  }

  /** Inserts events. Their ids must be free; otherwise the transaction fails with Conflict. */
  async insert(projectId: string, rows: readonly FullEventRow[]): Promise<void> {
    const project = idValue(projectId);
    this.session.post(
      INSERT,
      rows.map((row) => [
        project,
        eventIdValue(row.eventId),
        idValue(row.issueId),
        row.timestamp,
        row.record,
        row.body,
      ]),
    );
    for (const { timestamp, eventId } of rows) this.session.notifyInserted?.({ project, timestamp, eventId });
  }
}

/**
 * Reads a slice of a project's list. While there are events of removed issues that are not deleted yet, it scans the
 * list in batches, so that no statement reads many rows, however many events are hidden. A reader of SQLite skips the
 * ranges that contain only hidden events.
 */
async function readEventSlice<Row extends EventRow>(
  session: ReadSession,
  statements: EventStatements,
  request: { project: number; cursor: Cursor | null; limit: number },
): Promise<Row[]> {
  const { project, cursor, limit } = request;
  if ((await session.one(ANY_REMOVED, [project])) !== undefined)
    return new VisibleEventScan<Row>(session, statements, project).read(cursor, limit);
  session.deletedRanges?.clearProject(project);
  return session.all<Row>(statements.all(cursor), [project, ...keyValues(cursor), limit]);
}

/** Reads the visible events of a project that has events of removed issues. */
class VisibleEventScan<Row extends EventRow> {
  private readonly deletedRanges: DeletedRangeCache | undefined;
  private batchSize = FIRST_BATCH_SIZE;

  constructor(
    private readonly session: ReadSession,
    private readonly statements: EventStatements,
    private readonly project: number,
  ) {
    this.deletedRanges = session.deletedRanges;
  }

  async read(cursor: Cursor | null, limit: number): Promise<Row[]> {
    const backwards = cursor?.backwards ?? false;
    const rows: Row[] = [];
    let from = cursor;
    for (;;) {
      this.deletedRanges?.refresh();
      const next = this.deletedRanges && (await this.keyAt(from, 0));
      const end =
        (next && this.deletedRanges.findEnd(this.project, next, backwards)) ??
        (await this.readBatch({ from, next, limit: limit - rows.length, rows }));
      if (end === undefined || rows.length === limit) return rows;
      from = { key: [String(end.timestamp), end.eventId], backwards, inclusive: false };
      await setImmediate();
    }
  }

  /**
   * Adds the visible events of the next batch to `rows`. The end of the batch is read first: rows that are deleted
   * meanwhile do not move it. A batch without visible events, which begins at `next`, is added to the deleted ranges.
   * @returns the batch's last key; undefined if the list ends in the batch
   */
  private async readBatch(batch: {
    from: Cursor | null;
    next: EventKey | undefined;
    limit: number;
    rows: Row[];
  }): Promise<EventKey | undefined> {
    const { from, next, limit, rows } = batch;
    const { project, statements, session } = this;
    const end = await this.keyAt(from, this.batchSize - 1);
    this.batchSize = Math.min(this.batchSize * 2, session.maxScanRows);
    const slice = [...keyValues(from), limit];
    const upToEnd = from?.backwards === true ? statements.visibleUpTo : statements.visibleDownTo;
    const visible = await (end === undefined
      ? session.all<Row>(statements.visible(from), [project, ...slice])
      : session.all<Row>(upToEnd(from), [project, end.timestamp, eventIdValue(end.eventId), ...slice]));
    rows.push(...visible);
    if (visible.length === 0 && end !== undefined && next !== undefined)
      this.deletedRanges?.add(project, this.endOfDeletedRange(from) ?? next, end);
    return end;
  }

  /** Returns the cursor's key if it is the end of a deleted range; a batch after it then extends the range. */
  private endOfDeletedRange(from: Cursor | null): EventKey | undefined {
    if (from === null) return undefined;
    const [timestamp, eventId = ''] = from.key;
    const key = { timestamp: Number(timestamp), eventId };
    return this.deletedRanges?.findEnd(this.project, key, from.backwards) === undefined ? undefined : key;
  }

  /** Returns the key of the row at an offset from the cursor. */
  private keyAt(from: Cursor | null, offset: number): Promise<EventKey | undefined> {
    return this.session.one<EventKey>(KEY_AT(from), [this.project, ...keyValues(from), 1, offset]);
  }
}

/** Bytes that sort after every event id; appended to an id, they sort directly after it. */
const AFTER_BYTES = Buffer.alloc(17, 0xff);

function keyValues(cursor: Cursor | null): Value[] {
  if (cursor === null) return [];
  const [timestamp, eventId = ''] = cursor.key;
  const [id = ''] = eventId.split(AFTER);
  const bytes = eventIdValue(id);
  return [Number(timestamp), eventId.endsWith(AFTER) ? Buffer.concat([bytes, AFTER_BYTES]) : bytes];
}
