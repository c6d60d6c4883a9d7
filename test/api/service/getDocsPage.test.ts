import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocs } from '../../../src/app';
import { buildDocs, DOCS_FOLDER } from '../../support/docs';
import { useOwnService } from '../../support/service';

beforeAll(() => {
  buildDocs();
});
const service = useOwnService(
  {},
  {
    // Opened when the service starts, after the pages are built.
    get docs() {
      return readDocs();
    },
  },
);

const page = (name: string) => readFileSync(join(DOCS_FOLDER, `${name}.html`), 'utf8');

test.each(['guides/search', 'guides/sending-events', 'api/issues', 'api/issues/listIssues', 'api/webhooks/issueAlert'])(
  '/docs/%s is the page that npm run docs writes',
  async (name) => {
    const { text, headers } = await service.client
      .get(`/docs/${name}`)
      .set('Accept-Encoding', 'br')
      .expect(200)
      .expect('Content-Type', 'text/html; charset=utf-8');
    expect(text).toBe(page(name));
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
    await service.client.get(`/docs/${name}/`).set('If-None-Match', String(headers['etag'])).expect(304);
  },
);

test('only pages of operations may have styles of their own', async () => {
  const policyOf = async (name: string) =>
    (await service.client.get(`/docs/${name}`).expect(200)).headers['content-security-policy'];
  expect(await policyOf('guides/search')).toContain("script-src 'self'; style-src 'self';");
  expect(await policyOf('api/issues')).toBe(await policyOf('guides/search'));
  expect(await policyOf('api/issues/listIssues')).toContain("script-src 'self'; style-src 'self' 'unsafe-inline';");
});

test('every file that pages load exists, and is never asked for again', async () => {
  const names = [...page('api/issues/listIssues').matchAll(/"\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
  const written = readdirSync(join(DOCS_FOLDER, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
  expect([...new Set(names)].sort()).toEqual(written.sort());
  for (const name of written)
    await service.client
      .get(`/assets/${name}`)
      .expect(200)
      .expect('Cache-Control', 'public, max-age=31536000, immutable');
});

test.each([
  'guides/none',
  'guides',
  'guides/../../../package.json',
  'guides/..%2F..%2Findex',
  'api/issues/listIssues.html',
  'assets/docs-page.js',
  'api/issues/listIssues/more',
])('/docs/%s is 404', async (name) => {
  const path = `/docs/${name.replaceAll('..', '%2E%2E')}`;
  const { body } = await service.client.get(path).expect(404);
  expect(body).toEqual({ detail: expect.stringContaining('/docs lists all pages') });
});
