/** A value of a query: the databases agree on these. */
export type QueryValue = string | number | null | Uint8Array;

/** A row and the table it belongs to. */
export type SeedRow = readonly [table: string, values: readonly QueryValue[]];

/**
 * The databases of one kind in a run, known by their URLs: each side of each measurement has one of its own. Scenarios know of no
 * kind of database; a further one is a further class.
 */
export interface Databases {
  /** Copies a seeded database to this kind of database, to be read or copied, not changed. @returns its URL */
  importFrom(seeded: string): Promise<string>;
  /** A copy of a database that nobody has open. */
  copy(url: string, name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Runs a query on committed rows, beside a side that has the database open. Values stand for `?`. */
  query<Found extends object>(url: string, sql: string, values?: readonly QueryValue[]): Promise<Found[]>;
  /** What it takes on disk, with a log that it has to itself. */
  bytes(url: string): Promise<number>;
  /** Bytes that removed rows have left unused within; NaN if it cannot be told. */
  unusedBytes(url: string): Promise<number>;
  /** Name and version, for the report. */
  version(): string;
}

/** Databases that can be seeded. */
export interface SeedableDatabases extends Databases {
  /** The URL of a database that does not exist yet. */
  fresh(name: string): string;
  /** Inserts rows, in their order, by the fastest way there is into a database that nobody has open. */
  fill(url: string, columns: Readonly<Record<string, readonly string[]>>, rows: Iterable<SeedRow>): Promise<void>;
  execute(url: string, sql: string, values: readonly QueryValue[]): Promise<void>;
}
