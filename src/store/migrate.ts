import { type Migration, renderStatements } from './ddl';
import { type Dialect, migrationTableExists } from './dialect';
import type { Engine, Session } from './sql';

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;
const SELECT_VERSION = 'SELECT COALESCE(MAX(number), 0) AS version FROM migration';
const INSERT_MIGRATION =
  'INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';

/**
 * Applies the migrations that the database does not have yet, one transaction each. Several processes may do so at
 * once. A database that is up to date is only read.
 * @throws Error if the schema is newer than the code
 */
export async function migrate(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  const version = await engine.read(readVersion);
  if (version > migrations.length) {
    throw new Error(
      `The database has schema version ${version}, but this culprit only knows ${migrations.length}: start a newer culprit on it.`,
    );
  }
  for (const migration of migrations.slice(version)) {
    await engine.changeSchema((session) => applyMigration(session, migration, engine.dialect));
  }
}

/** The number of the last migration that was applied; 0 if there is none. */
export async function readVersion(session: Session): Promise<number> {
  if ((await session.one(migrationTableExists, [])) === undefined) return 0;
  const row = await session.one<{ version: number }>(SELECT_VERSION, []);
  return row?.version ?? 0;
}

/** Inserts the migration's row first: if another process has inserted it, that process applies the migration. */
async function applyMigration(session: Session, migration: Migration, dialect: Dialect): Promise<void> {
  await session.run(CREATE_TABLE, []);
  const { changes } = await session.run(INSERT_MIGRATION, [migration.number, migration.name, Date.now()]);
  if (changes === 0) return;
  for (const statement of renderStatements(migration, dialect)) await session.run(statement, []);
}
