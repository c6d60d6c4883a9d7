import { sha1Of } from '../../../src/compression/eventBody';
import {
  createFetchFile,
  FetchError,
  type FetchedSourceMap,
  fetchSourceMap,
} from '../../../src/sourcemaps/fetch/fetchFile';
import { type FileContent, FileServer } from '../../support/fileServer';

const MAP = '{"version":3,"sources":["a.ts"],"mappings":"AAAA"}';
const ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';

let server: FileServer;
beforeEach(async () => {
  server = await FileServer.start();
});
afterEach(() => server.close());

const fetchFile = createFetchFile({ allowsPrivate: true });

function fetch(script: FileContent, files: Record<string, FileContent> = {}): Promise<FetchedSourceMap> {
  for (const [path, served] of Object.entries({ '/js/app.js': script, ...files })) server.files.set(path, served);
  const request = { projectId: '1', url: server.url('/js/app.js'), verifiesCertificate: true, headersFor: () => ({}) };
  return fetchSourceMap(fetchFile, request, new AbortController().signal);
}

const withHeaders =
  (headers: Record<string, string>, body: string): FileContent =>
  (response) =>
    void response.writeHead(200, headers).end(body);
const naming = (reference: string) => `x();\n//# sourceMappingURL=${reference}\n`;

test.each<[string, FileContent, string]>([
  ['by a comment', naming('app.js.map'), '/js/app.js.map'],
  ['by a comment of old', 'x();\n//@ sourceMappingURL=app.js.map', '/js/app.js.map'],
  ['by a path', naming('/maps/app.map?v=2'), '/maps/app.map?v=2'],
  [
    'by a header, which counts more than a comment',
    withHeaders({ SourceMap: '../maps/app.map' }, naming('app.js.map')),
    '/maps/app.map',
  ],
  ['by a header of old', withHeaders({ 'X-SourceMap': 'app.map' }, 'x();'), '/js/app.map'],
])('a source map is found %s', async (_, script, path) => {
  const { map, bytes } = await fetch(script, { [path]: MAP });
  expect(map).toEqual({ url: server.url(path), sha1: sha1Of(Buffer.from(MAP)), size: MAP.length, debugId: null });
  expect(Buffer.from(bytes).toString()).toBe(MAP);
  expect(server.paths).toEqual(['/js/app.js', path]);
});

test('the URL is stored as it was requested, without characters that cannot be stored', async () => {
  const { map } = await fetch(naming('a\0\ud83d.map'), { '/js/a%00%EF%BF%BD.map': MAP });
  expect(map.url).toBe(server.url('/js/a%00%EF%BF%BD.map'));
});

test('the reference to a source map is relative to the URL after redirects', async () => {
  const { map } = await fetch((response) => void response.writeHead(302, { Location: '/v2/app.js' }).end(), {
    '/v2/app.js': naming('app.js.map'),
    '/v2/app.js.map': MAP,
  });
  expect(map.url).toBe(server.url('/v2/app.js.map'));
});

test.each([
  ['base64', `data:application/json;charset=utf-8;base64,${Buffer.from(MAP).toString('base64')}`],
  ['percent signs', `data:application/json,${encodeURIComponent(MAP)}`],
])('a source map is read from a data URL with %s', async (_, reference) => {
  const { map, bytes } = await fetch(naming(reference));
  expect(map).toMatchObject({ url: server.url('/js/app.js'), size: MAP.length });
  expect(Buffer.from(bytes).toString()).toBe(MAP);
  expect(server.paths).toEqual(['/js/app.js']);
});

test('the debug id in the file is stored', async () => {
  const { map } = await fetch(`x();\n//# debugId=${ID}\n//# sourceMappingURL=app.js.map`, { '/js/app.js.map': MAP });
  expect(map.debugId).toBe(ID);
});

test.each<[string, FileContent, object]>([
  [
    'none',
    'x();',
    { reason: 'other', details: 'The fetched file has no reference to a source map.', url: '/js/app.js' },
  ],
  [
    'one that is not there',
    naming('app.js.map'),
    { reason: 'not_found', details: 'The server answered with status 404.', url: '/js/app.js.map' },
  ],
  [
    'one at an endless address',
    naming('a'.repeat(2049)),
    { reason: 'other', details: 'The fetched file has no reference to a source map.', url: '/js/app.js' },
  ],
  [
    'one that cannot be decoded',
    naming('data:application/json,%'),
    { reason: 'other', details: expect.stringContaining('decoded'), url: '/js/app.js' },
  ],
  [
    'one of a bundler',
    naming('webpack://shop/app.js.map'),
    { reason: 'invalid_host', details: expect.stringContaining('not at an http or https URL'), url: '/js/app.js' },
  ],
  [
    'one behind a password',
    naming('http://ann:secret@shop.test/a.map'),
    { reason: 'invalid_host', details: expect.any(String), url: '/js/app.js' },
  ],
])('a file with %s as its reference fails', async (_, script, failure) => {
  const error = await fetch(script).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FetchError);
  const { url, ...others } = (error as FetchError).failure;
  expect({ ...others, url: new URL(url).pathname }).toEqual(failure);
});
