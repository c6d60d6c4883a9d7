/** Clients receive errors while the database is unreachable, and the service recovers by itself. */
import { Unavailable } from '../../../src/domain/errors';
import { openPostgres } from '../../../src/store/engine/postgres';
import { readEvents } from '../../support/sdkEvents';
import { administer } from '../../support/database';
import { FailingServer } from '../../support/failingServer';
import type { ProjectFixture } from '../../support/fixtures';
import { type PostgresServer, startPostgres } from '../../support/postgresServer';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';

let server: PostgresServer;
let url: string;
let service: Service;
let project: ProjectFixture;
let token: string;

const ask = (statement: string) => administer(statement, server.url());
const CLOSE = "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'culprit'";
const closeConnections = () => ask(CLOSE);

beforeAll(async () => {
  server = await startPostgres();
  await ask('CREATE ROLE app LOGIN');
  await ask('CREATE DATABASE culprit OWNER app');
  url = server.url('culprit').replace('culprit@', 'app@');
  service = await startService({ DATABASE_URL: url });
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});
afterAll(async () => {
  await service.close();
  await server.dispose();
});

let serial = 0;

/**
 * Sends an event and returns its id if it was stored. @throws Error unless the response is 200, or 503 with Retry-After
 */
async function send({ client } = service): Promise<string | null> {
  const id = String((serial += 1)).padStart(32, '0');
  const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  const { status, headers } = await client.post(path).send({ event_id: id, message: `Failure ${serial % 7}` });
  if (status === 200) return id;
  expect({ status, retryAfter: (headers as Record<string, string>)['retry-after'] }).toEqual({
    status: 503,
    retryAfter: '1',
  });
  return null;
}

async function listed(): Promise<string[]> {
  return (await readEvents(service.client, project.path, token)).map(({ eventID }) => eventID);
}

async function expectUnavailable(): Promise<void> {
  expect(await send()).toBeNull();
  await service.client.get(`${project.path}events/`, token).expect(503);
  await service.client.put(project.path, token).send({ name: 'Changed meanwhile' }).expect(503);
  await service.client.get('/healthz').expect(503);
  await service.client.get('/readyz').expect(503);
}

async function expectAvailable(): Promise<void> {
  const id = await send();
  expect(await listed()).toContain(id);
  await service.client.put(project.path, token).send({ isBookmarked: true }).expect(200);
  await service.client.get('/healthz').expect(200);
  await service.client.get('/readyz').expect(200);
}

it('is unavailable while the server is stopped, and recovers when it is started', async () => {
  const before = await send();
  await server.stop();
  await expectUnavailable();
  await server.start();
  await expectAvailable();
  expect(await listed()).toContain(before);
});

it('recovers from a crash of the server', async () => {
  const before = await send();
  server.crash();
  await server.stop();
  await expectUnavailable();
  await server.start();
  await expectAvailable();
  expect(await listed()).toContain(before);
});

it('replaces connections that were closed while idle', async () => {
  await Promise.all(Array.from({ length: 10 }, send));
  const closed = (await closeConnections()).map(({ pid }) => String(pid));
  expect(closed.length).toBeGreaterThan(0);
  // Background jobs open new ones meanwhile.
  await poll(async () => (await ask(`SELECT 1 FROM pg_stat_activity WHERE pid IN (${closed.join()})`)).length === 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expectAvailable();
});

it('keeps every stored event, and none in part, while connections are closed', async () => {
  const outcomes: (string | null)[] = [];
  const sender = async () => {
    while (outcomes.length < 300) outcomes.push(await send());
  };
  const senders = Promise.all(Array.from({ length: 8 }, sender));
  for (let cut = 0; cut < 10; cut += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closeConnections();
  }
  await senders;
  const all = await listed();
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(outcomes.filter((id) => id !== null)));
  await expectAvailable();
  const bodies = await readEvents(service.client, project.path, token, true);
  expect(bodies).toHaveLength(all.length + 1);
});

it('rolls back a transaction whose connection is closed', async () => {
  const engine = await openPostgres(url);
  const cut = engine.write(async (session) => {
    await session.run("UPDATE project SET name = 'By halves'", []);
    const row = await session.one<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
    await ask(`SELECT pg_terminate_backend(${row?.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await session.run("UPDATE project SET platform = 'by-halves'", []);
  });
  await expect(cut).rejects.toThrow(Unavailable);
  expect(await engine.read((session) => session.all("SELECT 1 FROM project WHERE name = 'By halves'", []))).toEqual([]);
  await engine.write((session) => session.run('UPDATE project SET name = name', []));
  await engine.close();
});

it('still reads while the database is read-only', async () => {
  const before = await send();
  await ask('ALTER DATABASE culprit SET default_transaction_read_only = on');
  await closeConnections();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await send()).toBeNull();
  await service.client.put(project.path, token).send({ name: 'Changed meanwhile' }).expect(503);
  expect(await listed()).toContain(before);
  await service.client.get('/healthz').expect(200);
  expect((await service.client.get('/readyz').expect(503)).body).toEqual({
    detail: 'The database can only be read now.',
  });
  await ask('ALTER DATABASE culprit RESET default_transaction_read_only');
  await closeConnections();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expectAvailable();
});

it('is unavailable while the server accepts no connection', async () => {
  await ask('ALTER ROLE app CONNECTION LIMIT 0');
  await closeConnections();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expectUnavailable();
  await ask('ALTER ROLE app CONNECTION LIMIT -1');
  await expectAvailable();
});

it('is unavailable after the lock timeout while a table is locked, and recovers', async () => {
  const limited = await startService({ DATABASE_URL: `${url}?lock_timeout=200` });
  const holder = await openPostgres(server.url('culprit'));
  let [begin, release] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const holding = holder.write(
    async (session) => {
      await session.run('LOCK TABLE event IN ACCESS EXCLUSIVE MODE', []);
      begin();
      await released;
    },
    { projects: [] },
  );
  await begun;
  expect(await send(limited)).toBeNull();
  release();
  await holding;
  await holder.close();
  expect(await send(limited)).not.toBeNull();
  await limited.close();
  await expectAvailable();
});

it('is unavailable while the server does not answer and connections stay open, and recovers', async () => {
  const network = await FailingServer.start(url);
  const limits = 'statement_timeout=1800&query_timeout=2000&lock_timeout=1500';
  const remote = await startService({ DATABASE_URL: `${network.url}?${limits}` });
  try {
    const far = await remote.fixtures.project();
    const farToken = await remote.fixtures.token(far.organization);
    const storePath = `/api/${far.id}/store/?sentry_key=${far.publicKey}`;
    const statuses = async () => {
      const store = () => remote.client.post(storePath).send({ message: 'Far away' });
      const replies = await Promise.all([
        store(),
        store(),
        store(),
        remote.client.get(`${far.path}events/`, farToken),
        remote.client.put(far.path, farToken).send({ isBookmarked: true }),
        remote.client.get('/readyz'),
      ]);
      return [...new Set(replies.map(({ status }) => status))];
    };
    await poll(async () => (await statuses()).join() === '200');
    network.freeze();
    for (const _ of [1, 2]) expect(await statuses()).toEqual([503]);
    network.thaw();
    await poll(async () => (await statuses()).join() === '200');
  } finally {
    network.thaw();
    await remote.close();
    network.close();
  }
});

it('says that it is not ready before requests that wait for the same server give up', async () => {
  const network = await FailingServer.start(url);
  const remote = await startService({ DATABASE_URL: network.url });
  try {
    const far = await remote.fixtures.project();
    const farToken = await remote.fixtures.token(far.organization);
    network.freeze();
    const ended: string[] = [];
    const follow = async (name: string, request: PromiseLike<{ status: number }>) => {
      const { status } = await request;
      ended.push(`${name} ${status}`);
    };
    const list = follow('list', remote.client.get(`${far.path}events/`, farToken));
    await follow('readiness', remote.client.get('/readyz'));
    expect(ended).toEqual(['readiness 503']);
    network.thaw();
    await list;
  } finally {
    network.thaw();
    await remote.close();
    network.close();
  }
});
