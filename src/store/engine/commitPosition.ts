/**
 * The position of a server in the write-ahead log, in bytes: what a standby has replayed, or what the primary has
 * flushed, because a standby receives nothing before. Asynchronous commits are not flushed: for them, it is what the
 * primary has inserted.
 */
export const POSITION = `CAST(pg_wal_lsn_diff(
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END, '0/0') AS BIGINT)`;

/**
 * Indexes into the shared memory: the position, how often the position behind a commit was lost, and how many of these
 * losses a later read of the position has made good.
 */
const [LAST, LOST, SETTLED] = [0, 1, 2] as const;

/**
 * The position in PostgreSQL's write-ahead log behind the last commit of a process, in bytes. The threads of the
 * process share it.
 */
export class CommitPosition {
  readonly #cells: BigInt64Array;

  /** @param memory shared by the main thread, in another thread; absent in the main thread */
  constructor(memory?: SharedArrayBuffer) {
    this.#cells = new BigInt64Array(memory ?? new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT));
  }

  /** Returns the memory with which the object of another thread is constructed. */
  share(): SharedArrayBuffer {
    return this.#cells.buffer as SharedArrayBuffer;
  }

  /** The position; null if the connection of a commit was lost before the position was read. */
  get(): number | null {
    return this.#load(LOST) > this.#load(SETTLED) ? null : this.#load(LAST);
  }

  /** Records the position behind a commit; null if it is not known. */
  record(position: number | null): void {
    if (position === null) Atomics.add(this.#cells, LOST, 1n);
    else this.#raise(LAST, position);
  }

  /** Reads the present position of the server in place of positions that were lost. */
  async settle(readPosition: () => Promise<number>): Promise<void> {
    const lost = this.#load(LOST);
    this.#raise(LAST, await readPosition());
    this.#raise(SETTLED, lost);
  }

  #load(cell: number): number {
    return Number(Atomics.load(this.#cells, cell));
  }

  #raise(cell: number, value: number): void {
    for (let present = this.#load(cell); present < value; present = this.#load(cell))
      Atomics.compareExchange(this.#cells, cell, BigInt(present), BigInt(value));
  }
}
