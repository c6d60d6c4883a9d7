import { createRequire } from 'node:module';
import type * as Driver from 'pg';
import type { ClientBase, Pool, PoolClient, PoolConfig, TypeOverrides } from 'pg';
import { Unavailable } from '../../domain/errors';
import { lazily } from '../../domain/lazy';
import { deadlineError, NO_DEADLINE, requireTime } from './deadline';
import { isConnectionLost, type ServerAddress, translatePostgresError } from './postgresErrors';
import { numberPlaceholders, type PreparedStatement, PreparedStatements } from './postgresStatements';
import {
  type PoolUsage,
  type ReadSession,
  type RowStatement,
  sanitizeValues,
  type Session,
  type Statement,
  type Value,
} from './sql';

/** Loads the driver when it is first needed: services and commands on SQLite have no use for it. */
const driver = lazily(() => createRequire(__filename)('pg') as typeof Driver);

/** Connections of one process unless the URL has `max=N`. */
const DEFAULT_CONNECTIONS = 10;
/** With fewer connections, lookups share those of writers. */
const MIN_FOR_LOOKUPS = 4;
/** One in so many connections is for lookups. */
const CONNECTIONS_PER_LOOKUP = 5;
const CONNECT_TIMEOUT_MS = 5_000;
/** How much longer the driver waits for a result than the server works on it, so that the server's error arrives. */
const DRIVER_GRACE_MS = 1_000;
/** Rows that one statement of a scan reads at most: the server reads them, so that the event loop does not wait. */
const MAX_SCAN_ROWS = 4_000;
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
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Statements that are sent without awaiting one another share a round trip. */
  pipeline: true,
};

/** Compiling a statement takes longer than running it: all of them read few rows. */
const OPTIONS = ['jit=off'];

/**
 * Lists are read in the order of an index, and other rows by key. For tables that were small when they were last analyzed, the server
 * would read a whole table for each row of another one, or sort all rows of a project for each page.
 */
const READER_PLANS = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
const READER_OPTIONS = [...OPTIONS, 'default_transaction_read_only=on', ...READER_PLANS.map((name) => `${name}=off`)];

/**
 * Statements of writers find rows by their keys (src/DECISIONS.md, "Statements of a batch"). The server plans them for the
 * tables as they were when they were last analyzed, often empty. It would read all rows of a project where it expects few, or
 * plan a statement again each time.
 */
const PLANS_BY_KEY = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'];
const BY_KEY = [...PLANS_BY_KEY.map((name) => `${name}=off`), 'plan_cache_mode=force_generic_plan'];
const WRITER_OPTIONS = [...OPTIONS, ...BY_KEY];
const LOOKUP_OPTIONS = [...WRITER_OPTIONS, 'default_transaction_read_only=on'];
const BEGIN_READ_ONLY = 'BEGIN READ ONLY';

/** Ends that for a transaction: one that changes thousands of rows with a statement needs the plans that the server chooses. */
export const SET_ANY_PLAN = [
  ...PLANS_BY_KEY.map((name) => `SET LOCAL ${name} = on`),
  'SET LOCAL plan_cache_mode = auto',
].join('; ');

/** Reads BIGINT as a number, as all of them are below 2^53. The driver's default is text. */
function readTypes(): TypeOverrides {
  const overrides = new (driver().TypeOverrides)();
  overrides.setTypeParser(driver().types.builtins.INT8, Number);
  return overrides;
}

/** The pools of a process. */
export interface Pools {
  readonly writers: PostgresPool;
  readonly readers: PostgresPool;
  /** For the rows without which no event is accepted: lists cannot take these connections. */
  readonly lookups: PostgresPool;
}

/** Opens the pools of a database. @throws Error for an invalid `max` */
export function openPools(url: string): Pools {
  const size = poolSizeOf(url);
  const lookups = size < MIN_FOR_LOOKUPS ? 0 : Math.max(1, Math.floor(size / CONNECTIONS_PER_LOOKUP));
  const writing = Math.ceil((size - lookups) / 2);
  const writers = openPool(withOptions(url, WRITER_OPTIONS), writing, 'writers');
  return {
    writers,
    readers: openPool(withOptions(url, READER_OPTIONS), size - lookups - writing, 'readers'),
    lookups: lookups === 0 ? writers : openPool(withOptions(url, LOOKUP_OPTIONS), lookups, 'lookups'),
  };
}

/** Opens a pool of at most `max` connections. */
export function openPool(url: string, max: number, name: PoolUsage['name'] = 'readers'): PostgresPool {
  const statementMs = Number(parametersOf(url).get('statement_timeout') ?? SETTINGS.statement_timeout);
  return new PostgresPool(
    { ...SETTINGS, ...FIXED_SETTINGS, types: readTypes(), connectionString: url, max },
    name,
    statementMs,
  );
}

/** Parses the URL of a database. @throws Error with a message of one sentence */
export function addressOf(url: string): ServerAddress {
  try {
    const { host, port, database, user } = new (driver().Client)({ connectionString: url });
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

  /** @param statementMs the server's limit for one statement; 0 for none */
  constructor(
    config: PoolConfig,
    private readonly name: PoolUsage['name'],
    private readonly statementMs: number,
  ) {
    this.pool = new (driver().Pool)(config);
    // A lost connection emits an error, also between two statements. The next statement on it fails.
    this.pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { name: this.name, size: options.max, inUse: totalCount - idleCount, waiting: waitingCount };
  }

  /** A session that runs each statement in a transaction of its own that only reads, on any free connection. */
  session(deadline: number): ReadSession {
    return new PostgresReadSession(this.statements, async (prepared, values) => {
      const client = await this.connect(deadline);
      let isLost = false;
      try {
        return await this.queryUntil(client, deadline, prepared, values);
      } catch (error) {
        isLost = isConnectionLost(error);
        throw error;
      } finally {
        client.release(isLost || client.getTransactionStatus() !== 'I');
      }
    });
  }

  /** Takes a connection out of the pool until its `release`. */
  async acquire(deadline = NO_DEADLINE): Promise<PostgresConnection> {
    return new PostgresConnection(await this.connect(deadline), this.statements, deadline, this.statementMs);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /**
   * Sends the statement together with those that limit its time, if less is left than a statement has by default, and those without which a
   * connection of writers could write.
   */
  private async queryUntil(
    client: ClientBase,
    deadline: number,
    prepared: PreparedStatement,
    values: readonly Value[],
  ) {
    requireTime(deadline);
    const limit = statementLimit(deadline, this.statementMs);
    const isOfWriters = this.name === 'writers';
    if (limit === undefined && !isOfWriters) return query(client, prepared, values);
    const timeout = limit === undefined ? undefined : limit + DRIVER_GRACE_MS;
    const before = isOfWriters ? `${BEGIN_READ_ONLY}${limitLocally(limit)}` : `SET statement_timeout = ${limit}`;
    const after = isOfWriters ? 'COMMIT' : 'RESET statement_timeout';
    const [, result] = await Promise.all([
      query(client, { text: before }, [], timeout),
      query(client, prepared, values, timeout),
      query(client, { text: after }, [], timeout),
    ]);
    return result;
  }

  private async connect(deadline: number): Promise<PoolClient> {
    if (this.pool.waitingCount >= MAX_WAITING) throw new Unavailable('Too many requests wait for the database.');
    requireTime(deadline);
    try {
      return await connectUntil(this.pool, deadline);
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

/** Waits for a connection until the deadline. One that is free later goes back to the pool. */
function connectUntil(pool: Pool, deadline: number): Promise<PoolClient> {
  const left = deadline - performance.now();
  if (left >= CONNECT_TIMEOUT_MS) return pool.connect();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(deadlineError());
    }, left);
    pool
      .connect()
      .then((client) => (isLate ? client.release() : resolve(client)))
      .catch(reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The time limit of a statement in milliseconds; undefined if that of the connection is short enough. */
function statementLimit(deadline: number, statementMs: number): number | undefined {
  const left = Math.max(1, Math.ceil(deadline - performance.now()));
  if (left === Infinity || (statementMs > 0 && left >= statementMs)) return undefined;
  return left;
}

/** The statement that sets the time limit of the statements of a transaction, after another one. */
function limitLocally(limit: number | undefined): string {
  return limit === undefined ? '' : `; SET LOCAL statement_timeout = ${limit}`;
}

/**
 * @param timeout the driver's limit for the result in milliseconds, instead of the default
 */
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

class PostgresReadSession implements ReadSession {
  readonly dialect = 'postgres';
  readonly maxScanRows = MAX_SCAN_ROWS;

  constructor(
    protected readonly statements: PreparedStatements,
    protected readonly runQuery: RunQuery,
  ) {}

  async all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return (await this.runQuery(this.statements.get(statement), values)).rows as Row[];
  }

  async allOnce<Row>(text: string, values: readonly Value[]): Promise<Row[]> {
    return (await this.runQuery({ text: numberPlaceholders(text) }, values)).rows as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    return (await this.all<Row>(statement, values))[0];
  }
}

class PostgresSession extends PostgresReadSession implements Session {
  /** @param onPost receives the results of posted statements */
  constructor(
    statements: PreparedStatements,
    runQuery: RunQuery,
    private readonly onPost: (result: Promise<unknown>) => void,
  ) {
    super(statements, runQuery);
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

  /** Whether the connection is lost, or a result did not arrive in time: nothing more can be sent. */
  private isLost = false;

  constructor(
    private readonly client: PoolClient,
    private readonly statements: PreparedStatements,
    private readonly deadline: number,
    private readonly statementMs: number,
  ) {}

  /** Statements that follow BEGIN: they limit the time of each statement, if less is left than it has by default. */
  get limits(): string {
    return limitLocally(statementLimit(this.deadline, this.statementMs));
  }

  /** @param beforeStatement is called before each statement; it may throw */
  session(beforeStatement: () => void): Session {
    const runQuery: RunQuery = async (prepared, values) => {
      beforeStatement();
      return this.runQuery(prepared, values);
    };
    return new PostgresSession(this.statements, runQuery, (result) => this.post(result));
  }

  /** For a transaction that only reads. */
  readSession(): ReadSession {
    return new PostgresReadSession(this.statements, (prepared, values) => this.runQuery(prepared, values));
  }

  /**
   * Runs statements without parameters and results, such as BEGIN. They are not prepared, so that they can only fail
   * together with what follows them.
   */
  async control(text: string): Promise<void> {
    await this.watch(query(this.client, { text }, [], this.timeout));
  }

  /** Commits. It has the time of any statement, also after the deadline: the result must be known. */
  async commit(): Promise<void> {
    await this.watch(query(this.client, { text: 'COMMIT' }, [], this.hasNoTimeout ? MAX_TIMER_MS : undefined));
  }

  /** Rolls back. A lost connection is closed instead, which does the same. */
  async rollback(): Promise<void> {
    if (!this.isLost) await this.watch(query(this.client, { text: 'ROLLBACK' }, [])).catch(() => undefined);
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
    this.client.release(this.isLost || this.client.getTransactionStatus() !== 'I');
  }

  /** The driver's limit for a result: what is left, if that is less than it has by default. */
  private get timeout(): number | undefined {
    if (this.hasNoTimeout) return MAX_TIMER_MS;
    const limit = statementLimit(this.deadline, this.statementMs);
    return limit === undefined ? undefined : limit + DRIVER_GRACE_MS;
  }

  private async runQuery(prepared: PreparedStatement, values: readonly Value[]) {
    requireTime(this.deadline);
    return this.watch(query(this.client, prepared, values, this.timeout));
  }

  private post(result: Promise<unknown>): void {
    this.posted.push(result.catch((error: unknown) => (this.postedError ??= error)));
  }

  private async watch<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      this.hasFailed = true;
      this.isLost ||= isConnectionLost(error);
      throw error;
    }
  }
}
