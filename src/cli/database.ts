import { backUp, copyDatabaseBetween, distributeTables, restore, runMigrations } from '../administration';
import { readConfig } from '../config';
import type { CopiedTable } from '../store/tools/copy';
import type { OutputRow } from './command';

/** Minimum time between two lines about the same table. */
const REPORT_INTERVAL_MS = 1_000;

/** Copies one database into another and reports progress on standard error. @throws Error if it cannot */
export async function copyDatabase({ from, to }: { from: string; to: string }): Promise<OutputRow[]> {
  const copied = await copyDatabaseBetween(from, to, reportProgress());
  return copied.map(({ table, rows, checksum }) => ({ table, rows, checksum }));
}

/**
 * Distributes the tables of the environment's database over a Citus cluster, or only returns the statements.
 * @throws Error if it cannot
 */
export async function distributeDatabase({ dryRun = false }: { dryRun?: boolean }): Promise<OutputRow[]> {
  const statements = await distributeTables(readConfig(process.env), dryRun);
  return statements.map((statement) => ({ statement }));
}

/**
 * Migrates the environment's database, or only lists the migrations that it needs.
 * @throws Error if it cannot
 */
export async function migrateDatabase({ dryRun = false }: { dryRun?: boolean }): Promise<OutputRow[]> {
  return (await runMigrations(readConfig(process.env), dryRun)).map((migration) => ({ ...migration }));
}

/** Copies the environment's SQLite database into a new file and verifies it. @throws Error if it cannot */
export async function backUpDatabase({ to }: { to: string }): Promise<OutputRow> {
  return { ...(await backUp(readConfig(process.env), to, reportBytes())) };
}

/** Replaces the environment's SQLite database by a verified copy of a backup. @throws Error if it cannot */
export async function restoreDatabase({ from }: { from: string }): Promise<OutputRow> {
  return { ...(await restore(readConfig(process.env), from, reportBytes())) };
}

/** Formats one line per copied table and a summary. */
export function formatCopiedTables(tables: readonly OutputRow[]): string {
  const width = (name: string): number => Math.max(...tables.map((row) => String(row[name]).length));
  const [names, counts] = [width('table'), width('rows')];
  const lines = tables.map(
    ({ table, rows, checksum }) =>
      `${String(table).padEnd(names)}  ${String(rows).padStart(counts)}  ${String(checksum)}\n`,
  );
  const total = tables.reduce((sum, { rows }) => sum + Number(rows), 0);
  return `${lines.join('')}Tables: ${tables.length}, rows: ${total}. Both databases hold the same.\n`;
}

/** Formats statements as a psql script with one transaction. */
export function formatScript(rows: readonly OutputRow[]): string {
  return ['BEGIN', ...rows.map(({ statement }) => String(statement)), 'COMMIT']
    .map((statement) => `${statement};\n`)
    .join('');
}

function reportProgress(): (doing: string, progress: CopiedTable) => void {
  let last = '';
  let at = 0;
  return (doing, { table, rows }) => {
    const now = performance.now();
    if (`${doing} ${table}` === last && now - at < REPORT_INTERVAL_MS) return;
    [last, at] = [`${doing} ${table}`, now];
    process.stderr.write(`culprit: ${doing} ${table}, ${rows} rows so far\n`);
  };
}

const PERCENT = 100;
const MEBIBYTE = 1024 * 1024;
const BAR_WIDTH = 30;

/** Reports progress in bytes: a bar on a terminal; elsewhere a line at most every `REPORT_INTERVAL_MS`. */
function reportBytes(): (activity: string, progress: { bytes: number; totalBytes: number }) => void {
  const { isTTY } = process.stderr;
  let at = -Infinity;
  return (activity, { bytes, totalBytes }) => {
    const share = totalBytes === 0 ? 1 : bytes / totalBytes;
    const size = `${Math.floor(share * PERCENT)} % of ${(totalBytes / MEBIBYTE).toFixed(1)} MiB`;
    if (isTTY) {
      const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
      process.stderr.write(
        `\r${activity.padEnd('checking'.length)} [${bar}] ${size}${activity === 'checking' ? '\n' : ''}`,
      );
      return;
    }
    const now = performance.now();
    if (activity !== 'checking' && now - at < REPORT_INTERVAL_MS) return;
    at = now;
    process.stderr.write(`culprit: ${activity}, ${size}\n`);
  };
}
