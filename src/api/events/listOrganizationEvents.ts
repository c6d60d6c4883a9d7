import { setImmediate } from 'node:timers/promises';
import { BadRequest } from '../../domain/errors';
import { foundEventKey } from '../../domain/event';
import { formatShortId } from '../../domain/issue';
import type { Cursor, PartialRows } from '../../domain/page';
import type { Project } from '../../domain/project';
import { MINUTE_MS } from '../../domain/time';
import { RecordReader } from '../../presenters/eventRecord';
import type { EventSelection, FoundEvent } from '../../store/search/eventSearch';
import type { Read } from '../../store/stores';
import type { EventRow } from '../../store/visibleEvents';
import { findSearchedProjects } from '../issues/issueList';
import { operation } from '../operation';
import { readRange } from '../periods';
import { findOrganization } from '../subjects';
import { orderOf, readEventSearch, selectionOf } from './eventSearch';
import { EventGroups, type EventTable, parseEventTable, rowOf, type TableEvent, type TableValues } from './eventTable';

/** The columns if the caller names none. */
const DEFAULT_COLUMNS = ['issue', 'title', 'project', 'timestamp', 'level', 'message', 'error.type', 'culprit'];
/** Columns that a table without aggregates also has, so that a row leads to its event. */
const EVENT_COLUMNS = ['id', 'project.name'];
/** Maximum number of events over which aggregates are computed. */
const MAX_COUNTED = 10_000;
/** Number of events that one read returns, and maximum number of reads. A search that finds little returns fewer. */
const READ_AT_ONCE = 500;
const MAX_READS = 40;

type ProjectEvent = FoundEvent<EventRow>;
type Projects = ReadonlyMap<number, Project>;

/** Lists the events of an organization as a table, or aggregates over them. */
export const listOrganizationEvents = operation('listOrganizationEvents', {
  subject: findOrganization,

  async handle({ organization, query, page, now, read }) {
    const {
      field = DEFAULT_COLUMNS,
      sort,
      dataset = 'errors',
      query: text,
      environment,
      statsPeriod,
      start,
      end,
    } = query;
    const time = readRange({ statsPeriod, start, end }, now);
    const minutes = time.start === null ? null : ((time.end ?? now) - time.start) / MINUTE_MS;
    const table = parseEventTable(field, sort, minutes);
    const isOfEvents = table.aggregates.length === 0;
    const columns = isOfEvents ? parseEventTable([...field, ...EVENT_COLUMNS], undefined, minutes) : table;
    const search = readEventSearch({ query: text, environment, statsPeriod, start, end }, now, 'organization');
    const selection = selectionOf(search, now);
    const projects = await read((stores) => findSearchedProjects(stores, organization.id, query.project));
    const byId: Projects = new Map(projects.map((project) => [Number(project.id), project]));
    const fields = Object.fromEntries([...columns.fields, ...columns.aggregates].map(({ name, type }) => [name, type]));
    if (isOfEvents) {
      const ids = projects.map(({ id }) => id);
      const events = await read((stores) => stores.events.searchProjects(ids, selection, page, orderOf(sort)));
      const rows = events.rows.map((event) => rowOf(columns, tableEventOf(event, byId)));
      return {
        status: 200,
        body: { data: await withShortIds(read, rows, byId), meta: { fields, dataset } },
        links: events,
      };
    }
    if (page.cursor !== null)
      throw new BadRequest("Query parameter 'cursor' cannot be used with aggregates, which have one page.");
    const groups = await countEvents(read, byId, selection, table);
    const data = await withShortIds(read, groups.rows(page.size), byId);
    const none = { cursor: '', exists: false };
    const meta = { fields, dataset, rows: groups.size };
    return { status: 200, body: { data, meta }, links: { previous: none, next: none } };
  },
});

function tableEventOf({ project: id, row }: ProjectEvent, projects: Projects): TableEvent {
  const project = projects.get(id);
  if (project === undefined) throw new Error(`The search found an event of project ${id}, which it does not cover.`);
  return { row, record: new RecordReader(row.record), project };
}

/**
 * Groups all events that match a search.
 * @throws BadRequest if they are more than one request reads
 */
async function countEvents(
  read: Read,
  projects: Projects,
  selection: EventSelection<EventRow>,
  table: EventTable,
): Promise<EventGroups> {
  const ids = [...projects.values()].map(({ id }) => id);
  const groups = new EventGroups(table);
  const readFrom = (cursor: Cursor | null): Promise<PartialRows<ProjectEvent>> =>
    read(({ events }) => events.findMatching(ids, selection, cursor, READ_AT_ONCE));
  let cursor: Cursor | null = null;
  let count = 0;
  for (let reads = 0; reads < MAX_READS && count <= MAX_COUNTED; reads += 1) {
    const { rows, stoppedAt } = await readFrom(cursor);
    for (const event of rows) groups.add(tableEventOf(event, projects));
    count += rows.length;
    const last = rows.length < READ_AT_ONCE ? undefined : rows.at(-1);
    const key: readonly string[] | undefined = stoppedAt ?? (last && foundEventKey(last));
    if (key === undefined) {
      if (count > MAX_COUNTED) break;
      return groups;
    }
    cursor = { key, backwards: false, inclusive: false };
    await setImmediate();
  }
  throw new BadRequest(
    `Aggregates are exact, and computed over ${MAX_COUNTED} events at most; shorten 'statsPeriod', or narrow 'query' or 'project'.`,
  );
}

/** Replaces the ids of issues in the column `issue` by their short ids. */
async function withShortIds(read: Read, rows: readonly TableValues[], projects: Projects): Promise<TableValues[]> {
  const ids = new Set(rows.flatMap(({ issue }) => (typeof issue === 'string' ? [issue] : [])));
  if (ids.size === 0) return [...rows];
  const shortIds = new Map<string, string>();
  await read(async ({ issues }) => {
    for (const { id: projectId, slug } of projects.values()) {
      const missing = [...ids].filter((id) => !shortIds.has(id));
      if (missing.length === 0) return;
      for (const { id, number } of await issues.listByIds(projectId, missing))
        shortIds.set(id, formatShortId(slug, number));
    }
  });
  return rows.map((row) => ({ ...row, issue: shortIds.get(String(row['issue'])) ?? null }));
}
