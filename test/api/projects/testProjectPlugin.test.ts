import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { EAGER, useOwnService } from '../../support/service';
import { isSigned, WebhookServer } from '../../support/webhookServer';

interface Plugin {
  readonly metadata: { readonly circuit: string; readonly failures: number; readonly nextAttempt: string | null };
  readonly config: { readonly url: string; readonly secret: string };
}

const service = useOwnService({ WEBHOOK_ALLOW_PRIVATE: 'on' }, EAGER);
let project: ProjectFixture;
let token: string;
let server: WebhookServer;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  server = await WebhookServer.start();
});
afterEach(() => server.close());

const path = () => `${project.path}plugins/webhooks/`;
const set = async (body: object) => (await service.client.put(path(), token).send(body).expect(200)).body as Plugin;
const get = async () => (await service.client.get(path(), token).expect(200)).body as Plugin;
const test = (body: object = { test: true }) => service.client.post(path(), token).send(body);

it('posts a signed test alert, also while the webhook is disabled', async () => {
  const { config } = await set({ url: server.url });
  const { body } = await test().expect(200);
  expect(body).toEqual({
    delivered: true,
    detail: 'The webhook confirmed the test alert.',
    durationMs: expect.any(Number),
  });
  const [post] = server.posts;
  if (post === undefined) throw new Error('nothing came');
  expect(isSigned(post, config.secret)).toBe(true);
  expect(JSON.parse(post.body)).toMatchObject({
    id: post.headers['webhook-id'],
    type: 'test',
    more: 0,
    project: { slug: project.slug },
    issue: { id: '0' },
  });
  const issues = await service.client.get(`${project.path}issues/`, token).expect(200);
  expect(issues.body).toEqual([]);
});

it('returns why the alert was not confirmed', async () => {
  await set({ url: server.url, enabled: true });
  server.answer = (response) => response.writeHead(410).end();
  const { body } = await test().expect(200);
  expect(body).toMatchObject({ delivered: false, detail: 'The webhook answered with status 410.' });
  expect((await get()).metadata).toMatchObject({ failures: 0, circuit: 'closed' });
});

it('closes the circuit, and the waiting alerts are posted', async () => {
  server.answer = (response) => response.writeHead(500).end();
  await set({ url: server.url, enabled: true });
  for (let count = 0; count < 8; count += 1) await service.fixtures.event(project, { fingerprint: [`issue ${count}`] });
  await poll(async () => (await get()).metadata.circuit === 'open');
  expect((await get()).metadata.nextAttempt).toEqual(expect.stringMatching(/Z$/));
  server.answer = (response) => response.end();
  server.posts.length = 0;
  await test().expect(200);
  expect((await get()).metadata).toMatchObject({ circuit: 'closed', failures: 0, nextAttempt: null });
  await poll(() => server.posts.length >= 2);
});

it('runs one test of a webhook at a time, and refuses no test of another one', async () => {
  const held: (() => void)[] = [];
  server.answer = (response) => void held.push(() => response.end());
  await set({ url: server.url });
  const first = test()
    .expect(200)
    .then(() => undefined);
  await poll(() => held.length === 1);
  const refused = await test();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '15']);
  held[0]?.();
  await first;
});

it.each([
  [{}, { test: ['This field is required.'] }],
  [{ test: false }, { test: ['Must be true.'] }],
  [{ test: 'yes' }, { test: ['Must be a valid boolean.'] }],
  [{ test: true, url: 'x' }, { url: [expect.stringContaining('Unknown field "url"')] }],
])('rejects %j', async (body, errors) => {
  await set({ url: server.url });
  expect((await test(body).expect(400)).body).toEqual(errors);
  expect(server.posts).toEqual([]);
});

it('rejects a test without a URL', async () => {
  expect((await test().expect(400)).body).toEqual({ test: ['There is no address yet: set a url with PUT first.'] });
});

it('replies 404 for another plugin', async () => {
  await service.client.post(`${project.path}plugins/slack/`, token).send({ test: true }).expect(404);
});
