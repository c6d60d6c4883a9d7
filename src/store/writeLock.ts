/** Cells of the shared memory: the ticket that is handed out next, the one whose turn it is, and the one the other thread holds. */
const [NEXT, TURN, HELD] = [0, 1, 2] as const;
const NONE = -1;

/**
 * Gives the threads of one process that write to the same SQLite file their turns, in the order they ask. SQLite itself would let
 * the one wait by trying again and again, and the other, which is always at it, would win.
 */
export class WriteLock {
  readonly #cells: Int32Array;

  /** @param memory that of the lock in the thread that started this one */
  constructor(readonly memory: SharedArrayBuffer | null = null) {
    this.#cells = new Int32Array(memory ?? new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
    if (memory === null) this.#cells[HELD] = NONE;
  }

  /** What the other thread makes its lock of. */
  share(): SharedArrayBuffer {
    return this.#cells.buffer as SharedArrayBuffer;
  }

  /** Settles when it is this thread's turn; until `release`, the other one waits. A thread asks once at a time. */
  async acquire(): Promise<void> {
    const ticket = Atomics.add(this.#cells, NEXT, 1);
    if (this.memory !== null) Atomics.store(this.#cells, HELD, ticket);
    await this.#reach(ticket);
  }

  release(): void {
    if (this.memory !== null) Atomics.store(this.#cells, HELD, NONE);
    Atomics.add(this.#cells, TURN, 1);
    Atomics.notify(this.#cells, TURN);
  }

  /** Gives up the turn, present or to come, of a thread that has ended. */
  async releaseForEndedThread(): Promise<void> {
    const ticket = Atomics.exchange(this.#cells, HELD, NONE);
    if (ticket === NONE) return;
    await this.#reach(ticket);
    this.release();
  }

  async #reach(ticket: number): Promise<void> {
    for (;;) {
      const turn = Atomics.load(this.#cells, TURN);
      if (turn === ticket) return;
      await Atomics.waitAsync(this.#cells, TURN, turn).value;
    }
  }
}
