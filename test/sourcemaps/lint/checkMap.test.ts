import { checkMap } from '../../../src/sourcemaps/lint/checkMap';
import { InvalidSourceMap, readSourceMap } from '../../../src/sourcemaps/resolve/sourceMap';

const GOOD = { version: 3, sources: ['a.ts'], sourcesContent: ['a()'], names: [], mappings: 'AAAA' };
const AT_START = { line: 0, column: 0 };

const bytesOf = (map: unknown) => Buffer.from(typeof map === 'string' ? map : JSON.stringify(map));
/** Severity, rule, place and count of each finding. */
const check = (map: unknown) =>
  checkMap(bytesOf(map)).map(({ severity, rule, where, count }) => `${severity} ${rule} ${where ?? '-'} ${count}`);

test('finds nothing in a map that is complete', () => {
  expect(checkMap(bytesOf(GOOD))).toEqual([]);
  expect(check({ version: 3, sections: [{ offset: AT_START, map: GOOD }] })).toEqual([]);
  expect(check(`)]}'\n${JSON.stringify(GOOD)}`)).toEqual([]);
});

test.each([
  ['not JSON', '{', ['error map-not-readable - 1']],
  ['no object', [], ['error map-type - 1']],
  [
    'wrong in all of its fields',
    {
      version: '3',
      file: 1,
      sourceRoot: 2,
      sources: [3],
      sourcesContent: [4],
      names: [5],
      ignoreList: ['a'],
      mappings: 6,
    },
    [
      'error version version 1',
      'error file-type file 1',
      'error sources-entry sources[0] 1',
      'error source-root-type sourceRoot 1',
      'error sources-content-entry sourcesContent[0] 1',
      'error names-entry names[0] 1',
      'error ignore-list-entry ignoreList[0] 1',
      'error mappings-type mappings 1',
      'warning no-sources-content sourcesContent 1',
    ],
  ],
  ['wrong in many entries', { ...GOOD, names: [1, 2, 'a', 3] }, ['error names-entry names[0] 3']],
  ['without contents', { ...GOOD, sourcesContent: null }, ['warning no-sources-content sourcesContent 1']],
  [
    'without the content of one source',
    { ...GOOD, sources: ['a.ts', 'b.ts'] },
    ['warning sources-content-incomplete sourcesContent[1] 1'],
  ],
  ['without mappings of sources', { ...GOOD, mappings: 'A;A,C' }, ['warning mappings-empty mappings 1']],
  ['empty', { ...GOOD, sources: [], mappings: '' }, ['warning mappings-empty mappings 1']],
  ['in no order', { ...GOOD, mappings: 'EAAA,DAAA' }, ['warning mappings-unsorted mappings 1']],
  [
    'broken in several ways',
    { ...GOOD, mappings: 'AAAA,,CAAA,CA;!;AAg,AAAA;ggggggE' },
    [
      'error mappings-empty-segment mappings, line 1, segment 2 1',
      'error mappings-fields mappings, line 1, segment 4 1',
      'error mappings-character mappings, line 2, segment 1 1',
      'error mappings-vlq-incomplete mappings, line 3, segment 1 1',
      'error mappings-vlq-too-large mappings, line 4, segment 1 1',
    ],
  ],
  [
    'broken in one place, after which every position is a guess',
    { ...GOOD, mappings: 'AAAA;ACAA;AAAA;AAAA' },
    ['error mappings-source-index mappings, line 2, segment 1 1'],
  ],
  [
    'broken in thousands of places',
    { ...GOOD, mappings: '!,'.repeat(20_000) },
    ['error mappings-character mappings, line 1, segment 1 1000'],
  ],
  [
    'of sections with mistakes of their own',
    {
      version: 3,
      mappings: 'AAAA',
      sections: [
        { offset: AT_START, url: 'a.map' },
        { offset: { line: 1, column: 0 }, map: { ...GOOD, mappings: ';;;;AAAA' } },
        { offset: { line: 2, column: 0 }, map: { ...GOOD, names: [1] } },
        { offset: { line: 1, column: 5 }, map: { version: 3, sections: [] } },
      ],
    },
    [
      'error sections-and-mappings mappings 1',
      'error section-map sections[0].map 1',
      'error sections-order sections[3].offset 1',
      'error names-entry sections[2].map.names[0] 1',
      'error sections-overlap sections[2].offset 2',
      'warning sections-nested sections[3].map.sections 1',
    ],
  ],
])('finds what is wrong with a map that is %s', (_, map, findings) => {
  expect(check(map).sort()).toEqual([...findings].sort());
});

test('says what is wrong in sentences', () => {
  expect(checkMap(bytesOf({ ...GOOD, version: 2, sourcesContent: [], mappings: 'AAAA,CCAA' }))).toEqual([
    { severity: 'error', rule: 'version', where: 'version', message: 'The version is 2, not the number 3.', count: 1 },
    {
      severity: 'error',
      rule: 'mappings-source-index',
      where: 'mappings, line 1, segment 2',
      message: 'A segment refers to a source that is not in the list.',
      count: 1,
    },
    {
      severity: 'warning',
      rule: 'no-sources-content',
      where: 'sourcesContent',
      message: 'The map has no sourcesContent, so that frames get no source lines.',
      count: 1,
    },
  ]);
});

test.each([
  ['has too many sources', { ...GOOD, sources: Array.from({ length: 200_001 }, () => 'a'), sourcesContent: null }],
  ['is long and in no order', { ...GOOD, mappings: `EAAA,DAAA,${'AAAA,'.repeat(900_000)}AAAA` }],
  ['has sections nested too deep', nest(12)],
  ['is nested too deep', `{"x":${'['.repeat(200)}${']'.repeat(200)}}`],
])('a map that cannot be used because it %s has an error', (_, map) => {
  expect(readSourceMap(bytesOf(map))).toBeInstanceOf(InvalidSourceMap);
  expect(check(map).filter((finding) => finding.startsWith('error'))).toHaveLength(1);
});

function nest(levels: number): object {
  return levels === 0 ? GOOD : { version: 3, sections: [{ offset: AT_START, map: nest(levels - 1) }] };
}
