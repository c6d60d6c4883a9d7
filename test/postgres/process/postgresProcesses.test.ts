/** Two processes of the service use one database. */
import { randomUUID } from 'node:crypto';
import { killRepeatedly } from '../../../scripts/durability/kill';
import { readEvents } from '../../support/sdkEvents';
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import { culprit, endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';

const SHOP = '/api/0/projects/acme/shop/';
const ADDRESS = { PUBLIC_URL: 'http://errors.acme.test' };

let place: TemporaryPlace;
let one: ServiceProcess;
let other: ServiceProcess;
let token: string;
let storePath: string;

beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeMigratedPlace();
  [one, other] = await Promise.all([serve(), serve()]);
  const welcome = one.stdout + other.stdout;
  token = /^ +token +(\S+)$/m.exec(welcome)?.[1] ?? '';
  const { username, pathname } = new URL(/^ +DSN +(\S+)$/m.exec(welcome)?.[1] ?? '');
  storePath = `/api${pathname}/store/?sentry_key=${username}`;
});
afterEach(async () => {
  endProcesses();
  await place.dispose();
});

function serve(): Promise<ServiceProcess> {
  return ServiceProcess.start({ DATABASE_URL: place.url, ...ADDRESS });
}

async function command(...args: string[]): Promise<void> {
  expect(await culprit(args, { DATABASE_URL: place.url })).toMatchObject({ code: 0 });
}

/** Sends an event of one of seven kinds and returns its id if it was stored. */
async function send(service: ServiceProcess, kind: number): Promise<string | null> {
  const id = randomUUID().replaceAll('-', '');
  const event = {
    event_id: id,
    exception: { values: [{ type: `Failure${'ABCDEFG'[kind % 7]}`, value: 'boom' }] },
    release: `web@${kind % 3}`,
  };
  return service.client
    .post(storePath)
    .send(event)
    .then(
      ({ status }) => (status === 200 ? id : null),
      () => null,
    );
}

async function idsOf(service: ServiceProcess): Promise<string[]> {
  return (await readEvents(service.client, SHOP, token, false)).map(({ eventID }) => eventID);
}

it('fill an empty database once if they start at the same time', async () => {
  expect((one.stdout + other.stdout).match(/DSN/g)).toHaveLength(1);
  for (const service of [one, other]) await service.client.put(SHOP, token).expect(200);
});

it('show an event at once after the other stored it', async () => {
  for (const [to, from] of [
    [one, other],
    [other, one],
  ] as const) {
    const id = await send(to, 0);
    expect(await idsOf(from)).toContain(id);
  }
});

it('assign events of one kind to one issue', async () => {
  const sent = await Promise.all(
    Array.from({ length: 280 }, (_, number) => send(number % 2 === 0 ? one : other, number)),
  );
  expect(sent).not.toContain(null);
  const events = await readEvents(one.client, SHOP, token, false);
  expect(events).toHaveLength(280);
  expect(new Set(events.map(({ groupID }) => groupID)).size).toBe(7);
});

it('lose no acknowledged event and store none twice if one of them is killed, or a connection ends', async () => {
  const targets = ['service', 'connection'] as const;
  const report = await killRepeatedly({ runs: 4, targets, services: [2], makePlace: makeMigratedPlace });
  expect(report).toMatchObject({ runs: 4, violations: [] });
  expect(report.acknowledged).toBeGreaterThan(40);
});

it('explain events that the other received, also after it was killed', async () => {
  const options = { 'filters:error_messages': '*boom*' };
  await one.client.put(SHOP, token).send({ options }).expect(200);
  const refused = (await send(one, 0)) ?? '';
  const journeyOf = (id: string) => other.client.get(`${SHOP}events/${id}/journey/`, token);
  await poll(async () => (await journeyOf(refused)).status === 200);
  await one.client
    .put(SHOP, token)
    .send({ options: { 'filters:error_messages': '' } })
    .expect(200);
  const stored = (await send(one, 1)) ?? '';
  one.signal('SIGKILL');
  await one.end();
  expect((await journeyOf(refused)).body).toMatchObject({ status: 'dropped', drop: { reason: 'error-message' } });
  expect((await journeyOf(stored)).body).toMatchObject({ status: 'stored', drop: null });
});

it('reject a token at once after it was revoked', async () => {
  const list = (service: ServiceProcess) => service.client.get(`${SHOP}events/`, token);
  await Promise.all([list(one).expect(200), list(other).expect(200)]);
  await command('token', 'revoke', '--id', '1');
  await Promise.all([list(one).expect(401), list(other).expect(401)]);
});

it('show a change of the other at once', async () => {
  await one.client.put(SHOP, token).send({ slug: 'web-shop', name: 'Web shop' }).expect(200);
  const { headers } = await other.client.put(SHOP, token).expect(302);
  expect((headers as Record<string, string>)['location']).toBe('/api/0/projects/acme/web-shop/');
  expect((await other.client.put('/api/0/projects/acme/web-shop/', token).expect(200)).body).toMatchObject({
    name: 'Web shop',
  });
  const id = await send(other, 0);
  const path = '/api/0/projects/acme/web-shop/';
  const [event] = await readEvents(one.client, path, token, false);
  expect(event?.eventID).toBe(id);
  await other.client.delete(`${path}issues/?id=${event?.groupID}`, token).expect(200);
  expect(await readEvents(one.client, path, token, false)).toEqual([]);
});

it('free the space of what either removed', async () => {
  await Promise.all(Array.from({ length: 70 }, (_, number) => send(number % 2 === 0 ? one : other, number)));
  await one.client.delete(`${SHOP}issues/`, token).expect(200);
  await send(other, 1);
  const engine = await place.openEngine();
  const events = () => engine.read((session) => session.one<{ n: number }>('SELECT COUNT(*) AS n FROM event', []));
  await poll(async () => (await events())?.n === 1);
  await engine.close();
  expect(await idsOf(one)).toHaveLength(1);
});

it.each([
  [
    'no server listens',
    'postgres://ann:swordfish@127.0.0.1:1/culprit',
    /^culprit: No server listens on 127\.0\.0\.1:1 [^\n]*\.\n$/,
  ],
  ['the scheme is unknown', 'postgress://ann:swordfish@127.0.0.1:1/culprit', /^culprit: DATABASE_URL is [^\n]*\n$/],
])('do not start if %s', async (_, url, sentence) => {
  for (const args of [['serve'], ['token', 'list', '--json']]) {
    const { code, stdout, stderr } = await culprit(args, { DATABASE_URL: url });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('swordfish');
  }
});
