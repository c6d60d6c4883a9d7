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

  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {
    this.#rows = new StepSize(database.backgroundStepMs);
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(): Promise<boolean> {
    const now = this.clock();
    if (!(await this.database.read(({ removals }) => removals.isDue(now)))) return false;
    const deleted = await this.#rows.measure(
      (rows) => this.database.exclusively(({ removals }) => removals.deleteRows(now, rows), BESIDE_OTHERS),
      (count) => count ?? 0,
    );
    // Without a result, another process is at it.
    if (deleted === undefined || deleted > 0) return deleted !== undefined;
    const rest = await this.database.exclusively(({ removals }) => removals.reclaim(now, this.#rows.rows));
    return rest !== undefined;
  }
}
