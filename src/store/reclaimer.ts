import type { Database } from './stores';

/** Events whose storage one step frees: few enough not to hold the writer for long. */
const STEP = 100;
const REST_MS = 1000;

/** Frees the storage of removed issues in the background, step by step, also what an earlier process left undone. */
export class Reclaimer {
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
      this.#step = this.#run().then((hasMore) => this.#schedule(hasMore ? 0 : REST_MS));
    }, delay);
    this.#timer.unref();
  }

  async #run(): Promise<boolean> {
    try {
      const hasMore = await this.database.write(({ issues }) => issues.reclaim(STEP));
      return hasMore || (await this.database.shrink());
    } catch (error) {
      this.onError(error);
      return false;
    }
  }
}
