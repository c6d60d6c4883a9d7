import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
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
  return onPostgres ? makePostgresPlace(process.env[TEMPLATE]) : { url: 'sqlite::memory:', dispose: async () => undefined };
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
  const directory = await makeTemporaryDirectory();
  const file = join(directory.path, 'culprit.db');
  return { url: `sqlite:${file}`, openEngine: () => openSqlite(file), dispose: directory.dispose };
}

async function makePostgresPlace(template?: string): Promise<TemporaryPlace> {
  const name = `culprit_test_${randomBytes(8).toString('hex')}`;
  const url = databaseUrl(name);
  await makeDatabase(name, template);
  return { url, openEngine: () => openPostgres(url), dispose: () => dropDatabase(name) };
}

/** Makes a database on the server, as a copy of another one where a name is given. */
export function makeDatabase(name: string, template = 'template1'): Promise<void> {
  return administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
}

/** Drops a database, whoever may still use it. */
export function dropDatabase(name: string): Promise<void> {
  return administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Where a database on the server is. */
export function databaseUrl(name: string): string {
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements beside the service, as its owner would. */
export async function administer(statement: string, url = SERVER): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
