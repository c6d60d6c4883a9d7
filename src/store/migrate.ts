import { type Dialect, migrationTable } from './dialect';
import type { Engine, Session } from './sql';

/** One change of the schema, in the words of each database. */
export interface Step {
  /** Counts from 1, without gaps. */
  readonly number: number;
  readonly name: string;
  readonly statements: Record<Dialect, readonly string[]>;
}

const CREATE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;
const VERSION = 'SELECT COALESCE(MAX(number), 0) AS version FROM migration';
const RECORD = 'INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING';

/**
 * Brings the schema to this code's version; several processes may do so at once. One that is up to date is only read.
 * @throws Error if the schema is newer than the code
 */
export async function migrate(engine: Engine, steps: readonly Step[]): Promise<void> {
  const version = await engine.read(readVersion);
  if (version > steps.length) {
    throw new Error(
      `The database has schema version ${version}, but this culprit only knows ${steps.length}: start a newer culprit on it.`,
    );
  }
  for (const step of steps.slice(version)) await engine.reshape((session) => apply(session, step, engine.dialect));
}

/** How many steps a schema has; 0 where there is none. */
export async function readVersion(session: Session): Promise<number> {
  if ((await session.one(migrationTable, [])) === undefined) return 0;
  const row = await session.one<{ version: number }>(VERSION, []);
  return row?.version ?? 0;
}

/** The record comes first: whoever cannot write it leaves the step to the process that has. */
async function apply(session: Session, step: Step, dialect: Dialect): Promise<void> {
  await session.run(CREATE, []);
  const { changes } = await session.run(RECORD, [step.number, step.name, Date.now()]);
  if (changes === 0) return;
  for (const statement of step.statements[dialect]) await session.run(statement, []);
}
