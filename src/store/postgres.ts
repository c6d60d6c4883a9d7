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

/** Connections of one process where the URL does not say `max=N`; half of them write. */
const CONNECTIONS = 10;
const OLDEST_VERSION = 14;
const WAITING_LIMIT = 10_000;
/** The longest time that can be waited for at all. */
const LONGEST_MS = 2 ** 31 - 1;

/** What the URL can change by parameters of the same names. Times are in milliseconds. */
const SETTINGS: PoolConfig = {
  application_name: 'culprit',
  /** For one statement, by the server. */
  statement_timeout: 15_000,
  /** For an answer that never comes, because the network is cut: longer than the server itself would take. */
  query_timeout: 20_000,
  /** For another transaction that has to end first. */
  lock_timeout: 5_000,
  /** For a process that hangs, or is cut off, inside a transaction. */
  idle_in_transaction_session_timeout: 30_000,
};

/** What it cannot. */
const FIXED_SETTINGS: PoolConfig = {
  /** For a new connection, or a free one. */
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Statements that do not wait for one another share a round trip. */
  pipeline: true,
  types: readTypes(),
};

/** Times, ids and counts are below 2^53; the driver would give them as text. */
function readTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}

const SERVER = `SELECT current_setting('server_version') AS "version",
  current_setting('server_version_num')::int / 10000 AS "major", current_setting('server_encoding') AS "encoding"`;

/**
 * Opens a database of a PostgreSQL server.
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters that libpq has, and `max` connections
 * @throws Error with one sentence if it cannot
 */
export async function openPostgres(url: string): Promise<Engine> {
  const place = addressOf(url);
  const size = poolSizeOf(url);
  const writers = new PostgresPool({ ...SETTINGS, ...FIXED_SETTINGS, connectionString: url, max: Math.ceil(size / 2) });
  const readers = new PostgresPool({
    ...SETTINGS,
    ...FIXED_SETTINGS,
    connectionString: readOnly(url),
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

/** The moment is that of the first look. */
const BEGIN_SNAPSHOT = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  SERVER,
];

/**
 * Opens a database of a PostgreSQL server, to read it as it is at this moment; nothing of it is changed.
 * @throws Error with one sentence if it cannot
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
    connection = await connections.take();
    const session = connection.session(() => undefined);
    for (const statement of BEGIN_SNAPSHOT) await session.run(statement, []);
    return { session, close };
  } catch (error) {
    await close();
    throw explainPostgresOpenError(place, error);
  }
}

/** One sentence for what the opening of a database failed by; the password of the URL is not in it. */
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
  if (text === null) return CONNECTIONS;
  const size = Number(text);
  if (!Number.isInteger(size) || size < 2)
    throw new Error('The database URL has a max that is no number of connections; use 2 or more.');
  return size;
}

/** What only reads is held to it by the server. */
function readOnly(url: string): string {
  const parameters = parametersOf(url);
  const options = [parameters.get('options') ?? [], '-c default_transaction_read_only=on'].flat();
  parameters.set('options', options.join(' '));
  return `${url.split('?', 1)[0]}?${parameters}`;
}

/** The driver reads URLs that `URL` does not, such as those without a host. */
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

/** A bounded set of connections, each with its statements prepared once. Throws the store's errors. */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly statements = new PreparedStatements();

  constructor(config: PoolConfig) {
    this.pool = new Pool(config);
    // A connection that is lost says so itself, also between two statements; whoever uses it next is told by its statement.
    this.pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  }

  /** A session each of whose statements is a transaction of its own, on any connection that is free. */
  session(): Session {
    return new PostgresSession(this.statements, async (prepared, values) =>
      this.withClient((client) => query(client, prepared, values)),
    );
  }

  /** A connection of one's own, to be given back by `release`. */
  async take(): Promise<PostgresConnection> {
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
    if (this.pool.waitingCount >= WAITING_LIMIT) throw new Unavailable('Too many requests wait for the database.');
    try {
      return await this.pool.connect();
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

/** @param limit what the driver waits for an answer, in milliseconds, where it is not what it always waits */
async function query(client: ClientBase, { name, text }: PreparedStatement, values: readonly Value[], limit?: number) {
  const config = { name, text, values: [...sanitizeValues(values)], query_timeout: limit };
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

/** A connection that one transaction has to itself. */
export class PostgresConnection {
  /** Whether a statement of the transaction has failed, so that it can only be undone. */
  hasFailed = false;
  /** Whether statements may take as long as they must. */
  isPatient = false;

  constructor(
    private readonly client: PoolClient,
    private readonly statements: PreparedStatements,
  ) {}

  /** @param enter comes before each statement, to refuse it */
  session(enter: () => void): Session {
    return new PostgresSession(this.statements, async (prepared, values) => {
      enter();
      try {
        return await query(this.client, prepared, values, this.isPatient ? LONGEST_MS : undefined);
      } catch (error) {
        this.hasFailed = true;
        throw error;
      }
    });
  }

  /** Gives the connection back; one that is lost, or still inside a transaction, is closed instead. */
  release(): void {
    this.client.release(this.client.getTransactionStatus() !== 'I');
  }
}

/** Keys of advisory locks: all that is written, and work in the background; a project is locked by its id. */
const ALL_PROJECTS = -1;
const BACKGROUND = -2;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const LOCK = 'SELECT pg_advisory_xact_lock(?)';
const LOCK_SHARED = 'SELECT pg_advisory_xact_lock_shared(?)';
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(?) AS "isFree"';
const NO_LOCK_TIMEOUT = 'SET LOCAL lock_timeout = 0';
const NO_STATEMENT_TIMEOUT = 'SET LOCAL statement_timeout = 0';

/** Attempts of a transaction that clashes with others, and the longest pause after the first. */
const ATTEMPTS = 5;
const PAUSE_MS = 20;

/** Takes the locks of a transaction; answers false where it is not to be. */
type AcquireLocks = (session: Session, connection: PostgresConnection) => Promise<boolean>;

/**
 * Connections that write and connections that read. A transaction that may touch anything has the database to itself, as on SQLite;
 * those of different projects run side by side, in this process and in others.
 */
export class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  private readonly running = new Set<Promise<unknown>>();
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

  /** PostgreSQL cleans up by itself. */
  async shrink(): Promise<boolean> {
    return false;
  }

  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  private async finish(): Promise<void> {
    await Promise.allSettled([...this.running]);
    await Promise.all([this.writers.close(), this.readers.close()]);
  }

  private async track<T>(start: () => Promise<T>): Promise<T> {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
    const result = start();
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }

  /** Tries again what clashes with other transactions: nothing of it has happened. */
  private async transact<T>(work: (session: Session) => Promise<T>, locks: AcquireLocks): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, locks);
      } catch (error) {
        if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
        await setTimeout(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  private async attempt<T>(work: (session: Session) => Promise<T>, locks: AcquireLocks): Promise<T | undefined> {
    const connection = await this.writers.take();
    try {
      return await inTransaction(connection, work, locks);
    } finally {
      connection.release();
    }
  }
}

/** The end is sent on a session of its own: that of the work refuses whatever comes after it. */
async function inTransaction<T>(
  connection: PostgresConnection,
  work: (session: Session) => Promise<T>,
  locks: AcquireLocks,
): Promise<T | undefined> {
  let over = false;
  const own = connection.session(() => undefined);
  const session = connection.session(() => {
    if (over) throw new Error('A store was used after its transaction; an await is missing.');
  });
  try {
    const [, isMine] = await Promise.all([own.run(BEGIN, []), locks(own, connection)]);
    const value = isMine ? await work(session) : undefined;
    over = true;
    if (connection.hasFailed) throw new Error('A statement failed, and its transaction went on as if it had not.');
    await own.run('COMMIT', []);
    return value;
  } catch (error) {
    over = true;
    await own.run('ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}

async function lockAllProjects(session: Session): Promise<boolean> {
  await session.run(LOCK, [ALL_PROJECTS]);
  return true;
}

/** In ascending order, as everybody does, so that no two wait for each other. */
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
  connection.isPatient = true;
  await Promise.all([session.run(NO_LOCK_TIMEOUT, []), session.run(NO_STATEMENT_TIMEOUT, [])]);
  return lockAllProjects(session);
}
