import { HOUR_MS } from '../../domain/outcome';

/** How many times its busiest hour a project may send in one hour. */
const GROWTH_FACTOR = 5;
/** How many hours back the busiest is looked for: a week, so that quiet weekends do not count against Mondays. */
const BASELINE_HOURS = 7 * 24;
/** How long senders are told to wait, in seconds. */
const RETRY_AFTER_SECONDS = 60;
const MAX_PROJECTS = 10_000;

/** What a project may still send; it fills up evenly, so that it is full again after an hour. */
interface TokenBucket {
  tokens: number;
  /** Of an hour, and at once. */
  capacity: number;
  refilledAt: number;
  /** The hour that the limit was looked up in. */
  hour: number;
}

/** How many events the project took in in its busiest hour since then. */
export type FindBusiestHour = (projectId: string, since: number) => Promise<number>;

/**
 * Keeps a flood of events of one project away from the others and from the disk. What is allowed follows the project's own
 * history; allowances are this process's own, and full when it starts.
 */
export class SpikeGuard {
  readonly #allowances = new Map<string, TokenBucket>();

  /** @param minimumPerHour events an hour that every project may send */
  constructor(
    readonly minimumPerHour: number,
    readonly findBusiestHour: FindBusiestHour,
  ) {}

  /** Seconds that senders of the project are to wait; 0 while it may send. */
  retryAfter(projectId: string, now: number): number {
    return this.#allowance(projectId, now).tokens >= 1 ? 0 : RETRY_AFTER_SECONDS;
  }

  /** Notes an event that was taken in. */
  recordEvent(projectId: string, now: number): void {
    this.#allowance(projectId, now).tokens -= 1;
  }

  #allowance(projectId: string, now: number): TokenBucket {
    const allowance = this.#allowances.get(projectId) ?? this.#open(projectId, now);
    const { tokens: left, capacity: limit, refilledAt: at } = allowance;
    allowance.tokens = Math.min(limit, left + (limit * Math.max(0, now - at)) / HOUR_MS);
    allowance.refilledAt = Math.max(at, now);
    const hour = Math.floor(now / HOUR_MS);
    if (hour > allowance.hour) {
      allowance.hour = hour;
      void this.#adjust(projectId, allowance, now);
    }
    return allowance;
  }

  #open(projectId: string, now: number): TokenBucket {
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size >= MAX_PROJECTS && oldest !== undefined) this.#allowances.delete(oldest);
    const allowance: TokenBucket = {
      tokens: this.minimumPerHour,
      capacity: this.minimumPerHour,
      refilledAt: now,
      hour: 0,
    };
    this.#allowances.set(projectId, allowance);
    return allowance;
  }

  /** Nobody waits for this: until it is known, the former limit holds. Where it cannot be known, so it does for another hour. */
  async #adjust(projectId: string, allowance: TokenBucket, now: number): Promise<void> {
    const busiest = await this.findBusiestHour(projectId, now - BASELINE_HOURS * HOUR_MS).catch(() => 0);
    const limit = Math.max(this.minimumPerHour, GROWTH_FACTOR * busiest);
    allowance.tokens += Math.max(0, limit - allowance.capacity);
    allowance.capacity = limit;
  }
}
