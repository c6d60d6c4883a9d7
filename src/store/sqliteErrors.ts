import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Conflict, Unavailable } from '../domain/errors';

const TAKEN = /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/;
const BUSY = /^SQLITE_(BUSY|LOCKED|PROTOCOL)/;
const FULL = /^SQLITE_FULL/;
const FAULTY = /^SQLITE_(READONLY|IOERR|CANTOPEN|NOMEM)/;
/** Somebody has to see to a full disk. */
const FULL_RETRY_SECONDS = 60;

/** SQLite's name for an error, or the empty text. By shape: the driver's class differs between module registries. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error));
}

/** The store's error for one of SQLite's, which it keeps as its cause; an error of another origin as it is. */
export function translateSqliteError(error: unknown): unknown {
  const code = codeOf(error);
  if (TAKEN.test(code)) return withCause(new Conflict('The value is taken.'), error);
  if (BUSY.test(code)) return withCause(new Unavailable('The database is busy.'), error);
  if (FULL.test(code)) return withCause(new Unavailable('The disk of the service is full.', FULL_RETRY_SECONDS), error);
  if (FAULTY.test(code)) return withCause(new Unavailable('The database cannot be used now.'), error);
  return code === '' ? error : withCause(new Error(`The database refuses: ${messageOf(error)}`), error);
}

/** One sentence for a database file that cannot be opened. */
export function explainSqliteOpenError(path: string, error: unknown): Error {
  const code = codeOf(error);
  return withCause(new Error(`The database file ${path} ${openErrorText(code, error)}.`), error);
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

function withCause<E extends Error>(failure: E, cause: unknown): E {
  failure.cause = cause;
  return failure;
}

/**
 * Tells apart what SQLite says the same of.
 * @throws Error with one sentence unless there is a file of that name, or can be one
 */
export function requireOpenablePath(file: string): void {
  const directory = dirname(file);
  if (!isDirectory(directory)) {
    throw new Error(`The database file ${file} cannot be opened, because there is no directory ${directory}.`);
  }
  if (isDirectory(file)) throw new Error(`The database file ${file} cannot be opened, because it is a directory.`);
}

/** Whether something is at this path. */
export function pathExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
