import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../../src/store/engine/sql';
import type { Database, Writers } from '../../../src/store/stores';
import { itOnSqlite, makeEmptyPlace, makeTemporaryDirectory } from '../../support/database';
import { poll } from '../../support/process';
import { startService, useOwnService } from '../../support/service';

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
  const place = await makeEmptyPlace();
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
