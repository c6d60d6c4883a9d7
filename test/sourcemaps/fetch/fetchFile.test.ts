import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ResolveHostname } from '../../../src/net/privateNetworkGuard';
import {
  createFetchFile,
  FetchError,
  type FetchOptions,
  type FileRequest,
} from '../../../src/sourcemaps/fetch/fetchFile';
import { FileServer } from '../../support/fileServer';
import { SELF_SIGNED } from '../../support/selfSigned';

const SCRIPT = 'throw 1;\n//# sourceMappingURL=app.js.map\n';

let server: FileServer;
beforeEach(async () => {
  server = await FileServer.start();
});
afterEach(() => server.close());

const requestOf = (url: string, more: Partial<FileRequest> = {}): FileRequest => ({
  projectId: '1',
  url,
  verifiesCertificate: false,
  headersFor: () => ({}),
  ...more,
});
const fetchFile = (url: string, more: Partial<FileRequest> = {}, limits: Partial<FetchOptions> = {}) =>
  createFetchFile({ allowsPrivate: true, ...limits })(requestOf(url, more), new AbortController().signal);

/** Returns the failure of a request. */
async function failureOf(
  ...given: Parameters<typeof fetchFile>
): Promise<Pick<FetchError, 'failure' | 'isHostFailure'>> {
  const error = await fetchFile(...given).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchError)) throw new Error('The request did not fail with a FetchError.');
  const { failure, isHostFailure } = error;
  return { failure, isHostFailure };
}

const answering =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };
const redirect = (location: string, status = 302) => answering(status, { Location: location });

test('a file is fetched with its headers, by one plain request', async () => {
  server.files.set('/app.js?v=1', answering(200, { SourceMap: 'x.map', 'Content-Type': 'text/javascript' }, SCRIPT));
  const file = await fetchFile(server.url('/app.js?v=1'));
  expect(file).toMatchObject({ url: server.url('/app.js?v=1'), headers: { sourcemap: 'x.map' } });
  expect(file.bytes.toString()).toBe(SCRIPT);
  expect(server.requests).toEqual([{ method: 'GET', path: '/app.js?v=1', headers: expect.any(Object) as object }]);
  const { cookie, authorization, referer, 'user-agent': agent } = server.requests[0]?.headers ?? {};
  expect({ cookie, authorization, referer, agent }).toEqual({ agent: 'Culprit' });
});

test.each([
  ['gzip', gzipSync(SCRIPT)],
  ['deflate', deflateSync(SCRIPT)],
  ['br', brotliCompressSync(SCRIPT)],
])('a file that is sent as %s is inflated', async (encoding, bytes) => {
  server.files.set('/app.js', (response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes));
  expect((await fetchFile(server.url('/app.js'))).bytes.toString()).toBe(SCRIPT);
});

describe('a failure has a reason', () => {
  test.each([
    [404, 'not_found', false],
    [410, 'not_found', false],
    [401, 'permission_denied', false],
    [403, 'permission_denied', false],
    [400, 'download_error', false],
    [204, 'download_error', false],
    [429, 'download_error', true],
    [500, 'download_error', true],
    [503, 'download_error', true],
  ])('status %i is %s', async (status, reason, isHostFailure) => {
    server.files.set('/app.js', answering(status));
    const url = server.url('/app.js');
    const details = `The server answered with status ${status}.`;
    expect(await failureOf(url)).toEqual({ failure: { url, reason, details }, isHostFailure });
  });

  test.each([
    ['by its type', answering(200, { 'Content-Type': 'text/html; charset=utf-8' }, SCRIPT)],
    ['by its type of XML', answering(200, { 'Content-Type': 'application/xhtml+xml' }, SCRIPT)],
    ['by its text', answering(200, {}, '\ufeff \n<!doctype html><div id=app></div>')],
  ])('an HTML page, recognized %s, is not a file', async (_, answer) => {
    server.files.set('/app.js', answer);
    const details = 'The server answered with an HTML page instead of the file.';
    expect(await failureOf(server.url('/app.js'))).toMatchObject({
      failure: { reason: 'other', details },
      isHostFailure: false,
    });
  });

  test('a file that begins with many byte order marks is distinguished from a page in linear time', async () => {
    const script = '\ufeff'.repeat(300) + SCRIPT;
    server.files.set('/app.js', script);
    expect((await fetchFile(server.url('/app.js'))).bytes.toString()).toBe(script);
  });

  test('a script can begin with an HTML comment', async () => {
    server.files.set('/app.js', '<!-- hidden from old browsers\nx()');
    expect((await fetchFile(server.url('/app.js'))).bytes.length).toBe(33);
  });

  test('the connection is refused', async () => {
    const url = server.url('/app.js');
    await server.close();
    expect(await failureOf(url)).toMatchObject({
      failure: { url, reason: 'download_error', details: expect.stringContaining('ECONNREFUSED') },
      isHostFailure: true,
    });
  });

  test('the connection breaks in the middle', async () => {
    server.files.set('/app.js', (response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('x()');
      setImmediate(() => response.destroy());
    });
    expect(await failureOf(server.url('/app.js'))).toMatchObject({
      failure: { reason: 'download_error' },
      isHostFailure: true,
    });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['no answer comes', () => undefined],
    ['an answer does not end', (response) => void response.writeHead(200).write('x()')],
  ])('it takes too long: %s', async (_, answer) => {
    server.files.set('/app.js', answer);
    const details = 'The server did not send the file within 0.2 seconds.';
    expect(await failureOf(server.url('/app.js'), {}, { timeout: 200 })).toMatchObject({
      failure: { reason: 'timeout', details },
      isHostFailure: true,
    });
  });

  test.each([
    ['as it is sent', answering(200, {}, 'x'.repeat(1001))],
    [
      'as it is inflated',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(1001))),
    ],
  ])('it is too large %s', async (_, answer) => {
    server.files.set('/app.js', answer);
    const failure = { reason: 'other', details: 'The file is larger than 1000 bytes.' };
    expect(await failureOf(server.url('/app.js'), {}, { maxBytes: 1000 })).toMatchObject({
      failure,
      isHostFailure: false,
    });
  });

  test('a file that never ends is not read to its end', async () => {
    let written = 0;
    server.files.set('/app.js', (response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x'))) written += 64 * 1024;
      };
      response.on('drain', write);
      write();
    });
    expect(await failureOf(server.url('/app.js'))).toMatchObject({
      failure: { reason: 'other', details: expect.stringContaining('larger') },
    });
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test.each(['zstd', 'gzip, gzip', 'constructor'])('content encoding %s was not requested', async (encoding) => {
    server.files.set('/app.js', answering(200, { 'Content-Encoding': encoding }, SCRIPT));
    expect(await failureOf(server.url('/app.js'))).toMatchObject({
      failure: { reason: 'other', details: expect.stringContaining('encoding') },
    });
  });

  test('the content does not match its content encoding', async () => {
    server.files.set('/app.js', answering(200, { 'Content-Encoding': 'gzip' }, SCRIPT));
    expect(await failureOf(server.url('/app.js'))).toMatchObject({ failure: { reason: 'download_error' } });
  });
});

test('an invalid certificate is accepted unless it must be valid', async () => {
  const secure = await FileServer.start(SELF_SIGNED);
  secure.files.set('/app.js', SCRIPT);
  expect((await fetchFile(secure.url('/app.js'))).bytes.toString()).toBe(SCRIPT);
  const failure = { reason: 'download_error', details: expect.stringContaining('self-signed certificate') as string };
  expect(await failureOf(secure.url('/app.js'), { verifiesCertificate: true })).toMatchObject({ failure });
  expect(secure.requests).toHaveLength(1);
  await secure.close();
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('with status %i are followed', async (status) => {
    server.files.set('/app.js', redirect('/files/app.js', status)).set('/files/app.js', SCRIPT);
    expect(await fetchFile(server.url('/app.js'))).toMatchObject({ url: server.url('/files/app.js') });
  });

  test('are followed a few times only', async () => {
    server.files.set('/app.js', redirect('/app.js'));
    expect(await failureOf(server.url('/app.js'))).toMatchObject({
      failure: { reason: 'other', details: expect.stringContaining('redirects') },
    });
    expect(server.paths).toHaveLength(4);
  });

  test.each(['ftp://files.test/app.js', 'file:///etc/passwd', 'https://ann:secret@files.test/app.js', 'http://['])(
    'to %s are refused',
    async (location) => {
      server.files.set('/app.js', redirect(location));
      expect(await failureOf(server.url('/app.js'))).toMatchObject({
        failure: { url: server.url('/app.js'), reason: 'invalid_host' },
      });
    },
  );

  test('are requested with the headers for their URL', async () => {
    server.files.set('/app.js', redirect(server.url('/moved.js', 'localhost'))).set('/moved.js', SCRIPT);
    const headersFor = ({ hostname }: URL) => (hostname === '127.0.0.1' ? { 'X-Token': 'c2VjcmV0' } : {});
    await fetchFile(server.url('/app.js'), { headersFor });
    expect(server.requests.map(({ path, headers }) => [path, headers['x-token']])).toEqual([
      ['/app.js', 'c2VjcmV0'],
      ['/moved.js', undefined],
    ]);
  });
});

describe('a private network', () => {
  const refused = {
    failure: {
      reason: 'invalid_host',
      details: 'The host is in a private network, which is allowed only with SCRAPING_ALLOW_PRIVATE=on.',
    },
    isHostFailure: false,
  };

  test.each([
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
    expect(await failureOf(server.url('/app.js', host), {}, { allowsPrivate: false })).toMatchObject(refused);
    expect(server.requests).toEqual([]);
  });

  test.each([[['127.0.0.1']], [['192.0.2.1', '10.0.0.7']], [['::1']]])(
    'is not reached by a name of %j',
    async (addresses) => {
      const resolve: ResolveHostname = (_, __, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      expect(
        await failureOf(server.url('/app.js', 'files.shop.test'), {}, { allowsPrivate: false, resolve }),
      ).toMatchObject(refused);
      expect(server.requests).toEqual([]);
    },
  );

  /**
   * An address that is public when it is checked, and this machine when the connection is made: tests have no public
   * server.
   */
  function publicHere(): { address: string; family: number } {
    let looks = 0;
    return {
      get address() {
        return (looks += 1) === 1 ? '8.8.8.8' : '127.0.0.1';
      },
      family: 4,
    };
  }

  test.each([
    'http://127.0.0.1/moved.js',
    'http://10.0.0.7/moved.js',
    'http://inside.shop.test/moved.js',
    'http://localhost/moved.js',
  ])('is not reached by a redirect to %s', async (target) => {
    const resolve: ResolveHostname = (hostname, _, done) =>
      done(null, [hostname === 'cdn.shop.test' ? publicHere() : { address: '10.0.0.7', family: 4 }]);
    const location = target.replace('/moved.js', `:${server.port}/moved.js`);
    server.files.set('/app.js', redirect(location)).set('/moved.js', SCRIPT);
    const failure = await failureOf(server.url('/app.js', 'cdn.shop.test'), {}, { allowsPrivate: false, resolve });
    expect(failure).toMatchObject({ ...refused, failure: { ...refused.failure, url: location } });
    expect(server.paths).toEqual(['/app.js']);
  });
});
