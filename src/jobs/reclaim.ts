import { RemovedEventScan } from '../store/issues/removedIssues';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { BESIDE_OTHERS, pauseAfterStep, StepSize } from './stepSize';
import { DAY_MS } from '../domain/time';

/** Slices of unused content that one step deletes: one MiB each before compression. */
const SLICES_PER_STEP = 32;
/** Time for which unreferenced content is kept: uploaded chunks wait that long for the rest of their bundle. */
const RETENTION_MS = DAY_MS;

/**
 * Frees the storage of removed issues, and of chunks and files that nothing refers to. Work that an earlier process
 * left undone is found in the database. A read finds out whether there is anything to do, so that an idle job never
 * takes the write lock.
 */
export class ReclaimJob implements BackgroundJob {
  readonly name = 'reclaiming storage';
  readonly idleMs = 1000;
  readonly asksAllMachines = true;
  readonly #scan = new RemovedEventScan();
  readonly #events: StepSize;
  readonly #tags: StepSize;
  #isAnalyzed = false;
  /** The pause after a step that deleted rows of removed issues; undefined after another one. */
  #pauseMs: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: () => number = Date.now,
  ) {
    this.#events = new StepSize(database.backgroundStepMs);
    this.#tags = new StepSize(database.backgroundStepMs);
  }

  pauseMs(durationMs: number): number {
    return this.#pauseMs ?? pauseAfterStep(durationMs);
  }

  async step(): Promise<boolean> {
    return (
      (await this.#reclaimIssues()) ||
      (await this.#collectGarbage(this.clock() - RETENTION_MS)) ||
      this.database.shrink()
    );
  }

  /**
   * Deletes events of removed issues; once there are none left, the other rows of these issues. Another process may do
   * so already.
   */
  async #reclaimIssues(): Promise<boolean> {
    const { database } = this;
    const hasAny = await database.read(({ removedIssues }) => removedIssues.hasAny());
    if (hasAny && !this.#isAnalyzed) await database.analyze(['removed_issue']);
    this.#isAnalyzed = hasAny;
    this.#pauseMs = undefined;
    if (!hasAny) {
      for (const size of [this.#events, this.#tags]) size.rest();
      return false;
    }
    const events = await this.#events.run(
      database,
      ({ removedIssues }, rows) => removedIssues.deleteEvents(rows, this.#scan),
      ({ deleted }) => deleted,
      BESIDE_OTHERS,
    );
    if (events === undefined) return false;
    this.#pauseMs = this.#events.pauseMs;
    if (events.hasMore) return true;
    const rest = await this.#tags.run(
      database,
      ({ removedIssues }, rows) => removedIssues.deleteRest(rows, this.#scan),
      ({ deleted }) => deleted,
    );
    this.#pauseMs += this.#tags.pauseMs;
    return rest?.hasMore ?? false;
  }

  async #collectGarbage(before: number): Promise<boolean> {
    if (!(await this.database.read(({ contents }) => contents.hasGarbage(before)))) return false;
    const hasMore = await this.database.exclusively(({ contents }) => contents.collectGarbage(before, SLICES_PER_STEP));
    return hasMore === true;
  }
}

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
    // Without a result, another process is deleting rows.
    if (deleted === undefined) return false;
    this.#hasDeletedRows = deleted > 0;
    if (deleted > 0) return true;
    const rest = await this.database.exclusively(({ removals }) => removals.reclaim(now, this.#rows.rows));
    return rest !== undefined;
  }
}
