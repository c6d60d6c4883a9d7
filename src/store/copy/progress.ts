import type { Dialect } from '../dialect';
import type { Session } from '../sql';
import { type Extent, NOTHING } from './rows';

/*
 * A database that is being copied into says so, and how far it is, in a table of its own that goes when the copy is whole. Its
 * row of a table changes in the transaction that adds the rows it speaks of.
 */
export const PROGRESS = 'copy_progress';

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
export async function requireWhole(session: Session): Promise<void> {
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
export async function readProgress(session: Session, table: string): Promise<Extent> {
  return (await session.one<Extent>(READ, [table])) ?? NOTHING;
}

/** Notes how much of a table is copied. @throws Error with one sentence if somebody else copies too */
export async function advance(
  session: Session,
  table: string,
  { from, to }: { from: Extent; to: Extent },
): Promise<void> {
  const { changes } = await session.run(ADVANCE, [table, to.rows, to.checksum, from.rows]);
  if (changes === 0) throw new Error('Another copy into the same database is under way: wait for it, or end it.');
}
