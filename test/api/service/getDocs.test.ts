import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OperationContext } from '../../../src/api/operation';
import { readDocs } from '../../../src/app';
import { getDocs } from '../../../src/api/service/getDocs';
import { openDocs } from '../../../src/http/replyForm';
import { buildDocs, DOCS_PAGE } from '../../support/docs';
import { useOwnService } from '../../support/service';

let written: Buffer;
beforeAll(() => {
  buildDocs();
  written = readFileSync(DOCS_PAGE);
});
const service = useOwnService(
  {},
  {
    // Read when the service starts, after the page is built.
    get docs() {
      return readDocs();
    },
  },
);

interface RawResponse {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Fetches the response without inflating its body. */
function fetchRaw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(service.url + path, { headers, method }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject).end();
  });
}

test('returns the page that npm run docs writes, without a token', async () => {
  await service.client.get('/docs').expect(200).expect('Content-Type', 'text/html; charset=utf-8');
  const { status, headers, bytes } = await fetchRaw('/docs');
  expect(status).toBe(200);
  expect(headers['content-length']).toBe(String(written.length));
  expect(headers['content-encoding']).toBeUndefined();
  expect(bytes.equals(written)).toBe(true);
});

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
])('is compressed with %s if the caller accepts %j', async (encoding, accepted, inflate) => {
  const { headers, bytes } = await fetchRaw('/docs', { 'Accept-Encoding': accepted });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(bytes.length),
    vary: 'Accept-Encoding',
  });
  expect(bytes.length).toBeLessThan(written.length / 3);
  expect(inflate(bytes).equals(written)).toBe(true);
});

test.each(['identity', 'gzip;q=0, br;q=0.000', 'broccoli', ''])(
  'is not compressed if the caller accepts %j',
  async (accepted) => {
    const { headers, bytes } = await fetchRaw('/docs', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.equals(written)).toBe(true);
  },
);

test('has a policy that allows scripts and styles of the service only', async () => {
  const { headers } = await fetchRaw('/docs');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(written.toString()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son[a-z]+=|style=/i);
  expect(written.toString()).not.toMatch(/<(script|link|img|iframe)\b[^>]*\b(src|href)="https?:/);
});

test('replies to If-None-Match with 304 and the same policy if it names the current page', async () => {
  const first = await fetchRaw('/docs', { 'Accept-Encoding': 'br' });
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(first.headers['cache-control']).toBe('no-cache');
  const second = await fetchRaw('/docs', { 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
  expect(second.status).toBe(304);
  expect(second.bytes).toHaveLength(0);
  // A browser replaces the headers that it stored by these; with the policy of other replies, the page would be empty.
  for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy'])
    expect([name, second.headers[name]]).toEqual([name, first.headers[name]]);
  expect(second.headers['content-encoding']).toBeUndefined();
  await service.client.get('/docs').set('If-None-Match', etag).expect(304);
  expect((await fetchRaw('/docs', { 'If-None-Match': '"other"' })).status).toBe(200);
});

test('replies to HEAD without the page, and to the path with a trailing slash', async () => {
  const head = await fetchRaw('/docs', {}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(written.length), 0]);
  expect((await fetchRaw('/docs/')).status).toBe(200);
  await service.client.post('/docs').expect(405);
});

describe('without a page', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'culprit-page-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('opens nothing in an empty or incomplete folder', () => {
    expect(openDocs(folder)).toBeNull();
    writeFileSync(join(folder, 'index.html'), '<p>half');
    expect(openDocs(folder)).toBeNull();
  });

  test('replies 503 and names the command that writes the page', async () => {
    const error = await getDocs.handle({ docs: null } as OperationContext).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'Unavailable',
      retryAfter: 60,
      message: expect.stringContaining('npm run docs'),
    });
  });
});
