import { byDialect } from '../engine/dialect';
import type { Migration } from '../engine/ddl';
import { isMovingRows, migrate, readVersion, versionOf } from '../engine/migrate';
import { MIGRATIONS } from '../migrations/index';
import { isMissingFile, isSameDatabase, openEngine, openSnapshot } from '../engine/open';
import type { Engine, ReadSession, Session } from '../engine/sql';
import { TABLES } from '../tables';
import {
  EMPTY_DIGEST,
  PROGRESS_TABLE,
  type Table,
  type TableDigest,
  type TableRow,
  beginProgress,
  digestTable,
  endProgress,
  insertRows,
  isUnfinishedCopy,
  readProgress,
  readRows,
  readTables,
  saveProgress,
} from './catalog';

/** A source of ids: a named sequence, or the identity column of a table. */
interface IdCounter {
  readonly kind: 'sequence' | 'identity';
  /** Name of the sequence or of the table. */
  readonly name: string;
  /** The last issued id; 0 if there is none. */
  readonly value: number;
}

/** `last_value` of a sequence is null until an id is issued. */
const LAST_VALUE = `COALESCE((SELECT n.last_value FROM pg_sequences n
  WHERE n.schemaname = current_schema() AND n.sequencename = s.relname), 0)`;

const COUNTERS = byDialect({
  sqlite: `SELECT 'sequence' AS "kind", name AS "name", value AS "value" FROM sequence
    UNION ALL SELECT 'identity', t.name, COALESCE((SELECT s.seq FROM sqlite_sequence s WHERE s.name = t.name), 0)
      FROM sqlite_master t WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'`,
  postgres: `SELECT CASE WHEN t.relname IS NULL THEN 'sequence' ELSE 'identity' END AS "kind",
      COALESCE(CAST(t.relname AS TEXT), regexp_replace(CAST(s.relname AS TEXT), '_number$', '')) AS "name", ${LAST_VALUE} AS "value"
    FROM pg_class s LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = CAST('pg_class' AS regclass) AND d.deptype = 'i'
      LEFT JOIN pg_class t ON t.oid = d.refobjid
    WHERE s.relkind = 'S' AND s.relnamespace = to_regnamespace(current_schema())`,
});

const COUNTER_VALUE = '(SELECT CAST(? AS BIGINT) AS value, CAST(? AS TEXT) AS name) wanted';
const SET_SEQUENCE = byDialect({
  sqlite: 'UPDATE sequence SET value = ? WHERE name = ? RETURNING value',
  postgres: `SELECT setval(CAST(wanted.name || '_number' AS regclass), wanted.value) AS value FROM ${COUNTER_VALUE}`,
});
const SET_IDENTITY = byDialect({
  sqlite: 'UPDATE sqlite_sequence SET seq = ? WHERE name = ? RETURNING seq AS value',
  postgres: `SELECT setval(CAST(pg_get_serial_sequence(wanted.name, 'id') AS regclass), wanted.value) AS value FROM ${COUNTER_VALUE}`,
});
/** SQLite has no row for a table into which nothing was inserted. */
const INSERT_IDENTITY = 'INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)';

/** Reads every counter of the schema, ordered by kind and name. */
async function readCounters(session: ReadSession): Promise<IdCounter[]> {
  const counters = await session.all<IdCounter>(COUNTERS, []);
  return counters.sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}

/** Sets a counter: the next id that it issues is greater than the value. */
async function setCounter(session: Session, { kind, name, value }: IdCounter): Promise<void> {
  if (value === 0) return;
  const updated = await session.one(kind === 'sequence' ? SET_SEQUENCE : SET_IDENTITY, [value, name]);
  if (updated === undefined) await session.run(INSERT_IDENTITY, [value, name]);
}

/** Tables that are not copied. The counters in `sequence` are copied by `setCounter`. */
const EXCLUDED_TABLES = [...TABLES.filter(({ isCopied }) => !isCopied).map(({ name }) => name), PROGRESS_TABLE];

/** Reads the tables to copy, parents first: all tables of the schema. */
async function readCopiedTables(session: ReadSession): Promise<Table[]> {
  const tables = await readTables(session);
  return tables.filter(({ name }) => !EXCLUDED_TABLES.includes(name));
}

/** Checks the source of a copy. @throws Error with a message of one sentence if the database cannot be copied */
async function requireCopySource(session: ReadSession, migrations: readonly Migration[]): Promise<void> {
  if (await isUnfinishedCopy(session)) throw new Error('The source is itself a copy that is not finished.');
  const version = await readVersion(session);
  if (version === 0) throw new Error('The source holds no database of culprit.');
  requireVersion('source', version, migrations);
  if (await isMovingRows(session))
    throw new Error('The migration of the source is not complete: any other command completes it.');
}

/**
 * Checks the target of a copy.
 * @throws Error with a message of one sentence unless the database is empty or the target of an incomplete copy
 */
async function requireCopyTarget(session: ReadSession, migrations: readonly Migration[]): Promise<void> {
  const version = await readVersion(session);
  const isBegun = await isUnfinishedCopy(session);
  if (version > 0) requireVersion('target', version, migrations);
  if (!isBegun) await requireEmpty(session, version);
}

/** Creates the schema if there is none, and the table that marks an incomplete copy. */
async function prepareTarget(target: Engine, migrations: readonly Migration[]): Promise<void> {
  if ((await target.read(readVersion)) === 0) await migrate(target, migrations);
  await target.changeSchema(async (session) => {
    if (await isUnfinishedCopy(session)) return;
    await requireEmpty(session, versionOf(migrations));
    await beginProgress(session);
  });
}

function requireVersion(end: 'source' | 'target', version: number, migrations: readonly Migration[]): void {
  const needed = versionOf(migrations);
  if (version > needed)
    throw new Error(
      `The ${end} has schema version ${version}, but this culprit only knows ${needed}: copy with a newer culprit.`,
    );
  if (version === needed) return;
  throw new Error(
    `The ${end} has schema version ${version}, but this culprit needs ${needed}: migrate it first with: culprit database migrate`,
  );
}

/** Requires that no table has rows; in a database without culprit's schema, that there is no table. */
async function requireEmpty(session: ReadSession, version: number): Promise<void> {
  for (const { name } of await readCopiedTables(session)) {
    const hasRow = version === 0 || (await session.one(`SELECT 1 AS found FROM ${name} LIMIT 1`, [])) !== undefined;
    if (hasRow)
      throw new Error(
        `The target is not empty: it has ${version === 0 ? 'a' : 'rows in its'} table ${name}. Name an empty database.`,
      );
  }
}

/** The digest of a table, or of its rows that were copied so far. */
export interface CopiedTable extends TableDigest {
  readonly table: string;
}

/** Called after every batch, and awaited. */
export type ReportProgress = (activity: 'copying' | 'comparing', progress: CopiedTable) => void | Promise<void>;

interface CopyJob {
  readonly source: ReadSession;
  readonly target: Engine;
  readonly tables: readonly Table[];
  readonly report: ReportProgress;
}

/**
 * Copies a snapshot of a database into an empty database of either kind, then compares both. Continues an interrupted
 * copy if the source still begins with the rows that were copied.
 * @returns the digest of each table, which is the same in both databases
 * @throws Error with a message of one sentence
 */
export async function copyDatabase(
  from: string,
  to: string,
  report: ReportProgress,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<CopiedTable[]> {
  if (isSameDatabase(from, to)) throw new Error('The source and the target are the same database.');
  const source = await openSnapshot(from);
  try {
    await requireCopySource(source.session, migrations);
    await inspectTarget(to, migrations);
    const target = await openEngine(to);
    try {
      await prepareTarget(target, migrations);
      const tables = await commonTables(source.session, target);
      return await copyTables({ source: source.session, target, tables, report });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Checks the target before it is opened for writing. */
async function inspectTarget(url: string, migrations: readonly Migration[]): Promise<void> {
  if (isMissingFile(url)) return;
  const snapshot = await openSnapshot(url);
  try {
    await requireCopyTarget(snapshot.session, migrations);
  } finally {
    await snapshot.close();
  }
}

/** Returns the tables of both databases, parents first. @throws Error if they differ */
async function commonTables(source: ReadSession, target: Engine): Promise<readonly Table[]> {
  const tables = await readCopiedTables(source);
  const others = await target.read(readCopiedTables);
  const different = tables.find(
    ({ name, columns }) => String(others.find((other) => other.name === name)?.columns) !== String(columns),
  );
  const additional = others.find(({ name }) => !tables.some((table) => table.name === name));
  const name = (different ?? additional)?.name;
  if (name !== undefined) throw new Error(`The table ${name} is not the same in the source and in the target.`);
  return tables;
}

async function copyTables(copy: CopyJob): Promise<CopiedTable[]> {
  const { source, target, tables } = copy;
  const copied: CopiedTable[] = [];
  for (const table of tables) copied.push({ table: table.name, ...(await copyTable(copy, table)) });
  for (const [index, table] of tables.entries()) await compareTable(copy, table, copied[index] ?? EMPTY_DIGEST);
  const counters = await readCounters(source);
  await target.changeSchema(async (session) => {
    for (const counter of counters) await setCounter(session, counter);
    await endProgress(session);
  });
  await target.analyze();
  return copied;
}

/** Copies a table. Reads the rows that were copied earlier again: they must have the same digest. */
async function copyTable({ source, target, report }: CopyJob, table: Table): Promise<TableDigest> {
  let copied = await target.read((session) => readProgress(session, table.name));
  let total = EMPTY_DIGEST;
  for await (const { batch, digest } of readRows(source, table)) {
    if (digest.rows > copied.rows) {
      requireSameDigest(table, total, copied);
      await appendBatch(target, table, { batch, from: copied, to: digest });
      copied = digest;
    }
    total = digest;
    await report('copying', { table: table.name, ...total });
  }
  requireSameDigest(table, total, copied);
  return total;
}

/** Inserts a batch and saves the progress in one transaction. */
function appendBatch(
  target: Engine,
  table: Table,
  { batch, ...digests }: { batch: readonly TableRow[]; from: TableDigest; to: TableDigest },
): Promise<void> {
  return target.write(async (session) => {
    await saveProgress(session, table.name, digests);
    await insertRows(session, table, batch);
  });
}

function requireSameDigest({ name }: Table, source: TableDigest, copied: TableDigest): void {
  if (source.rows === copied.rows && source.checksum === copied.checksum) return;
  throw new Error(
    `The source has changed since this copy began (table ${name}): copy it into an empty database from the beginning.`,
  );
}

/** Compares a table of the target with the digest of the copied rows. @throws Error if they differ */
async function compareTable({ target, report }: CopyJob, table: Table, expected: TableDigest): Promise<void> {
  const actual = await target.read((session) => {
    return digestTable(session, table, (digest) => report('comparing', { table: table.name, ...digest }));
  });
  if (actual.rows === expected.rows && actual.checksum === expected.checksum) return;
  const difference =
    actual.rows === expected.rows ? 'other rows than' : `${actual.rows} rows instead of the ${expected.rows} of`;
  throw new Error(
    `The table ${table.name} of the target has ${difference} the source: copy into an empty database from the beginning.`,
  );
}
