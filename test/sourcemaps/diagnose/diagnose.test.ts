import type { Artifact } from '../../../src/domain/artifact';
import type { Frame } from '../../../src/domain/event';
import { diagnose, needsNoMap } from '../../../src/sourcemaps/diagnose/diagnose';
import type { Evidence } from '../../../src/sourcemaps/diagnose/evidence';
import { findPartialMatch, urlPrefix } from '../../../src/sourcemaps/diagnose/mismatch';
import type { MapLookup } from '../../../src/sourcemaps/resolve/mapLookup';
import { InvalidSourceMap, type SourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { type GivenMapping, mapText } from '../../support/artifacts';
import { openSourceMap } from '../../support/sourceMap';

test.each([
  ['~/static/js/application.js', ['~/dist/static/js/application.js'], '~/dist/static/js/application.js'],
  ['~/a/b/c.js', ['~/y/x/c.js', '~/x/b/c.js', 'https://h/x/a/b/c.js'], '~/x/b/c.js'],
  ['~/a/b/c.js', ['~/y/x/c.js', '~/x/a/b/c.js', '~/x/b/c.js'], '~/x/a/b/c.js'],
  ['~/a/b/c.js', ['~/y/c.js', '~/x/c.js'], '~/y/c.js'],
  ['~/a/b/c.js', ['c.js'], 'c.js'],
  ['~/a/b/c.js', ['~/a/b/c.js.map', '~/a/b/cc.js'], null],
  ['~/a/b/c.js', [], null],
  ['~/xa/b/c.js', ['~/y/b/c.js', '~/a/b/c.js'], '~/a/b/c.js'],
  ['b/c.js', ['~/a/b/c.js', 'a/b/c.js'], 'a/b/c.js'],
])('the partial match of %s in %j is %s', (unified, names, expected) => {
  expect(findPartialMatch(unified, names)).toBe(expected);
});

test('the partial match in many names of many folders takes time for each character once', () => {
  const folders = Array.from({ length: 990 }, (_, number) => `f${number % 7}`).join('/');
  const names = Array.from({ length: 7000 }, (_, number) => `~/${number}/${folders}/app.js`);
  expect(findPartialMatch(`~/other/${folders}/more/app.js`, names)).toBe(names[0]);
  expect(findPartialMatch(`~/${folders}/app.js`, [...names, `${folders}/app.js`])).toBe(`${folders}/app.js`);
});

// Examples of the upstream service, and one for each rule.
test.each([
  ['~/v1/scripts/footer/bundle.js', '~/v1/assets/footer/bundle.js', 'assets/'],
  ['~/v1/scripts/footer/bundle.js', '~/v1/next/scripts/footer/bundle.js', 'next/'],
  ['~/v1/scripts/footer/bundle.js', '~/v1/next/dist/scripts/footer/bundle.js', null],
  ['/application.js', 'http://example.com/application.js', 'http://example.com'],
  ['/static/js/application.js', '~/dist/static/js/application.js', '~/dist'],
  ['/a/b/c.js', '/x/y/c.js', null],
  ['/a/a/c.js', '/a/c.js', null],
  ['', '~/c.js', null],
  [null, '~/c.js', null],
])('the prefix of %s in %s is %s', (filename, name, prefix) => {
  expect(urlPrefix(filename, name)).toBe(prefix);
});

const URL = 'https://shop.test/static/app.js';
const ID = '1a2b3c4d-0000-4000-8000-00000000abcd';
const CAPABLE = { name: 'sentry.javascript.browser', version: '8.0.0' };

const frameOf = (members: Partial<Frame> = {}) =>
  ({
    filename: '/static/app.js',
    absPath: URL,
    lineno: 1,
    colno: 7,
    contextLine: null,
    data: null,
    ...members,
  }) as Frame;
const artifact = (name: string, more: Partial<Artifact> = {}) =>
  ({ name, dist: null, kind: 'minified_source', size: 9, ...more }) as Artifact;

const FILE = artifact('~/static/app.js');
const MAP = artifact('~/static/app.js.map', { kind: 'source_map' });
const MAP_URL = `${URL}.map`;

const NAMED = { path: URL, debugId: null, isNamed: true };

/** Returns a lookup that found everything by name, except for the changed parts. */
function lookupOf(more: Partial<MapLookup> = {}): MapLookup {
  const lookup = {
    withDebugId: [],
    fileCandidates: [FILE],
    minified: FILE,
    reference: 'app.js.map',
    mapUrl: MAP_URL,
    mapCandidates: [MAP],
  };
  const location = { artifact: MAP, isInline: false, url: MAP_URL };
  return { file: NAMED, ...lookup, location, ...more };
}

const listedAs = (...names: string[]) => names.map((name) => ({ name, bundleId: null }));

const NO_PLACE = { location: null };
const NO_MAP = { ...NO_PLACE, mapCandidates: [] };
const NO_REFERENCE = { ...NO_MAP, reference: null };
const NO_FILE = { ...NO_REFERENCE, fileCandidates: [], minified: null, mapUrl: null };
/** Of a file with a debug id that nothing has. */
const STALE = { ...NO_FILE, file: { path: URL, debugId: ID, isNamed: true } };

function evidenceOf(more: Partial<Omit<Evidence, 'event'>> = {}, event: Partial<Evidence['event']> = {}): Evidence {
  const base = { platform: 'javascript', release: 'web@1', dist: null, sdk: null };
  const looked = {
    frame: frameOf(),
    isReleaseKnown: true,
    listed: listedAs(FILE.name),
    lookup: lookupOf(),
    map: {} as SourceMap,
    resolved: null,
    isFetched: false,
    attempts: [],
    fetchFailure: null,
    place: null,
    isMapOfOtherBuild: false,
    otherProject: null,
  };
  return { event: { ...base, ...event }, ...looked, ...more };
}

/** A frame that is mapped, with the text of its source. */
const RESOLVED = frameOf({ contextLine: 'x()', data: { sourcemap: 'x' } });
const typesOf = (evidence: Evidence) => diagnose(evidence).map(({ type }) => type);

describe('no map is needed', () => {
  test.each([
    ['javascript', { data: { sourcemap: 'x' } }, true],
    ['javascript', { contextLine: 'x()' }, false],
    ['javascript', { absPath: 'node:fs' }, false],
    ['node', { contextLine: 'x()', absPath: '/app/x.js' }, true],
    ['node', { contextLine: '', absPath: '/app/x.js' }, true],
    ['node', { absPath: 'node:fs' }, true],
    ['node', { absPath: 'x.js' }, true],
    ['node', { absPath: null }, true],
    ['node', { absPath: '/app/x.js' }, false],
    ['node', { absPath: 'app:///x.js' }, false],
    ['node', { absPath: 'webpack:///x.js' }, false],
  ])('on %s by the frame %j: %s', (platform, frame, expected) => {
    expect(needsNoMap(frameOf(frame), { platform }, null)).toBe(expected);
    // A debug id says that the file is in a bundle.
    expect(needsNoMap(frameOf(frame), { platform }, ID)).toBe('data' in frame);
  });
});

describe('the release checks find, in this order,', () => {
  /** In each case everything after the first problem is missing, too: only the first one is reported. */
  test.each([
    ['no release', evidenceOf({ lookup: lookupOf(NO_FILE), listed: [] }, { release: null }), 'no_release_on_event'],
    [
      'an unknown release',
      evidenceOf({ lookup: lookupOf(NO_FILE), listed: [], isReleaseKnown: false }),
      'no_release_on_event',
    ],
    [
      'nothing uploaded',
      evidenceOf({ lookup: lookupOf(NO_FILE), listed: [], frame: frameOf({ absPath: 'x' }) }),
      'no_sourcemaps_on_release',
    ],
    [
      'no URL',
      evidenceOf({ lookup: lookupOf({ ...NO_FILE, file: { ...NAMED, path: '/static/app.js' } }) }),
      'url_not_valid',
    ],
    ['no file', evidenceOf({ lookup: lookupOf(NO_FILE), listed: listedAs('~/b.js') }), 'no_url_match'],
    [
      'a file of a similar name',
      evidenceOf({ lookup: lookupOf(NO_FILE), listed: listedAs('~/app.js') }),
      'partial_match',
    ],
    [
      'a file of another dist',
      evidenceOf({ lookup: lookupOf({ ...NO_FILE, fileCandidates: [artifact(FILE.name, { dist: '7' })] }) }),
      'dist_mismatch',
    ],
    ['no reference', evidenceOf({ lookup: lookupOf(NO_REFERENCE) }), 'sourcemap_not_found'],
    ['no map', evidenceOf({ lookup: lookupOf(NO_MAP) }), 'no_url_match'],
    [
      'a map of a similar name',
      evidenceOf({ lookup: lookupOf(NO_MAP), listed: listedAs('~/maps/app.js.map') }),
      'partial_match',
    ],
    [
      'a map of another dist',
      evidenceOf({ lookup: lookupOf({ ...NO_PLACE, mapCandidates: [artifact(MAP.name, { dist: '7' })] }) }),
      'dist_mismatch',
    ],
    [
      'an empty map',
      evidenceOf({
        lookup: lookupOf({ location: { artifact: artifact(MAP.name, { size: 0 }), isInline: false, url: MAP_URL } }),
        map: new InvalidSourceMap('it is not JSON'),
      }),
      'sourcemap_not_found',
    ],
    ['a map that cannot be read', evidenceOf({ map: new InvalidSourceMap('it is not JSON') }), 'map_not_parsable'],
    ['a map without the position', evidenceOf(), 'no_mapping_at_position'],
  ])('%s', (_, evidence, type) => {
    expect(typesOf(evidence)).toEqual(type === 'partial_match' ? [type, 'wrong_url_prefix'] : [type]);
  });

  test('nothing if there is an original', () => {
    expect(diagnose(evidenceOf({ resolved: RESOLVED, isReleaseKnown: false }))).toEqual([]);
  });

  test('no mismatch of other dists if a map was found', () => {
    const named = [artifact(FILE.name, { dist: '6' }), artifact(FILE.name, { dist: '7' })];
    expect(
      typesOf(
        evidenceOf(
          { lookup: lookupOf({ fileCandidates: named }), map: new InvalidSourceMap('it is not JSON') },
          { dist: '7' },
        ),
      ),
    ).toEqual(['map_not_parsable']);
    expect(typesOf(evidenceOf({ lookup: lookupOf({ fileCandidates: named, ...NO_MAP }) }, { dist: '7' }))).toEqual([
      'dist_mismatch',
    ]);
  });

  test('the file of the frame, also if its map is missing', () => {
    const looked = {
      absPath: MAP_URL,
      filename: '/static/app.js',
      unifiedPath: '~/static/app.js.map',
      artifactNames: [FILE.name],
    };
    expect(diagnose(evidenceOf({ lookup: lookupOf(NO_MAP) }))).toEqual([{ type: 'no_url_match', data: looked }]);
  });
});

describe('the debug id checks find', () => {
  const file = { path: URL, debugId: ID, isNamed: true };

  test('first that no artifact has the id, then the result of the release checks', () => {
    const [first, ...others] = diagnose(evidenceOf({ lookup: lookupOf(STALE), isReleaseKnown: false }));
    expect(first).toEqual({
      type: 'debug_id_source_not_found',
      data: { debugId: ID, filename: '/static/app.js', names: [URL, '~/static/app.js'] },
    });
    expect(others).toEqual([{ type: 'no_release_on_event', data: null }]);
  });

  test('beside that, the file of the release that has another id', () => {
    expect(
      typesOf(
        evidenceOf({ lookup: lookupOf({ ...STALE, fileCandidates: [artifact(FILE.name, { debugId: 'other' })] }) }),
      ),
    ).toEqual(['debug_id_source_not_found', 'release_file_has_other_debug_id']);
  });

  test.each([
    [
      'no map',
      { ...NO_REFERENCE, mapUrl: '~/app.js.map', withDebugId: [FILE], file },
      null,
      'debug_id_map_not_found',
      { names: ['~/app.js.map'] },
    ],
    [
      'a map that cannot be read',
      { fileCandidates: [], withDebugId: [FILE, MAP], file },
      new InvalidSourceMap('it is not JSON'),
      'map_not_parsable',
      { names: [MAP.name], reason: 'it is not JSON' },
    ],
    [
      'a map without the position',
      { fileCandidates: [], withDebugId: [MAP], file },
      {} as SourceMap,
      'no_mapping_at_position',
      { names: [MAP.name], line: 1, column: 7 },
    ],
  ])('%s, whatever the release', (_, lookup, map, type, data) => {
    const evidence = evidenceOf(
      { lookup: lookupOf(lookup), map, isReleaseKnown: false, listed: [] },
      { release: null },
    );
    expect(diagnose(evidence)).toEqual([{ type, data: { debugId: ID, filename: '/static/app.js', ...data } }]);
  });

  test('that there is no debug id only if there is no release either and the SDK could have sent one', () => {
    const lookup = lookupOf(NO_FILE);
    const relative = lookupOf({ ...NO_FILE, file: { ...NAMED, path: 'x' } });
    expect(typesOf(evidenceOf({ lookup }, { sdk: CAPABLE, release: null }))).toEqual(['debug_id_no_sourcemaps']);
    expect(typesOf(evidenceOf({ lookup: relative }, { sdk: CAPABLE, release: null }))).toEqual(['url_not_valid']);
    expect(typesOf(evidenceOf({ lookup, listed: [] }, { sdk: CAPABLE }))).toEqual(['no_sourcemaps_on_release']);
    expect(typesOf(evidenceOf({ lookup, isReleaseKnown: false }, { sdk: CAPABLE }))).toEqual(['no_release_on_event']);
  });
});

describe('what is not the fault of the map', () => {
  const UPLOADED = { lineCount: 3, lineLength: 90, start: 'var a', text: 'var a=pay(b)', textColumn: 0, hasWord: true };
  const BROKEN = new InvalidSourceMap('it is not JSON');
  const withPlace = (more: Partial<typeof UPLOADED>) => ({ ...UPLOADED, ...more });
  const otherBuild = (data: object) => ({
    type: 'wrong_build',
    data: { debugId: null, filename: '/static/app.js', names: [FILE.name], line: 1, column: 7, ...data },
  });

  test.each([
    [
      'the file has fewer lines',
      withPlace({ lineCount: 0, lineLength: null as never }),
      { reason: 'line_beyond_file', lineCount: 0 },
    ],
    ['the line is shorter', withPlace({ lineLength: 5 }), { reason: 'column_beyond_line', lineLength: 5 }],
    ['the file lacks the function', withPlace({ hasWord: false }), { reason: 'function_not_in_file', function: 'f' }],
    ['the column is inside of a word', withPlace({ text: 'var abcdef' }), { reason: 'no_token_at_position' }],
  ])('is told as another build: %s', (_, place, data) => {
    const frame = frameOf({ function: 'f' });
    expect(diagnose(evidenceOf({ frame, place }))).toEqual([otherBuild(data)]);
    expect(diagnose(evidenceOf({ frame, place, resolved: RESOLVED }))).toEqual([otherBuild(data)]);
    expect(typesOf(evidenceOf({ frame, place, map: BROKEN }))).toEqual(['map_not_parsable']);
  });

  test('a source line that the client read from another file', () => {
    const line = 'function checkout(order){return sum(order.items)}';
    const place = withPlace({ start: line, text: line, textColumn: 0 });
    const read = (contextLine: string) =>
      typesOf(evidenceOf({ frame: frameOf({ contextLine, colno: 1 }), place, resolved: RESOLVED }));
    expect(read(line)).toEqual([]);
    expect(read(`{snip} ${line.slice(9)} {snip}`)).toEqual([]);
    expect(read(line.replace('order.items', '[Filtered]'))).toEqual([]);
    expect(read('const total = items.reduce((sum, item) => sum + item.price);')).toEqual(['wrong_build']);
  });

  test.each([
    [new InvalidSourceMap('it has no mappings', 'mappings-missing', 'mappings'), 'map_invalid'],
    [new InvalidSourceMap('it is larger than 67108864 bytes'), 'map_too_large'],
    [new InvalidSourceMap('it has too many parts, or parts nested too deep'), 'map_too_large'],
    [new InvalidSourceMap('its bytes are gone'), 'sourcemap_not_found'],
    [new InvalidSourceMap('its data URL cannot be decoded'), 'map_not_parsable'],
  ])('is told apart from it: %j is %s', (map, type) => {
    const [first] = diagnose(evidenceOf({ map }));
    expect(first?.type).toBe(type);
    if (map.rule !== null) expect(first?.data).toMatchObject({ rule: map.rule, where: map.where, names: [MAP.name] });
  });

  test('a map for another text is told with its name', () => {
    const evidence = evidenceOf({ place: UPLOADED, isMapOfOtherBuild: true, resolved: RESOLVED });
    expect(diagnose(evidence)).toEqual([otherBuild({ names: [MAP.name], reason: 'map_of_other_build' })]);
  });

  test('a frame without a line', () => {
    const frame = frameOf({ lineno: null });
    expect(diagnose(evidenceOf({ frame }))).toEqual([
      { type: 'position_missing', data: { filename: '/static/app.js', line: null, column: 7 } },
    ]);
  });

  test.each([
    ['one place', [2, 2], []],
    ['several places', [2, 3], ['position_missing']],
  ])('a frame without a column, in a line with the code of %s', (_, lines, types) => {
    const mappings = lines.map((line, index): GivenMapping => [10 * index, 'a.ts', line, index]);
    const map = openSourceMap(Buffer.from(mapText(mappings)));
    expect(typesOf(evidenceOf({ frame: frameOf({ colno: null }), map, resolved: RESOLVED }))).toEqual(types);
  });

  test('a source without its text', () => {
    const resolved = frameOf({ absPath: 'src/pay.ts', lineno: 4, contextLine: null, data: { sourcemap: 'x' } });
    const data = { debugId: null, filename: '/static/app.js', names: [MAP.name], source: 'src/pay.ts', line: 4 };
    expect(diagnose(evidenceOf({ resolved }))).toEqual([{ type: 'missing_source_content', data }]);
    expect(typesOf(evidenceOf({ resolved, isMapOfOtherBuild: true }))).toEqual(['wrong_build']);
  });

  test('a file that is in another project', () => {
    const evidence = evidenceOf({ lookup: lookupOf(STALE), otherProject: 'admin', isReleaseKnown: false });
    expect(typesOf(evidence)).toEqual([
      'debug_id_source_not_found',
      'debug_id_in_other_project',
      'no_release_on_event',
    ]);
  });
});

describe('a fetched file', () => {
  const fetchFailure = { url: URL, reason: 'timeout', details: 'The server did not respond.' } as const;

  test('adds the reason of its failure to the first problem', () => {
    expect(diagnose(evidenceOf({ lookup: lookupOf(NO_FILE), listed: [], fetchFailure }))).toEqual([
      { type: 'no_sourcemaps_on_release', data: null, fetchFailure },
    ]);
    const [first, second] = diagnose(evidenceOf({ lookup: lookupOf(STALE), fetchFailure }));
    expect(first).toMatchObject({ type: 'debug_id_source_not_found', data: { debugId: ID }, fetchFailure });
    expect(second).not.toHaveProperty('fetchFailure');
  });

  test('is not a problem if the frame is resolved', () => {
    expect(diagnose(evidenceOf({ resolved: RESOLVED, isFetched: true }))).toEqual([]);
  });

  test('is checked by itself, whatever release the event has', () => {
    const location = { artifact: MAP, isInline: false, url: MAP_URL };
    const fetched = { lookup: lookupOf({ ...NO_FILE, location }), isFetched: true, isReleaseKnown: false };
    expect(typesOf(evidenceOf({ ...fetched, map: new InvalidSourceMap('it is not JSON') }, { release: null }))).toEqual(
      ['map_not_parsable'],
    );
    expect(typesOf(evidenceOf(fetched, { release: null }))).toEqual(['no_mapping_at_position']);
  });
});
