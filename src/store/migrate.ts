import { type Dialect, migrationTableExists } from './dialect';
import type { Engine, Session } from './sql';

/** One change of the schema, in the words of each database. */
export interface Migration {
  /** Counts from 1, without gaps. */
  readonly number: number;
  readonly name: string;
  readonly statements: Record<Dialect, readonly string[]>;
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;
const SELECT_VERSION = 'SELECT COALESCE(MAX(number), 0) AS version FROM migration';
const INSERT_MIGRATION =
  'INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';

/**
 * Brings the schema to this code's version; several processes may do so at once. One that is up to date is only read.
 * @throws Error if the schema is newer than the code
 */
export async function migrate(engine: Engine, steps: readonly Migration[]): Promise<void> {
  const version = await engine.read(readVersion);
  if (version > steps.length) {
    throw new Error(
      `The database has schema version ${version}, but this culprit only knows ${steps.length}: start a newer culprit on it.`,
    );
  }
  for (const step of steps.slice(version))
    await engine.changeSchema((session) => applyMigration(session, step, engine.dialect));
}

/** How many steps a schema has; 0 where there is none. */
export async function readVersion(session: Session): Promise<number> {
  if ((await session.one(migrationTableExists, [])) === undefined) return 0;
  const row = await session.one<{ version: number }>(SELECT_VERSION, []);
  return row?.version ?? 0;
}

/** The record comes first: whoever cannot write it leaves the step to the process that has. */
async function applyMigration(session: Session, step: Migration, dialect: Dialect): Promise<void> {
  await session.run(CREATE_TABLE, []);
  const { changes } = await session.run(INSERT_MIGRATION, [step.number, step.name, Date.now()]);
  if (changes === 0) return;
  for (const statement of step.statements[dialect]) await session.run(statement, []);
}
