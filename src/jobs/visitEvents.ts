import { setImmediate } from 'node:timers/promises';
import type { EventKey } from '../domain/event';
import type { Cursor } from '../domain/page';
import type { FullEventRow } from '../store/events';
import type { Read } from '../store/stores';

/** Number of events that one step reads, and of bodies that it reads at once. */
export const EVENTS_PER_STEP = 200;
const BODIES_AT_ONCE = 8;

/** A place in the list of a project's events, the newest first. */
interface VisitedEvents {
  readonly projectId: string;
  /** The event before the first one; null for the newest. */
  readonly position: EventKey | null;
  /** Number of events that may be visited until the end. */
  readonly limit: number;
}

/**
 * Visits the bodies of the next events of a project one after the other; other work runs in between.
 * @returns their number, and the last one; null if there are none
 */
export async function visitEvents(
  read: Read,
  { projectId, position, limit }: VisitedEvents,
  signal: AbortSignal,
  visit: (row: FullEventRow) => void | Promise<void>,
): Promise<{ readonly count: number; readonly last: EventKey | null; readonly isAtEnd: boolean }> {
  const cursor = position && cursorAt(position);
  const size = Math.min(EVENTS_PER_STEP, limit);
  const { rows } = await read(({ events }) => events.list(projectId, { cursor, size }));
  const ids = rows.map(({ eventId }) => eventId);
  await visitBodies(read, projectId, ids, signal, visit);
  const isAtEnd = rows.length < size || rows.length >= limit;
  return { count: rows.length, last: rows.at(-1) ?? null, isAtEnd };
}

/** Returns the cursor behind an event of a project. */
export function cursorAt({ timestamp, eventId }: EventKey): Cursor {
  return { key: [String(timestamp), eventId], backwards: false, inclusive: false };
}

/** Visits the bodies of events one after the other; other work runs in between. */
export async function visitBodies(
  read: Read,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
  visit: (row: FullEventRow) => void | Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length && !signal.aborted; start += BODIES_AT_ONCE) {
    const some = ids.slice(start, start + BODIES_AT_ONCE);
    for (const row of await read(({ events }) => events.readBodies(projectId, some))) {
      await visit(row);
      await setImmediate();
    }
  }
}
