import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';
import { Unavailable } from '../domain/errors';
import { PostgresEngine } from './postgresEngine';
import { type Place, explainOpening, translate } from './postgresErrors';
import { type Prepared, PreparedStatements } from './postgresStatements';
import { type Engine, type Session, type Snapshot, type Statement, type Value, storable } from './sql';

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
const FIXED: PoolConfig = {
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
  const place = placeOf(url);
  const size = sizeOf(url);
  const writers = new Connections({ ...SETTINGS, ...FIXED, connectionString: url, max: Math.ceil(size / 2) });
  const readers = new Connections({
    ...SETTINGS,
    ...FIXED,
    connectionString: readOnly(url),
    max: Math.floor(size / 2),
  });
  const engine = new PostgresEngine(writers, readers);
  try {
    await requireServer(engine, place);
  } catch (error) {
    await engine.close();
    throw explainOpening(place, error);
  }
  return engine;
}

/** The moment is that of the first look. */
const SNAPSHOT = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  SERVER,
];

/**
 * Opens a database of a PostgreSQL server, to read it as it is at this moment; nothing of it is changed.
 * @throws Error with one sentence if it cannot
 */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const place = placeOf(url);
  const connections = new Connections({ ...SETTINGS, ...FIXED, connectionString: url, max: 1 });
  let connection: Connection | undefined;
  const close = async () => {
    connection?.release();
    await connections.close();
  };
  try {
    connection = await connections.take();
    const session = connection.session(() => undefined);
    for (const statement of SNAPSHOT) await session.run(statement, []);
    return { session, close };
  } catch (error) {
    await close();
    throw explainOpening(place, error);
  }
}

/** One sentence for what the opening of a database failed by; the password of the URL is not in it. */
export function explainPostgres(url: string, error: unknown): unknown {
  return explainOpening(placeOf(url), error);
}

function placeOf(url: string): Place {
  try {
    const { host, port, database, user } = new Client({ connectionString: url });
    return { host, port, database, user };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The database URL cannot be read (${message}): use postgres://USER:PASSWORD@HOST:PORT/DATABASE.`);
  }
}

function sizeOf(url: string): number {
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

async function requireServer(engine: Engine, { host, port, database }: Place): Promise<void> {
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
export class Connections {
  private readonly pool: Pool;
  private readonly statements = new PreparedStatements();

  constructor(config: PoolConfig) {
    this.pool = new Pool(config);
    // A connection that is lost says so itself, also between two statements; whoever uses it next is told by its statement.
    this.pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  }

  /** A session each of whose statements is a transaction of its own, on any connection that is free. */
  session(): Session {
    return new ConnectionSession(this.statements, async (prepared, values) =>
      this.withClient((client) => query(client, prepared, values)),
    );
  }

  /** A connection of one's own, to be given back by `release`. */
  async take(): Promise<Connection> {
    return new Connection(await this.connect(), this.statements);
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
      throw translate(error);
    }
  }
}

/** @param limit what the driver waits for an answer, in milliseconds, where it is not what it always waits */
async function query(client: ClientBase, { name, text }: Prepared, values: readonly Value[], limit?: number) {
  const config = { name, text, values: [...storable(values)], query_timeout: limit };
  try {
    return await client.query(config);
  } catch (error) {
    throw translate(error);
  }
}

type Ask = (prepared: Prepared, values: readonly Value[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;

class ConnectionSession implements Session {
  constructor(
    private readonly statements: PreparedStatements,
    private readonly ask: Ask,
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
export class Connection {
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
    return new ConnectionSession(this.statements, async (prepared, values) => {
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
