import { setTimeout } from 'node:timers/promises';
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';
import { Unavailable } from '../domain/errors';
import {
  explainPostgresOpenError,
  isSerializationFailure,
  type ServerAddress,
  translatePostgresError,
} from './postgresErrors';
import { type PreparedStatement, PreparedStatements } from './postgresStatements';
import {
  type Engine,
  idValue,
  sanitizeValues,
  type Session,
  type Snapshot,
  type Statement,
  type Value,
  type WriteScope,
} from './sql';

/** Connections of one process unless the URL has `max=N`; half of them write. */
const DEFAULT_CONNECTIONS = 10;
const OLDEST_VERSION = 14;
const MAX_WAITING = 10_000;
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Settings that parameters of the URL with the same names override. Times are in milliseconds. */
const SETTINGS: PoolConfig = {
  application_name: 'culprit',
  /** The server's limit for one statement. */
  statement_timeout: 15_000,
  /** The driver's limit for a result, if the network is cut: longer than the server's limit. */
  query_timeout: 20_000,
  /** Limit for waiting until another transaction ends. */
  lock_timeout: 5_000,
  /** Ends the transaction of a process that hangs or is cut off. */
  idle_in_transaction_session_timeout: 30_000,
};

/** Settings that the URL cannot override. */
const FIXED_SETTINGS: PoolConfig = {
  /** Limit for opening a connection, or waiting for a free one. */
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Statements that are sent without awaiting one another share a round trip. */
  pipeline: true,
  types: readTypes(),
};

/** Reads BIGINT as a number, as all of them are below 2^53. The driver's default is text. */
function readTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}

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
  const size = poolSizeOf(url);
  const writers = new PostgresPool({ ...SETTINGS, ...FIXED_SETTINGS, connectionString: url, max: Math.ceil(size / 2) });
  const readers = new PostgresPool({
    ...SETTINGS,
    ...FIXED_SETTINGS,
    connectionString: readOnlyUrl(url),
    max: Math.floor(size / 2),
  });
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
  const connections = new PostgresPool({ ...SETTINGS, ...FIXED_SETTINGS, connectionString: url, max: 1 });
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

function addressOf(url: string): ServerAddress {
  try {
    const { host, port, database, user } = new Client({ connectionString: url });
    return { host, port, database, user };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The database URL cannot be read (${message}): use postgres://USER:PASSWORD@HOST:PORT/DATABASE.`);
  }
}

function poolSizeOf(url: string): number {
  const text = parametersOf(url).get('max');
  if (text === null) return DEFAULT_CONNECTIONS;
  const size = Number(text);
  if (!Number.isInteger(size) || size < 2)
    throw new Error('The database URL has a max that is no number of connections; use 2 or more.');
  return size;
}

/** The URL with an option that makes the server reject writes. */
function readOnlyUrl(url: string): string {
  const parameters = parametersOf(url);
  const options = [parameters.get('options') ?? [], '-c default_transaction_read_only=on'].flat();
  parameters.set('options', options.join(' '));
  return `${url.split('?', 1)[0]}?${parameters.toString()}`;
}

/** The driver accepts URLs that `URL` rejects, such as those without a host. */
function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
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

/** A pool of connections, each of which prepares a statement once. Throws the store's errors. */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly statements = new PreparedStatements();

  constructor(config: PoolConfig) {
    this.pool = new Pool(config);
    // A lost connection emits an error, also between two statements. The next statement on it fails.
    this.pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  }

  /** A session that runs each statement in a transaction of its own, on any free connection. */
  session(): Session {
    return new PostgresSession(this.statements, async (prepared, values) =>
      this.withClient((client) => query(client, prepared, values)),
    );
  }

  /** Takes a connection out of the pool until its `release`. */
  async acquire(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.connect(), this.statements);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      return await work(client);
    } finally {
      client.release(client.getTransactionStatus() !== 'I');
    }
  }

  private async connect(): Promise<PoolClient> {
    if (this.pool.waitingCount >= MAX_WAITING) throw new Unavailable('Too many requests wait for the database.');
    try {
      return await this.pool.connect();
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

/** @param timeout the driver's limit for the result in milliseconds, instead of the default */
async function query(
  client: ClientBase,
  { name, text }: PreparedStatement,
  values: readonly Value[],
  timeout?: number,
) {
  const config = { name, text, values: [...sanitizeValues(values)], query_timeout: timeout };
  try {
    return await client.query(config);
  } catch (error) {
    throw translatePostgresError(error);
  }
}

type RunQuery = (
  prepared: PreparedStatement,
  values: readonly Value[],
) => Promise<{ rows: unknown[]; rowCount: number | null }>;

class PostgresSession implements Session {
  constructor(
    private readonly statements: PreparedStatements,
    private readonly ask: RunQuery,
  ) {}

  async all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await this.ask(this.statements.get(statement), values)).rows as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all<Row>(statement, values))[0];
  }

  async run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }> {
    return { changes: (await this.ask(this.statements.get(statement), values)).rowCount ?? 0 };
  }

  async runMany(statement: Statement, rows: readonly (readonly Value[])[]): Promise<{ changes: number }> {
    const parts = this.statements.split(statement, rows);
    const results = await Promise.all(parts.map(({ prepared, values }) => this.ask(prepared, values)));
    return { changes: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) };
  }
}

/** The connection of one transaction. */
export class PostgresConnection {
  /** Whether a statement of the transaction has failed: it can only be rolled back. */
  hasFailed = false;
  /** Whether the driver waits for results without a limit. */
  hasNoTimeout = false;

  constructor(
    private readonly client: PoolClient,
    private readonly statements: PreparedStatements,
  ) {}

  /** @param beforeStatement is called before each statement; it may throw */
  session(beforeStatement: () => void): Session {
    return new PostgresSession(this.statements, async (prepared, values) => {
      beforeStatement();
      try {
        return await query(this.client, prepared, values, this.hasNoTimeout ? MAX_TIMER_MS : undefined);
      } catch (error) {
        this.hasFailed = true;
        throw error;
      }
    });
  }

  /** Returns the connection to the pool; closes it if it is lost or still in a transaction. */
  release(): void {
    this.client.release(this.client.getTransactionStatus() !== 'I');
  }
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
