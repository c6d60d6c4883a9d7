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
