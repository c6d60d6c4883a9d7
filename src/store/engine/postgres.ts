import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors';
import { CommitPosition } from './commitPosition';
import { NO_DEADLINE, requireTime, waitUntil } from './deadline';
import { addressOf, openPool, openPools, openStandbyPool, type Pools, SET_ANY_PLAN } from './postgresPools';
import type { PostgresConnection } from './postgresConnection';
import {
  explainPostgresOpenError,
  isSerializationFailure,
  isUniqueViolation,
  type ServerAddress,
} from './postgresErrors';
import {
  DAMAGED_DATABASE,
  type Engine,
  idValue,
  type PoolUsage,
  readEach,
  type ReadSession,
  type RequestReads,
  type Session,
  type Snapshot,
  type StandbyStatus,
  type WriteScope,
} from './sql';
import { type ReportStandby, Standby } from './standby';
import type { ReportTransaction } from './writeQueue';

/** The oldest supported version of PostgreSQL. */
const OLDEST_VERSION = 14;
const SERVER = `SELECT current_setting('server_version') AS "version",
  current_setting('server_version_num')::int / 10000 AS "major", current_setting('server_encoding') AS "encoding",
  EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS "isCluster"`;

export interface PostgresOptions {
  readonly reportTransaction?: ReportTransaction | undefined;
  /** The standby that serves reads of requests. */
  readonly standby?: { readonly url: string; readonly report: ReportStandby } | undefined;
  /** The position behind the last commit of the process, whose threads share it; undefined without a standby. */
  readonly commitPosition?: CommitPosition | undefined;
}

/**
 * Opens a database of a PostgreSQL server.
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters of libpq, and `max` for the number of
 * connections
 * @throws Error with a message of one sentence
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Engine> {
  const address = addressOf(url);
  let engine = new PostgresEngine(openPools(url, false), false, options);
  let isCluster: boolean;
  try {
    await engine.requireSessions(address);
    isCluster = await requireServer(engine, address);
    if (isCluster) {
      await engine.close();
      engine = new PostgresEngine(openPools(url, true), true, options);
    }
  } catch (error) {
    await engine.close();
    throw explainPostgresOpenError(address, error);
  }
  if (options.standby === undefined) return engine;
  try {
    if (isCluster) throw new Error('DATABASE_READ_URL is set, but the database of DATABASE_URL is a cluster of Citus.');
    await engine.useStandby(options.standby);
  } catch (error) {
    await engine.close();
    throw explainPostgresOpenError(addressOf(options.standby.url), error);
  }
  return engine;
}

/** Statements that begin a snapshot. The last one is the transaction's first read, which takes the snapshot. */
const BEGIN_SNAPSHOT = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  SERVER,
];

/**
 * Opens a database to read its present state, unaffected by later writes. Changes nothing.
 * @throws Error with a message of one sentence
 */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const address = addressOf(url);
  const connections = openPool(url, 1);
  let connection: PostgresConnection | undefined;
  const close = async () => {
    connection?.release();
    await connections.close();
  };
  try {
    connection = await connections.acquire();
    for (const statement of BEGIN_SNAPSHOT) await connection.control(statement);
    return { session: connection.readSession(), close };
  } catch (error) {
    await close();
    throw explainPostgresOpenError(address, error);
  }
}

/** Explains in one sentence why a database cannot be opened, without the password of the URL. */
export function explainPostgresUrlError(url: string, error: unknown): unknown {
  return explainPostgresOpenError(addressOf(url), error);
}

/** Returns true if a transaction of one connection uses, or takes away, the session of the other. */
async function shareSessions(one: PostgresConnection, other: PostgresConnection): Promise<boolean> {
  const before = await one.readProcess();
  await other.control('BEGIN');
  try {
    // With a single session, the second statement of `one` would wait for the end of the transaction.
    return before === (await other.readProcess()) || before !== (await one.readProcess());
  } finally {
    await other.rollback();
  }
}

/** Checks the version and the encoding of a server. Returns true if it has Citus. @throws Error */
async function requireServer(engine: Engine, { host, port, database }: ServerAddress): Promise<boolean> {
  const server = await engine.read((session) =>
    session.one<{ version: string; major: number; encoding: string; isCluster: boolean }>(SERVER, []),
  );
  if (server === undefined) return false;
  const { version, major, encoding } = server;
  if (major < OLDEST_VERSION)
    throw new Error(`PostgreSQL on ${host}:${port} has version ${version}; ${OLDEST_VERSION} or newer is needed.`);
  if (encoding !== 'UTF8')
    throw new Error(`The database ${database} on ${host}:${port} has the encoding ${encoding}; UTF8 is needed.`);
  return server.isCluster;
}

/** Keys of advisory locks: all writes, and background jobs. The key of a project's lock is its id. */
const ALL_WRITES = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = `SELECT pg_advisory_xact_lock(${ALL_WRITES})`;
const LOCK_SHARED = `SELECT pg_advisory_xact_lock_shared(${ALL_WRITES})`;
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const LOCK_PROJECT = 'SELECT pg_advisory_xact_lock(?)';
const NO_LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 0';
const NO_STATEMENT_TIMEOUT = 'SET LOCAL statement_timeout = 0';

const DATABASE_SIZE = 'SELECT pg_database_size(current_database()) AS "bytes"';
const TABLES = 'SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename';
/** Skips a table that another process analyzes or changes at present. */
const ANALYZE = 'ANALYZE (SKIP_LOCKED)';

/** Key in place of a project, for transactions without a scope. */
const ALONE = '';
const MAX_WAITING = 10_000;

/** Attempts to see two connections share a session while others use the pooler. */
const SESSION_ATTEMPTS = 5;

/**
 * Maximum number of attempts of a transaction that fails to serialize, and the longest pause after the first attempt.
 */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 20;

/**
 * Number of a project's transactions in a row that did not wait for another process, after which the next ones no longer
 * ask for the project's lock first.
 */
const MAX_FREE_TURNS = 32;

interface Transaction {
  /** Begins the transaction and acquires its locks; returns false if it must not run. */
  readonly begin: (connection: PostgresConnection) => Promise<boolean>;
  readonly deadline: number;
  /** Returns true if the transaction is repeated after an error. */
  readonly mayRepeat: (error: unknown) => boolean;
}

const UNLIMITED = { deadline: NO_DEADLINE, mayRepeat: isSerializationFailure };

/**
 * Pools of connections for writing, for reading, and for the lookups that every event needs. A transaction without a
 * scope excludes all other writes, as on SQLite; such transactions of one process wait for one another without a
 * connection. Transactions with a scope run concurrently, except that transactions of one process for the same project
 * wait for one another in the same way: their events form large batches.
 */
class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  private readonly active = new Set<Promise<unknown>>();
  /** Project → end of its last transaction. */
  private readonly lastByProject = new Map<string, Promise<void>>();
  /** Project to which another process writes → number of the last transactions that did not have to wait for it. */
  private readonly sharedProjects = new Map<string, number>();
  private waiting = 0;
  private closed: Promise<void> | undefined;
  private standby: Standby | undefined;
  private commitPosition: CommitPosition | undefined;

  constructor(
    private readonly connections: Pools,
    readonly isCluster: boolean,
    private readonly options: PostgresOptions,
  ) {
    this.commitPosition = options.commitPosition;
  }

  /**
   * Checks that the statements of a connection reach one session of the server, which keeps settings and prepared
   * statements.
   * @throws Error behind a pooler that gives each transaction any session
   */
  async requireSessions({ host, port }: ServerAddress): Promise<void> {
    const one = await this.connections.writers.acquire();
    try {
      if (!(await one.isPooled())) return;
      const other = await this.connections.readers.acquire();
      let isShared = false;
      for (let attempt = 0; attempt < SESSION_ATTEMPTS && !isShared; attempt += 1)
        isShared = await shareSessions(one, other);
      other.release();
      if (isShared)
        throw new Error(
          `The pooler on ${host}:${port} gives each transaction another session of PostgreSQL: set it to session mode, or name the server itself in the database URL.`,
        );
    } finally {
      one.release();
    }
  }

  /** Opens the standby. @throws Error if it is no standby of this database */
  async useStandby({ url, report }: { readonly url: string; readonly report: ReportStandby }): Promise<void> {
    const { host, port } = addressOf(url);
    this.commitPosition ??= new CommitPosition();
    const read = <T>(work: (session: ReadSession) => Promise<T>, deadline: number) => this.read(work, deadline);
    this.standby = new Standby(`${host}:${port}`, openStandbyPool(url), read, this.commitPosition, report);
    await this.standby.open();
  }

  pools(): PoolUsage[] {
    return [...this.distinctPools(), this.standby?.pool ?? []].flat().map((pool) => pool.usage());
  }

  openReads(): RequestReads<ReadSession> | undefined {
    const reads = this.standby?.openReads();
    if (reads === undefined) return undefined;
    return { ...reads, read: (work, deadline) => this.track(() => reads.read(work, deadline)) };
  }

  async measureStandby(): Promise<StandbyStatus | null> {
    return this.standby?.measure() ?? null;
  }

  read<T>(work: (session: ReadSession) => Promise<T>, deadline = NO_DEADLINE): Promise<T> {
    return this.track(async () => work(this.connections.readers.session(deadline)));
  }

  lookUp<T>(work: (session: ReadSession) => Promise<T>, deadline = NO_DEADLINE): Promise<T> {
    return this.track(async () => work(this.connections.lookups.session(deadline)));
  }

  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope, deadline = NO_DEADLINE): Promise<T> {
    return this.track(async () => {
      const end = await this.enter(scope?.projects ?? [ALONE], deadline);
      const transaction: Transaction =
        scope === undefined
          ? { begin: beginAlone, deadline, mayRepeat: isSerializationFailure }
          : { begin: (connection) => this.beginShared(connection, scope), deadline, mayRepeat: isConcurrencyError };
      try {
        return (await this.transact(work, transaction)) as T;
      } finally {
        end();
      }
    });
  }

  exclusively<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T | undefined> {
    const begin = (connection: PostgresConnection) => beginInBackground(connection, scope === undefined);
    return this.track(() => this.transact(work, { ...UNLIMITED, begin }));
  }

  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => (await this.transact(work, { ...UNLIMITED, begin: beginSchemaChange })) as T);
  }

  /** Analyzes the tables one by one, so that no lock is held for long. */
  async analyze(tables?: readonly string[]): Promise<void> {
    const names =
      tables ?? (await this.read((session) => session.all<{ name: string }>(TABLES, []))).map(({ name }) => name);
    const begin = beginAnalyzing;
    for (const name of names)
      await this.track(() =>
        this.transact((session) => session.run(`${ANALYZE} ${name}`, []), { ...UNLIMITED, begin }),
      );
  }

  /** Does nothing: autovacuum frees the space. */
  async shrink(): Promise<boolean> {
    return false;
  }

  /** Reads a row of every table. An error means that a table is missing. */
  async requireUndamaged(tables: readonly string[]): Promise<void> {
    try {
      await this.read((session) => session.one(readEach(tables), []));
    } catch (error) {
      throw error instanceof Unavailable ? error : Object.assign(new Unavailable(DAMAGED_DATABASE), { cause: error });
    }
  }

  /** Checks nothing: the server has checksums and tools of its own. */
  async findDamage(): Promise<null> {
    return null;
  }

  /** Returns the bytes on this server; on a cluster, only on the coordinator. */
  async measureSize(): Promise<number> {
    return (await this.read((session) => session.one<{ bytes: number }>(DATABASE_SIZE, [])))?.bytes ?? 0;
  }

  /** Returns false: several services on one database are intended. */
  isShared(): boolean {
    return false;
  }

  close(): Promise<void> {
    return (this.closed ??= this.closePools());
  }

  private async closePools(): Promise<void> {
    await Promise.allSettled([...this.active]);
    await this.standby?.close();
    await Promise.all(this.distinctPools().map((pool) => pool.close()));
  }

  /** Returns the pools, each once. With few connections, lookups share the writers' connections. */
  private distinctPools() {
    const { writers, readers, lookups } = this.connections;
    return [...new Set([writers, readers, lookups])];
  }

  private async track<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
    const result = start();
    this.active.add(result);
    try {
      return await result;
    } finally {
      this.active.delete(result);
    }
  }

  /**
   * Waits for the earlier transactions of these projects in this process. All of them are registered at once, so that
   * no two transactions wait for each other. Returns the function to call at the end.
   * @throws Unavailable after the deadline, or if too many transactions wait
   */
  private async enter(projects: readonly string[], deadline: number): Promise<() => void> {
    const earlier = projects.flatMap((id) => this.lastByProject.get(id) ?? []);
    if (earlier.length > 0 && this.waiting >= MAX_WAITING)
      throw new Unavailable('Too many requests wait for the database.');
    let resolveEnd: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (resolveEnd = resolve));
    for (const id of projects) this.lastByProject.set(id, ended);
    const end = () => {
      for (const id of projects) if (this.lastByProject.get(id) === ended) this.lastByProject.delete(id);
      resolveEnd();
    };
    if (earlier.length === 0) return end;
    const allEarlier = Promise.all(earlier);
    this.waiting += 1;
    try {
      await waitUntil(allEarlier, deadline);
    } catch (error) {
      // Later transactions still wait for the earlier ones.
      void allEarlier.then(end);
      throw error;
    } finally {
      this.waiting -= 1;
    }
    return end;
  }

  /**
   * Begins a transaction that waits only for transactions without a scope. While another process writes to the same
   * project, it waits for its turn before `work` takes its events: they become one batch instead of small batches that
   * wait for one another's issues (src/DECISIONS.md, "Locks"). Otherwise it does not wait: the next statements are sent
   * together with this one.
   */
  private async beginShared(connection: PostgresConnection, { projects }: WriteScope): Promise<boolean> {
    const [project, ...others] = projects;
    const freeTurns = project === undefined ? undefined : this.sharedProjects.get(project);
    connection.postControl(`${BEGIN}${connection.limits}; ${LOCK_SHARED}`);
    if (project === undefined || others.length > 0) return true;
    const session = connection.session(() => undefined);
    const isFree = session.one<{ isFree: boolean }>(TRY_LOCK, [idValue(project)]).then((row) => row?.isFree === true);
    if (freeTurns === undefined) {
      // The next statement reports an error of the transaction.
      isFree.then((free) => free || this.sharedProjects.set(project, 0)).catch(() => undefined);
      return true;
    }
    if (await isFree) this.countFreeTurn(project, freeTurns + 1);
    else {
      this.sharedProjects.set(project, 0);
      await session.one(LOCK_PROJECT, [idValue(project)]);
    }
    return true;
  }

  private countFreeTurn(project: string, turns: number): void {
    if (turns < MAX_FREE_TURNS) this.sharedProjects.set(project, turns);
    else this.sharedProjects.delete(project);
  }

  /** Runs a transaction, and repeats it if it was rolled back because of a concurrent one. */
  private async transact<T>(work: (session: Session) => Promise<T>, transaction: Transaction): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, transaction);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !transaction.mayRepeat(error)) throw error;
        if (!isUniqueViolation(error)) await setTimeout(Math.random() * RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt<T>(
    work: (session: Session) => Promise<T>,
    { begin, deadline }: Transaction,
  ): Promise<T | undefined> {
    const connection = await this.connections.writers.acquire(deadline);
    try {
      requireTime(deadline);
      const began = performance.now();
      const result = await inTransaction(connection, work, begin, this.commitPosition);
      this.options.reportTransaction?.((performance.now() - began) / 1000);
      return result;
    } finally {
      connection.release();
    }
  }
}

/**
 * Returns true for errors of concurrent transactions. With a scope, a transaction that inserts a key which another one
 * has just inserted finds it when it is repeated. Without a scope, it excludes all others: the error goes to its
 * caller.
 */
function isConcurrencyError(error: unknown): boolean {
  return isSerializationFailure(error) || isUniqueViolation(error);
}

async function inTransaction<T>(
  connection: PostgresConnection,
  work: (session: Session) => Promise<T>,
  begin: Transaction['begin'],
  commitPosition: CommitPosition | undefined,
): Promise<T | undefined> {
  let isOver = false;
  const session = connection.session(() => {
    if (isOver) throw new Error('A store was used after its transaction; an await is missing.');
    connection.requireSuccess();
  });
  try {
    const value = (await begin(connection)) ? await work(session) : undefined;
    isOver = true;
    connection.requireSuccess();
    if (commitPosition === undefined) await connection.commit();
    else commitPosition.record(await connection.commitWithPosition());
    // If a posted statement has failed, the server has rolled back instead.
    await connection.requirePosted();
    return value;
  } catch (error) {
    isOver = true;
    await connection.rollback();
    throw connection.causeOf(connection.postedError ?? error);
  }
}

async function beginAlone(connection: PostgresConnection): Promise<boolean> {
  await connection.control(`${BEGIN}${connection.limits}; ${LOCK}; ${SET_ANY_PLAN}`);
  return true;
}

/**
 * Begins a transaction of a background job.
 * @param isAlone true if all other writes wait; otherwise only writes without a scope wait
 */
async function beginInBackground(connection: PostgresConnection, isAlone: boolean): Promise<boolean> {
  await connection.control(BEGIN);
  const row = await connection.session(() => undefined).one<{ isFree: boolean }>(TRY_LOCK, [BACKGROUND]);
  if (row?.isFree === true) await connection.control(isAlone ? `${LOCK}; ${SET_ANY_PLAN}` : LOCK_SHARED);
  return row?.isFree === true;
}

/** Begins a transaction of its own for ANALYZE: only there can a limit be set for one statement. */
async function beginAnalyzing(connection: PostgresConnection): Promise<boolean> {
  connection.hasNoTimeout = true;
  await connection.control(`${BEGIN}; ${NO_STATEMENT_TIMEOUT}`);
  return true;
}

async function beginSchemaChange(connection: PostgresConnection): Promise<boolean> {
  connection.hasNoTimeout = true;
  await connection.control(`${BEGIN}; ${NO_LOCK_TIMEOUT}; ${NO_STATEMENT_TIMEOUT}; ${SET_ANY_PLAN}`);
  await connection.control(LOCK);
  return true;
}
