import { indexesToBuild, type Migration, renderStatements, type RowMove } from './ddl';
import { type Dialect, formerTables, migrationTableExists } from './dialect';
import type { Engine, ReadSession, Session } from './sql';
import { ServiceError, WrongSchema } from '../../domain/errors';

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;
const SELECT_VERSION = 'SELECT COALESCE(MAX(number), 0) AS version FROM migration';
/**
 * Prefix, in the table `migration`, of the name of a migration that only adds. A process that does not know the
 * migration thereby finds out that it can keep running.
 */
const ADDITION = '+';
const NEWER = 'SELECT 1 AS found FROM migration WHERE number > ? LIMIT 1';
const SUPERSEDING = `SELECT 1 AS found FROM migration WHERE number > ? AND name NOT LIKE '${ADDITION}%' LIMIT 1`;
const INSERT_MIGRATION =
  'INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';

/** The progress of the missing migrations. */
export interface MigrationProgress {
  /** Name of the migration that is being applied. */
  readonly migration: string;
  /** Its position among the missing ones, from 1. */
  readonly step: number;
  /** Number of the missing ones. */
  readonly steps: number;
  readonly movedRows: number;
  /**
   * Number of rows that were left at the start of this process; for some tables an estimate. 0 before rows of a large
   * table are moved.
   */
  readonly totalRows: number;
  /** True if a transaction of another process uses a table that the migration needs; it is then tried again. */
  readonly isWaiting?: true;
}

/** Describes the progress in one sentence. */
export function describeProgress({ step, steps, movedRows, totalRows, isWaiting }: MigrationProgress): string {
  const rows = totalRows === 0 ? '' : `, ${movedRows} of ${totalRows} rows`;
  const waiting = isWaiting === true ? ', waiting for a transaction that uses a table' : '';
  return `The database is being migrated: step ${step} of ${steps}${rows}${waiting}.`;
}

type MovedRows = Pick<MigrationProgress, 'movedRows' | 'totalRows'>;

type SchemaChanger = Pick<Engine, 'changeSchema'>;

/**
 * Called at the start of each migration, each time it has to wait, every two seconds while rows are moved, and when all
 * are moved.
 */
export type ReportMigration = (progress: MigrationProgress) => void;

const REPORT_INTERVAL_MS = 2_000;

/**
 * Applies the missing migrations, one transaction each, and then the moves that are not complete. Several processes may
 * do so at the same time. A database that is up to date is only read. An SQLite file is migrated on a thread, unless it
 * is new: that takes less time than the start of a thread.
 * @param placeTables distributes new tables over a cluster, in the transaction that created them
 * @throws Error if a newer migration supersedes the code, or the schema was never released
 */
export async function migrate(
  engine: Engine,
  migrations: readonly Migration[],
  report: ReportMigration = () => undefined,
  placeTables: (session: Session) => Promise<void> = async () => undefined,
): Promise<void> {
  const missing = await engine.read((session) => readMissing(session, migrations));
  const isNew = missing.length === migrations.length;
  const thread = isNew ? undefined : engine.openSchemaThread?.();
  const changer = thread ?? engine;
  try {
    for (const migration of missing) {
      const progress = progressOf(migration, missing);
      report(progress);
      if (!isNew) for (const index of indexesToBuild(migration)) await engine.buildIndex?.(index);
      const apply = async (session: Session) => {
        await applyMigration(session, migration, engine.dialect);
        if (engine.isCluster) await placeTables(session);
      };
      // Older processes go on beside a migration that only adds.
      const isBeside = migration.onlyAdds === true && !isNew;
      await changer.changeSchema(apply, isBeside ? () => report({ ...progress, isWaiting: true }) : undefined);
    }
    // Migrations fill and rebuild tables; plans made for empty tables read all rows.
    if (missing.length > 0) await engine.analyze();
    if (!(await engine.read(isMovingRows))) return;
    for (const migration of migrations) {
      for (const move of migration.moves ?? [])
        await moveRows(changer, move, (rows) => report({ ...progressOf(migration, missing), ...rows }));
    }
  } finally {
    await thread?.close();
  }
}

/**
 * Returns the first step of the migration that a database needs; null if it is up to date.
 * @throws Error if a newer migration supersedes the code, or the schema was never released
 */
export async function readFirstStep(
  session: ReadSession,
  migrations: readonly Migration[],
): Promise<MigrationProgress | null> {
  const missing = await readMissing(session, migrations);
  const formerNames = new Set((await session.all<{ name: string }>(formerTables, [])).map(({ name }) => name));
  const interrupted = migrations.find(({ moves }) => moves?.some(({ from }) => formerNames.has(from)));
  const first = missing[0] ?? interrupted;
  return first === undefined ? null : progressOf(first, missing);
}

/**
 * Returns the progress at the start of a migration.
 * @param missing the missing migrations; a migration that was interrupted is not among them
 */
function progressOf(migration: Migration, missing: readonly Migration[]): MigrationProgress {
  const step = Math.max(missing.indexOf(migration) + 1, 1);
  return { migration: migration.name, step, steps: Math.max(missing.length, 1), movedRows: 0, totalRows: 0 };
}

/**
 * Returns the migrations that were not applied.
 * @throws Error if a newer migration supersedes the code, or the schema was never released
 */
export async function readMissing(session: ReadSession, migrations: readonly Migration[]): Promise<Migration[]> {
  const version = await readVersion(session);
  const target = versionOf(migrations);
  if (version > target) {
    if (!(await isSuperseded(session, target))) return [];
    throw new Error(
      `The database has schema version ${version}, but this culprit only knows ${target}: start a newer culprit on it.`,
    );
  }
  if (version > 0 && !migrations.some(({ number }) => number === version))
    throw new Error(
      `The database has schema version ${version}, which was never released: open it once with a build of November 2026, which brings it to version 44.`,
    );
  return migrations.filter(({ number }) => number > version);
}

/** Returns true if a migration was interrupted while it moved rows. `migrate` continues it. */
export async function isMovingRows(session: ReadSession): Promise<boolean> {
  return (await session.one(formerTables, [])) !== undefined;
}

async function moveRows(changer: SchemaChanger, move: RowMove, report: (rows: MovedRows) => void): Promise<void> {
  // Another process may move rows too: each transaction first checks that the table still exists.
  const whileLeft = <T>(work: (session: Session) => Promise<T>) =>
    changer.changeSchema(async (session) => {
      const tables = await session.all<{ name: string }>(formerTables, []);
      return tables.some(({ name }) => name === move.from) ? work(session) : undefined;
    });
  const counted = await whileLeft((session) => session.one<{ count: number }>(move.countRows, []));
  const totalRows = counted?.count ?? 0;
  let movedRows = 0;
  let reportedAt = performance.now();
  while (await whileLeft((session) => runStep(session, move))) {
    movedRows = Math.min(movedRows + move.rowsPerStep, totalRows);
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) continue;
    reportedAt = performance.now();
    report({ movedRows, totalRows });
  }
  if (totalRows > 0) report({ movedRows: totalRows, totalRows });
}

/** Moves some rows, or ends the move if there are none. Returns true if it moved some. */
async function runStep(session: Session, { rowsPerStep, step, end }: RowMove): Promise<boolean> {
  let moved = 0;
  for (const statement of step) moved = (await session.run(statement, [rowsPerStep])).changes;
  if (moved > 0) return true;
  for (const statement of end) await session.run(statement, []);
  return false;
}

/** Returns the schema version after the last of the migrations. */
export function versionOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/** Returns the number of the last migration that was applied; 0 if there is none. */
export async function readVersion(session: ReadSession): Promise<number> {
  if ((await session.one(migrationTableExists, [])) === undefined) return 0;
  const row = await session.one<{ version: number }>(SELECT_VERSION, []);
  return row?.version ?? 0;
}

/** Returns true if the database has migrations after a version, also if they only add. */
export async function hasNewerMigrations(session: ReadSession, version: number): Promise<boolean> {
  return (await session.one(NEWER, [version])) !== undefined;
}

/** Returns true if the database has a migration after a version that does not only add. */
export async function isSuperseded(session: ReadSession, version: number): Promise<boolean> {
  return (await session.one(SUPERSEDING, [version])) !== undefined;
}

/**
 * Applies a migration. Inserts its row first: if another process has inserted it, that process applies the migration.
 */
async function applyMigration(session: Session, migration: Migration, dialect: Dialect): Promise<void> {
  await session.run(CREATE_TABLE, []);
  const name = migration.onlyAdds === true ? `${ADDITION}${migration.name}` : migration.name;
  const { changes } = await session.run(INSERT_MIGRATION, [migration.number, name, Date.now()]);
  if (changes === 0) return;
  for (const statement of renderStatements(migration, dialect)) {
    // PostgreSQL may have built the index before.
    const once = statement.replace(/^CREATE (UNIQUE )?INDEX /, (words) => `${words}IF NOT EXISTS `);
    await session.run(once, []);
  }
  await migration.fill?.(session);
}

const SUPERSEDED = 'A newer culprit has migrated the database: stop this one, and start the newer one.';
/** Retry-After of both refusals of `SchemaGuard`: a newer process takes over soon, and most migrations are short. */
const RETRY_SECONDS = 5;

/**
 * Refuses work on a database whose schema is not the one that the code expects: before its migration, and after a newer
 * migration that does not only add.
 */
export class SchemaGuard {
  #isSuperseded = false;

  /**
   * @param version the schema version that the code expects
   * @param progress the progress of the migration; null if none is needed
   */
  constructor(
    private readonly engine: Pick<Engine, 'read'>,
    private readonly version: number,
    public progress: MigrationProgress | null,
  ) {}

  /**
   * Runs work that needs the schema. If it fails because a newer program has changed the schema meanwhile, it is
   * refused like all later work.
   * @throws WrongSchema
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.progress !== null) throw new WrongSchema(describeProgress(this.progress), RETRY_SECONDS);
    if (this.#isSuperseded) throw new WrongSchema(SUPERSEDED, RETRY_SECONDS);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError || !(await this.check().catch(() => false))) throw error;
      throw Object.assign(new WrongSchema(SUPERSEDED, RETRY_SECONDS), { cause: error });
    }
  }

  /**
   * Runs the work of a transaction, which is rolled back if the schema was superseded before it began. The check is
   * sent together with the first statement of the work.
   * @throws WrongSchema if it was superseded
   */
  async inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
    const superseded = isSuperseded(session, this.version);
    // If the work fails, its own error is thrown.
    superseded.catch(() => undefined);
    const result = await work();
    this.#isSuperseded = await superseded;
    if (this.#isSuperseded) throw new WrongSchema(SUPERSEDED, RETRY_SECONDS);
    return result;
  }

  /** Returns true if a newer program has migrated the database and has changed more than it added. */
  async check(): Promise<boolean> {
    if (this.progress !== null) return false;
    this.#isSuperseded = await this.engine.read((session) => isSuperseded(session, this.version));
    return this.#isSuperseded;
  }
}
