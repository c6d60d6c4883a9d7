import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';
import { isSigned, WebhookServer } from '../../support/webhookServer';

interface Plugin {
  readonly enabled: boolean;
  readonly status: string;
  readonly metadata: {
    readonly lastSent: string | null;
    readonly failingSince: string | null;
    readonly error: string | null;
  };
  readonly config: { readonly url: string; readonly secret: string };
}

const URL = 'https://hooks.example.com/culprit';

let service: Service;
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  service = await startService();
  await prepare();
});
afterEach(() => service.close());

async function prepare(): Promise<void> {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
}

const put = (body: object, as = token) => service.client.put(`${project.path}plugins/webhooks/`, as).send(body);
const change = async (body: object) => (await put(body).expect(200)).body as Plugin;

/** Returns the plugin in the record of the project. */
async function inRecord(): Promise<Plugin> {
  const { body } = await service.client.put(project.path, token).send({}).expect(200);
  return (body as { plugins: Plugin[] }).plugins[0] as Plugin;
}

test('configures a webhook: URL, secret, enabled', async () => {
  const made = await change({ url: ` ${URL} ` });
  expect(made).toMatchObject({
    enabled: false,
    status: 'disabled',
    config: { url: URL, secret: expect.stringMatching(/^whsec_/) },
  });
  expect(await change({ enabled: true })).toMatchObject({ enabled: true, status: 'active', config: made.config });
  expect(await inRecord()).toMatchObject({ enabled: true, status: 'active' });
  expect(await inRecord()).not.toHaveProperty('config');
  expect(await change({})).toMatchObject({ enabled: true, config: made.config });
  expect(await change({ url: `${URL}/2` })).toMatchObject({
    enabled: true,
    config: { url: `${URL}/2`, secret: made.config.secret },
  });
  const renewed = await change({ renewSecret: true });
  expect(renewed.config.secret).not.toBe(made.config.secret);
  expect(await change({ enabled: false })).toMatchObject({
    enabled: false,
    status: 'disabled',
    config: renewed.config,
  });
});

test.each([
  [{ enabled: true }, { enabled: ['There is no address yet: send a url too.'] }],
  [{ renewSecret: true }, { renewSecret: ['There is no address yet: send a url too.'] }],
  [
    { enabled: 'yes', url: 5 },
    { enabled: ['Must be a valid boolean.'], url: ['Not a valid string.'] },
  ],
  [{ url: URL, renewSecret: false }, { renewSecret: ['Omit it to keep the secret.'] }],
  [{ url: URL, secret: 'mine' }, { secret: ['Unknown field "secret"; accepted are enabled, url, renewSecret.'] }],
])('rejects %j with an error for each invalid field, and changes nothing', async (body, errors) => {
  expect((await put(body).expect(400)).body).toEqual(errors);
  expect(await change({})).toMatchObject({ enabled: false, config: { url: '', secret: '' } });
});

test.each([
  ' ',
  'hooks.example.com',
  'ftp://hooks.example.com',
  'https://',
  'https://ann:pw@hooks.example.com/',
  'https://hooks.example.com/#x',
  'https://a b/',
  'http://[::1',
])('rejects the URL %j', async (url) => {
  expect((await put({ url, enabled: true }).expect(400)).body).toEqual({
    url: expect.arrayContaining([expect.any(String)]),
  });
});

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'https://10.0.0.1/',
  'http://[::1]:80/',
  'http://169.254.169.254/latest',
  'http://localhost:4000/',
  'http://db.internal/',
])('rejects %s, which is in a private network', async (url) => {
  expect((await put({ url }).expect(400)).body).toEqual({
    url: [
      'The host is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.',
    ],
  });
});

test('requires project:write or project:admin', async () => {
  const reader = await service.fixtures.token(project.organization, { scopes: ['project:read', 'org:integrations'] });
  expect((await put({ url: URL }, reader).expect(403)).body).toMatchObject({
    requiredScopes: ['project:admin', 'project:write'],
  });
});

test('replies 404 for another plugin', async () => {
  await service.client.put(`${project.path}plugins/slack/`, token).send({}).expect(404);
});

describe('if private networks are allowed', () => {
  let server: WebhookServer;
  beforeEach(async () => {
    await service.close();
    service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'on' }, EAGER);
    await prepare();
    server = await WebhookServer.start();
  });
  afterEach(() => server.close());

  test('a new issue is posted, and the time of the delivery is shown', async () => {
    const { config } = await change({ url: server.url, enabled: true });
    const eventId = await service.fixtures.event(project);
    await service.fixtures.event(project);
    await poll(async () => (await inRecord()).metadata.lastSent !== null);
    const [post] = server.posts;
    if (post === undefined) throw new Error('nothing came');
    expect(isSigned(post, config.secret)).toBe(true);
    const alert = JSON.parse(post.body) as { issue: { url: string }; event: { id: string } };
    expect(alert.event.id).toBe(eventId);
    // The page of the console has the path of the operation, without the prefix of the API.
    const { origin, pathname } = new globalThis.URL(alert.issue.url);
    expect(origin).toBe(service.url);
    expect((await service.client.get(`/api/0${pathname}`, token).expect(200)).body).toMatchObject({
      title: 'Error: boom',
    });
    expect(server.posts).toHaveLength(1);
  });

  test('a webhook that fails is shown as failing in the record of the project', async () => {
    server.answer = (response) => response.writeHead(503).end();
    await change({ url: server.url, enabled: true });
    await service.fixtures.event(project);
    await poll(async () => (await inRecord()).status === 'failing');
    expect((await inRecord()).metadata).toEqual({
      lastSent: null,
      failingSince: expect.stringMatching(/^\d{4}-.*Z$/),
      error: 'The webhook answered with status 503.',
      failures: 1,
      circuit: 'closed',
      nextAttempt: null,
    });
  });
});
