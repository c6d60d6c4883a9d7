import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../src/store/open';
import { openPostgres } from '../../src/store/postgres';
import type { Engine } from '../../src/store/sql';
import { openSqlite } from '../../src/store/sqlite';
import type { Database } from '../../src/store/stores';

/*
 * Which database the tests run on is decided here, and by nobody else: TEST_DATABASE_URL names a PostgreSQL server whose user may
 * make databases; without it they run on SQLite.
 */

const SERVER = process.env['TEST_DATABASE_URL'];
/** The database that fresh ones are copies of, migrated; `setUp.ts` makes it. */
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** Whether the tests run on PostgreSQL. */
export const onPostgres = SERVER !== undefined;

/** Tests that say something of SQLite alone: its file, its query plans, its locks. On PostgreSQL there are none of them. */
export function describeSqlite(name: string, tests: () => void): void {
  if (!onPostgres) describe(name, tests);
}

export function itOnSqlite(name: string, test: () => Promise<void>): void {
  if (!onPostgres) it(name, test);
}

/** Tests that say something of PostgreSQL alone. */
export function itOnPostgres(name: string, test: () => Promise<void>): void {
  if (onPostgres) it(name, test);
}

/** An empty directory that goes with what is in it. */
export interface TemporaryDirectory {
  readonly path: string;
  dispose(): Promise<void>;
}

/** Where a database can be. */
export interface TemporaryPlace {
  readonly url: string;
  /** Opens the database below the stores, beside whoever else has it open. */
  openEngine(): Promise<Engine>;
  /** Another place with a copy of it, which nobody may have open now. */
  copy(): Promise<TemporaryPlace>;
  /** All that is stored, as one text. */
  dump(): Promise<string>;
  dispose(): Promise<void>;
}

/** A database of its own. */
export interface TemporaryDatabase extends TemporaryPlace {
  readonly database: Database;
  /** The file, on SQLite. */
  readonly file: string;
  /** Closes the database and opens the same again. */
  reopen(): Promise<Database>;
}

/** Makes a directory below the system's temporary one. */
export async function makeTemporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'culprit-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** A place for a database in which there is nothing yet: no file, or no tables. */
export async function makeEmptyPlace(): Promise<TemporaryPlace> {
  return onPostgres ? makePostgresPlace() : makeFilePlace();
}

/** A place for a database that nobody needs as a file: empty in memory, or migrated on a server, which is quicker. */
export async function makeQuickPlace(): Promise<Pick<TemporaryPlace, 'url' | 'dispose'>> {
  return onPostgres
    ? makePostgresPlace(process.env[TEMPLATE])
    : { url: 'sqlite::memory:', dispose: async () => undefined };
}

/** Opens a new, migrated database. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const place = onPostgres ? await makePostgresPlace(process.env[TEMPLATE]) : await makeFilePlace();
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

async function makeFilePlace(): Promise<TemporaryPlace> {
  const { path, dispose } = await makeTemporaryDirectory();
  const file = join(path, 'culprit.db');
  return {
    url: `sqlite:${file}`,
    openEngine: () => openSqlite(file),
    async copy() {
      const place = await makeFilePlace();
      await copyFile(file, place.url.replace(/^sqlite:/, ''));
      return place;
    },
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

async function dumpDatabase(url: string): Promise<string> {
  const tables = await administer("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'", url);
  const rows = await Promise.all(
    tables.map(({ name }) => administer(`SELECT CAST(t AS TEXT) AS text FROM ${name} t`, url)),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

/** Makes a database on the server, as a copy of another one where a name is given. */
export async function makeDatabase(name: string, template = 'template1'): Promise<void> {
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
}

/** Drops a database, whoever may still use it. */
export async function dropDatabase(name: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Where a database on the server is. */
export function databaseUrl(name: string): string {
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement beside the service, as the server's owner would; answers its rows. */
export async function administer(statement: string, url = SERVER): Promise<Readonly<Record<string, string>>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}
