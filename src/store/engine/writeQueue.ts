import { setImmediate, setTimeout } from 'node:timers/promises';
import { DatabaseBusy, Unavailable } from '../../domain/errors';
import {
  NO_DEADLINE,
  type QueueStatus,
  type Session,
  type Statement,
  type Value,
  deadlineError,
  requireTime,
} from './sql';

/** The connection whose transactions the queue runs. It throws the store's errors, not the driver's. */
export interface WriterConnection {
  readonly inTransaction: boolean;
  /** Begins a transaction; returns false if another process has one. */
  begin(): boolean;
  run(statement: Statement, values: readonly Value[]): unknown;
  /** Rolls the transaction back if there is one. */
  rollback(): void;
  session(beforeStatement: () => void): Session;
}

interface WriteJob {
  /** Time at which it was added, by the clock of `performance`. */
  readonly since: number;
  readonly work: (session: Session) => Promise<unknown>;
  readonly deadline: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_RETRY_MS = 5;
const MS_PER_SECOND = 1_000;

/** Called after each transaction with its duration in seconds, including the flush to the disk. */
export type ReportTransaction = (seconds: number) => void;

/**
 * Group commit: all jobs that wait when a transaction begins share it, and thus one flush to disk. Each of several runs
 * in a savepoint: a failing job is rolled back alone. No job settles before the commit.
 */
export class WriteQueue {
  private readonly waiting: WriteJob[] = [];
  private running: Promise<void> | undefined;
  private transaction: Promise<void> | undefined;

  constructor(
    private readonly connection: WriterConnection,
    private readonly lock?: WriteLock,
    private readonly reportTransaction?: ReportTransaction,
  ) {}

  status(): QueueStatus {
    const [oldest] = this.waiting;
    const oldestSeconds = oldest === undefined ? 0 : (performance.now() - oldest.since) / MS_PER_SECOND;
    return { waiting: this.waiting.length, oldestSeconds };
  }

  /** Runs `work` in one of the next transactions, unless its deadline has passed by then. */
  push<T>(work: (session: Session) => Promise<T>, deadline = NO_DEADLINE): Promise<T> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Unavailable('Too many writes are waiting.'));
    return new Promise<T>((resolve, reject) => {
      const since = performance.now();
      this.waiting.push({ since, work, deadline, resolve: resolve as WriteJob['resolve'], reject });
      this.running ??= this.runWaiting();
    });
  }

  /** Waits until no transaction is open, for readers that share the connection. */
  async transactionEnd(): Promise<void> {
    while (this.transaction !== undefined) await this.transaction;
  }

  /** Waits until all jobs have settled. */
  async drain(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private async runWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      await setImmediate();
      await this.lock?.acquire();
      this.transaction = this.runBatch(this.waiting.splice(0, MAX_BATCH));
      await this.transaction;
      this.transaction = undefined;
    }
    this.running = undefined;
  }

  /** Runs jobs in one transaction, and releases the lock. */
  private async runBatch(jobs: readonly WriteJob[]): Promise<void> {
    const settlements: (() => void)[] = [];
    const began = performance.now();
    try {
      await this.begin();
      for (const job of jobs) settlements.push(await this.runJob(job, jobs.length === 1));
      this.connection.run('COMMIT', []);
      this.reportTransaction?.((performance.now() - began) / MS_PER_SECOND);
    } catch (error) {
      this.connection.rollback();
      for (const job of jobs) job.reject(error);
      return;
    } finally {
      this.lock?.release();
    }
    for (const settle of settlements) settle();
  }

  /** Waits for other processes without blocking the event loop. */
  private async begin(): Promise<void> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    while (!this.connection.begin()) {
      if (performance.now() > deadline) throw new DatabaseBusy();
      await setTimeout(BUSY_RETRY_MS);
    }
  }

  /**
   * Runs one job and returns the function that settles its promise after the commit. A job that has the transaction to
   * itself gets no savepoint: SQLite copies each page that changes after one, many pages to a file.
   * @throws the job's error, if the whole transaction ends with it
   */
  private async runJob({ work, deadline, resolve, reject }: WriteJob, isAlone: boolean): Promise<() => void> {
    if (performance.now() >= deadline) return () => reject(deadlineError());
    let isOver = false;
    const session = this.connection.session(() => {
      if (isOver) throw new Error('A store was used after its transaction; an await is missing.');
      requireTime(deadline);
    });
    if (!isAlone) this.connection.run('SAVEPOINT job', []);
    try {
      const value = await work(session);
      if (!isAlone) this.connection.run('RELEASE job', []);
      return () => resolve(value);
    } catch (error) {
      if (isAlone || !this.connection.inTransaction) throw error;
      this.connection.run('ROLLBACK TO job', []);
      this.connection.run('RELEASE job', []);
      return () => reject(error);
    } finally {
      isOver = true;
    }
  }
}

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
