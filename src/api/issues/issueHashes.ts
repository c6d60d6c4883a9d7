import { setImmediate } from 'node:timers/promises';
import { decompressEventBody } from '../../compression/eventBody';
import { BadRequest } from '../../domain/errors';
import type { EventTag } from '../../domain/event';
import type { Issue } from '../../domain/issue';
import { collectSearchEntries } from '../../ingest/describeEvent';
import { readRecord } from '../../presenters/eventRecord';
import type { EventRow, FullEventRow } from '../../store/events';
import type { Readers } from '../../store/stores';

/** Stored events of an issue whose hashes are looked at: each body is decompressed. */
export const MAX_HASHED_EVENTS = 5_000;
const BODIES_AT_ONCE = 50;

/** A stored event with its grouping hash. */
export interface HashedEvent {
  readonly row: EventRow;
  readonly hash: string;
  readonly searchEntries: readonly EventTag[];
}

/** The part of an event's list record that its issue depends on. */
export interface IssueDescription {
  readonly title: string;
  readonly culprit: string | null;
  readonly platform: string;
  readonly 'event.type': 'error' | 'default';
  readonly tags: readonly EventTag[];
}

/** Reads the list record of an event. */
export function descriptionOf(row: EventRow): IssueDescription {
  return readRecord('', row) as IssueDescription;
}

/**
 * Reads the events of an issue with their hashes, newest first; those in `known` are not read again.
 * @throws BadRequest if it has too many
 */
export async function readHashedEvents(
  read: <T>(work: (stores: Readers) => Promise<T>) => Promise<T>,
  issue: Pick<Issue, 'id' | 'projectId'>,
  known: ReadonlyMap<string, HashedEvent> = new Map(),
): Promise<Map<string, HashedEvent>> {
  const page = { cursor: null, size: MAX_HASHED_EVENTS };
  const { rows, next } = await read(({ events }) => events.listByIssue(issue, page));
  if (next.exists) {
    throw new BadRequest(
      `The issue has more than ${MAX_HASHED_EVENTS} stored events; hashes are told apart of issues that have at most so many.`,
    );
  }
  const bodies = new Map<string, Omit<HashedEvent, 'row'>>();
  const unknown = rows.map(({ eventId }) => eventId).filter((id) => !known.has(id));
  for (let start = 0; start < unknown.length; start += BODIES_AT_ONCE) {
    const ids = unknown.slice(start, start + BODIES_AT_ONCE);
    for (const row of await read(({ events }) => events.readBodies(issue.projectId, ids)))
      bodies.set(row.eventId, readBody(row));
    await setImmediate();
  }
  return new Map(
    rows.map((row) => {
      const { hash = '', searchEntries = [] } = known.get(row.eventId) ?? bodies.get(row.eventId) ?? {};
      return [row.eventId, { row, hash, searchEntries }];
    }),
  );
}

function readBody({ body }: FullEventRow): Omit<HashedEvent, 'row'> {
  const { event, grouping } = decompressEventBody(body).body;
  return { hash: grouping.hash, searchEntries: collectSearchEntries(event) };
}
