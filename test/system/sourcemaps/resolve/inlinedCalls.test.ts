import { minifySync } from '@swc/core';
import { functionRanges } from '../../../../src/sourcemaps/parse/parseNow';
import { startsOfFunctionsEndingAt } from '../../../../src/sourcemaps/resolve/functionRanges';
import { InvalidSourceMap, type SourceMap } from '../../../../src/sourcemaps/resolve/sourceMap';
import { openSourceMap } from '../../../support/sourceMap';

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
  const calls = callColumns().map((column) => {
    const end = map.find(1, column)!;
    const [start] = startsOfFunctionsEndingAt(ranges, end.line, end.column);
    return { end, call: map.findInlinedCall(1, column, start!, end) };
  });
  expect(calls).toMatchObject([
    { end: { line: 4, column: 1 }, call: { line: 12, column: 19 } },
    { end: { line: 9, column: 1 }, call: { line: 13, column: 20 } },
  ]);
});
