import type { EventTag } from '../../domain/event';
import { type EventSearch, parseEventQuery, type SearchedEvent } from '../../domain/eventSearch';
import type { SearchEntryKey } from '../../domain/issue';
import { combine } from '../../domain/issueSearch';
import { storedText } from '../../domain/issueText';
import { describeBody } from '../../ingest/describeText';
import { type EventRecord, readRecord } from '../../presenters/eventRecord';
import type { EventRow } from '../../store/events';
import type { EventSelection } from '../../store/eventSearch';
import { readRange, type TimeQuery } from '../periods';

/** What operations that list events are asked for. */
export interface EventListQuery extends TimeQuery {
  readonly query?: string | undefined;
}

/**
 * Reads what a list of events is to show; undefined if it is to show all of them.
 * @throws BadRequest if the query or the time range is invalid
 */
export function readEventSelection(
  { query, ...times }: EventListQuery,
  now: number,
): EventSelection<EventRow> | undefined {
  const parts: EventSearch[] = query === undefined ? [] : [parseEventQuery(query)];
  const { start, end } = readRange(times, now);
  const time = (comparison: '<' | '>=', at: number): EventSearch => ({
    ...{ kind: 'time', field: 'timestamp', comparison },
    at: { time: at },
  });
  if (start !== null) parts.push(time('>=', start));
  if (end !== null) parts.push(time('<', end));
  const isAll = parts.every((part) => part.kind === 'and' && part.parts.length === 0);
  return isAll ? undefined : { search: combine('and', parts), now, describe };
}

/** Describes an event as searches compare it: by its list record, and by its body if that is given. */
function describe(row: EventRow, body?: Uint8Array): SearchedEvent {
  const record = readRecord('', row);
  const { title, culprit, user, metadata } = record;
  const fromBody = body && describeBody(body, { title, culprit });
  return {
    ...{ eventId: row.eventId, issueId: row.issueId, timestamp: row.timestamp },
    ...{ platform: record.platform, tags: record.tags },
    user: {
      'user.id': user?.id ?? null,
      'user.username': user?.username ?? null,
      'user.email': user?.email ?? null,
      'user.ip': user?.ip_address ?? null,
    },
    entries: fromBody?.searchEntries ?? entriesOf(metadata),
    isError: record['event.type'] === 'error',
    words: () => fromBody?.words ?? storedText([title, culprit, record.message]),
    hasBody: fromBody !== undefined,
  };
}

/** The type and the value of the exception that the record shows. */
function entriesOf({ type, value }: EventRecord['metadata']): EventTag[] {
  const entry = (key: SearchEntryKey, text: unknown) => (typeof text === 'string' ? [{ key, value: text }] : []);
  return [...entry('~error.type', type), ...entry('~error.value', value)];
}
