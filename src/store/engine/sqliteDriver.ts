import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { Conflict, DatabaseBusy, Unavailable } from '../../domain/errors';
import { DAMAGED_DATABASE, REPAIR_SECONDS } from './sql';

const requireHere = createRequire(__filename);
/** The ABI of Node.js 22. */
const ABI_22 = 127;
const DRIVER_NAME = Number(process.versions.modules) >= ABI_22 ? 'better-sqlite3-13' : 'better-sqlite3';
/** better-sqlite3: version 13, or 12 on Node.js 20, where 13 does not run (src/DECISIONS.md, "SQLite driver"). */
export const SqliteDriver: typeof BetterSqlite3 = loadDriver();

/**
 * Loads the driver.
 * @throws Error if the packages were installed by another release of Node.js, which needs the other version of the
 * driver
 */
function loadDriver(): typeof BetterSqlite3 {
  try {
    return requireHere(DRIVER_NAME) as typeof BetterSqlite3;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(`The SQLite driver for Node.js ${process.versions.node} is not installed; run npm ci with it.`);
  }
}

/** A connection of the driver. */
export type SqliteHandle = BetterSqlite3.Database;

/** A statement of the driver. */
export type SqliteStatement = BetterSqlite3.Statement;

/** Returns the path of the driver's module. */
export function driverPath(): string {
  return requireHere.resolve(DRIVER_NAME);
}

const UNIQUE_VIOLATION = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/;
const BUSY = /^SQLITE_(BUSY|LOCKED|PROTOCOL)/;
const FULL = /^SQLITE_FULL/;
const READ_ONLY = /^SQLITE_READONLY/;
const DISK_FAILURE = /^SQLITE_IOERR/;
const UNUSABLE = /^SQLITE_(CANTOPEN|NOMEM)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * Returns SQLite's name of an error, or the empty text. The error is recognized by its shape: a test that loads the
 * driver twice has two classes of its error.
 */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}

/** Returns true if SQLite reported the error. */
export function isSqliteError(error: unknown): boolean {
  return codeOf(error) !== '';
}

/** Returns true if another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error));
}

/** Returns true if SQLite found that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.test(codeOf(error));
}

/** Returns the error of a damaged file. */
export function damageError(cause?: unknown): Unavailable {
  return withCause(new Unavailable(DAMAGED_DATABASE, REPAIR_SECONDS), cause);
}

/** Converts SQLite's error to the store's, with the original as its cause. Returns other errors unchanged. */
export function translateSqliteError(error: unknown): unknown {
  const code = codeOf(error);
  if (UNIQUE_VIOLATION.test(code)) return withCause(new Conflict('The value is taken.'), error);
  if (BUSY.test(code)) return withCause(new DatabaseBusy(), error);
  if (FULL.test(code)) return withCause(new Unavailable('The disk of the service is full.', REPAIR_SECONDS), error);
  if (isDamage(error)) return damageError(error);
  if (READ_ONLY.test(code))
    return withCause(new Unavailable('The database can only be read now.', REPAIR_SECONDS), error);
  if (DISK_FAILURE.test(code))
    return withCause(new Unavailable('The disk of the service fails.', REPAIR_SECONDS), error);
  if (UNUSABLE.test(code)) return withCause(new Unavailable('The database cannot be used now.'), error);
  return code === '' ? error : withCause(new Error(`The database rejected the statement: ${messageOf(error)}`), error);
}

/** Explains in one sentence why a database file cannot be opened. */
export function explainSqliteOpenError(path: string, error: unknown): Error {
  const code = codeOf(error);
  const message = `The database file ${path} ${openErrorText(code, error)}.`;
  return withCause(isBusy(error) ? new DatabaseBusy(message) : new Error(message), error);
}

function openErrorText(code: string, error: unknown): string {
  if (code === 'SQLITE_NOTADB') return 'is not an SQLite database';
  if (code.startsWith('SQLITE_CORRUPT')) return 'is damaged';
  if (code.startsWith('SQLITE_READONLY')) return 'cannot be written';
  if (code.startsWith('SQLITE_FULL')) return 'cannot be written, because the disk is full';
  if (code.startsWith('SQLITE_CANTOPEN')) return 'cannot be opened or created';
  if (isBusy(error)) return 'is held by another process';
  return `cannot be opened: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return (error as { message?: string }).message ?? String(error);
}

function withCause<E extends Error>(error: E, cause: unknown): E {
  error.cause = cause;
  return error;
}
