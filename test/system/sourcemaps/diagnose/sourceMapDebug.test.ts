import type { components } from '../../../../generated/api';
import type { ProjectFixture } from '../../../support/fixtures';
import { type SentFrame, Shop } from '../../../support/sampleShop';
import { useService } from '../../../support/service';
import { runSentryCli } from '../../support/sentryCli';

type Found = components['schemas']['SourceMapError'];
type Sent = Record<string, unknown>;

/** The URL from which the browser loads the bundle. */
const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1.0.0';
const CAPABLE = { sdk: { name: 'sentry.javascript.browser', version: '11.11.0' } };

const service = useService();
let project: ProjectFixture;
let token: string;
let shop: Shop;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  shop = await Shop.build();
});
afterEach(() => shop.dispose());

/** Runs the real tool with a user's mistake, which it must not report. */
async function sentryCli(...args: string[]): Promise<void> {
  const { organization, slug } = project;
  const settings = { url: service.url, token, organization, project: slug, directory: shop.path };
  const { code, output } = await runSentryCli('3.8.0', settings, args);
  if (code !== 0) throw new Error(output);
}

const inject = () => sentryCli('sourcemaps', 'inject', 'dist');
const upload = (...args: string[]) => sentryCli('sourcemaps', 'upload', 'dist', ...args);
const uploadRelease = (...args: string[]) => upload('--release', RELEASE, '--url-prefix', '~/static', ...args);

/** Returns the reported problems of the newest frame of an event. */
async function debug(eventId: string): Promise<Found[]> {
  const path = `${project.path}events/${eventId}/source-map-debug/?exception_idx=0&frame_idx=-1`;
  return (await service.client.get(path, token).expect(200)).body as Found[];
}

/** Runs the bundle, sends its error with these changes, and returns the problems of the diagnosis. */
async function crash(
  event: Sent = {},
  change: (frame: SentFrame) => Sent = (frame) => ({ ...frame }),
): Promise<Found[]> {
  const sent = await shop.crash(URL);
  const values = sent.exception.values.map((value) => ({
    ...value,
    stacktrace: { frames: value.stacktrace.frames.map(change) },
  }));
  return debug(await service.fixtures.event(project, { ...sent, exception: { values }, ...event }));
}

const finding = (type: string, data: unknown): Found =>
  ({ type, message: expect.any(String) as string, data, fix: expect.anything() as unknown }) as Found;
/** Returns the second problem of a partial match: which prefix would fit. */
const wrongPrefix = (artifactName: string, uploadedPrefix: string, filename = URL, urlPrefix = '~/static') =>
  finding('wrong_url_prefix', { absPath: URL, filename, artifactName, uploadedPrefix, urlPrefix });
const lineAndColumn = async () => (await shop.crash(URL)).exception.values[0]?.stacktrace.frames.at(-1);

describe('without debug ids', () => {
  test('no problem: names, dist and map match', async () => {
    await uploadRelease('--dist', '7');
    expect(await crash({ release: RELEASE, dist: '7' })).toEqual([]);
  });

  test('no release: the SDK was not configured with one', async () => {
    await uploadRelease();
    expect(await crash()).toEqual([finding('no_release_on_event', null)]);
  });

  test('no release: it was deleted', async () => {
    const eventId = await service.fixtures.event(project, { ...(await shop.crash(URL)), release: RELEASE });
    await sentryCli('releases', 'delete', RELEASE);
    expect(await debug(eventId)).toEqual([finding('no_release_on_event', null)]);
  });

  test('no artifacts: the release was created without an upload', async () => {
    await sentryCli('releases', 'new', RELEASE);
    expect(await crash({ release: RELEASE })).toEqual([finding('no_sourcemaps_on_release', null)]);
  });

  test('no artifacts: they were uploaded for another release', async () => {
    await uploadRelease();
    expect(await crash({ release: 'shop@1.0.1' })).toEqual([finding('no_sourcemaps_on_release', null)]);
  });

  test('no URL: the frames were rewritten to bare paths', async () => {
    await uploadRelease();
    const problems = await crash({ release: RELEASE }, (frame) => ({ ...frame, filename: '/static/shop.js' }));
    expect(problems).toEqual([finding('url_not_valid', { absPath: '/static/shop.js' })]);
  });

  test('no match: another bundle was uploaded', async () => {
    await shop.bundle({ outfile: `${shop.path}/other/admin.js` });
    await sentryCli('sourcemaps', 'upload', 'other', '--release', RELEASE, '--url-prefix', '~/static');
    const looked = {
      absPath: URL,
      filename: URL,
      unifiedPath: '~/static/shop.js',
      artifactNames: ['~/static/admin.js', '~/static/admin.js.map'],
    };
    expect(await crash({ release: RELEASE })).toEqual([finding('no_url_match', looked)]);
  });

  test('a partial match: the URL prefix is too long', async () => {
    await upload('--release', RELEASE, '--url-prefix', '~/dist/static');
    const problems = await crash({ release: RELEASE }, ({ filename, ...frame }) => ({ ...frame, abs_path: filename }));
    const artifactNames = ['~/dist/static/shop.js', '~/dist/static/shop.js.map'];
    const partial = { partialMatchPath: '~/dist/static/shop.js', urlPrefix: '~/dist' };
    const looked = { absPath: URL, filename: '/static/shop.js', unifiedPath: '~/static/shop.js', artifactNames };
    expect(problems).toEqual([
      finding('partial_match', { ...looked, ...partial }),
      wrongPrefix('~/dist/static/shop.js', '~/dist/static', '/static/shop.js'),
    ]);
  });

  test('a partial match: there is no URL prefix', async () => {
    await upload('--release', RELEASE);
    const looked = {
      absPath: URL,
      filename: URL,
      unifiedPath: '~/static/shop.js',
      artifactNames: ['~/shop.js', '~/shop.js.map'],
    };
    expect(await crash({ release: RELEASE })).toEqual([
      finding('partial_match', { ...looked, partialMatchPath: '~/shop.js', urlPrefix: null }),
      wrongPrefix('~/shop.js', '~/'),
    ]);
  });

  test.each([
    ['another one', ['--dist', '7'], { dist: '8' }, { eventDist: '8', artifactDist: '7' }],
    ['one, and the event none', ['--dist', '7'], {}, { eventDist: null }],
    ['none, and the event one', [], { dist: '8' }, { eventDist: '8', artifactDist: null }],
  ])('the wrong dist: the upload has %s', async (_, args, event, dists) => {
    await uploadRelease(...args);
    expect(await crash({ release: RELEASE, ...event })).toEqual([
      finding('dist_mismatch', { ...dists, filename: URL }),
    ]);
  });

  test('two dists: the one of the event is used', async () => {
    await uploadRelease('--dist', '7');
    await shop.bundle({ banner: { js: '// eight' } });
    await uploadRelease('--dist', '8');
    expect(await crash({ release: RELEASE, dist: '8' })).toEqual([]);
  });

  test('no reference: the bundle was built without the comment, and its map has a name of its own', async () => {
    await shop.bundle({ sourcemap: 'external' });
    await shop.write('dist/maps/1.map', await shop.read('dist/shop.js.map'));
    await shop.remove('dist/shop.js.map');
    await uploadRelease();
    expect(await crash({ release: RELEASE })).toEqual([finding('sourcemap_not_found', { filename: URL })]);
  });

  test('no reference, but the map has the usual name', async () => {
    await shop.bundle({ sourcemap: 'external' });
    await uploadRelease('--no-sourcemap-reference');
    expect(await crash({ release: RELEASE })).toEqual([]);
  });

  test('no map: it was deleted before the upload', async () => {
    await shop.remove('dist/shop.js.map');
    await uploadRelease();
    const looked = {
      absPath: `${URL}.map`,
      filename: URL,
      unifiedPath: '~/static/shop.js.map',
      artifactNames: ['~/static/shop.js'],
    };
    expect(await crash({ release: RELEASE })).toEqual([finding('no_url_match', looked)]);
  });

  test('an empty map', async () => {
    await shop.write('dist/shop.js.map', '');
    await uploadRelease();
    expect(await crash({ release: RELEASE })).toEqual([finding('sourcemap_not_found', { filename: URL })]);
  });

  test('a truncated map', async () => {
    await shop.write('dist/shop.js.map', (await shop.read('dist/shop.js.map')).slice(0, -100));
    await uploadRelease();
    const data = { debugId: null, filename: URL, names: ['~/static/shop.js.map'], reason: 'it is not JSON' };
    expect(await crash({ release: RELEASE })).toEqual([finding('map_not_parsable', data)]);
  });

  test('a map of another build: the bundle got a banner when it was deployed', async () => {
    await uploadRelease();
    await shop.write('dist/shop.js', `/* (c) Shop */\n/* do not copy */\n${await shop.read('dist/shop.js')}`);
    const { colno: column } = (await lineAndColumn()) ?? {};
    const data = { debugId: null, filename: URL, names: ['~/static/shop.js'], line: 3, column };
    expect(await crash({ release: RELEASE })).toEqual([
      finding('wrong_build', { ...data, reason: 'column_beyond_line', lineLength: 0 }),
    ]);
  });
});

describe('with debug ids', () => {
  const debugId = async () => (await shop.crash(URL)).debug_meta.images[0]?.debug_id;

  test('no problem: bundle and map are uploaded, under any names', async () => {
    await inject();
    await upload('--url-prefix', '~/elsewhere');
    expect(await crash(CAPABLE)).toEqual([]);
  });

  test('no problem: an older upload has the same names', async () => {
    await inject();
    await uploadRelease();
    await shop.bundle({ banner: { js: '// two' } });
    await inject();
    await uploadRelease();
    expect(await crash({ release: RELEASE })).toEqual([]);
  });

  test('no debug id: the bundle was deployed as it was before injection', async () => {
    const sent = await shop.crash(URL);
    await inject();
    await upload();
    expect(await debug(await service.fixtures.event(project, { ...sent, ...CAPABLE }))).toEqual([
      finding('debug_id_no_sourcemaps', null),
    ]);
  });

  test('a stale debug id: the bundle was built again after the upload', async () => {
    await inject();
    await upload();
    await shop.bundle({ banner: { js: '// two' } });
    await inject();
    const data = { debugId: await debugId(), filename: URL, names: [URL, '~/static/shop.js'] };
    expect(await crash()).toEqual([finding('debug_id_source_not_found', data), finding('no_release_on_event', null)]);
  });

  test('a stale debug id: it is reported although names of another build match', async () => {
    await inject();
    await uploadRelease();
    await shop.bundle({ banner: { js: '// two' } });
    await inject();
    expect(await crash({ release: RELEASE })).toEqual([
      finding('debug_id_source_not_found', expect.anything()),
      finding('release_file_has_other_debug_id', expect.objectContaining({ names: ['~/static/shop.js'] })),
    ]);
  });

  test('a debug id without an upload, and names that do not match either', async () => {
    await upload('--release', RELEASE);
    await inject();
    expect((await crash({ release: RELEASE })).map(({ type }) => type)).toEqual([
      'debug_id_source_not_found',
      'partial_match',
      'wrong_url_prefix',
    ]);
  });

  test('a debug id without an upload, but names that match files without debug ids', async () => {
    await inject();
    await shop.write('dist/shop.js', (await shop.read('dist/shop.js')).replace(/^\/\/# debugId=.*$/m, ''));
    const map = JSON.parse(await shop.read('dist/shop.js.map')) as Sent;
    await shop.write('dist/shop.js.map', JSON.stringify({ ...map, debugId: undefined, debug_id: undefined }));
    await uploadRelease();
    expect(await crash({ release: RELEASE })).toEqual([]);
  });

  test('no map: only the bundle was uploaded', async () => {
    await inject();
    await shop.remove('dist/shop.js.map');
    await upload();
    const data = { debugId: await debugId(), filename: URL, names: ['~/shop.js.map'] };
    expect(await crash({ ...CAPABLE, release: RELEASE })).toEqual([finding('debug_id_map_not_found', data)]);
  });

  test('no map: it was truncated together with its debug id', async () => {
    await inject();
    await shop.write('dist/shop.js.map', (await shop.read('dist/shop.js.map')).slice(0, 200));
    await upload();
    const data = { debugId: await debugId(), filename: URL, names: ['~/shop.js.map'] };
    expect(await crash()).toEqual([finding('debug_id_map_not_found', data)]);
  });

  test('a map whose mappings are broken', async () => {
    await inject();
    const map = JSON.parse(await shop.read('dist/shop.js.map')) as Sent;
    await shop.write('dist/shop.js.map', JSON.stringify({ ...map, mappings: `!${String(map['mappings'])}` }));
    await upload('--no-rewrite');
    const reason = 'in its mappings, a segment has a character that is no Base64 digit';
    const where = expect.stringContaining('mappings') as unknown;
    const rule = expect.stringMatching(/^mappings-/) as unknown;
    const names = ['~/shop.js.map'];
    expect(await crash()).toEqual([
      finding('map_invalid', { debugId: await debugId(), filename: URL, names, reason, rule, where }),
    ]);
  });

  test('a position that the map does not have: the bundle got a banner when it was deployed', async () => {
    await inject();
    await upload();
    await shop.write('dist/shop.js', `/* (c) Shop */\n/* do not copy */\n${await shop.read('dist/shop.js')}`);
    const place = await lineAndColumn();
    const position = { line: place?.lineno, column: place?.colno };
    const data = { debugId: await debugId(), filename: URL, names: ['~/shop.js'], ...position };
    expect(await crash()).toEqual([finding('wrong_build', expect.objectContaining(data))]);
  });
});
