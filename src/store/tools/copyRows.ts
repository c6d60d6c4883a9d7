import { createHash, type Hash } from 'node:crypto';
import type { Dialect } from '../dialect';
import type { Session, Value } from '../sql';
import type { Table } from './catalog';

/** What one batch has at most; but a row is never cut, and the largest has a few mebibytes. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 500;

export type TableRow = Readonly<Record<string, Value>>;

/** Rows as they are told from others: how many, and a checksum of them all. */
export interface TableDigest {
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
): AsyncGenerator<{ batch: readonly TableRow[]; extent: TableDigest }> {
  const { sizes, rows } = statementsFor(table);
  const hash = createHash('sha256');
  let count = 0;
  let key: Value[] = [];
  for (;;) {
    const next = key.length === 0 ? 'first' : 'next';
    const limit = rowsInBatch(await session.all<{ size: number }>(sizes[next], [...key, BATCH_ROWS]));
    if (limit === 0) return;
    const batch = await session.all<TableRow>(rows[next], [...key, limit]);
    for (const row of batch) hashRow(hash, table, row);
    const last = batch.at(-1) as TableRow;
    key = table.key.map((column) => last[column] as Value);
    count += batch.length;
    yield { batch, extent: { rows: count, checksum: hash.copy().digest('hex') } };
  }
}

/** Of no rows. */
export const EMPTY_DIGEST: TableDigest = { rows: 0, checksum: createHash('sha256').digest('hex') };

/** Reads all of a table; what it has. */
export async function digestTable(
  session: Session,
  table: Table,
  onBatch: (extent: TableDigest) => void | Promise<void>,
): Promise<TableDigest> {
  let whole = EMPTY_DIGEST;
  for await (const { extent } of readRows(session, table)) await onBatch((whole = extent));
  return whole;
}

/** Adds rows of a table. */
export async function insertRows(session: Session, table: Table, batch: readonly TableRow[]): Promise<void> {
  const { insert } = statementsFor(table);
  await session.runMany(
    insert,
    batch.map((row) => table.columns.map((column) => row[column] as Value)),
  );
}

interface CopyStatements {
  readonly sizes: PageStatements;
  readonly rows: PageStatements;
  readonly insert: string;
}

/** The statements from the first row on, and from behind a key; their last value is the limit. */
type PageStatements = Readonly<Record<'first' | 'next', string>>;

/** A database knows statements by identity, and strings by what they say. */
function statementsFor(table: Table): CopyStatements {
  const { name, columns, lengthy } = table;
  const size = ['0', ...lengthy.map((column) => `COALESCE(octet_length(${column}), 0)`)].join(' + ');
  const places = columns.map(() => '?').join(', ');
  return {
    sizes: pageStatements(`SELECT ${size} AS "size" FROM ${name}`, table),
    rows: pageStatements(`SELECT ${columns.join(', ')} FROM ${name}`, table),
    insert: `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`,
  };
}

function pageStatements(query: string, { key }: Table): PageStatements {
  const order = `ORDER BY ${key.join(', ')} LIMIT ?`;
  const places = key.map(() => '?').join(', ');
  return { first: `${query} ${order}`, next: `${query} WHERE (${key.join(', ')}) > (${places}) ${order}` };
}

/** How many of the next rows make one batch. */
function rowsInBatch(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const over = sizes.findIndex(({ size }) => (bytes += size) > BATCH_BYTES);
  return over < 0 ? sizes.length : Math.max(over, 1);
}

/** Each value with its kind and length before it, so that no two rows read the same. */
function hashRow(hash: Hash, { columns }: Table, row: TableRow): void {
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

/*
 * A database that is being copied into says so, and how far it is, in a table of its own that goes when the copy is whole. Its
 * row of a table changes in the transaction that adds the rows it speaks of.
 */
export const PROGRESS_TABLE = 'copy_progress';

const FOUND_TEXTS: Record<Dialect, string> = {
  sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'copy_progress'",
  postgres: "SELECT 1 AS found WHERE to_regclass('copy_progress') IS NOT NULL",
};
const FOUND = (dialect: Dialect) => FOUND_TEXTS[dialect];
const CREATE = 'CREATE TABLE copy_progress (name TEXT PRIMARY KEY, row_count BIGINT NOT NULL, checksum TEXT NOT NULL)';
const DROP = 'DROP TABLE copy_progress';
const READ = 'SELECT row_count AS "rows", checksum AS "checksum" FROM copy_progress WHERE name = ?';
const ADVANCE = `INSERT INTO copy_progress (name, row_count, checksum) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET row_count = excluded.row_count, checksum = excluded.checksum WHERE copy_progress.row_count = ?`;

/** Whether somebody has begun to copy into the database and not come to an end. */
export async function isUnfinishedCopy(session: Session): Promise<boolean> {
  return (await session.one(FOUND, [])) !== undefined;
}

/** @throws Error with one sentence if the database is a copy that is not whole */
export async function rejectUnfinishedCopy(session: Session): Promise<void> {
  if (!(await isUnfinishedCopy(session))) return;
  throw new Error(
    'The database is a copy that is not finished: run culprit database copy again, which goes on where it was.',
  );
}

export async function beginProgress(session: Session): Promise<void> {
  await session.run(CREATE, []);
}

export async function endProgress(session: Session): Promise<void> {
  await session.run(DROP, []);
}

/** How much of a table is copied. */
export async function readProgress(session: Session, table: string): Promise<TableDigest> {
  return (await session.one<TableDigest>(READ, [table])) ?? EMPTY_DIGEST;
}

/** Notes how much of a table is copied. @throws Error with one sentence if somebody else copies too */
export async function saveProgress(
  session: Session,
  table: string,
  { from, to }: { from: TableDigest; to: TableDigest },
): Promise<void> {
  const { changes } = await session.run(ADVANCE, [table, to.rows, to.checksum, from.rows]);
  if (changes === 0) throw new Error('Another copy into the same database is under way: wait for it, or end it.');
}
