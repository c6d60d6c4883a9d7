import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors';
import { CommitPosition, type ReportStandby, Standby } from './standby';
import {
  DAMAGED_DATABASE,
  type Engine,
  type IndexDefinition,
  NO_DEADLINE,
  type PoolUsage,
  type ReadSession,
  type RequestReads,
  type Session,
  type Snapshot,
  type StandbyStatus,
  type WriteScope,
  readEach,
  requireTime,
  waitUntil,
} from './sql';
import { addressOf, openPool, openPools, openStandbyPool, type Pools } from './postgresPools';
import {
  beginAlone,
  beginAnalyzing,
  beginInBackground,
  beginSchemaChange,
  inTransaction,
  isConcurrencyError,
  onMachine,
  ProjectTurns,
  type Transaction,
  UNLIMITED,
} from './postgresTransactions';
import { NeedsCoordinator, type PostgresConnection } from './postgresConnection';
import {
  explainPostgresOpenError,
  isLockTimeout,
  isSerializationFailure,
  isUniqueViolation,
  type ServerAddress,
} from './postgresErrors';
import type { ReportMachines } from './machines';
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
  /** Called when machines of a cluster stop to answer, or answer again. */
  readonly reportMachines?: ReportMachines | undefined;
  /** The position after the last commit of the process, whose threads share it; undefined without a standby. */
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
      engine = new PostgresEngine(openPools(url, true, options.reportMachines), true, options);
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

const DATABASE_SIZE = 'SELECT pg_database_size(current_database()) AS "bytes"';
const TABLES = 'SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename';
/** Skips a table that another process analyzes or changes at present. */
const ANALYZE = 'ANALYZE (SKIP_LOCKED)';

/** Key in place of a project, for transactions without a scope. */
const ALONE = '';
const MAX_WAITING = 10_000;

/**
 * Maximum number of attempts of a transaction that fails to serialize, and the longest pause after the first attempt.
 */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 20;

/** The first and the longest pause in which others use the tables that a change of the schema waits for. */
const MIN_YIELD_MS = 1_000;
const MAX_YIELD_MS = 10_000;

/** Number of attempts to detect that two connections share a session, while other clients use the pooler. */
const SESSION_ATTEMPTS = 5;

/** Key of the advisory lock of the process that builds an index. The keys of transactions are in another file. */
const BUILDING = -3;
const TRY_BUILDING = `SELECT pg_try_advisory_lock(${BUILDING}) AS "isFree"`;
const END_BUILDING = `SELECT pg_advisory_unlock(${BUILDING})`;
/**
 * Pause between attempts to get the lock. CREATE INDEX CONCURRENTLY of the process that has the lock waits for running
 * statements: a statement that waited for the lock would never end.
 */
const BUILDING_PAUSE_MS = 200;
const LIMITS = `SELECT current_setting('statement_timeout') AS "statement", current_setting('lock_timeout') AS "lock"`;
/**
 * Selects the bytes of a table, and true if an index is complete; null if the table or the index does not exist. An
 * interrupted attempt leaves an incomplete index.
 */
const INDEX_STATE = `SELECT pg_relation_size(to_regclass(CAST(? AS TEXT))) AS "bytes",
  (SELECT i.indisvalid FROM pg_index i WHERE i.indexrelid = to_regclass(CAST(? AS TEXT))) AS "isComplete"`;

/** The index of a smaller table is built in milliseconds, in the transaction of the migration. */
const MIN_TABLE_BYTES = 1024 * 1024;

/**
 * Builds an index by CREATE INDEX CONCURRENTLY, which runs outside of transactions.
 * @param isCluster true if other machines have the rows of the table
 */
async function buildIndex(
  connection: PostgresConnection,
  { name, table, statement }: IndexDefinition,
  isCluster: boolean,
): Promise<void> {
  const session = connection.readSession();
  const limits = await session.one<{ statement: string; lock: string }>(LIMITS, []);
  connection.hasNoTimeout = true;
  await connection.control('SET statement_timeout = 0; SET lock_timeout = 0');
  while ((await session.one<{ isFree: boolean }>(TRY_BUILDING, []))?.isFree !== true)
    await setTimeout(BUILDING_PAUSE_MS);
  try {
    const state = await session.one<{ bytes: number | null; isComplete: boolean | null }>(INDEX_STATE, [table, name]);
    if (typeof state?.bytes !== 'number' || state.isComplete === true) return;
    if (state.isComplete === null && state.bytes < MIN_TABLE_BYTES && !isCluster) return;
    if (state.isComplete === false) await connection.control(`DROP INDEX CONCURRENTLY ${name}`);
    await connection.control(statement.replace(' INDEX ', ' INDEX CONCURRENTLY '));
  } finally {
    await session.one(END_BUILDING, []);
    await connection.control(`SET statement_timeout = '${limits?.statement}'; SET lock_timeout = '${limits?.lock}'`);
  }
}

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
  private readonly turns = new ProjectTurns();
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
    const pools = [...this.distinctPools(), this.standby?.pool ?? []].flat();
    return [...pools.map((pool) => pool.usage()), ...(this.connections.ofMachines?.usage() ?? [])];
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
          : {
              begin: (connection) => this.turns.begin(connection, scope),
              deadline,
              mayRepeat: isConcurrencyError,
              scope,
            };
      try {
        return (await this.transact(work, transaction)) as T;
      } finally {
        end();
      }
    });
  }

  exclusively<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T | undefined> {
    const begin = (connection: PostgresConnection) => beginInBackground(connection, scope === undefined);
    return this.track(() => this.transact(work, { ...UNLIMITED, begin, scope }));
  }

  changeSchema<T>(work: (session: Session) => Promise<T>, yieldTables?: () => void): Promise<T> {
    const begin = (connection: PostgresConnection) => beginSchemaChange(connection, yieldTables !== undefined);
    return this.track(async () => {
      for (let pauseMs = MIN_YIELD_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_YIELD_MS)) {
        try {
          return (await this.transact(work, { ...UNLIMITED, begin })) as T;
        } catch (error) {
          if (yieldTables === undefined || !isLockTimeout(error)) throw error;
          yieldTables();
          await setTimeout(pauseMs);
        }
      }
    });
  }

  buildIndex(index: IndexDefinition): Promise<void> {
    return this.track(async () => {
      const connection = await this.connections.writers.acquire();
      try {
        await buildIndex(connection, index, this.isCluster);
      } finally {
        connection.release();
      }
    });
  }

  /** Analyzes the tables one by one, so that no lock is held for long. */
  async analyze(tables?: readonly string[]): Promise<void> {
    const names =
      tables ?? (await this.read((session) => session.all<{ name: string }>(TABLES, []))).map(({ name }) => name);
    for (const name of names) {
      const analyzeTable = (session: Session) => session.run(`${ANALYZE} ${name}`, []);
      await this.track(() => this.transact(analyzeTable, { ...UNLIMITED, begin: beginAnalyzing }));
    }
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
    await this.connections.machines?.close();
    await this.connections.ofMachines?.close();
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
    { begin, deadline, scope }: Transaction,
  ): Promise<T | undefined> {
    const { writers, machines } = this.connections;
    if (scope === undefined) await machines?.ask();
    else await machines?.requireProjects(scope.projects);
    const connection = await writers.acquire(deadline, scope !== undefined);
    let machine: PostgresConnection | undefined;
    try {
      machine = await this.acquireMachine(scope, deadline);
      requireTime(deadline);
      const began = performance.now();
      const result = await this.runOn(connection, machine, work, begin);
      this.options.reportTransaction?.((performance.now() - began) / 1000);
      return result;
    } finally {
      machine?.release();
      connection.release();
    }
  }

  /** Takes a connection to the machine on which a transaction runs; undefined if it runs on the coordinator. */
  private async acquireMachine(
    scope: WriteScope | undefined,
    deadline: number,
  ): Promise<PostgresConnection | undefined> {
    const { machines, ofMachines } = this.connections;
    const [project, ...others] = scope?.projects ?? [];
    if (scope?.onMachine !== true || project === undefined || others.length > 0) return undefined;
    const machine = machines?.find(project);
    return machine && ofMachines?.acquire(machine, deadline);
  }

  private async runOn<T>(
    connection: PostgresConnection,
    machine: PostgresConnection | undefined,
    work: (session: Session) => Promise<T>,
    begin: Transaction['begin'],
  ): Promise<T | undefined> {
    if (machine !== undefined) {
      try {
        return await onMachine(connection, machine, work, begin);
      } catch (error) {
        if (!(error instanceof NeedsCoordinator)) throw error;
        connection.forgetErrors();
      }
    }
    return inTransaction(connection, work, begin, this.commitPosition);
  }
}
