import { createHash, type Hash } from 'node:crypto';
import { byDialect } from '../engine/dialect';
import type { ReadSession, Session, Value } from '../engine/sql';
import type { Table } from './catalog';

/** Maximum size of a batch, unless a single row is larger; the largest rows have a few mebibytes. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 500;

export type TableRow = Readonly<Record<string, Value>>;

/** Number and checksum of rows. */
export interface TableDigest {
  readonly rows: number;
  /** SHA-256 in hexadecimal digits. */
  readonly checksum: string;
}

/**
 * Reads a table in batches, in the order of its primary key, which is the same in both databases. Each batch comes with
 * the digest of all rows up to its end.
 */
export async function* readRows(
  session: ReadSession,
  table: Table,
): AsyncGenerator<{ batch: readonly TableRow[]; digest: TableDigest }> {
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
    yield { batch, digest: { rows: count, checksum: hash.copy().digest('hex') } };
  }
}

/** The digest of no rows. */
export const EMPTY_DIGEST: TableDigest = { rows: 0, checksum: createHash('sha256').digest('hex') };

/** Reads a whole table and returns its digest. */
export async function digestTable(
  session: ReadSession,
  table: Table,
  onBatch: (digest: TableDigest) => void | Promise<void>,
): Promise<TableDigest> {
  let total = EMPTY_DIGEST;
  for await (const { digest } of readRows(session, table)) await onBatch((total = digest));
  return total;
}

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

/** A query from the first row on, and one for the rows after a key. The last parameter is the limit. */
type PageStatements = Readonly<Record<'first' | 'next', string>>;

/**
 * Returns the statements for a table. Equal texts are identical strings, so that each of these statements is prepared
 * once.
 */
function statementsFor(table: Table): CopyStatements {
  const { name, columns, variableLength } = table;
  const size = ['0', ...variableLength.map((column) => `COALESCE(octet_length(${column}), 0)`)].join(' + ');
  const parameters = columns.map(() => '?').join(', ');
  return {
    sizes: pageStatements(`SELECT ${size} AS "size" FROM ${name}`, table),
    rows: pageStatements(`SELECT ${columns.join(', ')} FROM ${name}`, table),
    insert: `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${parameters})`,
  };
}

function pageStatements(query: string, { key }: Table): PageStatements {
  const order = `ORDER BY ${key.join(', ')} LIMIT ?`;
  const parameters = key.map(() => '?').join(', ');
  return { first: `${query} ${order}`, next: `${query} WHERE (${key.join(', ')}) > (${parameters}) ${order}` };
}

/** Returns the number of rows for the next batch. */
function rowsInBatch(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const tooLarge = sizes.findIndex(({ size }) => (bytes += size) > BATCH_BYTES);
  return tooLarge < 0 ? sizes.length : Math.max(tooLarge, 1);
}

/**
 * Adds a row to a hash: each value with its type and length before it, so that different rows never give the same
 * bytes.
 */
function hashRow(hash: Hash, { columns }: Table, row: TableRow): void {
  for (const column of columns) {
    const value = row[column] as Value;
    const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
    hash.update(`${typeLetterOf(value)}${bytes.length}:`).update(bytes);
  }
}

function typeLetterOf(value: Value): string {
  if (value === null) return 'n';
  if (typeof value === 'number') return 'i';
  return typeof value === 'string' ? 't' : 'b';
}

/*
 * While a database is the target of a copy, it has a table with the digest of each table's copied rows. Its rows change
 * in the transaction that inserts the copied rows. The table is dropped when the copy is complete.
 */
export const PROGRESS_TABLE = 'copy_progress';

const PROGRESS_TABLE_EXISTS = byDialect({
  sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'copy_progress'",
  postgres: "SELECT 1 AS found WHERE to_regclass('copy_progress') IS NOT NULL",
});
const CREATE = 'CREATE TABLE copy_progress (name TEXT PRIMARY KEY, row_count BIGINT NOT NULL, checksum TEXT NOT NULL)';
const DROP = 'DROP TABLE copy_progress';
const READ = 'SELECT row_count AS "rows", checksum AS "checksum" FROM copy_progress WHERE name = ?';
const SAVE = `INSERT INTO copy_progress (name, row_count, checksum) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET row_count = excluded.row_count, checksum = excluded.checksum WHERE copy_progress.row_count = ?`;

/** Returns true if the database is the target of an incomplete copy. */
export async function isUnfinishedCopy(session: ReadSession): Promise<boolean> {
  return (await session.one(PROGRESS_TABLE_EXISTS, [])) !== undefined;
}

/** Rejects a database that is the target of an incomplete copy. @throws Error with a message of one sentence */
export async function rejectUnfinishedCopy(session: ReadSession): Promise<void> {
  if (!(await isUnfinishedCopy(session))) return;
  throw new Error('The database is a copy that is not finished: run culprit database copy again, which continues it.');
}

export async function beginProgress(session: Session): Promise<void> {
  await session.run(CREATE, []);
}

export async function endProgress(session: Session): Promise<void> {
  await session.run(DROP, []);
}

/** Reads the digest of a table's copied rows. */
export async function readProgress(session: ReadSession, table: string): Promise<TableDigest> {
  return (await session.one<TableDigest>(READ, [table])) ?? EMPTY_DIGEST;
}

/**
 * Saves the digest of a table's copied rows.
 * @throws Error with a message of one sentence if another process copies too
 */
export async function saveProgress(
  session: Session,
  table: string,
  { from, to }: { from: TableDigest; to: TableDigest },
): Promise<void> {
  const { changes } = await session.run(SAVE, [table, to.rows, to.checksum, from.rows]);
  if (changes === 0) throw new Error('Another copy into the same database is under way: wait for it, or end it.');
}
