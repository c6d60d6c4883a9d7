import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/open';
import type { Database } from '../../src/store/stores';

/** An empty directory that goes with what is in it. */
export interface TemporaryDirectory {
  readonly path: string;
  dispose(): Promise<void>;
}

/** A database on a file of its own. */
export interface TemporaryDatabase {
  readonly database: Database;
  readonly url: string;
  readonly file: string;
  /** Closes the database and opens the same file again. */
  reopen(): Promise<Database>;
  dispose(): Promise<void>;
}

/** Makes a directory below the system's temporary one. */
export async function makeTemporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'culprit-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** Opens a new, migrated database on a temporary file. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const directory = await makeTemporaryDirectory();
  const file = join(directory.path, 'culprit.db');
  const url = `sqlite:${file}`;
  let database = await openDatabase(url);
  return {
    get database() {
      return database;
    },
    url,
    file,
    async reopen() {
      await database.close();
      database = await openDatabase(url);
      return database;
    },
    async dispose() {
      await database.close();
      await directory.dispose();
    },
  };
}
