import type { Frame } from '../../../src/domain/event';
import { InvalidSourceMap, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import {
  findOtherBuild,
  functionWord,
  hasOneOriginalLine,
  isMapOfOtherText,
} from '../../../src/sourcemaps/diagnose/mismatch';
import { type GivenMapping, mapText } from '../../support/artifacts';
import { openSourceMap } from '../../support/sourceMap';

test.each([
  ['pay', 'pay'],
  ['Cart.pay', 'pay'],
  ['async Cart.pay [as checkout]', 'pay'],
  ['new Cart', 'Cart'],
  ['async t', 't'],
  ['?', null],
  ['<anonymous>', null],
  ['Object.<anonymous>', null],
  ['Cart.[Symbol.iterator]', null],
  ['pay/</<', null],
  ['größe', null],
  ['eval', null],
  [null, null],
])('the file of the function %s contains %s', (name, word) => {
  expect(functionWord(name)).toBe(word);
});

/** Returns the columns at which words begin in a text. */
const wordsOf = (text: string) => [...text.matchAll(/\w+/g)].map(({ index }) => index);
const TEXT = 'function pay(order){return total(order.items)+shipping(order.address)-discount(order.customer)}';

/** Returns a map of one line, with an original for each of the columns. */
function mapOf(columns: readonly number[]): SourceMap {
  return read(columns.map((column, index) => [column, 'a.ts', index, 2]));
}

function read(mappings: readonly GivenMapping[]): SourceMap {
  const map = openSourceMap(Buffer.from(mapText(mappings)));
  if (map instanceof InvalidSourceMap) throw new Error(map.reason);
  return map;
}

const WANTED = { line: 1, column: 30, word: null };
const placeOf = (text: string) => ({
  lineCount: 1,
  lineLength: text.length,
  start: text,
  text,
  textColumn: 0,
  hasWord: true,
});

describe('the map of a text', () => {
  test('begins its mappings where words begin', () => {
    expect(isMapOfOtherText(mapOf(wordsOf(TEXT)), WANTED, placeOf(TEXT))).toBe(false);
  });

  test('may have a mapping for each character', () => {
    const map = read(Array.from(TEXT, (_, column) => [column, 'a.ts', 0, column]));
    expect(isMapOfOtherText(map, WANTED, placeOf(TEXT))).toBe(false);
  });

  test.each([2, 3, 5])('is of another one if its mappings are %i columns off', (shift) => {
    const map = mapOf(wordsOf(TEXT).map((column) => column + shift));
    expect(isMapOfOtherText(map, WANTED, placeOf(TEXT))).toBe(true);
  });

  test('is of another one if it has mappings behind the end of the line', () => {
    const map = mapOf([...wordsOf(TEXT), TEXT.length + 40]);
    expect(isMapOfOtherText(map, WANTED, placeOf(TEXT))).toBe(true);
  });
});

test.each([
  [0, null],
  [1, null],
  [2, { reason: 'column_beyond_line', lineLength: TEXT.length }],
])('the position %i columns behind the last character is one of another build: %j', (columns, otherBuild) => {
  const frame = { colno: TEXT.length + columns, contextLine: null } as Frame;
  expect(findOtherBuild(frame, placeOf(TEXT))).toEqual(otherBuild);
});

test('a line has one original line, or several', () => {
  expect(hasOneOriginalLine(mapOf([0]), 1, null)).toBe(true);
  expect(hasOneOriginalLine(mapOf([0, 90]), 1, 9)).toBe(false);
  expect(hasOneOriginalLine(mapOf([700, 90_000]), 1, 100_000)).toBe(false);
});
