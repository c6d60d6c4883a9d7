import { setImmediate, setTimeout } from 'node:timers/promises';
import { Unavailable } from '../domain/errors';
import type { Session } from './sql';
import type { WriteLock } from './writeLock';

/** The steps of a transaction on the one connection that writes. They throw the store's errors, not the driver's. */
export interface WriterConnection {
  /** Answers false if another process is writing. */
  begin(): boolean;
  commit(): void;
  /** Ends the transaction, if there still is one. */
  abandon(): void;
  isOpen(): boolean;
  /** What happens between `mark` and `undo` is undone; `keep` keeps it. */
  mark(): void;
  keep(): void;
  undo(): void;
  session(enter: () => void): Session;
}

interface WriteJob {
  readonly work: (session: Session) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_PAUSE_MS = 5;

/**
 * Group commit: all jobs that wait at one moment share one transaction, and so one flush of the disk. Each runs in a mark
 * of its own, so that one that fails is undone alone. Nobody is answered before the commit.
 */
export class WriteQueue {
  private readonly waiting: WriteJob[] = [];
  private turns: Promise<void> | undefined;
  private batch: Promise<void> | undefined;

  constructor(
    private readonly transactions: WriterConnection,
    private readonly lock?: WriteLock,
  ) {}

  /** Runs `work` in one of the next transactions. */
  push<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Unavailable('Too many writes are waiting.'));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as WriteJob['resolve'], reject });
      this.turns ??= this.takeTurns();
    });
  }

  /** Waits until no transaction is open; for readers that share the connection. */
  async quiet(): Promise<void> {
    while (this.batch !== undefined) await this.batch;
  }

  /** Waits until no job is left. */
  async drained(): Promise<void> {
    while (this.turns !== undefined) await this.turns;
  }

  private async takeTurns(): Promise<void> {
    while (this.waiting.length > 0) {
      await setImmediate();
      await this.lock?.acquire();
      this.batch = this.runBatch(this.waiting.splice(0, MAX_BATCH)).finally(() => this.lock?.release());
      await this.batch;
      this.batch = undefined;
    }
    this.turns = undefined;
  }

  private async runBatch(jobs: readonly WriteJob[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await this.begin();
      for (const job of jobs) answers.push(await this.attempt(job));
      this.transactions.commit();
    } catch (error) {
      this.transactions.abandon();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** The other process is waited for without blocking this one. */
  private async begin(): Promise<void> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    while (!this.transactions.begin()) {
      if (performance.now() > deadline) throw new Unavailable('The database is busy.');
      await setTimeout(BUSY_PAUSE_MS);
    }
  }

  /**
   * Runs one job; answers how its promise is to be settled once the commit succeeds.
   * @throws the job's error, if it ended the whole transaction
   */
  private async attempt({ work, resolve, reject }: WriteJob): Promise<() => void> {
    let over = false;
    const session = this.transactions.session(() => {
      if (over) throw new Error('A store was used after its transaction; an await is missing.');
    });
    this.transactions.mark();
    try {
      const value = await work(session);
      this.transactions.keep();
      return () => resolve(value);
    } catch (error) {
      if (!this.transactions.isOpen()) throw error;
      this.transactions.undo();
      return () => reject(error);
    } finally {
      over = true;
    }
  }
}
