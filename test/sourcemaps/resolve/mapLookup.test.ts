import type { DebugImage } from '../../../src/domain/event';
import { canSendDebugIds, DebugIds } from '../../../src/sourcemaps/resolve/mapLookup';

const ID = '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64';
const OTHER = '00000000-0000-4000-8000-000000000000';
const image = (codeFile: string | null, debugId: string | null = ID, type = 'sourcemap'): DebugImage => ({
  type,
  codeFile,
  debugId,
  rest: {},
});
const frame = (absPath: string | null, filename: string | null = absPath) => ({ absPath, filename });

test.each([
  ['https://shop.test/a.js', frame('https://shop.test/a.js')],
  ['/static/a.js', frame('https://shop.test/static/a.js', '/static/a.js')],
  ['C:\\app\\a.js', frame('file:///C:/app/a.js')],
  ['C:/app/a.js', frame('C:\\app\\a.js')],
  ['file:///srv/app/a.js', frame('/srv/app/a.js')],
  ['file://localhost/srv/app/a.js', frame('/srv/app/a.js')],
  ['file:///srv/my%20app/a.js', frame('/srv/my app/a.js')],
  ['https://shop.test/a.js', frame('async https://shop.test/a.js')],
])('the image of %s belongs to the frame %j', (codeFile, path) => {
  expect(new DebugIds([image('/x.js', OTHER), image(codeFile)]).of(path)).toBe(ID);
});

test.each([
  ['another file', image('https://shop.test/b.js')],
  ['the same path of another host', image('/a.js')],
  ['a native image', image('https://shop.test/a.js', ID, 'macho')],
  ['no file', image(null)],
  ['no id', image('https://shop.test/a.js', null)],
])('an image of %s does not belong to the frame', (_, other) => {
  expect(new DebugIds([other]).of(frame('https://shop.test/a.js'))).toBeNull();
});

test('an exact path counts before a normalized one, and the first image before the second', () => {
  expect(new DebugIds([image('file:///a.js', OTHER), image('/a.js')]).of(frame('/a.js'))).toBe(ID);
  expect(new DebugIds([image('/a.js'), image('/a.js', OTHER)]).of(frame('/a.js'))).toBe(ID);
  expect(new DebugIds([image('/a.js')]).of(frame(null))).toBeNull();
});

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

  test.each(['react-native', 'remix', 'nextjs'])('for %s cannot, whatever its version', (kind) => {
    expect(canSendDebugIds({ name: `sentry.javascript.${kind}`, version: '99.0.0' })).toBe(false);
  });

  test('without a name or a version cannot', () => {
    expect([
      canSendDebugIds(null),
      canSendDebugIds({}),
      canSendDebugIds({ name: 'sentry.javascript.browser' }),
    ]).toEqual([false, false, false]);
  });
});
