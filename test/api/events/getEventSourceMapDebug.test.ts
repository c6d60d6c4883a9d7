import type { components } from '../../../generated/api';
import { mapText } from '../../support/artifacts';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;
type Debug = components['schemas']['EventSourceMapDebug'];
type FrameRecord = components['schemas']['EventSourceMapFrame'];

const DEBUG_ID = '1a2b3c4d-0000-4000-8000-00000000abcd';
const RELEASE = 'shop@1.0.0';
const ORIGIN = 'https://shop.test/static';
const SDK = { name: 'sentry.javascript.browser', version: '11.11.0' };

const service = useService();
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const pathOf = (eventId: string, of = project) => `${of.path}events/${eventId}/source-map-debug-blue-thunder-edition/`;

async function debug(event: Json, of = project): Promise<Debug> {
  const eventId = await service.fixtures.event(of, { platform: 'javascript', exception: undefined, ...event });
  return (await service.client.get(pathOf(eventId, of), token).expect(200)).body as Debug;
}

/** Makes an event with exceptions of these frames. */
const thrown = (...traces: readonly Json[][]): Json => ({
  exception: { values: traces.map((frames, index) => ({ type: `E${index}`, value: 'x', stacktrace: { frames } })) },
});
const frame = (file: string, more: Json = {}): Json => {
  return { filename: `${ORIGIN}/${file}`, function: 'pay', lineno: 1, colno: 10, ...more };
};

/** Uploads a file of the release. */
async function upload(of: ProjectFixture, name: string, text: string, header?: string): Promise<void> {
  await service.client.post(`${of.path}releases/`, token).send({ version: RELEASE });
  const path = `${of.path}releases/${encodeURIComponent(RELEASE)}/files/`;
  const request = service.client.post(path, token).attach('file', Buffer.from(text), 'x').field('name', name);
  await (header === undefined ? request : request.field('header', header)).expect(201);
}

const CODE = 'function pay(n){return n()}';
const MAP = mapText([[9, 'src/pay.ts', 2, 4]], { 'src/pay.ts': 'one\ntwo\nfunction pay() {}\n' });

describe('access', () => {
  let eventId: string;
  beforeAll(async () => {
    eventId = await service.fixtures.event(project, { platform: 'javascript' });
  });

  test('an event of another project is not found', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await service.client.get(pathOf(eventId, sibling), token).expect(404);
    await service.client.get(pathOf('f'.repeat(32)), token).expect(404);
    await service.client.get(pathOf('no-event-id'), token).expect(404);
  });
});

test('an event without exceptions has no frames', async () => {
  const body = await debug({ message: 'hello' });
  expect(body).toEqual({
    dist: null,
    release: null,
    exceptions: [],
    has_debug_ids: false,
    sdk_version: null,
    min_debug_id_sdk_version: null,
    sdk_debug_id_support: 'unofficial-sdk',
    project_has_some_artifact_bundle: false,
    release_has_some_artifact: false,
    has_uploaded_some_artifact_with_a_debug_id: false,
    has_scraping_data: false,
  });
});

test.each([
  ['sentry.javascript.browser', '11.11.0', 'full', '7.56.0'],
  ['sentry.javascript.browser', '7.55.9', 'needs-upgrade', '7.56.0'],
  ['sentry.javascript.browser', '7.56.0-beta.1', 'needs-upgrade', '7.56.0'],
  ['sentry.javascript.react-native', '5.11.1', 'full', '5.11.1'],
  ['sentry.javascript.nextjs', '7.99.0', 'needs-upgrade', '8.0.0'],
  ['sentry.javascript.wasm', '9.0.0', 'not-supported', null],
  ['sentry.javascript.constructor', '9.0.0', 'unofficial-sdk', null],
  ['acme.js', '9.0.0', 'unofficial-sdk', null],
])('debug ids of %s %s: %s', async (name, version, support, first) => {
  expect(await debug({ message: 'x', sdk: { name, version } })).toMatchObject({
    sdk_version: version,
    sdk_debug_id_support: support,
    min_debug_id_sdk_version: first,
  });
});

describe('there is nothing to upload', () => {
  const PAGE = 'https://shop.test/checkout';

  /** Returns the replies of both operations for the only frame of an event of the page. */
  async function bothOf(only: Json, more: Json = {}, of = project): Promise<[state: string, types: string[]]> {
    const request = { url: `${PAGE}?step=2`, headers: { 'User-Agent': 'x' } };
    const event = { release: RELEASE, sdk: SDK, request, ...thrown([only]), ...more };
    const { exceptions } = await debug(event, of);
    const [one] = exceptions[0]?.frames ?? [];
    const eventId = await service.fixtures.event(of, { platform: 'javascript', ...event });
    const single = `${of.path}events/${eventId}/source-map-debug/?frame_idx=0&exception_idx=0`;
    const { body } = await service.client.get(single, token).expect(200);
    const types = (body as { type: string }[]).map(({ type }) => type);
    expect(one?.findings.map(({ type }) => type)).toEqual(types);
    return [one?.state ?? '', types];
  }

  test.each([
    ['the page', { filename: PAGE }],
    ['the page with another query', { filename: `${PAGE}?step=3#top` }],
    ['the start page', { filename: 'https://shop.test/' }],
    ['an HTML file', { filename: 'https://shop.test/help/index.html?x=1' }],
    ['an anonymous script', { filename: '<anonymous>' }],
    ['an anonymous script with a prefix', { filename: 'app:///<anonymous>' }],
    ['the engine', { filename: '[native code]' }],
    ['the engine, by another name', { filename: 'native' }],
    ['the engine with a prefix', { filename: 'app:///[native code]' }],
    ['an extension of Chromium', { filename: 'chrome-extension://abcdef/content.js' }],
    ['an extension of Firefox', { filename: 'moz-extension://1-2-3/background.js' }],
    ['an extension of Safari', { filename: 'safari-web-extension://A-B/inject.js' }],
    ['a masked extension', { filename: 'webkit-masked-url://hidden/' }],
    ['a blob', { filename: 'blob:https://shop.test/3f1c-77' }],
    ['a data URL', { filename: 'data:text/javascript,throw 1' }],
    ['an evaluated script', { filename: 'debugger eval code' }],
    ['another language', { platform: 'python', filename: 'app.py' }],
  ])('for a frame of %s', async (_, only) => {
    const given = { function: 'pay', lineno: 1, colno: 10, ...only };
    expect(await bothOf(given)).toEqual(['not_needed', []]);
    expect(await bothOf(given, { release: undefined })).toEqual(['not_needed', []]);
  });

  test.each([
    ['a frame without a path', {}, { filename: undefined }],
    ['an event of another language', { platform: 'python' }, { filename: 'app.py' }],
  ])('for %s, which only a question about that frame diagnoses', async (_, event, frame) => {
    const { exceptions } = await debug({ ...event, ...thrown([{ function: 'f', lineno: 1, colno: 1, ...frame }]) });
    expect(exceptions[0]?.frames).toMatchObject([{ state: 'not_needed', findings: [] }]);
  });

  test.each([
    ['a script', { filename: `${ORIGIN}/app.js` }, 'no_sourcemaps_on_release'],
    ['a script below the page', { filename: `${PAGE}/app.js` }, 'no_sourcemaps_on_release'],
    ['a script without an extension', { filename: 'https://shop.test/assets/app' }, 'no_sourcemaps_on_release'],
    ['a file of an application', { filename: 'app:///main.jsbundle' }, 'no_sourcemaps_on_release'],
  ])('but for a frame of %s', async (_, only, type) => {
    const own = await service.fixtures.project({ organization: project.organization });
    await service.client.post(`${own.path}releases/`, token).send({ version: RELEASE });
    expect(await bothOf({ function: 'pay', lineno: 1, colno: 10, ...only }, {}, own)).toEqual(['unresolved', [type]]);
  });

  test('unless somebody uploads it', async () => {
    const own = await service.fixtures.project({ organization: project.organization });
    const filename = 'chrome-extension://abcdef/content.js';
    const image = { type: 'sourcemap', code_file: filename, debug_id: DEBUG_ID };
    const [state, [type]] = await bothOf({ filename, lineno: 1 }, { debug_meta: { images: [image] } }, own);
    expect([state, type]).toEqual(['unresolved', 'debug_id_source_not_found']);
    await upload(own, '~/content.js', CODE, 'Sourcemap: content.js.map');
    await upload(own, '~/content.js.map', MAP);
    const uploaded = await bothOf({ filename, function: 'pay', lineno: 1, colno: 10 }, {}, own);
    expect(uploaded[0]).not.toBe('not_needed');
  });
});

test('every frame of every exception has its state, its map and its findings', async () => {
  const own = await service.fixtures.project({ organization: project.organization });
  await upload(own, '~/static/app.js', CODE, 'Sourcemap: app.js.map');
  await upload(own, '~/static/app.js.map', MAP);
  await upload(own, '~/static/bare.js', CODE, 'Sourcemap: bare.js.map');
  await upload(own, '~/static/bare.js.map', mapText([[9, 'src/pay.ts', 2, 4]]));
  await upload(own, '~/static/other.js', 'short', 'Sourcemap: app.js.map');
  const inline = `data:application/json;base64,${Buffer.from(MAP).toString('base64')}`;
  await upload(own, '~/static/inline.js', `${CODE}\n//# sourceMappingURL=${inline}`);
  const body = await debug(
    {
      release: RELEASE,
      sdk: SDK,
      debug_meta: { images: [{ type: 'sourcemap', code_file: `${ORIGIN}/built.js`, debug_id: DEBUG_ID }] },
      ...thrown(
        [frame('app.js'), frame('app.js', { data: { sourcemap: 'x' } }), { filename: 'node:fs', function: 'read' }],
        [],
        [frame('bare.js'), frame('other.js'), frame('built.js'), frame('lost.js'), frame('inline.js')],
      ),
    },
    own,
  );
  const states = body.exceptions.map(({ type, frames }) => [type, ...frames.map(({ state }) => state)]);
  expect(states).toEqual([
    ['E0', 'resolved', 'mapped_by_client', 'not_needed'],
    ['E1'],
    ['E2', 'incomplete', 'incomplete', 'unresolved', 'unresolved', 'resolved'],
  ]);
  expect(body).toMatchObject({
    release: RELEASE,
    has_debug_ids: true,
    sdk_debug_id_support: 'full',
    release_has_some_artifact: true,
    project_has_some_artifact_bundle: false,
    has_uploaded_some_artifact_with_a_debug_id: false,
  });
  const [resolved] = body.exceptions[0]?.frames ?? [];
  const [bare, other, built, lost, inlined] = body.exceptions[2]?.frames ?? [];
  expect(resolved).toEqual({
    filename: `${ORIGIN}/app.js`,
    abs_path: `${ORIGIN}/app.js`,
    function: 'pay',
    line: 1,
    column: 10,
    state: 'resolved',
    map: { name: '~/static/app.js.map', found_by: 'release', is_inline: false },
    findings: [],
    debug_id_process: {
      debug_id: null,
      uploaded_source_file_with_correct_debug_id: false,
      uploaded_source_map_with_correct_debug_id: false,
    },
    release_process: {
      abs_path: `${ORIGIN}/app.js`,
      matching_source_file_names: [`${ORIGIN}/app.js`, '~/static/app.js'],
      matching_source_map_name: '~/static/app.js.map',
      source_map_reference: 'app.js.map',
      source_file_lookup_result: 'found',
      source_map_lookup_result: 'found',
    },
    scraping_process: { source_file: null, source_map: null },
  });
  const types = (record?: FrameRecord) => record?.findings.map(({ type }) => type);
  expect(types(bare)).toEqual(['missing_source_content']);
  expect(types(other)).toEqual(['wrong_build']);
  expect(types(built)).toEqual(['debug_id_source_not_found', 'no_url_match']);
  expect(built?.debug_id_process.debug_id).toBe(DEBUG_ID);
  expect(types(lost)).toEqual(['no_url_match']);
  expect(inlined?.map).toEqual({ name: '~/static/inline.js', found_by: 'release', is_inline: true });
  expect(inlined?.release_process).toMatchObject({
    source_map_reference: 'Inline Sourcemap',
    matching_source_map_name: null,
  });
  for (const record of body.exceptions.flatMap(({ frames }) => frames))
    for (const { fix } of record.findings) expect(fix.text).toMatch(/^[A-Z].{30,}\.$/s);
});

test('many frames of many files are looked up together, and those of further files are not checked', async () => {
  const traces = Array.from({ length: 5 }, (_, trace) =>
    Array.from({ length: 60 }, (__, index) => frame(`chunk-${trace}-${index}.js`, { colno: index + 1 })),
  );
  const body = await debug({ release: RELEASE, ...thrown(...traces) });
  const states = body.exceptions.flatMap(({ frames }) => frames.map(({ state }) => state));
  expect(states).toHaveLength(300);
  expect(states.filter((state) => state === 'not_checked')).toHaveLength(100);
  // The main exception, which is the last one, comes first.
  expect(body.exceptions.at(-1)?.frames.every(({ state }) => state === 'unresolved')).toBe(true);
  expect(body.exceptions[0]?.frames.every(({ state }) => state === 'not_checked')).toBe(true);
});

test('the largest traces are diagnosed while other requests are served', async () => {
  const own = await service.fixtures.project({ organization: project.organization });
  await upload(own, '~/static/app.js', CODE, 'Sourcemap: app.js.map');
  await upload(own, '~/static/app.js.map', MAP);
  for (let index = 0; index < 30; index += 1) await upload(own, `~/far/away/lost-${index}.js`, CODE);
  const small = (name: string, index: number) => ({
    filename: `${ORIGIN}/${name}`,
    lineno: 1,
    colno: 10 + (index % 3),
  });
  const traces = Array.from({ length: 100 }, (_, trace) =>
    Array.from({ length: 100 }, (__, index) => small(index % 2 === 0 ? 'app.js' : `lost-${trace % 30}.js`, index)),
  );
  const eventId = await service.fixtures.event(own, { platform: 'javascript', release: RELEASE, ...thrown(...traces) });
  const progress = { isDone: false };
  const reply = service.client.get(pathOf(eventId, own), token).then((response) => {
    progress.isDone = true;
    return response;
  });
  let served = 0;
  for (; !progress.isDone; served += 1) await service.client.get('/healthz');
  expect(served).toBeGreaterThan(1);
  const body = (await reply).body as Debug;
  const frames = body.exceptions.flatMap((exception) => exception.frames);
  expect(frames).toHaveLength(10_000);
  const lostFrames = frames.filter(({ filename }) => filename?.includes('lost-') === true);
  expect(
    new Set(lostFrames.map(({ state, findings }) => `${state} ${findings.map(({ type }) => type).join()}`)),
  ).toEqual(new Set(['unresolved partial_match,wrong_url_prefix']));
});
