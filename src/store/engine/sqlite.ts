import { existsSync, statfsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { Unavailable } from '../../domain/errors';
import { NO_DEADLINE, requireTime } from './deadline';
import {
  type DiskSpace,
  type DiskUse,
  type Engine,
  type PoolUsage,
  type QueueStatus,
  type ReadSession,
  REPAIR_SECONDS,
  readEach,
  type RowStatement,
  sanitizeValues,
  type Session,
  type Snapshot,
  type Statement,
  textOf,
  type Value,
  type WriteScope,
} from './sql';
import {
  damageError,
  explainSqliteOpenError,
  isBusy,
  isDamage,
  requireOpenablePath,
  translateSqliteError,
  createPrivately,
  findDamage,
  ServiceLock,
} from './sqliteFile';
import { type WriteLock, type ReportTransaction, WriteQueue, type WriterConnection } from './writeQueue';

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

const MEMORY = ':memory:';

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

/** Number of pages that one step of `shrink` frees: 256 KiB, because each page may have to be moved. */
const SHRINK_PAGES = 128;

/** Probes inspect the file at most once in this time: anyone may send probes. */
const INSPECTION_MS = 1_000;

/**
 * Memory for pages that were read. A search through more pages than fit reads all of them from the file again the next
 * time.
 */
const READER_CACHE_KIB = 32_000;

const DATABASE_SIZE = 'SELECT page_count * page_size AS "bytes" FROM pragma_page_count() CROSS JOIN pragma_page_size()';

/** Maximum number of rows that one statement of a scan reads. */
const MAX_SCAN_ROWS = 500;

/** Maximum age of the last measurement of free disk space. */
const DISK_SAMPLE_MS = 2_000;

export interface SqliteOptions {
  /** Free bytes on the file's disk below which `requireDiskSpace` throws. */
  readonly reservedBytes?: number;
  /** Free bytes for uploads, at least as many. */
  readonly uploadReservedBytes?: number;
  /** Shared with the other threads of this process that write to the same file. */
  readonly lock?: WriteLock;
  readonly reportTransaction?: ReportTransaction | undefined;
  /** Initial content of a database in memory: the bytes of an SQLite file without a write-ahead log. */
  readonly image?: Buffer | undefined;
}

/**
 * Opens an SQLite file, or a database in memory for `:memory:`.
 * @throws Error with a message of one sentence
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Engine> {
  const { reservedBytes = 0, uploadReservedBytes = 0, image } = options;
  if (path === MEMORY) {
    const handle = configure(new SqliteDriver(image ?? MEMORY));
    return new SqliteEngine(new SqliteConnection(handle), new SqliteConnection(handle, true), undefined, options);
  }
  const file = resolve(path);
  requireOpenablePath(file);
  let writer: BetterSqlite3.Database | undefined;
  try {
    writer = await openWriter(file);
    const reader = new SqliteDriver(file, { readonly: true, timeout: READER_BLOCKING_MS });
    reader.pragma(`cache_size = -${READER_CACHE_KIB}`);
    return new SqliteEngine(
      new SqliteConnection(writer),
      new SqliteConnection(reader, true),
      new SqliteFile(file, { events: reservedBytes, uploads: Math.max(reservedBytes, uploadReservedBytes) }),
      options,
    );
  } catch (error) {
    writer?.close();
    throw explainSqliteOpenError(file, error);
  }
}

/**
 * Opens an existing SQLite file to read its present state, unaffected by later writes. Changes nothing.
 * @throws Error with a message of one sentence
 */
export async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  const file = resolve(path);
  requireOpenablePath(file);
  if (!existsSync(file)) throw new Error(`There is no database file ${file}.`);
  try {
    const connection = openReader(file);
    connection.run('BEGIN', []);
    // The transaction's snapshot is taken by its first read.
    connection.one('SELECT name FROM sqlite_master LIMIT 1', []);
    return { session: connection.readSession(() => undefined), close: async () => connection.close() };
  } catch (error) {
    throw explainSqliteOpenError(file, error instanceof Error ? (error.cause ?? error) : error);
  }
}

function openReader(file: string): SqliteConnection {
  return new SqliteConnection(new SqliteDriver(file, { readonly: true, timeout: READER_BLOCKING_MS }), true);
}

/**
 * Opens a writer. Retries: while another process switches a new file to WAL, switching fails at once regardless of the
 * timeout.
 */
async function openWriter(file: string): Promise<BetterSqlite3.Database> {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  if (!existsSync(file)) createPrivately(file);
  for (;;) {
    const handle = new SqliteDriver(file, { timeout: WRITER_BLOCKING_MS });
    try {
      return configure(handle);
    } catch (error) {
      handle.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(OPEN_RETRY_MS);
  }
}

/**
 * Sets the pragmas of a writer. Page size and `auto_vacuum` only have effect before the first page is written, which
 * setting the journal mode does. The empty transaction fails if the file is not writable.
 */
function configure(handle: BetterSqlite3.Database): BetterSqlite3.Database {
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
  private readonly prepared = new Map<Statement | RowStatement, BetterSqlite3.Statement>();

  /** @param isReader true if statements that write are refused */
  constructor(
    private readonly handle: BetterSqlite3.Database,
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

  private translate(error: unknown): unknown {
    if (isDamage(error)) this.onDamage();
    return translateSqliteError(error);
  }

  /** Copies the write-ahead log into the file as far as no reader or writer prevents it. */
  checkpoint(): void {
    if (!this.inTransaction) this.handle.pragma('wal_checkpoint(PASSIVE)');
  }

  close(): void {
    this.handle.close();
  }

  private prepare(statement: Statement | RowStatement): BetterSqlite3.Statement {
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
  private compile(text: string): BetterSqlite3.Statement {
    const statement = this.handle.prepare(text);
    if (this.isReader && !statement.readonly) throw new Error('A reader cannot run a statement that writes.');
    return statement;
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
    return this.runNow(statement, [values]);
  }

  async runMany(
    statement: Statement | RowStatement,
    rows: readonly (readonly Value[])[],
  ): Promise<{ changes: number }> {
    return this.runNow(statement, rows);
  }

  post(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): void {
    this.runNow(statement, rows);
  }

  private runNow(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): { changes: number } {
    void this.beforeStatement();
    let changes = 0;
    for (const values of rows) changes += this.connection.run(statement, values).changes;
    return { changes };
  }
}

/**
 * One connection for writing and one for reading. A database in memory has a single connection, whose readers wait
 * while a transaction is open.
 */
class SqliteEngine implements Engine {
  readonly dialect = 'sqlite';
  readonly isCluster = false;
  private readonly queue: WriteQueue;
  private readonly activeReads = new Set<Promise<unknown>>();
  private readonly lock: WriteLock | undefined;
  private isDamaged = false;
  private inspectedAt = -Infinity;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly writer: SqliteConnection,
    private readonly reader: SqliteConnection,
    private readonly file: SqliteFile | undefined,
    options: Pick<SqliteOptions, 'lock' | 'reportTransaction'> = {},
  ) {
    this.lock = options.lock;
    this.queue = new WriteQueue(writer, options.lock, options.reportTransaction);
    for (const connection of [writer, reader]) connection.onDamage = () => this.noteDamage();
  }

  pools(): PoolUsage[] {
    return [];
  }

  async read<T>(work: (session: ReadSession) => Promise<T>, deadline = NO_DEADLINE): Promise<T> {
    this.requireOpen();
    const result = work(this.readSession(deadline));
    this.activeReads.add(result);
    try {
      return await result;
    } finally {
      this.activeReads.delete(result);
    }
  }

  /** Runs a plain read: reads do not run at the same time. */
  lookUp<T>(work: (session: ReadSession) => Promise<T>, deadline?: number): Promise<T> {
    return this.read(work, deadline);
  }

  async write<T>(
    work: (session: Session) => Promise<T>,
    _scope?: WriteScope,
    deadline: number = NO_DEADLINE,
  ): Promise<T> {
    this.requireOpen();
    return this.queue.push(work, deadline);
  }

  /** Runs a plain write: SQLite has one writer at a time. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.write(work);
  }

  /** Runs a plain write: statements have no time limit on SQLite. */
  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.write(work);
  }

  async analyze(): Promise<void> {
    return Promise.resolve();
  }

  requireDiskSpace(use: DiskUse): void {
    this.file?.requireReserve(use);
  }

  /** Reads the file with a new connection: open connections may have the pages in memory. */
  async requireUndamaged(tables: readonly string[]): Promise<void> {
    this.requireOpen();
    if (this.isDamaged || this.lock?.isDamaged === true) throw damageError();
    if (performance.now() - this.inspectedAt < INSPECTION_MS) return;
    const connection = this.file?.open();
    if (connection === undefined) return;
    try {
      connection.one(readTablesThemselves(connection, tables), []);
      this.inspectedAt = performance.now();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw damageError(error);
      throw error;
    } finally {
      connection.close();
    }
  }

  async findDamage(signal: AbortSignal): Promise<string | null> {
    const damage = (await this.file?.findDamage(signal)) ?? null;
    if (damage !== null) this.noteDamage();
    return damage;
  }

  isShared(): boolean {
    return this.closed === undefined && this.file?.serviceLock.isHeldByAnother() === true;
  }

  async measureDisk(): Promise<DiskSpace | null> {
    return (await this.file?.readSpace()) ?? null;
  }

  async measureSize(): Promise<number> {
    if (this.file !== undefined) return this.file.readSize();
    const row = await this.read((session) => session.one<{ bytes: number }>(DATABASE_SIZE, []));
    return row?.bytes ?? 0;
  }

  writeQueue(): QueueStatus {
    return this.queue.status();
  }

  /**
   * Frees pages. The checkpoint after the last step makes the file shorter: until then, the freed pages are only in the
   * log.
   */
  async shrink(): Promise<boolean> {
    if ((await this.freePages()) === 0) return false;
    await this.write(async () => this.writer.vacuum(SHRINK_PAGES));
    const hasMore = (await this.freePages()) > 0;
    if (!hasMore) this.writer.checkpoint();
    return hasMore;
  }

  close(): Promise<void> {
    return (this.closed ??= this.closeConnections());
  }

  /** Closes the writer last: only it can copy the log into the file and delete it. */
  private async closeConnections(): Promise<void> {
    await Promise.allSettled([this.queue.drain(), ...this.activeReads]);
    this.reader.close();
    this.writer.close();
    this.file?.serviceLock.release();
  }

  /** Records damage, so that all threads of the process know of it. */
  private noteDamage(): void {
    this.isDamaged = true;
    this.lock?.noteDamage();
  }

  /**
   * Returns a session that reads committed rows. A database in memory has one connection: readers wait for the end of
   * its transaction.
   */
  private readSession(deadline: number): ReadSession {
    const beforeStatement = () => {
      requireTime(deadline);
      return this.file === undefined ? this.queue.transactionEnd() : undefined;
    };
    return this.reader.readSession(beforeStatement);
  }

  private async freePages(): Promise<number> {
    const row = await this.read((session) => session.one<{ freelist_count: number }>('PRAGMA freelist_count', []));
    return row?.freelist_count ?? 0;
  }

  private requireOpen(): void {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
  }
}

/**
 * The file of a database, apart from its connections. It measures the free space on the file's disk: large writes stop
 * while some is left, because deleting also needs to write.
 */
class SqliteFile {
  readonly serviceLock: ServiceLock;
  private readonly directory: string;
  private freeBytes: number;
  private measuredAt = performance.now();

  constructor(
    private readonly path: string,
    private readonly reservedBytes: Readonly<Record<DiskUse, number>>,
  ) {
    this.serviceLock = new ServiceLock(path, (file) => new SqliteDriver(file, { timeout: 0 }));
    this.directory = dirname(path);
    this.freeBytes = availableBytes(statfsSync(this.directory));
  }

  open(): SqliteConnection {
    try {
      return openReader(this.path);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  findDamage(signal: AbortSignal): Promise<string | null> {
    return findDamage(this.path, requireHere.resolve(DRIVER_NAME), signal);
  }

  /**
   * Checks the reserve.
   * @throws Unavailable if fewer bytes are free than are reserved, by a measurement that may be two seconds old
   */
  requireReserve(use: DiskUse): void {
    if (performance.now() - this.measuredAt > DISK_SAMPLE_MS) this.measure();
    if (this.freeBytes >= this.reservedBytes[use]) return;
    throw new Unavailable(
      use === 'events'
        ? 'The disk of the service is almost full; nothing more is stored for now.'
        : 'The disk of the service is almost full; no uploads are stored for now.',
      REPAIR_SECONDS,
    );
  }

  async readSpace(): Promise<DiskSpace> {
    const { events, uploads } = this.reservedBytes;
    const freeBytes = availableBytes(await statfs(this.directory));
    return { freeBytes, reservedBytes: events, uploadReservedBytes: uploads };
  }

  /** Returns the bytes of the file and its write-ahead log. */
  async readSize(): Promise<number> {
    const sizes = await Promise.all([this.path, `${this.path}-wal`].map(sizeOf));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Measures in the background, for later callers. If that fails, the last value stays. */
  private measure(): void {
    this.measuredAt = performance.now();
    statfs(this.directory).then(
      (status) => (this.freeBytes = availableBytes(status)),
      () => undefined,
    );
  }
}

/** Returns the size of a file; 0 if there is none. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Selects the primary keys of tables WITHOUT ROWID, which are stored in the order of their key. */
const KEYS_WITHOUT_ROWID = `SELECT t.name AS "table", group_concat(c.name, ', ' ORDER BY c.pk) AS "key"
  FROM pragma_table_list t CROSS JOIN pragma_table_info(t.name) c
  WHERE t.schema = 'main' AND t.wr = 1 AND c.pk > 0 GROUP BY t.name`;

/**
 * Returns a statement that reads a row of each table from the table itself: an index may be intact although the table
 * is damaged. For a table WITHOUT ROWID, NOT INDEXED alone still lets SQLite scan an index.
 */
function readTablesThemselves(connection: SqliteConnection, tables: readonly string[]): string {
  const rows = connection.all(KEYS_WITHOUT_ROWID, []) as { table: string; key: string }[];
  const keys = new Map(rows.map(({ table, key }) => [table, key]));
  return readEach(tables, (table) => {
    const key = keys.get(table);
    return key === undefined ? ' NOT INDEXED' : ` NOT INDEXED ORDER BY ${key}`;
  });
}

/** Returns the bytes that this process may use: some file systems reserve blocks for the superuser. */
function availableBytes({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}
