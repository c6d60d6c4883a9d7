import type { ClientBase, PoolClient } from 'pg';
import {
  POSTGRES_ARRAYS,
  type ReadSession,
  type RowStatement,
  type RowValueType,
  type Session,
  type Statement,
  type Value,
  requireTime,
  sanitizeValues,
  textOf,
} from './sql';
import { type Machines, placeOf, type StatementPlace } from './machines';
import { isAfterFailure, isConnectionLost, translatePostgresError } from './postgresErrors';

/** A statement with the name under which each connection prepares it once; a statement without a name is not kept. */
export interface PreparedStatement {
  readonly name?: string;
  readonly text: string;
  /** True if the names of the reply's columns have a suffix (`markNames`). */
  readonly isMarked?: boolean;
  /** Index → type of the parameters that are arrays, whose values are JSON arrays. */
  readonly arrays?: ReadonlyMap<number, ArrayType> | undefined;
}

const ARRAY_TYPES = ['INTEGER', 'TEXT', 'BLOB'] as const satisfies readonly RowValueType[];
type ArrayType = (typeof ARRAY_TYPES)[number];

/**
 * Maximum number of rows that one statement inserts. Numbers of rows are powers of two, so that few texts are prepared.
 */
const MAX_ROWS = 64;
/** On a cluster, up to this number of rows are one statement: each costs more than the memory of further texts. */
const MAX_ROWS_OF_ANY_NUMBER = 16;

const INSERT = /^(INSERT INTO [^?]+\bVALUES\s*)(\([^()]*\))([^?]*)$/;

/** A statement with its parameters. */
export interface PreparedExecution {
  readonly prepared: PreparedStatement;
  readonly values: readonly Value[];
}

/** Assigns names and numbered parameters to the statements of a database. */
export class PreparedStatements {
  private readonly prepared = new Map<Statement | RowStatement, PreparedStatement[]>();
  private readonly places = new WeakMap<PreparedStatement, StatementPlace>();
  private count = 0;

  /** @param isCluster true if Citus writes the statements again for its machines */
  constructor(private readonly isCluster: boolean) {}

  /** Returns a statement that is not kept. */
  once(text: string): PreparedStatement {
    return this.adapt(numberPlaceholders(text));
  }

  /** Returns the statement for one row of values. */
  get(statement: Statement): PreparedStatement {
    return this.prepare(statement, 1);
  }

  /**
   * Divides rows of values among executions of a statement: one execution for all rows of a RowStatement, one for
   * several rows of an INSERT of values, and one for each row of any other statement.
   */
  split(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): PreparedExecution[] {
    if (rows.length === 0) return [];
    const isInsert = INSERT.test(this.textOf(statement));
    if (typeof statement === 'object' && !isInsert)
      return [{ prepared: this.prepare(statement, 1), values: columnsOf(statement.types, rows) }];
    const maxRows = isInsert ? MAX_ROWS : 1;
    const parts: PreparedExecution[] = [];
    for (let from = 0, size = maxRows; from < rows.length; from += size) {
      const left = rows.length - from;
      if (this.isCluster && isInsert && left <= MAX_ROWS_OF_ANY_NUMBER) size = left;
      while (size > left) size /= 2;
      parts.push({ prepared: this.prepare(statement, size), values: rows.slice(from, from + size).flat() });
    }
    return parts;
  }

  /** Returns where a statement runs in a transaction on the machine of a project. */
  placeOf(prepared: PreparedStatement): StatementPlace {
    const place = this.places.get(prepared) ?? placeOf(prepared.text);
    this.places.set(prepared, place);
    return place;
  }

  /** Returns the statement for a number of rows, with a name. */
  private prepare(statement: Statement | RowStatement, rows: number): PreparedStatement {
    const sizes = this.prepared.get(statement) ?? [];
    this.prepared.set(statement, sizes);
    return (sizes[rows] ??= {
      name: `s${(this.count += 1)}`,
      ...this.adapt(numberPlaceholders(withRows(this.textOf(statement), rows))),
    });
  }

  /**
   * Returns the text of a statement. On a cluster, rows are inserted as values: Citus stores the result of a query on
   * the coordinator first, and commits its copy to the machine in two phases.
   */
  private textOf(statement: Statement | RowStatement): string {
    const isValues = this.isCluster && typeof statement === 'object' && INSERT.test(statement.sqlite);
    return isValues ? statement.sqlite : textOf(statement, 'postgres');
  }

  /** Changes the text of a statement for Citus, if there is a cluster. */
  private adapt(text: string): PreparedStatement {
    const arrays = arraysOf(text);
    if (!this.isCluster) return { text, arrays };
    const routed = compareOwnersWithValues(text);
    return WITH_REPLY.test(routed) ? { text: markNames(routed), isMarked: true, arrays } : { text: routed, arrays };
  }
}

const ARRAY = /\bCAST\(\$(\d+) AS (\w+\[\])\)/g;

/** Finds the parameters that are arrays, as `isOneOf` writes them; undefined if there are none. */
function arraysOf(text: string): PreparedStatement['arrays'] {
  const arrays = new Map<number, ArrayType>();
  for (const [, number, array] of text.matchAll(ARRAY))
    for (const type of ARRAY_TYPES) if (POSTGRES_ARRAYS[type] === array) arrays.set(Number(number) - 1, type);
  return arrays.size === 0 ? undefined : arrays;
}

/** Replaces JSON arrays by the arrays of the server. A `RowStatement` has encoded its arrays before. */
function withArrays(values: readonly Value[], arrays: PreparedStatement['arrays']): readonly Value[] {
  if (arrays === undefined) return values;
  return values.map((value, index) => {
    const type = arrays.get(index);
    return type === undefined || typeof value !== 'string' ? value : encodeArray(type, readList(type, value));
  });
}

/** Reads a JSON array: integers, texts, or bytes as hexadecimal digits. */
function readList(type: ArrayType, json: string): Value[] {
  const values = JSON.parse(json) as (string | number)[];
  if (type === 'INTEGER') return values.map(Number);
  return type === 'TEXT' ? values.map(String) : values.map((value) => Buffer.from(String(value), 'hex'));
}

const OWNER_VALUE = /\b(\w+\.(?:project_id|organization_id)) = (\$\d+)/g;
const SAME_OWNER = /\b(\w+\.(project_id|organization_id)) = (\w+\.\2)\b/g;

/**
 * Replaces comparisons of the project or organization of two rows by comparisons with its value. Citus asks all
 * machines for a subquery that compares its project with an outer row, even if the outer query has the value.
 */
function compareOwnersWithValues(text: string): string {
  const values = new Map([...text.matchAll(OWNER_VALUE)].map(([, column = '', value = '']) => [column, value]));
  const replaced = text.replace(SAME_OWNER, (all, left: string, _, right: string) => {
    const [compared, other] = values.has(right) ? [right, left] : [left, right];
    const value = values.get(compared);
    return value === undefined ? all : `${other} = ${value}`;
  });
  return replaced === text ? text : compareOwnersWithValues(replaced);
}

/** A text in SQL, or a name in quotation marks, as all columns of replies have. */
const QUOTED = /'[^']*'|"(\w+)"/g;
const MARK = '_';
const WITH_REPLY = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/**
 * Adds a suffix to the names of a reply's columns, so that they differ from the columns of tables. Citus writes
 * `ORDER BY issue.id` as `ORDER BY id` for its machines, which then order by the value of the reply: an id as text, in
 * which 10 comes before 9.
 */
function markNames(text: string): string {
  return text.replace(QUOTED, (all, name?: string) => (name === undefined ? all : `"${name}${MARK}"`));
}

/** Returns the row of a reply without the suffix of `markNames`. */
export function unmarkNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.endsWith(MARK) ? name.slice(0, -MARK.length) : name, value]),
  );
}

function withRows(text: string, rows: number): string {
  if (rows === 1) return text;
  return text.replace(
    INSERT,
    (_, head: string, row: string, tail: string) => head + Array(rows).fill(row).join(', ') + tail,
  );
}

/** Replaces `?`, `?` by `$1`, `$2`, and `?9`, a parameter by its number, by `$9`. */
function numberPlaceholders(text: string): string {
  let count = 0;
  return text.replace(/\?(\d*)/g, (_, number: string) => `$${number || (count += 1)}`);
}

/** Returns the parameters of a RowStatement: an array for each column, or the value that all rows have. */
function columnsOf(types: readonly RowValueType[], rows: readonly (readonly Value[])[]): Value[] {
  return types.map((type, column) => {
    const values = rows.map((row) => row[column] ?? null);
    return type === 'SAME' ? (values[0] ?? null) : encodeArray(type, values);
  });
}

/** PostgreSQL's numbers of the types. */
const OIDS = { INTEGER: 20, TEXT: 25, BLOB: 17 } as const;
/**
 * Size of the header: number of dimensions, whether there are nulls, element type, length, index of the first element.
 */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * Encodes an array in PostgreSQL's binary format. The driver sends bytes unchanged; it would convert a JavaScript array
 * to text, in which bytes take twice the space and every element is escaped.
 */
function encodeArray(type: ArrayType, values: readonly Value[]): Buffer {
  const elements = sanitizeValues(values).map((value) => (value === null ? null : encodeElement(value)));
  const size = elements.reduce((sum, element) => sum + 4 + (element?.length ?? 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(elements.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(OIDS[type], 8);
  array.writeInt32BE(elements.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? NULL_LENGTH, at);
    if (element !== null) array.set(element, at);
    at += element?.length ?? 0;
  }
  return array;
}

function encodeElement(value: string | number | Uint8Array): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value !== 'number') return value;
  const bytes = Buffer.allocUnsafe(8);
  const high = Math.floor(value / 2 ** 32);
  bytes.writeInt32BE(high, 0);
  bytes.writeUInt32BE(value - high * 2 ** 32, 4);
  return bytes;
}

/**
 * Additional time for which the driver waits for a result after the server's limit, so that the server's error arrives.
 */
const DRIVER_GRACE_MS = 1_000;
/**
 * Maximum number of rows that one statement of a scan reads: the server reads them, so that the event loop does not
 * wait.
 */
const MAX_SCAN_ROWS = 4_000;
/** Limit for waiting for a lock while a machine of a cluster is missing. */
const SHORT_LOCK_MS = 200;
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The position of a server in the write-ahead log, in bytes: the end of the log that a standby has replayed, or that
 * the primary has flushed, because a standby receives only flushed log. Asynchronous commits are not flushed: with
 * them, it is the end of the log that the primary has inserted.
 */
export const POSITION = `CAST(pg_wal_lsn_diff(
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END, '0/0') AS BIGINT)`;

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
  { name, text, isMarked = false, arrays }: PreparedStatement,
  values: readonly Value[],
  timeout?: number,
) {
  const config = { name, text, values: [...sanitizeValues(withArrays(values, arrays))], query_timeout: timeout };
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

/** A transaction on the machine of its project changes other rows too: it has to run on the coordinator. */
export class NeedsCoordinator extends Error {
  constructor() {
    super('The transaction changes rows that the machine of its project does not have.');
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
    private readonly machines?: { readonly watch: Machines; readonly hasScope: boolean } | undefined,
  ) {}

  /** Returns true behind a pooler: another process of the server runs the statements than the connection names. */
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

  /**
   * Statement after BEGIN of a transaction that keeps out all others: others wait behind it, and one that waits for a
   * missing machine may never end.
   */
  get lockLimit(): string {
    return this.isIncomplete ? `; SET LOCAL lock_timeout = ${SHORT_LOCK_MS}` : '';
  }

  /** True while nobody can get or release the lock of all writes (`Machines`). */
  get hasLostLock(): boolean {
    return this.machines?.watch.hasLostLock === true;
  }

  /** True while a machine of a cluster is missing. */
  get isIncomplete(): boolean {
    return this.machines?.watch.areMissing === true;
  }

  /**
   * Returns the session of the transaction.
   * @param beforeStatement called before each statement; may throw
   * @param machine the connection to the machine of the transaction's project, if the transaction runs there
   */
  session(beforeStatement: () => void, machine?: PostgresConnection): Session {
    const runQuery: RunQuery = async (prepared, values) => {
      beforeStatement();
      return (machine === undefined ? this : this.connectionFor(prepared, machine)).runQuery(prepared, values);
    };
    return new PostgresSession(this.statements, runQuery, (result) => (machine ?? this).post(result));
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

  /** Commits, and returns the position in the log after the commit; null if the connection is lost then. */
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

  /** Prepares a connection that was rolled back for another transaction. */
  forgetErrors(): void {
    this.firstError = undefined;
    this.postedError = undefined;
    this.posted.length = 0;
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
    this.machines?.watch.noteRelease(this.client);
    this.client.release(this.isLost || this.client.getTransactionStatus() !== 'I');
  }

  /** The driver's limit for a result: the remaining time, if that is less than the default. */
  private get timeout(): number | undefined {
    if (this.hasNoTimeout) return MAX_TIMER_MS;
    return driverTimeout(statementLimit(this.deadline, this.statementMs));
  }

  /** Returns the connection on which a statement runs. @throws NeedsCoordinator */
  private connectionFor(prepared: PreparedStatement, machine: PostgresConnection): PostgresConnection {
    const place = this.statements.placeOf(prepared);
    if (place === 'machine') return machine;
    if (place === 'coordinator') return this;
    this.firstError ??= new NeedsCoordinator();
    throw this.firstError as Error;
  }

  private async runQuery(prepared: PreparedStatement, values: readonly Value[]) {
    try {
      requireTime(this.deadline);
      if (this.machines?.watch.areMissing === true)
        await this.machines.watch.requireFor(prepared.text, values, this.machines.hasScope);
    } catch (error) {
      // A transaction without a posted statement must not be committed.
      this.firstError ??= error;
      throw error;
    }
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
      this.machines?.watch.noteError(error);
      throw error;
    } finally {
      this.machines?.watch.noteReply(this.client);
    }
  }
}
