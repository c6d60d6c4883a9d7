import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from 'pg';
import { Unavailable } from '../domain/errors';
import { type ServerAddress, translatePostgresError } from './postgresErrors';
import { type PreparedStatement, PreparedStatements } from './postgresStatements';
import { type RowStatement, sanitizeValues, type Session, type Statement, type Value } from './sql';

/** Connections of one process unless the URL has `max=N`; half of them write. */
const DEFAULT_CONNECTIONS = 10;
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

const READER_OPTIONS = ['default_transaction_read_only=on'];

/**
 * Statements of writers find rows by their keys (src/DECISIONS.md, "Statements of a batch"). The server plans them for the
 * tables as they were when they were last analyzed, often empty. It would read all rows of a project where it expects few, or
 * plan a statement again each time.
 */
const PLANS_BY_KEY = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'];
const WRITER_OPTIONS = [...PLANS_BY_KEY.map((name) => `${name}=off`), 'plan_cache_mode=force_generic_plan'];

/** Ends that for a transaction: one that changes thousands of rows with a statement needs the plans that the server chooses. */
export const SET_ANY_PLAN = [
  ...PLANS_BY_KEY.map((name) => `SET LOCAL ${name} = on`),
  'SET LOCAL plan_cache_mode = auto',
].join('; ');

/** Reads BIGINT as a number, as all of them are below 2^53. The driver's default is text. */
function readTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}

/** Opens a pool of connections that write and one of connections that only read. @throws Error for an invalid `max` */
export function openPools(url: string): { writers: PostgresPool; readers: PostgresPool } {
  const size = poolSizeOf(url);
  return {
    writers: openPool(withOptions(url, WRITER_OPTIONS), Math.ceil(size / 2)),
    readers: openPool(withOptions(url, READER_OPTIONS), Math.floor(size / 2)),
  };
}

/** Opens a pool of at most `max` connections. */
export function openPool(url: string, max: number): PostgresPool {
  return new PostgresPool({ ...SETTINGS, ...FIXED_SETTINGS, connectionString: url, max });
}

/** Parses the URL of a database. @throws Error with a message of one sentence */
export function addressOf(url: string): ServerAddress {
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

/** The URL with further options of the server. */
function withOptions(url: string, added: readonly string[]): string {
  const parameters = parametersOf(url);
  const options = [parameters.get('options') ?? [], added.map((option) => `-c ${option}`)].flat();
  parameters.set('options', options.join(' '));
  return `${url.split('?', 1)[0]}?${parameters.toString()}`;
}

/** The driver accepts URLs that `URL` rejects, such as those without a host. */
function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
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

/**
 * @param statement without a name, it is not prepared and has no values
 * @param timeout the driver's limit for the result in milliseconds, instead of the default
 */
async function query(
  client: ClientBase,
  { name, text }: Partial<PreparedStatement> & Pick<PreparedStatement, 'text'>,
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
  /** @param onPost receives the results of posted statements; only transactions have it */
  constructor(
    private readonly statements: PreparedStatements,
    private readonly runQuery: RunQuery,
    private readonly onPost?: (result: Promise<unknown>) => void,
  ) {}

  async all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await this.runQuery(this.statements.get(statement), values)).rows as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all<Row>(statement, values))[0];
  }

  async run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }> {
    return { changes: (await this.runQuery(this.statements.get(statement), values)).rowCount ?? 0 };
  }

  async runMany(
    statement: Statement | RowStatement,
    rows: readonly (readonly Value[])[],
  ): Promise<{ changes: number }> {
    const parts = this.statements.split(statement, rows);
    const results = await Promise.all(parts.map(({ prepared, values }) => this.runQuery(prepared, values)));
    return { changes: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) };
  }

  post(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): void {
    if (this.onPost === undefined) throw new Error('Only a transaction posts statements.');
    for (const { prepared, values } of this.statements.split(statement, rows))
      this.onPost(this.runQuery(prepared, values));
  }
}

/** The connection of one transaction. */
export class PostgresConnection {
  /** The error of the first posted statement that failed. */
  postedError: unknown;
  /** Whether the driver waits for results without a limit. */
  hasNoTimeout = false;
  /** Whether a statement of the transaction has failed: it can only be rolled back. */
  private hasFailed = false;
  private readonly posted: Promise<unknown>[] = [];

  constructor(
    private readonly client: PoolClient,
    private readonly statements: PreparedStatements,
  ) {}

  /** @param beforeStatement is called before each statement; it may throw */
  session(beforeStatement: () => void): Session {
    const runQuery: RunQuery = async (prepared, values) => {
      beforeStatement();
      return this.watch(query(this.client, prepared, values, this.timeout));
    };
    return new PostgresSession(this.statements, runQuery, (result) => this.post(result));
  }

  /**
   * Runs statements without parameters and results, such as BEGIN. They are not prepared, so that they can only fail
   * together with what follows them.
   */
  async control(text: string): Promise<void> {
    await this.watch(query(this.client, { text }, [], this.timeout));
  }

  /** Does what `control` does, without waiting: for statements that begin a transaction. */
  postControl(text: string): void {
    this.post(this.control(text));
  }

  /** @throws Error if a statement has failed, and the transaction goes on as if it had not */
  requireSuccess(): void {
    if (this.hasFailed) throw new Error('A statement failed, and its transaction went on as if it had not.');
  }

  /** Waits for the results of posted statements. @throws the error of the first that failed */
  async requirePosted(): Promise<void> {
    await Promise.all(this.posted);
    if (this.postedError !== undefined) throw this.postedError as Error;
  }

  /** Returns the connection to the pool; closes it if it is lost or still in a transaction. */
  release(): void {
    this.client.release(this.client.getTransactionStatus() !== 'I');
  }

  private get timeout(): number | undefined {
    return this.hasNoTimeout ? MAX_TIMER_MS : undefined;
  }

  private post(result: Promise<unknown>): void {
    this.posted.push(result.catch((error: unknown) => (this.postedError ??= error)));
  }

  private async watch<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
