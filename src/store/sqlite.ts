import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { DiskRoom } from './diskRoom';
import type { HiddenStretches, InsertedKey } from './hiddenStretches';
import { type Engine, type Session, type Snapshot, type Statement, type Value, storable } from './sql';
import { SqliteEngine } from './sqliteEngine';
import { explainOpening, isBusy, translate } from './sqliteErrors';
import { exists, requirePlace } from './sqlitePlace';
import type { WriteLock } from './writeLock';
import type { Transactions } from './writeQueue';

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
  readonly reserve?: number;
  /** Of another thread of this process that writes to the same file. */
  readonly lock?: WriteLock;
}

/**
 * Opens an SQLite file, or a database in memory for `:memory:`.
 * @throws Error with one sentence if it cannot
 */
export async function openSqlite(path: string, { reserve = 0, lock }: SqliteOptions = {}): Promise<Engine> {
  if (path === MEMORY) return new SqliteEngine(new Connection(configure(new BetterSqlite3(MEMORY))), undefined);
  const file = resolve(path);
  requirePlace(file);
  let writer: BetterSqlite3.Database | undefined;
  try {
    writer = await openWriter(file);
    const reader = new BetterSqlite3(file, { readonly: true, timeout: READER_WAIT_MS });
    return new SqliteEngine(new Connection(writer), new Connection(reader), new DiskRoom(file, reserve), lock);
  } catch (error) {
    writer?.close();
    throw explainOpening(file, error);
  }
}

/**
 * Opens an SQLite file that there is, to read it as it is at this moment; nothing of it is changed.
 * @throws Error with one sentence if it cannot
 */
export async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  const file = resolve(path);
  requirePlace(file);
  if (!exists(file)) throw new Error(`There is no database file ${file}.`);
  try {
    const connection = new Connection(new BetterSqlite3(file, { readonly: true, timeout: READER_WAIT_MS }));
    connection.run('BEGIN', []);
    // The moment is that of the first look.
    connection.one('SELECT name FROM sqlite_master LIMIT 1', []);
    return { session: connection.session(() => undefined), close: async () => connection.close() };
  } catch (error) {
    throw explainOpening(file, error instanceof Error ? (error.cause ?? error) : error);
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
export class Connection implements Transactions {
  /** Events that the present transaction inserted, or the last one: readers may not see them yet. */
  readonly fresh: InsertedKey[] = [];
  /** Told of each of them. */
  onInsert: (key: InsertedKey) => void = () => undefined;
  private readonly prepared = new Map<Statement, BetterSqlite3.Statement>();

  constructor(private readonly handle: BetterSqlite3.Database) {}

  all(statement: Statement, values: readonly Value[]): unknown[] {
    try {
      return this.prepare(statement).all(storable(values));
    } catch (error) {
      throw translate(error);
    }
  }

  one(statement: Statement, values: readonly Value[]): unknown {
    try {
      return this.prepare(statement).get(storable(values));
    } catch (error) {
      throw translate(error);
    }
  }

  run(statement: Statement, values: readonly Value[]): { changes: number } {
    try {
      return this.prepare(statement).run(storable(values));
    } catch (error) {
      throw translate(error);
    }
  }

  begin(): boolean {
    try {
      this.prepare('BEGIN IMMEDIATE').run();
      this.fresh.length = 0;
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw translate(error);
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

  session(enter: () => void | Promise<void>, stretches?: HiddenStretches): Session {
    return new ConnectionSession(this, enter, stretches);
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
      throw translate(error);
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
class ConnectionSession implements Session {
  constructor(
    private readonly connection: Connection,
    private readonly enter: () => void | Promise<void>,
    readonly stretches: HiddenStretches | undefined,
  ) {}

  inserted(key: InsertedKey): void {
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
