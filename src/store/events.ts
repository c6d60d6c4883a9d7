import { setImmediate } from 'node:timers/promises';
import { Conflict } from '../domain/errors';
import { eventCursorKey, type EventLabels } from '../domain/event';
import type { Issue } from '../domain/issue';
import type { OutcomeCount } from '../domain/outcome';
import { type Cursor, type Page, type PageRequest, readPage } from '../domain/page';
import type { Project } from '../domain/project';
import type { DeletedRangeCache, EventKey } from './deletedRanges';
import { type Dialect, jsonTexts } from './dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import { recordEventLabels } from './releases';
import { idValue, listValue, type Session, type Value } from './sql';

/** An event's list columns. */
export interface EventRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  /** The contract's list record as JSON text, without its `groupID`. */
  readonly record: string;
}

/** An event with its body, as `domain/eventBody` packs it. */
export interface FullEventRow extends EventRow {
  readonly body: Uint8Array;
}

export interface EventReader {
  /** Newest first: timestamp, then id, both descending (decisions.md D15). */
  list(projectId: string, page: PageRequest): Promise<Page<EventRow>>;
  /** The same list with bodies. */
  listFull(projectId: string, page: PageRequest): Promise<Page<FullEventRow>>;
  /** The events of an issue in the same order, and with bodies. */
  listByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>>;
  listFullByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<FullEventRow>>;
  find(projectId: string, eventId: string): Promise<FullEventRow | undefined>;
}

/** What a project is to the events that tell of it. */
export type NotedProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent'>;

export interface EventWriter extends EventReader {
  /** Which of these ids this project has (and shows) an event of. */
  findExistingIds(projectId: string, eventIds: readonly string[]): Promise<Set<string>>;
  /** @throws Conflict if an id is taken */
  insert(projectId: string, rows: readonly FullEventRow[]): Promise<void>;
  /**
   * Notes what events tell about their project (first event, platform, environment) and about their releases.
   * @param beginners those of them that open an issue
   */
  recordLabels(
    project: NotedProject,
    events: readonly EventLabels[],
    beginners?: readonly EventLabels[],
  ): Promise<void>;
}

export interface OutcomeReader {
  /** Counts of the hours that began from `from` on and before `to`, oldest first. */
  list(projectId: string, span: { from: number; to: number }): Promise<OutcomeCount[]>;
  /** How many events were accepted in the busiest hour since then; 0 if none were. */
  busiestHour(projectId: string, since: number): Promise<number>;
}

export interface OutcomeWriter extends OutcomeReader {
  /** Adds to the counts of projects. */
  add(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void>;
  /** Removes the counts of hours that began before then. */
  prune(projectId: string, before: number): Promise<void>;
}

/** Events looked at in one go; others are served in between. */
const WINDOW = 500;

/** An event is gone with its issue, however long its row stays. */
export const NOT_REMOVED = `NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)`;

/** The order of all lists of events. */
export const ORDER = { columns: ['e.timestamp', 'e.event_id'], descending: true };
const ANY_REMOVED = 'SELECT 1 AS "found" FROM removed_issue WHERE project_id = ? LIMIT 1';
const EVENT_KEYS = sliceStatements(
  'SELECT e.timestamp AS "timestamp", e.event_id AS "eventId" FROM event e WHERE e.project_id = ?',
  ORDER,
);

/** Rows whose records are not read: of most windows none is shown. */
const WINDOW_ROWS = sliceStatements(
  'SELECT e.project_id, e.event_id, e.issue_id FROM event e WHERE e.project_id = ?',
  ORDER,
);
const NOT_REMOVED_IN_WINDOW =
  'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = ? AND r.issue_id = w.issue_id)';
const EVENT_KEY_AT = extended(EVENT_KEYS, (slice) => `${slice} OFFSET ?`);

/** How a list of events is read: where no issue is removed, as a whole, and from a window of so many rows. */
export interface EventStatements {
  readonly plain: SliceStatements;
  readonly whole: SliceStatements;
  readonly window: SliceStatements;
}

/** The statements that read these columns of events. */
export function eventStatements(columns: string): EventStatements {
  return {
    plain: sliceStatements(`SELECT ${columns} FROM event e WHERE e.project_id = ?`, ORDER),
    whole: sliceStatements(`SELECT ${columns} FROM event e WHERE e.project_id = ? AND ${NOT_REMOVED}`, ORDER),
    window: extended(
      WINDOW_ROWS,
      (slice) => `SELECT ${columns} FROM (${slice}) w CROSS JOIN event e
      WHERE ${NOT_REMOVED_IN_WINDOW} AND e.project_id = ? AND e.event_id = w.event_id LIMIT ?`,
    ),
  };
}

/** Statements made of others, once each: they are found again by identity. */
function extended(statements: SliceStatements, extend: (slice: string) => string): SliceStatements {
  const known = new Map<string, string>();
  return (cursor) => {
    const slice = statements(cursor);
    const made = known.get(slice) ?? extend(slice);
    known.set(slice, made);
    return made;
  };
}

/**
 * Reads a slice of a project's list. While events of removed issues wait to be deleted it goes in windows, and passes over what
 * is known to hold nothing else: however many they are, nobody waits long for this one, nor this one for them twice.
 */
export async function readEventSlice<Row extends EventRow>(
  session: Session,
  statements: EventStatements,
  request: { project: number; cursor: Cursor | null; limit: number },
): Promise<Row[]> {
  const { project, cursor, limit } = request;
  const { deletedRanges: stretches } = session;
  const read = (slices: SliceStatements) => session.all<Row>(slices(cursor), [project, ...keyOf(cursor), limit]);
  if (stretches === undefined) return read(statements.whole);
  if ((await session.one(ANY_REMOVED, [project])) === undefined) {
    stretches.clearProject(project);
    return read(statements.plain);
  }
  return new VisibleEventScan<Row>(session, stretches, statements, project).read(cursor, limit);
}

class VisibleEventScan<Row extends EventRow> {
  constructor(
    private readonly session: Session,
    private readonly stretches: DeletedRangeCache,
    private readonly statements: EventStatements,
    private readonly project: number,
  ) {}

  async read(cursor: Cursor | null, limit: number): Promise<Row[]> {
    const backwards = cursor?.backwards ?? false;
    const rows: Row[] = [];
    let from = cursor;
    for (;;) {
      this.stretches.refresh();
      const next = await this.place(from, 1);
      if (next === undefined) return rows;
      const end =
        this.stretches.findEnd(this.project, next, backwards) ?? (await this.readWindow({ from, next, limit, rows }));
      if (end === undefined || rows.length === limit) return rows;
      from = { key: [String(end.timestamp), end.eventId], backwards, inclusive: false };
    }
  }

  /** Adds what a window shows; answers where it ends, or undefined if the list ends in it. What shows nothing is remembered. */
  private async readWindow(at: {
    from: Cursor | null;
    next: EventKey;
    limit: number;
    rows: Row[];
  }): Promise<EventKey | undefined> {
    const { from, next, limit, rows } = at;
    const { project } = this;
    const values = [project, ...keyOf(from), WINDOW, project, project, limit - rows.length];
    const shown = await this.session.all<Row>(this.statements.window(from), values);
    const end = await this.place(from, WINDOW);
    rows.push(...shown);
    if (shown.length > 0 || end === undefined) return end;
    this.stretches.add(this.project, this.joint(from) ?? next, end);
    await setImmediate();
    return end;
  }

  /** The place the walk comes from, if it is one that is passed over: the window continues it. */
  private joint(from: Cursor | null): EventKey | undefined {
    if (from === null) return undefined;
    const [timestamp, eventId = ''] = from.key;
    const place = { timestamp: Number(timestamp), eventId };
    return this.stretches.findEnd(this.project, place, from.backwards) === undefined ? undefined : place;
  }

  /** The place of the row of that number, counted from 1. */
  private place(from: Cursor | null, number: number): Promise<EventKey | undefined> {
    return this.session.one<EventKey>(EVENT_KEY_AT(from), [this.project, ...keyOf(from), 1, number - 1]);
  }
}

/** The values of a cursor's key. */
export function keyOf(cursor: Cursor | null): (number | string)[] {
  const [timestamp, eventId = ''] = cursor?.key ?? [];
  return cursor === null ? [] : [Number(timestamp), eventId];
}

const COLUMNS = `e.event_id AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp", e.record AS "record"`;
const BODY = `(SELECT b.body FROM event_body b WHERE b.project_id = e.project_id AND b.event_id = e.event_id) AS "body"`;

const LIST = eventStatements(COLUMNS);
const LIST_FULL = eventStatements(`${COLUMNS}, ${BODY}`);
const LIST_BY_ISSUE = sliceStatements(
  `SELECT ${COLUMNS} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${NOT_REMOVED}`,
  ORDER,
);
const LIST_FULL_BY_ISSUE = sliceStatements(
  `SELECT ${COLUMNS}, ${BODY} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${NOT_REMOVED}`,
  ORDER,
);
const FIND = `SELECT ${COLUMNS}, ${BODY} FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${NOT_REMOVED}`;
/** One look by key for each id: as a plain `IN`, SQLite would rather walk all events of the project. */
const FIND_EXISTING_IDS = (dialect: Dialect) => `SELECT wanted.value AS "eventId" FROM (${jsonTexts(dialect)}) wanted
  WHERE EXISTS (SELECT 1 FROM event e WHERE e.project_id = ? AND e.event_id = wanted.value AND ${NOT_REMOVED})`;

/** Citus refuses inserts that look at other tables. */
const INSERT = `INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, event_id) DO NOTHING`;
/** The row of a removed issue's event gives way to a new event of the same id. */
const DELETE_REMOVED = (
  dialect: Dialect,
) => `DELETE FROM event WHERE project_id = ? AND event_id IN (${jsonTexts(dialect)})
  AND EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = event.project_id AND r.issue_id = event.issue_id)`;
const INSERT_BODY = `INSERT INTO event_body (project_id, event_id, body) VALUES (?, ?, ?)
  ON CONFLICT (project_id, event_id) DO UPDATE SET body = excluded.body`;

/** The rows of `event` and `event_body`. */
export class Events implements EventWriter {
  constructor(private readonly session: Session) {}

  list(projectId: string, page: PageRequest): Promise<Page<EventRow>> {
    return this.readList<EventRow>(LIST, projectId, page);
  }

  listFull(projectId: string, page: PageRequest): Promise<Page<FullEventRow>> {
    return this.readList<FullEventRow>(LIST_FULL, projectId, page);
  }

  listByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>> {
    return this.readListOfIssue<EventRow>(LIST_BY_ISSUE, issue, page);
  }

  listFullByIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<FullEventRow>> {
    return this.readListOfIssue<FullEventRow>(LIST_FULL_BY_ISSUE, issue, page);
  }

  find(projectId: string, eventId: string): Promise<FullEventRow | undefined> {
    return this.session.one(FIND, [idValue(projectId), eventId]);
  }

  async findExistingIds(projectId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.session.all<{ eventId: string }>(FIND_EXISTING_IDS, [
      listValue(eventIds),
      idValue(projectId),
    ]);
    return new Set(rows.map(({ eventId }) => eventId));
  }

  async insert(projectId: string, rows: readonly FullEventRow[]): Promise<void> {
    const project = idValue(projectId);
    const values = rows.map((row) => [project, row.eventId, idValue(row.issueId), row.timestamp, row.record]);
    const { changes } = await this.session.runMany(INSERT, values);
    if (changes < rows.length) await this.replaceRemoved(project, values, rows.length - changes);
    for (const { timestamp, eventId } of rows) this.session.notifyInserted?.({ project, timestamp, eventId });
    await this.session.runMany(
      INSERT_BODY,
      rows.map((row) => [project, row.eventId, row.body]),
    );
  }

  recordLabels(
    project: NotedProject,
    events: readonly EventLabels[],
    beginners: readonly EventLabels[] = [],
  ): Promise<void> {
    return recordEventLabels(this.session, project, events, beginners);
  }

  /** Inserts the rows that found their id taken, once those of removed issues are out of their way. */
  private async replaceRemoved(project: number, values: readonly (readonly Value[])[], missing: number): Promise<void> {
    await this.session.run(DELETE_REMOVED, [project, listValue(values.map(([, eventId]) => String(eventId)))]);
    const { changes } = await this.session.runMany(INSERT, values);
    if (changes < missing) throw new Conflict('The event id is taken.');
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

  private readListOfIssue<Row extends EventRow>(
    statements: SliceStatements,
    { projectId, id }: Pick<Issue, 'id' | 'projectId'>,
    page: PageRequest,
  ): Promise<Page<Row>> {
    const issue = [idValue(projectId), idValue(id)];
    return readPage(
      page,
      (cursor, limit) => this.session.all<Row>(statements(cursor), [...issue, ...keyOf(cursor), limit]),
      eventCursorKey,
    );
  }
}
