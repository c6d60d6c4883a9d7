import type { Database } from '../store/stores';

/** Half of the minute within which an issue is resolved once it is old enough. */
const PERIOD_MS = 30_000;
/** Issues that one step resolves: few enough not to hold the writer for long. */
const ISSUES_PER_STEP = 200;

/** What the resolver may be given in place of its own. */
export interface AutoResolveOptions {
  /** Milliseconds since 1970, UTC. */
  readonly now?: () => number;
  readonly period?: number;
}

/**
 * Resolves issues that were not seen for as long as their project's `resolveAge` says, in the background. Looking for them costs a
 * look into an index for each project that wants it; only where there are some is anything written.
 */
export class AutoResolveJob {
  readonly #now: () => number;
  readonly #period: number;
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** @param onError told of a failed sweep; the next one tries again */
  constructor(
    readonly database: Database,
    readonly onError: (error: unknown) => void,
    { now = Date.now, period = PERIOD_MS }: AutoResolveOptions = {},
  ) {
    this.#now = now;
    this.#period = period;
  }

  start(): void {
    this.#schedule(0);
  }

  /** Waits for the running sweep. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#sweep;
  }

  /** Resolves all that are old enough now; answers how many. Another process that is at it is left to it. */
  async sweep(): Promise<number> {
    const now = this.#now();
    const projects = await this.database.read(({ issues }) => issues.findProjectsToAutoResolve(now));
    let resolved = 0;
    for (const project of projects) resolved += await this.#resolve(project, now);
    return resolved;
  }

  async #resolve(project: string, now: number): Promise<number> {
    let resolved = 0;
    while (!this.#isStopped) {
      const step = await this.database.exclusively(({ issues }) => issues.autoResolve(project, now, ISSUES_PER_STEP));
      resolved += step ?? 0;
      if (step !== ISSUES_PER_STEP) break;
    }
    return resolved;
  }

  #schedule(delay: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#sweep = this.sweep()
        .then(() => undefined, this.onError)
        .then(() => this.#schedule(this.#period));
    }, delay);
    this.#timer.unref();
  }
}
