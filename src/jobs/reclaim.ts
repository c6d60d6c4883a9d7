import { RemovedEventScan } from '../store/removedIssues';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';

/** Events whose storage one step frees. Few, since they may be anywhere on the disk and the step holds the write lock. */
const EVENTS_PER_STEP = 50;
/** Slices of unused content that one step deletes: one MiB each before compression. */
const SLICES_PER_STEP = 32;
/** Pause between two steps, as a multiple of the first one's duration: other writers get the rest of the time. */
const PAUSE_FACTOR = 2;
/** How long content is kept that nothing refers to: uploaded chunks wait that long for the rest of their bundle. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Frees the storage of removed issues, and of chunks and files that nothing refers to. Work that an earlier process left undone
 * is found in the database. A read finds out whether there is anything to do, so that an idle job never takes the write lock.
 */
export class ReclaimJob implements BackgroundJob {
  readonly name = 'reclaiming storage';
  readonly idleMs = 1000;
  readonly #scan = new RemovedEventScan();

  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  pauseMs(durationMs: number): number {
    return durationMs * PAUSE_FACTOR;
  }

  async step(): Promise<boolean> {
    return (await this.#reclaim(this.clock() - RETENTION_MS)) || this.database.shrink();
  }

  async #reclaim(before: number): Promise<boolean> {
    const isDue = await this.database.read(
      async ({ removedIssues, contents }) => (await removedIssues.hasAny()) || contents.hasGarbage(before),
    );
    if (!isDue) return false;
    const hasMore = await this.database.exclusively(
      async ({ removedIssues, contents }) =>
        (await removedIssues.reclaim(EVENTS_PER_STEP, this.#scan)) || contents.collectGarbage(before, SLICES_PER_STEP),
    );
    return hasMore === true;
  }
}
