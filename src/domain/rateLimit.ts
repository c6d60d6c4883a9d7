/**
 * At most `count` events in each window of `window` seconds. Windows begin at multiples of their length since 1970,
 * UTC.
 */
export interface RateLimit {
  readonly window: number;
  readonly count: number;
}

/**
 * Copies the members of a rate limit, in the order of the contract: PostgreSQL returns the members of stored JSON in
 * another order.
 */
export function copyRateLimit(limit: RateLimit | null): RateLimit | null {
  return limit === null ? null : { window: limit.window, count: limit.count };
}

/** Formats a rate limit as commands take it: `1000/60` for 1000 events in 60 seconds; null for none. */
export function formatRateLimit(limit: RateLimit | null): string | null {
  return limit === null ? null : `${limit.count}/${limit.window}`;
}

/** Scopes to which a rate limit applies. */
export const RATE_LIMIT_SCOPES = ['key', 'project', 'organization'] as const;

export type RateLimitScope = (typeof RATE_LIMIT_SCOPES)[number];

/** A rate limit with the key, project or organization whose events it counts. */
export interface AppliedRateLimit extends RateLimit {
  readonly organizationId: string;
  readonly scope: RateLimitScope;
  /** Distinguishes the subjects of a scope within the organization: an id, or the id of a project with a public key. */
  readonly subject: string;
}

/** The number of events that were accepted in one window of a rate limit. */
export interface RateLimitCount {
  readonly limit: AppliedRateLimit;
  /** Start of the window, in milliseconds since 1970, UTC. */
  readonly start: number;
  readonly quantity: number;
}

/** Returns the start of the window that contains a time, in milliseconds since 1970, UTC. */
export function windowStart({ window }: RateLimit, now: number): number {
  const length = window * 1000;
  return Math.floor(now / length) * length;
}

/**
 * Returns the key of a rate limit's counts, made of its subject and its window: limits with the same key share their
 * counts.
 */
export function rateLimitKey({ organizationId, scope, subject, window }: AppliedRateLimit): string {
  return `${organizationId} ${scope} ${subject} ${window}`;
}

/** Maximum number of counted keys. Beyond it, the oldest key is forgotten. */
const MAX_KEYS = 10_000;

/** Counts by key within windows of time, each of which begins where the last one ends. */
export class WindowCounts {
  #window = 0;
  #counts = new Map<string, number>();

  constructor(private readonly windowMs: number) {}

  /** Adds one. Returns the count of the window. */
  add(key: string, now: number): number {
    this.#begin(now);
    const count = (this.#counts.get(key) ?? 0) + 1;
    const first = count === 1 && this.#counts.size === MAX_KEYS ? this.#counts.keys().next().value : undefined;
    if (first !== undefined) this.#counts.delete(first);
    this.#counts.set(key, count);
    return count;
  }

  /** Subtracts one from a count that was added in the same window. */
  subtract(key: string, now: number): void {
    this.#begin(now);
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
  }

  /** Begins the count of a key again at zero. */
  forget(key: string): void {
    this.#counts.delete(key);
  }

  /** Seconds until the next window. */
  secondsLeft(now: number): number {
    const end = (Math.floor(now / this.windowMs) + 1) * this.windowMs;
    return Math.max(1, Math.ceil((end - now) / 1000));
  }

  #begin(now: number): void {
    const window = Math.floor(now / this.windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
  }
}
