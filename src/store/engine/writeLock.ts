/**
 * Indexes into the shared memory: the next ticket, the ticket that holds the lock, the ticket of the worker thread, and
 * a flag for a damaged file.
 */
const [NEXT, CURRENT, WORKER, DAMAGED] = [0, 1, 2, 3] as const;
const NONE = -1;

/**
 * A fair lock between the threads of one process that write to the same SQLite file: they get it in the order of their
 * requests. With SQLite's own lock, a thread would poll, and lose to one that writes continuously.
 */
export class WriteLock {
  readonly #cells: Int32Array;

  /** @param memory shared by the main thread, in the worker thread; absent in the main thread */
  constructor(readonly memory: SharedArrayBuffer | null = null) {
    this.#cells = new Int32Array(memory ?? new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
    if (memory === null) this.#cells[WORKER] = NONE;
  }

  /** Returns the memory with which the worker thread's lock is constructed. */
  share(): SharedArrayBuffer {
    return this.#cells.buffer as SharedArrayBuffer;
  }

  /** Waits for the lock. A thread that holds it or waits for it must not call this again before `release`. */
  async acquire(): Promise<void> {
    const ticket = Atomics.add(this.#cells, NEXT, 1);
    if (this.memory !== null) Atomics.store(this.#cells, WORKER, ticket);
    await this.#waitFor(ticket);
  }

  release(): void {
    if (this.memory !== null) Atomics.store(this.#cells, WORKER, NONE);
    Atomics.add(this.#cells, CURRENT, 1);
    Atomics.notify(this.#cells, CURRENT);
  }

  /** Releases the lock for a worker thread that ended while it held it or waited for it. */
  async releaseForEndedThread(): Promise<void> {
    const ticket = Atomics.exchange(this.#cells, WORKER, NONE);
    if (ticket === NONE) return;
    await this.#waitFor(ticket);
    this.release();
  }

  /** Tells all threads that the file is damaged. */
  noteDamage(): void {
    Atomics.store(this.#cells, DAMAGED, 1);
  }

  /** True if one of the threads has found that the file is damaged. */
  get isDamaged(): boolean {
    return Atomics.load(this.#cells, DAMAGED) === 1;
  }

  async #waitFor(ticket: number): Promise<void> {
    for (;;) {
      const current = Atomics.load(this.#cells, CURRENT);
      if (current === ticket) return;
      await Atomics.waitAsync(this.#cells, CURRENT, current).value;
    }
  }
}
