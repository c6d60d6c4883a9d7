import { checkSourceLinkPattern, sourceLinkOf } from '../../src/domain/sourceLink';

const PATTERN = 'https://git.test/{commit}/{path}#L{line}';
const FRAME = { filename: 'src/cart.js', absPath: '/srv/shop/src/cart.js', lineno: 41, inApp: true };
const VERSION = { release: 'shop@2.4.1', commit: 'f00d' };

const link = (frame: object, settings = {}, version = {}) =>
  sourceLinkOf(
    { ...FRAME, ...frame },
    { sourceLinkPattern: PATTERN, sourceLinkRoot: '', ...settings },
    { ...VERSION, ...version },
  );

test.each([
  [{}, 'src/cart.js'],
  [{ filename: './src/cart.js' }, 'src/cart.js'],
  [{ filename: 'webpack:///./src/cart.js?a1b2' }, 'src/cart.js'],
  [{ filename: 'app:///src/cart.js' }, 'src/cart.js'],
  [{ filename: 'src\\cart.js' }, 'src/cart.js'],
  [{ filename: 'src/[id]/cart#1.tsx' }, 'src/%5Bid%5D/cart'],
  [{ filename: 'src/größe.js' }, 'src/gr%C3%B6%C3%9Fe.js'],
  [{ filename: 'src/\ud800.js' }, 'src/%EF%BF%BD.js'],
  [{ filename: null }, 'srv/shop/src/cart.js'],
])('links %j', (frame, path) => expect(link(frame)).toBe(`https://git.test/f00d/${path}#L41`));

test.each([
  [{ inApp: false }],
  [{ lineno: null }],
  [{ filename: null, absPath: null }],
  [{ filename: 'https://shop.test/assets/cart.min.js' }],
  [{ filename: 'node:internal/timers' }],
  [{ filename: '<anonymous>' }],
  [{ filename: '../secrets/cart.js' }],
  [{ filename: '/' }],
])('has no link for %j', (frame) => expect(link(frame)).toBeNull());

test('the root is removed from the filename, or else from the absolute path', () => {
  const root = { sourceLinkRoot: '/srv/shop/' };
  expect(link({ filename: 'cart.js' }, root)).toBe('https://git.test/f00d/src/cart.js#L41');
  expect(link({ filename: '/srv/shop/a.js' }, root)).toBe('https://git.test/f00d/a.js#L41');
  expect(link({ filename: 'lib/a.js', absPath: '/opt/a.js' }, root)).toBe('https://git.test/f00d/lib/a.js#L41');
  const page = { sourceLinkRoot: 'https://shop.test/' };
  expect(link({ filename: 'https://shop.test/src/a.js' }, page)).toBe('https://git.test/f00d/src/a.js#L41');
});

test('without a known commit the release stands for it, and without a release there is no link', () => {
  expect(link({}, {}, { commit: null })).toBe('https://git.test/shop%402.4.1/src/cart.js#L41');
  expect(link({}, {}, { commit: null, release: null })).toBeNull();
  expect(link({}, { sourceLinkPattern: 'https://git.test/{path}' }, { commit: null, release: null })).toBe(
    'https://git.test/src/cart.js',
  );
  expect(link({}, { sourceLinkPattern: '' })).toBeNull();
});

test.each(['', PATTERN, 'http://10.0.0.1:3000/?file={path}&line={line}&at={release}', 'https://git.test/'])(
  'accepts %j',
  (pattern) => expect(checkSourceLinkPattern(pattern)).toEqual([]),
);

test.each([
  ['https://git.test/{Path}', /variable {Path} is unknown/],
  ['https://git.test/{}', /variable {} is unknown/],
  ['ftp://git.test/{path}', /begins with https/],
  ['https://', /begins with https/],
  ['https://git.test:{line}/', /begins with https|host cannot depend/],
  ['https://git.test{path}/', /host cannot depend/],
  ['https://ann@git.test/{path}', /user name/],
])('refuses %j', (pattern, message) => expect(checkSourceLinkPattern(pattern).join()).toMatch(message));
