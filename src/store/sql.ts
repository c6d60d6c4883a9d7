import { sanitizeText } from '../domain/text';
import type { DeletedRangeCache, InsertedEvent } from './deletedRanges';
import { type Dialect, nextIds } from './dialect';

/** What a `?` can stand for: times are integers, booleans 0 or 1, JSON is text. */
export type Value = string | number | null | Uint8Array;

/**
 * The text of one statement, with `?` for each value; a function where the databases must be told in different words.
 * Each is prepared once per connection and found again by identity: make them at module level, never per call.
 */
export type Statement = string | ((dialect: Dialect) => string);

/**
 * Runs statements inside one transaction (of a writer), or on committed rows (of a reader). Once a statement has failed, its
 * transaction can only fail.
 */
export interface Session {
  all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
  one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined>;
  /** For a statement that returns no rows. */
  run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }>;
  /**
   * The same statement once for each row of values, in their order; the changes are those of all. Rows of an upsert must differ
   * in their keys: they may be written at once.
   */
  runMany(statement: Statement, rows: readonly (readonly Value[])[]): Promise<{ changes: number }>;
  /** Of a reader, where the database keeps this: what lists of events pass over. */
  readonly deletedRanges?: DeletedRangeCache | undefined;
  /** Of a writer there: to be told of each event it inserts. */
  readonly notifyInserted?: (key: InsertedEvent) => void;
}

/** What a transaction may touch: without one, anything. Those of different projects may run side by side where the database can. */
export interface WriteScope {
  /** The projects that it writes events and issues of, by id. */
  readonly projects: readonly string[];
}

/** A database as its driver offers it; `open` puts the stores on top. */
export interface Engine {
  readonly dialect: Dialect;
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** One transaction, all or nothing; settles after the commit is durable. */
  write<T>(work: (session: Session) => Promise<T>, scope?: WriteScope): Promise<T>;
  /** A `write` of work in the background, which one process does at a time: undefined if another is at it. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined>;
  /** A `write` that changes the schema: it waits for others, and takes, as long as it must. */
  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T>;
  shrink(): Promise<boolean>;
  /** @throws Unavailable while there is too little room to store more; absent where that is the database's own concern */
  requireDiskSpace?(): void;
  close(): Promise<void>;
}

/** Reads that all see a database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  readonly session: Session;
  close(): Promise<void>;
}

const ID = /^[1-9][0-9]*$/;

/**
 * An id for a statement. Text that is no id becomes 0, which no row has: databases would read `1e1` or ` 1` as numbers, and
 * a number beyond 2^53 would be rounded into another.
 */
export function idValue(id: string): number {
  const value = ID.test(id) ? Number(id) : 0;
  return Number.isSafeInteger(value) ? value : 0;
}

/** Any number of values in one, for `listedIntegers` and `listedTexts`. */
export function listValue(values: readonly (string | number)[]): string {
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? sanitizeText(value) : value)));
}

/** The values as both databases take them: PostgreSQL refuses NUL in text, and so no row has it. */
export function sanitizeValues(values: readonly Value[]): readonly Value[] {
  return values.some(hasNul) ? values.map((value) => (hasNul(value) ? sanitizeText(value) : value)) : values;
}

function hasNul(value: Value): value is string {
  return typeof value === 'string' && value.includes('\0');
}

/** The row of an `INSERT … RETURNING`, which always has one. */
export async function insertReturning<Row>(
  session: Session,
  statement: Statement,
  values: readonly Value[],
): Promise<Row> {
  return (await session.one<Row>(statement, values)) as Row;
}

/**
 * The next numbers of a sequence, ascending; one that was committed is never given again. Where transactions run side by side,
 * others may take numbers in between.
 */
export async function allocateIds(session: Session, sequence: string, count: number): Promise<number[]> {
  const rows = await session.all<{ value: number }>(nextIds, [count, sequence]);
  if (rows.length === count) return rows.map(({ value }) => value);
  const last = rows[0]?.value ?? 0;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}
