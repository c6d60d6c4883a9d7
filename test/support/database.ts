import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { lazily } from '../../src/domain/lazy';
import { openDatabase } from '../../src/store/engine/open';
import { openPostgres } from '../../src/store/engine/postgres';
import type { Engine } from '../../src/store/engine/sql';
import { openSqlite } from '../../src/store/engine/sqlite';
import { SqliteDriver } from '../../src/store/engine/sqliteConnection';
import type { Database } from '../../src/store/stores';

/*
 * Selects the database of the tests: the PostgreSQL server of TEST_DATABASE_URL, whose user may create databases, or
 * else SQLite.
 */

const SERVER = process.env['TEST_DATABASE_URL'];
/**
 * The variable with the migrated database that new ones are copied from: its name, or its SQLite file. `setUp.ts` sets
 * it.
 */
export const TEMPLATE = 'TEST_DATABASE_TEMPLATE';
/**
 * The variable with the folder for SQLite files; `setUp.ts` sets it. Without it, they are in the folder for temporary
 * files.
 */
export const DIRECTORY = 'TEST_DATABASE_DIRECTORY';

/** True if the tests run on PostgreSQL. */
export const onPostgres = SERVER !== undefined;

/** Tests of SQLite only: its file, its query plans, its locks. They are left out on PostgreSQL. */
export function describeSqlite(name: string, tests: () => void): void {
  if (!onPostgres) describe(name, tests);
}

export function itOnSqlite(name: string, test: () => Promise<void>): void {
  if (!onPostgres) it(name, test);
}

/** Tests of PostgreSQL only. */
export function itOnPostgres(name: string, test: () => Promise<void>): void {
  if (onPostgres) it(name, test);
}

/**
 * A statement of SQLite that counts to a number: to two million takes about half a second. It stores the result in
 * `sequence`.
 */
export function countingTo(last: number): string {
  return `INSERT INTO sequence (name, value)
    WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${last})
    SELECT 'counted', COUNT(*) FROM number`;
}

/** Returns true while someone has a transaction that writes to an SQLite file. */
export function isBeingWritten(file: string): boolean {
  const handle = new SqliteDriver(file, { timeout: 0 });
  try {
    handle.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    handle.close();
  }
}

/** A temporary directory; disposing of it deletes its content. */
export interface TemporaryDirectory {
  readonly path: string;
  dispose(): Promise<void>;
}

/** The URL of a temporary database. */
export interface TemporaryPlace {
  readonly url: string;
  /** Opens the database without the stores; others may have it open too. */
  openEngine(): Promise<Engine>;
  /** Copies the database, which nobody may have open. */
  copy(): Promise<TemporaryPlace>;
  /** Returns the whole content as one text. */
  dump(): Promise<string>;
  dispose(): Promise<void>;
}

/** An open temporary database. */
export interface TemporaryDatabase extends TemporaryPlace {
  readonly database: Database;
  /** The file of an SQLite database. */
  readonly file: string;
  /** Closes the database and opens it again. */
  reopen(): Promise<Database>;
}

/** Creates a temporary directory. */
export async function makeTemporaryDirectory(parent = tmpdir()): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(parent, 'culprit-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** Makes a URL without a database: no file, or no tables. */
export async function makeEmptyPlace(): Promise<TemporaryPlace> {
  return onPostgres ? makePostgresPlace() : makeFilePlace();
}

/** Makes a URL with a new, migrated database, which programs can open too. */
export async function makeMigratedPlace(): Promise<TemporaryPlace> {
  return onPostgres ? makePostgresPlace(process.env[TEMPLATE]) : makeFilePlace(templateFile());
}

/** The fastest migrated database: on a server, or the contents of a database in memory. */
export interface QuickPlace extends Pick<TemporaryPlace, 'url' | 'dispose'> {
  readonly image?: Buffer;
}

const readImage = lazily(() => readFileSync(templateFile()));

/** Makes a migrated database: in memory, or a copy on a server. */
export async function makeQuickPlace(): Promise<QuickPlace> {
  return onPostgres
    ? makePostgresPlace(process.env[TEMPLATE])
    : { url: 'sqlite::memory:', image: readImage(), dispose: async () => undefined };
}

/** Opens a new, migrated database. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const place = await makeMigratedPlace();
  let database = await openDatabase(place.url);
  return {
    ...place,
    file: place.url.replace(/^sqlite:/, ''),
    get database() {
      return database;
    },
    async reopen() {
      await database.close();
      database = await openDatabase(place.url);
      return database;
    },
    async dispose() {
      await database.close();
      await place.dispose();
    },
  };
}

/** Opens a new, migrated database before the tests of a file, or before each of them, and disposes of it after them. */
export function useTemporaryDatabase(each: 'each' | 'all' = 'each'): TemporaryDatabase {
  let opened: TemporaryDatabase | undefined;
  const current = (): TemporaryDatabase => {
    if (opened === undefined)
      throw new Error('the database is opened before the tests of a file, not while it is loaded');
    return opened;
  };
  const before = each === 'each' ? beforeEach : beforeAll;
  const after = each === 'each' ? afterEach : afterAll;
  before(async () => {
    opened = await openTemporaryDatabase();
  });
  after(() => current().dispose());
  return {
    database: forwarding(() => current().database),
    get url() {
      return current().url;
    },
    get file() {
      return current().file;
    },
    openEngine: () => current().openEngine(),
    copy: () => current().copy(),
    dump: () => current().dump(),
    reopen: () => current().reopen(),
    dispose: () => current().dispose(),
  };
}

/** Returns an object whose members are the members of the present one, also for a copy. */
function forwarding<T extends object>(present: () => T): T {
  const read = (name: PropertyKey): unknown => Reflect.get(present(), name);
  return new Proxy({} as T, {
    get: (_, name) => read(name),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => ({ value: read(name), enumerable: true, configurable: true }),
  });
}

function templateFile(): string {
  return process.env[TEMPLATE] ?? '';
}

async function makeFilePlace(template?: string): Promise<TemporaryPlace> {
  const { path, dispose } = await makeTemporaryDirectory(process.env[DIRECTORY]);
  const file = join(path, 'culprit.db');
  if (template !== undefined) await copyFile(template, file);
  return {
    url: `sqlite:${file}`,
    openEngine: () => openSqlite(file),
    copy: () => makeFilePlace(file),
    async dump() {
      const files = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'latin1')));
      return files.join('\n');
    },
    dispose,
  };
}

async function makePostgresPlace(template?: string): Promise<TemporaryPlace> {
  const name = `culprit_test_${randomBytes(8).toString('hex')}`;
  const url = databaseUrl(name);
  await makeDatabase(name, template);
  return {
    url,
    openEngine: () => openPostgres(url),
    copy: () => makePostgresPlace(name),
    dump: () => dumpDatabase(url),
    dispose: () => dropDatabase(name),
  };
}

/** Reads the tables one after the other: a connection for each would take all that the server has. */
async function dumpDatabase(url: string): Promise<string> {
  return connect(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT CAST(t AS TEXT) AS text FROM ${name} t`);
      lines.push(...rows.map(({ text }) => text));
    }
    return lines.join('\n');
  });
}

/**
 * True if the server copies files for less than it logs pages: it can choose since version 15, and must not wait for
 * its disk.
 */
const COPIES_FILES = `SELECT current_setting('fsync') = 'off' AND
  CAST(current_setting('server_version_num') AS INTEGER) >= 150000 AS chosen`;

/** Creates a database on the server, as a copy of `template` if it is given. */
export async function makeDatabase(name: string, template = 'template1'): Promise<void> {
  await connect(SERVER, async (client) => {
    const { rows } = await client.query<{ chosen: boolean }>(COPIES_FILES);
    const strategy = rows[0]?.chosen === true ? ' STRATEGY FILE_COPY' : '';
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}${strategy}`);
  });
}

/** Drops a database, even if it is in use. */
export async function dropDatabase(name: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Returns the URL of a database on the server. */
export function databaseUrl(name: string): string {
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement as the server's owner and returns its rows. */
export async function administer(statement: string, url = SERVER): Promise<Readonly<Record<string, string>>[]> {
  return connect(url, async (client) => (await client.query<Record<string, string>>(statement)).rows);
}

async function connect<T>(url: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
