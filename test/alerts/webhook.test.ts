import { isIP } from 'node:net';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import contract from '../../generated/openapi.json';
import { signatureHeaders } from '../../src/alerts/webhook';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import type { ResolveHostname } from '../../src/net/privateNetworkGuard';
import { NOON, project } from '../support/rows';
import { isSigned, WebhookServer } from '../support/webhookServer';
import { runUntilIdle } from '../support/jobs';
import { AlertFixture, MINUTE, PUBLIC_URL } from './alertFixture';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let stage: AlertFixture;
let server: WebhookServer;
let sender: DeliverAlertsJob;
beforeEach(async () => {
  stage = await AlertFixture.open();
  server = await WebhookServer.start();
  sender = stage.webhookJob();
  await stage.webhook(server.url);
});
afterEach(async () => {
  await stage.close();
  await server.close();
});

const webhook = () => stage.database.read(({ webhooks }) => webhooks.find(stage.project.id));

async function pass(minutes: number): Promise<void> {
  stage.now += minutes * MINUTE;
  await runUntilIdle(sender);
}

it('posts each alert at once, signed, as the contract says', async () => {
  const eventId = await stage.event('TypeError: x', { tags: [{ key: 'environment', value: 'production' }] });
  await stage.event('TypeError: y');
  await runUntilIdle(sender);
  expect(server.posts).toHaveLength(2);
  const post = server.posts.find(({ body }) => body.includes(eventId));
  if (post === undefined) throw new Error('nothing came');
  expect(post).toMatchObject({
    method: 'POST',
    path: '/hook?from=culprit',
    headers: { 'content-type': 'application/json' },
  });
  expect(post.headers['webhook-timestamp']).toBe(String(NOON / 1000));
  expect(server.posts.every((one) => isSigned(one, SECRET))).toBe(true);
  const body = JSON.parse(post.body) as { id: string; issue: { id: string } };
  const ajv = addFormats(new Ajv2020({ strict: false })).addSchema(contract, 'contract');
  const validate = ajv.compile({ $ref: 'contract#/components/schemas/WebhookAlert' });
  expect(validate(body) || validate.errors).toBe(true);
  expect(body).toMatchObject({
    id: post.headers['webhook-id'],
    type: 'issue.new',
    project: { id: stage.project.id, slug: 'shop' },
    organization: { slug: 'acme' },
    issue: {
      shortId: 'SHOP-1',
      title: 'TypeError: x',
      url: `${PUBLIC_URL}/api/0/organizations/acme/issues/${body.issue.id}/`,
    },
    event: { id: eventId, tags: [{ key: 'environment', value: 'production' }] },
  });
  expect(await webhook()).toMatchObject({ lastSent: stage.now, failingSince: null, error: null });
});

it('signs as the specification shows', () => {
  const headers = signatureHeaders(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_000, '{"test": 2432232314}');
  expect(headers).toEqual({
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('tells of an issue that comes back', async () => {
  const hash = 'a'.repeat(32);
  await stage.event('Error: x', { hash });
  const { id } = (await stage.database.read(({ issues }) => issues.findByNumber(stage.project.id, 1))) ?? { id: '' };
  await stage.write(({ issues }) =>
    issues.update(stage.project.id, [Number(id)], { status: 'resolved', from: null, at: stage.now }),
  );
  await stage.event('Error: x', { hash });
  await stage.event('Error: x', { hash });
  await runUntilIdle(sender);
  expect(server.posts.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual([
    'issue.new',
    'issue.regression',
  ]);
});

it('takes the alerts of each project in turn', async () => {
  const other = await stage.write((stores) => project(stores, { organizationId: stage.organization.id, slug: 'blog' }));
  await stage.write(({ webhooks }) => webhooks.save(other, { url: server.url, secret: SECRET, isEnabled: true }));
  for (let count = 0; count < 10; count += 1) await stage.event(`Error: ${count}`);
  stage.now += 1;
  await stage.event('Error: of the other', { project: other });
  await runUntilIdle(sender);
  const slugs = server.posts.map(({ body }) => (JSON.parse(body) as { project: { slug: string } }).project.slug);
  expect(slugs).toHaveLength(11);
  expect(slugs.slice(0, 5)).toContain('blog');
});

it.each([500, 404, 302, 101])(
  'tries again what is answered with %i, under the same id, and shows that it fails',
  async (status) => {
    server.answer = (response) =>
      response.writeHead(status, status === 302 ? { Location: `http://127.0.0.1:${server.port}/elsewhere` } : {}).end();
    await stage.event('Error: x');
    await runUntilIdle(sender);
    expect(await webhook()).toMatchObject({
      lastSent: null,
      failingSince: NOON,
      error: expect.stringMatching(/webhook answered with status|Parse Error/),
    });
    server.answer = (response) => response.end();
    await pass(0.5);
    expect(server.posts).toHaveLength(1);
    await pass(0.5);
    expect(server.posts.map(({ path }) => path)).toEqual(['/hook?from=culprit', '/hook?from=culprit']);
    expect(new Set(server.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(server.posts.every((one) => isSigned(one, SECRET))).toBe(true);
    expect(await webhook()).toMatchObject({ lastSent: stage.now, failingSince: null, error: null });
  },
);

it('reads no more of an answer than it has to', async () => {
  let written = 0;
  server.answer = (response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 1;
    };
    response.on('drain', write);
    write();
  };
  await stage.event('Error: x');
  await runUntilIdle(sender);
  expect(written * 64 * 1024).toBeLessThan(64 * 1024 * 1024);
  expect(await webhook()).toMatchObject({ lastSent: stage.now });
});

it('drops what waits when it is switched off, and queues nothing then', async () => {
  await stage.event('Error: x');
  await stage.webhook(server.url, false);
  await stage.event('Error: y');
  await stage.webhook(server.url, true);
  await stage.webhook(server.url, false);
  await runUntilIdle(sender);
  await stage.webhook(server.url);
  await pass(1);
  expect(server.posts).toEqual([]);
  expect(await stage.database.read(({ alerts }) => alerts.findPending('webhook'))).toEqual([]);
});

it('keeps what is known of one address from another', async () => {
  await stage.event('Error: x');
  await runUntilIdle(sender);
  await stage.webhook(server.url);
  expect(await webhook()).toMatchObject({ lastSent: stage.now });
  await stage.webhook(`${server.url}&other`);
  expect(await webhook()).toMatchObject({ lastSent: null });
});

describe('a private network', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'localhost',
    'LOCALHOST.',
  ])('is not reached at %s', async (host) => {
    await stage.webhook(`http://${host}:${server.port}/`);
    await stage.event('Error: x');
    await runUntilIdle(stage.webhookJob({ allowsPrivate: false }));
    expect(server.posts).toEqual([]);
    expect(await webhook()).toMatchObject({
      error: 'The host of the webhook is in a private network, which is allowed only with WEBHOOK_ALLOW_PRIVATE=on.',
    });
  });

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1', '2606:4700::1111']]])(
    'is not reached through a name that stands for %j',
    async (addresses) => {
      await stage.webhook(`http://hooks.example.com:${server.port}/`);
      await stage.event('Error: x');
      await runUntilIdle(stage.webhookJob({ allowsPrivate: false, resolve: standsFor(addresses) }));
      expect(server.posts).toEqual([]);
      expect(await webhook()).toMatchObject({ error: expect.stringContaining('in a private network') });
    },
  );

  it('is not looked up again: the connection goes where was looked', async () => {
    const asked: string[] = [];
    const resolve: ResolveHostname = (hostname, options, done) => {
      asked.push(hostname);
      standsFor(['127.0.0.1'])(hostname, options, done);
    };
    await stage.webhook(`http://hooks.example.com:${server.port}/`);
    await stage.event('Error: x');
    await runUntilIdle(stage.webhookJob({ allowsPrivate: true, resolve }));
    expect(asked).toEqual(['hooks.example.com']);
    expect(server.posts).toMatchObject([{ headers: { host: `hooks.example.com:${server.port}` } }]);
  });
});

function standsFor(addresses: readonly string[]): ResolveHostname {
  return (_hostname, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
}
