import { requireWhole } from './copy/progress';
import { isPostgres } from './databaseUrl';
import { distributionStatements, type ForeignKey } from './distribution';
import { migrate, readVersion } from './migrate';
import { STEPS } from './migrations/index';
import { openEngine } from './open';
import { explainPostgres } from './postgres';
import { readTables } from './schema';
import type { Engine, Session } from './sql';

const EXTENSION = "SELECT 1 AS found FROM pg_extension WHERE extname = 'citus'";
const PLACED = `SELECT CAST(logicalrelid AS TEXT) AS "name" FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'`;
const FOREIGN_KEYS = `SELECT CAST(t.relname AS TEXT) AS "table", CAST(f.conname AS TEXT) AS "name", pg_get_constraintdef(f.oid) AS "definition"
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
  WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema()) ORDER BY t.relname, f.conname`;

/**
 * Spreads a PostgreSQL database over the machines of a Citus cluster: all of it or nothing. What is spread already stays as it is.
 * @param isDryRun to change nothing, and need no Citus
 * @returns the statements that did it, or would
 * @throws Error with one sentence if it cannot
 */
export async function distributeDatabase(url: string, isDryRun: boolean): Promise<string[]> {
  if (!isPostgres(url)) {
    throw new Error(
      'An SQLite database stays on one machine: move it to PostgreSQL with Citus first, by culprit database copy.',
    );
  }
  const engine = await openEngine(url);
  try {
    await engine.read(requireWhole);
    return await distribute(engine, isDryRun);
  } catch (error) {
    throw explainPostgres(url, error);
  } finally {
    await engine.close();
  }
}

async function distribute(engine: Engine, isDryRun: boolean): Promise<string[]> {
  const hasCitus = (await engine.read((session) => session.one(EXTENSION, []))) !== undefined;
  if (isDryRun) return engine.read((session) => readStatements(session, hasCitus));
  if (!hasCitus) {
    throw new Error(
      'The database has no Citus: install it on the server, load it by shared_preload_libraries, and run CREATE EXTENSION citus.',
    );
  }
  await migrate(engine, STEPS);
  return engine.reshape(async (session) => {
    const statements = await readStatements(session, hasCitus);
    for (const statement of statements) await session.all(statement, []);
    return statements;
  });
}

async function readStatements(session: Session, hasCitus: boolean): Promise<string[]> {
  const version = await readVersion(session);
  if (version !== STEPS.length)
    throw new Error(`The database has schema version ${version}, but this culprit needs ${STEPS.length}.`);
  const placed = hasCitus ? await session.all<{ name: string }>(PLACED, []) : [];
  return distributionStatements({
    tables: await readTables(session),
    foreignKeys: await session.all<ForeignKey>(FOREIGN_KEYS, []),
    placed: new Set(placed.map(({ name }) => name)),
  });
}
