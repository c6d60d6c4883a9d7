import {
  candidateNames,
  decodeInline,
  isAbsoluteUrl,
  joinUrl,
  referenceInHeaders,
  referenceInText,
  unifiedPath,
  withoutAsync,
} from '../../../src/sourcemaps/resolve/urls';

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

test.each([
  ['https://shop.test/static/a.js', '~/static/a.js'],
  ['https://shop.test:8080/static/a.js?v=1#top', '~/static/a.js'],
  ['https://shop.test/static;x/a.js;v=1', '~/static;x/a.js'],
  ['app:///static/a.js;v=1', '~/static/a.js;v=1'],
  ['app:///a.js', '~/a.js'],
  ['app://bundle/a.js', '~/a.js'],
  ['webpack:///./a.js', '~/./a.js'],
  ['file:///srv/app/a.js', '~/srv/app/a.js'],
  ['/srv/app/a.js', '~/srv/app/a.js'],
  ['localhost:3000/x.js', '~3000/x.js'],
  ['~/a.js', '~/a.js'],
])('the unified path of %s is %s', (url, unified) => {
  expect(unifiedPath(url)).toBe(unified);
});

test.each([
  ['https://shop.test/a.js', ['https://shop.test/a.js', '~/a.js']],
  ['https://shop.test/a.js#x', ['https://shop.test/a.js', '~/a.js']],
  ['https://shop.test/a.js?v=1#x', ['https://shop.test/a.js?v=1', 'https://shop.test/a.js', '~/a.js?v=1', '~/a.js']],
  [
    'https://shop.test/a.js;p?v=1',
    ['https://shop.test/a.js;p?v=1', 'https://shop.test/a.js;p', '~/a.js;p?v=1', '~/a.js;p', '~/a.js'],
  ],
  ['app:///x.js', ['app:///x.js', '~/x.js']],
  ['/srv/a.js', ['/srv/a.js', '~/srv/a.js']],
  ['~/a.js.map', ['~/a.js.map']],
  ['https://shop.test/a%20b.js', ['https://shop.test/a%20b.js', '~/a%20b.js', 'https://shop.test/a b.js', '~/a b.js']],
  ['~/a b/[id].js', ['~/a b/[id].js', '~/a%20b/%5Bid%5D.js', '~/a%20b/[id].js']],
  ['~/%5Bid%5D.js', ['~/%5Bid%5D.js', '~/[id].js']],
  ['~/a%2Fb.js', ['~/a%2Fb.js']],
  ['~/100%.js', ['~/100%.js', '~/100%25.js']],
  [
    'C:\\app\\a.js',
    ['C:\\app\\a.js', '~\\app\\a.js', 'C:/app/a.js', '~/app/a.js', 'C:%5Capp%5Ca.js', '~%5Capp%5Ca.js'],
  ],
])('%s can have been uploaded as %j', (url, names) => {
  expect(candidateNames(url)).toEqual(names);
});

test.each([
  ['app:///s/m.js', 'm.js.map', 'app:///s/m.js.map'],
  ['https://shop.test/s/m.js', 'm.js.map', 'https://shop.test/s/m.js.map'],
  ['https://shop.test/s/m.js?v=/1#/2', 'm.js.map?v=2', 'https://shop.test/s/m.js.map?v=2'],
  ['https://shop.test/s/m.js', '/maps/m.js.map', 'https://shop.test/maps/m.js.map'],
  ['https://shop.test/s/m.js', '//maps.test/m.js.map', 'https://maps.test/m.js.map'],
  ['https://shop.test/s/m.js', 'http://maps.test/m.js.map', 'http://maps.test/m.js.map'],
  ['https://shop.test/s/m.js', 'webpack:///m.js.map', 'webpack:///m.js.map'],
  ['https://shop.test/s/m.js', 'data:application/json,{}', 'data:application/json,{}'],
  ['https://shop.test/s/m.js', '../../../m.js.map', 'https://shop.test/m.js.map'],
  ['https://shop.test/s/m.js', './x/./m.js.map', 'https://shop.test/s/x/m.js.map'],
  ['https://shop.test', 'm.js.map', 'https://shop.test/m.js.map'],
  ['~/static/bundle.js', '../bundle.js.map', '~/bundle.js.map'],
  ['~/static/bundle.js', 'bundle.js.map', '~/static/bundle.js.map'],
  ['/srv/app/m.js', 'm.js.map', '/srv/app/m.js.map'],
  ['dist/m.js', '../src/a.ts', 'src/a.ts'],
  ['m.js', '../src/a.ts', '../src/a.ts'],
  ['C:\\app\\dist\\m.js', 'm.js.map', 'C:/app/dist/m.js.map'],
  ['~/static/m.js', '..\\maps\\m.js.map', '~/maps/m.js.map'],
])('in the file at %s, the reference %s leads to %s', (base, reference, url) => {
  expect(joinUrl(base, reference)).toBe(url);
});

test.each([
  ['async https://shop.test/a.js', 'https://shop.test/a.js'],
  ['async /srv/app/a.js', '/srv/app/a.js'],
  ['async C:\\app\\a.js', 'C:\\app\\a.js'],
  ['https://shop.test/async b.js', 'https://shop.test/async b.js'],
  ['async a.js', 'async a.js'],
])('the path of %j is %j', (sent, path) => {
  expect(withoutAsync(sent)).toBe(path);
});

const code = (count: number) => Array.from({ length: count }, (_, index) => `line(${index});`);
const at = (line: number, count: number) => code(count).toSpliced(line, 1, '//# sourceMappingURL=here.map').join('\n');

describe('a reference in the text', () => {
  test.each([
    ['a comment', 'x()\n//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['a comment and an empty line', 'x()\n//# sourceMappingURL=a.js.map  \r\n\n', 'a.js.map'],
    ['the old form', '//@ sourceMappingURL=a.js.map\nx()', 'a.js.map'],
    ['the last of several', '//# sourceMappingURL=a.js.map\n//# sourceMappingURL=b.js.map\nx()', 'b.js.map'],
    ['behind the code', 'x();//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['among the first five lines of many', at(4, 30), 'here.map'],
    ['among the last five lines of many', at(25, 30), 'here.map'],
    ['on the fifth line from the end of eleven', at(6, 11), 'here.map'],
    ['on the sixth line from the end of ten', at(4, 10), 'here.map'],
    ['behind empty lines', '\n'.repeat(20) + '//# sourceMappingURL=a.js.map' + '\n'.repeat(4), 'a.js.map'],
    ['followed by a comment', '//# sourceMappingURL=a.js.map/* bundle */', 'a.js.map'],
    ['a comment without a blank', 'x()\n//#sourceMappingURL=a.js.map', 'a.js.map'],
    ['a comment with blanks and tabs', 'x()\n//# \t sourceMappingURL=a.js.map\t ', 'a.js.map'],
    ['the old form without a blank', 'x()\n//@sourceMappingURL=a.js.map', 'a.js.map'],
    ['a comment of the other kind', 'x()\n/*# sourceMappingURL=a.js.map */', 'a.js.map'],
    ['a comment of the other kind without blanks', 'x();/*@sourceMappingURL=a.js.map*/', 'a.js.map'],
    ['the last of both kinds', '//# sourceMappingURL=a.js.map\n/*# sourceMappingURL=b.js.map */\n', 'b.js.map'],
    [
      'before a comment that quotes one',
      'x()\n//# sourceMappingURL=a.js.map\n// see //# sourceMappingURL=b',
      'a.js.map',
    ],
    [
      'before a comment that is none',
      'x()\n//# sourceMappingURL=a.js.map\n//# sourceMappingURL=b c\n/* d */',
      'a.js.map',
    ],
    ['after the address in a string', 'x("//# sourceMappingURL=b")\n//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['after another line break', 'x()\u2028//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['behind a long line', `x();//# sourceMappingURL=${'a'.repeat(300)}`, 'a'.repeat(300)],
    ['before a debug id', 'x()\n//# sourceMappingURL=a.js.map\n//# debugId=1', 'a.js.map'],
  ])('is %s', (_, text, expected) => {
    expect(referenceInText(text)).toBe(expected);
  });

  test.each([
    ['in the middle of a long file', at(5, 30)],
    ['on the sixth line of eleven, which is the sixth from their end', at(5, 11)],
    ['an endless address', `//# sourceMappingURL=${'a'.repeat(2049)}\nx()`],
    ['only a comment', '//# sourceMappingURL=/* nothing */'],
    ['a comment that does not end', '//# sourceMappingURL=/* nothing'],
    ['empty', '//# sourceMappingURL='],
    ['the last one, and empty', '//# sourceMappingURL=a.js.map\n//# sourceMappingURL=\n'],
    ['in a string at the end', 'x();\nconst a = "//# sourceMappingURL=a";'],
    ['in a comment about it', 'x();\n// as in //# sourceMappingURL=a'],
    ['in a comment that does not end in its line', 'x();\n/*# sourceMappingURL=a\n*/'],
    ['followed by code in its line', 'x();/*# sourceMappingURL=a */ y();'],
    ['quoted within the code', 'const a = "//# sourceMappingURL=a";\nx()'],
    ['absent', 'x()'],
  ])('does not exist where it is %s', (_, text) => {
    expect(referenceInText(text)).toBeNull();
  });
});

test.each([
  [{ sourcemap: 'a.map', 'x-sourcemap': 'b.map' }, 'a.map'],
  [{ 'x-sourcemap': ' b.map ' }, 'b.map'],
  [{ sourcemap: '', 'x-sourcemap': 'b.map' }, 'b.map'],
  [{ 'debug-id': 'x' }, null],
  [{ sourcemap: 'a'.repeat(2049), 'x-sourcemap': 'b.map' }, 'b.map'],
])('the headers %j refer to %s', (headers, expected) => {
  expect(referenceInHeaders(headers as Record<string, string>)).toBe(expected);
});

test.each([
  [`data:application/json;charset=utf-8;base64,${Buffer.from('{"é":1}').toString('base64')}`, '{"é":1}'],
  ['data:application/json,%7B%22a%22%3A1%7D', '{"a":1}'],
  ['data:,a,b', 'a,b'],
  ['data:,%', null],
])('%s contains %s', (url, text) => {
  expect(decodeInline(url)?.toString() ?? null).toBe(text);
});
