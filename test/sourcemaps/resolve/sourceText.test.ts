import { EMPTY_CONTEXT, SourceText } from '../../../src/sourcemaps/resolve/sourceText';

const TEXT = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');
const textOf = (text: string) => new SourceText(Buffer.from(text));
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

test.each([
  [1, [], numbered(2, 6)],
  [3, numbered(1, 2), numbered(4, 8)],
  [6, numbered(1, 5), numbered(7, 11)],
  [9, numbered(4, 8), numbered(10, 12)],
  [12, numbered(7, 11), []],
])('line %i has a context of at most five lines before and after', (line, preContext, postContext) => {
  expect(textOf(TEXT).around(line)).toEqual({ preContext, contextLine: `line ${line}`, postContext });
});

test.each([13, 14, 1000, Number.MAX_SAFE_INTEGER])('line %i is beyond the text and has no context', (line) => {
  expect(textOf(TEXT).around(line)).toEqual(EMPTY_CONTEXT);
});

test('an empty text has one empty line', () => {
  expect(textOf('').around(1)).toEqual({ preContext: [], contextLine: '', postContext: [] });
});

test('carriage returns are not part of a line', () => {
  expect(textOf('a\r\nb\r\nc').around(2)).toEqual({ preContext: ['a'], contextLine: 'b', postContext: ['c'] });
});

test('long lines are truncated, and characters that cannot be stored are replaced', () => {
  const { preContext, contextLine } = textOf(`${'x'.repeat(600)}\n a\0b\ud800`).around(2);
  expect(preContext).toEqual([`${'x'.repeat(497)}...`]);
  expect(contextLine).toBe(' a\ufffdb\ufffd');
});

test('lines of a long text are found in any order', () => {
  const long = textOf(Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`).join('\n'));
  for (const line of [700, 16, 17, 1, 1000, 128, 129, 999, 18])
    expect(long.around(line).contextLine).toBe(`line ${line}`);
  for (const line of [1001, 5000]) expect(long.around(line)).toEqual(EMPTY_CONTEXT);
  expect(long.around(500).preContext).toEqual(numbered(495, 499));
});

test('lines beside a very long one are found, and of that one only what is shown is decoded', () => {
  const text = textOf(`first\n${'é'.repeat(100_000)}\r\nthird\n`);
  expect(text.around(2)).toEqual({
    preContext: ['first'],
    contextLine: `${'é'.repeat(497)}...`,
    postContext: ['third', ''],
  });
});
