import { setTimeout } from 'node:timers/promises';
import { POSITION } from './postgresConnection';
import { type PostgresPool, StandbyBehind } from './postgresPools';
import { isMissingPrivilege, isOfServer, isStatementTimeout, isUnreachable } from './postgresErrors';
import type { ReadSession, RequestReads, StandbyStatus } from './sql';

/**
 * Indexes into the shared memory: the last position, the number of commits whose position is not known, and the number
 * of these commits that are before a position that was read later.
 */
const [LAST, LOST, SETTLED] = [0, 1, 2] as const;

/**
 * The position in PostgreSQL's write-ahead log after the last commit of a process, in bytes. The threads of the process
 * share it.
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

  /** Records the position after a commit; null if it is not known. */
  record(position: number | null): void {
    if (position === null) Atomics.add(this.#cells, LOST, 1n);
    else this.#raise(LAST, position);
  }

  /** Reads the present position of the server, which is after all commits whose position is not known. */
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

/** Maximum age of commits of other processes that reads of a standby may miss. */
const MAX_LAG_MS = 5_000;
/** Time after which the position of the primary is read again. */
const SAMPLE_MS = 1_000;
/** Time that a standby has to catch up with a commit of this process before the primary is read instead. */
const CATCH_UP_MS = 10;
/** Time for which a standby that has not caught up is not read. */
const BEHIND_MS = 100;
/** Time for which a standby that failed, or is behind by more than `MAX_LAG_MS`, is not read. */
const RETRY_MS = 5_000;
/** Time limit for reading the state of a standby. */
const STATE_MS = 1_000;
/** Time limit for reading the state of the primary. */
const PRIMARY_MS = 5_000;

const STATE = `SELECT current_database() AS "database", pg_is_in_recovery() AS "isStandby", ${POSITION} AS "position"`;
const SYSTEM = 'SELECT CAST(system_identifier AS TEXT) AS "system" FROM pg_control_system()';

/** The database of a connection, and the state of its server. */
interface ServerState {
  readonly database: string;
  readonly isStandby: boolean;
  readonly position: number | null;
  /** Identifies a server and its standbys; null if the user may not read it. */
  readonly system: string | null;
}

/** Reports why a standby is not read any more; null if it is read again. */
export type ReportStandby = (problem: Error | null) => void;

/** The position of the primary at a time of `performance.now()`. */
interface Sample {
  readonly at: number;
  readonly position: number;
}

/**
 * A standby that serves reads. Each of its statements is used only if the standby has replayed all commits of this
 * process, and the commits of other processes that are `MAX_LAG_MS` old. In all other cases the primary is read instead
 * (src/DECISIONS.md, "Reads of a standby").
 */
export class Standby {
  private isUsed = false;
  private isReported = false;
  private suspendedUntil = 0;
  /** In order of time. Samples that are older than `dueSample` are dropped. */
  private samples: Sample[] = [];
  private sampling: Promise<void> | undefined;
  private probing: Promise<void> | undefined;

  /** @param name the address of the standby, for messages */
  constructor(
    private readonly name: string,
    readonly pool: PostgresPool,
    private readonly readPrimary: RequestReads<ReadSession>['read'],
    private readonly commitPosition: CommitPosition,
    private readonly report: ReportStandby = () => undefined,
  ) {}

  /**
   * Checks that the server is a standby of the primary. One that cannot be reached is used later.
   * @throws Error with a message of one sentence if it is another server
   */
  async open(): Promise<void> {
    try {
      await this.begin();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.suspend(error);
    }
  }

  /** Returns the reads of a request. After one of the primary, all others use the primary too. */
  openReads(): RequestReads<ReadSession> {
    let [isOnPrimary, hasUsedStandby] = [false, false];
    return {
      read: async (work, deadline) => {
        if (!isOnPrimary && this.canRead()) {
          try {
            const value = await this.read(work, deadline);
            hasUsedStandby = true;
            return value;
          } catch (error) {
            this.noteFailure(error);
          }
        }
        isOnPrimary = true;
        return this.readPrimary(work, deadline);
      },
      leaveStandby() {
        isOnPrimary = true;
        return hasUsedStandby;
      },
    };
  }

  /** Measures how many bytes of the log the standby has not replayed. */
  async measure(): Promise<StandbyStatus> {
    try {
      const [primary, { position }] = await Promise.all([this.readPrimaryPosition(), this.readState()]);
      return { isUsed: this.isUsed, lagBytes: position === null ? null : Math.max(0, primary - position) };
    } catch {
      return { isUsed: this.isUsed, lagBytes: null };
    }
  }

  async close(): Promise<void> {
    this.suspendedUntil = Infinity;
    this.isReported = true;
    await Promise.allSettled([this.probing, this.sampling]);
    await this.pool.close();
  }

  private async read<T>(work: (session: ReadSession) => Promise<T>, deadline: number): Promise<T> {
    const required = await this.requiredPosition();
    try {
      return await work(this.pool.session(deadline, required));
    } catch (error) {
      if (!(error instanceof StandbyBehind) || this.isFarBehind(error.position)) throw error;
    }
    await setTimeout(CATCH_UP_MS);
    return work(this.pool.session(deadline, required));
  }

  /** Returns true if the standby may be read. A suspended standby is first checked again, in the background. */
  private canRead(): boolean {
    if (performance.now() < this.suspendedUntil) return false;
    if (!this.isUsed) this.probing ??= this.probe().finally(() => (this.probing = undefined));
    return this.isUsed;
  }

  private async probe(): Promise<void> {
    try {
      await this.begin();
      this.isReported = false;
      this.report(null);
    } catch (error) {
      this.suspend(error);
    }
  }

  /** Begins to use the standby. @throws Error if it is no standby of the primary, or far behind */
  private async begin(): Promise<void> {
    const [primary, standby] = await Promise.all([
      this.readPrimary(readState, performance.now() + PRIMARY_MS),
      this.readState(),
    ]);
    const difference = describeDifference(primary, standby);
    if (difference !== null) throw new Error(`DATABASE_READ_URL names PostgreSQL on ${this.name}, ${difference}.`);
    const isFarBehind = this.isFarBehind(standby.position);
    this.addSample({ at: performance.now(), position: primary.position ?? 0 });
    if (isFarBehind) throw new StandbyBehind(standby.position);
    this.isUsed = true;
  }

  private noteFailure(error: unknown): void {
    if (error instanceof StandbyBehind && !this.isFarBehind(error.position))
      this.suspendedUntil = Math.max(this.suspendedUntil, performance.now() + BEHIND_MS);
    else if (error instanceof StandbyBehind || (isOfServer(error) && !isStatementTimeout(error))) this.suspend(error);
  }

  /** Makes requests read the primary for a while, and reports why. */
  private suspend(error: unknown): void {
    this.isUsed = false;
    this.suspendedUntil = Math.max(this.suspendedUntil, performance.now() + RETRY_MS);
    if (!this.isReported) this.report(error instanceof Error ? error : new Error(String(error)));
    this.isReported = true;
  }

  /** Returns the position up to which the standby must have replayed the log. */
  private async requiredPosition(): Promise<number> {
    const age = performance.now() - (this.samples.at(-1)?.at ?? -Infinity);
    if (age > MAX_LAG_MS) {
      await this.sample();
      this.samples = this.samples.slice(-1);
    } else if (age > SAMPLE_MS) this.sample().catch(() => undefined);
    if (this.commitPosition.get() === null) await this.commitPosition.settle(() => this.readPrimaryPosition());
    const { position = Infinity } = this.dueSample() ?? this.samples[0] ?? {};
    return Math.max(position, this.commitPosition.get() ?? Infinity);
  }

  private sample(): Promise<void> {
    const at = performance.now();
    this.sampling ??= this.readPrimaryPosition()
      .then((position) => this.addSample({ at, position }))
      .finally(() => (this.sampling = undefined));
    return this.sampling;
  }

  private addSample(sample: Sample): void {
    const due = this.dueSample();
    this.samples = [...this.samples.filter(({ at }) => at >= (due?.at ?? 0)), sample];
  }

  /** Returns the newest sample whose commits the standby must have replayed by now. */
  private dueSample(): Sample | undefined {
    return this.samples.findLast(({ at }) => at <= performance.now() - MAX_LAG_MS);
  }

  /** A server without a position is no standby any more. */
  private isFarBehind(position: number | null): boolean {
    return position === null || position < (this.dueSample()?.position ?? 0);
  }

  private async readPrimaryPosition(): Promise<number> {
    return (await this.readPrimary(readState, performance.now() + PRIMARY_MS)).position ?? 0;
  }

  private readState(): Promise<ServerState> {
    return readState(this.pool.session(performance.now() + STATE_MS));
  }
}

async function readState(session: ReadSession): Promise<ServerState> {
  const state = await session.one<Omit<ServerState, 'system'>>(STATE, []);
  if (state === undefined) throw new Error('The database did not tell its state.');
  const system = session.one<{ system: string }>(SYSTEM, []).catch((error: unknown) => {
    if (isMissingPrivilege(error)) return undefined;
    throw error;
  });
  return { ...state, system: (await system)?.system ?? null };
}

/** Describes why a server is no standby of the primary; null if it is one. */
function describeDifference(primary: ServerState, other: ServerState): string | null {
  if (!other.isStandby) return 'which is no standby: it accepts writes';
  if (other.system !== null && primary.system !== null && other.system !== primary.system)
    return 'which is a standby of another server than the one of DATABASE_URL';
  if (other.database !== primary.database)
    return `and the database ${other.database}, but DATABASE_URL names ${primary.database}`;
  return null;
}
