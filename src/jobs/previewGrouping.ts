import { setImmediate } from 'node:timers/promises';
import { addToGroups, type DraftGroup, type GroupingPreview, MAX_REGROUPED_EVENTS } from '../domain/groupingPreview';
import type { FullEventRow } from '../store/events';
import type { Database } from '../store/stores';
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
    const { database, clock, maxEvents } = this.#options;
    const { projectId, position, lookedAt } = preview;
    const cursor = position && {
      key: [String(position.timestamp), position.eventId],
      backwards: false,
      inclusive: false,
    };
    const size = Math.min(EVENTS_PER_STEP, maxEvents - lookedAt);
    const { rows } = await database.read(({ events }) => events.list(projectId, { cursor, size }));
    const added = await this.#regroup(
      rows.map(({ eventId }) => eventId),
      preview,
      signal,
    );
    if (signal.aborted) return;
    const total = lookedAt + rows.length;
    const isAtEnd = rows.length < size || total >= maxEvents;
    const groups = addToGroups(preview.groups, added);
    await database.exclusively(
      ({ groupingPreviews }) =>
        groupingPreviews.advance(preview, isAtEnd ? null : (rows.at(-1) ?? null), total, groups, clock()),
      { projects: [projectId] },
    );
  }

  /** Groups events one after the other; other work runs in between. */
  async #regroup(ids: readonly string[], preview: GroupingPreview, signal: AbortSignal): Promise<DraftGroup[]> {
    const { database, regroup } = this.#options;
    const groups: DraftGroup[] = [];
    for (let start = 0; start < ids.length && !signal.aborted; start += BODIES_AT_ONCE) {
      const some = ids.slice(start, start + BODIES_AT_ONCE);
      for (const row of await database.read(({ events }) => events.readBodies(preview.projectId, some))) {
        groups.push({ issueId: row.issueId, hash: regroup(row, preview), events: 1, eventId: row.eventId });
        await setImmediate();
      }
    }
    return groups;
  }
}
