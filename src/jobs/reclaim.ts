import { RemovedEventScan } from '../store/removedIssues';
import type { Database } from '../store/stores';

/** Events whose storage one step frees: few enough not to hold the writer for long, wherever on the disk they are. */
const EVENTS_PER_STEP = 50;
/** Slices of unused bytes that one step frees, a mebibyte each before compression. */
const SLICES_PER_STEP = 32;
const REST_MS = 1000;
/** After a step the writer is left to others for so many times as long as it took. */
const REST_SHARE = 2;
/** How long bytes are kept that nothing refers to: chunks wait that long for the rest of their bundle. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Frees the storage of removed issues, and of chunks and files that nothing uses, in the background, step by step, also what an
 * earlier process left undone. It looks before it writes, for which all others would wait.
 */
export class ReclaimJob {
  readonly #walk = new RemovedEventScan();
  #timer: NodeJS.Timeout | undefined;
  #step: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** @param onError told of a failed step; the next one tries again */
  constructor(
    readonly database: Database,
    readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#schedule(0);
  }

  /** Waits for the running step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#step;
  }

  #schedule(delay: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      const began = performance.now();
      this.#step = this.#run().then((hasMore) =>
        this.#schedule(hasMore ? (performance.now() - began) * REST_SHARE : REST_MS),
      );
    }, delay);
    this.#timer.unref();
  }

  async #run(): Promise<boolean> {
    try {
      return (await this.#reclaim(Date.now() - KEPT_MS)) || (await this.database.shrink());
    } catch (error) {
      this.onError(error);
      return false;
    }
  }

  async #reclaim(before: number): Promise<boolean> {
    const { read, exclusively } = this.database;
    const isDue = await read(
      async ({ issues, contents }) => (await issues.hasRemoved()) || contents.hasGarbage(before),
    );
    if (!isDue) return false;
    const hasMore = await exclusively(
      async ({ issues, contents }) =>
        (await issues.reclaim(EVENTS_PER_STEP, this.#walk)) || contents.collectGarbage(before, SLICES_PER_STEP),
    );
    return hasMore === true;
  }
}
