import { setTimeout as pause } from 'node:timers/promises';

/** Work that the steps of a job began and did not wait for, by its subject. */
export class WorkInProgress<Subject> {
  readonly #ends = new Map<Subject, Promise<void>>();

  get subjects(): Subject[] {
    return [...this.#ends.keys()];
  }

  add(subject: Subject, work: Promise<void>): void {
    this.#ends.set(
      subject,
      work.finally(() => this.#ends.delete(subject)),
    );
  }

  /**
   * Returns a function that waits until one of the present tasks ends, at most the given milliseconds. Null if there
   * are none.
   */
  endOfFirst(): ((ms: number) => Promise<void>) | null {
    const ends = [...this.#ends.values()];
    if (ends.length === 0) return null;
    return async (ms) => {
      const waiting = new AbortController();
      const timer = pause(ms, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
      await Promise.race([...ends, timer]);
      waiting.abort();
    };
  }

  async endOfAll(): Promise<void> {
    await Promise.all(this.#ends.values());
  }
}
