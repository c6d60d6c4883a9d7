import type { Dialect } from '../dialect';
import type { Migration } from '../ddl';
import { migrate, readVersion } from '../migrate';
import { MIGRATIONS } from '../migrations/index';
import { isMissingFile, isSameDatabase, openEngine, openSnapshot } from '../open';
import type { Engine, Session } from '../sql';
import { readTables, type Table } from './catalog';
import {
  beginProgress,
  digestTable,
  EMPTY_DIGEST,
  endProgress,
  insertRows,
  isUnfinishedCopy,
  PROGRESS_TABLE,
  readProgress,
  readRows,
  saveProgress,
  type TableDigest,
  type TableRow,
} from './copyRows';

/** Where ids of one kind come from: a named sequence, or the identity of a table. */
export interface IdCounter {
  readonly kind: 'sequence' | 'identity';
  /** Of what it counts: `issue`; or of the table. */
  readonly name: string;
  /** The last number that was given; 0 if none was. */
  readonly value: number;
}

/** PostgreSQL tells of the last number that was given, or nothing if none was. */
const LAST_VALUE = `COALESCE((SELECT n.last_value FROM pg_sequences n
  WHERE n.schemaname = current_schema() AND n.sequencename = s.relname), 0)`;

const COUNTER_ROWS: Record<Dialect, string> = {
  sqlite: `SELECT 'sequence' AS "kind", name AS "name", value AS "value" FROM sequence
    UNION ALL SELECT 'identity', t.name, COALESCE((SELECT s.seq FROM sqlite_sequence s WHERE s.name = t.name), 0)
      FROM sqlite_master t WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'`,
  postgres: `SELECT CASE WHEN t.relname IS NULL THEN 'sequence' ELSE 'identity' END AS "kind",
      COALESCE(CAST(t.relname AS TEXT), regexp_replace(CAST(s.relname AS TEXT), '_number$', '')) AS "name", ${LAST_VALUE} AS "value"
    FROM pg_class s LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = CAST('pg_class' AS regclass) AND d.deptype = 'i'
      LEFT JOIN pg_class t ON t.oid = d.refobjid
    WHERE s.relkind = 'S' AND s.relnamespace = to_regnamespace(current_schema())`,
};

const WANTED = '(SELECT CAST(? AS BIGINT) AS value, CAST(? AS TEXT) AS name) wanted';
const SEQUENCE_TEXTS: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = ? WHERE name = ? RETURNING value',
  postgres: `SELECT setval(CAST(wanted.name || '_number' AS regclass), wanted.value) AS value FROM ${WANTED}`,
};
const IDENTITY_TEXTS: Record<Dialect, string> = {
  sqlite: 'UPDATE sqlite_sequence SET seq = ? WHERE name = ? RETURNING seq AS value',
  postgres: `SELECT setval(CAST(pg_get_serial_sequence(wanted.name, 'id') AS regclass), wanted.value) AS value FROM ${WANTED}`,
};

const COUNTERS = (dialect: Dialect) => COUNTER_ROWS[dialect];
const SET_SEQUENCE = (dialect: Dialect) => SEQUENCE_TEXTS[dialect];
const SET_IDENTITY = (dialect: Dialect) => IDENTITY_TEXTS[dialect];
/** SQLite counts for a table from its first row on. */
const BEGIN_IDENTITY = 'INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)';

/** Every counter of the schema, by kind and name. */
export async function readCounters(session: Session): Promise<IdCounter[]> {
  const counters = await session.all<IdCounter>(COUNTERS, []);
  return counters.sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}

/** Lets a counter go on behind this value. */
export async function setCounter(session: Session, { kind, name, value }: IdCounter): Promise<void> {
  if (value === 0) return;
  const set = await session.one(kind === 'sequence' ? SET_SEQUENCE : SET_IDENTITY, [value, name]);
  if (set === undefined) await session.run(BEGIN_IDENTITY, [value, name]);
}

/** Each database has its own of these; counters are set in other ways. */
const EXCLUDED_TABLES = ['migration', 'sequence', PROGRESS_TABLE];

/** The tables that are copied, in an order in which each finds its parents: whatever the schema has. */
export async function readCopiedTables(session: Session): Promise<Table[]> {
  const tables = await readTables(session);
  return tables.filter(({ name }) => !EXCLUDED_TABLES.includes(name));
}

/** @throws Error with one sentence unless the database can be copied */
export async function requireCopySource(session: Session, steps: readonly Migration[]): Promise<void> {
  if (await isUnfinishedCopy(session)) throw new Error('The source is itself a copy that is not finished.');
  const version = await readVersion(session);
  if (version === 0) throw new Error('The source holds no database of culprit.');
  requireVersion('source', version, steps);
}

/** @throws Error with one sentence unless the database can be copied into: it is empty, or such a copy was begun */
export async function requireCopyTarget(session: Session, steps: readonly Migration[]): Promise<void> {
  const version = await readVersion(session);
  const isBegun = await isUnfinishedCopy(session);
  if (version > 0) requireVersion('target', version, steps);
  if (!isBegun) await requireEmpty(session, version);
}

/** Makes the schema where there is none, and the mark of a copy that is not whole. */
export async function prepareTarget(target: Engine, steps: readonly Migration[]): Promise<void> {
  if ((await target.read(readVersion)) === 0) await migrate(target, steps);
  await target.changeSchema(async (session) => {
    if (await isUnfinishedCopy(session)) return;
    await requireEmpty(session, steps.length);
    await beginProgress(session);
  });
}

function requireVersion(end: 'source' | 'target', version: number, { length }: readonly Migration[]): void {
  if (version > length)
    throw new Error(
      `The ${end} has schema version ${version}, but this culprit only knows ${length}: copy with a newer culprit.`,
    );
  if (version === length) return;
  throw new Error(
    `The ${end} has schema version ${version}, but this culprit needs ${length}: any other command brings it up to date.`,
  );
}

/** Without a schema of ours, there must be nothing at all. */
async function requireEmpty(session: Session, version: number): Promise<void> {
  for (const { name } of await readCopiedTables(session)) {
    const found = version === 0 || (await session.one(`SELECT 1 AS found FROM ${name} LIMIT 1`, [])) !== undefined;
    if (found)
      throw new Error(
        `The target is not empty: it has ${version === 0 ? 'a' : 'rows in its'} table ${name}. Name an empty database.`,
      );
  }
}

/** A table that was copied, or how far it is. */
export interface CopiedTable extends TableDigest {
  readonly table: string;
}

/** Told of every batch, and waited for. */
export type ReportProgress = (doing: 'copying' | 'comparing', progress: CopiedTable) => void | Promise<void>;

interface CopyJob {
  readonly source: Session;
  readonly target: Engine;
  readonly tables: readonly Table[];
  readonly report: ReportProgress;
}

/**
 * Copies a database into another that is empty, of any kind: what it was when this began, whatever is written to it meanwhile.
 * One that was interrupted goes on, and is refused if the source is not what it was.
 * @returns each table with its count and checksum, which both databases have
 * @throws Error with one sentence if it cannot
 */
export async function copyDatabase(
  from: string,
  to: string,
  report: ReportProgress,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<CopiedTable[]> {
  if (isSameDatabase(from, to)) throw new Error('The source and the target are the same database.');
  const source = await openSnapshot(from);
  try {
    await requireCopySource(source.session, steps);
    await inspectTarget(to, steps);
    const target = await openEngine(to);
    try {
      await prepareTarget(target, steps);
      const tables = await commonTables(source.session, target);
      return await copyTables({ source: source.session, target, tables, report });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Looks before anything is opened to be written. */
async function inspectTarget(url: string, steps: readonly Migration[]): Promise<void> {
  if (isMissingFile(url)) return;
  const snapshot = await openSnapshot(url);
  try {
    await requireCopyTarget(snapshot.session, steps);
  } finally {
    await snapshot.close();
  }
}

/** The tables of both, in an order in which each finds its parents. */
async function commonTables(source: Session, target: Engine): Promise<readonly Table[]> {
  const tables = await readCopiedTables(source);
  const others = await target.read(readCopiedTables);
  const unlike = tables.find(
    ({ name, columns }) => String(others.find((other) => other.name === name)?.columns) !== String(columns),
  );
  const surplus = others.find(({ name }) => !tables.some((table) => table.name === name));
  const name = (unlike ?? surplus)?.name;
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
  return copied;
}

/** What was copied earlier is read again, and must be what it was. */
async function copyTable({ source, target, report }: CopyJob, table: Table): Promise<TableDigest> {
  let done = await target.read((session) => readProgress(session, table.name));
  let whole = EMPTY_DIGEST;
  for await (const { batch, extent } of readRows(source, table)) {
    if (extent.rows > done.rows) {
      requireSameDigest(table, whole, done);
      await appendBatch(target, table, { batch, from: done, to: extent });
      done = extent;
    }
    whole = extent;
    await report('copying', { table: table.name, ...whole });
  }
  requireSameDigest(table, whole, done);
  return whole;
}

/** A batch and the note of it, both or neither. */
function appendBatch(
  target: Engine,
  table: Table,
  { batch, ...extents }: { batch: readonly TableRow[]; from: TableDigest; to: TableDigest },
): Promise<void> {
  return target.write(async (session) => {
    await saveProgress(session, table.name, extents);
    await insertRows(session, table, batch);
  });
}

function requireSameDigest({ name }: Table, source: TableDigest, done: TableDigest): void {
  if (source.rows === done.rows && source.checksum === done.checksum) return;
  throw new Error(
    `The source is not what it was when this copy was begun (table ${name}): copy it into an empty database from the beginning.`,
  );
}

async function compareTable({ target, report }: CopyJob, table: Table, copied: TableDigest): Promise<void> {
  const found = await target.read((session) => {
    return digestTable(session, table, (extent) => report('comparing', { table: table.name, ...extent }));
  });
  if (found.rows === copied.rows && found.checksum === copied.checksum) return;
  const fault = found.rows === copied.rows ? 'other rows than' : `${found.rows} rows instead of the ${copied.rows} of`;
  throw new Error(
    `The table ${table.name} of the target has ${fault} the source: copy into an empty database from the beginning.`,
  );
}
