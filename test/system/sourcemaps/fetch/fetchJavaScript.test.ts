/** Files of a page that are only on a web server: the service fetches them, and frames resolve. */
import type { components } from '../../../../generated/api';
import { openApp } from '../../../../src/app';
import { readConfig } from '../../../../src/config';
import { openLog } from '../../../../src/log';
import { putArtifacts } from '../../../support/artifacts';
import { makeMigratedPlace } from '../../../support/database';
import { FileServer } from '../../../support/fileServer';
import { Fixtures, type ProjectFixture } from '../../../support/fixtures';
import { poll } from '../../../support/process';
import { Shop } from '../../../support/sampleShop';
import { SELF_SIGNED } from '../../../support/selfSigned';
import { EAGER, type Service, startService } from '../../../support/service';

type Json = Record<string, any>;
type Found = components['schemas']['SourceMapError'];

const SCRAPING = { SCRAPING: 'on', SCRAPING_ALLOW_PRIVATE: 'on' };

let service: Service;
let shop: Shop;
let server: FileServer;
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  [service, shop] = await Promise.all([startService(SCRAPING, EAGER), Shop.build()]);
});
beforeEach(async () => {
  server = await FileServer.start();
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});
afterEach(() => server.close());
afterAll(() => Promise.all([service.close(), shop.dispose()]));

/** Serves the bundle and its map as a deployment does. */
async function deploy(of = shop): Promise<void> {
  server.files
    .set('/static/shop.js', await of.read('dist/shop.js'))
    .set('/static/shop.js.map', await of.read('dist/shop.js.map'));
}

const URL_PATH = '/static/shop.js';
const put = (body: object) => service.client.put(project.path, token).send(body).expect(200);

/** Sends the error of a page whose script has that URL. Returns the id of the event. */
async function crash(url = server.url(URL_PATH), more: Json = {}, of = shop): Promise<string> {
  return service.fixtures.event(project, { ...(await of.crash(url)), ...more });
}

async function detail(id: string): Promise<Json> {
  return (await service.client.get(`${project.path}events/${id}/`, token).expect(200)).body as Json;
}

const framesOf = ({ entries }: Json): Json[] =>
  entries.find(({ type }: Json) => type === 'exception').data.values[0].stacktrace.frames;
const fileOf = async (id: string) => String(framesOf(await detail(id)).at(-1)?.['filename']);
const isResolved = async (id: string) => (await fileOf(id)).endsWith('src/stock.ts');

async function debug(id: string): Promise<Found[]> {
  const path = `${project.path}events/${id}/source-map-debug/?exception_idx=0&frame_idx=-1`;
  return (await service.client.get(path, token).expect(200)).body as Found[];
}

/** Waits until an attempt has failed. Returns the reported failure. */
async function failureOf(id: string): Promise<Json> {
  let failure: unknown;
  await poll(async () => (failure = (await debug(id))[0]?.scraping) !== undefined);
  return failure as Json;
}

test('an event is resolved with files that are fetched after it arrived; later events when they arrive', async () => {
  await deploy();
  const first = await crash();
  await poll(() => isResolved(first));
  const { line } = shop.placeOf('src/stock.ts', 'throw new RangeError');
  expect(framesOf(await detail(first)).at(-1)).toMatchObject({
    lineNo: line,
    map: 'shop.js.map',
    mapUrl: server.url('/static/shop.js.map'),
  });
  expect(await debug(first)).toEqual([]);
  expect(server.paths).toEqual(['/static/shop.js', '/static/shop.js.map']);
  const culprit = async (id: string) => (await detail(id))['culprit'];
  await poll(async () => String(await culprit(await crash())).includes('stock'));
  expect(server.paths).toEqual(['/static/shop.js', '/static/shop.js.map']);
});

test('while the setting is off, nothing is fetched and fetched files are not used', async () => {
  await deploy();
  const before = await crash();
  await poll(() => isResolved(before));
  await put({ scrapeJavaScript: false });
  expect(await isResolved(before)).toBe(false);
  const other = server.url('/other/shop.js');
  const meanwhile = await crash(other);
  const scraping = {
    url: other,
    status: 'failure',
    reason: 'disabled',
    details: 'Fetching JavaScript is switched off for the project.',
  };
  expect((await debug(meanwhile))[0]).toEqual({
    type: 'no_release_on_event',
    message: expect.any(String),
    data: null,
    scraping,
    fix: expect.anything(),
  });
  expect(
    await service.app.database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, [other], Date.now())),
  ).toEqual(new Map());
  await put({ options: { 'svc:scrape_javascript': true } });
  expect(await isResolved(before)).toBe(true);
  const after = await crash(other);
  expect(await failureOf(after)).toMatchObject({ url: other, reason: 'not_found' });
  expect(server.paths).toEqual(['/static/shop.js', '/static/shop.js.map', '/other/shop.js']);
});

test('an uploaded file is never fetched, and takes precedence over a fetched one', async () => {
  await deploy();
  const release = 'shop@1';
  const event = await crash(undefined, { release });
  await poll(() => isResolved(event));
  const uploaded = shop.read('dist/shop.js.map').then((text) => text.replaceAll('src/stock.ts', 'src/uploaded.ts'));
  const files = [
    { name: '~/static/shop.js', text: await shop.read('dist/shop.js') },
    { name: '~/static/shop.js.map', text: await uploaded },
  ];
  await putArtifacts(service.app.database, project.row, files, { release });
  expect(await fileOf(event)).toMatch(/src\/uploaded\.ts$/);
  const fresh = await service.fixtures.project({ organization: project.organization });
  await putArtifacts(service.app.database, fresh.row, files, { release });
  await service.fixtures.event(fresh, { ...(await shop.crash(server.url(URL_PATH))), release });
  expect(
    await service.app.database.read(({ fetchAttempts }) =>
      fetchAttempts.find(fresh.id, [server.url(URL_PATH)], Date.now()),
    ),
  ).toEqual(new Map());
  expect(server.paths).toHaveLength(2);
});

test('the page itself, to which frames of inline scripts refer, is not fetched', async () => {
  const page = server.url('/checkout?step=2');
  const first = await crash(`${page}#top`, { request: { url: page } });
  expect(
    await service.app.database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, [page], Date.now())),
  ).toEqual(new Map());
  expect((await debug(first))[0]?.scraping).toBeUndefined();
});

test('a fetched file with another debug id is not used', async () => {
  const [script, map] = await Promise.all(['dist/shop.js', 'dist/shop.js.map'].map((name) => shop.read(name)));
  const id = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
  server.files.set(URL_PATH, `${script}\n//# debugId=${id}\n`).set('/static/shop.js.map', map as string);
  const imageOf = (debug_id: string) => ({
    debug_meta: { images: [{ type: 'sourcemap', code_file: server.url(URL_PATH), debug_id }] },
  });
  const event = await crash(undefined, imageOf(id));
  await poll(() => isResolved(event));
  const other = await crash(undefined, imageOf('00000000-43c5-4d8a-9e10-2a7c5b3d8f64'));
  expect(await isResolved(other)).toBe(false);
});

describe('the reason why a file cannot be fetched is added to the first problem', () => {
  test('whose type stays the same', async () => {
    const id = await crash();
    const details = 'The server answered with status 404.';
    const scraping = { url: server.url(URL_PATH), status: 'failure', reason: 'not_found', details };
    expect(await failureOf(id)).toEqual(scraping);
    expect(await debug(id)).toEqual([
      { type: 'no_release_on_event', message: expect.any(String), data: null, scraping, fix: expect.anything() },
    ]);
    expect(framesOf(await detail(id)).at(-1)).toMatchObject({ absPath: server.url(URL_PATH) });
  });

  test('next to its other data', async () => {
    await service.client
      .post(`/api/0/organizations/${project.organization}/releases/`, token)
      .send({ version: 'shop@2', projects: [project.slug] })
      .expect(201);
    await putArtifacts(service.app.database, project.row, [{ name: '~/x.js', text: 'x' }], { release: 'shop@2' });
    const id = await crash(undefined, { release: 'shop@2' });
    await failureOf(id);
    expect(await debug(id)).toEqual([
      {
        type: 'no_url_match',
        message: expect.any(String),
        data: expect.objectContaining({ artifactNames: ['~/x.js'] }),
        scraping: expect.objectContaining({ reason: 'not_found' }),
        fix: expect.anything(),
      },
    ]);
  });

  test('if the source map cannot be fetched', async () => {
    await deploy();
    server.files.delete('/static/shop.js.map');
    expect(await failureOf(await crash())).toMatchObject({
      url: server.url('/static/shop.js.map'),
      reason: 'not_found',
    });
  });

  test('and the file is not requested again for later events', async () => {
    await failureOf(await crash());
    await failureOf(await crash());
    expect(server.paths).toEqual([URL_PATH]);
  });

  test('for all files of a failed host, which is requested once', async () => {
    server.files.set(URL_PATH, (response) => void response.writeHead(503).end());
    await failureOf(await crash());
    expect(await failureOf(await crash(server.url('/static/other.js')))).toMatchObject({
      reason: 'download_error',
      details: expect.stringMatching(/not asked again .* status 503/),
    });
    expect(server.paths).toEqual([URL_PATH]);
  });

  test('if the fetched file is not a source map', async () => {
    await deploy();
    server.files.set('/static/shop.js.map', 'no map');
    const id = await crash();
    await poll(async () => (await debug(id))[0]?.type === 'map_not_parsable');
    expect(await debug(id)).toMatchObject([
      { type: 'map_not_parsable', data: { reason: 'it is not JSON', names: [server.url('/static/shop.js.map')] } },
    ]);
  });
});

describe('the security token', () => {
  const HEADERS = { securityToken: 'c2VjcmV0', securityTokenHeader: 'X-Culprit-Token' };

  test.each([
    ['a host that is named', ['127.0.0.1'], 'c2VjcmV0'],
    ['any host', ['*'], undefined],
    ['another host', ['*', 'localhost', 'shop.test'], undefined],
  ])('is sent to hosts that the project lists: %s', async (_, allowedDomains, expected) => {
    await put({ ...HEADERS, allowedDomains });
    await deploy();
    const id = await crash();
    await poll(() => isResolved(id));
    expect(server.requests.map(({ headers }) => headers['x-culprit-token'])).toEqual([expected, expected]);
  });
});

test('the certificate must be valid only if the project requires it', async () => {
  await server.close();
  server = await FileServer.start(SELF_SIGNED);
  await deploy();
  await put({ verifySSL: true });
  const details = expect.stringContaining('self-signed certificate') as string;
  expect(await failureOf(await crash())).toMatchObject({ reason: 'download_error', details });
  expect(server.requests).toEqual([]);
  project = await service.fixtures.project({ organization: project.organization });
  const elsewhere = await crash();
  await poll(() => isResolved(elsewhere));
});

test('files in private networks are not fetched unless the operator allows it', async () => {
  const careful = await startService({ SCRAPING: 'on' }, EAGER);
  project = await careful.fixtures.project();
  token = await careful.fixtures.token(project.organization);
  const usual = service;
  service = careful;
  try {
    expect(await failureOf(await crash())).toMatchObject({ reason: 'invalid_host' });
    expect(server.requests).toEqual([]);
  } finally {
    service = usual;
    await careful.close();
  }
});

test('a service that does not fetch records no requests, and reports no failures', async () => {
  const quiet = await startService();
  project = await quiet.fixtures.project();
  token = await quiet.fixtures.token(project.organization);
  const usual = service;
  service = quiet;
  try {
    const id = await crash();
    expect(
      await quiet.app.database.read(({ fetchAttempts }) =>
        fetchAttempts.find(project.id, [server.url(URL_PATH)], Date.now()),
      ),
    ).toEqual(new Map());
    expect(await debug(id)).toEqual([
      { type: 'no_release_on_event', message: expect.any(String), data: null, fix: expect.anything() },
    ]);
  } finally {
    service = usual;
    await quiet.close();
  }
});

test('two services on one database fetch a file once', async () => {
  await deploy();
  const place = await makeMigratedPlace();
  const config = readConfig({ PORT: '0', DATABASE_URL: place.url, LOG_LEVEL: 'silent', NODE_ENV: 'test', ...SCRAPING });
  const apps = [await openApp(config, openLog('silent')), await openApp(config, openLog('silent'))] as const;
  const urls = [await apps[0].listen(), await apps[1].listen()] as const;
  try {
    const worlds = [new Fixtures(apps[0], urls[0]), new Fixtures(apps[1], urls[1])] as const;
    const shared = await worlds[0].project();
    const sent = await shop.crash(server.url(URL_PATH));
    const many = Array.from({ length: 10 }, (_, number) =>
      (number % 2 === 0 ? worlds[0] : worlds[1]).event(shared, { ...sent }),
    );
    await Promise.all(many);
    const attempts = async () =>
      (
        await apps[0].database.read(({ fetchAttempts }) =>
          fetchAttempts.find(shared.id, [server.url(URL_PATH)], Date.now()),
        )
      ).get(server.url(URL_PATH)) ?? [];
    await poll(async () => (await attempts()).some(({ map }) => map !== null));
    await poll(
      async () =>
        (await apps[1].database.read(({ fetchAttempts }) => fetchAttempts.findDue(Date.now() + 86_400_000, 10)))
          .length === 0,
    );
    expect(await attempts()).toHaveLength(1);
    expect(server.paths).toEqual(['/static/shop.js', '/static/shop.js.map']);
  } finally {
    for (const app of apps) await app.close();
    await place.dispose();
  }
});
