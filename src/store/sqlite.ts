import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { Unavailable } from '../domain/errors';
import { DeletedRangeCache, type InsertedEvent } from './deletedRanges';
import { type Engine, sanitizeValues, type Session, type Snapshot, type Statement, type Value } from './sql';
import { explainSqliteOpenError, isBusy, pathExists, requireOpenablePath, translateSqliteError } from './sqliteErrors';
import type { WriteLock } from './writeLock';
import { WriteQueue, type WriterConnection } from './writeQueue';

const MEMORY = ':memory:';

/** How long SQLite may block the event loop over a lock: briefly, the queue waits for the rest without blocking. */
const WRITER_WAIT_MS = 1;
const READER_WAIT_MS = 100;
const OPENING_WAIT_MS = 5_000;
const OPENING_PAUSE_MS = 5;

/** Of a new file. Bodies of some kilobytes leave half of a larger page empty; records of lists would need two smaller ones. */
const PAGE_BYTES = 2_048;

/** The log is copied into the file at sixteen mebibytes: pages that many events touch are copied once. */
const WAL_PAGES = 8_000;
const WAL_KEPT_BYTES = 64 * 1024 * 1024;

export interface SqliteOptions {
  /** Bytes of the file's disk that `requireRoom` keeps free. */
  readonly reservedBytes?: number;
  /** Of another thread of this process that writes to the same file. */
  readonly lock?: WriteLock;
}

/**
 * Opens an SQLite file, or a database in memory for `:memory:`.
 * @throws Error with one sentence if it cannot
 */
export async function openSqlite(
  path: string,
  { reservedBytes: reserve = 0, lock }: SqliteOptions = {},
): Promise<Engine> {
  if (path === MEMORY) return new SqliteEngine(new SqliteConnection(configure(new BetterSqlite3(MEMORY))), undefined);
  const file = resolve(path);
  requireOpenablePath(file);
  let writer: BetterSqlite3.Database | undefined;
  try {
    writer = await openWriter(file);
    const reader = new BetterSqlite3(file, { readonly: true, timeout: READER_WAIT_MS });
    return new SqliteEngine(
      new SqliteConnection(writer),
      new SqliteConnection(reader),
      new FreeDiskSpace(file, reserve),
      lock,
    );
  } catch (error) {
    writer?.close();
    throw explainSqliteOpenError(file, error);
  }
}

/**
 * Opens an SQLite file that there is, to read it as it is at this moment; nothing of it is changed.
 * @throws Error with one sentence if it cannot
 */
export async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  const file = resolve(path);
  requireOpenablePath(file);
  if (!pathExists(file)) throw new Error(`There is no database file ${file}.`);
  try {
    const connection = new SqliteConnection(new BetterSqlite3(file, { readonly: true, timeout: READER_WAIT_MS }));
    connection.run('BEGIN', []);
    // The moment is that of the first look.
    connection.one('SELECT name FROM sqlite_master LIMIT 1', []);
    return { session: connection.session(() => undefined), close: async () => connection.close() };
  } catch (error) {
    throw explainSqliteOpenError(file, error instanceof Error ? (error.cause ?? error) : error);
  }
}

/** Switching a new file to its journal fails at once, whatever the timeout, while another process does the same. */
async function openWriter(file: string): Promise<BetterSqlite3.Database> {
  const deadline = performance.now() + OPENING_WAIT_MS;
  for (;;) {
    const handle = new BetterSqlite3(file, { timeout: WRITER_WAIT_MS });
    try {
      return configure(handle);
    } catch (error) {
      handle.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(OPENING_PAUSE_MS);
  }
}

/**
 * Page size and `auto_vacuum` count only before the first page is written, and the journal mode writes it. The empty transaction finds
 * out whether the file can be written at all.
 */
function configure(handle: BetterSqlite3.Database): BetterSqlite3.Database {
  handle.pragma(`page_size = ${PAGE_BYTES}`);
  handle.pragma('auto_vacuum = INCREMENTAL');
  handle.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`);
  handle.pragma('foreign_keys = ON');
  handle.exec('BEGIN IMMEDIATE; ROLLBACK');
  return handle;
}

/** One connection, with its statements prepared once. Throws the store's errors. */
export class SqliteConnection implements WriterConnection {
  /** Events that the present transaction inserted, or the last one: readers may not see them yet. */
  readonly fresh: InsertedEvent[] = [];
  /** Told of each of them. */
  onInsert: (key: InsertedEvent) => void = () => undefined;
  private readonly prepared = new Map<Statement, BetterSqlite3.Statement>();

  constructor(private readonly handle: BetterSqlite3.Database) {}

  all(statement: Statement, values: readonly Value[]): unknown[] {
    try {
      return this.prepare(statement).all(sanitizeValues(values));
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  one(statement: Statement, values: readonly Value[]): unknown {
    try {
      return this.prepare(statement).get(sanitizeValues(values));
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  run(statement: Statement, values: readonly Value[]): { changes: number } {
    try {
      return this.prepare(statement).run(sanitizeValues(values));
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  begin(): boolean {
    try {
      this.prepare('BEGIN IMMEDIATE').run();
      this.fresh.length = 0;
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw translateSqliteError(error);
    }
  }

  commit(): void {
    this.run('COMMIT', []);
  }

  /** A rollback that fails leaves a transaction that the next `begin` stumbles over, and so it is tried again. */
  abandon(): void {
    try {
      if (this.isOpen()) this.handle.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  isOpen(): boolean {
    return this.handle.inTransaction;
  }

  mark(): void {
    this.run('SAVEPOINT job', []);
  }

  keep(): void {
    this.run('RELEASE job', []);
  }

  undo(): void {
    this.run('ROLLBACK TO job', []);
    this.keep();
  }

  session(enter: () => void | Promise<void>, stretches?: DeletedRangeCache): Session {
    return new SqliteSession(this, enter, stretches);
  }

  /** Changes whenever another process has written. */
  version(): number {
    return (this.one('PRAGMA data_version', []) as { data_version: number }).data_version;
  }

  /** `exec` steps a statement to its end; `run` would take one step, which frees one page. */
  vacuum(pages: number): void {
    try {
      this.handle.exec(`PRAGMA incremental_vacuum(${pages})`);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** Pages freed in the log leave the file when the log is copied into it. */
  checkpoint(): void {
    if (!this.isOpen()) this.handle.pragma('wal_checkpoint(PASSIVE)');
  }

  close(): void {
    this.handle.close();
  }

  private prepare(statement: Statement): BetterSqlite3.Statement {
    const known = this.prepared.get(statement);
    if (known !== undefined) return known;
    const made = this.handle.prepare(typeof statement === 'string' ? statement : statement('sqlite'));
    this.prepared.set(statement, made);
    return made;
  }
}

/** The asynchronous face of a connection; `enter` comes before each statement, to wait or to refuse. */
class SqliteSession implements Session {
  constructor(
    private readonly connection: SqliteConnection,
    private readonly enter: () => void | Promise<void>,
    readonly deletedRanges: DeletedRangeCache | undefined,
  ) {}

  notifyInserted(key: InsertedEvent): void {
    this.connection.fresh.push(key);
    this.connection.onInsert(key);
  }

  async all<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const wait = this.enter();
    if (wait !== undefined) await wait;
    return this.connection.all(statement, values) as Row[];
  }

  async one<Row>(statement: Statement, values: readonly Value[]): Promise<Row | undefined> {
    const wait = this.enter();
    if (wait !== undefined) await wait;
    return this.connection.one(statement, values) as Row | undefined;
  }

  async run(statement: Statement, values: readonly Value[]): Promise<{ changes: number }> {
    const wait = this.enter();
    if (wait !== undefined) await wait;
    return this.connection.run(statement, values);
  }

  async runMany(statement: Statement, rows: readonly (readonly Value[])[]): Promise<{ changes: number }> {
    const wait = this.enter();
    if (wait !== undefined) await wait;
    let changes = 0;
    for (const values of rows) changes += this.connection.run(statement, values).changes;
    return { changes };
  }
}

/** Pages given back in one step: a quarter of a mebibyte, for each may have to be moved. */
const SHRINK_PAGES = 128;

/** One connection that writes and one that reads beside it; in memory a single one, whose readers wait for open transactions. */
export class SqliteEngine implements Engine {
  readonly dialect = 'sqlite';
  private readonly queue: WriteQueue;
  private readonly committed: Session;
  private readonly reading = new Set<Promise<unknown>>();
  private closed: Promise<void> | undefined;

  constructor(
    private readonly writer: SqliteConnection,
    private readonly reader: SqliteConnection | undefined,
    private readonly room?: FreeDiskSpace,
    lock?: WriteLock,
  ) {
    this.queue = new WriteQueue(writer, lock);
    const stretches = new DeletedRangeCache(writer.fresh, () => writer.version());
    writer.onInsert = (key) => stretches.insert(key);
    this.committed = reader?.session(() => undefined, stretches) ?? writer.session(() => this.queue.quiet(), stretches);
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.requireOpen();
    const result = work(this.committed);
    this.reading.add(result);
    try {
      return await result;
    } finally {
      this.reading.delete(result);
    }
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.requireOpen();
    return this.queue.push(work);
  }

  /** There is one writer at a time. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.write(work);
  }

  changeSchema<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.write(work);
  }

  requireDiskSpace(): void {
    this.room?.requireReserve();
  }

  /** The log is copied into the file at the end: only then does the file become shorter. */
  async shrink(): Promise<boolean> {
    if ((await this.freePages()) === 0) return false;
    await this.write(async () => this.writer.vacuum(SHRINK_PAGES));
    const more = (await this.freePages()) > 0;
    if (!more) this.writer.checkpoint();
    return more;
  }

  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  /** The writer closes last: only it can copy the log into the file and delete it. */
  private async finish(): Promise<void> {
    await Promise.allSettled([this.queue.drained(), ...this.reading]);
    this.reader?.close();
    this.writer.close();
  }

  private async freePages(): Promise<number> {
    const row = await this.read((session) => session.one<{ freelist_count: number }>('PRAGMA freelist_count', []));
    return row?.freelist_count ?? 0;
  }

  private requireOpen(): void {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
  }
}

/** How old the last look at the disk may be. */
const SAMPLE_MS = 2_000;
/** A disk does not empty itself: somebody has to see to it. */
const RETRY_SECONDS = 60;

/**
 * Watches the room on a file's disk. What fills it is refused before it is full: to remove something, the database has to write
 * first.
 */
export class FreeDiskSpace {
  private readonly directory: string;
  private free: number;
  private sampled = performance.now();

  /** @param reserve bytes that are to stay free */
  constructor(
    file: string,
    private readonly reserve: number,
  ) {
    this.directory = dirname(file);
    this.free = availableBytes(statfsSync(this.directory));
  }

  /** @throws Unavailable if less is free than is to stay so */
  requireReserve(): void {
    if (performance.now() - this.sampled > SAMPLE_MS) this.sample();
    if (this.free < this.reserve)
      throw new Unavailable('The disk of the service is almost full; nothing more is stored for now.', RETRY_SECONDS);
  }

  /** The answer is for those who ask later; what cannot be found out stays as it was. */
  private sample(): void {
    this.sampled = performance.now();
    statfs(this.directory).then(
      (status) => (this.free = availableBytes(status)),
      () => undefined,
    );
  }
}

/** What is free for this process; some file systems keep blocks for the superuser. */
function availableBytes({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}
