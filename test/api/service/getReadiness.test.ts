import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { openApp } from '../../../src/app';
import { readConfig } from '../../../src/config';
import { openLog } from '../../../src/log';
import type { Migration } from '../../../src/store/engine/ddl';
import { migrate } from '../../../src/store/engine/migrate';
import type { Session } from '../../../src/store/engine/sql';
import { openSqlite } from '../../../src/store/engine/sqlite';
import { MIGRATIONS } from '../../../src/store/migrations/index';
import type { Database, Writers } from '../../../src/store/stores';
import { ContractClient } from '../../support/client';
import {
  countingTo,
  isBeingWritten,
  itOnSqlite,
  makeEmptyPlace,
  makeMigratedPlace,
  makeTemporaryDirectory,
} from '../../support/database';
import { Fixtures } from '../../support/fixtures';
import { poll } from '../../support/process';
import { type Service, startService, useOwnService } from '../../support/service';

const service = useOwnService();

test('replies ok without a token', async () => {
  expect((await service.client.get('/readyz').expect(200)).body).toEqual({ status: 'ok' });
});

test('replies 503 if the database is closed', async () => {
  const broken = await startService();
  try {
    await broken.app.database.close();
    const { body } = await broken.client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The database is closed.' });
  } finally {
    await broken.close();
  }
});

test('replies 503 while a table is missing', async () => {
  const place = await makeMigratedPlace();
  const broken = await startService({ DATABASE_URL: place.url });
  const engine = await place.openEngine();
  const rename = (from: string, to: string) =>
    engine.changeSchema((session) => session.run(`ALTER TABLE ${from} RENAME TO ${to}`, []));
  try {
    await broken.client.get('/readyz').expect(200);
    await rename('deploy_project', 'lost');
    await poll(async () => (await broken.client.get('/readyz')).status === 503);
    const { body } = await broken.client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The database is damaged: it has to be restored from a backup.' });
    await rename('lost', 'deploy_project');
    await broken.client.get('/readyz').expect(200);
  } finally {
    await engine.close();
    await broken.close();
    await place.dispose();
  }
});

/** Starts a service on an SQLite file. */
async function withFile(
  environment: Record<string, string>,
  work: (service: Service, file: string) => Promise<void>,
): Promise<void> {
  const directory = await makeTemporaryDirectory();
  const file = join(directory.path, 'culprit.db');
  const started = await startService({ DATABASE_URL: `sqlite:${file}`, ...environment });
  try {
    await work(started, file);
  } finally {
    await started.close();
    await directory.dispose();
  }
}

itOnSqlite('replies 503 while the disk has less free space than is reserved for events', () =>
  withFile({ DISK_RESERVE: '999999999' }, async ({ client }) => {
    const { body, headers } = await client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The disk of the service is almost full; nothing more is stored for now.' });
    expect((headers as Record<string, string>)['retry-after']).toBe('60');
    await client.get('/healthz').expect(200);
  }),
);

itOnSqlite('replies 503 while the database file is not in its place, where nothing finds what is stored', () =>
  withFile({}, async ({ app, client, fixtures }, file) => {
    const project = await fixtures.project();
    const expectStatus = async (status: number) => {
      await app.database.measureDisk();
      const { body } = await client.get('/readyz').expect(status);
      const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
      const { body: refusal } = await client.post(path).send({ message: 'stored' }).expect(status);
      return [body, refusal] as { detail?: string }[];
    };
    await expectStatus(200);
    renameSync(file, `${file}.moved`);
    const detail =
      'The database file was removed or replaced; nothing more is stored until it is put back, or the service is started again.';
    expect(await expectStatus(503)).toMatchObject([{ detail }, { detail }]);
    renameSync(`${file}.moved`, file);
    await expectStatus(200);
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expectStatus(503);
  }),
);

/** Limits the number of pages of the database file, as a full disk would. */
function limitPages(database: Database, pages: number): Promise<unknown> {
  const sessionOf = (stores: Writers) => (stores.organizations as unknown as { session: Session }).session;
  return database.write((stores) => sessionOf(stores).all(`PRAGMA max_page_count = ${pages}`, []));
}

itOnSqlite('replies 503 after an event did not fit on the disk, until one does', () =>
  withFile({ DISK_RESERVE: '0' }, async ({ app, client, fixtures }) => {
    const project = await fixtures.project();
    const send = async () => {
      const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
      const message = `${Math.random()} ${'y'.repeat(4_000)}`;
      return (await client.post(path).send({ message })).status;
    };
    await limitPages(app.database, 1);
    await poll(async () => (await send()) === 503);
    expect((await client.get('/readyz').expect(503)).body).toEqual({ detail: 'The disk of the service is full.' });
    await limitPages(app.database, 1_000_000);
    expect(await send()).toBe(200);
    await client.get('/readyz').expect(200);
  }),
);

itOnSqlite('writes nothing', () =>
  withFile({}, async ({ app, client }, file) => {
    const log = () => readFileSync(`${file}-wal`);
    await app.database.write(({ organizations }) => organizations.isEmpty());
    const before = log();
    await client.get('/readyz').expect(200);
    expect(log().equals(before)).toBe(true);
  }),
);

test('replies 503 once the service is told to stop, while everything else goes on', async () => {
  const place = await makeMigratedPlace();
  const service = await startService({ DATABASE_URL: place.url });
  try {
    await service.client.get('/readyz').expect(200);
    service.app.announceStop();
    const { body } = await service.client.get('/readyz').expect(503);
    expect(body).toEqual({ detail: 'The service is stopping.' });
    await service.client.get('/healthz').expect(200);
    await service.fixtures.project();
  } finally {
    await service.close();
    await place.dispose();
  }
});

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
}

/** Opens the service with a log whose lines are kept. Its idle jobs pause so long that they log nothing. */
async function openWithLog(environment: Record<string, string>) {
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  const config = readConfig({ PORT: '0', SCRAPING: 'off', ...environment });
  const app = await openApp(config, log, { idleFactor: 100 });
  return { app, lines, errors: () => lines.filter(({ level }) => level >= (log.levels.values['error'] ?? 0)) };
}

test('replies 503, like all operations, once a newer program has migrated the database', async () => {
  const place = await makeMigratedPlace();
  const { app, errors } = await openWithLog({ DATABASE_URL: place.url });
  const url = await app.listen();
  const [client, fixtures] = [new ContractClient(url), new Fixtures(app, url)];
  const project = await fixtures.project();
  const token = await fixtures.token(project.organization);
  const engine = await place.openEngine();
  try {
    await engine.changeSchema(async (session) => {
      await session.run("INSERT INTO migration VALUES (999, 'later', 0)", []);
      await session.run('ALTER TABLE deploy_project RENAME TO deployed_project', []);
    });
    const body = { detail: 'A newer culprit has migrated the database: stop this one, and start the newer one.' };
    const ready = await client.get('/readyz').expect(503);
    expect([ready.body, (ready.headers as Record<string, string>)['retry-after']]).toEqual([body, '5']);
    expect((await client.get(`${project.path}events/`, token).expect(503)).body).toEqual(body);
    expect((await client.put(project.path, token).send({ name: 'Shop' }).expect(503)).body).toEqual(body);
    const store = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    expect((await client.post(store).send({ message: 'x' }).expect(503)).body).toEqual(body);
    await client.get('/healthz').expect(503);
    expect(errors()).toEqual([]);
  } finally {
    await engine.close();
    await app.close();
    await place.dispose();
  }
});

test('replies 503 with the progress while the database is migrated, and /healthz 200', async () => {
  const place = await makeEmptyPlace();
  const engine = await place.openEngine();
  await migrate(engine, MIGRATIONS.slice(0, -2));
  const { app, lines, errors } = await openWithLog({ METRICS_PORT: '0', DATABASE_URL: place.url });
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  // The migration waits for this transaction.
  const holding = engine.write(async () => {
    begin();
    await ended;
  });
  await begun;
  const listening = app.listen();
  try {
    await poll(async () => app.server.listening);
    const { port } = app.server.address() as AddressInfo;
    const client = new ContractClient(`http://127.0.0.1:${port}`);
    const body = { detail: 'The database is being migrated: step 1 of 2.' };
    expect((await client.get('/readyz').expect(503)).body).toEqual(body);
    expect((await client.get('/api/0/projects/acme/shop/events/', 'token').expect(503)).body).toEqual(body);
    const store = `/api/1/store/?sentry_key=${'a'.repeat(32)}`;
    expect((await client.post(store).send({ message: 'x' }).expect(503)).body).toEqual(body);
    await client.get('/healthz').expect(200);
    const scrape = async () => (await fetch(app.metricsUrl() ?? '')).text();
    const metrics = ['culprit_migration_step 1', 'culprit_migration_steps 2', 'culprit_database_up 1'];
    expect((await scrape()).split('\n')).toEqual(expect.arrayContaining(metrics));
    end();
    await holding;
    await listening;
    await client.get('/readyz').expect(200);
    expect(await scrape()).not.toMatch(/^culprit_migration_\w+ /m);
    expect(errors()).toEqual([]);
    const messages = lines.map(({ msg }) => msg);
    expect(messages.filter((text) => text === 'migrating the database').length).toBeGreaterThanOrEqual(2);
    expect(messages).toContain('database migrated');
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', reason: body.detail }));
  } finally {
    end();
    await Promise.allSettled([holding, listening]);
    await app.close();
    await engine.close();
    await place.dispose();
  }
});

itOnSqlite('replies while one statement of a migration takes long', async () => {
  const directory = await makeTemporaryDirectory();
  const file = join(directory.path, 'culprit.db');
  const engine = await openSqlite(file);
  await migrate(engine, MIGRATIONS.slice(0, -1));
  const [last] = MIGRATIONS.slice(-1) as [Migration];
  const slow = { ...last, statements: [countingTo(2_000_000), ...last.statements] };
  jest.replaceProperty(MIGRATIONS as Migration[], MIGRATIONS.length - 1, slow);
  const app = await openApp(readConfig({ PORT: '0', DATABASE_URL: `sqlite:${file}` }), openLog('silent'));
  let isMigrated = false;
  const listening = app.listen().finally(() => (isMigrated = true));
  try {
    await poll(() => isMigrated || isBeingWritten(file));
    const client = new ContractClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
    const body = { detail: 'The database is being migrated: step 1 of 1.' };
    expect((await client.get('/readyz').expect(503)).body).toEqual(body);
    await client.get('/healthz').expect(200);
    expect(isBeingWritten(file)).toBe(true);
    await listening;
    await client.get('/readyz').expect(200);
    const counted = "SELECT value FROM sequence WHERE name = 'counted'";
    expect(await engine.read((session) => session.one(counted, []))).toEqual({ value: 2_000_000 });
  } finally {
    await Promise.allSettled([listening]);
    await app.close();
    await engine.close();
    await directory.dispose();
  }
});
