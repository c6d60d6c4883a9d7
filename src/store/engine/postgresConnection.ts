import type { ClientBase, PoolClient } from 'pg';
import { POSITION } from './commitPosition';
import { requireTime } from './deadline';
import { isAfterFailure, isConnectionLost, translatePostgresError } from './postgresErrors';
import { type PreparedStatement, type PreparedStatements, unmarkNames } from './postgresStatements';
import { type ReadSession, type RowStatement, sanitizeValues, type Session, type Statement, type Value } from './sql';

/**
 * Additional time for which the driver waits for a result after the server's limit, so that the server's error arrives.
 */
const DRIVER_GRACE_MS = 1_000;
/**
 * Maximum number of rows that one statement of a scan reads: the server reads them, so that the event loop does not
 * wait.
 */
const MAX_SCAN_ROWS = 4_000;
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reads the position in the log of the primary, after a commit. */
const READ_COMMIT_POSITION: PreparedStatement = { name: 'committed', text: `SELECT ${POSITION} AS "position"` };

/** Returns the time limit of a statement in milliseconds; undefined if the connection's limit is short enough. */
export function statementLimit(deadline: number, statementMs: number): number | undefined {
  const left = Math.max(1, Math.ceil(deadline - performance.now()));
  if (left === Infinity || (statementMs > 0 && left >= statementMs)) return undefined;
  return left;
}

/** Returns the statement that sets the time limit of a transaction's statements, to be appended to another one. */
export function limitLocally(limit: number | undefined): string {
  return limit === undefined ? '' : `; SET LOCAL statement_timeout = ${limit}`;
}

/** Returns the driver's limit for the result of a statement that has a time limit; undefined for the default. */
export function driverTimeout(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : limit + DRIVER_GRACE_MS;
}

/** Runs a statement. @param timeout the driver's limit for the result in milliseconds, instead of the default */
export async function query(
  client: ClientBase,
  { name, text, isMarked = false }: PreparedStatement,
  values: readonly Value[],
  timeout?: number,
) {
  const config = { name, text, values: [...sanitizeValues(values)], query_timeout: timeout };
  try {
    const result = await client.query<Record<string, unknown>>(config);
    return isMarked ? { ...result, rows: result.rows.map(unmarkNames) } : result;
  } catch (error) {
    throw translatePostgresError(error);
  }
}

type RunQuery = (
  prepared: PreparedStatement,
  values: readonly Value[],
) => Promise<{ rows: unknown[]; rowCount: number | null }>;

/** Runs statements that read, by a function that chooses the connection. */
export class PostgresReadSession implements ReadSession {
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
    return (await this.runQuery(this.statements.once(text), values)).rows as Row[];
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
  /** True if the driver waits for results without a limit. */
  hasNoTimeout = false;
  /** The error of the first statement that failed. After it, the transaction can only be rolled back. */
  private firstError: unknown;
  private readonly posted: Promise<unknown>[] = [];

  /** True if the connection is lost, or a result did not arrive in time: nothing more can be sent. */
  private isLost = false;

  constructor(
    private readonly client: PoolClient,
    private readonly statements: PreparedStatements,
    private readonly deadline: number,
    private readonly statementMs: number,
  ) {}

  /** Returns true behind a pooler: statements do not reach the server process that the connection was told. */
  async isPooled(): Promise<boolean> {
    return (await this.readProcess()) !== (this.client as { processID?: number | null }).processID;
  }

  /** Returns the number of the server's process that runs a statement. */
  async readProcess(): Promise<number> {
    const { rows } = await this.watch(query(this.client, { text: 'SELECT pg_backend_pid() AS "pid"' }, []));
    return rows[0]?.['pid'] as number;
  }

  /** Statements after BEGIN that limit the time of each statement, if less time is left than the default. */
  get limits(): string {
    return limitLocally(statementLimit(this.deadline, this.statementMs));
  }

  /** Returns the session of the transaction. @param beforeStatement called before each statement; may throw */
  session(beforeStatement: () => void): Session {
    const runQuery: RunQuery = async (prepared, values) => {
      beforeStatement();
      return this.runQuery(prepared, values);
    };
    return new PostgresSession(this.statements, runQuery, (result) => this.post(result));
  }

  /** Returns a session for a transaction that only reads. */
  readSession(): ReadSession {
    return new PostgresReadSession(this.statements, (prepared, values) => this.runQuery(prepared, values));
  }

  /**
   * Runs statements without parameters and results, such as BEGIN. They are not prepared, so that they fail only
   * together with the statements after them.
   */
  async control(text: string): Promise<void> {
    await this.watch(query(this.client, { text }, [], this.timeout));
  }

  /** Commits. It has the time of any statement, even after the deadline: the result must be known. */
  async commit(): Promise<void> {
    await this.watch(query(this.client, { text: 'COMMIT' }, [], this.hasNoTimeout ? MAX_TIMER_MS : undefined));
  }

  /** Commits, and returns the position in the log behind the commit; null if the connection is lost after it. */
  async commitWithPosition(): Promise<number | null> {
    const committed = this.commit();
    const position = query(this.client, READ_COMMIT_POSITION, []).then(
      ({ rows }) => (rows[0]?.['position'] ?? null) as number | null,
      () => null,
    );
    await committed;
    return position;
  }

  /** Rolls back. Closes a lost connection instead, which has the same effect. */
  async rollback(): Promise<void> {
    if (!this.isLost) await this.watch(query(this.client, { text: 'ROLLBACK' }, [])).catch(() => undefined);
  }

  /** Runs statements like `control`, without waiting: for statements that begin a transaction. */
  postControl(text: string): void {
    this.post(this.control(text));
  }

  /** Checks that no statement has failed. @throws Error if one has, and the transaction continued regardless */
  requireSuccess(): void {
    if (this.firstError !== undefined)
      throw new Error('A statement failed, and its transaction went on as if it had not.');
  }

  /**
   * Returns the error that made the transaction fail. Statements that were sent together with one that failed fail too:
   * their error says nothing of the cause.
   */
  causeOf(error: unknown): unknown {
    return isAfterFailure(error) ? this.firstError : error;
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

  /** The driver's limit for a result: the remaining time, if that is less than the default. */
  private get timeout(): number | undefined {
    if (this.hasNoTimeout) return MAX_TIMER_MS;
    return driverTimeout(statementLimit(this.deadline, this.statementMs));
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
      this.firstError ??= error;
      this.isLost ||= isConnectionLost(error);
      throw error;
    }
  }
}
