import { functionRanges, startsOfFunctionsEndingAt } from '../../../src/sourcemaps/resolve/functionRanges';
import { InvalidSourceMap, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { type GivenMapping, mapText } from '../../support/artifacts';
import { openSourceMap } from '../../support/sourceMap';

/** A map of one line. */
function mapOf(...mappings: GivenMapping[]): SourceMap {
  const opened = openSourceMap(Buffer.from(mapText(mappings)));
  if (opened instanceof InvalidSourceMap) throw new Error(opened.reason);
  return opened;
}

test('the call is found in a map that knows lines only', () => {
  const start = { line: 4, column: 7 };
  const lines = mapOf([0, 'b.ts', 9, 0], [9, 'a.ts', 3, 0], [12, 'a.ts', 4, 0], [20, 'a.ts', 5, 0]);
  expect(lines.findInlinedCall(1, 22, start, lines.find(1, 22)!)).toMatchObject({ source: 'b.ts', line: 10 });
  const inOneLine = mapOf([0, 'a.ts', 3, 0], [12, 'a.ts', 4, 0], [20, 'a.ts', 5, 0]);
  expect(inOneLine.findInlinedCall(1, 22, start, inOneLine.find(1, 22)!)).toBeNull();
});

test('the call is found before a long function', () => {
  const body = Array.from({ length: 900 }, (_, index): GivenMapping => [20 + 3 * index, 'a.ts', 5 + index, 2]);
  const map = mapOf([0, 'b.ts', 9, 0], [9, 'a.ts', 3, 0], ...body, [5000, 'a.ts', 2000, 0]);
  const call = map.findInlinedCall(1, 5002, { line: 4, column: 7 }, map.find(1, 5002)!);
  expect(call).toMatchObject({ source: 'b.ts', line: 10 });
});

test('a function that is not in the place of a call has none', () => {
  const map = mapOf([0, 'b.ts', 9, 0], [1, 'a.ts', 3, 0], [12, 'a.ts', 4, 0], [20, 'a.ts', 5, 0]);
  const [start, end] = [{ line: 4, column: 1 }, map.find(1, 21)!];
  expect(map.findInlinedCall(1, 22, start, end)).not.toBeNull();
  expect(map.findInlinedCall(1, 24, start, end)).toBeNull();
  expect(map.findInlinedCall(1, 1, start, end)).toBeNull();
  const far = mapOf([0, 'b.ts', 9, 0], [40, 'a.ts', 3, 0], [52, 'a.ts', 4, 0], [60, 'a.ts', 5, 0]);
  expect(far.findInlinedCall(1, 62, start, far.find(1, 62)!)).toBeNull();
});

test('a function that is called where it is written does not end in another one', () => {
  const ranges = functionRanges('(function run() {\n})();\nfunction stop() {\n}\n', 'javascript')!;
  expect(startsOfFunctionsEndingAt(ranges, 2, 1)).toEqual([]);
  expect(startsOfFunctionsEndingAt(ranges, 4, 1)).toEqual([{ line: 3, column: 1 }]);
  expect(startsOfFunctionsEndingAt(ranges, 3, 5)).toEqual([]);
});
