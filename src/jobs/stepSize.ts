/** Pause between two steps, as a multiple of the first one's duration: other writers get the rest of the time. */
const PAUSE_FACTOR = 2;

/** Returns the pause after a step by the duration of the step, both in milliseconds. */
export function pauseAfterStep(durationMs: number): number {
  return durationMs * PAUSE_FACTOR;
}

/**
 * The scope of steps that delete rows which nobody else changes: on PostgreSQL, they run beside all other transactions.
 */
export const BESIDE_OTHERS = { projects: [] };

/** Rows of the first step, and of the shortest. */
const MIN_ROWS = 50;
const MAX_ROWS = 5_000;

/**
 * The number of rows that one step of a background job deletes. It doubles as long as full steps take less than half of
 * their time, and halves after one that took too long: how fast rows are deleted depends on the disk, on the database,
 * and on who else uses them.
 */
export class StepSize {
  #rows = MIN_ROWS;

  /** @param targetMs milliseconds that a step may take */
  constructor(private readonly targetMs: number) {}

  /** The number of rows of the next step. */
  get rows(): number {
    return this.#rows;
  }

  /** Runs a step and takes its time into account. @param countRows returns the number of rows that it deleted */
  async measure<T>(step: (rows: number) => Promise<T>, countRows: (result: T) => number): Promise<T> {
    const began = performance.now();
    const result = await step(this.#rows);
    this.#record(countRows(result), performance.now() - began);
    return result;
  }

  #record(rows: number, durationMs: number): void {
    if (durationMs > this.targetMs) this.#rows = Math.max(MIN_ROWS, Math.floor(this.#rows / 2));
    else if (rows >= this.#rows && durationMs < this.targetMs / 2) this.#rows = Math.min(MAX_ROWS, this.#rows * 2);
  }
}
