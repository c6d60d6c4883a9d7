import type { components } from '../../../generated/api';
import { mapText } from '../../support/artifacts';
import { Uploader } from '../../support/upload';
import { bundle } from '../../support/zip';

type Preview = components['schemas']['SourceMapPreview'];

const DEBUG_ID = '1a2b3c4d-0000-4000-8000-00000000abcd';
const SCRIPT_URL = 'https://shop.test/static/app.js';
const CODE = 'function pay(n){return n()}';
const SOURCE = 'one\ntwo\nfunction pay(total) {}\n';
const MAP = mapText([[9, 'src/pay.ts', 2, 9, 'pay']], { 'src/pay.ts': SOURCE });
const POSITION = { line: 1, column: 10, code: CODE };
const RESOLVED = {
  state: 'resolved',
  source: 'src/pay.ts',
  line: 3,
  column: 10,
  contextLine: 'function pay(total) {}',
  findings: [],
};

let uploader: Uploader;
beforeEach(async () => {
  uploader = await Uploader.start();
});
afterEach(() => uploader.close());

const post = (body: object) =>
  uploader.service.client.post(`${uploader.project.path}files/source-map-preview/`, uploader.token).send(body);

async function preview(given: object): Promise<Preview> {
  return (await post({ url: SCRIPT_URL, positions: [POSITION], ...given }).expect(200)).body as Preview;
}

/** Uploads the script and its map, under a debug id or under the names of a release. */
async function upload(given: { release?: string; dist?: string } = {}, map = MAP): Promise<void> {
  const { release, dist } = given;
  const headers = release === undefined ? { 'debug-id': DEBUG_ID } : { sourcemap: 'app.js.map' };
  const archive = bundle([
    { name: '~/static/app.js', bytes: CODE, type: 'minified_source', headers },
    { name: '~/static/app.js.map', bytes: map, headers },
  ]);
  const place = { ...(release !== undefined && { version: release }), ...(dist !== undefined && { dist }) };
  expect(await uploader.upload(archive, place)).toMatchObject({ state: 'ok' });
}

/** Returns the state of the only position and the types of its findings. */
async function outcome(given: object): Promise<string[]> {
  const { positions } = await preview(given);
  return positions.flatMap(({ state, findings }) => [state, ...findings.map(({ type }) => type)]);
}

test.each([DEBUG_ID, DEBUG_ID.toUpperCase(), DEBUG_ID.replaceAll('-', '')])(
  'resolves positions by the map with the debug id %s',
  async (debugId) => {
    await upload();
    expect(await preview({ debugId })).toMatchObject({
      map: { name: '~/static/app.js.map', foundBy: 'debug_id' },
      positions: [RESOLVED],
    });
  },
);

test('resolves positions by the map of the release and the distribution, and of no other one', async () => {
  await upload({ release: 'shop@1', dist: '7' });
  expect(await preview({ release: 'shop@1', dist: '7' })).toMatchObject({
    map: { name: '~/static/app.js.map', foundBy: 'release' },
    positions: [RESOLVED],
  });
  expect(await preview({ release: 'shop@1', dist: '8' })).toMatchObject({ map: null, positions: [{ source: null }] });
  expect(await outcome({ release: 'shop@2' })).toEqual(['unresolved', 'no_release_on_event']);
  await uploader.makeRelease('shop@2');
  expect(await outcome({ release: 'shop@2' })).toEqual(['unresolved', 'no_sourcemaps_on_release']);
});

test('replies with every position in the order of the request', async () => {
  await upload();
  const positions = Array.from({ length: 100 }, (_, index) => ({ line: 1 + (index % 2), column: 10 }));
  const states = (await preview({ debugId: DEBUG_ID, positions })).positions.map(({ state }) => state);
  expect(states).toEqual(positions.map(({ line }) => (line === 1 ? 'resolved' : 'unresolved')));
});

test('says what is missing', async () => {
  expect(await preview({ debugId: DEBUG_ID })).toMatchObject({
    map: null,
    positions: [
      {
        ...{ state: 'unresolved', source: null, line: null, column: null, function: null, contextLine: null },
        findings: [{ type: 'debug_id_source_not_found', fix: { command: expect.stringContaining('sentry-cli') } }, {}],
      },
    ],
  });
  expect(await outcome({})).toEqual(['unresolved', 'no_release_on_event']);
  await upload({}, mapText([[9, 'src/pay.ts', 2, 9]]));
  expect(await outcome({ debugId: DEBUG_ID })).toEqual(['incomplete', 'missing_source_content']);
  const positions = [{ ...POSITION, code: 'function other(n){}' }];
  expect(await outcome({ debugId: DEBUG_ID, positions })).toContain('wrong_build');
});

test('has nothing to upload for a script of an extension', async () => {
  expect(await outcome({ url: 'chrome-extension://abcdef/content.js' })).toEqual(['not_needed']);
});

test.each<[string, object, Record<string, string[]>]>([
  ['a blank address', { url: '' }, { url: ['This field may not be blank.'] }],
  ['a null character', { url: 'a\0b' }, { url: ['Null characters are not allowed.'] }],
  ['another debug id', { debugId: 'x' }, { debugId: ['Not a debug id.'] }],
  ['a number as distribution', { dist: 7 }, { dist: ['Not a valid string.'] }],
  ['no positions', { positions: [] }, { positions: ['This list may not be empty.'] }],
  [
    'too many positions',
    { positions: Array(101).fill(POSITION) },
    { positions: ['Ensure this field has no more than 100 elements.'] },
  ],
  ['a text as positions', { positions: 'x' }, { positions: ['Expected a list of items.'] }],
])('refuses %s', async (_, given, errors) => {
  expect((await post({ url: SCRIPT_URL, positions: [POSITION], ...given }).expect(400)).body).toEqual(errors);
});

test.each([{ line: 0 }, { column: 1.5 }, { column: 2 ** 31 }, { code: 7 }, { file: 'x' }])(
  'refuses a position with %j',
  async (given) => {
    const { body } = await post({ url: SCRIPT_URL, positions: [{ ...POSITION, ...given }] }).expect(400);
    expect(Object.keys(body as object)).toEqual(['positions']);
  },
);

test('stores nothing', async () => {
  await preview({ debugId: DEBUG_ID, release: 'shop@1' });
  const { client, fixtures } = uploader.service;
  const admin = await fixtures.token(uploader.project.organization);
  const list = async (path: string) => (await client.get(`${uploader.project.path}${path}/`, admin).expect(200)).body;
  expect([await list('releases'), await list('issues')]).toEqual([[], []]);
});
