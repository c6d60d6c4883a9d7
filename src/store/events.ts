import { Conflict } from '../domain/errors';
import type { EventLabels } from '../domain/event';
import { keyOfEvent } from '../domain/eventId';
import type { Issue } from '../domain/issue';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { type Dialect, listedTexts } from './dialect';
import { type EventStatements, ORDER, SHOWN, eventStatements, keyOf, readEventSlice } from './eventSlices';
import { type SliceStatements, sliceStatements } from './keyset';
import { noteEvents } from './projectNotes';
import { type Session, type Value, idValue, listValue } from './sql';
import type { EventRow, EventWriter, FullEventRow, NotedProject } from './eventStores';

const COLUMNS = `e.event_id AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp", e.record AS "record"`;
const BODY = `(SELECT b.body FROM event_body b WHERE b.project_id = e.project_id AND b.event_id = e.event_id) AS "body"`;

const LIST = eventStatements(COLUMNS);
const LIST_FULL = eventStatements(`${COLUMNS}, ${BODY}`);
const OF_ISSUE = sliceStatements(
  `SELECT ${COLUMNS} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${SHOWN}`,
  ORDER,
);
const FULL_OF_ISSUE = sliceStatements(
  `SELECT ${COLUMNS}, ${BODY} FROM event e WHERE e.project_id = ? AND e.issue_id = ? AND ${SHOWN}`,
  ORDER,
);
const FIND = `SELECT ${COLUMNS}, ${BODY} FROM event e WHERE e.project_id = ? AND e.event_id = ? AND ${SHOWN}`;
/** One look by key for each id: as a plain `IN`, SQLite would rather walk all events of the project. */
const KNOWN = (dialect: Dialect) => `SELECT wanted.value AS "eventId" FROM (${listedTexts(dialect)}) wanted
  WHERE EXISTS (SELECT 1 FROM event e WHERE e.project_id = ? AND e.event_id = wanted.value AND ${SHOWN})`;

/** Citus refuses inserts that look at other tables. */
const INSERT = `INSERT INTO event (project_id, event_id, issue_id, timestamp, record) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id, event_id) DO NOTHING`;
/** The row of a removed issue's event gives way to a new event of the same id. */
const GIVE_WAY = (dialect: Dialect) => `DELETE FROM event WHERE project_id = ? AND event_id IN (${listedTexts(dialect)})
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

  listOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<EventRow>> {
    return this.readListOfIssue<EventRow>(OF_ISSUE, issue, page);
  }

  listFullOfIssue(issue: Pick<Issue, 'id' | 'projectId'>, page: PageRequest): Promise<Page<FullEventRow>> {
    return this.readListOfIssue<FullEventRow>(FULL_OF_ISSUE, issue, page);
  }

  find(projectId: string, eventId: string): Promise<FullEventRow | undefined> {
    return this.session.one(FIND, [idValue(projectId), eventId]);
  }

  async known(projectId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.session.all<{ eventId: string }>(KNOWN, [listValue(eventIds), idValue(projectId)]);
    return new Set(rows.map(({ eventId }) => eventId));
  }

  async insert(projectId: string, rows: readonly FullEventRow[]): Promise<void> {
    const project = idValue(projectId);
    const values = rows.map((row) => [project, row.eventId, idValue(row.issueId), row.timestamp, row.record]);
    const { changes } = await this.session.runMany(INSERT, values);
    if (changes < rows.length) await this.replaceRemoved(project, values, rows.length - changes);
    for (const { timestamp, eventId } of rows) this.session.inserted?.({ project, timestamp, eventId });
    await this.session.runMany(
      INSERT_BODY,
      rows.map((row) => [project, row.eventId, row.body]),
    );
  }

  note(project: NotedProject, events: readonly EventLabels[], beginners: readonly EventLabels[] = []): Promise<void> {
    return noteEvents(this.session, project, events, beginners);
  }

  /** Inserts the rows that found their id taken, once those of removed issues are out of their way. */
  private async replaceRemoved(project: number, values: readonly (readonly Value[])[], missing: number): Promise<void> {
    await this.session.run(GIVE_WAY, [project, listValue(values.map(([, eventId]) => String(eventId)))]);
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
      keyOfEvent,
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
      keyOfEvent,
    );
  }
}
