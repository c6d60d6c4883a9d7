/**
 * The validity of a source map, rule by rule from ECMA-426: "Decoding source maps", "Mappings structure", "Index source
 * map", "base64 VLQ".
 */
import type { MapRule } from '../../../src/sourcemaps/resolve/mapFields';
import { InvalidSourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { openSourceMap } from '../../support/sourceMap';

const VALID = { version: 3, sources: ['a.ts', 'b.ts'], names: ['pay'], mappings: 'AAAAA,CCAA' };
const AT_START = { line: 0, column: 0 };

function read(map: unknown) {
  return openSourceMap(Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)));
}

/** Returns a valid map in which these fields are added or replaced. Undefined ones are absent. */
const having = (fields: object) => ({ ...VALID, ...fields });
const withMappings = (mappings: string) => having({ mappings });
const withSections = (...sections: unknown[]) => ({ version: 3, sections });
const section = (offset: unknown, map: unknown = VALID) => ({ offset, map });

test('a map with only the required fields is valid', () => {
  expect(read({ version: 3, sources: [], mappings: '' })).not.toBeInstanceOf(InvalidSourceMap);
  expect(read(VALID)).toMatchObject({ find: expect.any(Function) as unknown });
});

describe('fields', () => {
  test.each<[string, unknown, MapRule, string, string]>([
    ['a list', [], 'map-type', '', 'it is not a JSON object'],
    ['null', 'null', 'map-type', '', 'it is not a JSON object'],
    ['a text', '"map"', 'map-type', '', 'it is not a JSON object'],
    [
      'without version',
      having({ version: undefined }),
      'version',
      'version',
      'it has no version, which must be the number 3',
    ],
    ['of version null', having({ version: null }), 'version', 'version', 'its version is null, not the number 3'],
    ['of version "3"', having({ version: '3' }), 'version', 'version', 'its version is "3", not the number 3'],
    ['of version 2', having({ version: 2 }), 'version', 'version', 'its version is 2, not the number 3'],
    ['of version 4', having({ version: 4 }), 'version', 'version', 'its version is 4, not the number 3'],
    ['of version 3.5', having({ version: 3.5 }), 'version', 'version', 'its version is 3.5, not the number 3'],
    ['with a number as file', having({ file: 7 }), 'file-type', 'file', 'its file is 7, not a string'],
    ['with a list as file', having({ file: ['a'] }), 'file-type', 'file', 'its file is a list, not a string'],
    [
      'with an object as root',
      having({ sourceRoot: {} }),
      'source-root-type',
      'sourceRoot',
      'its sourceRoot is an object, not a string',
    ],
    [
      'with false as root',
      having({ sourceRoot: false }),
      'source-root-type',
      'sourceRoot',
      'its sourceRoot is false, not a string',
    ],
    ['without sources', having({ sources: undefined }), 'sources-missing', 'sources', 'it has no sources'],
    ['with sources null', having({ sources: null }), 'sources-missing', 'sources', 'it has no sources'],
    [
      'with a text as sources',
      having({ sources: 'a.ts' }),
      'sources-type',
      'sources',
      'its sources is "a.ts", not a list',
    ],
    [
      'with an object as sources',
      having({ sources: { 0: 'a.ts' } }),
      'sources-type',
      'sources',
      'its sources is an object, not a list',
    ],
    [
      'with a number as source',
      having({ sources: ['a.ts', 7] }),
      'sources-entry',
      'sources[1]',
      'an entry of its sources is 7, not a string or null',
    ],
    [
      'with a text as contents',
      having({ sourcesContent: 'let a' }),
      'sources-content-type',
      'sourcesContent',
      'its sourcesContent is "let a", not a list',
    ],
    [
      'with a number as content',
      having({ sourcesContent: [null, 1] }),
      'sources-content-entry',
      'sourcesContent[1]',
      'an entry of its sourcesContent is 1, not a string or null',
    ],
    ['with a text as names', having({ names: 'pay' }), 'names-type', 'names', 'its names is "pay", not a list'],
    ['with an object as names', having({ names: {} }), 'names-type', 'names', 'its names is an object, not a list'],
    [
      'with null as name',
      having({ names: ['pay', null] }),
      'names-entry',
      'names[1]',
      'an entry of its names is null, not a string',
    ],
    [
      'with a number as ignoreList',
      having({ ignoreList: 0 }),
      'ignore-list-type',
      'ignoreList',
      'its ignoreList is 0, not a list',
    ],
    [
      'that ignores a name',
      having({ ignoreList: ['a.ts'] }),
      'ignore-list-entry',
      'ignoreList[0]',
      'an entry of its ignoreList is "a.ts", not the index of a source',
    ],
    [
      'that ignores a text of digits',
      having({ ignoreList: [0, '1'] }),
      'ignore-list-entry',
      'ignoreList[1]',
      'an entry of its ignoreList is "1", not the index of a source',
    ],
    [
      'that ignores half a source',
      having({ ignoreList: [0.5] }),
      'ignore-list-entry',
      'ignoreList[0]',
      'an entry of its ignoreList is 0.5, not the index of a source',
    ],
    [
      'that ignores a source beyond the last',
      having({ ignoreList: [2] }),
      'ignore-list-index',
      'ignoreList[0]',
      'its ignoreList refers to source 2, and it has 2 sources',
    ],
    [
      'that ignores a source before the first',
      having({ ignoreList: [-1] }),
      'ignore-list-index',
      'ignoreList[0]',
      'its ignoreList refers to source -1, and it has 2 sources',
    ],
    ['without mappings', having({ mappings: undefined }), 'mappings-missing', 'mappings', 'it has no mappings'],
    ['with mappings null', having({ mappings: null }), 'mappings-missing', 'mappings', 'it has no mappings'],
    [
      'with a number as mappings',
      having({ mappings: 5 }),
      'mappings-type',
      'mappings',
      'its mappings are 5, not a string',
    ],
    [
      'with decoded mappings',
      having({ mappings: [[[0]]] }),
      'mappings-type',
      'mappings',
      'its mappings are a list, not a string',
    ],
  ])('a map %s is invalid', (_, map, rule, where, reason) => {
    expect(read(map)).toEqual(new InvalidSourceMap(reason, rule, where));
  });

  test.each([
    [
      'file, root, contents, names and ignoreList are null',
      having({ file: null, sourceRoot: null, sourcesContent: null, names: null, mappings: 'AAAA', ignoreList: null }),
    ],
    ['a source and its content are null', having({ sources: ['a.ts', null], sourcesContent: [null, null] })],
    ['there are fewer contents than sources', having({ sourcesContent: ['a'] })],
    ['there are more contents than sources', having({ sourcesContent: ['a', 'b', 'c'] })],
    ['sections are null', having({ sections: null })],
    [
      'there are fields that the standard does not know',
      having({ x_other: { version: 7 }, debugId: 5, rangeMappings: 'A' }),
    ],
    ['the older list of ignored sources is no list', having({ x_google_ignoreList: 'all' })],
    ['the list of ignored sources is empty', having({ ignoreList: [] })],
  ])('a map is valid if %s', (_, map) => {
    const valid = read(map);
    if (valid instanceof InvalidSourceMap) throw new Error(valid.reason);
    expect(valid.find(1, 1)).toMatchObject({ source: 'a.ts', line: 1, column: 1 });
  });

  test('the older list of ignored sources counts if there is no other, and its other entries are ignored', () => {
    const isIgnored = (fields: object) => {
      const map = read(having(fields));
      if (map instanceof InvalidSourceMap) throw new Error(map.reason);
      return [map.find(1, 1)?.isIgnored, map.find(1, 2)?.isIgnored];
    };
    expect(isIgnored({ x_google_ignoreList: [1, 'x', 9, -1] })).toEqual([false, true]);
    expect(isIgnored({ x_google_ignoreList: [1], ignoreList: null })).toEqual([false, true]);
    expect(isIgnored({ x_google_ignoreList: [1], ignoreList: [0] })).toEqual([true, false]);
    expect(isIgnored({ x_google_ignoreList: [1], ignoreList: [] })).toEqual([false, false]);
  });
});

describe('mappings', () => {
  const inMappings = (reason: string) => `in its mappings, ${reason}`;
  const NO_DIGIT = 'a segment has a character that is no Base64 digit';
  const INCOMPLETE = 'a number of a segment has no last digit';
  const TOO_LARGE = 'a number of a segment has more than 32 bits';
  const EMPTY = 'a segment is empty';
  const FIELDS = 'a segment has another number of fields than 1, 4 or 5';
  const SOURCE = 'a segment refers to a source that is not in the list';
  const NAME = 'a segment refers to a name that is not in the list';

  test.each<[string, string, MapRule, string, string]>([
    ['a character outside of Base64', 'AAAA;AA!A', 'mappings-character', 'line 2, segment 1', NO_DIGIT],
    ['a character beyond ASCII', 'AAAA,CAéA', 'mappings-character', 'line 1, segment 2', NO_DIGIT],
    ['the padding of Base64', 'AAAA=', 'mappings-character', 'line 1, segment 1', NO_DIGIT],
    ['the alphabet for URLs', '-AAA', 'mappings-character', 'line 1, segment 1', NO_DIGIT],
    ['a blank between segments', 'AAAA, CAAA', 'mappings-character', 'line 1, segment 2', NO_DIGIT],
    ['another separator', 'AAAA.CAAA', 'mappings-character', 'line 1, segment 1', NO_DIGIT],
    ['a line break between lines', 'AAAA;\nCAAA', 'mappings-character', 'line 2, segment 1', NO_DIGIT],
    ['a character in a number', 'g!', 'mappings-character', 'line 1, segment 1', NO_DIGIT],
    ['a character in a number of many digits', 'ggggggg!', 'mappings-character', 'line 1, segment 1', NO_DIGIT],
    ['a number that does not end', ';;AAAg', 'mappings-vlq-incomplete', 'line 3, segment 1', INCOMPLETE],
    ['a number that does not end before a comma', 'g,A', 'mappings-vlq-incomplete', 'line 1, segment 1', INCOMPLETE],
    [
      'a number that does not end before a semicolon',
      'AAAg;A',
      'mappings-vlq-incomplete',
      'line 1, segment 1',
      INCOMPLETE,
    ],
    [
      'a number of many digits that does not end',
      'gggggggg',
      'mappings-vlq-incomplete',
      'line 1, segment 1',
      INCOMPLETE,
    ],
    ['a column of 33 bits', 'A,ggggggE', 'mappings-vlq-too-large', 'line 1, segment 2', TOO_LARGE],
    ['a source of 33 bits', 'AggggggEAA', 'mappings-vlq-too-large', 'line 1, segment 1', TOO_LARGE],
    ['a line of the source of 33 bits', 'AAggggggEA', 'mappings-vlq-too-large', 'line 1, segment 1', TOO_LARGE],
    ['a column of the source of 33 bits', 'AAAggggggE', 'mappings-vlq-too-large', 'line 1, segment 1', TOO_LARGE],
    ['a name of 33 bits', 'AAAAggggggE', 'mappings-vlq-too-large', 'line 1, segment 1', TOO_LARGE],
    ['a number of 100 bits', `${'/'.repeat(20)}D`, 'mappings-vlq-too-large', 'line 1, segment 1', TOO_LARGE],
    [
      'a number with a digit behind many zeros',
      `${'g'.repeat(1000)}B`,
      'mappings-vlq-too-large',
      'line 1, segment 1',
      TOO_LARGE,
    ],
    ['a comma at the start', ',AAAA', 'mappings-empty-segment', 'line 1, segment 1', EMPTY],
    ['a comma at the end', 'AAAA,', 'mappings-empty-segment', 'line 1, segment 2', EMPTY],
    ['a comma at the end of a line', ';AAAA,;AAAA', 'mappings-empty-segment', 'line 2, segment 2', EMPTY],
    ['a comma at the start of a line', 'AAAA;,AAAA', 'mappings-empty-segment', 'line 2, segment 1', EMPTY],
    ['two commas', 'AAAA,,CAAA', 'mappings-empty-segment', 'line 1, segment 2', EMPTY],
    ['only commas', ',,,,', 'mappings-empty-segment', 'line 1, segment 1', EMPTY],
    [
      'a comma behind thousands of lines',
      `${';'.repeat(4096)},A`,
      'mappings-empty-segment',
      'line 4097, segment 1',
      EMPTY,
    ],
    ['two fields', 'AAAA,CC', 'mappings-fields', 'line 1, segment 2', FIELDS],
    ['three fields', 'AAA', 'mappings-fields', 'line 1, segment 1', FIELDS],
    ['three fields before another segment', 'AAA,AAAA', 'mappings-fields', 'line 1, segment 1', FIELDS],
    ['six fields', 'AAAAAA', 'mappings-fields', 'line 1, segment 1', FIELDS],
    ['a negative column', 'D', 'mappings-column-negative', 'line 1, segment 1', 'a segment has a negative column'],
    [
      'a column that becomes negative',
      'C,F',
      'mappings-column-negative',
      'line 1, segment 2',
      'a segment has a negative column',
    ],
    [
      'a column that is negative on its own line',
      'E;D',
      'mappings-column-negative',
      'line 2, segment 1',
      'a segment has a negative column',
    ],
    ['a negative source', 'ADAA', 'mappings-source-index', 'line 1, segment 1', SOURCE],
    ['a source that becomes negative', 'ACAA,CFAA', 'mappings-source-index', 'line 1, segment 2', SOURCE],
    ['a source beyond the last', 'AEAA', 'mappings-source-index', 'line 1, segment 1', SOURCE],
    ['a source that grows beyond the last', 'ACAA;ACAA', 'mappings-source-index', 'line 2, segment 1', SOURCE],
    [
      'a negative line',
      'AADA',
      'mappings-original-line-negative',
      'line 1, segment 1',
      'a segment has a negative line of its source',
    ],
    [
      'a line that becomes negative',
      'AACA,CAFA',
      'mappings-original-line-negative',
      'line 1, segment 2',
      'a segment has a negative line of its source',
    ],
    [
      'a negative column of the source',
      'AAAD',
      'mappings-original-column-negative',
      'line 1, segment 1',
      'a segment has a negative column of its source',
    ],
    [
      'a column of the source that becomes negative',
      'AAAC,CAAF',
      'mappings-original-column-negative',
      'line 1, segment 2',
      'a segment has a negative column of its source',
    ],
    ['a negative name', 'AAAAD', 'mappings-name-index', 'line 1, segment 1', NAME],
    ['a name beyond the last', 'AAAAC', 'mappings-name-index', 'line 1, segment 1', NAME],
    ['a name that becomes negative', 'AAAAA,CAAAD', 'mappings-name-index', 'line 1, segment 2', NAME],
    [
      'the smallest number as column',
      'B',
      'mappings-column-negative',
      'line 1, segment 1',
      'a segment has a negative column',
    ],
  ])('%s is invalid', (_, mappings, rule, where, reason) => {
    expect(read(withMappings(mappings))).toEqual(new InvalidSourceMap(inMappings(reason), rule, `mappings, ${where}`));
  });

  function find(mappings: string, line: number, column: number) {
    const map = read(withMappings(mappings));
    if (map instanceof InvalidSourceMap) throw new Error(map.reason);
    return map.find(line + 1, column + 1);
  }

  test('mappings are valid if they are empty, or all lines are', () => {
    expect(find('', 0, 0)).toBeNull();
    expect(find(';;;;', 2, 0)).toBeNull();
    expect(find(`AAAA;;;;${';'.repeat(9000)}EACA;;`, 9004, 2)).toMatchObject({ line: 2 });
  });

  test('a segment with one field maps to nothing, one with four to a position, one with five also to a name', () => {
    const mappings = 'A,EACE,EAAAA';
    expect(find(mappings, 0, 0)).toBeNull();
    expect(find(mappings, 0, 2)).toMatchObject({ source: 'a.ts', line: 2, column: 3, name: null });
    expect(find(mappings, 0, 4)).toMatchObject({ source: 'a.ts', line: 2, column: 3, name: 'pay' });
  });

  test('a column is relative to the one before on its line, other fields also to those of lines before', () => {
    const mappings = 'EAAAA,ECCC;ECDA';
    expect(find('EAAAA,ECCC;EDDA', 0, 4)).toMatchObject({ source: 'b.ts', line: 2, column: 2, name: null });
    expect(find('EAAAA,ECCC;EDDA', 1, 2)).toMatchObject({ source: 'a.ts', line: 1, column: 2 });
    expect(read(withMappings(mappings))).toMatchObject({ rule: 'mappings-source-index' });
  });

  test('the largest number of 32 bits is valid in each field that allows it', () => {
    const largest = 2 ** 31 - 1;
    const position = find('+/////DA+/////D+/////D', 0, largest);
    expect(position).toMatchObject({ source: 'a.ts', line: largest + 1, column: largest + 1 });
    expect(find('+/////DA+/////D+/////D,//////DA//////D//////D', 0, 0)).toMatchObject({ line: 1, column: 1 });
  });

  test('any number of zeros may follow the digits of a number', () => {
    const padded = (digit: string) => digit + 'g'.repeat(500) + 'A';
    const mappings = `${padded('k')}${padded('g')}${padded('i')}${padded('m')}${padded('g')}`;
    expect(find(mappings, 0, 2)).toMatchObject({ source: 'a.ts', line: 2, column: 4, name: 'pay' });
    expect(find('gggggggA', 0, 0)).toBeNull();
  });

  test('a negative zero is the smallest number of 32 bits', () => {
    // Line 2^31-1, then one more, then back by 2^31.
    const mappings = 'AA+/////DA,CACA,CABA';
    expect(find(mappings, 0, 1)).toMatchObject({ line: 2 ** 31 + 1 });
    expect(find(mappings, 0, 2)).toMatchObject({ line: 1 });
  });

  test('segments in any order are found', () => {
    expect(find('EAAA,DCAA', 0, 1)).toMatchObject({ source: 'b.ts' });
    expect(find('EAAA,DCAA', 0, 2)).toMatchObject({ source: 'a.ts' });
  });
});

describe('sections', () => {
  const NO_OFFSET = 'one of its sections has no offset of a line and a column, both integers from 0';
  const OVERLAP = 'one of its sections begins before the mappings of the section before it end';
  const ORDER = 'its sections are not in the order of their offsets';

  test.each<[string, unknown, MapRule, string, string]>([
    [
      'that are no list',
      { version: 3, sections: 'none' },
      'sections-type',
      'sections',
      'its sections are "none", not a list',
    ],
    ['without a version', { sections: [] }, 'version', 'version', 'it has no version, which must be the number 3'],
    [
      'with a file that is no text',
      { version: 3, file: {}, sections: [] },
      'file-type',
      'file',
      'its file is an object, not a string',
    ],
    [
      'beside mappings',
      { ...VALID, sections: [section(AT_START)] },
      'sections-and-mappings',
      'mappings',
      'it has both mappings and sections',
    ],
    [
      'of which one is no object',
      withSections(section(AT_START), 7),
      'section-type',
      'sections[1]',
      'one of its sections is 7, not an object',
    ],
    ['without offset', withSections({ map: VALID }), 'section-offset', 'sections[0].offset', NO_OFFSET],
    ['with an offset that is no object', withSections(section(0)), 'section-offset', 'sections[0].offset', NO_OFFSET],
    ['without a line', withSections(section({ column: 0 })), 'section-offset', 'sections[0].offset', NO_OFFSET],
    ['without a column', withSections(section({ line: 0 })), 'section-offset', 'sections[0].offset', NO_OFFSET],
    [
      'with a text as line',
      withSections(section({ line: '0', column: 0 })),
      'section-offset',
      'sections[0].offset',
      NO_OFFSET,
    ],
    [
      'with half a column',
      withSections(section({ line: 0, column: 0.5 })),
      'section-offset',
      'sections[0].offset',
      NO_OFFSET,
    ],
    [
      'with a negative line',
      withSections(section({ line: -1, column: 0 })),
      'section-offset',
      'sections[0].offset',
      NO_OFFSET,
    ],
    [
      'without map',
      withSections({ offset: AT_START }),
      'section-map',
      'sections[0].map',
      'one of its sections has no map',
    ],
    [
      'with a map that is a text',
      withSections(section(AT_START, 'a.map')),
      'section-map',
      'sections[0].map',
      'one of its sections has no map',
    ],
    [
      'with the URL of a map',
      withSections({ offset: AT_START, url: 'a.map' }),
      'section-map',
      'sections[0].map',
      'one of its sections has a url instead of a map',
    ],
    [
      'in another order of lines',
      withSections(section({ line: 2, column: 0 }), section({ line: 1, column: 0 })),
      'sections-order',
      'sections[1].offset',
      ORDER,
    ],
    [
      'in another order of columns',
      withSections(section({ line: 2, column: 5 }), section({ line: 2, column: 4 })),
      'sections-order',
      'sections[1].offset',
      ORDER,
    ],
    [
      'of which two begin at the same place',
      withSections(section(AT_START), section(AT_START)),
      'sections-overlap',
      'sections[1].offset',
      OVERLAP,
    ],
    [
      'of which one ends behind the next on its line',
      withSections(section(AT_START, withMappings('AAAA,EAAA')), section({ line: 0, column: 1 })),
      'sections-overlap',
      'sections[1].offset',
      OVERLAP,
    ],
    [
      'of which one ends on a line behind the next',
      withSections(section({ line: 1, column: 9 }, withMappings(';AAAA')), section({ line: 1, column: 10 })),
      'sections-overlap',
      'sections[1].offset',
      OVERLAP,
    ],
    [
      'with an invalid map',
      withSections(section(AT_START), section({ line: 3, column: 0 }, having({ names: [7] }))),
      'names-entry',
      'sections[1].map.names[0]',
      'an entry of its names is 7, not a string',
    ],
    [
      'with invalid mappings',
      withSections(section(AT_START, withMappings('A;A,!'))),
      'mappings-character',
      'sections[0].map.mappings, line 2, segment 2',
      'in its mappings, a segment has a character that is no Base64 digit',
    ],
  ])('sections %s are invalid', (_, map, rule, where, reason) => {
    expect(read(map)).toEqual(new InvalidSourceMap(reason, rule, where));
  });

  test.each([
    ['there are none', withSections(), null],
    ['a url stands beside a map', withSections({ ...section(AT_START), url: 'a.map' }), 'a.ts'],
    [
      'one begins where the mappings before it end',
      withSections(section(AT_START, withMappings('AAAA,CAAA')), section({ line: 0, column: 1 })),
      'a.ts',
    ],
    [
      'one without mappings begins at the same place as the next',
      withSections(section(AT_START, withMappings('')), section(AT_START)),
      'a.ts',
    ],
    [
      'empty mappings and sources stand beside them',
      { ...withSections(section(AT_START)), sources: [], mappings: '' },
      'a.ts',
    ],
    ['one has sections itself', withSections(section(AT_START, withSections(section(AT_START)))), 'a.ts'],
    [
      'segments of one are in any order',
      withSections(section(AT_START, withMappings('EAAA,DAAA,DAAA')), section({ line: 0, column: 2 })),
      'a.ts',
    ],
  ])('sections are valid if %s', (_, map, source) => {
    const valid = read(map);
    if (valid instanceof InvalidSourceMap) throw new Error(valid.reason);
    expect(valid.find(1, 1)?.source ?? null).toBe(source);
  });
});
