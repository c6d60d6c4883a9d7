/** The journeys of events: of those that are stored, and the reason of each that is not. */
import { gzipSync } from 'node:zlib';
import type { components } from '../../../generated/api';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { hex } from '../../support/rows';
import { useOwnService } from '../../support/service';

type Journey = components['schemas']['EventJourney'];

/** Windows that do not end while a test runs, but around midnight. */
const DAY_SECONDS = 86_400;
const FLOOR = 20;

const service = useOwnService({ SPIKE_FLOOR: String(FLOOR), TRUSTED_PROXIES: '127.0.0.1' });
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const set = (body: object) => service.client.put(project.path, token).send(body).expect(200);
const asIs = (value: unknown) => value as string;
const pathOf = (eventId: string) => `${project.path}events/${eventId}/journey/`;
const get = (eventId: string) => service.client.get(pathOf(eventId), token);

/** Sends an envelope with one event. Returns the id in its header. */
async function send(
  payload: object | string = { message: 'boom' },
  headers: Record<string, string> = {},
  { eventId = hex(), key = project.publicKey, format = 'envelope' } = {},
): Promise<string> {
  const body =
    format === 'envelope'
      ? envelope({ event_id: eventId }, [{ type: 'event' }, payload])
      : JSON.stringify({ event_id: eventId, ...(payload as object) });
  const sent = headers['Content-Encoding'] === 'gzip' ? gzipSync(body) : body;
  await service.client.post(`/api/${project.id}/${format}/?sentry_key=${key}`).set(headers).serialize(asIs).send(sent);
  return eventId;
}

/** Waits until the reason of an event is written. */
async function journeyOf(eventId: string, isThere: (journey: Journey) => boolean = () => true): Promise<Journey> {
  let journey: Journey | undefined;
  await poll(async () => {
    const { status, body } = await get(eventId);
    journey = status === 200 ? (body as Journey) : undefined;
    return journey !== undefined && isThere(journey);
  });
  return journey as Journey;
}

const PAGE = { Origin: 'https://elsewhere.test' };
const exception = (type: string, value: string) => ({ exception: { values: [{ type, value }] } });

test.each<[string, object, string | null, object, Record<string, string>?]>([
  ['cors', { allowedDomains: ['shop.test'] }, 'allowedDomains', { message: 'x' }, PAGE],
  [
    'ip-address',
    { options: { 'filters:blacklisted_ips': '198.51.100.0/24' } },
    'filters:blacklisted_ips',
    { message: 'x' },
    { 'X-Forwarded-For': '198.51.100.7' },
  ],
  ['release-version', { options: { 'filters:releases': 'shop@1*' } }, 'filters:releases', { release: 'shop@1.2' }],
  ['error-message', { options: { 'filters:error_messages': 'bo*' } }, 'filters:error_messages', { message: 'boom' }],
  [
    'react-hydration-errors',
    {},
    'filters:react-hydration-errors',
    exception('Error', 'Minified React error: https://react.dev/errors/418'),
  ],
  ['chunk-load-error', {}, 'filters:chunk-load-error', exception('ChunkLoadError', 'Loading chunk 3 failed')],
  ['feature_disabled', {}, null, { type: 'transaction' }],
  ['too_large', {}, null, { message: 'x'.repeat(1_100_000) }],
])('an event that is dropped by %s', async (reason, settings, setting, payload, headers = {}) => {
  await set(settings);
  const eventId = await send(payload, headers);
  const journey = await journeyOf(eventId);
  const category = reason === 'feature_disabled' ? 'transaction' : 'error';
  expect(journey).toMatchObject({
    eventID: eventId,
    status: 'dropped',
    source: {
      key: { start: project.publicKey.slice(0, 8), name: 'Default', isActive: true },
      network: 'private',
      sdk: null,
    },
    clock: null,
    changes: [],
    grouping: null,
    counted: { reason, category },
    pendingAlerts: 0,
    deliveries: [],
    drop: { reason, setting, limit: null, attempts: 1, dateReceived: journey.dateReceived },
  });
  expect(JSON.stringify(journey)).not.toContain('boom');
  await service.client.get(`${project.path}events/${eventId}/`, token).expect(404);
});

test.each([
  ['invalid_json', 'no JSON'],
  ['invalid_json', '[]'],
])('an event that cannot be read: %s', async (reason, payload) => {
  expect((await journeyOf(await send(payload))).drop).toMatchObject({ reason, setting: null });
});

test.each([
  ['store', (id: string) => `{"event_id":"${id}","message":"x"`],
  ['store', (id: string) => `{"message":"${'x'.repeat(2000)}","event_id":"${id}"`],
  ['envelope', (id: string) => `{}\n{"type":"event"}\n{"event_id":"${id}","message":"x"`],
])('an event at /%s/ that is no JSON, by the id in it', async (format, bodyOf) => {
  const eventId = hex();
  const url = `/api/${project.id}/${format}/?sentry_key=${project.publicKey}`;
  await service.client.post(url).serialize(asIs).send(bodyOf(eventId)).expect(400);
  expect((await journeyOf(eventId)).drop).toMatchObject({ reason: 'invalid_json', attempts: 1 });
});

test('an event at /store/ that is too large, by the id in it', async () => {
  const eventId = await send({ message: 'x'.repeat(1_100_000) }, {}, { format: 'store' });
  expect((await journeyOf(eventId)).drop).toMatchObject({ reason: 'too_large', attempts: 1 });
});

test('an event of an envelope that cannot be read', async () => {
  const eventId = hex();
  const body = `{"event_id":"${eventId}"}\n{"type":"event","length":99}\n{}`;
  const url = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  await service.client.post(url).serialize(asIs).send(body).expect(400);
  expect((await journeyOf(eventId)).drop).toMatchObject({ reason: 'invalid_envelope', attempts: 1 });
});

test('a report about an ignored source', async () => {
  const eventId = hex();
  const report = { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'chrome-extension://x' } };
  const body = envelope({ event_id: eventId }, [{ type: 'raw_security' }, report]);
  const url = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  await service.client.post(url).serialize(asIs).send(body).expect(200);
  expect(await journeyOf(eventId)).toMatchObject({
    counted: { outcome: 'filtered', reason: 'invalid-csp', category: 'security' },
    drop: { reason: 'invalid-csp', setting: 'svc:csp_ignored_sources' },
  });
});

describe.each(['envelope', 'store'])('at /%s/, the limit that was exhausted', (format) => {
  const LIMIT = { window: DAY_SECONDS, count: 1 };
  const limitKey = () =>
    service.client.put(`${project.path}keys/${project.publicKey}/`, token).send({ rateLimit: LIMIT }).expect(200);
  const limitOrganization = () =>
    service.client.put(`/api/0/organizations/${project.organization}/`, token).send({ rateLimit: LIMIT }).expect(200);

  test.each([
    ['key_quota', limitKey],
    ['project_quota', () => set({ rateLimit: LIMIT })],
    ['org_quota', limitOrganization],
  ])('is %s', async (reason, limit) => {
    await limit();
    await send(undefined, {}, { format });
    const [plain, zipped] = [
      await send(undefined, {}, { format }),
      await send(undefined, { 'Content-Encoding': 'gzip' }, { format }),
    ];
    for (const eventId of [plain, zipped])
      expect(await journeyOf(eventId)).toMatchObject({
        counted: { outcome: 'rate_limited', reason, category: 'error' },
        drop: { reason, setting: 'rateLimit', limit: LIMIT },
      });
  });
});

test('an event beyond a limit whose id only its payload has', async () => {
  await set({ rateLimit: { window: DAY_SECONDS, count: 1 } });
  await send();
  const eventId = hex();
  const body = envelope({}, [{ type: 'event' }, { message: 'boom', event_id: eventId }]);
  const url = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  await service.client.post(url).serialize(asIs).send(body).expect(429);
  expect((await journeyOf(eventId)).drop).toMatchObject({ reason: 'project_quota', attempts: 1 });
});

test('an event beyond the limit of spike protection', async () => {
  for (let sent = 0; sent < FLOOR; sent += 1) await send();
  expect((await journeyOf(await send())).drop).toMatchObject({
    reason: 'spike-protection',
    setting: 'spikeProtectionDisabled',
  });
});

test('a refused event that is stored later has both', async () => {
  await set({ allowedDomains: ['shop.test'] });
  const eventId = await send(undefined, PAGE);
  await send(undefined, PAGE, { eventId });
  await journeyOf(eventId, ({ drop }) => drop?.attempts === 2);
  await set({ allowedDomains: ['*'] });
  await send(undefined, PAGE, { eventId });
  const stored = await journeyOf(eventId);
  expect(stored).toMatchObject({ status: 'stored', drop: { reason: 'cors', attempts: 2 } });
  expect(stored.counted).toEqual({ outcome: 'accepted', reason: null, category: 'error' });
});

test('an event that is sent again stays as it is', async () => {
  const eventId = await send();
  expect((await journeyOf(eventId)).drop).toBeNull();
  await send({ message: 'again' }, {}, { eventId });
  expect(await journeyOf(eventId, ({ drop }) => drop !== null)).toMatchObject({
    status: 'stored',
    drop: { reason: 'duplicate', setting: null, attempts: 1 },
  });
});

test('an id that nobody sent is 404, also one that another project dropped, or that is no id', async () => {
  await set({ options: { 'filters:error_messages': 'boom' } });
  const eventId = await send();
  await journeyOf(eventId);
  await get(hex()).expect(404, { detail: 'Event not found' });
  await get('latest').expect(404);
  const other = await service.fixtures.project({ organization: project.organization });
  await service.client.get(`${other.path}events/${eventId}/journey/`, token).expect(404);
  const dashed = eventId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  await get(dashed).expect(200);
});

describe('a stored event', () => {
  test('has its key, network, library, issue and count', async () => {
    const eventId = await send(
      { message: 'boom', sdk: { name: 'sentry.python', version: '2.1.0' } },
      { 'X-Forwarded-For': '8.8.8.8' },
    );
    const journey = await journeyOf(eventId);
    expect(journey).toEqual({
      eventID: eventId,
      status: 'stored',
      dateReceived: expect.any(String),
      source: {
        key: { start: project.publicKey.slice(0, 8), name: 'Default', isActive: true },
        network: 'public',
        sdk: { name: 'sentry.python', version: '2.1.0' },
      },
      clock: null,
      changes: [],
      grouping: {
        hash: expect.any(String),
        fingerprint: 'default',
        issue: { id: expect.any(String), shortId: expect.stringMatching(/-1$/) },
        mergedIssues: 0,
      },
      counted: { outcome: 'accepted', reason: null, category: 'error' },
      pendingAlerts: expect.any(Number),
      deliveries: [],
      drop: null,
    });
    await service.client.post(`${project.path}keys/${project.publicKey}/rotate/`, token).expect(200);
    expect((await journeyOf(eventId)).source.key).toMatchObject({ name: null, isActive: null });
  });

  test.each([
    ['client', { fingerprint: ['mine'] }, ''],
    ['default', { fingerprint: ['{{ default }}'] }, ''],
    ['rule', { fingerprint: ['mine'] }, 'message:boom -> theirs'],
  ])('is grouped by %s', async (source, payload, fingerprintingRules) => {
    await set({ fingerprintingRules });
    const eventId = await send({ message: 'boom', ...payload });
    expect((await journeyOf(eventId)).grouping?.fingerprint).toBe(source);
  });

  test('says how its time was corrected', async () => {
    const hour = 3_600_000;
    const at = (offset: number) => new Date(Date.now() + offset).toISOString();
    const sendAt = async (timestamp: unknown, sentAt?: string) => {
      const eventId = hex();
      const body = envelope({ event_id: eventId, sent_at: sentAt }, [{ type: 'event' }, { message: 'x', timestamp }]);
      const url = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      await service.client.post(url).serialize(asIs).send(body).expect(200);
      return (await journeyOf(eventId)).clock;
    };
    expect(await sendAt(at(0), at(0))).toBeNull();
    const drift = await sendAt(at(-5 * hour), at(-5 * hour));
    expect(drift).toMatchObject({ cause: 'clock_drift' });
    expect(Math.round((drift?.milliseconds ?? 0) / hour)).toBe(5);
    const late = await sendAt(at(2 * hour));
    expect(late).toMatchObject({ cause: 'future_timestamp' });
    expect(Math.round((late?.milliseconds ?? 0) / hour)).toBe(-2);
    expect(await sendAt(at(-40 * 24 * hour))).toMatchObject({ cause: 'past_timestamp' });
    expect(await sendAt('soon')).toEqual({ cause: 'invalid_timestamp', milliseconds: null });
  });

  test('says what was removed and replaced, by each rule, without the values', async () => {
    const rules = { maskWord: { type: 'pattern', pattern: 'hidden-[0-9]+', redaction: { method: 'mask' } } };
    const config = JSON.stringify({ rules, applications: { $string: ['maskWord'] } });
    await set({ relayPiiConfig: config, scrubIPAddresses: true });
    const eventId = await send({
      message: 'long '.repeat(4000),
      user: { ip_address: '203.0.113.9' },
      extra: { password: 'secret-1', nested: { api_key: 'secret-2' }, note: 'see hidden-77' },
    });
    const { changes } = await journeyOf(eventId);
    const byRule = (rule: string) => changes.filter((change) => change.rule === rule);
    expect(byRule('@password:filter')).toEqual([
      {
        rule: '@password:filter',
        setting: 'dataScrubber',
        action: 'replaced',
        count: 2,
        paths: ['extra.password', 'extra.nested.api_key'],
      },
    ]);
    expect(byRule('maskWord')).toMatchObject([
      { setting: 'relayPiiConfig', action: 'masked', count: 1, paths: ['extra.note'] },
    ]);
    expect(byRule('@ip:filter')).toMatchObject([{ setting: 'scrubIPAddresses', action: 'removed' }]);
    expect(byRule('!limit')).toMatchObject([{ setting: null, action: 'shortened' }]);
    expect(JSON.stringify(changes)).not.toMatch(/secret|hidden|203/);
  });

  test('counts the issues that were merged into its issue', async () => {
    const [first, second] = [await send({ message: 'one' }), await send({ message: 'two' })];
    const [one, two] = [await journeyOf(first), await journeyOf(second)];
    const ids = [one, two].map(({ grouping }) => `id=${grouping?.issue.id ?? ''}`).join('&');
    await service.client.put(`${project.path}issues/?${ids}`, token).send({ merge: true }).expect(200);
    const merged = [await journeyOf(first), await journeyOf(second)];
    expect(merged.map(({ grouping }) => grouping?.mergedIssues)).toEqual([1, 1]);
    expect(new Set(merged.map(({ grouping }) => grouping?.issue.id)).size).toBe(1);
  });

  test('has the messages that told of it; others see no addresses', async () => {
    const eventId = await send();
    await journeyOf(eventId);
    const queue = { projectId: project.id, channel: 'mail', queueId: null } as const;
    const issueId = (await journeyOf(eventId)).grouping?.issue.id ?? '';
    const alert = { ...queue, eventId, issueId, reason: 'new' as const, dateCreated: Date.now() };
    await service.app.database.write(({ alerts }) => alerts.insert([alert]));
    expect(await journeyOf(eventId)).toMatchObject({ pendingAlerts: 1, deliveries: [] });
    const { body: members } = await service.client.get(`/api/0/organizations/${project.organization}/members/`, token);
    const [{ id: recipient }] = members as [{ id: string }];
    const digest = hex();
    const key = { projectId: project.id, digest, recipient };
    await service.app.database.write(async ({ alerts }) => {
      await alerts.assignDigests(queue, [{ eventId, digest }], Date.now());
      const { organizationId } = project.row;
      const times = { dueAt: Date.now(), dateCreated: Date.now(), dateSettled: null };
      const state = { kind: 'alerts', state: 'waiting', alertCount: 1, attempts: 1, error: null } as const;
      await alerts.insertDeliveries([{ ...queue, ...key, organizationId, ...times, ...state }]);
      await alerts.finish(key, 'sent', Date.now(), null);
    });
    const sent = { channel: 'mail', state: 'sent', rule: null };
    expect(await journeyOf(eventId)).toMatchObject({
      pendingAlerts: 0,
      deliveries: [{ ...sent, recipient: 'ann@acme.test' }],
    });
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    const { body } = await service.client.get(pathOf(eventId), reader).expect(200);
    expect(body).toMatchObject({ deliveries: [{ ...sent, recipient: null }] });
    // Alerts about other events are not its own.
    const other = await send({ message: 'other' });
    expect((await journeyOf(other)).deliveries).toEqual([]);
    await service.app.database.write(({ alerts }) => alerts.prune(Date.now() + 1, 10));
    expect((await journeyOf(eventId)).deliveries).toEqual([]);
  });
});
