import { deflateSync } from 'node:zlib';
import { sendRaw } from '../../support/client';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const authOf = (key: string) => ({
  'X-Sentry-Auth': `Sentry sentry_version=2, sentry_client=raven/1, sentry_key=${key}`,
});

function post(body: string, headers: Record<string, string> = authOf(project.publicKey)) {
  return service.client.post('/api/store/').set(headers).send(body);
}

async function eventIds(of = project): Promise<string[]> {
  const { body } = await service.client.get(`${of.path}events/`, await service.fixtures.token(of.organization));
  return (body as { eventID: string }[]).map(({ eventID }) => eventID);
}

test.each([
  ['JSON', () => `{"event_id":"${ID}","message":"x"}`, {}],
  ['packed JSON', () => deflateSync(`{"event_id":"${ID}","message":"x"}`).toString('base64'), {}],
  [
    'an envelope with the DSN',
    () => {
      const dsn = `https://${project.publicKey}@errors.acme.test/${project.id}`;
      return String(envelope({ event_id: ID, dsn }, [{ type: 'event' }, { message: 'x' }]));
    },
    { 'Content-Type': 'application/x-sentry-envelope' },
  ],
] as [string, () => string, Record<string, string>][])(
  'stores an event in the project of the key, and nowhere else: %s',
  async (_, body, headers) => {
    const other = await service.fixtures.project({ organization: project.organization });
    const reply = await post(body(), { ...authOf(project.publicKey), ...headers }).expect(200);
    expect(reply.body).toEqual({ id: ID });
    expect(await eventIds()).toEqual([ID]);
    expect(await eventIds(other)).toEqual([]);
  },
);

test('rejects an envelope with the DSN of another project', async () => {
  const dsn = `https://${project.publicKey}@errors.acme.test/${Number(project.id) + 1}`;
  const headers = { ...authOf(project.publicKey), 'Content-Type': 'application/x-sentry-envelope' };
  await post(String(envelope({ dsn }, [{ type: 'event' }, { message: 'x' }])), headers).expect(400);
});

test('refuses keys in the words of storeEvent', async () => {
  const former = await service.fixtures.key(project);
  await service.client.post(`${project.path}keys/${former}/rotate/`, token).expect(200);
  const keys = ['f'.repeat(32), '*', await service.fixtures.key(project, { isActive: false }), former];
  for (const headers of [{}, { 'X-Sentry-Auth': 'Sentry' }, ...keys.map(authOf)] as Record<string, string>[]) {
    const { status, text } = await service.client.post(`/api/${project.id}/store/`).set(headers).send({ message: 'x' });
    const reply = await post('{"message":"x"}', headers);
    expect([reply.status, reply.text]).toEqual([status, text]);
    expect([401, 403]).toContain(status);
  }
  expect(await eventIds()).toEqual([]);
});

test('refuses a key that several projects have, until only one of them has it', async () => {
  const other = await service.fixtures.project();
  const publicKey = await service.fixtures.key(project);
  const copy = { projectId: other.id, publicKey, isActive: true, name: 'Copy', dateCreated: Date.now() };
  await service.app.database.write(({ projectKeys }) => projectKeys.insert(copy));
  await post('{"message":"x"}', authOf(publicKey)).expect(403);
  await service.client.put(`${project.path}keys/${publicKey}/`, token).send({ isActive: false }).expect(200);
  const { body } = await post('{"message":"x"}', authOf(publicKey)).expect(200);
  expect(await eventIds(other)).toEqual([(body as { id: string }).id]);
});

test('counts for the limits and the outcomes of the project', async () => {
  await service.client
    .put(project.path, token)
    .send({ rateLimit: { window: 86_400, count: 1 } })
    .expect(200);
  await post('no json').expect(400);
  await service.client
    .post(`/api/${project.id}/store/`)
    .set(authOf(project.publicKey))
    .send({ message: 'x' })
    .expect(200);
  await post('{"message":"x"}').expect(429);
  const counts = await outcomesOf(service, project, token, (all) => all['rate_limited project_quota'] === 1);
  expect(counts).toMatchObject({ 'invalid invalid_json': 1, 'rate_limited project_quota': 1 });
});

test('is for browsers, too', async () => {
  const headers = { Origin: 'https://shop.test', 'Access-Control-Request-Method': 'POST' };
  const preflight = await sendRaw(service.url, { method: 'OPTIONS', path: '/api/store/', headers });
  expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, OPTIONS']);
  const { headers: answered } = await post('{"message":"x"}', { ...headers, ...authOf(project.publicKey) }).expect(200);
  expect(answered).toMatchObject({ 'access-control-allow-origin': '*' });
});
