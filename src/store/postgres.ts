import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../domain/errors';
import {
  addressOf,
  openPool,
  openPools,
  type PostgresConnection,
  type PostgresPool,
  SET_ANY_PLAN,
} from './postgresConnections';
import {
  explainPostgresOpenError,
  isSerializationFailure,
  isUniqueViolation,
  type ServerAddress,
} from './postgresErrors';
import type { Engine, Session, Snapshot, WriteScope } from './sql';

/** The oldest supported version of PostgreSQL. */
const OLDEST_VERSION = 14;
const SERVER = `SELECT current_setting('server_version') AS "version",
  current_setting('server_version_num')::int / 10000 AS "major", current_setting('server_encoding') AS "encoding"`;

/**
 * Opens a database of a PostgreSQL server.
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with parameters of libpq, and `max` for the number of
 * connections
 * @throws Error with a message of one sentence
 */
export async function openPostgres(url: string): Promise<Engine> {
  const place = addressOf(url);
  const { writers, readers } = openPools(url);
  const engine = new PostgresEngine(writers, readers);
  try {
    await requireServer(engine, place);
  } catch (error) {
    await engine.close();
    throw explainPostgresOpenError(place, error);
  }
  return engine;
}

/** The last statement is the transaction's first read, which takes its snapshot. */
const BEGIN_SNAPSHOT = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  SERVER,
];

/**
 * Opens a database to read its state at this moment, unaffected by later writes. Nothing is changed.
 * @throws Error with a message of one sentence
 */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const place = addressOf(url);
  const connections = openPool(url, 1);
  let connection: PostgresConnection | undefined;
  const close = async () => {
    connection?.release();
    await connections.close();
  };
  try {
    connection = await connections.acquire();
    const session = connection.session(() => undefined);
    for (const statement of BEGIN_SNAPSHOT) await session.run(statement, []);
    return { session, close };
  } catch (error) {
    await close();
    throw explainPostgresOpenError(place, error);
  }
}

/** Explains in one sentence why a database cannot be opened, without the password of the URL. */
export function explainPostgresUrlError(url: string, error: unknown): unknown {
  return explainPostgresOpenError(addressOf(url), error);
}

async function requireServer(engine: Engine, { host, port, database }: ServerAddress): Promise<void> {
  const server = await engine.read((session) =>
    session.one<{ version: string; major: number; encoding: string }>(SERVER, []),
  );
  if (server === undefined) return;
  const { version, major, encoding } = server;
  if (major < OLDEST_VERSION)
    throw new Error(`PostgreSQL on ${host}:${port} has version ${version}; ${OLDEST_VERSION} or newer is needed.`);
  if (encoding !== 'UTF8')
    throw new Error(`The database ${database} on ${host}:${port} has the encoding ${encoding}; UTF8 is needed.`);
}

/** Keys of advisory locks: all writes, and background jobs. */
const ALL_WRITES = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = `SELECT pg_advisory_xact_lock(${ALL_WRITES})`;
const LOCK_SHARED = `SELECT pg_advisory_xact_lock_shared(${ALL_WRITES})`;
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const NO_LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 0';
const NO_STATEMENT_TIMEOUT = 'SET LOCAL statement_timeout = 0';

/** Attempts of a transaction that fails to serialize, and the longest pause after the first attempt. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 20;

/** Begins a transaction and acquires its locks; returns false if it is not to run. */
type Begin = (connection: PostgresConnection) => Promise<boolean>;

/**
 * A pool that writes and a pool that reads. A transaction without a scope excludes all other writes, as on SQLite.
 * Transactions with a scope run concurrently, except that those of one process for the same project wait for one another,
 * without a connection: so their events form large batches.
 */
export class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  private readonly active = new Set<Promise<unknown>>();
  /** The end of the last transaction of each project. */
  private readonly lastByProject = new Map<string, Promise<void>>();
  private readonly committed: Session;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly writers: PostgresPool,
    private readonly readers: PostgresPool,
  ) {
    this.committed = readers.session();
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => work(this.committed));
  }

  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T> {
    return this.track(async () => {
      if (scope === undefined) return (await this.transact(work, beginAlone)) as T;
      const end = await this.enter(scope.projects);
      try {
        return (await this.transact(work, beginShared, isConcurrencyError)) as T;
      } finally {
        end();
      }
    });
  }

  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.track(() => this.transact(work, beginInBackground));
  }

  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => (await this.transact(work, beginSchemaChange)) as T);
  }

  /** Does nothing: autovacuum frees the space. */
  async shrink(): Promise<boolean> {
    return false;
  }

  close(): Promise<void> {
    return (this.closed ??= this.closePools());
  }

  private async closePools(): Promise<void> {
    await Promise.allSettled([...this.active]);
    await Promise.all([this.writers.close(), this.readers.close()]);
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
   * Waits for the earlier transactions of these projects in this process. All of them are noted at once, so that no two
   * transactions wait for each other. Returns the function to call at the end.
   */
  private async enter(projects: readonly string[]): Promise<() => void> {
    const earlier = projects.flatMap((id) => this.lastByProject.get(id) ?? []);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    for (const id of projects) this.lastByProject.set(id, ended);
    await Promise.all(earlier);
    return () => {
      for (const id of projects) if (this.lastByProject.get(id) === ended) this.lastByProject.delete(id);
      end();
    };
  }

  /** Repeats a transaction that was rolled back because of a concurrent one. */
  private async transact<T>(
    work: (session: Session) => Promise<T>,
    begin: Begin,
    mayRepeat = isSerializationFailure,
  ): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, begin);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !mayRepeat(error)) throw error;
        if (!isUniqueViolation(error)) await setTimeout(Math.random() * RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt<T>(work: (session: Session) => Promise<T>, begin: Begin): Promise<T | undefined> {
    const connection = await this.writers.acquire();
    try {
      return await inTransaction(connection, work, begin);
    } finally {
      connection.release();
    }
  }
}

/**
 * A transaction with a scope that inserts a key which another one has just inserted finds it when it is repeated. One
 * without a scope excludes all others: its caller is told.
 */
function isConcurrencyError(error: unknown): boolean {
  return isSerializationFailure(error) || isUniqueViolation(error);
}

async function inTransaction<T>(
  connection: PostgresConnection,
  work: (session: Session) => Promise<T>,
  begin: Begin,
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
    await connection.control('COMMIT');
    // If a posted statement has failed, the server has rolled back instead.
    await connection.requirePosted();
    return value;
  } catch (error) {
    isOver = true;
    await connection.control('ROLLBACK').catch(() => undefined);
    throw connection.postedError ?? error;
  }
}

async function beginAlone(connection: PostgresConnection): Promise<boolean> {
  await connection.control(`${BEGIN}; ${LOCK}; ${SET_ANY_PLAN}`);
  return true;
}

/** Waits only for transactions without a scope, and not here: the next statements are sent together with this one. */
async function beginShared(connection: PostgresConnection): Promise<boolean> {
  connection.postControl(`${BEGIN}; ${LOCK_SHARED}`);
  return true;
}

async function beginInBackground(connection: PostgresConnection): Promise<boolean> {
  await connection.control(BEGIN);
  const row = await connection.session(() => undefined).one<{ isFree: boolean }>(TRY_LOCK, [BACKGROUND]);
  if (row?.isFree === true) await connection.control(`${LOCK}; ${SET_ANY_PLAN}`);
  return row?.isFree === true;
}

async function beginSchemaChange(connection: PostgresConnection): Promise<boolean> {
  connection.hasNoTimeout = true;
  await connection.control(`${BEGIN}; ${NO_LOCK_TIMEOUT}; ${NO_STATEMENT_TIMEOUT}; ${SET_ANY_PLAN}`);
  await connection.control(LOCK);
  return true;
}
