import { DAY_MS, HOUR_MS, KEPT_DAYS, outcomeOf, type DropReason, type OutcomeCount } from '../domain/outcome';
import type { Write } from '../store/stores';

/** How long counts are gathered before they are written: a flood costs one short transaction in so much time. */
const GATHER_MS = 500;
/** How long counts are kept. */
const KEPT_MS = KEPT_DAYS * DAY_MS;

type Counts = Map<
  string,
  { -readonly [Member in keyof OutcomeCount]: OutcomeCount[Member] } & { readonly projectId: string }
>;

/**
 * Counts what became of events, by project, hour and reason. Counts wait in memory for a moment, so that no event waits for
 * them; a process that is killed loses those of its last moment.
 */
export class OutcomeCounter {
  #counts: Counts = new Map();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Project → the day on which its old counts were last removed. */
  readonly #pruned = new Map<string, number>();

  /** @param onError told of a write that failed; its counts go with the next one */
  constructor(
    readonly write: Write,
    readonly onError: (error: unknown) => void,
  ) {}

  /** @param dropped why, or null of an event that was accepted */
  count(projectId: string, dropped: DropReason | null, now: number): void {
    const { outcome, reason } = outcomeOf(dropped);
    this.#add({ projectId, hour: Math.floor(now / HOUR_MS) * HOUR_MS, outcome, reason, quantity: 1 });
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
  }

  /** Writes what was counted. */
  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #add(row: OutcomeCount & { projectId: string }): void {
    const key = `${row.projectId} ${row.hour} ${row.reason}`;
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { ...row });
    else count.quantity += row.quantity;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    if (counts.length > 0) this.#writing = this.#writing.then(() => this.#store(counts));
  }

  async #store(counts: readonly (OutcomeCount & { projectId: string })[]): Promise<void> {
    const projects = [...new Set(counts.map(({ projectId }) => projectId))];
    const day = Math.floor(Math.max(...counts.map(({ hour }) => hour)) / DAY_MS);
    const due = projects.filter((id) => (this.#pruned.get(id) ?? 0) < day);
    try {
      await this.write(
        async ({ outcomes }) => {
          await outcomes.add(counts);
          for (const id of due) await outcomes.prune(id, day * DAY_MS - KEPT_MS);
        },
        { projects },
      );
      for (const id of due) this.#pruned.set(id, day);
    } catch (error) {
      this.onError(error);
      counts.forEach((row) => this.#add(row));
      this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref();
    }
  }
}
