import { minifySync } from '@swc/core';
import { functionRanges, startsOfFunctionsEndingAt } from '../../../src/sourcemaps/resolve/functionRanges';
import { InvalidSourceMap, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { type GivenMapping, mapText } from '../../support/artifacts';
import { openSourceMap } from '../../support/sourceMap';

const SOURCE = `function open(name) {
  if (name === '') throw new Error('no name');
  return name + name;
}

const close = (name) => {
  if (name === '') throw new Error('no name');
  return name.length;
};

export const cases = {
  open: (text) => open(text),
  close: (text) => close(text),
};
`;

let code: string;
let map: SourceMap;
beforeAll(() => {
  const options = { module: true, sourceMap: true, compress: true, mangle: true };
  const minified = minifySync(SOURCE, options);
  code = minified.code;
  const opened = openSourceMap(Buffer.from(minified.map ?? ''));
  if (opened instanceof InvalidSourceMap) throw new Error(opened.reason);
  map = opened;
});

/** Columns, from 1, of the parentheses behind the functions, which engines give for their calls. */
const callColumns = () => [...code.matchAll(/\}\)\(/g)].map(({ index }) => index + 3);

test('a function that SWC puts in the place of its only call is called at the place of that call', () => {
  const ranges = functionRanges(SOURCE, 'javascript')!;
  const found = callColumns().map((column) => {
    const end = map.find(1, column)!;
    const [start] = startsOfFunctionsEndingAt(ranges, end.line, end.column);
    return { end, call: map.findInlinedCall(1, column, start!, end) };
  });
  expect(found).toMatchObject([
    { end: { line: 4, column: 1 }, call: { line: 12, column: 19 } },
    { end: { line: 9, column: 1 }, call: { line: 13, column: 20 } },
  ]);
});

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
