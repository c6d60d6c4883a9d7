import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { Conflict, DatabaseBusy, Unavailable } from '../../domain/errors';
import {
  DAMAGED_DATABASE,
  type ReadSession,
  REPAIR_SECONDS,
  type RowStatement,
  sanitizeValues,
  type Session,
  type Statement,
  textOf,
  type Value,
} from './sql';
import type { WriterConnection } from './writeQueue';

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
type SqliteStatement = BetterSqlite3.Statement;

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
  const denied = /^SQLITE_(CANTOPEN|READONLY)/.test(code) ? missingPermission(path) : null;
  const message = `The database file ${path} ${denied ?? openErrorText(code, error)}.`;
  return withCause(isBusy(error) ? new DatabaseBusy(message) : new Error(message), error);
}

/**
 * Returns which permission of a database file, or of what SQLite writes beside it, the user of the process does not
 * have; null if they have all. Users are named by their ids: containers have no names of them.
 */
function missingPermission(path: string): string | null {
  const { R_OK, W_OK } = constants;
  const files = [path, `${path}-wal`, `${path}-shm`].map((file) => [file, R_OK | W_OK] as const);
  for (const [file, mode] of [...files, [dirname(path), W_OK] as const]) {
    if (!isDenied(file, mode)) continue;
    const user = process.getuid?.() ?? '';
    return `cannot be opened or created, because ${file === path ? 'it' : file} belongs to the user ${statSync(file).uid}, and the user ${user} of this process may not write it: run the service and all commands as one user, who owns it`;
  }
  return null;
}

/** Returns true if a file exists and the user of the process does not have the permission. */
export function isDenied(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
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
 * Time for which SQLite may block the event loop to wait for a lock. The writer waits longer without blocking, in
 * WriteQueue.
 */
const WRITER_BLOCKING_MS = 1;
const READER_BLOCKING_MS = 100;
const OPEN_TIMEOUT_MS = 5_000;
const OPEN_RETRY_MS = 5;

/** Page size of a new file (src/DECISIONS.md, "Event rows"). */
const PAGE_BYTES = 1_024;

/** Size of the write-ahead log at which a checkpoint runs: a page that many events change is then copied only once. */
const WAL_BYTES = 16 * 1024 * 1024;
const WAL_SIZE_LIMIT_BYTES = 64 * 1024 * 1024;

/** Maximum number of rows that one statement of a scan reads. */
export const MAX_SCAN_ROWS = 500;

/** Opens a database in memory. Its reader and its writer share one connection. @param image its initial content */
export function openInMemory(image?: Buffer): { reader: SqliteConnection; writer: SqliteConnection } {
  const handle = configure(new SqliteDriver(image ?? ':memory:'));
  return { reader: new SqliteConnection(handle, true), writer: new SqliteConnection(handle) };
}

/** Opens a reader of a file. @param cacheKib memory for pages that were read; SQLite's default, if omitted */
export function openReader(file: string, cacheKib?: number): SqliteConnection {
  const handle = new SqliteDriver(file, { readonly: true, timeout: READER_BLOCKING_MS });
  if (cacheKib !== undefined) handle.pragma(`cache_size = -${cacheKib}`);
  return new SqliteConnection(handle, true);
}

/**
 * Opens a writer. Retries: while another process switches a new file to WAL, switching fails at once regardless of the
 * timeout.
 */
export async function openWriter(file: string): Promise<SqliteConnection> {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  if (!existsSync(file)) createPrivately(file);
  for (;;) {
    const handle = new SqliteDriver(file, { timeout: WRITER_BLOCKING_MS });
    try {
      return new SqliteConnection(configure(handle));
    } catch (error) {
      handle.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(OPEN_RETRY_MS);
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

/**
 * Sets the pragmas of a writer. Page size and `auto_vacuum` only have effect before the first page is written, which
 * setting the journal mode does. The empty transaction fails if the file is not writable.
 */
function configure(handle: SqliteHandle): SqliteHandle {
  handle.pragma(`page_size = ${PAGE_BYTES}`);
  handle.pragma('auto_vacuum = INCREMENTAL');
  for (const pragma of writerPragmas(handle)) handle.pragma(pragma);
  handle.exec('BEGIN IMMEDIATE; ROLLBACK');
  return handle;
}

/** Returns the pragmas of every writer of the file of a connection. */
function writerPragmas(handle: SqliteHandle): string[] {
  const pageBytes = Number(handle.pragma('page_size', { simple: true }));
  return [
    `wal_autocheckpoint = ${WAL_BYTES / pageBytes}`,
    'journal_mode = WAL',
    'synchronous = FULL',
    `journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`,
    // Overwrites deleted content in the pages that are written anyway (src/DECISIONS.md, "Erased content").
    'secure_delete = FAST',
    'foreign_keys = ON',
  ];
}

/** A connection whose statements are prepared once. Throws the store's errors. */
export class SqliteConnection implements WriterConnection {
  /** Called when SQLite finds that the file is damaged. */
  onDamage: () => void = () => undefined;
  private readonly prepared = new Map<Statement | RowStatement, SqliteStatement>();

  /** @param isReader true if statements that write are refused */
  constructor(
    private readonly handle: SqliteHandle,
    private readonly isReader = false,
  ) {}

  get inTransaction(): boolean {
    return this.handle.inTransaction;
  }

  all(statement: Statement, values: readonly Value[]): unknown[] {
    try {
      return this.prepare(statement).all(sanitizeValues(values));
    } catch (error) {
      throw this.translate(error);
    }
  }

  allOnce(text: string, values: readonly Value[]): unknown[] {
    try {
      return this.compile(text).all(sanitizeValues(values));
    } catch (error) {
      throw this.translate(error);
    }
  }

  one(statement: Statement, values: readonly Value[]): unknown {
    try {
      return this.prepare(statement).get(sanitizeValues(values));
    } catch (error) {
      throw this.translate(error);
    }
  }

  run(statement: Statement | RowStatement, values: readonly Value[]): { changes: number } {
    try {
      return this.prepare(statement).run(sanitizeValues(values));
    } catch (error) {
      throw this.translate(error);
    }
  }

  begin(): boolean {
    try {
      this.prepare('BEGIN IMMEDIATE').run();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw this.translate(error);
    }
  }

  /**
   * Rolls back. If that fails, the next `begin` fails because of the open transaction, and its caller rolls back again.
   */
  rollback(): void {
    try {
      if (this.inTransaction) this.handle.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  session(beforeStatement: () => void): Session {
    return new SqliteSession(this, beforeStatement);
  }

  readSession(beforeStatement: () => void | Promise<void>): ReadSession {
    return new SqliteReadSession(this, beforeStatement);
  }

  /** Returns the pragmas of a further writer of the file. */
  pragmas(): string[] {
    return writerPragmas(this.handle);
  }

  /** Frees pages. `exec` steps the statement to its end; `run` would take one step, which frees one page. */
  vacuum(pages: number): void {
    try {
      this.handle.exec(`PRAGMA incremental_vacuum(${pages})`);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** Copies the write-ahead log into the file as far as no reader or writer prevents it. */
  checkpoint(): void {
    if (!this.inTransaction) this.handle.pragma('wal_checkpoint(PASSIVE)');
  }

  /**
   * Copies the whole write-ahead log into the file, and empties it. A file of at most `rewrittenBytes` is written again
   * before. Returns false if somebody else uses the database: the caller tries again.
   */
  purge(rewrittenBytes: number): boolean {
    if (this.inTransaction) return false;
    try {
      const pages = Number(this.handle.pragma('page_count', { simple: true }));
      if (pages * Number(this.handle.pragma('page_size', { simple: true })) <= rewrittenBytes)
        this.handle.exec('VACUUM');
      const [checkpoint] = this.handle.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      return checkpoint?.busy === 0;
    } catch (error) {
      if (isBusy(error)) return false;
      throw this.translate(error);
    }
  }

  close(): void {
    this.handle.close();
  }

  private prepare(statement: Statement | RowStatement): SqliteStatement {
    let prepared = this.prepared.get(statement);
    if (prepared === undefined) {
      prepared = this.compile(textOf(statement, 'sqlite'));
      this.prepared.set(statement, prepared);
    }
    return prepared;
  }

  /**
   * Compiles a statement. SQLite itself refuses writes of a reader to a file, but not in memory, where readers share
   * the connection of the writer.
   */
  private compile(text: string): SqliteStatement {
    const statement = this.handle.prepare(text);
    if (this.isReader && !statement.readonly) throw new Error('A reader cannot run a statement that writes.');
    return statement;
  }

  private translate(error: unknown): unknown {
    if (isDamage(error)) this.onDamage();
    return translateSqliteError(error);
  }
}

/**
 * The asynchronous interface of a connection. `beforeStatement` is called before each statement; it may wait or throw.
 */
class SqliteReadSession implements ReadSession {
  readonly dialect = 'sqlite';
  readonly maxScanRows = MAX_SCAN_ROWS;

  constructor(
    protected readonly connection: SqliteConnection,
    protected readonly beforeStatement: () => void | Promise<void>,
  ) {}

  async all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const wait = this.beforeStatement();
    if (wait !== undefined) await wait;
    return this.connection.all(statement, values) as Row[];
  }

  async allOnce<Row>(text: string, values: readonly Value[]): Promise<Row[]> {
    const wait = this.beforeStatement();
    if (wait !== undefined) await wait;
    return this.connection.allOnce(text, values) as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    const wait = this.beforeStatement();
    if (wait !== undefined) await wait;
    return this.connection.one(statement, values) as Row | undefined;
  }
}

/** The asynchronous interface of a transaction, whose statements wait for nothing. */
class SqliteSession extends SqliteReadSession implements Session {
  async run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }> {
    return this.post(statement, [values]);
  }

  async runMany(
    statement: Statement | RowStatement,
    rows: readonly (readonly Value[])[],
  ): Promise<{ changes: number }> {
    return this.post(statement, rows);
  }

  /** Runs the statement at once. */
  post(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): { changes: number } {
    void this.beforeStatement();
    let changes = 0;
    for (const values of rows) changes += this.connection.run(statement, values).changes;
    return { changes };
  }
}
