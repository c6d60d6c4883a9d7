import {
  DAY_MS,
  type DropReason,
  HOUR_MS,
  OUTCOME_RETENTION_DAYS,
  type OutcomeCount,
  outcomeOf,
} from '../domain/outcome';
import type { Read, Write } from '../store/stores';
import { SpikeGuard } from './filters/spikeGuard';

/** The events that come in, project by project: counted, and watched for floods. */
export class EventQuota {
  readonly #counter: OutcomeCounter;
  readonly #spikes: SpikeGuard;

  constructor({
    read,
    write,
    spikeFloor,
    onError,
  }: {
    read: Read;
    write: Write;
    spikeFloor: number;
    onError: (error: unknown) => void;
  }) {
    this.#counter = new OutcomeCounter(write, onError);
    this.#spikes = new SpikeGuard(spikeFloor, (projectId, since) =>
      read(({ outcomes }) => outcomes.busiestHour(projectId, since)),
    );
  }

  /** Counts an event. @param dropped why, or null of one that was accepted */
  count(projectId: string, dropped: DropReason | null, now: number): void {
    this.#counter.count(projectId, dropped, now);
    if (dropped === null) this.#spikes.recordEvent(projectId, now);
  }

  /** Seconds that senders of the project are to wait; 0 while it may send. */
  retryAfter(projectId: string, now: number): number {
    return this.#spikes.retryAfter(projectId, now);
  }

  /** Writes what was counted. */
  close(): Promise<void> {
    return this.#counter.close();
  }
}

/** How long counts are gathered before they are written: a flood costs one short transaction in so much time. */
const FLUSH_DELAY_MS = 500;
/** How long counts are kept. */
const OUTCOME_RETENTION_MS = OUTCOME_RETENTION_DAYS * DAY_MS;

type PendingCounts = Map<
  string,
  { -readonly [Member in keyof OutcomeCount]: OutcomeCount[Member] } & { readonly projectId: string }
>;

/**
 * Counts what became of events, by project, hour and reason. Counts wait in memory for a moment, so that no event waits for
 * them; a process that is killed loses those of its last moment.
 */
export class OutcomeCounter {
  #counts: PendingCounts = new Map();
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
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_DELAY_MS).unref();
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
          for (const id of due) await outcomes.prune(id, day * DAY_MS - OUTCOME_RETENTION_MS);
        },
        { projects },
      );
      for (const id of due) this.#pruned.set(id, day);
    } catch (error) {
      this.onError(error);
      counts.forEach((row) => this.#add(row));
      this.#timer ??= setTimeout(() => this.#flush(), FLUSH_DELAY_MS).unref();
    }
  }
}
