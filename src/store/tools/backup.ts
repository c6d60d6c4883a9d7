import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isSuperseded, readVersion } from '../engine/migrate';
import { SCHEMA_VERSION } from '../migrations/index';
import { isPostgres, isSameDatabase, sqlitePathOf } from '../engine/open';
import {
  explainSqliteOpenError,
  isBusy,
  isDamage,
  isSqliteError,
  SqliteConnection,
  SqliteDriver,
  type SqliteHandle,
} from '../engine/sqliteConnection';
import { requireOpenablePath } from '../engine/sqliteFile';
import { isUnfinishedCopy, readTables } from './catalog';

/** A verified copy of an SQLite database. */
export interface BackupSummary {
  /** Absolute path of the copy. */
  readonly file: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly tables: number;
  readonly rows: number;
}

/** A restored database. `replaced` is the path to which the existing database has been renamed. */
export interface RestoreSummary extends BackupSummary {
  readonly replaced: string | null;
}

/** Called after every step. While the copy is checked, the bytes do not change. */
export type ReportBackup = (activity: 'copying' | 'checking', progress: { bytes: number; totalBytes: number }) => void;

/** Number of bytes that one step copies. The service can write between two steps. */
const STEP_BYTES = 8 * 1024 * 1024;
/** Time for which another process may hold the database that a restored one replaces. */
const REPLACE_TIMEOUT_MS = 1_000;
const OWNER_ONLY = 0o600;
const PERMISSIONS = 0o777;
/** Files that SQLite keeps beside a database in use. */
const SIDE_FILES = ['-wal', '-shm'];
/** The files of a copy that is not complete. */
const PARTIAL_FILES = ['', '-journal', ...SIDE_FILES];
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Copies an SQLite database, which may be in use, into a new file and verifies the copy. The file appears once it is
 * complete and on disk. It contains the state that was committed when the copy began.
 * @throws Error with a message of one sentence
 */
export async function backUpDatabase(url: string, to: string, report: ReportBackup): Promise<BackupSummary> {
  const source = requireSqliteFile(url, 'pg_dump or continuous archiving make backups of it');
  const target = requireFileName(to);
  if (isSameDatabase(url, `sqlite:${target}`)) throw new Error(`${target} is the database itself; name another file.`);
  requireMissing(target);
  requireOpenablePath(target);
  const copy = await copyAndVerify(source, target, report);
  try {
    // Another backup may have made it meanwhile.
    requireMissing(target);
    return publish(target, copy);
  } catch (error) {
    removePartial(copy.file);
    throw explainWriteError(target, error);
  }
}

/**
 * Verifies a copy of a backup and makes it the database. Renames an existing database; nothing is lost. No process may
 * use it.
 * @throws Error with a message of one sentence. The existing database is then unchanged.
 */
export async function restoreDatabase(url: string, from: string, report: ReportBackup): Promise<RestoreSummary> {
  const target = requireSqliteFile(url, 'pg_restore or recovery from an archive restore it');
  const source = requireFileName(from);
  if (isSameDatabase(url, `sqlite:${source}`)) throw new Error(`${source} is the database itself; name a backup.`);
  requireOpenablePath(target);
  if (existsSync(target)) requireUnused(target);
  const copy = await copyAndVerify(source, target, report);
  try {
    const isReplaced = existsSync(target);
    const former = statSync(isReplaced ? target : dirname(target));
    giveTo(former, copy.file, isReplaced ? former.mode & PERMISSIONS : OWNER_ONLY);
    const replaced = isReplaced ? setAside(target) : null;
    return { ...publish(target, copy), replaced };
  } catch (error) {
    removePartial(copy.file);
    throw explainWriteError(target, error);
  }
}

/** Gives a file to an owner, so that the service of another user can open it, if this user may do that. */
function giveTo({ uid, gid }: Stats, file: string, mode: number): void {
  try {
    chownSync(file, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  chmodSync(file, mode);
}

function requireMissing(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists; name a file that does not.`);
}

/** Returns the path of an SQLite file. @param instead advice for a PostgreSQL database */
function requireSqliteFile(url: string, instead: string): string {
  if (isPostgres(url)) throw new Error(`DATABASE_URL is a PostgreSQL database: ${instead}.`);
  return resolve(sqlitePathOf(url));
}

function requireFileName(file: string): string {
  if (/^(?:sqlite|postgres(?:ql)?):/.test(file)) {
    throw new Error(`${file} is the URL of a database; name a file, such as backup.db.`);
  }
  return resolve(file);
}

/**
 * Copies the present state of `source` into a new file beside `target`, and compares the copy with it. Removes the copy
 * if that fails, or if a signal ends the process.
 */
async function copyAndVerify(source: string, target: string, report: ReportBackup): Promise<BackupSummary> {
  requireOpenablePath(source);
  if (!existsSync(source)) throw new Error(`There is no file ${source}.`);
  const snapshot = explaining(source, () => openSnapshot(source));
  // Two backups to one name do not meet.
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`;
  try {
    return await cleaningOnSignals(partial, async () => {
      const expected = await summarize(snapshot, source).catch((error: unknown) => {
        throw explainReadError(source, error);
      });
      await requireCulprit(snapshot, expected);
      await copyPages(snapshot, partial, report).catch((error: unknown) => {
        throw isDamage(error) ? explainReadError(source, error) : explainWriteError(target, error);
      });
      const bytes = statSync(partial).size;
      report('checking', { bytes, totalBytes: bytes });
      const copied = await verify(partial, source).catch((error: unknown) => {
        throw isDamage(error) ? damagedCopy(source, error) : explainWriteError(target, error);
      });
      if (copied.rows !== expected.rows || copied.tables !== expected.tables) {
        throw new Error(`The copy has ${copied.rows} rows instead of the ${expected.rows} of ${source}.`);
      }
      return copied;
    });
  } catch (error) {
    removePartial(partial);
    throw error;
  } finally {
    snapshot.close();
  }
}

/** Runs work that removes the partial file if SIGINT or SIGTERM arrives. The signal then ends the process as usual. */
async function cleaningOnSignals<T>(partial: string, work: () => Promise<T>): Promise<T> {
  const stopListening = () => STOP_SIGNALS.forEach((signal) => process.off(signal, stop));
  const stop = (signal: NodeJS.Signals) => {
    removePartial(partial);
    stopListening();
    process.kill(process.pid, signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  try {
    const result = await work();
    // A check blocks the event loop: a signal that arrived meanwhile takes effect here.
    await setImmediate();
    return result;
  } finally {
    stopListening();
  }
}

function removePartial(file: string): void {
  for (const suffix of PARTIAL_FILES) rmSync(file + suffix, { force: true });
}

function explaining<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainReadError(source, error);
  }
}

/** Explains in one sentence why a database cannot be read. Returns errors of another kind unchanged. */
function explainReadError(file: string, error: unknown): unknown {
  const reason = isSqliteError(error) ? error : (error as Error).cause;
  return isSqliteError(reason) ? explainSqliteOpenError(file, reason) : error;
}

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'the user of this process may not write it',
  EPERM: 'the user of this process may not write it',
  EROFS: 'its disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

/** Explains in one sentence why a file cannot be written. Returns errors of another kind unchanged. */
function explainWriteError(file: string, error: unknown): unknown {
  if (isSqliteError(error)) return explainSqliteOpenError(file, error);
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new Error(`${file} cannot be written, because ${WRITE_PROBLEMS[code] ?? `${syscall} failed with ${code}`}.`, {
    cause: error,
  });
}

function damagedCopy(source: string, cause: unknown): Error {
  return new Error(`The copy of ${source} is damaged: check the disks, and the file itself.`, { cause });
}

/**
 * Opens a database with a transaction that keeps its snapshot, so that a copy of several steps does not begin again
 * after each write.
 */
function openSnapshot(file: string): SqliteHandle {
  const snapshot = new SqliteDriver(file, { readonly: true });
  try {
    snapshot.exec('BEGIN');
    snapshot.prepare('SELECT COUNT(*) FROM sqlite_master').get();
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

async function copyPages(snapshot: SqliteHandle, target: string, report: ReportBackup): Promise<void> {
  const pageBytes = Number(snapshot.pragma('page_size', { simple: true }));
  // Creates the file first, so that others can never read it.
  closeSync(openSync(target, 'wx', OWNER_ONLY));
  chmodSync(target, OWNER_ONLY);
  await snapshot.backup(target, {
    progress: ({ totalPages, remainingPages }) => {
      report('copying', { bytes: (totalPages - remainingPages) * pageBytes, totalBytes: totalPages * pageBytes });
      return Math.ceil(STEP_BYTES / pageBytes);
    },
  });
}

/** Checks the structure of a copy, and that the row of every reference exists. The copy then needs no other file. */
async function verify(file: string, source: string): Promise<BackupSummary> {
  const copy = new SqliteDriver(file);
  try {
    copy.pragma('journal_mode = DELETE');
    const [finding] = copy.pragma('integrity_check(1)') as { integrity_check: string }[];
    if (finding?.integrity_check !== 'ok') {
      throw new Error(`${source} is damaged: ${finding?.integrity_check.replaceAll('\n', ', ')}.`);
    }
    const [orphan] = copy.pragma('foreign_key_check') as { table: string; parent: string }[];
    if (orphan !== undefined) {
      throw new Error(
        `${source} is damaged: a row of ${orphan.table} refers to a row of ${orphan.parent} that is missing.`,
      );
    }
    return await summarize(copy, file);
  } finally {
    copy.close();
  }
}

async function summarize(handle: SqliteHandle, file: string): Promise<BackupSummary> {
  const session = new SqliteConnection(handle).session(() => undefined);
  const tables = await readTables(session);
  let rows = 0;
  for (const { name } of tables) rows += handle.prepare(`SELECT COUNT(*) FROM ${name}`).pluck().get() as number;
  const schemaVersion = (await isUnfinishedCopy(session)) ? 0 : await readVersion(session);
  return { file, bytes: statSync(file).size, schemaVersion, tables: tables.length, rows };
}

/** Refuses what the service would refuse: migrations that this culprit does not know may only have added something. */
async function requireCulprit(handle: SqliteHandle, { schemaVersion, file }: BackupSummary): Promise<void> {
  if (schemaVersion === 0) throw new Error(`${file} holds no complete database of culprit.`);
  if (schemaVersion <= SCHEMA_VERSION) return;
  if (
    !(await isSuperseded(
      new SqliteConnection(handle).session(() => undefined),
      SCHEMA_VERSION,
    ))
  )
    return;
  throw new Error(
    `${file} has schema version ${schemaVersion}, but this culprit only knows ${SCHEMA_VERSION}: use a newer culprit.`,
  );
}

/**
 * Writes the log of a database into its file. Fails if another process has it open. A damaged file counts as unused.
 */
function requireUnused(file: string): void {
  let handle: SqliteHandle | undefined;
  try {
    handle = new SqliteDriver(file, { timeout: REPLACE_TIMEOUT_MS });
    handle.pragma('journal_mode = DELETE');
  } catch (error) {
    if (isBusy(error)) throw new Error(`${file} is in use: stop the service first, then restore.`, { cause: error });
  } finally {
    handle?.close();
  }
}

/** Renames a database with the files beside it, and returns its new path. */
function setAside(file: string): string {
  requireUnused(file);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  let aside = `${file}.replaced-${time}`;
  for (let number = 2; existsSync(aside); number += 1) aside = `${file}.replaced-${time}-${number}`;
  for (const suffix of ['', ...SIDE_FILES]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}

/** Gives a complete copy its name. */
function publish(file: string, copy: BackupSummary): BackupSummary {
  renameSync(copy.file, file);
  const directory = openSync(dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
  return { ...copy, file };
}
