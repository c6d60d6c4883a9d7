import { setImmediate } from 'node:timers/promises';
import { eventCursorKey, type EventKey, foundEventKey } from '../domain/event';
import type { Issue } from '../domain/issue';
import { type Cursor, type Page, type PageRequest, type PartialRows, readPage } from '../domain/page';
import { type Dialect, hexText, isAmongBytes } from './engine/dialect';
import { type EventSelection, type FoundEvent, type SearchedPlace, searchEvents } from './search/eventSearch';
import { recordTraces } from './search/issueTerms';
import { sliceStatements } from './keyset';
import {
  EntityStore,
  eventIdValue,
  idValue,
  insertRows,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
} from './engine/sql';
import {
  EVENT_COLUMNS,
  EVENT_ORDER,
  EVENTS_BY_ID,
  type EventRow,
  keyValues,
  NOT_REMOVED,
  readVisibleEvents,
} from './visibleEvents';

/** Number of events that `listNewest` reads with one statement. */
const NEWEST_AT_ONCE = 250;

/** An event with its compressed body. */
export interface FullEventRow extends EventRow {
  readonly body: Uint8Array;
}

/** An event that is inserted. */
export interface NewEventRow extends FullEventRow {
  /** 32 lower-case hexadecimal digits; null for none. */
  readonly traceId?: string | null;
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

/** The order of a list of events. */
export type EventOrder = 'newest' | 'oldest';

const COLUMNS_WITH_BODY = (dialect: Dialect) => `${EVENT_COLUMNS(dialect)}, e.body AS "body"`;
/** `NOT_REMOVED` for one issue, evaluated once. The parameters are the project and the issue. */
const ISSUE_NOT_REMOVED = `(SELECT 1 FROM removed_issue r WHERE r.project_id = ? AND r.issue_id = ?) IS NULL`;

const LIST_BY_ISSUE = sliceStatements(
  (dialect) =>
    `SELECT ${EVENT_COLUMNS(dialect)} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${ISSUE_NOT_REMOVED}`,
  EVENT_ORDER,
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
const READ_BODIES = (dialect: Dialect) =>
  `SELECT ${COLUMNS_WITH_BODY(dialect)} FROM ${EVENTS_BY_ID(dialect)} AND ${NOT_REMOVED}`;
/** Hardly any of the ids is stored: whether its issue was removed is another question, for few. */
const FIND_STORED_IDS = (dialect: Dialect) =>
  `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId" FROM ${EVENTS_BY_ID(dialect)}`;
const FIND_VISIBLE_IDS = (dialect: Dialect) => `${FIND_STORED_IDS(dialect)} AND ${NOT_REMOVED}`;

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
  `DELETE FROM event WHERE project_id = ? AND ${isAmongBytes(dialect, 'event_id')}`;

/** Converts a cursor of a list in one of the orders to the cursor of the list with the newest events first. */
function toNewestFirst(cursor: Cursor | null, order: EventOrder): Cursor | null {
  if (order === 'newest') return cursor;
  return cursor === null ? BEFORE_ALL : { ...cursor, backwards: !cursor.backwards };
}

/** The rows of `event`. */
export class EventReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
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
    const project = idValue(projectId);
    return readPage(
      page,
      (cursor, limit) => readVisibleEvents(this.session, { project, cursor, limit }),
      eventCursorKey,
    );
  }

  /** Returns the events of a project that are older than a key, newest first; the newest ones without a key. */
  listOlder(projectId: string, key: EventKey | undefined, limit: number): Promise<EventRow[]> {
    const cursor = key === undefined ? null : { key: eventCursorKey(key), backwards: false, inclusive: false };
    return readVisibleEvents(this.session, { project: idValue(projectId), cursor, limit });
  }

  /** Returns the given ids for which the project has stored events. */
  async findStoredIds(projectId: string, eventIds: readonly string[]): Promise<StoredEventIds> {
    const find = async (statement: Statement, ids: readonly string[]) =>
      (await this.session.all<{ eventId: string }>(statement, [listValue(ids), idValue(projectId)])).map(
        ({ eventId }) => eventId,
      );
    const stored = await find(FIND_STORED_IDS, eventIds);
    if (stored.length === 0) return { visible: new Set(), removed: [] };
    const visible = new Set(await find(FIND_VISIBLE_IDS, stored));
    return { visible, removed: stored.filter((id) => !visible.has(id)) };
  }

  /** Returns the given events that are visible, with their bodies, in the given order. */
  async readBodies(projectId: string, eventIds: readonly string[]): Promise<FullEventRow[]> {
    const values = [listValue(eventIds), idValue(projectId)];
    const rows = await this.session.all<FullEventRow>(READ_BODIES, values);
    const byId = new Map(rows.map((row) => [row.eventId, row]));
    return eventIds.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns the events of an issue in the order of `list`. */
  listByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>> {
    return readPage(page, (cursor, limit) => this.readSliceOfIssue(issue, cursor, limit), eventCursorKey);
  }

  /** Returns the events of a project, or of one of its issues, that match a search, in the order of `list`. */
  search(
    { projectId, issueId }: { readonly projectId: string; readonly issueId: string | null },
    selection: EventSelection<EventRow>,
    page: PageRequest,
    order: EventOrder = 'newest',
  ): Promise<Page<EventRow>> {
    const places = [this.placeOf(projectId, issueId)];
    const readRows = async (cursor: Cursor | null, limit: number) => {
      const { rows, stoppedAt } = await searchEvents(
        this.session,
        places,
        selection,
        toNewestFirst(cursor, order),
        limit,
      );
      return { rows: rows.map(({ row }) => row), stoppedAt: stoppedAt?.slice(0, 2) ?? null };
    };
    return readPage(page, readRows, eventCursorKey);
  }

  /** Returns the events of projects that match a search, as one list. */
  searchProjects(
    projectIds: readonly string[],
    selection: EventSelection<EventRow>,
    page: PageRequest,
    order: EventOrder,
  ): Promise<Page<FoundEvent<EventRow>>> {
    const readRows = (cursor: Cursor | null, limit: number) =>
      this.findMatching(projectIds, selection, toNewestFirst(cursor, order), limit);
    return readPage(page, readRows, foundEventKey);
  }

  /** Reads events of projects that match a search from a cursor of `searchProjects` on, newest first. */
  findMatching(
    projectIds: readonly string[],
    selection: EventSelection<EventRow>,
    cursor: Cursor | null,
    limit: number,
  ): Promise<PartialRows<FoundEvent<EventRow>>> {
    const places = projectIds.map((id) => this.placeOf(id, null));
    return searchEvents(this.session, places, selection, cursor, limit);
  }

  private placeOf(projectId: string, issueId: string | null): SearchedPlace<EventRow> {
    const project = idValue(projectId);
    const lists = {
      readSlice: (id: string | null, cursor: Cursor | null, limit: number): Promise<EventRow[]> =>
        id === null
          ? readVisibleEvents(this.session, { project, cursor, limit })
          : this.readSliceOfIssue({ projectId, id }, cursor, limit),
      readBodies: (ids: readonly string[]) => this.readBodies(projectId, ids),
    };
    return { project, issueId, lists };
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
  /** Deletes events, so that new events can use their ids. The counts of their issues stay as they are. */
  async deleteByIds(projectId: string, eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    const values = [idValue(projectId), listValue(eventIds)];
    this.session.post(DELETE_EVENTS_BY_ID, [values]);
  }

  /** Inserts events, and their traces. Their ids must be free; otherwise the transaction fails with Conflict. */
  async insert(projectId: string, rows: readonly NewEventRow[]): Promise<void> {
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
    recordTraces(this.session, project, rows);
  }
}
