import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { startsOfFunctionsEndingAt } from '../../../src/sourcemaps/resolve/functionRanges';
import { findCall } from '../../../src/sourcemaps/resolve/functionFinder';
import { functionRanges } from '../../../src/sourcemaps/parse/parseNow';
import { InvalidSourceMap, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { type GivenMapping, mapText } from '../../support/artifacts';
import { openSourceMap } from '../../support/sourceMap';

/** Returns a map of one line. */
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

const FAIL = `const fail = () => { throw new Error('stop'); };
`;
/** Calls of the value that a call with a function returns, and of a function where it is written. */
const CALLED_WHERE_MADE = {
  'a function in one line': `const compose = (...all) => fail;
compose(fail, (v) => fail(v))(12);`,
  'a function in lines of its own': `const compose = (...all) => fail;
compose(
  fail,
  (v) => fail(v),
)(12);`,
  'functions that return functions': `const compose = (a, b) => (c) => fail();
compose(1, () => (n) => n)((r) => {
  return r + 1;
});`,
  'an object that is returned': `const connect = (a, b) => (c) => fail(c);
const Panel = (props) => props;
connect(1, (dispatch) => ({
  load: () => dispatch(1),
}))(Panel);`,
  'a method': `const connect = (a) => (c) => fail(c);
connect({
  name: 'x',
  load() {
    return 1;
  },
})(3);`,
  'a list of functions': `const chain = (a) => (c) => fail(c);
chain([(v) => v, function (v) { return v; }])(3);`,
  'a block': `const wrap = (a) => fail;
wrap(function (v) {
  return [v].map((one) => one);
})(3);`,
  'a method of an object': `const on = { event: (a, b) => fail };
on.event('x', (v) => v)?.(3);`,
  'a call in a call': `const on = (a) => (b) => (c) => fail();
on((v) => v)((v) => ({ v }))(3);`,
  'a template': `const styled = (a) => () => fail();
styled((v) => v)\`
  color: red;
\`;`,
  'the function itself': `(function named(v) {
  return fail(v);
})(3);`,
};

/** Returns the lines of \`source.js\` in which the functions of a stack trace were called. */
function calledLines(code: string, resolve: (line: number, column: number) => number): number[] {
  try {
    runInNewContext(code, {}, { filename: 'source.js' });
  } catch (error) {
    const frames = [...String((error as Error).stack).matchAll(/\bsource\.js:(\d+):(\d+)\)?$/gm)];
    return frames.map(([, line, column]) => resolve(Number(line), Number(column)));
  }
  throw new Error('the program does not fail');
}

test.each(Object.entries(CALLED_WHERE_MADE))('a call behind %s is where it is written', (_, source) => {
  const text = FAIL + source;
  const { code, map } = transformSync(text, { minify: true, sourcemap: 'external', sourcefile: 'source.js' });
  const opened = openSourceMap(Buffer.from(map));
  if (opened instanceof InvalidSourceMap) throw new Error(opened.reason);
  const ranges = functionRanges(text, 'javascript');
  const lines = calledLines(code, (lineno, colno) => {
    const original = opened.find(lineno, colno)!;
    const call = findCall({ frame: { lineno, colno, function: null }, original, map: opened }, ranges);
    return (call ?? original).line;
  });
  expect(lines).toEqual(calledLines(text, (line) => line));
});
