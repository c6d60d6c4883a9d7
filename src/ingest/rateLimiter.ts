import { LRUCache } from 'lru-cache';
import { RateLimited } from '../domain/errors';
import { atMost } from '../domain/lazy';
import type { DropReason } from '../domain/outcome';
import {
  type AppliedRateLimit,
  type RateLimitCount,
  rateLimitKey,
  type RateLimitScope,
  windowStart,
} from '../domain/rateLimit';
import type { Write } from '../store/stores';

/** Time for which counts are collected before they are added to the counts of other processes. */
const FLUSH_DELAY_MS = 1_000;
/** Number of limits whose counts are in memory: the least recently used limit starts again from its stored count. */
const MAX_WINDOWS = 10_000;

/** Limit's scope → reason of dropped events, as the protocol names it. */
const REASONS = {
  key: 'key_quota',
  project: 'project_quota',
  organization: 'org_quota',
} as const satisfies Record<RateLimitScope, DropReason>;

/** The events of a limit's present window. */
interface Window {
  readonly limit: AppliedRateLimit;
  readonly start: number;
  /** Events of all processes, as last stored. */
  stored: number;
  /** Events of this process whose storing is in progress. */
  flushing: number;
  /** Events of this process that are not stored yet; negative if more were given back. */
  pending: number;
}

/**
 * Counts events against the rate limits of keys, projects and organizations, in fixed windows. The processes of the
 * service add their counts in the database once a second. Within a second, several processes together, or a process
 * that has just started, may therefore accept more than the limit; one process alone never does.
 */
export class RateLimiter {
  readonly #windows = new LRUCache<string, Window>(atMost(MAX_WINDOWS));
  #changed = new Set<Window>();
  #timer: NodeJS.Timeout | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  /** @param onError called when a write fails; its counts are written with the next one */
  constructor(
    private readonly write: Write,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns the limits that accept no event at present. */
  findExhausted(limits: readonly AppliedRateLimit[], now: number): AppliedRateLimit[] {
    return limits.filter((limit) => eventsIn(this.#windowOf(limit, now)) >= limit.count);
  }

  /** Counts an event before it is processed. Returns the exhausted limits; if there are any, nothing is counted. */
  take(limits: readonly AppliedRateLimit[], now: number): AppliedRateLimit[] {
    const exhausted = this.findExhausted(limits, now);
    if (exhausted.length === 0) for (const limit of limits) this.#add(this.#windowOf(limit, now), 1);
    return exhausted;
  }

  /** Takes back the count of an event that was not accepted. @param now the time at which it was counted */
  giveBack(limits: readonly AppliedRateLimit[], now: number): void {
    for (const limit of limits) {
      const window = this.#windowOf(limit, now);
      // The window of an event that took long may be over.
      if (window.start === windowStart(limit, now)) this.#add(window, -1);
    }
  }

  /** Writes the counts that are still in memory. */
  async close(): Promise<void> {
    this.#flush();
    await this.#lastWrite;
  }

  #add(window: Window, quantity: number): void {
    window.pending += quantity;
    this.#changed.add(window);
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_DELAY_MS).unref();
  }

  /**
   * Returns the newest window of a limit, never an earlier one: a clock that is set back gives no client a second
   * count.
   */
  #windowOf(limit: AppliedRateLimit, now: number): Window {
    const key = rateLimitKey(limit);
    const start = windowStart(limit, now);
    const current = this.#windows.get(key);
    if (current !== undefined && current.start >= start) return current;
    const window: Window = { limit, start, stored: 0, flushing: 0, pending: 0 };
    this.#windows.set(key, window);
    return window;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const windows = [...this.#changed];
    this.#changed = new Set();
    if (windows.length > 0) this.#lastWrite = this.#lastWrite.then(() => this.#writeCounts(windows));
  }

  async #writeCounts(windows: readonly Window[]): Promise<void> {
    const counts = windows.map((window): RateLimitCount => {
      [window.flushing, window.pending] = [window.pending, 0];
      return { limit: window.limit, start: window.start, quantity: window.flushing };
    });
    try {
      const sums = await this.write(({ rateLimitCounts }) => rateLimitCounts.add(counts, Date.now()), { projects: [] });
      windows.forEach((window, index) => {
        window.stored = sums[index] ?? window.stored + window.flushing;
        window.flushing = 0;
      });
    } catch (error) {
      this.onError(error);
      for (const window of windows) {
        [window.pending, window.flushing] = [window.pending + window.flushing, 0];
        this.#changed.add(window);
      }
      this.#scheduleFlush();
    }
  }
}

function eventsIn({ stored, flushing, pending }: Window): number {
  return stored + flushing + pending;
}

/**
 * Returns the reason under which an event beyond exhausted limits is counted: the reason of the first limit, which is
 * the narrowest.
 */
export function rateLimitReason([first]: readonly AppliedRateLimit[]): DropReason {
  return REASONS[first?.scope ?? 'key'];
}

/**
 * Returns the error of an event beyond exhausted limits. It tells clients how long to wait: until the windows of
 * all limits end.
 */
export function rateLimitError(exhausted: readonly AppliedRateLimit[], now: number): RateLimited {
  const waits = exhausted.map((limit) => ({ limit, seconds: secondsLeft(limit, now) }));
  const [first] = exhausted;
  const retryAfter = Math.max(...waits.map(({ seconds }) => seconds));
  return new RateLimited(
    `The ${first?.scope ?? 'key'} has sent the ${first?.count ?? 0} events that it may send in ${first?.window ?? 0} seconds; try again in ${retryAfter} seconds.`,
    retryAfter,
    waits.map(({ limit: { scope }, seconds }) => `${seconds}:error:${scope}:${REASONS[scope]}`).join(', '),
  );
}

function secondsLeft(limit: AppliedRateLimit, now: number): number {
  const end = windowStart(limit, now) + limit.window * 1000;
  return Math.max(1, Math.ceil((end - now) / 1000));
}
