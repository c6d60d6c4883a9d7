import { type Hash, createHash } from 'node:crypto';
import { byDialect } from '../engine/dialect';
import type { ReadSession, Session, Value } from '../engine/sql';
import { PLACEMENTS, type Placement } from '../tables';

/** A table as the database's catalog describes it. */
export interface Table {
  readonly name: string;
  /** Names in alphabetical order. */
  readonly columns: readonly string[];
  /** The columns of type TEXT and BLOB, whose values have any length. */
  readonly variableLength: readonly string[];
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** The other tables that its foreign keys reference. */
  readonly parents: readonly string[];
}

type ColumnRow = { table: string; name: string; isVariableLength: number; keyPosition: number | null };
type ForeignKeyRow = { table: string; parent: string };

const COLUMNS = byDialect({
  sqlite: `SELECT t.name AS "table", c.name AS "name", NULLIF(c.pk, 0) AS "keyPosition",
      CASE WHEN c.type IN ('TEXT', 'BLOB') THEN 1 ELSE 0 END AS "isVariableLength"
    FROM pragma_table_list t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite%'`,
  postgres: `SELECT CAST(t.relname AS TEXT) AS "table", CAST(c.attname AS TEXT) AS "name",
      array_position(CAST(k.indkey AS SMALLINT[]), c.attnum) AS "keyPosition",
      CASE WHEN c.attlen = -1 THEN 1 ELSE 0 END AS "isVariableLength"
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
      LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(current_schema())`,
});
const REFERENCES = byDialect({
  sqlite: `SELECT DISTINCT t.name AS "table", f."table" AS "parent"
    FROM sqlite_master t CROSS JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  postgres: `SELECT DISTINCT CAST(t.relname AS TEXT) AS "table", CAST(p.relname AS TEXT) AS "parent"
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema())`,
});

/** Reads every table of the schema, in alphabetical order except that each comes after its parents. */
export async function readTables(session: ReadSession): Promise<Table[]> {
  const columns = await session.all<ColumnRow>(COLUMNS, []);
  const references = await session.all<ForeignKeyRow>(REFERENCES, []);
  const names = [...new Set(columns.map(({ table }) => table))].sort();
  return parentsFirst(names.map((name) => tableOf(name, columns, references)));
}

function tableOf(name: string, columns: readonly ColumnRow[], references: readonly ForeignKeyRow[]): Table {
  const own = columns.filter(({ table }) => table === name);
  const keyed = own
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => Number(a.keyPosition) - Number(b.keyPosition));
  return {
    name,
    columns: own.map((column) => column.name).sort(),
    variableLength: own
      .filter(({ isVariableLength }) => isVariableLength === 1)
      .map((column) => column.name)
      .sort(),
    key: keyed.map((column) => column.name),
    parents: references.filter(({ table, parent }) => table === name && parent !== name).map(({ parent }) => parent),
  };
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const remaining = [...tables];
  while (remaining.length > 0) {
    const next = remaining.findIndex(({ parents }) => !remaining.some(({ name }) => parents.includes(name)));
    if (next < 0)
      throw new Error(`The tables ${remaining.map(({ name }) => name).join(', ')} reference each other in a cycle.`);
    sorted.push(...remaining.splice(next, 1));
  }
  return sorted;
}

/* Where the tables of a distributed database are, and the statements that put them there. */

/** The column whose value decides on which machine a row is stored. */
export const DISTRIBUTION_COLUMNS = { project: 'project_id', organization: 'organization_id' } as const;

/** A foreign key as the database's catalog describes it. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** `FOREIGN KEY (…) REFERENCES …` */
  readonly definition: string;
}

/** A schema, and where its tables are. Tables that are not distributed yet are absent from `placed`. */
export interface UndistributedSchema {
  readonly tables: readonly Pick<Table, 'name'>[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly placed: ReadonlyMap<string, Placement>;
}

/**
 * Returns the statements that distribute the tables that are not distributed yet, or not as `PLACEMENTS` says. They
 * drop foreign keys and add them again: Citus adds a table that references a reference table to its own metadata, and
 * then refuses to distribute it, because its ids are an identity column. Only reference tables have foreign keys.
 * @throws Error with a message of one sentence for a table without a placement
 */
export function distributionStatements({ tables, foreignKeys, placed }: UndistributedSchema): string[] {
  const names = tables.map(({ name }) => name).filter((name) => placed.get(name) !== PLACEMENTS.get(name));
  const unknown = tables.map(({ name }) => name).find((name) => !PLACEMENTS.has(name));
  if (unknown !== undefined)
    throw new Error(`The table ${unknown} does not belong to culprit: move it to another database or schema first.`);
  if (names.length === 0) return [];
  const dropped = foreignKeys.filter(({ table }) => names.includes(table));
  return [
    // Citus requires this to change reference tables and distributed tables in one transaction.
    "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'",
    ...dropped.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...names.filter((name) => placed.has(name)).map((name) => `SELECT undistribute_table('${name}')`),
    ...names
      .filter((name) => PLACEMENTS.get(name) === 'everywhere')
      .map((name) => `SELECT create_reference_table('${name}')`),
    ...(['project', 'organization'] as const).flatMap((placement) => groupStatements(placement, names, placed)),
    // Citus commits changes of a local table together with changes on other machines if its metadata has the table.
    ...names
      .filter((name) => PLACEMENTS.get(name) === 'coordinator')
      .map((name) => `SELECT citus_add_local_table_to_metadata('${name}')`),
    ...dropped.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
  ];
}

/** Returns the statements of a group. Its first table starts a colocation group, which the others join. */
function groupStatements(
  placement: 'project' | 'organization',
  names: readonly string[],
  placed: ReadonlyMap<string, Placement>,
): string[] {
  const column = DISTRIBUTION_COLUMNS[placement];
  const group = [...PLACEMENTS.keys()].filter((name) => PLACEMENTS.get(name) === placement).sort();
  const selected = group.filter((name) => names.includes(name));
  const first = group.find((name) => placed.get(name) === placement) ?? selected[0];
  return selected.map((name) => {
    const colocated = name === first ? 'none' : first;
    return `SELECT create_distributed_table('${name}', '${column}', colocate_with => '${colocated}')`;
  });
}

const PLACED_TABLES = `SELECT CAST(logicalrelid AS TEXT) AS "name",
    CASE WHEN repmodel = 't' THEN 'everywhere' WHEN partmethod = 'n' THEN 'coordinator'
      WHEN column_to_column_name(logicalrelid, partkey) = '${DISTRIBUTION_COLUMNS.project}' THEN 'project' ELSE 'organization' END AS "placement"
  FROM pg_dist_partition`;
const FOREIGN_KEYS = `SELECT CAST(t.relname AS TEXT) AS "table", CAST(f.conname AS TEXT) AS "name", pg_get_constraintdef(f.oid) AS "definition"
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
  WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema()) ORDER BY t.relname, f.conname`;

/** Reads the tables of the schema, and where they are. @param hasCitus false if no table can be distributed */
export async function readSchema(session: ReadSession, hasCitus: boolean): Promise<UndistributedSchema> {
  const placed = hasCitus ? await session.all<{ name: string; placement: Placement }>(PLACED_TABLES, []) : [];
  return {
    tables: await readTables(session),
    foreignKeys: await session.all<ForeignKey>(FOREIGN_KEYS, []),
    placed: new Map(placed.map(({ name, placement }) => [name, placement])),
  };
}

/**
 * Distributes the tables that a migration created, in its transaction, if the database of a cluster is distributed.
 * Tables that a later migration drops have no placement.
 */
export async function placeNewTables(session: Session): Promise<void> {
  const { tables, ...schema } = await readSchema(session, true);
  const lasting = tables.filter(({ name }) => PLACEMENTS.has(name));
  if (!lasting.some(({ name }) => schema.placed.has(name))) return;
  for (const statement of distributionStatements({ tables: lasting, ...schema })) await session.all(statement, []);
}

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
  for await (const { digest } of readRows(session, table)) {
    total = digest;
    await onBatch(digest);
  }
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

/** Returns the number of rows for the next batch: as many as `BATCH_BYTES` admits, and at least one. */
function rowsInBatch(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  for (const [index, { size }] of sizes.entries()) {
    bytes += size;
    if (bytes > BATCH_BYTES) return Math.max(index, 1);
  }
  return sizes.length;
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
