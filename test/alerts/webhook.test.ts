import { isIP } from 'node:net';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import contract from '../../generated/openapi.json';
import { signatureHeaders } from '../../src/alerts/webhook';
import type { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import type { ResolveHostname } from '../../src/net/privateNetworkGuard';
import { closeObjects } from '../support/client';
import { NOON, project, setStatus } from '../support/rows';
import { isSigned, WebhookServer } from '../support/webhookServer';
import { runUntilIdle } from '../support/jobs';
import { AlertFixture, MINUTE, PUBLIC_URL } from './alertFixture';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let fixture: AlertFixture;
let server: WebhookServer;
let job: DeliverAlertsJob;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  server = await WebhookServer.start();
  job = fixture.webhookJob();
  await fixture.webhook(server.url);
});
afterEach(async () => {
  await fixture.close();
  await server.close();
});

const webhook = () => fixture.database.read(({ webhooks }) => webhooks.find(fixture.project.id));

async function pass(minutes: number): Promise<void> {
  fixture.now += minutes * MINUTE;
  await runUntilIdle(job);
}

it('posts each alert at once, signed, as the contract says', async () => {
  const eventId = await fixture.event('TypeError: x', { tags: [{ key: 'environment', value: 'production' }] });
  await fixture.event('TypeError: y');
  await runUntilIdle(job);
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
  const ajv = addFormats(new Ajv2020({ strict: false })).addSchema(closeObjects(contract), 'contract');
  const validate = ajv.compile({ $ref: 'contract#/components/schemas/WebhookAlert' });
  expect(validate(body) || validate.errors).toBe(true);
  expect(body).toMatchObject({
    id: post.headers['webhook-id'],
    type: 'issue.new',
    project: { id: fixture.project.id, slug: 'shop' },
    organization: { slug: 'acme' },
    issue: {
      shortId: 'SHOP-1',
      title: 'TypeError: x',
      url: `${PUBLIC_URL}/organizations/acme/issues/${body.issue.id}/`,
    },
    event: { id: eventId, tags: [{ key: 'environment', value: 'production' }] },
  });
  expect(await webhook()).toMatchObject({ lastSent: fixture.now, failingSince: null, error: null });
});

it('signs as the specification shows', () => {
  const headers = signatureHeaders(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_000, '{"test": 2432232314}');
  expect(headers).toEqual({
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp': '1614265330',
    'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('reports a regression', async () => {
  const hash = 'a'.repeat(32);
  await fixture.event('Error: x', { hash });
  const { id } = (await fixture.database.read(({ issues }) => issues.findByNumber(fixture.project.id, 1))) ?? {
    id: '',
  };
  await fixture.write((stores) => setStatus(stores, fixture.project.id, [id], { status: 'resolved', at: fixture.now }));
  await fixture.event('Error: x', { hash });
  await fixture.event('Error: x', { hash });
  await runUntilIdle(job);
  expect(server.posts.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual([
    'issue.new',
    'issue.regression',
  ]);
});

it('delivers the alerts of all projects', async () => {
  const other = await fixture.write((stores) =>
    project(stores, { organizationId: fixture.organization.id, slug: 'blog' }),
  );
  await fixture.write(({ webhooks }) => webhooks.save(other, { url: server.url, secret: SECRET, isEnabled: true }));
  for (let count = 0; count < 10; count += 1) await fixture.event(`Error: ${count}`);
  fixture.now += 1;
  await fixture.event('Error: of the other', { project: other });
  await runUntilIdle(job);
  const slugs = server.posts.map(({ body }) => (JSON.parse(body) as { project: { slug: string } }).project.slug);
  expect(slugs).toHaveLength(11);
  expect(slugs.slice(0, 5)).toContain('blog');
});

it.each([500, 404, 302, 101])(
  'sends an alert again after a reply with status %i, under the same id, and reports the failure',
  async (status) => {
    server.answer = (response) =>
      response.writeHead(status, status === 302 ? { Location: `http://127.0.0.1:${server.port}/elsewhere` } : {}).end();
    await fixture.event('Error: x');
    await runUntilIdle(job);
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
    expect(await webhook()).toMatchObject({ lastSent: fixture.now, failingSince: null, error: null });
  },
);

it('reads a limited part of the response', async () => {
  let written = 0;
  server.answer = (response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 1;
    };
    response.on('drain', write);
    write();
  };
  await fixture.event('Error: x');
  await runUntilIdle(job);
  expect(written * 64 * 1024).toBeLessThan(64 * 1024 * 1024);
  expect(await webhook()).toMatchObject({ lastSent: fixture.now });
});

it('drops pending alerts when it is disabled, and queues none while it is', async () => {
  await fixture.event('Error: x');
  await fixture.webhook(server.url, false);
  await fixture.event('Error: y');
  await fixture.webhook(server.url, true);
  await fixture.webhook(server.url, false);
  await runUntilIdle(job);
  await fixture.webhook(server.url);
  await pass(1);
  expect(server.posts).toEqual([]);
  expect(await fixture.database.read(({ alerts }) => alerts.findPending('webhook', fixture.now))).toEqual([]);
});

it('resets the state of deliveries when the URL changes', async () => {
  await fixture.event('Error: x');
  await runUntilIdle(job);
  await fixture.webhook(server.url);
  expect(await webhook()).toMatchObject({ lastSent: fixture.now });
  await fixture.webhook(`${server.url}&other`);
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
    await fixture.webhook(`http://${host}:${server.port}/`);
    await fixture.event('Error: x');
    await runUntilIdle(fixture.webhookJob({ allowsPrivate: false }));
    expect(server.posts).toEqual([]);
    expect(await webhook()).toMatchObject({
      error: 'The host of the webhook is in a private network, which is allowed only with WEBHOOK_ALLOW_PRIVATE=on.',
    });
  });

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1', '2606:4700::1111']]])(
    'is not reached through a name that resolves to %j',
    async (addresses) => {
      await fixture.webhook(`http://hooks.example.com:${server.port}/`);
      await fixture.event('Error: x');
      await runUntilIdle(fixture.webhookJob({ allowsPrivate: false, resolve: standsFor(addresses) }));
      expect(server.posts).toEqual([]);
      expect(await webhook()).toMatchObject({ error: expect.stringContaining('in a private network') });
    },
  );

  it('is checked at the addresses that the connection uses: names are resolved once', async () => {
    const resolvedNames: string[] = [];
    const resolve: ResolveHostname = (hostname, options, done) => {
      resolvedNames.push(hostname);
      standsFor(['127.0.0.1'])(hostname, options, done);
    };
    await fixture.webhook(`http://hooks.example.com:${server.port}/`);
    await fixture.event('Error: x');
    await runUntilIdle(fixture.webhookJob({ allowsPrivate: true, resolve }));
    expect(resolvedNames).toEqual(['hooks.example.com']);
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
