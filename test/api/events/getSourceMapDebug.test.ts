import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;

const FIX = { text: expect.stringMatching(/^[A-Z].{30,}\.$/s) as string, command: expect.anything() as unknown };
const UNKNOWN = 'ffffffffffffffffffffffffffffffff';
const DEBUG_ID = '1a2b3c4d-0000-4000-8000-00000000abcd';
const CAPABLE = { name: 'sentry.javascript.browser', version: '8.0.0' };

const service = useService();
let project: ProjectFixture;
let token: string;

beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
});

function getDebug(eventId: string, query = '?frame_idx=0&exception_idx=0', of = project) {
  return service.client.get(`${of.path}events/${eventId}/source-map-debug/${query}`, token);
}

/** Makes an event with one exception of one frame. */
function withFrame(frame: Json, event: Json = {}): Json {
  return {
    platform: 'javascript',
    ...event,
    exception: { values: [{ type: 'Error', value: 'boom', stacktrace: { frames: [frame] } }] },
  };
}

/** Returns the problems that are reported for the frame of an event with one frame. */
async function findings(
  frame: Json,
  event: Json = {},
): Promise<{ type: string; message: string; data: Json | null; fix: Json }[]> {
  const eventId = await service.fixtures.event(project, withFrame(frame, event));
  return (await getDebug(eventId).expect(200)).body as {
    type: string;
    message: string;
    data: Json | null;
    fix: Json;
  }[];
}

const SCRIPT = { filename: 'https://shop.test/static/app.js', function: 'f', lineno: 1, colno: 99 };

describe('the parameters', () => {
  test.each([
    ['', "'frame_idx' is required"],
    ['?exception_idx=0', "'frame_idx' is required"],
    ['?frame_idx=&exception_idx=0', "'frame_idx' is required"],
    ['?frame_idx', "'frame_idx' is required"],
    ['?frame_idx=x', "'frame_idx' must be an integer"],
    ['?frame_idx=x&exception_idx=x', "'frame_idx' must be an integer"],
    ['?frame_idx=1.0&exception_idx=0', "'frame_idx' must be an integer"],
    ['?frame_idx=1e0&exception_idx=0', "'frame_idx' must be an integer"],
    ['?frame_idx=0x0&exception_idx=0', "'frame_idx' must be an integer"],
    ['?frame_idx=--1&exception_idx=0', "'frame_idx' must be an integer"],
    ['?frame_idx=%20&exception_idx=0', "'frame_idx' must be an integer"],
    ['?frame_idx=0', "'exception_idx' is required"],
    ['?frame_idx=0&exception_idx=', "'exception_idx' is required"],
    ['?frame_idx=0&exception_idx=last', "'exception_idx' must be an integer"],
    ['?frame_idx=0&frame_idx=0&exception_idx=0', "'frame_idx'"],
    ['?frame_idx=0&exception_idx=0&exception_idx=1', "'exception_idx'"],
    ['?frame_idx=0&exception_idx=0&frame=0', "'frame'"],
    ['?frame_idx[]=0&exception_idx=0', "'frame_idx[]'"],
  ])('%j are rejected: %s', async (query, message) => {
    const eventId = await service.fixtures.event(project, withFrame(SCRIPT));
    for (const id of [eventId, UNKNOWN, 'no-event-id']) {
      expect((await getDebug(id, query).expect(400)).body).toEqual({ detail: expect.stringContaining(message) });
    }
  });

  test.each([
    '?frame_idx=0&exception_idx=0',
    '?frame_idx=%2B0&exception_idx=%200%20',
    '?frame_idx=-0&exception_idx=000',
    '?exception_idx=-1&frame_idx=-1',
  ])('%j are accepted', async (query) => {
    const eventId = await service.fixtures.event(project, withFrame(SCRIPT));
    await getDebug(eventId, query).expect(200);
  });
});

describe('the event', () => {
  test.each([
    UNKNOWN,
    'x',
    '1',
    'latest',
    UNKNOWN.slice(1),
    `${UNKNOWN}f`,
    `g${UNKNOWN.slice(1)}`,
    'ffffffff-ffff-ffff-ffffffffffff-ffff',
    'ffffffff-ffff-ffff-ffff-fffffffffff',
    `{${UNKNOWN}}`.replace(/[{}]/g, encodeURIComponent),
    'a%2Fb',
    '%00',
    '%20',
    '%F0%9F%9B%92',
    "'%20OR%201=1--",
  ])('%s is not found', async (eventId) => {
    expect((await getDebug(eventId).expect(404)).body).toEqual({ detail: 'Event not found' });
  });

  test('is found by its id with dashes and in upper case', async () => {
    const eventId = await service.fixtures.event(project, withFrame(SCRIPT));
    const dashed = eventId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const plain = (await getDebug(eventId).expect(200)).body as unknown;
    for (const id of [dashed, eventId.toUpperCase(), dashed.toUpperCase()]) {
      expect((await getDebug(id).expect(200)).body).toEqual(plain);
    }
  });

  test('of another project is not found', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    const eventId = await service.fixtures.event(sibling, withFrame(SCRIPT));
    expect((await getDebug(eventId).expect(404)).body).toEqual({ detail: 'Event not found' });
    await getDebug(eventId, undefined, sibling).expect(200);
  });

  test('without an exception gets 400 for any positions', async () => {
    const eventId = await service.fixtures.event(project, { exception: undefined, message: 'no exception' });
    for (const query of ['?frame_idx=0&exception_idx=0', '?frame_idx=99&exception_idx=99']) {
      expect((await getDebug(eventId, query).expect(400)).body).toEqual({
        detail: expect.stringMatching(/does not contain an exception/i),
      });
    }
  });
});

describe('the positions', () => {
  let eventId: string;

  /**
   * Sends events with exceptions of 2, 0 and 3 frames. The path of each frame is not a URL, so that the reported
   * problem contains it.
   */
  beforeAll(async () => {
    const frames = (...paths: string[]) => ({
      frames: paths.map((filename) => ({ filename, function: 'f', lineno: 1 })),
    });
    eventId = await service.fixtures.event(project, {
      platform: 'javascript',
      sdk: CAPABLE,
      exception: {
        values: [
          { type: 'A', value: 'a', stacktrace: frames('/a0', '/a1') },
          { type: 'B', value: 'b' },
          { type: 'C', value: 'c', stacktrace: frames('/c0', '/c1', '/c2') },
        ],
      },
    });
  });

  test.each([
    [0, 0, '/a0'],
    [0, 1, '/a1'],
    [0, -1, '/a1'],
    [0, -2, '/a0'],
    [2, 0, '/c0'],
    [2, 2, '/c2'],
    [2, -1, '/c2'],
    [-1, -3, '/c0'],
    [-3, 1, '/a1'],
  ])('exception %i, frame %i is %s', async (exception, frame, path) => {
    const { body } = await getDebug(eventId, `?exception_idx=${exception}&frame_idx=${frame}`).expect(200);
    expect(body).toEqual([{ type: 'url_not_valid', message: expect.any(String), data: { absPath: path }, fix: FIX }]);
  });

  test.each([
    [3, 0, 'exception_idx'],
    [-4, 0, 'exception_idx'],
    [99, 99, 'exception_idx'],
    ['99999999999999999999', 0, 'exception_idx'],
    ['-99999999999999999999', 0, 'exception_idx'],
    [0, 2, 'frame_idx'],
    [0, -3, 'frame_idx'],
    [2, 3, 'frame_idx'],
    [0, '99999999999999999999', 'frame_idx'],
    [0, '9007199254740993', 'frame_idx'],
    [1, 0, 'frame_idx'],
    [1, -1, 'frame_idx'],
    [-2, 0, 'frame_idx'],
  ])('exception %s, frame %s: %s is out of bounds', async (exception, frame, name) => {
    const { body } = await getDebug(eventId, `?exception_idx=${exception}&frame_idx=${frame}`).expect(400);
    expect(body).toEqual({ detail: expect.stringMatching(new RegExp(`'${name}' is out of bounds`)) });
  });
});

describe('no problem is reported for', () => {
  test('a frame that the client has mapped', async () => {
    expect(await findings({ ...SCRIPT, data: { sourcemap: 'https://shop.test/static/app.js.map' } })).toEqual([]);
    expect(
      await findings({ ...SCRIPT, filename: '/no-url', data: { sourcemap: null, more: 1 } }, { sdk: CAPABLE }),
    ).toEqual([]);
  });

  test.each([
    ['has a context line', { abs_path: '/app/dist/server.js', context_line: 'throw new Error()' }],
    ['has an empty context line', { abs_path: '/app/dist/server.js', context_line: '' }],
    ['is part of Node.js', { filename: 'node:internal/modules/run_main' }],
    ['has a relative path', { filename: 'dist/server.js' }],
    ['has a URL', { filename: 'https://shop.test/app.js' }],
    ['is on a Windows drive', { filename: 'C:\\app\\server.js' }],
    ['has no path', { function: 'f' }],
  ])('a Node.js frame that %s', async (_, frame) => {
    expect(await findings({ function: 'f', lineno: 1, ...frame }, { platform: 'node' })).toEqual([]);
  });
});

describe('the reported problem is', () => {
  test.each(['/app/dist/server.js', 'app:///server.js', 'webpack:///server.js'])(
    'a missing release for the Node.js frame %s without a context line',
    async (filename) => {
      expect(await findings({ filename, function: 'f', lineno: 1 }, { platform: 'node' })).toEqual([
        { type: 'no_release_on_event', message: expect.any(String), data: null, fix: FIX },
      ]);
    },
  );

  test.each([
    ['no SDK is named', {}],
    ['the SDK is too old', { sdk: { name: 'sentry.javascript.browser', version: '7.43.9' } }],
    [
      'the SDK is of a kind that cannot send debug ids',
      { sdk: { name: 'sentry.javascript.nextjs', version: '8.0.0' } },
    ],
    ['the SDK has no version', { sdk: { name: 'sentry.javascript.browser' } }],
    ['the event is of another language', { platform: 'python' }],
    ['the event has no platform', { platform: undefined }],
  ])('a missing release if %s', async (_, event) => {
    expect(await findings(SCRIPT, event)).toEqual([
      { type: 'no_release_on_event', message: expect.any(String), data: null, fix: FIX },
    ]);
  });

  test('a missing path', async () => {
    for (const frame of [{ function: 'f' }, { function: 'f', abs_path: '' }])
      expect(await findings(frame, { sdk: CAPABLE })).toEqual([
        { type: 'url_not_valid', message: expect.any(String), data: { absPath: null }, fix: FIX },
      ]);
  });

  test('a missing release before an invalid path', async () => {
    expect(await findings({ filename: 'app.js', function: 'f' })).toMatchObject([{ type: 'no_release_on_event' }]);
  });

  test.each([
    ['an old SDK', {}],
    ['an SDK that could have sent debug ids', { sdk: CAPABLE }],
    ['Node.js', { platform: 'node' }],
  ])('a release without artifacts, with %s', async (_, event) => {
    const frame = { ...SCRIPT, filename: '/app/dist/server.js' };
    expect(await findings(frame, { release: 'shop@1.0.0', ...event })).toEqual([
      { type: 'no_sourcemaps_on_release', message: expect.any(String), data: null, fix: FIX },
    ]);
  });

  test.each([
    ['app.js', 'app.js'],
    ['/static/app.js', '/static/app.js'],
    ['shop.test/static/app.js', 'shop.test/static/app.js'],
    ['https://shop.test', 'https://shop.test'],
  ])('the path %s, which is not an absolute URL', async (abs_path, absPath) => {
    expect(await findings({ filename: '/x.js', abs_path, function: 'f' }, { sdk: CAPABLE })).toEqual([
      { type: 'url_not_valid', message: expect.any(String), data: { absPath }, fix: FIX },
    ]);
  });

  test.each([
    [{ name: 'sentry.javascript.browser', version: '7.44.0' }],
    [{ name: 'sentry.javascript.react', version: '11.11.0' }],
    [{ name: 'sentry.python', version: '8.0' }],
  ])('a missing debug id if the SDK %j can send one and the event has no release', async (sdk) => {
    expect(await findings(SCRIPT, { sdk })).toEqual([
      { type: 'debug_id_no_sourcemaps', message: expect.any(String), data: null, fix: FIX },
    ]);
  });

  test('described by one message for each type', async () => {
    const [[first], [second]] = [
      await findings(SCRIPT),
      await findings({ ...SCRIPT, lineno: 7 }, { sdk: { name: 'sentry.javascript.browser' } }),
    ];
    expect(first).toEqual(second);
    const [third] = await findings(SCRIPT, { sdk: CAPABLE });
    expect(third?.message).not.toBe(first?.message);
  });
});

describe('a debug id without an upload', () => {
  const images = (...list: Json[]) => ({ debug_meta: { images: list } });
  const image = { type: 'sourcemap', code_file: SCRIPT.filename, debug_id: DEBUG_ID };
  const sought = expect.objectContaining({ debugId: DEBUG_ID, filename: SCRIPT.filename }) as Json;
  const missing = { type: 'debug_id_source_not_found', message: expect.any(String) as string, data: sought, fix: FIX };

  test('is reported first, then the problem of the release', async () => {
    expect(await findings(SCRIPT, images(image))).toEqual([
      missing,
      { type: 'no_release_on_event', message: expect.any(String), data: null, fix: FIX },
    ]);
    expect(await findings(SCRIPT, { ...images(image), release: 'shop@2.0.0' })).toEqual([
      missing,
      { type: 'no_sourcemaps_on_release', message: expect.any(String), data: null, fix: FIX },
    ]);
  });

  test('is reported for every SDK', async () => {
    for (const sdk of [CAPABLE, { name: 'sentry.javascript.browser', version: '7.0.0' }, { name: 'x' }]) {
      const types = (await findings(SCRIPT, { ...images(image), sdk })).map(({ type }) => type);
      expect(types).toEqual(['debug_id_source_not_found', 'no_release_on_event']);
    }
  });

  test('is reported for a file that is named by its absolute path', async () => {
    const frame = { filename: '/static/app.js', abs_path: SCRIPT.filename, function: 'f' };
    const [first] = await findings(frame, images(image));
    expect(first).toMatchObject({
      type: 'debug_id_source_not_found',
      data: { debugId: DEBUG_ID, filename: '/static/app.js' },
    });
  });

  test('is shown in lower case with dashes, whatever its form in the event', async () => {
    for (const debug_id of [DEBUG_ID.toUpperCase(), DEBUG_ID.replaceAll('-', '')]) {
      expect((await findings(SCRIPT, images({ ...image, debug_id })))[0]?.data).toMatchObject({ debugId: DEBUG_ID });
    }
  });

  test.each([
    ['belongs to another file', { ...image, code_file: 'https://shop.test/static/vendor.js' }],
    ['belongs to an image of another type', { ...image, type: 'wasm' }],
    ['is invalid', { ...image, debug_id: 'abc' }],
    ['has no file', { type: 'sourcemap', debug_id: DEBUG_ID }],
  ])('is not reported if it %s', async (_, other) => {
    expect((await findings(SCRIPT, { ...images(other), sdk: CAPABLE })).map(({ type }) => type)).toEqual([
      'debug_id_no_sourcemaps',
    ]);
  });

  test('is not reported for a frame that needs no map', async () => {
    expect(await findings({ ...SCRIPT, data: { sourcemap: 'x' } }, images(image))).toEqual([]);
    const file = '/app/server.js';
    const node = { ...images({ ...image, code_file: '/app/other.js' }), platform: 'node' };
    expect(await findings({ filename: file, context_line: 'x()', function: 'f' }, node)).toEqual([]);
  });

  test.each([
    ['without a source line', '/app/server.js', {}],
    ['with a source line, as @sentry/node sends it', '/app/server.js', { context_line: 'x()' }],
    ['on a drive of Windows', 'C:\\app\\server.js', {}],
    ['in a module of Node.js', 'file:///C:/app/server.mjs', { context_line: 'x()' }],
    ['with a relative path', 'dist/server.js', { context_line: 'x()' }],
  ])('is reported for a frame of Node.js %s', async (_, filename, more) => {
    const node = { ...images({ ...image, code_file: filename }), platform: 'node' };
    const types = (await findings({ filename, function: 'f', lineno: 1, ...more }, node)).map(({ type }) => type);
    expect(types).toEqual(['debug_id_source_not_found', 'no_release_on_event']);
  });
});
