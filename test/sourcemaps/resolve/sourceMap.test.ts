import { encodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { InvalidSourceMap, MAX_MAP_BYTES, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { openSourceMap } from '../../support/sourceMap';

const PLAIN = {
  version: 3,
  sources: ['src/a.ts', 'node_modules/b/index.js', null],
  sourcesContent: ['first\nsecond', null],
  names: ['pay', 'refund'],
  // Line 1: column 0 → a.ts 1:1 (pay), column 10 → b 3:5, column 20 → no source, column 30 → the source without a name.
  mappings: encodedMappings(
    new TraceMap({
      version: 3,
      names: ['pay', 'refund'],
      sources: ['a', 'b', 'c'],
      mappings: [[[0, 0, 0, 0, 0], [10, 1, 2, 4], [20], [30, 2, 0, 0]], [], [[4, 0, 1, 2, 1]]],
    }),
  ),
};

function read(value: unknown): SourceMap {
  const map = openSourceMap(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  if (map instanceof InvalidSourceMap) throw new Error(map.reason);
  return map;
}

describe('a plain map', () => {
  const map = read(PLAIN);

  test.each([
    [1, 1, { source: 'src/a.ts', line: 1, column: 1, name: 'pay' }],
    [1, 10, { source: 'src/a.ts', line: 1, column: 1, name: 'pay' }],
    [1, 11, { source: 'node_modules/b/index.js', line: 3, column: 5, name: null, content: null }],
    [1, 20, { source: 'node_modules/b/index.js', line: 3, column: 5 }],
    [3, 5, { source: 'src/a.ts', line: 2, column: 3, name: 'refund' }],
    [3, 5000, { source: 'src/a.ts', line: 2, column: 3 }],
  ])('maps line %i, column %i, both counting from 1, by the nearest mapping before', (line, column, original) => {
    expect(map.find(line, column)).toMatchObject(original);
  });

  test('contains the sources it was made from', () => {
    expect(map.find(1, 1)?.content?.around(1)).toMatchObject({ contextLine: 'first', postContext: ['second'] });
    expect(map.find(3, 5)?.content?.hash).toBe(map.find(1, 1)?.content?.hash);
  });

  test.each([
    ['the code belongs to no source', 1, 21],
    ['the source has no name', 1, 31],
    ['the line has no mapping', 2, 1],
    ['the line has none before the column', 3, 4],
    ['the line is beyond the file', 4, 1],
  ])('has no original where %s', (_, line, column) => {
    expect(map.find(line, column)).toBeNull();
  });
});

test.each([
  ['the guard against running it', `)]}'\n${JSON.stringify(PLAIN)}`],
  ['the guard with text of its own', `)]}', see the docs\n${JSON.stringify(PLAIN)}`],
  ['a byte order mark', `\ufeff${JSON.stringify(PLAIN)}`],
])('a map is parsed behind %s', (_, text) => {
  expect(read(text).find(1, 1)).toMatchObject({ source: 'src/a.ts' });
});

test.each([
  ['https://cdn.test/s/', 'src/a.ts', 'https://cdn.test/s/src/a.ts'],
  ['webpack:///', './src/a.ts', 'webpack:///src/a.ts'],
  ['/root', 'a.ts', '/root/a.ts'],
  ['', '../a.ts', '../a.ts'],
])('sourceRoot %s and source %s give %s', (sourceRoot, source, expected) => {
  const sources = [source, ...PLAIN.sources.slice(1)];
  expect(read({ ...PLAIN, sourceRoot, sources }).find(1, 1)?.source).toBe(expected);
});

test.each([null, ''])('a source %j has no name, whatever the root, and is found by its content', (source) => {
  const one = { version: 3, sourceRoot: 'src/', sources: [source], names: [], mappings: 'AACA' };
  const position = read({ ...one, sourcesContent: ['first\nsecond'] }).find(1, 1);
  expect(position).toMatchObject({ source: '', line: 2, column: 1 });
  expect(position?.content?.around(2).contextLine).toBe('second');
  expect(read({ ...one, sourcesContent: [null] }).find(1, 1)).toBeNull();
  expect(read(one).find(1, 1)).toBeNull();
});

describe('without a column', () => {
  const at = (column: number, sourceLine: number): [number, number, number, number] => [column, 0, sourceLine, 0];
  const mapOf = (mappings: ([number] | [number, number, number, number])[][], source = 'a.ts') => {
    const decoded = { version: 3 as const, sources: [source], names: [] };
    return { ...decoded, mappings: encodedMappings(new TraceMap({ ...decoded, mappings })) };
  };

  test('the first position of the line with a source is found', () => {
    const map = read(mapOf([[at(0, 1)], [], [[2], at(7, 3), at(9, 4)], [[1]], [at(4, 5)]]));
    expect([1, 2, 3, 4, 5, 6].map((line) => map.find(line, null)?.line)).toEqual([
      2,
      undefined,
      4,
      undefined,
      6,
      undefined,
    ]);
  });

  test('that of a late line is found in long mappings', () => {
    const map = read(mapOf(Array.from({ length: 3000 }, (_, line) => [at(line % 7, line), at(500, line + 1)])));
    for (const line of [1, 2, 777, 2999, 3000]) expect(map.find(line, null)?.line).toBe(line);
  });

  test('it is found in sections that begin before or in the line', () => {
    const map = read({
      version: 3,
      sections: [
        { offset: { line: 0, column: 0 }, map: mapOf([[at(3, 0)]], 'one.ts') },
        { offset: { line: 1, column: 0 }, map: mapOf([[[1]]], 'two.ts') },
        { offset: { line: 1, column: 10 }, map: mapOf([[at(5, 0)], [at(0, 1)]], 'three.ts') },
        { offset: { line: 9, column: 0 }, map: mapOf([[at(0, 0)]], 'four.ts') },
      ],
    });
    expect([1, 2, 3, 4, 10].map((line) => map.find(line, null)?.source)).toEqual([
      'one.ts',
      'three.ts',
      'three.ts',
      undefined,
      'four.ts',
    ]);
  });
});

test('positions are found in all sections of a map', () => {
  const part = (source: string) => ({
    ...PLAIN,
    sources: [source],
    sourcesContent: [`// ${source}`],
    mappings: 'AAAAA',
  });
  const map = read({
    version: 3,
    sections: [
      { offset: { line: 0, column: 0 }, map: part('one.ts') },
      { offset: { line: 0, column: 100 }, map: part('two.ts') },
      {
        offset: { line: 5, column: 2 },
        map: { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: part('three.ts') }] },
      },
    ],
  });
  expect(map.find(1, 100)).toMatchObject({ source: 'one.ts' });
  expect(map.find(1, 101)).toMatchObject({ source: 'two.ts', line: 1, column: 1 });
  expect(map.find(6, 3)).toMatchObject({ source: 'three.ts', name: 'pay' });
  expect(map.find(6, 3)?.content?.around(1).contextLine).toBe('// three.ts');
  expect(map.find(6, 2)).toBeNull();
  expect([...map.listOriginals(1, 40, 200)]).toEqual([
    { column: 1, original: { sourceIndex: 0, line: 1, column: 1 } },
    { column: 101, original: { sourceIndex: 1, line: 1, column: 1 } },
  ]);
  expect([...map.listOriginals(1, 40, 100)]).toHaveLength(1);
  expect([...map.listOriginals(6, 1, 9)]).toEqual([{ column: 3, original: { sourceIndex: 2, line: 1, column: 1 } }]);
});

test.each([
  ['ignoreList', [1]],
  ['x_google_ignoreList', [1]],
])('files in %s are ignored ones', (key, list) => {
  const map = read({ ...PLAIN, [key]: list });
  expect([map.find(1, 1)?.isIgnored, map.find(1, 11)?.isIgnored]).toEqual([false, true]);
});

const rooted = (sourceRoot: string, length: number) => ({
  ...PLAIN,
  sourceRoot,
  sources: Array.from({ length }, () => 'a'),
});
const section = (map: object, index = 0) => ({ offset: { line: 9 * index, column: 0 }, map });

/** Returns a map with this number of levels of sections. */
function nest(levels: number): object {
  return levels === 0 ? PLAIN : { version: 3, sections: [section(nest(levels - 1))] };
}

test.each([
  ['truncated', JSON.stringify(PLAIN).slice(0, -20), 'it is not JSON'],
  ['empty', '', 'it is not JSON'],
  ['a page of HTML', '<!doctype html>', 'it is not JSON'],
  ['with sections nested too deep', JSON.stringify(nest(10)), 'its sections are nested too deep'],
  ['nested in itself', `{"x":${'['.repeat(200)}${']'.repeat(200)}}`, 'it has too many parts, or parts nested too deep'],
  ['of too many lists', `{"x":[${'[],'.repeat(200_000)}[]]}`, 'it has too many parts, or parts nested too deep'],
  ['of too many values', `{"x":[${'0,'.repeat(2_000_001)}0]}`, 'it has too many parts, or parts nested too deep'],
  [
    'of too many sources',
    JSON.stringify({ ...PLAIN, sources: Array.from({ length: 200_001 }, () => 'a') }),
    'it has more than 200000 sources',
  ],
  [
    'of sources behind a long root',
    JSON.stringify(rooted('x/'.repeat(50_000), 2000)),
    'its sourceRoot is too long for so many sources',
  ],
  [
    'of sections behind long roots',
    JSON.stringify({
      version: 3,
      sections: Array.from({ length: 100 }, (_, index) => section(rooted('x/'.repeat(5000), 20), index)),
    }),
    'its sourceRoot is too long for so many sources',
  ],
  [
    'long and in no order',
    JSON.stringify({ ...PLAIN, mappings: `EAAA,DAAA,${'AAAA,'.repeat(900_000)}AAAA` }),
    'its mappings are long and not in order',
  ],
])('a map that is %s cannot be used', (_, text, reason) => {
  expect(openSourceMap(Buffer.from(text))).toEqual(new InvalidSourceMap(reason));
});

test('a map beyond the size limit is rejected before it is parsed', () => {
  const map = openSourceMap(new Uint8Array(MAX_MAP_BYTES + 1));
  expect(map).toEqual(new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`));
});

test('brackets and quotes in strings do not count towards the JSON limits', () => {
  const content = `"${'['.repeat(200_001)}\\\\"`;
  expect(
    read({ ...PLAIN, sourcesContent: [content] })
      .find(1, 1)
      ?.content?.around(1).contextLine,
  ).toMatch(/^"\[\[/);
});

test('unsorted segments are found', () => {
  // Columns 20, 10, 0 of line 1.
  const map = read({ version: 3, sources: ['c.ts', 'b.ts', 'a.ts'], names: [], mappings: 'oBAAA,VCAA,VCAA' });
  expect([1, 10, 11, 20, 21, 99].map((column) => map.find(1, column)?.source)).toEqual([
    'a.ts',
    'a.ts',
    'b.ts',
    'b.ts',
    'c.ts',
    'c.ts',
  ]);
});

test('a section with a large offset takes no memory', () => {
  const far = { offset: { line: 999_999_999, column: 0 }, map: PLAIN };
  expect(read({ version: 3, sections: [far] }).find(1_000_000_000, 1)).toMatchObject({ source: 'src/a.ts', line: 1 });
});
