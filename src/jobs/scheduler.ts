import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 60 * 60 * 1000;

/** Forgets, in background work, what is older than it is kept: a step at a time while there is some, then not for an hour. */
export class Pruning {
  #doneAt = 0;

  /**
   * @param keptMs milliseconds that things are kept
   * @param limit how many one step forgets
   * @param prune forgets what is from before `before`; answers how many, or undefined where another process is at it
   */
  constructor(
    readonly keptMs: number,
    readonly limit: number,
    readonly prune: (before: number, limit: number, now: number) => Promise<number | undefined>,
  ) {}

  /** @param now milliseconds since 1970, UTC */
  async step(now: number): Promise<void> {
    if (now - this.#doneAt < EVERY_MS) return;
    if ((await this.prune(now - this.keptMs, this.limit, now)) !== this.limit) this.#doneAt = now;
  }
}

const REST_MS = 1_000;

/** Work in the background, done step by step until there is none left, and looked for again after a rest. */
export class Rounds {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /**
   * @param step does some of the work; answers whether there may be more
   * @param onError told of steps that fail; the next round tries again
   */
  constructor(
    readonly step: () => Promise<boolean>,
    readonly onError: (error: unknown) => void,
  ) {}

  /** Aborted once the work is to end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Begins no further step and waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service was stopped.'));
    await this.#running;
  }

  /** Does all that there is to do now. */
  async run(): Promise<void> {
    while (!this.stopping.aborted && (await this.step())) continue;
  }

  async #loop(): Promise<void> {
    while (!this.stopping.aborted) {
      await this.run().catch(this.onError);
      await pause(REST_MS, undefined, { signal: this.stopping, ref: false }).catch(() => undefined);
    }
  }
}
