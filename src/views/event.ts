import type { components } from '../../generated/api';
import type { Event, EventBody, EventSummary, JsonObject, User } from '../domain/event';
import { presentEntries } from './eventEntries';
import { json, type Json } from './json';
import { presentSeconds, presentTime } from './time';

type EventRecord = components['schemas']['Event'];
export type EventDetail = components['schemas']['EventDetail'];

/** A list row of the store: the record as text, and the issue it belongs to. */
interface StoredRecord {
  readonly issueId: string;
  readonly record: string;
}

/** The list record of an event as it is stored: all but the issue, which is known when the row is written (decisions.md D14). */
export function presentRecord(projectId: string, event: Event, summary: EventSummary): Omit<EventRecord, 'groupID'> {
  return {
    id: event.eventId,
    'event.type': event.type,
    eventID: event.eventId,
    projectID: projectId,
    message: summary.message,
    title: summary.title,
    location: summary.location,
    culprit: summary.culprit,
    user: event.user === null ? null : presentUser(event.user),
    tags: summary.tags.map(({ key, value }) => ({ key, value })),
    platform: event.platform,
    dateCreated: presentSeconds(event.timestamp),
    crashFile: null,
    metadata: summary.metadata,
  };
}

/** A stored list record, completed by its issue without being parsed. */
export function presentEvent(row: StoredRecord): Json<EventRecord> {
  return json(`{"groupID":${JSON.stringify(row.issueId)},${row.record.slice(1)}`);
}

/**
 * A stored event with its whole body: the list record and more, so that one reader serves both (decisions.md D14).
 * @param size of the stored body in bytes
 */
export function presentEventDetail(row: StoredRecord, { event, grouping }: EventBody, size: number): EventDetail {
  return {
    ...(JSON.parse(presentEvent(row)) as EventRecord),
    entries: presentEntries(event),
    contexts: event.contexts,
    sdk: presentSdk(event.sdk),
    packages: event.modules,
    context: event.extra,
    dist: event.dist,
    release: event.release,
    fingerprints: [grouping.hash],
    errors: event.errors.map(({ type, name, value }) => ({
      type,
      message: `${name ?? 'event'}: ${type}`,
      data: { name, value },
    })),
    size,
    dateReceived: presentTime(event.received),
    _meta: NO_REMARKS,
  };
}

const NO_REMARKS: EventDetail['_meta'] = Object.freeze({
  entries: {},
  message: null,
  user: null,
  contexts: null,
  sdk: null,
  context: null,
  packages: null,
  tags: null,
});

function presentUser(user: User): NonNullable<EventRecord['user']> {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    ip_address: user.ipAddress,
    name: user.name,
    geo: user.geo,
    data: user.data,
  };
}

function presentSdk(sdk: JsonObject | null): EventDetail['sdk'] {
  if (sdk === null) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { name: text(sdk['name']), version: text(sdk['version']) };
}
