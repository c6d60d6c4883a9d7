import { sanitizeText } from '../../domain/text';
import { type Dialect, nextIds } from './dialect';
import { Unavailable } from '../../domain/errors';

/** Message to callers while rows cannot be read. */
export const DAMAGED_DATABASE = 'The database is damaged: it has to be restored from a backup.';
/** Retry-After for a full disk and a damaged database: somebody must act first. */
export const REPAIR_SECONDS = 60;

/** A parameter of a statement. Times are integers, booleans are 0 or 1, JSON is text. */
export type Value = string | number | null | Uint8Array;

/**
 * The SQL of one statement, with `?` for each parameter; a function (see `byDialect`) if it differs between the
 * databases. Each connection prepares a statement once and finds it again by identity: declare statements at module
 * level.
 */
export type Statement = string | ((dialect: Dialect) => string);

/** The type of a value, as in the schema; `SAME` for a value that all rows share. */
export type RowValueType = 'INTEGER' | 'TEXT' | 'BLOB' | 'SAME';

/**
 * A statement that runs for several rows of values: one after another on SQLite, all at once on PostgreSQL. There, each
 * parameter is an array with the values of one column, unless its type is `SAME`.
 */
export interface RowStatement extends Readonly<Record<Dialect, string>> {
  readonly types: readonly RowValueType[];
}

/** Runs statements that read committed rows. The database refuses those that write. */
export interface ReadSession {
  readonly dialect: Dialect;
  all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
  one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined>;
  /** Runs a query whose text was made for one request. It is not prepared: there may be any number of such texts. */
  allOnce<Row>(text: string, values: readonly Value[]): Promise<Row[]>;
  /** Maximum number of rows that one statement of a scan reads: on SQLite, the event loop waits for it. */
  readonly maxScanRows: number;
}

/** Runs statements inside one transaction. On PostgreSQL, a transaction in which a statement failed cannot commit. */
export interface Session extends ReadSession {
  /** Runs a statement that returns no rows. */
  run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }>;
  /**
   * Runs the statement once for each row of values, in order, and returns the sum of the changes. The rows of an upsert
   * must have different keys, because PostgreSQL inserts several rows with one statement.
   */
  runMany(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): Promise<{ changes: number }>;
  /**
   * Runs `runMany` for a transaction that does not need the result: on PostgreSQL, statements are sent without waiting
   * for one another, and together with the commit. If one fails, the transaction fails.
   */
  post(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): void;
}

/** Reads the rows of an entity; in a transaction, its subclasses also change them. */
export class EntityStore<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}
}

/**
 * The projects that a transaction changes. On PostgreSQL, transactions with a scope run concurrently, even with
 * transactions of other processes. They lock the rows that they read in order to change them, and run again if another
 * one inserted a key first (src/DECISIONS.md, "Locks").
 */
export interface WriteScope {
  /** Ids of the projects whose events are written: the transactions of one process run one after another. */
  readonly projects: readonly string[];
  /**
   * True if the transaction nearly always changes only rows of its one project. On a cluster it then runs on the
   * machine that has these rows; if it changes others, it is rolled back and runs on the coordinator.
   */
  readonly onMachine?: boolean;
}

/** Connections of a pool, for metrics. */
export interface PoolUsage {
  readonly name: 'writers' | 'readers' | 'lookups' | 'machines' | 'standby';
  readonly size: number;
  readonly inUse: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
}

/** The reads of one request. @template Source the session or the stores that `work` receives */
export interface RequestReads<Source> {
  readonly read: <T>(work: (source: Source) => Promise<T>, deadline: number) => Promise<T>;
  /** Makes later reads use the primary. Returns true if earlier ones used a standby, which may have missed rows. */
  readonly leaveStandby: () => boolean;
}

/** The state of a standby, for metrics. */
export interface StandbyStatus {
  /** False while the primary is read in its place. */
  readonly isUsed: boolean;
  /** Bytes of the log that it has not replayed; null if that is not known. */
  readonly lagBytes: number | null;
}

/** The use of disk space. Uploads stop while there is still space for events. */
export type DiskUse = 'events' | 'uploads';

/** An index of an existing table. */
export interface IndexDefinition {
  readonly name: string;
  readonly table: string;
  /** The statement that creates it. */
  readonly statement: string;
}

/**
 * A database without its stores, which `openDatabase` adds. The end of this file explains deadlines; the default is
 * none.
 */
export interface Engine {
  readonly dialect: Dialect;
  /** True if the server has Citus: rows may be on several machines. */
  readonly isCluster: boolean;
  /** The usage of the pools of connections; SQLite has none. */
  readonly pools: () => readonly PoolUsage[];
  read<T>(work: (session: ReadSession) => Promise<T>, deadline?: number): Promise<T>;
  /**
   * Reads rows by their keys before an event is accepted. On PostgreSQL it has connections of its own, so that it does
   * not wait for other readers. Absent on SQLite, whose reads do not run at the same time.
   */
  lookUp?<T>(work: (session: ReadSession) => Promise<T>, deadline?: number): Promise<T>;
  /** Returns the reads of a request, for which a standby may be used; undefined without one. Absent on SQLite. */
  openReads?(): RequestReads<ReadSession> | undefined;
  /** Measures the standby; null without one. Absent on SQLite. */
  measureStandby?(): Promise<StandbyStatus | null>;
  /**
   * Runs `work` in one transaction and resolves after the commit is durable. Without a scope, it may change anything.
   */
  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope, deadline?: number): Promise<T>;
  /**
   * Runs a `write` in one process at a time, for background jobs. Returns undefined if another process is running one.
   * @param scope as for `write`: on PostgreSQL, other transactions with a scope run meanwhile
   */
  exclusively<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T | undefined>;
  /**
   * Runs a `write` that changes the schema: without time limits for waiting and for statements.
   * @param yieldTables if given, PostgreSQL rolls back a transaction that waits for a table for two seconds, calls
   * this, and repeats it after a pause: all later readers of the table, and all writes, wait behind it
   */
  changeSchema<T>(work: (session: Session) => Promise<T>, yieldTables?: () => void): Promise<T>;
  /**
   * Returns a thread that changes the schema of an SQLite file while this thread goes on; undefined for a database in
   * memory. Absent on PostgreSQL, whose statements run on the server.
   */
  openSchemaThread?(): SchemaThread | undefined;
  /**
   * Builds an index while its table is read and written to, if the table exists and has no such index. Waits for
   * another process that builds it. Absent on SQLite, which has one writer at a time.
   */
  buildIndex?(index: IndexDefinition): Promise<void>;
  /**
   * Makes PostgreSQL update the statistics of tables into which many rows were inserted or from which many were
   * deleted, so that its plans fit them. Does nothing on SQLite, whose plans do not depend on statistics.
   * @param tables all tables, if omitted
   */
  analyze(tables?: readonly string[]): Promise<void>;
  /** Returns some of the space of deleted rows to the operating system. Returns true if there is more. */
  shrink(): Promise<boolean>;
  /**
   * Removes bytes of deleted rows from free space of the file, and from its log. Returns true if there is more to do.
   * Absent on PostgreSQL, whose own VACUUM does it.
   */
  purge?(): Promise<boolean>;
  /**
   * Checks the free disk space. Absent on PostgreSQL: the service does not see its disk.
   * @throws Unavailable if there is too little
   */
  requireDiskSpace?(use: DiskUse): void;
  /** Reads a row of each table. @throws Unavailable if a table is missing or the database is known to be damaged */
  requireUndamaged(tables: readonly string[]): Promise<void>;
  /**
   * Reads all pages of an SQLite file on a thread of its own. Returns a description of the damage; null if there is
   * none, and on PostgreSQL.
   */
  findDamage(signal: AbortSignal): Promise<string | null>;
  /**
   * Returns true if another service has the same SQLite file open. If not, another service will find from now on that
   * this one has it open.
   */
  isShared(): boolean;
  /** Returns the free and the reserved space of the disk; null for a database in memory. Absent on PostgreSQL. */
  measureDisk?(): Promise<DiskSpace | null>;
  /** Returns the bytes of the database with its indexes. */
  measureSize(): Promise<number>;
  /** Returns the writes that wait for their transaction. Absent on PostgreSQL, where writes wait for a connection. */
  writeQueue?(): QueueStatus;
  close(): Promise<void>;
}

/** Changes the schema on another thread, which starts with the first change. */
export interface SchemaThread extends Pick<Engine, 'changeSchema'> {
  /** Ends the thread, after the last change. */
  close(): Promise<void>;
}

/** Number of waiting items, and the waiting time of the oldest. */
export interface QueueStatus {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/** Free space of the disk of a database file, and the reserves of it that must stay free. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly reservedBytes: number;
  /** The reserve for uploads, at least as large. */
  readonly uploadReservedBytes: number;
  /** True after the file was removed or replaced: what is written since is lost when the service ends. */
  readonly isFileGone: boolean;
}

/** A session whose reads all see the state of the database at one moment. */
export interface Snapshot {
  readonly session: ReadSession;
  close(): Promise<void>;
}

const ID = /^[1-9][0-9]*$/;

/**
 * Converts an id to a parameter. Text that is not an id becomes 0, which no row has. Databases would convert `1e1` or
 * ` 1` to numbers, and round a number beyond 2^53 to another id.
 */
export function idValue(id: string): number {
  const value = ID.test(id) ? Number(id) : 0;
  return Number.isSafeInteger(value) ? value : 0;
}

/** Converts an id, which may be null, to a parameter. */
export function nullableId(id: string | null): number | null {
  return id === null ? null : idValue(id);
}

/** Returns the text of a statement for one database. */
export function textOf(statement: Statement | RowStatement, dialect: Dialect): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'function' ? statement(dialect) : statement[dialect];
}

/**
 * Returns an INSERT of rows.
 * @param columns the type of each column
 * @param tail text after the values, such as `ON CONFLICT …`
 */
export function insertRows(table: string, columns: Readonly<Record<string, RowValueType>>, tail = ''): RowStatement {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  const head = `INSERT INTO ${table} (${names.join(', ')})`;
  const perRow = names.filter((name) => columns[name] !== 'SAME');
  const selected = names.map((name) => (columns[name] === 'SAME' ? '?' : `r.${name}`));
  if (types.lastIndexOf('SAME') > types.findIndex((type) => type !== 'SAME'))
    throw new Error(`${table}: columns with the same value in all rows come first.`);
  return {
    sqlite: `${head} VALUES (${names.map(() => '?').join(', ')}) ${tail}`,
    postgres: `${head} SELECT ${selected.join(', ')} FROM ${unnest(types)} AS r (${perRow.join(', ')}) ${tail}`,
    types,
  };
}

/** Returns the rows of a RowStatement as a table expression of PostgreSQL. */
export function unnest(types: readonly RowValueType[]): string {
  const arrays = types.flatMap((type) => (type === 'SAME' ? [] : `CAST(? AS ${POSTGRES_ARRAYS[type]})`));
  return `UNNEST(${arrays.join(', ')})`;
}

/** PostgreSQL's names of the arrays of a column's values. */
export const POSTGRES_ARRAYS = { INTEGER: 'BIGINT[]', TEXT: 'TEXT[]', BLOB: 'BYTEA[]' } as const;

const EVENT_ID = /^[0-9a-f]{32}$/;

/**
 * Converts an event id to a parameter: its 16 bytes. Text that is not an id becomes an empty value, which no row has.
 */
export function eventIdValue(id: string): Uint8Array {
  return Buffer.from(EVENT_ID.test(id) ? id : '', 'hex');
}

/** Encodes a list as one parameter, for `jsonIntegers` and `jsonTexts`. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? sanitizeText(value) : value)));
}

/** Replaces NUL in text on both databases, because PostgreSQL rejects it. */
export function sanitizeValues(values: readonly Value[]): readonly Value[] {
  return values.some(hasNul) ? values.map((value) => (hasNul(value) ? sanitizeText(value) : value)) : values;
}

function hasNul(value: Value): value is string {
  return typeof value === 'string' && value.includes('\0');
}

/**
 * Returns a statement that reads a row of each table; it fails if a table is missing.
 * @param hintFor returns text after the name of a table that says how the table is read, such as NOT INDEXED
 */
export function readEach(tables: readonly string[], hintFor: (table: string) => string = () => ''): string {
  const rows = tables.map((table) => `, (SELECT 1 FROM ${table}${hintFor(table)} LIMIT 1) AS ${table}`);
  return `SELECT 1 AS "one"${rows.join('')}`;
}

/** Runs an `INSERT … RETURNING` and returns its row. */
export async function insertReturning<Row>(
  session: Session,
  statement: Statement,
  values: readonly Value[],
): Promise<Row> {
  return (await session.one<Row>(statement, values)) as Row;
}

/**
 * Takes ids from a sequence, in ascending order. A committed id is never issued again. On PostgreSQL, concurrent
 * transactions may take ids in between.
 */
export async function allocateIds(session: Session, sequence: string, count: number): Promise<number[]> {
  const rows = await session.all<{ value: number }>(nextIds, [count, sequence]);
  if (rows.length === count) return rows.map(({ value }) => value);
  const last = rows[0]?.value ?? 0;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/*
 * A deadline is a time of `performance.now()`. After its deadline, a read or a write begins no statement and stops
 * waiting for connections, locks and earlier writes. The server ends a statement that still runs then
 * (src/DECISIONS.md, "Deadlines").
 */

/** Time limit of a read or a write of the service without a deadline: as long as clients usually wait for a reply. */
export const DEFAULT_LIMIT_MS = 30_000;

/** Deadline of tools, migrations and copies, whose duration depends on the size of the database. */
export const NO_DEADLINE = Infinity;

/** Returns the error of work that reached its deadline. */
export function deadlineError(): Unavailable {
  return new Unavailable('The database did not answer in time.');
}

/** Checks the deadline. @throws Unavailable after the deadline */
export function requireTime(deadline: number): void {
  if (deadline !== NO_DEADLINE && performance.now() >= deadline) throw deadlineError();
}

/** Waits for a promise until the deadline. @throws Unavailable after the deadline; the promise is not cancelled */
export async function waitUntil<T>(promise: Promise<T>, deadline: number): Promise<T> {
  if (deadline === NO_DEADLINE) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(deadlineError()), Math.max(deadline - performance.now(), 0));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
