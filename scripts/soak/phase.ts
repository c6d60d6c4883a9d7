import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** The time in which clients send requests. */
export class Phase {
  readonly #end = new AbortController();
  readonly #began = performance.now();

  constructor(private readonly durationMs: number) {
    // Every client that pauses listens.
    setMaxListeners(0, this.#end.signal);
  }

  isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** The share of the time that has passed, from 0 to 1. */
  get share(): number {
    return (performance.now() - this.#began) / this.durationMs;
  }

  /** Waits, but not beyond the end. */
  async pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  /** Ends the time after its duration. */
  async last(): Promise<void> {
    await this.pause(this.durationMs);
    this.end();
  }

  /** Ends it now. */
  end(): void {
    this.#end.abort();
  }
}
