import { closeSync, openSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { dirname } from 'node:path';
import { Conflict, DatabaseBusy, Unavailable } from '../../domain/errors';
import { DAMAGED_DATABASE, REPAIR_SECONDS } from './sql';

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

/**
 * Distinguishes a missing directory from a directory at the file's path; SQLite reports both as SQLITE_CANTOPEN.
 * @throws Error with a message of one sentence
 */
export function requireOpenablePath(file: string): void {
  const directory = dirname(file);
  if (!isDirectory(directory)) {
    throw new Error(`The database file ${file} cannot be opened, because there is no directory ${directory}.`);
  }
  if (isDirectory(file)) throw new Error(`The database file ${file} cannot be opened, because it is a directory.`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Creates an empty file that only its owner can read. SQLite gives the files beside it the same permissions. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Opening the database reports the reason.
  }
}

/** The methods of the driver's connection that a lock uses. */
interface LockHandle {
  exec(statement: string): unknown;
  close(): unknown;
}

/** Suffix of the file whose lock a service holds; it is beside the database, and always empty. */
const SERVICE_LOCK = '-service';

/**
 * Checks whether another service uses the same SQLite database. A service holds SQLite's lock on an empty file while it
 * runs. The operating system releases the lock when the process ends in any way: neither a killed service nor another
 * process with its id is taken for a running one.
 */
export class ServiceLock {
  #held: LockHandle | undefined;

  constructor(
    private readonly database: string,
    private readonly openHandle: (file: string) => LockHandle,
  ) {}

  /** Returns true if another service holds the lock. If none does, this service holds it from now on. */
  isHeldByAnother(): boolean {
    if (this.#held !== undefined) return false;
    let handle: LockHandle | undefined;
    try {
      const file = `${this.database}${SERVICE_LOCK}`;
      createPrivately(file);
      handle = this.openHandle(file);
      handle.exec('BEGIN EXCLUSIVE');
      this.#held = handle;
      return false;
    } catch (error) {
      handle?.close();
      return isBusy(error);
    }
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }
}

/**
 * Checks the database table by table, so that its log can be shortened, and the check stopped, in between. Replies with
 * the first damage, or null.
 */
const CHECK_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Driver = require(workerData.driver);
const SELECT_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

function damageOf(read) {
  try {
    return read();
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return error.message;
    throw error;
  }
}

function findDamage() {
  const database = new Driver(workerData.file, { readonly: true });
  for (const { name } of database.prepare(SELECT_TABLES).all()) {
    if (Atomics.load(workerData.isStopped, 0) === 1) break;
    const found = damageOf(() => database.pragma('quick_check("' + name + '")')[0].quick_check);
    if (found !== 'ok') return 'table ' + name + ': ' + found;
  }
  database.close();
  return null;
}

parentPort.postMessage(damageOf(findDamage));`;

/**
 * Reads all pages of an SQLite database on a thread of its own.
 * @param driver path of the driver's module
 * @returns a description of the damage, or null; also null if the signal is aborted before damage is found
 */
export function findDamage(file: string, driver: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const isStopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(CHECK_PROGRAM, { eval: true, workerData: { file, driver, isStopped } });
    // Terminating a thread whose statement fails at that moment makes the driver abort the process. It would also wait
    // for the statement.
    const stop = () => void Atomics.store(isStopped, 0, 1);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (damage: string | null) => resolve(damage));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      resolve(null);
    });
  });
}
