import { constants, copyFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { SqliteDriver } from '../../src/store/engine/sqlite';
import type { QueryValue, SeedableDatabases, SeedRow } from './databases';

const SCHEME = 'sqlite:';

/** SQLite databases in one folder. */
export class SqliteDatabases implements SeedableDatabases {
  constructor(readonly folder: string) {}

  fresh(name: string): string {
    return SCHEME + path.join(this.folder, `${name}.db`);
  }

  async importFrom(seeded: string): Promise<string> {
    return seeded;
  }

  async copy(url: string, name: string): Promise<string> {
    const copy = this.fresh(name);
    copyFileSync(fileOf(url), fileOf(copy), constants.COPYFILE_FICLONE);
    return copy;
  }

  async drop(url: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) rmSync(fileOf(url) + end, { force: true });
  }

  /** Inserts the rows in one transaction, without a log and flushes: a failed run deletes its files. */
  async fill(
    url: string,
    columns: Readonly<Record<string, readonly string[]>>,
    rows: Iterable<SeedRow>,
  ): Promise<void> {
    this.#write(url, (database) => {
      for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000'])
        database.pragma(pragma);
      const inserts = new Map(
        Object.entries(columns).map(([table, names]) => [table, database.prepare(insertInto(table, names))]),
      );
      database.exec('BEGIN EXCLUSIVE');
      for (const [table, values] of rows) inserts.get(table)?.run(values);
      database.exec('COMMIT');
      database.pragma('journal_mode = WAL');
    });
  }

  async execute(url: string, sql: string, values: readonly QueryValue[]): Promise<void> {
    this.#write(url, (database) => database.prepare(sql).run(values));
  }

  async query<Row extends object>(url: string, sql: string, values: readonly QueryValue[] = []): Promise<Row[]> {
    return this.#read(url, (database) => database.prepare(sql).all(values) as Row[]);
  }

  async bytes(url: string): Promise<number> {
    const size = (end: string) => statSync(fileOf(url) + end, { throwIfNoEntry: false })?.size ?? 0;
    return size('') + size('-wal');
  }

  async unusedBytes(url: string): Promise<number> {
    return this.#read(url, (database) => {
      const [pages, size] = ['freelist_count', 'page_size'].map((pragma) =>
        Number(database.pragma(pragma, { simple: true })),
      );
      return Number(pages) * Number(size);
    });
  }

  serverCpu(): null {
    return null;
  }

  version(): string {
    return withDatabase(
      new SqliteDriver(':memory:'),
      (database) => `SQLite ${String(database.prepare('SELECT sqlite_version()').pluck().get())}`,
    );
  }

  #read<T>(url: string, work: (database: Database.Database) => T): T {
    return withDatabase(new SqliteDriver(fileOf(url), { readonly: true }), work);
  }

  #write(url: string, work: (database: Database.Database) => void): void {
    withDatabase(new SqliteDriver(fileOf(url)), work);
  }
}

function withDatabase<T>(database: Database.Database, work: (database: Database.Database) => T): T {
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function fileOf(url: string): string {
  return url.slice(SCHEME.length);
}
