import sentryEsbuildPlugin from '@sentry/esbuild-plugin';
import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { Shop } from '../../support/sampleShop';
import { EAGER, useOwnService } from '../../support/service';
import { runSentryCli, SENTRY_CLI_VERSIONS, type SentryCliVersion } from '../support/sentryCli';

type Event = components['schemas']['Event'];
type EventDetail = components['schemas']['EventDetail'];

/** The values in records of the error of the shop's server once its frames are resolved. */
const RESOLVED = {
  title: 'RangeError: stock of tea is negative: -2',
  culprit: 'reserveStock(src/stock)',
  location: 'src/stock.ts',
  metadata: { filename: 'src/stock.ts', function: 'reserveStock' },
};

interface Frame {
  readonly filename: string;
  readonly absPath: string;
  readonly function: string;
  readonly module: string | null;
  readonly lineNo: number;
  readonly colNo: number;
  readonly inApp: boolean;
  readonly context: readonly [number, string][];
  readonly origLineNo?: number;
}

const service = useOwnService({}, EAGER);
let project: ProjectFixture;
let token: string;
let shop: Shop;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});
afterEach(() => shop.dispose());

async function sentryCli(version: SentryCliVersion, ...args: string[]): Promise<void> {
  const settings = {
    url: service.url,
    token,
    organization: project.organization,
    project: project.slug,
    directory: shop.path,
  };
  const { code, output } = await runSentryCli(version, settings, args);
  if (code !== 0) throw new Error(output);
}

const serve = (env: Record<string, string> = {}) => shop.serve({ SENTRY_DSN: project.dsn, ...env });

async function read(eventId: string): Promise<{ event: EventDetail; frames: Frame[]; raw: Frame[] | undefined }> {
  const { body } = await service.client.get(`${project.path}events/?full=true`, token).expect(200);
  const event = (body as EventDetail[]).find(({ eventID }) => eventID === eventId);
  const entry = event?.entries.find(({ type }) => type === 'exception')?.data as {
    values: { stacktrace: { frames: Frame[] }; rawStacktrace: { frames: Frame[] } | null }[];
  };
  if (event === undefined) throw new Error(`no event ${eventId}`);
  const [value] = entry.values;
  return { event, frames: value?.stacktrace.frames ?? [], raw: value?.rawStacktrace?.frames };
}

/** Returns the event as the list of the project's events shows it. */
async function recordOf(eventId: string): Promise<Event | undefined> {
  const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
  return (body as Event[]).find(({ eventID }) => eventID === eventId);
}

async function debug(eventId: string): Promise<unknown> {
  const path = `${project.path}events/${eventId}/source-map-debug/?exception_idx=0&frame_idx=-1`;
  return (await service.client.get(path, token).expect(200)).body as unknown;
}

/** Expects that the newest frames are in the original files. */
async function expectOriginal(eventId: string): Promise<void> {
  const { frames, raw } = await read(eventId);
  const thrown = shop.placeOf('src/stock.ts', 'new RangeError');
  expect(frames.at(-1)).toMatchObject({
    filename: 'src/stock.ts',
    function: 'reserveStock',
    module: 'src/stock',
    lineNo: thrown.line,
    colNo: thrown.column,
    inApp: true,
  });
  const context = frames.at(-1)?.context ?? [];
  expect(context.find(([line]) => line === thrown.line)?.[1]).toBe(
    '    throw new RangeError(`stock of ${name} is negative: ${left}`);',
  );
  expect(context.map(([line]) => line)).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter((line) => line <= thrown.line + 5),
  );
  expect(frames.at(-3)).toMatchObject({
    filename: 'node_modules/pricing/index.js',
    module: 'pricing/index',
    lineNo: 2,
    inApp: false,
  });
  expect(raw?.at(-1)).toMatchObject({ filename: `${shop.path}/dist/server.js`, inApp: true });
  expect(frames.at(-1)?.origLineNo).toBe(raw?.at(-1)?.lineNo);
  expect(await debug(eventId)).toEqual([]);
}

describe.each(SENTRY_CLI_VERSIONS)('sentry-cli %s', (version) => {
  test('maps frames by debug ids', async () => {
    shop = await Shop.buildServer();
    await sentryCli(version, 'sourcemaps', 'inject', 'dist');
    await sentryCli(version, 'sourcemaps', 'upload', 'dist');
    const eventId = await serve();
    await expectOriginal(eventId);
    const { event } = await read(eventId);
    expect(event).toMatchObject({ culprit: 'reserveStock(src/stock)', location: 'src/stock.ts', errors: [] });
  });

  test('maps frames by release, dist and name, without debug ids', async () => {
    shop = await Shop.buildServer();
    const [release, dist] = ['shop@1.0.0', '7'];
    await sentryCli(
      version,
      'sourcemaps',
      'upload',
      'dist',
      '--release',
      release,
      '--dist',
      dist,
      '--url-prefix',
      `~${shop.path}/dist`,
    );
    await expectOriginal(await serve({ SENTRY_RELEASE: release, SENTRY_DIST: dist }));
  });

  test('maps frames of an event that arrived before the upload', async () => {
    shop = await Shop.buildServer();
    await sentryCli(version, 'sourcemaps', 'inject', 'dist');
    const eventId = await serve();
    const before = await read(eventId);
    expect(before.frames.at(-1)).toMatchObject({ filename: `${shop.path}/dist/server.js` });
    expect(before.raw).toBeUndefined();
    await sentryCli(version, 'sourcemaps', 'upload', 'dist');
    await expectOriginal(eventId);
    expect((await read(eventId)).event.size).toBe(before.event.size);
  });

  test('lists show the original frames of an event that arrived before the upload, and the next one finds its issue', async () => {
    shop = await Shop.buildServer();
    await sentryCli(version, 'sourcemaps', 'inject', 'dist');
    const first = await serve();
    await sentryCli(version, 'sourcemaps', 'upload', 'dist');
    const second = await serve();
    await poll(async () => (await recordOf(first))?.location === 'src/stock.ts');
    for (const id of [first, second]) expect(await recordOf(id)).toMatchObject(RESOLVED);
    const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
    expect(body).toMatchObject([{ count: '2', culprit: RESOLVED.culprit }]);
  });
});

test('sentry-cli 2.58.6 maps frames by single files of a release, with names that begin with a tilde', async () => {
  shop = await Shop.buildServer();
  const name = `~${shop.path}/dist/server.js`;
  const files = ['files', 'upload', '--release', 'shop@1.0.0'];
  await sentryCli('2.58.6', 'releases', 'new', 'shop@1.0.0');
  await sentryCli('2.58.6', ...files, 'dist/server.js', name, '--file-header', 'Sourcemap:server.js.map');
  await sentryCli('2.58.6', ...files, 'dist/server.js.map', `${name}.map`);
  await expectOriginal(await serve({ SENTRY_RELEASE: 'shop@1.0.0' }));
});

test('the esbuild plugin maps frames', async () => {
  const options = {
    url: service.url,
    org: project.organization,
    project: project.slug,
    authToken: token,
    telemetry: false,
  };
  const plugins = [
    sentryEsbuildPlugin({ ...options, silent: true, release: { name: 'shop@1.0.0', setCommits: false } }),
  ];
  shop = await Shop.buildServer({ plugins });
  await expectOriginal(await serve());
});

test('events of one failure belong to one issue after the code around it changed', async () => {
  shop = await Shop.buildServer();
  await sentryCli('3.8.0', 'sourcemaps', 'inject', 'dist');
  await sentryCli('3.8.0', 'sourcemaps', 'upload', 'dist');
  const first = await read(await serve());
  await shop.dispose();
  shop = await Shop.buildServer({ banner: { js: '/* 1.0.1 */ const version = "1.0.1";' } });
  await sentryCli('3.8.0', 'sourcemaps', 'inject', 'dist');
  await sentryCli('3.8.0', 'sourcemaps', 'upload', 'dist');
  const second = await read(await serve());
  expect(second.raw?.at(-1)?.lineNo).not.toBe(first.raw?.at(-1)?.lineNo);
  expect(second.event.groupID).toBe(first.event.groupID);
});
