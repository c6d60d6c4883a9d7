import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../domain/errors';
import { addressOf, openPool, openPools, type PostgresConnection, type PostgresPool } from './postgresConnections';
import { explainPostgresOpenError, isSerializationFailure, type ServerAddress } from './postgresErrors';
import { type Engine, idValue, type Session, type Snapshot, type WriteScope } from './sql';

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

/** Keys of advisory locks: all writes, and background jobs. The key of a project is its id. */
const ALL_PROJECTS = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = 'SELECT pg_advisory_xact_lock(?)';
const LOCK_SHARED = 'SELECT pg_advisory_xact_lock_shared(?)';
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const NO_LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 0';
const NO_STATEMENT_TIMEOUT = 'SET LOCAL statement_timeout = 0';

/** Attempts of a transaction that fails to serialize, and the longest pause after the first attempt. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 20;

/** Acquires the locks of a transaction; returns false if the transaction is not to run. */
type AcquireLocks = (session: Session, connection: PostgresConnection) => Promise<boolean>;

/**
 * A pool that writes and a pool that reads. A transaction without a scope excludes all other writes, as on SQLite;
 * transactions of different projects run concurrently, in this process and in others.
 */
export class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  private readonly active = new Set<Promise<unknown>>();
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
    const locks = scope === undefined ? lockAllProjects : lockProjects(scope.projects);
    return this.track(async () => (await this.transact(work, locks)) as T);
  }

  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.track(() => this.transact(work, lockBackground));
  }

  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.track(async () => (await this.transact(work, lockForSchemaChange)) as T);
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

  /** Repeats a transaction that failed to serialize: it was rolled back. */
  private async transact<T>(work: (session: Session) => Promise<T>, locks: AcquireLocks): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, locks);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
        await setTimeout(Math.random() * RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt<T>(work: (session: Session) => Promise<T>, locks: AcquireLocks): Promise<T | undefined> {
    const connection = await this.writers.acquire();
    try {
      return await inTransaction(connection, work, locks);
    } finally {
      connection.release();
    }
  }
}

/** Commits on a session of its own, because that of `work` rejects statements once `work` is over. */
async function inTransaction<T>(
  connection: PostgresConnection,
  work: (session: Session) => Promise<T>,
  locks: AcquireLocks,
): Promise<T | undefined> {
  let isOver = false;
  const control = connection.session(() => undefined);
  const session = connection.session(() => {
    if (isOver) throw new Error('A store was used after its transaction; an await is missing.');
  });
  try {
    const [, mayRun] = await Promise.all([control.run(BEGIN, []), locks(control, connection)]);
    const value = mayRun ? await work(session) : undefined;
    isOver = true;
    if (connection.hasFailed) throw new Error('A statement failed, and its transaction went on as if it had not.');
    await control.run('COMMIT', []);
    return value;
  } catch (error) {
    isOver = true;
    await control.run('ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}

async function lockAllProjects(session: Session): Promise<boolean> {
  await session.run(LOCK, [ALL_PROJECTS]);
  return true;
}

/** In ascending order, so that no two transactions wait for each other. */
function lockProjects(ids: readonly string[]): AcquireLocks {
  const projects = [...new Set(ids.map(idValue))].sort((a, b) => a - b);
  return async (session) => {
    await Promise.all([
      session.run(LOCK_SHARED, [ALL_PROJECTS]),
      ...projects.map((project) => session.run(LOCK, [project])),
    ]);
    return true;
  };
}

async function lockBackground(session: Session): Promise<boolean> {
  const row = await session.one<{ isFree: boolean }>(TRY_LOCK, [BACKGROUND]);
  return row?.isFree === true && lockAllProjects(session);
}

async function lockForSchemaChange(session: Session, connection: PostgresConnection): Promise<boolean> {
  connection.hasNoTimeout = true;
  await Promise.all([session.run(NO_LOCK_TIMEOUT, []), session.run(NO_STATEMENT_TIMEOUT, [])]);
  return lockAllProjects(session);
}
