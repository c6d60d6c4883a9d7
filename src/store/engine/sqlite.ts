import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Unavailable } from '../../domain/errors';
import {
  type DiskSpace,
  type DiskUse,
  type Engine,
  NO_DEADLINE,
  type PoolUsage,
  type QueueStatus,
  type ReadSession,
  type SchemaThread,
  type Session,
  type Snapshot,
  type WriteScope,
  readEach,
  requireTime,
} from './sql';
import {
  damageError,
  explainSqliteOpenError,
  openInMemory,
  openReader,
  openWriter,
  type SqliteConnection,
} from './sqliteConnection';
import { requireOpenablePath, SqliteFile } from './sqliteFile';
import { SqliteThread } from './sqliteThread';
import { type WriteLock, type ReportTransaction, WriteQueue } from './writeQueue';

const MEMORY = ':memory:';

/** Number of pages that one step of `shrink` frees: 256 KiB, because each page may have to be moved. */
const SHRINK_PAGES = 128;

/** Size up to which `purge` writes the file again: all other writes wait for less than a second. */
const REWRITTEN_BYTES = 64 * 1024 * 1024;

/** Probes inspect the file at most once in this time: anyone may send probes. */
const INSPECTION_MS = 1_000;

/**
 * Memory for pages that were read. A search through more pages than fit reads all of them from the file again the next
 * time.
 */
const READER_CACHE_KIB = 32_000;

const DATABASE_SIZE = 'SELECT page_count * page_size AS "bytes" FROM pragma_page_count() CROSS JOIN pragma_page_size()';

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
    const { writer, reader } = openInMemory(image);
    return new SqliteEngine(writer, reader, undefined, options);
  }
  const file = resolve(path);
  requireOpenablePath(file);
  let writer: SqliteConnection | undefined;
  try {
    writer = await openWriter(file);
    return new SqliteEngine(
      writer,
      openReader(file, READER_CACHE_KIB),
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

/**
 * One connection for writing and one for reading. A database in memory has a single connection, whose readers wait
 * while a transaction is open.
 */
class SqliteEngine implements Engine {
  readonly dialect = 'sqlite';
  readonly isCluster = false;
  private readonly queue: WriteQueue;
  /** Reads, and changes of the schema on another thread. */
  private readonly active = new Set<Promise<unknown>>();
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
    const session = this.reader.readSession(() => {
      requireTime(deadline);
      // A database in memory has one connection.
      return this.file === undefined ? this.queue.transactionEnd() : undefined;
    });
    const result = work(session);
    this.active.add(result);
    try {
      return await result;
    } finally {
      this.active.delete(result);
    }
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

  openSchemaThread(): SchemaThread | undefined {
    if (this.file === undefined) return undefined;
    const thread = new SqliteThread(this.file.path, this.writer.pragmas());
    return {
      changeSchema: async (work) => {
        this.requireOpen();
        const change = thread.changeSchema(work);
        this.active.add(change);
        return change.finally(() => this.active.delete(change));
      },
      close: () => thread.close(),
    };
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

  async purge(): Promise<boolean> {
    if (this.file === undefined) return false;
    if (await this.shrink()) return true;
    return !this.writer.purge(REWRITTEN_BYTES);
  }

  close(): Promise<void> {
    return (this.closed ??= this.closeConnections());
  }

  /** Closes the writer last: only it can copy the log into the file and delete it. */
  private async closeConnections(): Promise<void> {
    await Promise.allSettled([this.queue.drain(), ...this.active]);
    this.reader.close();
    this.writer.close();
    this.file?.serviceLock.release();
  }

  /** Records damage, so that all threads of the process know of it. */
  private noteDamage(): void {
    this.isDamaged = true;
    this.lock?.noteDamage();
  }

  private async freePages(): Promise<number> {
    const row = await this.read((session) => session.one<{ freelist_count: number }>('PRAGMA freelist_count', []));
    return row?.freelist_count ?? 0;
  }

  private requireOpen(): void {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
  }
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
