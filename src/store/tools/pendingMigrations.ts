import { type Migration, renderStatements } from '../engine/ddl';
import { byDialect, type Dialect } from '../engine/dialect';
import { readMissing } from '../engine/migrate';
import { openSnapshot } from '../engine/open';
import type { ReadSession } from '../engine/sql';
import { MIGRATIONS } from '../migrations/index';
import { readTables } from './catalog';

/** A migration that a database still needs. */
export interface PendingMigration {
  readonly number: number;
  readonly name: string;
  /** True if processes of the version before can keep running (`Migration.onlyAdds`). */
  readonly onlyAdds: boolean;
  /** Rows of the tables that it moves, fills or indexes; on PostgreSQL the server's estimate. */
  readonly rows: number;
}

/** Statements that read or write all rows of a table. A new column with a constant default does not. */
const READS_ALL = [
  /^CREATE (?:UNIQUE )?INDEX \w+\s+ON (\w+)/,
  /^UPDATE (\w+)/,
  /^ALTER TABLE (\w+) ALTER COLUMN \w+ TYPE/,
  /^(?:INSERT INTO|CREATE TABLE)\b.*?\bFROM (\w+)/s,
];
const ALTERED = /^ALTER TABLE (\w+)/;

const COUNT = byDialect({
  sqlite: 'SELECT COUNT(*) AS "rows" FROM ',
  postgres: 'SELECT CAST(GREATEST(reltuples, 0) AS BIGINT) AS "rows" FROM pg_class WHERE oid = to_regclass',
});

/** Lists the migrations that a database needs; it is not changed. @throws Error with a message of one sentence */
export async function listPendingMigrations(
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<PendingMigration[]> {
  const snapshot = await openSnapshot(url);
  const { session } = snapshot;
  try {
    const existing = new Set((await readTables(session)).map(({ name }) => name));
    const pending: PendingMigration[] = [];
    for (const migration of await readMissing(session, migrations)) {
      const tables = tablesRead(migration, session.dialect).filter((table) => existing.has(table));
      let rows = 0;
      for (const table of tables) rows += await countRows(session, table);
      const { number, name, onlyAdds = false } = migration;
      pending.push({ number, name, onlyAdds, rows });
    }
    return pending;
  } finally {
    await snapshot.close();
  }
}

/** Returns the tables of which a migration reads or writes all rows, each once. */
function tablesRead(migration: Migration, dialect: Dialect): string[] {
  const patterns = migration.fill === undefined ? READS_ALL : [...READS_ALL, ALTERED];
  const moves = dialect === 'sqlite' ? (migration.moves ?? []) : [];
  return [
    ...new Set([
      ...renderStatements(migration, dialect).flatMap((statement) =>
        patterns.flatMap((pattern) => pattern.exec(statement)?.[1] ?? []),
      ),
      ...moves.map(({ from }) => from.replace('former_', '')),
    ]),
  ];
}

async function countRows(session: ReadSession, table: string): Promise<number> {
  const count = COUNT(session.dialect);
  const text = session.dialect === 'sqlite' ? count + table : `${count}('${table}')`;
  const [row] = await session.allOnce<{ rows: number }>(text, []);
  return row?.rows ?? 0;
}
