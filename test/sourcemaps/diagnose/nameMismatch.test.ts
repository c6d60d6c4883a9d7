import type { Artifact } from '../../../src/domain/artifact';
import { describeNameMismatch, findDistMismatch } from '../../../src/sourcemaps/diagnose/diagnose';

const URL = 'https://shop.test/static/a.js';
const artifact = (name: string, dist: string | null): Artifact => ({
  id: '1',
  projectId: '1',
  release: 'r',
  dist,
  name,
  kind: 'minified_source',
  debugId: null,
  headers: {},
  sha1: '',
  size: 1,
  dateCreated: 0,
  lastUsed: 0,
  bundleId: null,
});

// The first artifact of the right name decides, even if a later one would match.
test.each([
  ['neither has one', null, [artifact('~/static/a.js', null)], null],
  ['both have the same', '7', [artifact('~/static/a.js', '7')], null],
  ['the event has none', null, [artifact('~/static/a.js', '7')], { eventDist: null }],
  ['the artifact has none', '7', [artifact('~/static/a.js', null)], { eventDist: '7', artifactDist: null }],
  ['they differ', '7', [artifact('~/static/a.js', '8')], { eventDist: '7', artifactDist: '8' }],
  [
    'the first by dist differs',
    '8',
    [artifact('~/static/a.js', '8'), artifact('~/static/a.js', '7')],
    { eventDist: '8', artifactDist: '7' },
  ],
  ['the first by dist fits', '7', [artifact('~/static/a.js', '8'), artifact('~/static/a.js', '7')], null],
  [
    'one without dist comes first',
    '7',
    [artifact('~/static/a.js', '7'), artifact('~/static/a.js', null)],
    { eventDist: '7', artifactDist: null },
  ],
  [
    'the first by name differs',
    '7',
    [artifact('~/static/a.js', '7'), artifact(URL, '8')],
    { eventDist: '7', artifactDist: '8' },
  ],
])('a dist mismatch, if %s', (_, dist, named, data) => {
  const wanted = { absPath: URL, filename: '/static/a.js', dist };
  expect(findDistMismatch(named, wanted)).toEqual(
    data && { type: 'dist_mismatch', data: { ...data, filename: '/static/a.js' } },
  );
});

describe('names that do not match', () => {
  const wanted = { absPath: URL, filename: '/static/a.js', dist: null };
  const looked = { absPath: URL, filename: '/static/a.js', unifiedPath: '~/static/a.js' };

  test('are all listed', () => {
    const names = ['https://shop.test/b.js', '~/a.jsx'];
    expect(describeNameMismatch(wanted, names)).toEqual({
      type: 'no_url_match',
      data: { ...looked, artifactNames: names },
    });
  });

  test('are compared from their ends', () => {
    const artifactNames = ['~/dist/static/a.js', '~/z/a.js'];
    const partial = { partialMatchPath: '~/dist/static/a.js', urlPrefix: '~/dist' };
    expect(describeNameMismatch(wanted, artifactNames)).toEqual({
      type: 'partial_match',
      data: { ...looked, artifactNames, ...partial },
    });
  });

  test('are searched beyond those that are listed, and counted', () => {
    const names = [...Array.from({ length: 1500 }, (_, index) => `~/${index}.js`), '~/x/static/a.js'];
    const { type, data } = describeNameMismatch(wanted, names);
    expect(type).toBe('partial_match');
    expect(data).toMatchObject({ partialMatchPath: '~/x/static/a.js', artifactCount: 1501 });
    expect(data?.['artifactNames']).toEqual(names.slice(0, 1000));
  });
});
