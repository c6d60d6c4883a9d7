import contract from '../../../generated/openapi.json';
import { type Service, startService } from '../../support/service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

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

test('declares 200 for the five central operations, and 429 only for ingest operations', () => {
  const operations = Object.values(contract.paths as Record<string, object>).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string; responses: object }>),
  );
  for (const { operationId, responses } of operations) {
    const declared = Object.keys(responses);
    if (CENTRAL.includes(operationId)) expect(declared.filter((status) => status.startsWith('2'))).toEqual(['200']);
    expect(declared.includes('429')).toBe(['storeEnvelope', 'storeEvent'].includes(operationId));
  }
});
