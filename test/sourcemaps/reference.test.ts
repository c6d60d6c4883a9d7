import { decodeInline, referenceInHeaders, referenceInText } from '../../src/sourcemaps/reference';

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
    ['quoted within the code', 'const a = "//# sourceMappingURL=a";\nx()'],
    [
      'behind more than 300 characters of the last line',
      `//# sourceMappingURL=${'a'.repeat(300)}`.replace(/^/, 'x();'),
    ],
    ['absent', 'x()'],
  ])('is none where it is %s', (_, text) => {
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
])('%s holds %s', (url, text) => {
  expect(decodeInline(url)?.toString() ?? null).toBe(text);
});
