import type { Artifact } from '../../src/domain/artifact';
import type { Frame } from '../../src/domain/event';
import { diagnose, needsNoMap } from '../../src/sourcemaps/diagnose';
import type { Evidence } from '../../src/sourcemaps/evidence';
import { type Original, type SourceMap, Unreadable } from '../../src/sourcemaps/map';
import type { Trail } from '../../src/sourcemaps/search';

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

/** The trail of a search that found everything by name, up to what is changed. */
function trailOf(more: Partial<Trail> = {}): Trail {
  const found = {
    sameId: [],
    named: [FILE],
    minified: FILE,
    reference: 'app.js.map',
    mapUrl: MAP_URL,
    mapsNamed: [MAP],
  };
  const place = { artifact: MAP, isInline: false, url: MAP_URL };
  return { file: { path: URL, debugId: null, isNamed: true }, ...found, place, ...more };
}

const NO_PLACE = { place: null };
const NO_MAP = { ...NO_PLACE, mapsNamed: [] };
const NO_REFERENCE = { ...NO_MAP, reference: null };
const NO_FILE = { ...NO_REFERENCE, named: [], minified: null, mapUrl: null };
/** Of a file with a debug id that nothing has. */
const STALE = { ...NO_FILE, file: { path: URL, debugId: ID, isNamed: true } };

function evidenceOf(more: Partial<Omit<Evidence, 'event'>> = {}, event: Partial<Evidence['event']> = {}): Evidence {
  const base = { platform: 'javascript', release: 'web@1', dist: null, sdk: null };
  const looked = {
    frame: frameOf(),
    isReleaseKnown: true,
    names: [FILE.name],
    trail: trailOf(),
    map: {} as SourceMap,
    original: null,
    isScraped: false,
    scraping: null,
  };
  return { event: { ...base, ...event }, ...looked, ...more };
}

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
    expect(needsNoMap(frameOf(frame), { platform })).toBe(expected);
  });
});

describe('by release, in this order, is found', () => {
  /** Each with everything after it missing too: the first that fails is told. */
  test.each([
    ['no release', evidenceOf({ trail: trailOf(NO_FILE), names: [] }, { release: null }), 'no_release_on_event'],
    [
      'an unknown release',
      evidenceOf({ trail: trailOf(NO_FILE), names: [], isReleaseKnown: false }),
      'no_release_on_event',
    ],
    [
      'nothing uploaded',
      evidenceOf({ trail: trailOf(NO_FILE), names: [], frame: frameOf({ absPath: 'x' }) }),
      'no_sourcemaps_on_release',
    ],
    ['no URL', evidenceOf({ trail: trailOf(NO_FILE), frame: frameOf({ absPath: '/static/app.js' }) }), 'url_not_valid'],
    ['no file', evidenceOf({ trail: trailOf(NO_FILE), names: ['~/b.js'] }), 'no_url_match'],
    ['a file of a similar name', evidenceOf({ trail: trailOf(NO_FILE), names: ['~/app.js'] }), 'partial_match'],
    [
      'a file of another dist',
      evidenceOf({ trail: trailOf({ ...NO_FILE, named: [artifact(FILE.name, { dist: '7' })] }) }),
      'dist_mismatch',
    ],
    ['no reference', evidenceOf({ trail: trailOf(NO_REFERENCE) }), 'sourcemap_not_found'],
    ['no map', evidenceOf({ trail: trailOf(NO_MAP) }), 'no_url_match'],
    ['a map of a similar name', evidenceOf({ trail: trailOf(NO_MAP), names: ['~/maps/app.js.map'] }), 'partial_match'],
    [
      'a map of another dist',
      evidenceOf({ trail: trailOf({ ...NO_PLACE, mapsNamed: [artifact(MAP.name, { dist: '7' })] }) }),
      'dist_mismatch',
    ],
    [
      'an empty map',
      evidenceOf({
        trail: trailOf({ place: { artifact: artifact(MAP.name, { size: 0 }), isInline: false, url: MAP_URL } }),
        map: new Unreadable(''),
      }),
      'sourcemap_not_found',
    ],
    ['a map that cannot be read', evidenceOf({ map: new Unreadable('it is not JSON') }), 'map_not_parsable'],
    ['a map without the position', evidenceOf(), 'no_mapping_at_position'],
  ])('%s', (_, evidence, type) => {
    expect(typesOf(evidence)).toEqual([type]);
  });

  test('nothing, where there is an original', () => {
    expect(diagnose(evidenceOf({ original: {} as Original, isReleaseKnown: false }))).toEqual([]);
  });

  test('no fault of other dists, where a map was found', () => {
    const named = [artifact(FILE.name, { dist: '6' }), artifact(FILE.name, { dist: '7' })];
    expect(typesOf(evidenceOf({ trail: trailOf({ named }), map: new Unreadable('') }, { dist: '7' }))).toEqual([
      'map_not_parsable',
    ]);
    expect(typesOf(evidenceOf({ trail: trailOf({ named, ...NO_MAP }) }, { dist: '7' }))).toEqual(['dist_mismatch']);
  });

  test('the file of the frame, also where its map is missing', () => {
    const looked = {
      absPath: MAP_URL,
      filename: '/static/app.js',
      unifiedPath: '~/static/app.js.map',
      artifactNames: [FILE.name],
    };
    expect(diagnose(evidenceOf({ trail: trailOf(NO_MAP) }))).toEqual([{ type: 'no_url_match', data: looked }]);
  });
});

describe('by debug id is found', () => {
  const file = { path: URL, debugId: ID, isNamed: true };

  test('first that nothing has the id, then what is wrong by release', () => {
    const [first, ...others] = diagnose(evidenceOf({ trail: trailOf(STALE), isReleaseKnown: false }));
    expect(first).toEqual({
      type: 'debug_id_source_not_found',
      data: { debugId: ID, filename: '/static/app.js', names: [URL, '~/static/app.js'] },
    });
    expect(others).toEqual([{ type: 'no_release_on_event', data: null }]);
  });

  test('only that nothing has the id, where what fits by name is of another build', () => {
    expect(
      typesOf(evidenceOf({ trail: trailOf({ ...STALE, named: [artifact(FILE.name, { debugId: 'other' })] }) })),
    ).toEqual(['debug_id_source_not_found']);
  });

  test.each([
    [
      'no map',
      { ...NO_REFERENCE, named: [], mapUrl: '~/app.js.map', sameId: [FILE], file },
      null,
      'debug_id_map_not_found',
      { names: ['~/app.js.map'] },
    ],
    [
      'a map that cannot be read',
      { named: [], sameId: [FILE, MAP], file },
      new Unreadable('why'),
      'map_not_parsable',
      { names: [MAP.name], reason: 'why' },
    ],
    [
      'a map without the position',
      { named: [], sameId: [MAP], file },
      {} as SourceMap,
      'no_mapping_at_position',
      { names: [MAP.name], line: 1, column: 7 },
    ],
  ])('%s, whatever the release', (_, trail, map, type, data) => {
    const evidence = evidenceOf({ trail: trailOf(trail), map, isReleaseKnown: false, names: [] }, { release: null });
    expect(diagnose(evidence)).toEqual([{ type, data: { debugId: ID, filename: '/static/app.js', ...data } }]);
  });

  test('that there is none, only where there is no release either and the SDK could have sent one', () => {
    const trail = trailOf(NO_FILE);
    expect(typesOf(evidenceOf({ trail }, { sdk: CAPABLE, release: null }))).toEqual(['debug_id_no_sourcemaps']);
    expect(typesOf(evidenceOf({ trail, frame: frameOf({ absPath: 'x' }) }, { sdk: CAPABLE, release: null }))).toEqual([
      'url_not_valid',
    ]);
    expect(typesOf(evidenceOf({ trail, names: [] }, { sdk: CAPABLE }))).toEqual(['no_sourcemaps_on_release']);
    expect(typesOf(evidenceOf({ trail, isReleaseKnown: false }, { sdk: CAPABLE }))).toEqual(['no_release_on_event']);
  });
});

describe('what was fetched', () => {
  const scraping = { url: URL, reason: 'timeout', details: 'It took too long.' } as const;
  const told = { ...scraping, status: 'failure' };

  test('tells why it is not there in the first finding', () => {
    expect(diagnose(evidenceOf({ trail: trailOf(NO_FILE), names: [], scraping }))).toEqual([
      { type: 'no_sourcemaps_on_release', data: { scraping: told } },
    ]);
    const [first, second] = diagnose(evidenceOf({ trail: trailOf(STALE), scraping }));
    expect(first).toMatchObject({ type: 'debug_id_source_not_found', data: { debugId: ID, scraping: told } });
    expect(second?.data).not.toHaveProperty('scraping');
  });

  test('tells nothing where the frame resolves', () => {
    expect(diagnose(evidenceOf({ original: {} as Original, isScraped: true }))).toEqual([]);
  });

  test('is judged by itself, whatever release the event has', () => {
    const place = { artifact: MAP, isInline: false, url: MAP_URL };
    const scraped = { trail: trailOf({ ...NO_FILE, place }), isScraped: true, isReleaseKnown: false };
    expect(typesOf(evidenceOf({ ...scraped, map: new Unreadable('it is not JSON') }, { release: null }))).toEqual([
      'map_not_parsable',
    ]);
    expect(typesOf(evidenceOf(scraped, { release: null }))).toEqual(['no_mapping_at_position']);
  });
});
