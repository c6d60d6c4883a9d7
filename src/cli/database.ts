import { backUp, copyDatabaseBetween, distributeTables, restore, runMigrations } from '../administration';
import { readConfig } from '../config';
import type { CopiedTable } from '../store/tools/copy';
import type { OutputRow } from './command';

/** Minimum time between two lines about the same table or file. */
const REPORT_INTERVAL_MS = 1_000;

/** Copies one database into another and reports progress on standard error. @throws Error if it cannot */
export async function copyDatabase({ from, to }: { from: string; to: string }): Promise<OutputRow[]> {
  const copied = await copyDatabaseBetween(from, to, reportRows());
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
  return `${lines.join('')}Tables: ${tables.length}, rows: ${total}. Both databases have the same content.\n`;
}

/** Formats statements as a psql script with one transaction. */
export function formatScript(rows: readonly OutputRow[]): string {
  return ['BEGIN', ...rows.map(({ statement }) => String(statement)), 'COMMIT']
    .map((statement) => `${statement};\n`)
    .join('');
}

/** Returns a function that reports progress in rows: a line for each table, and at most every `REPORT_INTERVAL_MS`. */
function reportRows(): (activity: string, progress: CopiedTable) => void {
  let lastStep = '';
  let reportedAt = 0;
  return (activity, { table, rows }) => {
    const step = `${activity} ${table}`;
    const now = performance.now();
    if (step === lastStep && now - reportedAt < REPORT_INTERVAL_MS) return;
    [lastStep, reportedAt] = [step, now];
    process.stderr.write(`culprit: ${step}, ${rows} rows so far\n`);
  };
}

const PERCENT = 100;
const MEBIBYTE = 1024 * 1024;
const BAR_WIDTH = 30;

/** The last activity of backups and restores, which is reported once and ends the progress bar. */
const LAST_ACTIVITY = 'checking';

/** Returns a function that reports progress in bytes: a bar on a terminal, else a line every `REPORT_INTERVAL_MS`. */
function reportBytes(): (activity: string, progress: { bytes: number; totalBytes: number }) => void {
  const { isTTY } = process.stderr;
  let reportedAt = -Infinity;
  return (activity, { bytes, totalBytes }) => {
    const share = totalBytes === 0 ? 1 : bytes / totalBytes;
    const size = `${Math.floor(share * PERCENT)} % of ${(totalBytes / MEBIBYTE).toFixed(1)} MiB`;
    if (isTTY) {
      const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
      process.stderr.write(
        `\r${activity.padEnd(LAST_ACTIVITY.length)} [${bar}] ${size}${activity === LAST_ACTIVITY ? '\n' : ''}`,
      );
      return;
    }
    const now = performance.now();
    if (activity !== LAST_ACTIVITY && now - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = now;
    process.stderr.write(`culprit: ${activity}, ${size}\n`);
  };
}
