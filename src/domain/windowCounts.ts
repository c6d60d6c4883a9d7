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
