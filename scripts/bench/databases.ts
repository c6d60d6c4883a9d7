import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { SqliteDriver } from '../../src/store/engine/sqliteConnection';
import { copyDatabase } from '../../src/store/tools/copy';
import { selectDatabase } from '../../test/support/postgresServer';

/** The databases of one kind in a run, identified by their URLs. Each side of each measurement has its own. */
export interface Databases {
  /** Name and version of the database, for the report. */
  readonly version: string;
  /** Copies a seeded database, which no process has open, to this kind of database. Returns the URL of the copy. */
  copy(seeded: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** Runs a query on committed rows while a side has the database open. */
  query<Row extends object>(url: string, sql: string): Promise<Row[]>;
  /** Bytes on disk, including a log of its own. */
  bytes(url: string): Promise<number>;
  /** Drops the databases and stops the server of the run. */
  close(): Promise<void>;
}

const SCHEME = 'sqlite:';

export function fileOf(url: string): string {
  return url.slice(SCHEME.length);
}

export class SqliteDatabases implements Databases {
  readonly version = `SQLite ${withSqlite(':memory:', (database) =>
    String(database.prepare('SELECT sqlite_version()').pluck().get()),
  )}`;
  #serial = 0;

  constructor(private readonly folder: string) {}

  /** Returns the URL of a database that does not exist yet. */
  fresh(): string {
    return SCHEME + path.join(this.folder, `${(this.#serial += 1)}.db`);
  }

  async copy(url: string): Promise<string> {
    const copy = this.fresh();
    copyFileSync(fileOf(url), fileOf(copy), constants.COPYFILE_FICLONE);
    return copy;
  }

  async drop(url: string): Promise<void> {
    for (const end of ['', '-wal', '-shm']) rmSync(fileOf(url) + end, { force: true });
  }

  async query<Row extends object>(url: string, sql: string): Promise<Row[]> {
    return withSqlite(fileOf(url), (database) => database.prepare(sql).all() as Row[], { readonly: true });
  }

  async bytes(url: string): Promise<number> {
    const size = (end: string) => statSync(fileOf(url) + end, { throwIfNoEntry: false })?.size ?? 0;
    return size('') + size('-wal');
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function withSqlite<T>(
  file: string,
  work: (database: InstanceType<typeof SqliteDriver>) => T,
  options: { readonly?: boolean } = {},
): T {
  const database = new SqliteDriver(file, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Opens databases on the server of TEST_DATABASE_URL, or else on a temporary one. */
export async function openPostgresDatabases(): Promise<Databases> {
  const server = await selectDatabase(true);
  // Reads the address of the server when it is loaded.
  const { administer, databaseUrl, dropDatabase, makeDatabase } = await import('../../test/support/database.js');
  const prefix = `culprit_bench_${randomBytes(4).toString('hex')}_`;
  const names = new Set<string>();
  const imported = new Map<string, Promise<string>>();
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const make = async (template?: string): Promise<string> => {
    const name = `${prefix}${names.size}`;
    names.add(name);
    await makeDatabase(name, template);
    return databaseUrl(name);
  };
  const importFrom = async (seeded: string): Promise<string> => {
    const url = await make();
    await copyDatabase(seeded, url, () => undefined);
    await administer('VACUUM (ANALYZE)', url);
    return url;
  };
  const [shown] = await administer('SHOW server_version');
  const where = server === undefined ? 'the server of TEST_DATABASE_URL' : 'a temporary server with default settings';
  return {
    version: `PostgreSQL ${shown?.['server_version']} (${where})`,
    async copy(seeded) {
      const importing = imported.get(seeded) ?? importFrom(seeded);
      imported.set(seeded, importing);
      return make(nameOf(await importing));
    },
    drop: (url) => dropDatabase(nameOf(url)),
    query: async <Row extends object>(url: string, sql: string) => (await administer(sql, url)) as unknown as Row[],
    async bytes(url) {
      const [row] = await administer('SELECT pg_database_size(current_database()) AS "bytes"', url);
      return Number(row?.['bytes']);
    },
    async close() {
      if (server === undefined) for (const name of names) await dropDatabase(name);
      await server?.dispose();
    },
  };
}
