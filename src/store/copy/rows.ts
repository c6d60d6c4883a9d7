import { createHash, type Hash } from 'node:crypto';
import type { Table } from '../schema';
import type { Session, Value } from '../sql';

/** What one batch has at most; but a row is never cut, and the largest has a few mebibytes. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 500;

export type Row = Readonly<Record<string, Value>>;

/** Rows as they are told from others: how many, and a checksum of them all. */
export interface Extent {
  readonly rows: number;
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string;
}

/**
 * Reads a table from the first row to the last in the order of its key, which is the same in all databases: batch by batch, and
 * with each the extent of all that was read up to its end.
 */
export async function* readRows(
  session: Session,
  table: Table,
): AsyncGenerator<{ batch: readonly Row[]; extent: Extent }> {
  const { sizes, rows } = readingOf(table);
  const hash = createHash('sha256');
  let count = 0;
  let key: Value[] = [];
  for (;;) {
    const next = key.length === 0 ? 'first' : 'next';
    const limit = fitting(await session.all<{ size: number }>(sizes[next], [...key, BATCH_ROWS]));
    if (limit === 0) return;
    const batch = await session.all<Row>(rows[next], [...key, limit]);
    for (const row of batch) addRow(hash, table, row);
    const last = batch.at(-1) as Row;
    key = table.key.map((column) => last[column] as Value);
    count += batch.length;
    yield { batch, extent: { rows: count, checksum: hash.copy().digest('hex') } };
  }
}

/** Of no rows. */
export const NOTHING: Extent = { rows: 0, checksum: createHash('sha256').digest('hex') };

/** Reads all of a table; what it has. */
export async function measure(
  session: Session,
  table: Table,
  onBatch: (extent: Extent) => void | Promise<void>,
): Promise<Extent> {
  let whole = NOTHING;
  for await (const { extent } of readRows(session, table)) await onBatch((whole = extent));
  return whole;
}

/** Adds rows of a table. */
export async function insertRows(session: Session, table: Table, batch: readonly Row[]): Promise<void> {
  const { insert } = readingOf(table);
  await session.runMany(
    insert,
    batch.map((row) => table.columns.map((column) => row[column] as Value)),
  );
}

interface Statements {
  readonly sizes: Reading;
  readonly rows: Reading;
  readonly insert: string;
}

/** The statements from the first row on, and from behind a key; their last value is the limit. */
type Reading = Readonly<Record<'first' | 'next', string>>;

/** A database knows statements by identity, and strings by what they say. */
function readingOf(table: Table): Statements {
  const { name, columns, lengthy } = table;
  const size = ['0', ...lengthy.map((column) => `COALESCE(octet_length(${column}), 0)`)].join(' + ');
  const places = columns.map(() => '?').join(', ');
  return {
    sizes: reading(`SELECT ${size} AS "size" FROM ${name}`, table),
    rows: reading(`SELECT ${columns.join(', ')} FROM ${name}`, table),
    insert: `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`,
  };
}

function reading(query: string, { key }: Table): Reading {
  const order = `ORDER BY ${key.join(', ')} LIMIT ?`;
  const places = key.map(() => '?').join(', ');
  return { first: `${query} ${order}`, next: `${query} WHERE (${key.join(', ')}) > (${places}) ${order}` };
}

/** How many of the next rows make one batch. */
function fitting(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const over = sizes.findIndex(({ size }) => (bytes += size) > BATCH_BYTES);
  return over < 0 ? sizes.length : Math.max(over, 1);
}

/** Each value with its kind and length before it, so that no two rows read the same. */
function addRow(hash: Hash, { columns }: Table, row: Row): void {
  for (const column of columns) {
    const value = row[column] as Value;
    const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
    hash.update(`${kindOf(value)}${bytes.length}:`).update(bytes);
  }
}

function kindOf(value: Value): string {
  if (value === null) return 'n';
  if (typeof value === 'number') return 'i';
  return typeof value === 'string' ? 't' : 'b';
}
