import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { BESIDE_OTHERS, pauseAfterStep, StepSize } from './stepSize';

/**
 * Deletes the rows of removed projects and organizations, a few at a time. After an interruption, the remaining rows
 * are found in the database.
 */
export class ReclaimRemovalsJob implements BackgroundJob {
  readonly name = 'reclaiming removed projects';
  readonly idleMs = 1000;
  readonly #rows: StepSize;
  #hasDeletedRows = false;

  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {
    this.#rows = new StepSize(database.backgroundStepMs);
  }

  pauseMs(durationMs: number): number {
    return this.#hasDeletedRows ? this.#rows.pauseMs : pauseAfterStep(durationMs);
  }

  async step(): Promise<boolean> {
    const now = this.clock();
    this.#hasDeletedRows = false;
    if (!(await this.database.read(({ removals }) => removals.isDue(now)))) {
      this.#rows.rest();
      return false;
    }
    const deleted = await this.#rows.run(
      this.database,
      ({ removals }, rows) => removals.deleteRows(now, rows),
      (count) => count,
      BESIDE_OTHERS,
    );
    // Without a result, another process is at it.
    if (deleted === undefined) return false;
    this.#hasDeletedRows = deleted > 0;
    if (deleted > 0) return true;
    const rest = await this.database.exclusively(({ removals }) => removals.reclaim(now, this.#rows.rows));
    return rest !== undefined;
  }
}
