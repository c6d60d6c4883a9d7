import { HOUR_MS } from '../../domain/outcome';

/** How many times its busiest hour a project may send in one hour. */
const GROWTH = 5;
/** How many hours back the busiest is looked for: a week, so that quiet weekends do not count against Mondays. */
const BASELINE_HOURS = 7 * 24;
/** How long senders are told to wait, in seconds. */
const PAUSE = 60;
const MOST_PROJECTS = 10_000;

/** What a project may still send; it fills up evenly, so that it is full again after an hour. */
interface Allowance {
  left: number;
  /** Of an hour, and at once. */
  limit: number;
  at: number;
  /** The hour that the limit was looked up in. */
  hour: number;
}

/** How many events the project took in in its busiest hour since then. */
export type BusiestHour = (projectId: string, since: number) => Promise<number>;

/**
 * Keeps a flood of events of one project away from the others and from the disk. What is allowed follows the project's own
 * history; allowances are this process's own, and full when it starts.
 */
export class SpikeGuard {
  readonly #allowances = new Map<string, Allowance>();

  /** @param floor events an hour that every project may send */
  constructor(
    readonly floor: number,
    readonly busiestHour: BusiestHour,
  ) {}

  /** Seconds that senders of the project are to wait; 0 while it may send. */
  pause(projectId: string, now: number): number {
    return this.#allowance(projectId, now).left >= 1 ? 0 : PAUSE;
  }

  /** Notes an event that was taken in. */
  take(projectId: string, now: number): void {
    this.#allowance(projectId, now).left -= 1;
  }

  #allowance(projectId: string, now: number): Allowance {
    const allowance = this.#allowances.get(projectId) ?? this.#open(projectId, now);
    const { left, limit, at } = allowance;
    allowance.left = Math.min(limit, left + (limit * Math.max(0, now - at)) / HOUR_MS);
    allowance.at = Math.max(at, now);
    const hour = Math.floor(now / HOUR_MS);
    if (hour > allowance.hour) {
      allowance.hour = hour;
      void this.#adjust(projectId, allowance, now);
    }
    return allowance;
  }

  #open(projectId: string, now: number): Allowance {
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size >= MOST_PROJECTS && oldest !== undefined) this.#allowances.delete(oldest);
    const allowance: Allowance = { left: this.floor, limit: this.floor, at: now, hour: 0 };
    this.#allowances.set(projectId, allowance);
    return allowance;
  }

  /** Nobody waits for this: until it is known, the former limit holds. Where it cannot be known, so it does for another hour. */
  async #adjust(projectId: string, allowance: Allowance, now: number): Promise<void> {
    const busiest = await this.busiestHour(projectId, now - BASELINE_HOURS * HOUR_MS).catch(() => 0);
    const limit = Math.max(this.floor, GROWTH * busiest);
    allowance.left += Math.max(0, limit - allowance.limit);
    allowance.limit = limit;
  }
}
