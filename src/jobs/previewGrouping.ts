import { setImmediate } from 'node:timers/promises';
import type { EventKey } from '../domain/event';
import { addToGroups, type DraftGroup, type GroupingPreview, MAX_REGROUPED_EVENTS } from '../domain/groupingPreview';
import type { Cursor } from '../domain/page';
import type { FullEventRow } from '../store/events';
import type { Database, Read } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

/** Number of events that one step groups, and of bodies that it reads at once. */
const EVENTS_PER_STEP = 200;
const BODIES_AT_ONCE = 8;

export interface PreviewGroupingOptions {
  readonly database: Database;
  /** Returns the hash of an event by the draft; the stored one if the draft does not change it. */
  readonly regroup: (row: FullEventRow, preview: GroupingPreview) => string;
  /** Number of events that a preview groups. */
  readonly maxEvents?: number;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Groups the newest events of a project by other settings, and counts the results; nothing else changes. After an
 * interruption, the preview continues behind the last committed step. If two processes do the same step, one of them
 * has no effect.
 */
export class PreviewGroupingJob implements BackgroundJob {
  readonly name = 'previewing other grouping settings';
  readonly idleMs = 1000;
  readonly #options: Required<PreviewGroupingOptions>;

  constructor(options: PreviewGroupingOptions) {
    this.#options = { clock: Date.now, maxEvents: MAX_REGROUPED_EVENTS, ...options };
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#options;
    const preview = await database.read(({ groupingPreviews }) => groupingPreviews.findDue(clock()));
    if (preview === undefined) return false;
    await this.#continue(preview, signal);
    return !signal.aborted;
  }

  async #continue(preview: GroupingPreview, signal: AbortSignal): Promise<void> {
    const { database, clock, maxEvents, regroup } = this.#options;
    const { projectId, position, lookedAt } = preview;
    const added: DraftGroup[] = [];
    const place = { projectId, position, limit: maxEvents - lookedAt };
    const slice = await visitEvents(database.read, place, signal, (row) => {
      added.push({ issueId: row.issueId, hash: regroup(row, preview), events: 1, eventId: row.eventId });
    });
    if (signal.aborted) return;
    const total = lookedAt + slice.count;
    const groups = addToGroups(preview.groups, added);
    await database.exclusively(
      ({ groupingPreviews }) =>
        groupingPreviews.advance(preview, slice.isAtEnd ? null : slice.last, total, groups, clock()),
      { projects: [projectId] },
    );
  }
}

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
  visit: (row: FullEventRow) => void,
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
  visit: (row: FullEventRow) => void,
): Promise<void> {
  for (let start = 0; start < ids.length && !signal.aborted; start += BODIES_AT_ONCE) {
    const some = ids.slice(start, start + BODIES_AT_ONCE);
    for (const row of await read(({ events }) => events.readBodies(projectId, some))) {
      visit(row);
      await setImmediate();
    }
  }
}
