import type { Event, Frame, JsonObject } from '../../../src/domain/event';
import type { Project } from '../../../src/domain/project';
import { normalizeEvent } from '../../../src/ingest/normalize/normalizeEvent';
import { PackedSourceMap } from '../../../src/sourcemaps/resolve/packedMap';
import { resolveEvent } from '../../../src/sourcemaps/resolve/resolveEvent';
import { SourceMapCache } from '../../../src/sourcemaps/resolve/sourceMapCache';
import type { ArtifactReader } from '../../../src/store/artifacts';
import type { Read } from '../../../src/store/stores';
import { type GivenFile, type GivenPlace, mapText, putArtifacts } from '../../support/artifacts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { project as makeProject } from '../../support/rows';

const ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
const URL = 'https://shop.test/static/shop.js';
const RELEASE = 'shop@1';

/** Line 1: column 10 is in pay.ts, 20 in a package, 30 again in pay.ts. */
const PAY = "import x from 'x';\n\nexport function pay() {\n  throw new Error();\n}\n";
const MAP = mapText(
  [
    [10, '../src/pay.ts', 3, 2, 'pay'],
    [20, '../node_modules/left-pad/index.js', 0, 0, 'refund'],
    [30, '../src/pay.ts', 2, 7],
  ],
  { '../src/pay.ts': PAY },
);
const BUNDLE: GivenFile[] = [
  { name: '~/static/shop.js', text: 'code', headers: { sourcemap: 'shop.js.map' } },
  { name: '~/static/shop.js.map', text: MAP },
];

let temporary: TemporaryDatabase;
let project: Project;
let cache: SourceMapCache;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
beforeEach(async () => {
  project = await temporary.database.write((stores) => makeProject(stores));
  cache = new SourceMapCache();
});
afterAll(() => temporary.dispose());

const put = (files: readonly GivenFile[], place: GivenPlace = { release: RELEASE }) =>
  putArtifacts(temporary.database, project, files, place);

/** Returns an event with one exception of these frames, and more. */
function eventOf(frames: readonly JsonObject[], more: JsonObject = {}): Event {
  const payload = {
    platform: 'javascript',
    release: RELEASE,
    exception: [{ type: 'Error', stacktrace: { frames } }],
    ...more,
  };
  return normalizeEvent(payload, { eventId: '0'.repeat(32), received: Date.now(), ipAddress: null });
}

const at = (colno: number, more: JsonObject = {}): JsonObject => ({
  filename: URL,
  function: 't',
  lineno: 1,
  colno,
  ...more,
});
const images = (...files: string[]) => ({
  debug_meta: { images: files.map((code_file) => ({ type: 'sourcemap', code_file, debug_id: ID })) },
});
const resolve = (event: Event, read: Read = temporary.database.read) =>
  resolveEvent(event, project, { read, mapCache: cache });
const framesOf = (event: Event): Frame[] => event.exceptions[0]?.stacktrace?.frames ?? [];

/** Returns a `read` that records the methods called. */
function recordingRead(): { read: Read; calls: string[] } {
  const calls: string[] = [];
  const read: Read = (work) =>
    temporary.database.read((stores) => {
      const artifacts = new Proxy(stores.artifacts, {
        get(target, name: keyof ArtifactReader) {
          calls.push(name);
          return (target[name] as (...args: unknown[]) => unknown).bind(target);
        },
      });
      return work({ ...stores, artifacts });
    });
  return { read, calls };
}

describe('a frame', () => {
  test('is rewritten to its original, with context lines', async () => {
    await put(BUNDLE);
    const sent = eventOf([at(11)]);
    const [frame] = framesOf(await resolve(sent));
    expect(frame).toEqual({
      ...framesOf(sent)[0],
      filename: 'src/pay.ts',
      absPath: '../src/pay.ts',
      module: 'src/pay',
      lineno: 4,
      colno: 3,
      function: 'pay',
      preContext: ["import x from 'x';", '', 'export function pay() {'],
      contextLine: '  throw new Error();',
      postContext: ['}', ''],
      data: { sourcemap: `${URL}.map` },
    });
  });

  test('at a known position is not searched in the map again', async () => {
    await put(BUNDLE);
    const find = jest.spyOn(PackedSourceMap.prototype, 'find');
    try {
      const first = await resolve(eventOf([at(11)]));
      const second = await resolve(eventOf([at(11, { function: 'async t' }), at(11), at(31)]));
      expect(find.mock.calls).toEqual([
        [1, 11],
        [1, 31],
      ]);
      expect(framesOf(second)[1]).toEqual(framesOf(first)[0]);
      expect(framesOf(second)[0]?.function).toBe('async pay');
    } finally {
      find.mockRestore();
    }
  });

  test('at a position without text of its source is searched again while its text can be uploaded', async () => {
    const text = mapText([[10, '../src/pay.ts', 3, 2]]);
    const bundle = [BUNDLE[0]!, { name: '~/static/shop.js.map', text }];
    await put(bundle);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.contextLine).toBeNull();
    await put([{ name: '~/src/pay.ts', text: PAY, kind: 'source' }]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.contextLine).toBe('  throw new Error();');
    expect(cache.positions.size).toBe(0);
  });

  test('of which the map knows only the line has the name among those of the line that fits the one that was sent', async () => {
    const text =
      'const total = (list) => list.map((one) => add(one));\nexport const cases = { sum: () => total([1]) };\n';
    const map = mapText(
      [
        [10, '../src/total.ts', 0, 0],
        [20, '../src/total.ts', 1, 0],
      ],
      { '../src/total.ts': text },
    );
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text: map }]);
    const nameOf = async (column: number, sent: string) =>
      framesOf(await resolve(eventOf([at(column, { function: sent })])))[0]?.function;
    expect(await nameOf(11, 't')).toBe('total');
    expect(await nameOf(11, '?')).toBe('?');
    expect(await nameOf(21, 'sum')).toBe('sum');
  });

  test('without text of its source keeps a readable name, else has that of its call', async () => {
    const bare = mapText([
      [10, '../src/pay.ts', 3, 2, 'pay'],
      [20, '../node_modules/left-pad/index.js', 0, 0, 'refund'],
      [30, '../src/pay.ts', 2, 7],
    ]);
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text: bare }]);
    const frames = framesOf(
      await resolve(
        eventOf([
          at(31),
          at(11),
          at(21),
          at(31),
          { function: 'emit', filename: 'node:events', lineno: 1, colno: 1 },
          at(11),
          at(11, { function: 'Shop.checkout' }),
        ]),
      ),
    );
    expect(frames.map((frame) => frame.function)).toEqual(['t', 't', 'pay', 'refund', 'emit', 't', 'Shop.checkout']);
  });

  test('has the name of the function around its original position, and never that at its call', async () => {
    await put(BUNDLE);
    const frames = framesOf(await resolve(eventOf([at(11), at(11, { function: 'async e' }), at(31)])));
    expect(frames.map((frame) => frame.function)).toEqual(['pay', 'async pay', 'pay']);
  });

  test('has the name of the function in an uploaded source', async () => {
    const bare = mapText([[10, '../src/pay.ts', 3, 2, 'wrong']]);
    await put([
      BUNDLE[0]!,
      { name: '~/static/shop.js.map', text: bare },
      { name: '~/src/pay.ts', text: PAY, kind: 'source' },
    ]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.function).toBe('pay');
  });

  test('has the name of the scope in the map if there is no text of the source', async () => {
    const metadata = [[{ names: ['Shop#pay'], mappings: 'AAA' }]];
    const text = mapText([[10, '../src/pay.ts', 3, 2]], {}, { x_facebook_sources: metadata });
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text }]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.function).toBe('Shop.pay');
  });

  test('is not named by the source if its line may be of another function than the call', async () => {
    const source = 'const cart = {\n  pay: () => fail(),\n  refund() {\n    fail();\n  },\n};\nexport {};\n';
    // A map of whole lines has the columns at which they begin.
    const text = mapText(
      [
        [10, '../src/pay.ts', 1, 0],
        [20, '../src/pay.ts', 3, 0],
      ],
      { '../src/pay.ts': source },
    );
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text }]);
    const sent = [at(11, { function: 'Object.pay' }), at(21, { function: 'Object.e' }), at(11, { function: '?' })];
    const frames = framesOf(await resolve(eventOf(sent)));
    expect(frames.map((frame) => frame.function)).toEqual(['Object.pay', 'Object.refund', '?']);
  });

  test('has the name in the map for the place where its function is defined in the minified file', async () => {
    //            0         10        20        30        40        50
    const code = 'function e(){t()}class n{pay(){t()}constructor(){t()}}var o=()=>{t()};';
    const text = mapText([
      [0, '../src/pay.ts', 0, 0],
      [9, '../src/pay.ts', 0, 9, 'checkout'],
      [10, '../src/pay.ts', 0, 17],
      [23, '../src/pay.ts', 1, 6, 'Shop'],
      [24, '../src/pay.ts', 1, 11],
      [58, '../src/pay.ts', 2, 0],
    ]);
    await put([
      { name: '~/static/shop.js', text: code, headers: { sourcemap: 'shop.js.map' } },
      { name: '~/static/shop.js.map', text },
    ]);
    const sent = [at(14), at(32, { function: 'n.pay' }), at(50, { function: 'new n' }), at(66, { function: 'o' })];
    const frames = framesOf(await resolve(eventOf(sent)));
    expect(frames.map((frame) => frame.function)).toEqual(['checkout', 'Shop.pay', 'new Shop', 'o']);
  });

  test('of a package, or of a file that the map ignores, is not in_app', async () => {
    await put([
      { ...BUNDLE[0]!, name: '~/static/shop.js' },
      { name: '~/static/shop.js.map', text: MAP.replace('{', '{"ignoreList":[0],') },
    ]);
    const frames = framesOf(await resolve(eventOf([at(11), at(21)])));
    expect(frames.map(({ inApp, module }) => [inApp, module])).toEqual([
      [false, 'src/pay'],
      [false, 'left-pad/index'],
    ]);
  });

  test.each([
    ['is missing', { filename: URL, lineno: 1 }],
    ['is 0', at(0)],
  ])('whose column %s is at the first original position of its line', async (_, frame) => {
    await put(BUNDLE);
    const [resolved] = framesOf(await resolve(eventOf([frame])));
    expect(resolved).toMatchObject({
      filename: 'src/pay.ts',
      lineno: 4,
      colno: 3,
      contextLine: '  throw new Error();',
    });
  });

  test.each([
    ['has one by name', `async ${URL}`, {}],
    ['has one by debug id', `async ${URL}`, { ...images(URL), release: undefined }],
  ])('whose path begins with async %s', async (_, filename, more) => {
    await put(
      BUNDLE.map((file) => ({ ...file, debugId: ID })),
      { release: 'release' in more ? null : RELEASE },
    );
    const [frame] = framesOf(await resolve(eventOf([at(11, { filename })], more)));
    expect(frame).toMatchObject({ filename: 'src/pay.ts', absPath: '../src/pay.ts', lineno: 4 });
  });

  test.each([null, ''])('of a source %j keeps its path, and has the context of the content', async (source) => {
    const text = JSON.parse(mapText([[10, 'x', 3, 2]], { x: PAY })) as object;
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text: JSON.stringify({ ...text, sources: [source] }) }]);
    const sent = eventOf([at(11)]);
    expect(framesOf(await resolve(sent))[0]).toEqual({
      ...framesOf(sent)[0],
      lineno: 4,
      colno: 3,
      function: 'pay',
      preContext: ["import x from 'x';", '', 'export function pay() {'],
      contextLine: '  throw new Error();',
      postContext: ['}', ''],
      data: { sourcemap: `${URL}.map` },
    });
  });

  test.each([
    ['~/static/a b.js', 'https://shop.test/static/a%20b.js'],
    ['~/static/a%20b.js', 'https://shop.test/static/a b.js'],
    ['~/app/blog/[slug].js', 'https://shop.test/app/blog/%5Bslug%5D.js'],
    ['~/app/a.js', 'C:\\app\\a.js'],
  ])('of the artifact %s is resolved if it is sent as %s', async (name, filename) => {
    await put([
      { name, text: 'code', headers: { sourcemap: `${name.slice(name.lastIndexOf('/') + 1)}.map` } },
      { name: `${name}.map`, text: MAP },
    ]);
    expect(framesOf(await resolve(eventOf([at(11, { filename })])))[0]).toMatchObject({ module: 'src/pay', lineno: 4 });
  });

  test('of the runtime of a bundler is not in_app, and has a path without control characters', async () => {
    const text = mapText([[10, '\0vite/preload-helper.js', 0, 0]]);
    await put([BUNDLE[0]!, { name: '~/static/shop.js.map', text }]);
    const [frame] = framesOf(await resolve(eventOf([at(11)])));
    const path = 'vite/preload-helper.js';
    expect(frame).toMatchObject({ filename: path, absPath: path, module: 'vite/preload-helper', inApp: false });
  });

  test('that the client marked as not in_app stays so', async () => {
    await put(BUNDLE);
    expect(framesOf(await resolve(eventOf([at(11, { in_app: false })])))[0]?.inApp).toBe(false);
  });

  test.each([
    ['is mapped by the client', at(11, { data: { sourcemap: 'x.map' } }), {}],
    ['has no line', { filename: URL, colno: 11 }, {}],
    ['is part of Node.js', at(11, { filename: 'node:vm' }), {}],
    ['is part of Node.js, and asynchronous', at(11, { filename: 'async node:vm' }), {}],
    ['is native', at(11, { filename: 'native' }), {}],
    ['has no file', { function: 'x', lineno: 1, colno: 11 }, {}],
    ['is of another language', at(11), { platform: 'python' }],
    ['is of another language than the event', at(11, { platform: 'native' }), {}],
    ['has no URL', at(11, { filename: '/static/shop.js' }), {}],
    ['has neither release nor debug id', at(11), { release: undefined }],
  ])('that %s causes no read', async (_, frame, more) => {
    await put(BUNDLE);
    const { read, calls } = recordingRead();
    const sent = eventOf([frame], more);
    expect(await resolve(sent, read)).toBe(sent);
    expect(calls).toEqual([]);
  });

  test.each([
    ['a source that says nothing of the position', at(5)],
    ['another file', at(11, { filename: 'https://shop.test/static/other.js' })],
  ])('in %s is not changed', async (_, frame) => {
    await put(BUNDLE);
    const sent = eventOf([frame]);
    expect(framesOf(await resolve(sent))).toEqual(framesOf(sent));
  });
});

describe('stack traces', () => {
  test('of exceptions, of threads and of the event itself are resolved, and the raw ones are kept', async () => {
    await put(BUNDLE);
    const sent = eventOf([at(11)], { threads: [{ id: 1, stacktrace: { frames: [at(21)] } }] });
    const resolved = await resolve(sent);
    expect(resolved.exceptions[0]?.rawStacktrace).toEqual(sent.exceptions[0]?.stacktrace);
    expect(resolved.threads[0]?.stacktrace?.frames[0]?.filename).toBe('node_modules/left-pad/index.js');
    expect(resolved.threads[0]?.rawStacktrace).toEqual(sent.threads[0]?.stacktrace);
    const old = eventOf([], { exception: undefined, stacktrace: { frames: [at(11)] } });
    const resolvedOld = await resolve(old);
    expect(resolvedOld.stacktrace?.frames[0]?.filename).toBe('src/pay.ts');
    expect(resolvedOld.rawStacktrace).toEqual(old.stacktrace);
  });

  test('without a mapped frame have no raw stack trace', async () => {
    await put(BUNDLE);
    const resolved = await resolve(eventOf([at(11)], { threads: [{ id: 1, stacktrace: { frames: [at(5)] } }] }));
    expect(resolved.threads[0]?.rawStacktrace).toBeUndefined();
  });

  test('of an older event are resolved from the raw ones, and mapped frames are not changed', async () => {
    const vendor = 'https://shop.test/static/vendor.js';
    const [, map] = await put(BUNDLE);
    const first = await resolve(eventOf([at(11), at(11, { filename: vendor })]));
    expect(framesOf(first).map(({ filename }) => filename)).toEqual(['src/pay.ts', vendor]);
    await temporary.database.write(({ artifacts }) => artifacts.remove(project.id, RELEASE, map?.id ?? '', Date.now()));
    await put(BUNDLE.map((file) => ({ ...file, name: file.name.replace('shop', 'vendor'), headers: {} })));
    const second = await resolve(first);
    expect(framesOf(second).map(({ filename }) => filename)).toEqual(['src/pay.ts', 'src/pay.ts']);
    expect(second.exceptions[0]?.rawStacktrace).toEqual(first.exceptions[0]?.rawStacktrace);
    const { read, calls } = recordingRead();
    expect(await resolve(second, read)).toBe(second);
    expect(calls).toEqual([]);
  });

  test('that the client sent in two forms that do not correspond are not changed', async () => {
    await put(BUNDLE);
    const raw = { frames: [at(11), at(21)] };
    const sent = eventOf([], { exception: [{ type: 'Error', stacktrace: { frames: [at(11)] }, raw_stacktrace: raw }] });
    expect(await resolve(sent)).toBe(sent);
  });
});

describe('a map is found', () => {
  const byId = (text: string): GivenFile => ({ name: `~/${ID}-0.js.map`, text, debugId: ID });

  test('by debug id, whatever the names, the release and the dist', async () => {
    await put([byId(MAP)], { release: 'other', dist: '7' });
    const event = eventOf([at(11)], { release: undefined, ...images(URL) });
    expect(framesOf(await resolve(event))[0]?.filename).toBe('src/pay.ts');
  });

  test('by debug id rather than by name, and the newest one', async () => {
    const of = (source: string) => mapText([[0, source, 0, 0]]);
    await put([
      { name: '~/static/shop.js', text: '//# sourceMappingURL=shop.js.map' },
      { name: '~/static/shop.js.map', text: of('named.ts') },
    ]);
    await put([byId(of('old.ts'))], { release: 'one' });
    await put([byId(of('new.ts'))], { release: 'two' });
    expect(framesOf(await resolve(eventOf([at(11)], images(URL))))[0]?.filename).toBe('new.ts');
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.filename).toBe('named.ts');
  });

  test.each([
    ['by a comment', 'x()\n//# sourceMappingURL=shop.js.map', {}],
    ['by a header', 'x()', { sourcemap: 'shop.js.map' }],
    ['by the conventional name', 'x()', {}],
  ])('%s', async (_, text, headers) => {
    await put([{ name: '~/static/shop.js', text, headers }, BUNDLE[1]!]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.filename).toBe('src/pay.ts');
  });

  test('in the minified file itself, by name and by debug id', async () => {
    const text = `x()\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(MAP).toString('base64')}`;
    await put([{ name: '~/static/shop.js', text }]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]).toMatchObject({
      filename: 'src/pay.ts',
      data: { sourcemap: '~/static/shop.js' },
    });
    const other = 'https://shop.test/other.js';
    await put([{ name: '~/elsewhere.js', text, debugId: ID }], { release: null });
    expect(framesOf(await resolve(eventOf([at(11, { filename: other })], images(other))))[0]?.filename).toBe(
      'src/pay.ts',
    );
  });

  test.each([
    [null, '7'],
    ['7', null],
    ['7', '8'],
  ])('not if the dist of the upload is %s and that of the event %s', async (uploaded, dist) => {
    await put(BUNDLE, { release: RELEASE, dist: uploaded });
    const sent = eventOf([at(11)], { dist });
    expect(await resolve(sent)).toBe(sent);
    await put(BUNDLE, { release: RELEASE, dist });
    expect(framesOf(await resolve(sent))[0]?.filename).toBe('src/pay.ts');
  });

  test('not among the artifacts of another project', async () => {
    const sibling = await temporary.database.write((stores) =>
      makeProject(stores, { organizationId: project.organizationId }),
    );
    await putArtifacts(temporary.database, sibling, [...BUNDLE, byId(MAP)], { release: RELEASE });
    const sent = eventOf([at(11)], images(URL));
    expect(await resolve(sent)).toBe(sent);
  });
});

describe('context lines', () => {
  const bare = mapText([[10, '../src/pay.ts', 3, 2]]);
  const minified = { name: '~/static/shop.js', text: 'x', headers: { sourcemap: 'shop.js.map' } };

  test('are read from an uploaded file if the map has no sources', async () => {
    await put([
      minified,
      { name: '~/static/shop.js.map', text: bare },
      { name: '~/src/pay.ts', text: PAY, kind: 'source' },
    ]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]).toMatchObject({
      contextLine: '  throw new Error();',
      postContext: ['}', ''],
    });
  });

  describe('of an original file beside a map with a debug id are read', () => {
    const map: GivenFile = { name: `~/${ID}-0.js.map`, text: bare, debugId: ID };
    const text = `${PAY}// ${ID}`;
    const expected = { filename: 'src/pay.ts', contextLine: '  throw new Error();' };
    const ofDebugId = async () => framesOf(await resolve(eventOf([at(11)], { ...images(URL), release: undefined })))[0];

    test.each(['~/../src/pay.ts', '~/src/pay.ts', '~/shop/src/pay.ts'])(
      'if it has the id and is named %s',
      async (name) => {
        await put([map, { name, text, kind: 'source', debugId: ID }], {});
        expect(await ofDebugId()).toMatchObject(expected);
      },
    );

    test('not if two files with the id could be it', async () => {
      const of = (folder: string): GivenFile => ({ name: `~/${folder}/src/pay.ts`, text, kind: 'source', debugId: ID });
      await put([map, of('a'), of('b')], {});
      expect(await ofDebugId()).toMatchObject({ filename: 'src/pay.ts', contextLine: null });
    });

    test.each([null, 'shop@2'])('if it is in the bundle of the release %j, and in no other one', async (release) => {
      const bundleOf = (checksum: string) => {
        const key = { organizationId: project.organizationId, checksum, release, dist: null, projectIds: [project.id] };
        return temporary.database.write(({ artifacts }) =>
          artifacts.insertBundle(key, { fileCount: 2, dateCreated: 1 }),
        );
      };
      await put([map], { release, bundleId: await bundleOf('a'.repeat(40)) });
      const [artifact] = await temporary.database.read(({ artifacts }) => artifacts.findByDebugIds(project.id, [ID]));
      const source: GivenFile = { name: '~/src/pay.ts', text, kind: 'source' };
      await put([source], { release, bundleId: await bundleOf('b'.repeat(40)) });
      expect(await ofDebugId()).toMatchObject({ contextLine: null });
      await put([source], { release, bundleId: artifact?.bundleId ?? null });
      expect(await ofDebugId()).toMatchObject(expected);
    });
  });

  test('show the part of a long line around the column', async () => {
    const line = `${'a();'.repeat(300)}throw x;${'b();'.repeat(300)}`;
    const text = mapText([[10, '../src/long.js', 0, 1200]], { '../src/long.js': line });
    await put([minified, { name: '~/static/shop.js.map', text }]);
    expect(framesOf(await resolve(eventOf([at(11)])))[0]?.contextLine).toBe(
      `{snip} ${'a();'.repeat(15)}throw x;${'b();'.repeat(18)} {snip}`,
    );
  });

  test('are empty if there is neither, and never those of the minified file', async () => {
    await put([minified, { name: '~/static/shop.js.map', text: bare }]);
    const [frame] = framesOf(
      await resolve(eventOf([at(11, { context_line: 'minified', pre_context: ['a'], post_context: ['b'] })])),
    );
    expect(frame).toMatchObject({ filename: 'src/pay.ts', preContext: [], contextLine: null, postContext: [] });
  });
});

describe('an unusable map', () => {
  const broken = [BUNDLE[0]!, { name: '~/static/shop.js.map', text: 'no map' }];

  test('is reported once, and the frames are not changed', async () => {
    await put(broken);
    const sent = eventOf([at(11), at(21)]);
    const resolved = await resolve(sent);
    expect(framesOf(resolved)).toEqual(framesOf(sent));
    const value = { filename: URL, reason: 'it is not JSON' };
    expect(resolved.errors).toEqual([{ type: 'map_not_parsable', name: `${URL}.map`, value }]);
  });

  test('for a position is reported with the position', async () => {
    await put(BUNDLE);
    const value = { filename: URL, line: 1, column: 5 };
    expect((await resolve(eventOf([at(5), at(11)]))).errors).toEqual([
      { type: 'no_mapping_at_position', name: `${URL}.map`, value },
    ]);
  });

  test('is no longer reported once it is replaced', async () => {
    await put(broken);
    const first = await resolve(eventOf([at(11)], { errors: [{ type: 'js_error', name: 'mine', value: 1 }] }));
    expect((await resolve(first)).errors.map(({ type }) => type)).toEqual(['js_error', 'map_not_parsable']);
    await put(BUNDLE);
    expect((await resolve(first)).errors.map(({ type }) => type)).toEqual(['js_error']);
  });

  test('does not fail the event if its content was deleted', async () => {
    await put(BUNDLE);
    const read: Read = (work) =>
      temporary.database.read((stores) =>
        work({
          ...stores,
          artifacts: new Proxy(stores.artifacts, {
            get: (target, name) =>
              name === 'readCompressedSlice'
                ? () => Promise.reject(new Error('gone'))
                : (Reflect.get(target, name) as () => void).bind(target),
          }),
        }),
      );
    const sent = eventOf([at(11)]);
    const resolved = await resolve(sent, read);
    expect(framesOf(resolved)).toEqual(framesOf(sent));
    expect(resolved.errors).toMatchObject([{ type: 'map_not_parsable', value: { reason: 'its bytes are gone' } }]);
    expect(framesOf(await resolve(sent))[0]?.filename).toBe('src/pay.ts');
  });
});

describe('the database', () => {
  test('is read once if the project has no artifacts', async () => {
    const { read, calls } = recordingRead();
    const sent = eventOf([at(11), at(21, { filename: 'https://shop.test/b.js' })], images(URL));
    expect(await resolve(sent, read)).toBe(sent);
    expect(calls).toEqual(['hasAny']);
  });

  test('is queried as often for many files as for one, and once for the content of each map and minified file', async () => {
    const files = Array.from({ length: 40 }, (_, index) => `https://shop.test/static/${index}.js`);
    const map = (index: number) => mapText([[0, `../src/${index}.ts`, 0, 0]]);
    await put(
      files.flatMap((_, index) => [
        { name: `~/static/${index}.js`, text: `${index}`, headers: { sourcemap: `${index}.js.map` } },
        { name: `~/static/${index}.js.map`, text: map(index) },
      ]),
    );
    const event = eventOf(
      files.map((filename) => at(11, { filename })),
      images('https://shop.test/nowhere.js', files[0]!),
    );
    const { read, calls } = recordingRead();
    const resolved = await resolve(event, read);
    expect(framesOf(resolved).map(({ filename }) => filename)).toEqual(files.map((_, index) => `src/${index}.ts`));
    const queries = ['hasAny', 'findByDebugIds', 'findByNames', 'findByNames'];
    expect(calls.filter((name) => !name.startsWith('read'))).toEqual([...queries, 'findByNames']);
    expect(calls.filter((name) => name === 'readCompressedSlice')).toHaveLength(40);
    expect(calls.filter((name) => name === 'readContent')).toHaveLength(40);
    calls.length = 0;
    await resolve(event, read);
    expect(calls).toEqual([...queries, 'findByNames']);
  });

  test('is read once for the content of a map and of its minified file by concurrent events', async () => {
    await put(BUNDLE);
    const { read, calls } = recordingRead();
    await Promise.all(Array.from({ length: 10 }, () => resolve(eventOf([at(11), at(21)]), read)));
    expect(calls.filter((name) => name === 'readCompressedSlice')).toHaveLength(1);
  });

  test('is read for every file of a usual event, and for a limited number of files', async () => {
    await put(BUNDLE);
    const values = Array.from({ length: 50 }, (_, value) => ({
      type: 'E',
      stacktrace: {
        frames: Array.from({ length: 50 }, (__, frame) =>
          at(11, { filename: `https://shop.test/${value}/${frame}.js` }),
        ),
      },
    }));
    values[49]!.stacktrace.frames[0] = at(11);
    const resolved = await resolve(eventOf([], { exception: values }));
    expect(resolved.exceptions[49]?.stacktrace?.frames[0]?.filename).toBe('src/pay.ts');
  });
});
