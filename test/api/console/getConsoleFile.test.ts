import { consoleFiles, requireConsole } from '../../support/consoleFiles';
import { useService } from '../../support/service';

const service = useService();

beforeAll(async () => {
  requireConsole();
});

test.each([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])('a file that ends in %s is %s, and never asked for again', async (suffix, type) => {
  const [name = ''] = consoleFiles(suffix);
  const { headers } = await service.client
    .get(`/assets/${name}`)
    .set('Accept-Encoding', 'identity')
    .expect(200)
    .expect('Content-Type', type);
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(headers['content-encoding']).toBeUndefined();
});

test.each(['br', 'gzip'])('is compressed with %s if the caller accepts it', async (encoding) => {
  const [name = ''] = consoleFiles('.css');
  const path = `/assets/${name}`;
  const plain = await service.client.get(path).expect(200);
  const { headers, text } = await service.client.get(path).set('Accept-Encoding', encoding).expect(200);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(text).toBe(plain.text);
});

test('every file that the page names exists', async () => {
  const { text } = await service.client.get('/').expect(200);
  const names = [...text.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) await service.client.get(`/${name}`).expect(200);
});

test.each(['index.html', 'nope.js', '..%2Findex.html', '..%2F..%2Fpackage.json', 'index.js.br'])(
  '%s is 404: only files that pages load are there',
  async (name) => {
    const { body } = await service.client.get(`/assets/${name}`).expect(404);
    expect(body).toEqual({ detail: expect.stringContaining('load its page again') });
  },
);
