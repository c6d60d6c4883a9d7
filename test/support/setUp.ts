import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/engine/open';
import { SqliteDriver } from '../../src/store/engine/sqliteConnection';
import { databaseUrl, DIRECTORY, makeDatabase, makeTemporaryDirectory, onPostgres, TEMPLATE } from './database';
import { quickDirectory } from './postgresServer';

/**
 * Runs before all tests: creates the migrated database that test databases are copied from, and chooses where SQLite
 * keeps files.
 */
export default async function setUp(): Promise<void> {
  process.env[DIRECTORY] = await quickDirectory();
  process.env[TEMPLATE] = await (onPostgres ? createPostgresTemplate() : createSqliteTemplate());
}

async function createPostgresTemplate(): Promise<string> {
  const name = `culprit_template_${randomBytes(8).toString('hex')}`;
  await makeDatabase(name);
  await (await openDatabase(databaseUrl(name))).close();
  return name;
}

async function createSqliteTemplate(): Promise<string> {
  const { path } = await makeTemporaryDirectory();
  const file = join(path, 'template.db');
  await (await openDatabase(`sqlite:${file}`)).close();
  // The bytes of a file that has a write-ahead log cannot be opened in memory.
  const handle = new SqliteDriver(file);
  handle.pragma('journal_mode = DELETE');
  handle.close();
  return file;
}
