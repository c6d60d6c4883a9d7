import contract from '../../../generated/openapi.json';
import { startService, useOwnService } from '../../support/service';

const service = useOwnService();

test('returns the contract with the address of the service, without a token', async () => {
  const { body } = await service.client.get('/openapi.json').expect(200);
  expect(body).toEqual({ ...contract, servers: [{ url: service.url, description: 'This service.' }] });
});

test('has PUBLIC_URL as the address of the service', async () => {
  const proxied = await startService({ PUBLIC_URL: 'https://errors.example.com' });
  try {
    const { body } = await proxied.client.get('/openapi.json').expect(200);
    expect((body as { servers: object[] }).servers).toEqual([
      { url: 'https://errors.example.com', description: 'This service.' },
    ]);
  } finally {
    await proxied.close();
  }
});

test('replies to If-None-Match with 304 if it names the current version', async () => {
  const { headers } = await service.client.get('/openapi.json').expect(200).expect('Cache-Control', 'no-cache');
  const etag = String(headers['etag']);
  const ask = (tags: string) => service.client.get('/openapi.json').set('If-None-Match', tags);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const unchanged = await ask(tags).expect(304).expect('ETag', etag).expect('Cache-Control', 'no-cache');
    expect(unchanged.text).toBe('');
    expect(unchanged.headers['content-type']).toBeUndefined();
  }
  for (const tags of ['"other"', 'W/"other"', '']) await ask(tags).expect(200);
});

describe('webhooks=false', () => {
  const READ = '/openapi.json?webhooks=false';

  test('leaves out the webhooks, and the parts and tags that only they use', async () => {
    const whole = (await service.client.get('/openapi.json?webhooks=true').expect(200)).body;
    const { body } = await service.client.get(READ).expect(200);
    const { webhooks, tags, components, ...rest } = whole;
    expect(webhooks).toHaveProperty('issueAlert');
    expect(body).toEqual({ ...rest, tags: expect.any(Array), components: expect.any(Object) });
    const missing = (kind: string) =>
      Object.keys(components[kind]).filter((name) => !(name in (body.components[kind] ?? {})));
    expect(missing('schemas').sort()).toEqual([
      'WebhookAlert',
      'WebhookCrashFreeAlert',
      'WebhookEvent',
      'WebhookFeedback',
      'WebhookIssue',
      'WebhookRule',
      'WebhookSessions',
      'WebhookSubject',
    ]);
    expect(missing('parameters').sort()).toEqual(['WebhookId', 'WebhookSignature', 'WebhookTimestamp']);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(tags).filter((name) => !names(body.tags).includes(name))).toEqual(['webhooks']);
    for (const [, pointer = ''] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect([pointer, pointer.split('/').reduce((node, key) => node?.[key], body)]).toEqual([
        pointer,
        expect.anything(),
      ]);
  });

  test('has an entity tag of its own', async () => {
    const { headers } = await service.client.get(READ).expect(200);
    const etag = String(headers['etag']);
    await service.client.get(READ).set('If-None-Match', etag).expect(304);
    await service.client.get('/openapi.json').set('If-None-Match', etag).expect(200);
  });

  test.each([
    ['webhooks=none', "Query parameter 'webhooks' must be true or false."],
    ['webhooks=', "Query parameter 'webhooks' must be true or false."],
    ['webhooks=0&webhooks=0', "Query parameter 'webhooks' may be given only once."],
    ['webhook=false', "Unknown query parameter 'webhook'; accepted are 'webhooks'."],
  ])('%s is 400', async (query, detail) => {
    const { body } = await service.client.get(`/openapi.json?${query}`).expect(400);
    expect(body).toEqual({ detail });
  });
});

test('returns OpenAPI 3.1 with the central operations', async () => {
  const { text } = await service.client.get('/openapi.json', 'no-token-of-ours').expect(200);
  const { openapi, paths } = JSON.parse(text) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  expect(openapi).toMatch(/^3\.1\./);
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(ids).toEqual(
    expect.arrayContaining([
      'updateProject',
      'listTeamProjects',
      'listProjectEvents',
      'removeIssues',
      'getSourceMapDebug',
      'storeEnvelope',
      'storeEvent',
    ]),
  );
});

const CENTRAL = ['updateProject', 'listTeamProjects', 'listProjectEvents', 'removeIssues', 'getSourceMapDebug'];

/** Operations that limit attempts to sign in, confirm an address, register as a program, or exchange its codes. */
const LIMITED = [
  ...['createSession', 'createOpenIdSignIn', 'testSignInLink', 'confirmAlertAddress'],
  ...['createOAuthClient', 'createOAuthToken', 'removeOAuthToken'],
];

/**
 * Operations that never refuse: a job that reports would be taken for one that did not run, and a program that crashed
 * sends its dump again at once.
 */
const UNLIMITED = ['storeCheckIn', 'storeCheckInByUrl', 'storeKeyedCheckIn', 'storeKeyedCheckInByUrl', 'storeMinidump'];

test('declares 200 for the five central operations, and 429 for those that ask who the client is', () => {
  const operations = Object.values(contract.paths as Record<string, object>).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string; responses: object; security?: object[] }>),
  );
  for (const { operationId, responses, security = [] } of operations) {
    const declared = Object.keys(responses);
    if (CENTRAL.includes(operationId)) expect(declared.filter((status) => status.startsWith('2'))).toEqual(['200']);
    expect([operationId, declared.includes('429')]).toEqual([
      operationId,
      (security.length > 0 && !UNLIMITED.includes(operationId)) || LIMITED.includes(operationId),
    ]);
  }
});
