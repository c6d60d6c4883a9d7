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

test('characters that cannot be stored are replaced', () => {
  const { contextLine } = textOf(`x\n a\0b\ud800`).around(2);
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
    contextLine: `${'é'.repeat(140)} {snip}`,
    postContext: ['third', ''],
  });
});

describe('of a line longer than 150 characters is shown', () => {
  const line = Array.from({ length: 400 }, (_, number) => String(number).padStart(5, '.')).join('');
  test.each([
    ['the beginning, if the column is in it', 30, `${line.slice(0, 140)} {snip}`],
    ['the beginning, if little is before the part', 65, `${line.slice(0, 140)} {snip}`],
    ['the part around the column', 1001, `{snip} ${line.slice(940, 1080)} {snip}`],
    ['the end, if little is behind the part', 1920, `{snip} ${line.slice(1859)}`],
    ['the end, if the column is in it', 1990, `{snip} ${line.slice(1860)}`],
    ['the end, if the column is beyond it', 5000, `{snip} ${line.slice(1860)}`],
  ])('%s', (_, column, expected) => {
    expect(textOf(`a\n${line}\nb`).around(2, column)).toEqual({
      preContext: ['a'],
      contextLine: expected,
      postContext: ['b'],
    });
  });

  test('the beginning in the lines around', () => {
    const { preContext, postContext } = textOf(`${line}\nx\n${line}`).around(2, 500);
    expect([preContext, postContext]).toEqual([[`${line.slice(0, 140)} {snip}`], [`${line.slice(0, 140)} {snip}`]]);
  });

  test.each([
    ['in a short text', 0],
    ['in a long one, of which parts are decoded', 9000],
  ])('the same characters %s, whatever their length in bytes', (_, more) => {
    const text = `${'żółć😀'.repeat(200)}X${'y'.repeat(300)}`;
    const { contextLine } = textOf(`${text}\n${'z'.repeat(more)}`).around(1, text.indexOf('X') + 1);
    expect(contextLine).toBe(`{snip} ${text.slice(1140, 1280)} {snip}`);
  });
});

test('a line of 150 characters is shown as a whole', () => {
  expect(textOf('x'.repeat(150)).around(1, 140).contextLine).toBe('x'.repeat(150));
});

test.each([
  ['  pay', 1, true],
  ['  pay', 3, false],
  ['  pay', 6, true],
  ['', 1, true],
  ['cä', 2, false],
  ['cä', 3, true],
  ['const a = 1', 1, true],
  ['constant()', 1, false],
  ['export function a() {}', 1, true],
  ['export default class A {}', 1, false],
  ["a('b', c)", 6, true],
  ["a('b', c)", 8, false],
])('in %j, at column %i no call begins: %s', (text, column, expected) => {
  expect(new SourceText(Buffer.from(`first\n${text}\n`)).isNoCallAt(2, column)).toBe(expected);
  expect(new SourceText(Buffer.from(text)).isNoCallAt(9, column)).toBe(false);
});

test.each([
  [1, 3],
  [3, 3],
  [7, 7],
])('the code from column %i on begins at column %i', (column, expected) => {
  expect(new SourceText(Buffer.from('  pay() \nx')).codeColumnFrom(1, column)).toBe(expected);
});
