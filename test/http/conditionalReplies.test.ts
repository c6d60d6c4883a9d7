/** Replies that are compressed, or 304 if the client has them already, and those that are not. */
import http, { type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import contract from '../../generated/openapi.json';
import { useOwnService } from '../support/service';

const service = useOwnService();
let token: string;
let issues: string;
let project: Awaited<ReturnType<typeof service.fixtures.project>>;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  for (let number = 0; number < 50; number += 1)
    await service.fixtures.event(project, { fingerprint: [`${number}`], message: `größer ${number}` });
  issues = `/api/0/organizations/${project.organization}/issues/`;
});

interface WireReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Sends a request with exactly these headers, and returns the bytes of the reply as sent. */
function send(path: string, given: Record<string, string | undefined> = {}, method = 'GET'): Promise<WireReply> {
  const all = Object.entries<string | undefined>({ Authorization: `Bearer ${token}`, ...given });
  const headers = Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return new Promise((resolve, reject) => {
    http
      .request(service.url + path, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
          )
          .on('error', reject);
      })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('%s has the bytes of the plain reply', async (encoding, inflate) => {
  const plain = await send(issues);
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.bytes.length).toBeGreaterThan(16 * 1024);
  const { headers, bytes } = await send(issues, { 'Accept-Encoding': encoding });
  const length = String(bytes.length);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', 'content-length': length });
  expect(headers['link']).toBe(plain.headers['link']);
  expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(inflate(bytes).equals(plain.bytes)).toBe(true);
});

test('a short reply is not compressed, and varies', async () => {
  const { status, headers } = await send(`${issues}?query=nothing-has-this`, { 'Accept-Encoding': 'br' });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['vary']).toBe('Accept-Encoding');
});

test('a reply to HEAD has the headers of the compressed body', async () => {
  const { headers } = await send(issues, { 'Accept-Encoding': 'gzip' });
  const { status, headers: head, bytes } = await send(issues, { 'Accept-Encoding': 'gzip' }, 'HEAD');
  expect([status, bytes.length]).toEqual([200, 0]);
  expect({ ...head, date: null }).toEqual({ ...headers, date: null });
});

test('an error is not compressed', async () => {
  const { status, headers } = await send(`${issues}?${'x'.repeat(2000)}=1`, { 'Accept-Encoding': 'br, gzip' });
  expect(status).toBe(400);
  expect(headers['content-encoding']).toBeUndefined();
});

test('a reply that holds secrets is not compressed, whatever its length', async () => {
  const { status, headers } = await send(`${project.path}keys/`, { 'Accept-Encoding': 'br, gzip' });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['vary']).toBeUndefined();
});

test('a client that leaves before its reply is complete leaves the service usable', async () => {
  await Promise.all(
    Array.from({ length: 10 }, () => {
      const request = http.get(service.url + issues, {
        headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' },
      });
      return new Promise<void>((resolve) => {
        request.on('error', () => resolve()).on('response', (response) => response.destroy());
        request.on('close', () => resolve());
      });
    }),
  );
  const { status, bytes } = await send(issues, { 'Accept-Encoding': 'br' });
  expect(status).toBe(200);
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toHaveLength(50);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, *;q=0', undefined],
  ['GZIP; Q=1', 'gzip'],
  ['deflate, zstd', undefined],
])('a client that accepts %j gets %j', async (accepted, encoding) => {
  const { headers } = await send(issues, { 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

describe('the entity tag of a reply', () => {
  test('is the same for all forms of a body, and turns the next reply into 304', async () => {
    const plain = await send(issues);
    const compressed = await send(issues, { 'Accept-Encoding': 'br' });
    const tag = String(plain.headers['etag']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(compressed.headers['etag']).toBe(tag);
    for (const accepted of [undefined, 'br']) {
      const { status, headers, bytes } = await send(issues, { 'If-None-Match': tag, 'Accept-Encoding': accepted });
      expect([status, bytes.length]).toEqual([304, 0]);
      expect(headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': 'no-store' });
      expect(headers['content-encoding']).toBeUndefined();
    }
    expect((await send(issues, { 'If-None-Match': tag }, 'HEAD')).status).toBe(304);
    expect((await send(`${issues}?limit=1`, { 'If-None-Match': tag })).status).toBe(200);
  });

  test('changes with the body', async () => {
    const own = await service.fixtures.project();
    const path = `/api/0/projects/${own.organization}/${own.slug}/events/`;
    const authorization = `Bearer ${await service.fixtures.token(own.organization)}`;
    const empty = await send(path, { Authorization: authorization });
    expect(empty.bytes.toString()).toBe('[]');
    const tag = String(empty.headers['etag']);
    expect((await send(path, { Authorization: authorization, 'If-None-Match': tag })).status).toBe(304);
    await service.fixtures.event(own, { message: 'first' });
    const next = await send(path, { Authorization: authorization, 'If-None-Match': tag });
    expect(next.status).toBe(200);
    expect(JSON.parse(next.bytes.toString())).toHaveLength(1);
  });

  test('changes with the existence of a next page', async () => {
    const own = await service.fixtures.project();
    const path = `/api/0/projects/${own.organization}/${own.slug}/events/?per_page=1`;
    const authorization = `Bearer ${await service.fixtures.token(own.organization)}`;
    await service.fixtures.event(own, { message: 'newest', timestamp: Date.now() / 1000 });
    const only = await send(path, { Authorization: authorization });
    await service.fixtures.event(own, { message: 'older', timestamp: Date.now() / 1000 - 3600 });
    const tag = String(only.headers['etag']);
    const first = await send(path, { Authorization: authorization, 'If-None-Match': tag });
    expect(first.status).toBe(200);
    expect(first.bytes.equals(only.bytes)).toBe(true);
    expect(first.headers['link']).not.toBe(only.headers['link']);
  });

  test('is of no use to a caller that may not read the body', async () => {
    const { headers } = await send(issues);
    const other = await service.fixtures.project();
    const foreign = await service.fixtures.token(other.organization);
    const tagged = { 'If-None-Match': String(headers['etag']) };
    expect((await send(issues, { ...tagged, Authorization: 'Bearer unknown' })).status).toBe(401);
    expect((await send(issues, { ...tagged, Authorization: `Bearer ${foreign}` })).status).toBe(404);
  });
});

describe('compressed operations', () => {
  const SECRETS = /^(token|secret|dsn|password|link|csrfToken|signInLink|publicKey|refreshToken|config)$/i;

  /** Collects the names of all properties that a part of the contract can have. */
  function properties(part: unknown, seen: Set<string>, names: Set<string>): Set<string> {
    if (typeof part !== 'object' || part === null) return names;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'example' || key === 'examples') continue;
      if (key === 'properties') Object.keys(value as object).forEach((name) => names.add(name));
      if (key === '$ref' && typeof value === 'string' && !seen.has(value)) {
        seen.add(value);
        const target = value.slice(2).split('/');
        properties(
          target.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract),
          seen,
          names,
        );
      } else properties(value, seen, names);
    }
    return names;
  }

  interface Operation {
    readonly operationId: string;
    readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
  }
  const operations = Object.values(contract.paths).flatMap((path) =>
    Object.entries(path as Record<string, Operation>).filter(
      ([, { responses }]) => responses['200']?.headers?.['Content-Encoding'] !== undefined,
    ),
  );

  test.each(operations.map(([method, operation]) => [operation.operationId, method, operation] as const))(
    '%s reads, and its reply has no member for a secret',
    (_id, method, { responses }) => {
      expect(method).toBe('get');
      expect([...properties(responses, new Set(), new Set())].filter((name) => SECRETS.test(name))).toEqual([]);
    },
  );
});
