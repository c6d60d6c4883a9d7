import type { DebugImage, Event, ExceptionValue, Frame } from '../../src/domain/event';
import { canSendDebugIds, imageOf } from '../../src/sourcemaps/debugIds';
import { diagnose, type Evidence } from '../../src/sourcemaps/diagnose';
import { chooseFrame } from '../../src/sourcemaps/frame';
import { isAbsoluteUrl } from '../../src/sourcemaps/url';

const URL = 'https://shop.test/static/app.js';

function frameOf(members: Partial<Frame> = {}): Frame {
  return { filename: '/static/app.js', absPath: URL, contextLine: null, data: null, ...members } as Frame;
}

function evidenceOf(event: Partial<Evidence['event']> = {}, more: Partial<Omit<Evidence, 'event'>> = {}): Evidence {
  const base = { platform: 'javascript', release: 'web@1', dist: null, sdk: null, debugImages: [] };
  return { event: { ...base, ...event }, frame: frameOf(), isReleaseKnown: true, artifacts: ['~/static/app.js'], ...more };
}

function imageFor(codeFile: string | null, more: Partial<DebugImage> = {}): DebugImage {
  return { type: 'sourcemap', codeFile, debugId: '1a2b3c4d-0000-4000-8000-00000000abcd', rest: {}, ...more };
}

const typesOf = (evidence: Evidence) => diagnose(evidence).map(({ type }) => type);

describe('an SDK', () => {
  test.each([
    '7.44.0',
    '7.44',
    '7.44.1',
    '7.44.1-alpha.0',
    '7.100.0',
    '8',
    '8.0.0',
    '8.0.0-beta.1',
    '10.2.3',
    '11.11.0',
    'v8.1.0',
    ' 8.1.0 ',
    '7.44.0.post1',
    '7.44.0+build.7',
    '7.44.0.1',
  ])('of version %j can send debug ids', (version) => {
    expect(canSendDebugIds({ name: 'sentry.javascript.browser', version })).toBe(true);
    expect(canSendDebugIds({ version })).toBe(true);
  });

  test.each([
    '7.43.9',
    '7.43.999',
    '7.4.40',
    '7',
    '6.99.0',
    '0.1.0',
    '7.44.0-beta.1',
    '7.44.0-alpha.0',
    '7.44.0rc1',
    '7.44.0a1',
    '7.44.0b2',
    '7.44.0.dev3',
    '7.44-beta',
    '',
    'unknown',
    'latest',
    '.8.0',
    8,
    null,
    undefined,
  ])('of version %j cannot', (version) => {
    expect(canSendDebugIds({ name: 'sentry.javascript.browser', version })).toBe(false);
  });

  test.each(['react-native', 'remix', 'nextjs'])('that is for %s cannot, whatever its version', (kind) => {
    expect(canSendDebugIds({ name: `sentry.javascript.${kind}`, version: '99.0.0' })).toBe(false);
  });

  test('that does not say what it is cannot', () => {
    expect([canSendDebugIds(null), canSendDebugIds({}), canSendDebugIds({ name: 'sentry.javascript.browser' })]).toEqual([false, false, false]);
  });
});

describe('an absolute URL', () => {
  test.each([
    'https://h/a.js',
    'http://h/',
    'HTTPS://H/A.JS',
    'app:///m.js',
    'webpack:///./a.js',
    'chrome-extension://x/y.js',
    'localhost:3000/x.js',
    'node:vm',
    'blob:https://h/0-1',
    'data:text/javascript,x',
    'a+b-c.d1:x',
    'https://h/a.js?v=1#x',
  ])('is %s', (text) => {
    expect(isAbsoluteUrl(text)).toBe(true);
  });

  test.each([
    '',
    'a.js',
    '/a.js',
    './a.js',
    'h.example.com/a.js',
    '//h/a.js',
    'https://h',
    'https://h?x=/a',
    'https://h#/a',
    'http:',
    'http:?x',
    '<anonymous>',
    '://h/a',
    ':a',
    '1a:b',
    'a_b:c',
    '?',
  ])('is not %j', (text) => {
    expect(isAbsoluteUrl(text)).toBe(false);
  });
});

describe('the debug image of a frame', () => {
  test('is that of its path or of its file name', () => {
    const images = [imageFor('https://shop.test/other.js'), imageFor(URL)];
    expect(imageOf({ debugImages: images }, frameOf())).toBe(images[1]);
    expect(imageOf({ debugImages: [imageFor('/static/app.js')] }, frameOf())).toBeDefined();
  });

  test.each([
    ['of another file', imageFor('https://shop.test/app.js')],
    ['of another kind', imageFor(URL, { type: 'wasm' })],
    ['without an id', imageFor(URL, { debugId: null })],
    ['without a file', imageFor(null)],
  ])('is not one %s', (_, image) => {
    expect(imageOf({ debugImages: [image] }, frameOf({ filename: null }))).toBeUndefined();
  });
});

describe('the frame asked for', () => {
  const traced = (frames: number, raw?: number): ExceptionValue => {
    const trace = (count: number, name: string) => ({
      frames: Array.from({ length: count }, (_, index) => frameOf({ function: `${name}${index}` })),
      framesOmitted: null,
      registers: null,
    });
    return { stacktrace: frames === 0 ? null : trace(frames, 'f'), rawStacktrace: raw === undefined ? null : trace(raw, 'raw') } as ExceptionValue;
  };
  const event = { exceptions: [traced(2), traced(3, 4), traced(0)] } as unknown as Event;

  test.each([
    [0, 0, 'f0'],
    [0, -1, 'f1'],
    [1, 3, 'raw3'],
    [-2, -4, 'raw0'],
    [-0, 1, 'f1'],
  ])('as exception %i, frame %i is %s: the raw one where there is one', (exception, frame, name) => {
    expect(chooseFrame(event, exception, frame).function).toBe(name);
  });

  test.each([
    [3, 0, "'exception_idx' is out of bounds: it must be from -3 to 2."],
    [-4, 0, "'exception_idx' is out of bounds: it must be from -3 to 2."],
    [0, 2, "'frame_idx' is out of bounds: it must be from -2 to 1."],
    [0, Number.MAX_SAFE_INTEGER, "'frame_idx' is out of bounds"],
    [2, 0, "'frame_idx' is out of bounds: there is none."],
  ])('as exception %i, frame %i there is none: %s', (exception, frame, sentence) => {
    expect(() => chooseFrame(event, exception, frame)).toThrow(sentence);
  });

  test('is in no event without exceptions', () => {
    expect(() => chooseFrame({ exceptions: [] } as unknown as Event, 0, 0)).toThrow('does not contain an exception');
  });
});

describe('a diagnosis', () => {
  test('finds nothing where the client has mapped the frame', () => {
    expect(diagnose(evidenceOf({ release: null, debugImages: [imageFor(URL)] }, { frame: frameOf({ data: { sourcemap: 'x' } }) }))).toEqual([]);
  });

  test.each([
    [{ contextLine: 'x()', absPath: '/app/x.js' }, []],
    [{ contextLine: '', absPath: '/app/x.js' }, []],
    [{ absPath: 'node:fs' }, []],
    [{ absPath: 'x.js' }, []],
    [{ absPath: null }, []],
    [{ absPath: '/app/x.js' }, ['no_release_on_event']],
    [{ absPath: 'app:///x.js' }, ['no_release_on_event']],
    [{ absPath: 'webpack:///x.js' }, ['no_release_on_event']],
  ])('on Node.js of %j finds %j', (frame, types) => {
    expect(typesOf(evidenceOf({ platform: 'node', release: null }, { frame: frameOf(frame) }))).toEqual(types);
  });

  test.each([
    ['names no release', { release: null }, {}, 'no_release_on_event'],
    ['names a release that is not known', {}, { isReleaseKnown: false }, 'no_release_on_event'],
    ['names a release without artifacts', {}, { artifacts: [] }, 'no_sourcemaps_on_release'],
    ['has a frame without a URL', {}, { frame: frameOf({ absPath: '/static/app.js' }) }, 'url_not_valid'],
  ] as const)('of an event that %s finds that first', (_, event, more, type) => {
    expect(typesOf(evidenceOf(event, more))).toEqual([type]);
    expect(typesOf(evidenceOf({ ...event, debugImages: [imageFor('/static/app.js')] }, more))).toEqual(['debug_id_source_not_found', type]);
  });

  test('looks for debug ids only where neither image nor release is', () => {
    const sdk = { name: 'sentry.javascript.browser', version: '8.0.0' };
    expect(typesOf(evidenceOf({ sdk, release: null }))).toEqual(['debug_id_no_sourcemaps']);
    expect(typesOf(evidenceOf({ sdk, release: null }, { frame: frameOf({ absPath: 'x' }) }))).toEqual(['url_not_valid']);
    expect(typesOf(evidenceOf({ sdk }, { artifacts: [] }))).toEqual(['no_sourcemaps_on_release']);
    expect(typesOf(evidenceOf({ sdk }, { isReleaseKnown: false }))).toEqual(['no_release_on_event']);
  });

  test('names what it looked for', () => {
    const [finding] = diagnose(evidenceOf({ debugImages: [imageFor(URL)] }));
    expect(finding?.data).toMatchObject({ debugId: '1a2b3c4d-0000-4000-8000-00000000abcd', filename: '/static/app.js' });
    expect(diagnose(evidenceOf({}, { frame: frameOf({ absPath: null }) }))).toEqual([{ type: 'url_not_valid', data: { absPath: null } }]);
  });
});
