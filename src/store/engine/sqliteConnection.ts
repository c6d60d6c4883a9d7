import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  SqliteDriver,
  type SqliteHandle,
  type SqliteStatement,
  isBusy,
  isDamage,
  translateSqliteError,
} from './sqliteDriver';
import {
  type ReadSession,
  type RowStatement,
  sanitizeValues,
  type Session,
  type Statement,
  textOf,
  type Value,
} from './sql';
import type { WriterConnection } from './writeQueue';

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
const MAX_SCAN_ROWS = 500;

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
  const pageBytes = Number(handle.pragma('page_size', { simple: true }));
  handle.pragma(`wal_autocheckpoint = ${WAL_BYTES / pageBytes}`);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma(`journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`);
  handle.pragma('foreign_keys = ON');
  handle.exec('BEGIN IMMEDIATE; ROLLBACK');
  return handle;
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
