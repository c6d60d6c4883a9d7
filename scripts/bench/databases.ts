/** A value of a query: the databases agree on these. */
export type Value = string | number | null | Uint8Array;

/** A row and the table it belongs to. */
export type Row = readonly [table: string, values: readonly Value[]];

/**
 * The databases of a run, known by their URLs: each side of each measurement has one of its own. Scenarios know of no kind of
 * database; a further one is a further class.
 */
export interface Databases {
  /** The URL of a database that does not exist yet. */
  fresh(name: string): string;
  /** A copy of a database that nobody has open. */
  copy(url: string, name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Inserts rows, in their order, by the fastest way there is into a database that nobody has open. */
  fill(url: string, columns: Readonly<Record<string, readonly string[]>>, rows: Iterable<Row>): Promise<void>;
  execute(url: string, sql: string, values: readonly Value[]): Promise<void>;
  /** Runs a query on committed rows, beside a side that has the database open. */
  query<Found>(url: string, sql: string, values?: readonly Value[]): Promise<Found[]>;
  /** What it takes on disk, log included. */
  bytes(url: string): Promise<number>;
  /** Bytes that removed rows have left unused within. */
  unusedBytes(url: string): Promise<number>;
  /** Name and version, for the report. */
  version(): string;
}
