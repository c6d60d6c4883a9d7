import type { Database, Writers } from '../store/stores';
import type { WriteScope } from '../store/engine/sql';

/** Pause after a step, as a multiple of its time: other writers get the rest of the time. */
const PAUSE_FACTOR = 2;
/** The same factor once the work has gone on for `PATIENCE_MS`: many rows wait to be deleted. */
const URGENT_PAUSE_FACTOR = 1;
const PATIENCE_MS = 60_000;
/** Longest pause, as a multiple of the time that the rows of a step may take. */
const MAX_PAUSE_FACTOR = 10;
const MAX_PAUSE_MS = 1_000;

/** Returns the pause after a step of constant size by the duration of the step, both in milliseconds. */
export function pauseAfterStep(durationMs: number): number {
  return Math.min(durationMs * PAUSE_FACTOR, MAX_PAUSE_MS);
}

/**
 * The scope of steps that delete rows which nobody else changes: on PostgreSQL, they run beside all other transactions.
 */
export const BESIDE_OTHERS = { projects: [] };

const FIRST_ROWS = 50;
const MIN_ROWS = 10;
const MAX_ROWS = 5_000;
/** Every third step has another size, because equal sizes do not show what a row costs. */
const STEPS_PER_TRIAL = 3;
/** Weight of the earlier steps relative to the last one: about ten steps count. */
const MEMORY = 0.9;
/** A step that takes longer than this multiple of the mean counts as this multiple: an accident says little. */
const MAX_OUTLIER = 2;

/** The measurements of a step. */
interface MeasuredStep {
  /** Number of rows that it deleted. */
  readonly rows: number;
  /** Milliseconds until its transaction began. Meanwhile others wrote. */
  readonly waitedMs: number;
  /** Milliseconds from the beginning of its transaction until the commit. On SQLite, all other writes wait. */
  readonly heldMs: number;
}

/**
 * The number of rows that one step of a background job deletes, and the pause after it. The time of a transaction
 * consists of a part that each transaction takes, such as the flush to the disk or the wait for a processor, and of the
 * time of its rows. Steps grow until the time of the rows reaches the target: where a transaction of a single row takes
 * long, smaller steps would only delete less.
 */
export class StepSize {
  readonly #times = new LineFit();
  #rows = FIRST_ROWS;
  #steps = 0;
  #pauseMs = 0;
  #busyMs = 0;

  /** @param targetMs milliseconds that the rows of a step may take */
  constructor(private readonly targetMs: number) {}

  /** The number of rows of the next step. */
  get rows(): number {
    if (this.#steps % STEPS_PER_TRIAL !== STEPS_PER_TRIAL - 1) return this.#rows;
    return this.#rows < 2 * MIN_ROWS ? this.#rows * 2 : Math.floor(this.#rows / 2);
  }

  /** The pause after the last step in milliseconds. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /**
   * Runs a step as the only one of its kind in all processes, and takes its time into account.
   * @param countRows returns the number of rows that it deleted
   * @returns undefined if another process is running such a step
   */
  async run<T>(
    { exclusively }: Pick<Database, 'exclusively'>,
    step: (stores: Writers, rows: number) => Promise<T>,
    countRows: (result: T) => number,
    scope?: WriteScope,
  ): Promise<T | undefined> {
    const requestedAt = performance.now();
    let beganAt = requestedAt;
    const { rows } = this;
    const result = await exclusively((stores) => {
      beganAt = performance.now();
      return step(stores, rows);
    }, scope);
    if (result !== undefined)
      this.record({ rows: countRows(result), waitedMs: beganAt - requestedAt, heldMs: performance.now() - beganAt });
    return result;
  }

  /** Takes the time of a step into account. */
  record({ rows, waitedMs, heldMs }: MeasuredStep): void {
    const isFull = rows >= this.rows;
    this.#steps += 1;
    this.#pause(waitedMs, heldMs);
    if (rows === 0) return;
    const usualMs = this.#times.meanTime ?? heldMs;
    this.#times.add(rows, Math.min(heldMs, usualMs * MAX_OUTLIER + this.targetMs));
    const { perRow, leastPerRow } = this.#times;
    const targetRows = this.targetMs / perRow;
    if (isFull && targetRows > this.#rows && heldMs <= usualMs + this.targetMs) this.#resize(targetRows);
    else this.#resize(Math.min(this.#rows, this.targetMs / leastPerRow));
  }

  /** Forgets how long the job has been working without a break. To be called when there is nothing left to delete. */
  rest(): void {
    this.#busyMs = 0;
  }

  #resize(targetRows: number): void {
    const near = Math.min(Math.max(targetRows, this.#rows / 2), this.#rows * 2);
    this.#rows = Math.round(Math.min(Math.max(near, MIN_ROWS), MAX_ROWS));
  }

  /** Sets the pause after a step. The time that the step waited counts as pause: others wrote meanwhile. */
  #pause(waitedMs: number, heldMs: number): void {
    const factor = this.#busyMs < PATIENCE_MS ? PAUSE_FACTOR : URGENT_PAUSE_FACTOR;
    const left = Math.max(heldMs * factor - waitedMs, 0);
    this.#pauseMs = Math.min(left, this.targetMs * MAX_PAUSE_FACTOR);
    this.#busyMs += waitedMs + heldMs + this.#pauseMs;
  }
}

/** The line through the times of steps by their numbers of rows, in which the last steps count most. */
class LineFit {
  #weight = 0;
  #rows = 0;
  #time = 0;
  #rowsSquared = 0;
  #timeSquared = 0;
  #product = 0;

  get meanTime(): number | undefined {
    return this.#weight === 0 ? undefined : this.#time / this.#weight;
  }

  add(rows: number, time: number): void {
    const keep = (sum: number, value: number) => sum * MEMORY + value;
    this.#weight = keep(this.#weight, 1);
    this.#rows = keep(this.#rows, rows);
    this.#time = keep(this.#time, time);
    this.#rowsSquared = keep(this.#rowsSquared, rows * rows);
    this.#timeSquared = keep(this.#timeSquared, time * time);
    this.#product = keep(this.#product, rows * time);
  }

  /** The time that a further row takes: at most the mean, as if nothing but rows took time. */
  get perRow(): number {
    return this.#limit(this.#slope());
  }

  /** The least time that a further row takes: one standard error less, because times also vary for other reasons. */
  get leastPerRow(): number {
    const slope = this.#slope();
    if (slope === undefined || this.#weight <= 2) return this.#limit(slope);
    const unexplained = Math.max(this.#spreadOf(this.#timeSquared, this.#time) - slope ** 2 * this.#spread, 0);
    return this.#limit(slope - Math.sqrt(unexplained / (this.#weight - 2) / this.#spread));
  }

  #limit(slope: number | undefined): number {
    const mean = this.#time / this.#rows;
    return Math.min(Math.max(slope ?? mean, 0), mean);
  }

  /** Returns undefined if the numbers of rows hardly differ. */
  #slope(): number | undefined {
    if (this.#spread < 1e-3 * this.#rowsSquared) return undefined;
    return (this.#product - (this.#rows * this.#time) / this.#weight) / this.#spread;
  }

  get #spread(): number {
    return this.#spreadOf(this.#rowsSquared, this.#rows);
  }

  #spreadOf(squares: number, sum: number): number {
    return squares - sum ** 2 / this.#weight;
  }
}
