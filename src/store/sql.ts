import { sanitizeText } from '../domain/text';
import type { DeletedRangeCache, InsertedEvent } from './deletedRanges';
import { type Dialect, nextIds } from './dialect';

/** A parameter of a statement. Times are integers, booleans are 0 or 1, JSON is text. */
export type Value = string | number | null | Uint8Array;

/**
 * The SQL of one statement, with `?` for each parameter; a function (see `byDialect`) if it differs between the
 * databases. Each connection prepares a statement once and finds it again by identity: declare statements at module
 * level.
 */
export type Statement = string | ((dialect: Dialect) => string);

/**
 * Runs statements: of a writer, inside one transaction; of a reader, on committed rows. After a failed statement, on
 * PostgreSQL the transaction can only fail.
 */
export interface Session {
  all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
  one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined>;
  /** For a statement that returns no rows. */
  run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }>;
  /**
   * Runs the statement once for each row of values, in order, and returns the sum of the changes. The rows of an upsert
   * must have different keys, because PostgreSQL inserts several rows with one statement.
   */
  runMany(statement: Statement, rows: readonly (readonly Value[])[]): Promise<{ changes: number }>;
  /** On SQLite, of a reader: ranges without visible events, which lists skip. */
  readonly deletedRanges?: DeletedRangeCache | undefined;
  /** On SQLite, of a writer: must be called for each inserted event. */
  readonly notifyInserted?: (event: InsertedEvent) => void;
}

/** What a transaction changes. On PostgreSQL, transactions with different projects run concurrently. */
export interface WriteScope {
  /** Ids of the projects whose events and issues are written. */
  readonly projects: readonly string[];
}

/** A database without its stores, which `openDatabase` adds. */
export interface Engine {
  readonly dialect: Dialect;
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and resolves after the commit is durable. Without a scope it may change anything.
   */
  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T>;
  /**
   * A `write` that one process does at a time, for background jobs. Returns undefined if another process is doing one.
   */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined>;
  /** A `write` that changes the schema: without time limits for waiting and for statements. */
  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Returns some of the space of deleted rows to the operating system. Returns whether there is more. */
  shrink(): Promise<boolean>;
  /**
   * @throws Unavailable if there is too little disk space. Absent on PostgreSQL, whose disk the service does not see
   */
  requireDiskSpace?(): void;
  close(): Promise<void>;
}

/** A session whose reads all see the state of the database at one moment. */
export interface Snapshot {
  readonly session: Session;
  close(): Promise<void>;
}

const ID = /^[1-9][0-9]*$/;

/**
 * Converts an id to a parameter. Text that is not an id becomes 0, which no row has: databases would convert `1e1` or `
 * 1` to numbers, and a number beyond 2^53 would be rounded to another id.
 */
export function idValue(id: string): number {
  const value = ID.test(id) ? Number(id) : 0;
  return Number.isSafeInteger(value) ? value : 0;
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
