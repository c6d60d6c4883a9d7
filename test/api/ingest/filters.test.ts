/**
 * Events that are dropped or rejected, in each form of the protocol. The settings are tested in
 * test/api/projects/settings.test.ts.
 */
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { hex } from '../../support/rows';
import { useOwnService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const FLOOR = 3;
const PAGE = { Origin: 'https://shop.test' };

const service = useOwnService({ SPIKE_FLOOR: String(FLOOR) });
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const set = (body: object) => service.client.put(project.path, token).send(body).expect(200);
const asIs = (value: unknown) => value as string;

function post(
  operation: 'store' | 'envelope',
  body: Buffer | string,
  headers: Record<string, string> = {},
  query = `?sentry_key=${project.publicKey}`,
) {
  return service.client.post(`/api/${project.id}/${operation}/${query}`).set(headers).serialize(asIs).send(body);
}

const EVENT = [{ type: 'event' }, { message: 'boom' }] as const;
const BODIES = {
  store: JSON.stringify({ event_id: ID, message: 'boom' }),
  envelope: envelope({ event_id: ID }, EVENT),
};
const OPERATIONS = ['store', 'envelope'] as const;

async function isEmpty(): Promise<boolean> {
  const { firstEvent, platforms } = (await service.client.get(project.path, token).expect(200)).body;
  const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
  return body.length === 0 && firstEvent === null && platforms.length === 0;
}

describe.each(OPERATIONS)('pages of other origins, at /%s/', (operation) => {
  test.each([
    ['Origin', 'https://elsewhere.test'],
    ['Origin', 'null'],
    ['Referer', 'https://elsewhere.test/shop?a=b'],
  ])('are rejected by %s: %s, and the browser may read the error', async (name, value) => {
    await set({ allowedDomains: ['shop.test'] });
    const { body, headers } = await post(operation, BODIES[operation], { [name]: value }).expect(403);
    expect(body).toEqual({ detail: expect.stringContaining(value) });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    await outcomesOf(service, project, token, (counts) => counts['invalid cors'] === 1);
    expect(await isEmpty()).toBe(true);
  });

  test('are rejected before the body is read', async () => {
    await set({ allowedDomains: ['shop.test'] });
    await post(operation, 'no event at all', { Origin: 'https://elsewhere.test' }).expect(403);
  });

  test.each([
    PAGE,
    { Referer: 'https://shop.test/a' },
    { Origin: 'https://shop.test', Referer: 'https://elsewhere.test/' },
    {},
  ])('do not include %j', async (headers) => {
    await set({ allowedDomains: ['shop.test'] });
    await post(operation, BODIES[operation], headers as Record<string, string>).expect(200, { id: ID });
  });
});

test('an envelope with the key in its header is rejected by its origin too', async () => {
  await set({ allowedDomains: ['shop.test'] });
  const body = envelope({ event_id: ID, dsn: project.dsn }, EVENT);
  await post('envelope', body, { Origin: 'https://elsewhere.test' }, '').expect(403);
  await post('envelope', body, PAGE, '').expect(200, { id: ID });
});

describe('an event that a filter drops', () => {
  test.each(OPERATIONS)('gets a reply with its id from /%s/, and is counted but not stored', async (operation) => {
    await set({ options: { 'filters:error_messages': 'boom' } });
    await post(operation, BODIES[operation]).expect(200, { id: ID });
    await outcomesOf(service, project, token, (counts) => counts['filtered error-message'] === 1);
    expect(await isEmpty()).toBe(true);
  });

  test.each(OPERATIONS)('by its address, at /%s/, is parsed only for its id', async (operation) => {
    await set({ options: { 'filters:blacklisted_ips': '198.51.100.0/24' } });
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    await post(operation, BODIES[operation], headers).expect(200, { id: ID });
    await post(operation, 'no event at all', headers).expect(400);
    await outcomesOf(service, project, token, (counts) => counts['filtered ip-address'] === 1);
    expect(await isEmpty()).toBe(true);
    await post(operation, BODIES[operation], { 'X-Forwarded-For': '203.0.113.7' }).expect(200);
    expect(await isEmpty()).toBe(false);
  });

  test('is not counted for an envelope without an event', async () => {
    await set({ options: { 'filters:blacklisted_ips': '0.0.0.0/0' } });
    await post('envelope', envelope({}, [{ type: 'session' }, {}])).expect(200, {});
    expect((await service.client.get(project.path, token)).body).toMatchObject({ hasSessions: true });
  });
});

describe.each(OPERATIONS)('events over the spike limit at /%s/', (operation) => {
  test('are rejected with both headers, before the body is read, and counted', async () => {
    // An event that is sent again counts once.
    for (let sent = 0; sent < FLOOR; sent += 1) await post(operation, BODIES[operation]).expect(200);
    for (let sent = 1; sent < FLOOR; sent += 1)
      await post(operation, BODIES[operation].toString().replace(ID, hex())).expect(200);
    const { body, headers } = await post(operation, 'no event at all').expect(429);
    expect(body).toEqual({ detail: expect.any(String) });
    expect(headers).toMatchObject({
      'retry-after': '60',
      'x-sentry-rate-limits': '60:error:project:spike_protection',
      'access-control-allow-origin': '*',
    });
    expect(headers['access-control-expose-headers']).toContain('x-sentry-rate-limits');
    expect(
      await outcomesOf(service, project, token, (counts) => counts['rate_limited spike-protection'] === 1),
    ).toMatchObject({ accepted: FLOOR });
    await post(operation, BODIES[operation], {}, '?sentry_key=' + (await service.fixtures.project()).publicKey).expect(
      403,
    );
  });

  test('do not include events that filters drop', async () => {
    await set({ options: { 'filters:error_messages': 'boom' } });
    for (let sent = 0; sent < 2 * FLOOR; sent += 1) await post(operation, BODIES[operation]).expect(200);
  });
});
