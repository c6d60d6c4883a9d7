import type { EventTag } from '../../domain/event';
import { type EventSearch, parseEventQuery, type SearchedEvent, type UserProperty } from '../../domain/eventSearch';
import type { Issue, SearchEntryKey } from '../../domain/issue';
import { combine } from '../../domain/issueSearch';
import { hasText, type SearchedText, storedText } from '../../domain/issueText';
import type { PageRequest } from '../../domain/page';
import type { Project } from '../../domain/project';
import type { TextPattern } from '../../domain/text';
import { SearchedBody } from '../../ingest/describeEvent';
import { RecordReader } from '../../presenters/eventRecord';
import type { EventOrder } from '../../store/events';
import type { EventRow } from '../../store/visibleEvents';
import type { EventSelection } from '../../store/search/eventSearch';
import { readRange, type TimeQuery } from '../periods';
import { type DetailServices, eventDetailListReply, eventListReply } from './eventDetail';

/** The parameters of operations that list events. */
interface EventListQuery extends TimeQuery {
  readonly query?: string | undefined;
  readonly environment?: readonly string[] | undefined;
  /** True if each event is listed with its whole body. */
  readonly full?: boolean | undefined;
  readonly sort?: 'timestamp' | '-timestamp' | undefined;
}

interface EventListRequest extends DetailServices {
  readonly project: Project;
  /** The issue whose events are listed; null for all events of the project. */
  readonly issue: Pick<Issue, 'id' | 'projectId'> | null;
  readonly query: EventListQuery;
  readonly page: PageRequest;
  readonly now: number;
}

/**
 * Returns the reply for a page of events that match the search of the request, newest first unless `sort` reverses it.
 * @throws BadRequest if the query or the time range is invalid
 */
export async function listEvents({ project, issue, query, page, now, ...services }: EventListRequest) {
  const search = readEventSearch(query, now, 'project');
  const isAll = search.kind === 'and' && search.parts.length === 0;
  const place = { projectId: project.id, issueId: issue?.id ?? null };
  const rows = await services.read(({ events }) => {
    const order = orderOf(query.sort);
    if (!isAll || order === 'oldest') return events.search(place, selectionOf(search, now), page, order);
    return issue === null ? events.list(project.id, page) : events.listByIssue(issue, page);
  });
  return query.full === true ? eventDetailListReply(rows, page, project, services) : eventListReply(project, rows);
}

/** Returns the order of a list of events. */
export function orderOf(sort: string | undefined): EventOrder {
  return sort === 'timestamp' ? 'oldest' : 'newest';
}

/**
 * Reads the search of a list of events. It has no parts if the list contains all events.
 * @param scope decides which keys the query may have
 * @throws BadRequest if the query or the time range is invalid
 */
export function readEventSearch(
  { query, environment, statsPeriod, start: from, end: to }: Omit<EventListQuery, 'full' | 'sort'>,
  now: number,
  scope: 'project' | 'organization',
): EventSearch {
  const parts: EventSearch[] = query === undefined ? [] : [parseEventQuery(query, scope)];
  const { start, end } = readRange({ statsPeriod, start: from, end: to }, now);
  const time = (comparison: '<' | '>=', at: number): EventSearch => ({
    ...{ kind: 'time', field: 'timestamp', comparison },
    at: { time: at },
  });
  if (environment !== undefined)
    parts.push({ kind: 'tag', key: 'environment', values: environment.map((name) => [name]) });
  if (start !== null) parts.push(time('>=', start));
  if (end !== null) parts.push(time('<', end));
  return combine('and', parts);
}

/** Returns the selection of the events that match a search. */
export function selectionOf(search: EventSearch, now: number): EventSelection<EventRow> {
  return { search, now, describe: (row, body) => new DescribedEvent(row, body) };
}

/** Describes an event for comparison with searches: by its list record, and by its body if that is given. */
class DescribedEvent implements SearchedEvent {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  readonly #record: RecordReader;
  readonly #body: SearchedBody | null;

  constructor({ eventId, issueId, timestamp, record }: EventRow, body?: Uint8Array) {
    [this.eventId, this.issueId, this.timestamp] = [eventId, issueId, timestamp];
    this.#record = new RecordReader(record);
    this.#body = body === undefined ? null : new SearchedBody(body);
  }

  get hasBody(): boolean {
    return this.#body !== null;
  }

  platform(): string {
    return this.#record.platform();
  }

  tagValues(key: string): string[] {
    return this.#record.tagValues(key);
  }

  user(property: UserProperty): string | null {
    return this.#record.user(USER_MEMBERS[property]);
  }

  isError(): boolean {
    return this.#record.type() === 'error';
  }

  entries(): EventTag[] {
    if (this.#body !== null) return this.#body.entries();
    const { type, value } = this.#record.metadata();
    const entry = (key: SearchEntryKey, text: unknown) => (typeof text === 'string' ? [{ key, value: text }] : []);
    return [...entry('~error.type', type), ...entry('~error.value', value)];
  }

  mayHaveEntry(patterns: readonly TextPattern[]): boolean {
    return this.#body === null || this.#body.mayContain(patterns);
  }

  hasWords(searched: SearchedText): boolean {
    const record = this.#record;
    const [title, culprit] = [record.title(), record.culprit()];
    if (this.#body !== null) return this.#body.hasWords(searched, () => ({ title, culprit }));
    return hasText(storedText([title, culprit, record.message()]), searched);
  }
}

/** Key of searches → member of a user. */
const USER_MEMBERS = {
  'user.id': 'id',
  'user.username': 'username',
  'user.email': 'email',
  'user.ip': 'ip_address',
} as const;
