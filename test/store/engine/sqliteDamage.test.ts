/** A service detects that its SQLite file is damaged. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type DatabaseReports, WatchDatabaseJob } from '../../../src/jobs/watchDatabase';
import { openDatabase } from '../../../src/store/engine/open';
import { SqliteDriver } from '../../../src/store/engine/sqliteConnection';
import { PLACEMENTS } from '../../../src/store/tables';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { event, issue, NOON, project } from '../../support/rows';
import { type Service, startService } from '../../support/service';

const DAMAGED = { detail: 'The database is damaged: it has to be restored from a backup.' };

let directory: TemporaryDirectory;
let file: string;
let url: string;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  file = join(directory.path, 'culprit.db');
  url = `sqlite:${file}`;
});
afterEach(() => directory.dispose());

/** Overwrites pages of a file that nobody has open. */
function damage(pages: readonly number[]): void {
  const database = new SqliteDriver(file);
  const bytes = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const handle = openSync(file, 'r+');
  for (const page of pages) writeSync(handle, Buffer.alloc(bytes, 0xff), 0, bytes, (page - 1) * bytes);
  closeSync(handle);
}

/** Returns the first page of a table. */
function rootOf(table: string): number {
  const database = new SqliteDriver(file, { readonly: true });
  const row = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table);
  database.close();
  return (row as { rootpage: number }).rootpage;
}

async function withService(work: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService({ DATABASE_URL: url });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

test('/readyz is 503 while a table cannot be read, and so is what reads it', async () => {
  await (await openDatabase(url)).close();
  damage([rootOf('deploy')]);
  await withService(async ({ client }) => {
    const { body, headers } = await client.get('/readyz').expect(503);
    expect(body).toEqual(DAMAGED);
    expect((headers as Record<string, string>)['retry-after']).toBe('60');
  });
});

test('damage of any table is found by the first look, without a check of all pages', async () => {
  await (await openDatabase(url)).close();
  const whole = readFileSync(file);
  const missed: string[] = [];
  for (const table of PLACEMENTS.keys()) {
    writeFileSync(file, whole);
    damage([rootOf(table)]);
    const message = await openDatabase(url).then(
      (database) =>
        database
          .requireWritable([table])
          .then(() => missed.push(table), String)
          .finally(() => database.close()),
      String,
    );
    if (typeof message === 'string') expect(message).toContain(DAMAGED.detail);
  }
  expect(missed).toEqual([]);
});

test('/readyz is 503 after a request has found a damaged page', async () => {
  await withService(async ({ fixtures, client, app }) => {
    const made = await fixtures.project();
    await app.database.write(async (stores) => {
      const id = await issue(stores, made.id);
      for (let number = 0; number < 400; number += 1) await event(stores, made.id, id, { timestamp: NOON + number });
    });
    await client.get('/readyz').expect(200);
  });
  const database = new SqliteDriver(file, { readonly: true });
  const pages = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'event_newest' AND pagetype = 'leaf' ORDER BY pageno")
    .all() as { pageno: number }[];
  database.close();
  damage(pages.slice(1).map(({ pageno }) => pageno));
  await withService(async ({ client, app }) => {
    const [row] = await app.database
      .read(({ events }) => events.list('1', { cursor: null, size: 100 }))
      .then(
        () => [undefined],
        (error: unknown) => [error],
      );
    expect(row).toMatchObject({ message: DAMAGED.detail });
    expect((await client.get('/readyz').expect(503)).body).toEqual(DAMAGED);
  });
});

test('all pages are read at the start, also those that no request needs', async () => {
  const database = await openDatabase(url);
  await database.write(async (stores) => {
    const { id: projectId } = await project(stores);
    const id = await issue(stores, projectId);
    for (let number = 0; number < 2_000; number += 1) await event(stores, projectId, id, { timestamp: NOON + number });
  });
  const messages: string[] = [];
  const reports: DatabaseReports = {
    onDamage: (text) => void messages.push(text),
    onShared: () => undefined,
    onDiskSpace: () => undefined,
    onFileGone: () => undefined,
  };
  const running = new AbortController();
  await new WatchDatabaseJob(database, reports).step(running.signal);
  await database.requireWritable(['event']);
  expect(messages).toEqual([]);
  await database.close();
  const middle = new SqliteDriver(file, { readonly: true });
  const { pageno } = middle
    .prepare("SELECT pageno FROM dbstat WHERE name = 'event' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 20")
    .get() as { pageno: number };
  middle.close();
  damage([pageno]);
  const reopened = await openDatabase(url);
  await reopened.requireWritable(['event']);
  await new WatchDatabaseJob(reopened, reports).step(running.signal);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('event');
  await expect(reopened.requireWritable(['event'])).rejects.toThrow(DAMAGED.detail);
  await reopened.close();
});

test('a check of all pages that is stopped ends without having found anything', async () => {
  await (await openDatabase(url)).close();
  damage([rootOf('deploy')]);
  const database = await openDatabase(url);
  expect(await database.findDamage(AbortSignal.abort())).toBeNull();
  // While the thread begins, while it reads, and while it fails.
  for (let milliseconds = 0; milliseconds < 100; milliseconds += 10) {
    const damage = await database.findDamage(AbortSignal.timeout(milliseconds));
    if (damage !== null) expect(damage).toContain('table deploy: ');
  }
  expect(await database.findDamage(new AbortController().signal)).toContain('table deploy: ');
  await database.close();
});

test('a table that a migration renames during the check of all pages is no damage', async () => {
  const database = await openDatabase(url);
  const migrating = new SqliteDriver(file);
  const rename = (from: string, to: string) => migrating.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
  migrating.exec(Array.from({ length: 20 }, (_, n) => `CREATE TABLE last${n} (id INTEGER);`).join(''));
  const state = { isChecked: false };
  const checked = database.findDamage(new AbortController().signal).finally(() => (state.isChecked = true));
  // The thread lists the tables under one name, and checks half of them while they have the other.
  while (!state.isChecked) {
    for (const [from, to] of [
      ['last', 'renamed'],
      ['renamed', 'last'],
    ] as const)
      for (let n = 0; n < 20; n += 1) rename(`${from}${n}`, `${to}${n}`);
    await setImmediate();
  }
  expect(await checked).toBeNull();
  migrating.close();
  await database.close();
});
