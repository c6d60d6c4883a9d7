/** A value of a query, of a type that all databases support. */
export type QueryValue = string | number | null | Uint8Array;

/** A row with the name of its table. */
export type SeedRow = readonly [table: string, values: readonly QueryValue[]];

/**
 * The databases of one kind in a run, identified by their URLs. Each side of each measurement has its own. Scenarios do
 * not depend on the kind; a new kind is a new class.
 */
export interface Databases {
  /** Copies a seeded database to this kind of database. The copy must only be read or copied. Returns its URL. */
  importFrom(seeded: string): Promise<string>;
  /** Copies a database that no process has open. */
  copy(url: string, name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Runs a query on committed rows while a side has the database open. Values replace `?`. */
  query<Row extends object>(url: string, sql: string, values?: readonly QueryValue[]): Promise<Row[]>;
  /** Bytes on disk, including a log of its own. */
  bytes(url: string): Promise<number>;
  /** Bytes that deleted rows have left unused; NaN if they are not known. */
  unusedBytes(url: string): Promise<number>;
  /** Seconds of processor time of the database's own server; null if there is none on this machine. */
  serverCpu(): number | null;
  /** Name and version of the database, for the report. */
  version(): string;
}

/** Databases that can be seeded. */
export interface SeedableDatabases extends Databases {
  /** Returns the URL of a database that does not exist yet. */
  fresh(name: string): string;
  /** Inserts rows, in their order, as fast as possible into a database that no process has open. */
  fill(url: string, columns: Readonly<Record<string, readonly string[]>>, rows: Iterable<SeedRow>): Promise<void>;
  execute(url: string, sql: string, values: readonly QueryValue[]): Promise<void>;
}
