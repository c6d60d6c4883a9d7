/** Rate limits of keys, projects and organizations, and of failed authentications. */
import { AuthenticationFailures } from '../../src/http/authentication';
import type { RateLimit } from '../../src/domain/rateLimit';
import { envelope, type EnvelopeItem, type ProjectFixture } from '../support/fixtures';
import { crashDump } from '../support/minidump';
import { outcomesOf } from '../support/outcomes';
import { poll } from '../support/process';
import { RawConnection } from '../support/rawConnection';
import { hex } from '../support/rows';
import { startService, useOwnService } from '../support/service';

/** Windows that do not end while a test runs, but around midnight. */
const DAY_SECONDS = 86_400;

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const urlOf = (publicKey = project.publicKey) => `${service.url}/api/${project.id}/store/?sentry_key=${publicKey}`;
const send = (payload: object = { message: 'late' }, publicKey?: string) =>
  fetch(urlOf(publicKey), { method: 'POST', body: JSON.stringify(payload) });
const statuses = async (count: number, publicKey?: string) => {
  const replies: number[] = [];
  for (let sent = 0; sent < count; sent += 1) replies.push((await send(undefined, publicKey)).status);
  return replies;
};
const organizationPath = () => `/api/0/organizations/${project.organization}/`;
const limitProject = (rateLimit: RateLimit | null) =>
  service.client.put(project.path, token).send({ rateLimit }).expect(200);
const limitOrganization = (rateLimit: RateLimit | null) =>
  service.client.put(organizationPath(), token).send({ rateLimit }).expect(200);
const limitKey = (rateLimit: RateLimit | null) =>
  service.client.put(`${project.path}keys/${project.publicKey}/`, token).send({ rateLimit }).expect(200);

describe.each([
  ['key', 'key_quota', limitKey],
  ['project', 'project_quota', limitProject],
  ['organization', 'org_quota', limitOrganization],
] as const)('the rate limit of the %s', (scope, reason, limit) => {
  test('accepts so many events in a window, and tells clients when the next one begins', async () => {
    await limit({ window: DAY_SECONDS, count: 2 });
    expect(await statuses(2)).toEqual([200, 200]);
    const left = () => DAY_SECONDS - ((Date.now() / 1000) % DAY_SECONDS);
    const most = Math.ceil(left());
    const refused = await send();
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(seconds).toBeLessThanOrEqual(most);
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(left()));
    expect(refused.headers.get('x-sentry-rate-limits')).toBe(`${seconds}:error:${scope}:${reason}`);
    expect(await refused.json()).toEqual({
      detail: `The ${scope} has sent the 2 events that it may send in 86400 seconds; try again in ${seconds} seconds.`,
    });
    const counts = await outcomesOf(service, project, token, (all) => all[`rate_limited ${reason}`] === 1);
    expect(counts).toEqual({ accepted: 2, [`rate_limited ${reason}`]: 1 });
  });

  test('ends when it is set to null', async () => {
    await limit({ window: DAY_SECONDS, count: 1 });
    expect(await statuses(2)).toEqual([200, 429]);
    await limit(null);
    expect(await statuses(2)).toEqual([200, 200]);
  });

  test('refuses before the body is read', async () => {
    await limit({ window: DAY_SECONDS, count: 1 });
    expect(await statuses(1)).toEqual([200]);
    const connection = await RawConnection.open(service.url);
    connection.sendHead('POST', new URL(urlOf()).pathname + new URL(urlOf()).search, { 'Content-Length': 5000 });
    await connection.waitFor(/^HTTP\/1\.1 429 /);
    connection.socket.destroy();
  });
});

describe('while a limit refuses events', () => {
  const session = (): EnvelopeItem => [
    { type: 'session' },
    { sid: hex(), init: true, started: new Date().toISOString(), status: 'ok', attrs: { release: 'shop@1' } },
  ];
  const checkIn = (id: string): EnvelopeItem => [
    { type: 'check_in' },
    { check_in_id: id, monitor_slug: 'nightly', status: 'ok', monitor_config: { schedule: HOURLY } },
  ];
  const HOURLY = { type: 'interval', value: 1, unit: 'hour' };
  const report: EnvelopeItem = [
    { type: 'client_report' },
    { discarded_events: [{ reason: 'sample_rate', category: 'error', quantity: 3 }] },
  ];
  const post = (body: Buffer) =>
    service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`).send(body);
  const limited = { 'rate_limited project_quota': 1 };
  const checkIns = async () =>
    (await service.client.get(`${organizationPath()}monitors/nightly/checkins/`, token).expect(200)).body as unknown[];

  beforeEach(async () => {
    await limitProject({ window: DAY_SECONDS, count: 1 });
    expect(await statuses(1)).toEqual([200]);
  });

  test('sessions, check-ins and reports of clients are accepted', async () => {
    await post(envelope({}, session(), checkIn(hex()), report)).expect(200, {});
    const counts = await outcomesOf(service, project, token, (all) => all['accepted session'] === 1);
    expect(counts).toEqual({ accepted: 1, 'accepted session': 1, 'accepted monitor': 1, 'accepted internal': 1 });
    expect(await checkIns()).toHaveLength(1);
  });

  test('they are also accepted beside an event, which is refused with its file', async () => {
    const event: EnvelopeItem = [{ type: 'event' }, { message: 'late' }];
    const file: EnvelopeItem = [{ type: 'attachment', filename: 'a.txt' }, 'text'];
    const reply = await post(envelope({ event_id: hex() }, event, session(), file, checkIn(hex()))).expect(429);
    expect(reply.headers['x-sentry-rate-limits']).toMatch(/^\d+:error:project:project_quota$/);
    const counts = await outcomesOf(service, project, token, (all) => all['rate_limited project_quota'] === 1);
    expect(counts).toEqual({
      ...{ accepted: 1, 'accepted session': 1, 'accepted monitor': 1 },
      ...{ ...limited, 'rate_limited project_quota attachment': 1 },
    });
    expect(await checkIns()).toHaveLength(1);
  });

  test.each<[string, EnvelopeItem, string]>([
    ['feedback', [{ type: 'feedback' }, { contexts: { feedback: { message: 'It is slow.' } } }], ' feedback'],
    ['a dump', [{ type: 'attachment', attachment_type: 'event.minidump', filename: 'a.dmp' }, crashDump()], ''],
    ['an envelope that cannot be read', [{ type: 'event', length: 5000 }, {}], ''],
  ])('%s is refused', async (_, item, category) => {
    await post(envelope({ event_id: hex() }, item)).expect(429);
    const refused = `rate_limited project_quota${category}`;
    const counts = await outcomesOf(service, project, token, (all) => all[refused] === 1);
    expect(counts).toMatchObject({ accepted: 1, [refused]: 1 });
  });

  test.each([{ 'Content-Length': 70_000 }, { 'Transfer-Encoding': 'chunked' }])(
    'a large envelope is refused before it was read: %j',
    async (head) => {
      const connection = await RawConnection.open(service.url);
      const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      connection.sendHead('POST', path, head);
      const size = 66 * 1024;
      if ('Transfer-Encoding' in head)
        connection.socket.write(`${size.toString(16)}\r\n{}\n${'x'.repeat(size - 3)}\r\n`);
      await connection.waitFor(/^HTTP\/1\.1 429 /);
      connection.socket.destroy();
      await outcomesOf(service, project, token, (all) => all['rate_limited project_quota'] === 1);
    },
  );
});

it('a limit is exact when events arrive together', async () => {
  await limitProject({ window: DAY_SECONDS, count: 10 });
  const replies = await Promise.all(Array.from({ length: 40 }, () => send()));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('events that are not accepted do not count', async () => {
  await service.client
    .put(project.path, token)
    .send({ rateLimit: { window: DAY_SECONDS, count: 1 }, options: { 'filters:error_messages': 'ResizeObserver*' } })
    .expect(200);
  for (let sent = 0; sent < 3; sent += 1)
    expect((await send({ message: 'ResizeObserver loop limit exceeded' })).status).toBe(200);
  expect((await fetch(urlOf(), { method: 'POST', body: '{' })).status).toBe(400);
  expect(await statuses(2)).toEqual([200, 429]);
});

test('a new window accepts events again', async () => {
  await limitProject({ window: 1, count: 1 });
  await poll(async () => (await statuses(2)).join() === '200,429');
  await poll(async () => (await send()).status === 200);
});

test('the limit of a key does not hold for another key of the project', async () => {
  const other = await service.fixtures.key(project);
  await limitKey({ window: DAY_SECONDS, count: 1 });
  expect(await statuses(2)).toEqual([200, 429]);
  expect(await statuses(2, other)).toEqual([200, 200]);
});

test('exhausted limits are all named, and the longest wait counts', async () => {
  await limitProject({ window: DAY_SECONDS, count: 1 });
  await limitOrganization({ window: 2 * 3600, count: 1 });
  expect(await statuses(1)).toEqual([200]);
  const refused = await send();
  const limits = refused.headers.get('x-sentry-rate-limits')?.split(', ') ?? [];
  expect(limits.map((limit) => limit.replace(/^\d+/, ''))).toEqual([
    ':error:project:project_quota',
    ':error:organization:org_quota',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBe(Math.max(...limits.map((limit) => parseInt(limit))));
});

test('an organization limits all of its projects together', async () => {
  const second = await service.fixtures.project({ organization: project.organization });
  await limitOrganization({ window: DAY_SECONDS, count: 2 });
  expect(await statuses(1)).toEqual([200]);
  await service.fixtures.event(second);
  expect(await statuses(1)).toEqual([429]);
});

test.each([
  [{ window: 0, count: 5 }, /greater than or equal to 1/],
  [{ window: 60 }, /count/],
  [{ window: 86_401, count: 5 }, /less than or equal to 86400/],
  [{ window: '60', count: 5 }, /integer/],
  [{ window: 60, count: 5, burst: 9 }, /burst/],
  ['60', /window/],
])('the limit %j is refused with a reason', async (rateLimit, reason) => {
  for (const path of [project.path, organizationPath(), `${project.path}keys/${project.publicKey}/`]) {
    const { body } = await service.client.put(path, token).send({ rateLimit }).expect(400);
    expect(Object.keys(body as object)).toEqual(['rateLimit']);
    expect(JSON.stringify(body)).toMatch(reason);
  }
});

describe('failed authentications', () => {
  test('of one address become 429, and a valid token is accepted all the same', async () => {
    const own = await startService();
    const { organization } = await own.fixtures.project();
    const valid = await own.fixtures.token(organization);
    const call = (bearer: string) => own.client.get('/api/0/organizations/', bearer);
    for (let failed = 0; failed < 600; failed += 50) await Promise.all(Array.from({ length: 50 }, () => call('wrong')));
    // The minute may have ended meanwhile.
    let last = await call('wrong');
    for (let failed = 0; failed < 700 && last.status !== 429; failed += 1) last = await call('wrong');
    const seconds = Number(last.headers['retry-after']);
    expect([last.status, last.body]).toEqual([429, { detail: expect.stringContaining(`in ${seconds} seconds`) }]);
    expect(last.headers).not.toHaveProperty('x-sentry-rate-limits');
    await call(valid).expect(200);
    await own.close();
  });

  const NOON = Date.UTC(2026, 10, 21, 12);
  const isRefused = (failures: AuthenticationFailures, address: string, now = NOON) => {
    try {
      failures.record(address, now);
      return false;
    } catch {
      return true;
    }
  };
  const fail = (failures: AuthenticationFailures, address: string, times: number) =>
    Array.from({ length: times }, () => isRefused(failures, address)).filter(Boolean).length;

  test('are counted by IPv4 address, by IPv6 network, and by minute', () => {
    const failures = new AuthenticationFailures();
    expect(fail(failures, '192.0.2.1', 601)).toBe(1);
    expect(isRefused(failures, '::ffff:192.0.2.1')).toBe(true);
    expect(isRefused(failures, '192.0.2.2')).toBe(false);
    expect(fail(failures, '2001:db8::1', 600)).toBe(0);
    expect(isRefused(failures, '2001:db8:0:0:9::7')).toBe(true);
    expect(isRefused(failures, '2001:db8:0:1::1')).toBe(false);
    expect(isRefused(failures, '192.0.2.1', NOON + 60_000)).toBe(false);
  });

  test('are forgotten beyond ten thousand addresses, the oldest first', () => {
    const failures = new AuthenticationFailures();
    fail(failures, '192.0.2.1', 600);
    for (let number = 0; number < 10_000; number += 1)
      fail(failures, `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, 1);
    expect(isRefused(failures, '192.0.2.1')).toBe(false);
  });
});
