import type { Artifact } from '../../../src/domain/artifact';
import {
  describeNameMismatch,
  findDistMismatch,
  fittingPrefix,
  uploadFolder,
} from '../../../src/sourcemaps/diagnose/mismatch';

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
  const query = { absPath: URL, filename: '/static/a.js', dist };
  expect(findDistMismatch(named, query)).toEqual(
    data && { type: 'dist_mismatch', data: { ...data, filename: '/static/a.js' } },
  );
});

describe('names that do not match', () => {
  const query = { absPath: URL, filename: '/static/a.js', dist: null };
  const looked = { absPath: URL, filename: '/static/a.js', unifiedPath: '~/static/a.js' };

  const listed = (...names: string[]) => names.map((name) => ({ name, bundleId: '1' }));

  test('are all listed', () => {
    const names = ['https://shop.test/b.js', '~/a.jsx'];
    expect(describeNameMismatch(query, listed(...names, '~/a.jsx'))).toEqual([
      { type: 'no_url_match', data: { ...looked, artifactNames: names } },
    ]);
  });

  test('are compared from their ends, and the prefix that would fit is named', () => {
    const artifactNames = ['~/dist/static/a.js', '~/z/a.js'];
    const partial = { partialMatchPath: '~/dist/static/a.js', urlPrefix: '~/dist' };
    const fitting = { uploadedPrefix: '~/dist', urlPrefix: '~/' };
    expect(describeNameMismatch(query, listed(...artifactNames))).toEqual([
      { type: 'partial_match', data: { ...looked, artifactNames, ...partial } },
      {
        type: 'wrong_url_prefix',
        data: { absPath: URL, filename: '/static/a.js', artifactName: '~/dist/static/a.js', ...fitting },
      },
    ]);
  });

  test('are searched beyond those that are listed, and counted', () => {
    const names = [...Array.from({ length: 1500 }, (_, index) => `~/${index}.js`), '~/x/static/a.js'];
    const [first] = describeNameMismatch(query, listed(...names));
    expect(first?.type).toBe('partial_match');
    expect(first?.data).toMatchObject({ partialMatchPath: '~/x/static/a.js', artifactCount: 1501 });
    expect(first?.data?.['artifactNames']).toEqual(names.slice(0, 1000));
  });
});

// The files of a bundle are in one folder: the rest of the name is the path that the tool put behind the prefix.
test.each([
  ['~/static/shop.js', '~/shop.js', '~/', '~/', '~/static'],
  ['~/static/shop.js', '~/dist/static/shop.js', '~/dist/static/', '~/dist/static', '~/static'],
  ['~/static/shop.js', '~/dist/static/shop.js', '~/dist/', '~/dist', '~/'],
  ['~/assets/shop.js', '~/dist/static/shop.js', '~/dist/', '~/dist/static', '~/assets'],
  ['~/a/js/shop.js', '~/b/js/shop.js', '~/b/', '~/b', '~/a'],
  ['~/shop.js', 'https://cdn.test/x/shop.js', 'https://cdn.test/x/', 'https://cdn.test/x', '~/'],
  ['~\\app\\shop.js', '~/shop.js', '~/', null, null],
])('%s fits %s of a bundle in %s if the prefix %s becomes %s', (path, name, folder, uploadedPrefix, prefix) => {
  expect(fittingPrefix(path, name, folder)).toEqual(uploadedPrefix && { uploadedPrefix, urlPrefix: prefix });
});

test('the folder of a bundle has all of its files, and not those of other bundles', () => {
  const one = (name: string, bundleId: string | null) => ({ name, bundleId });
  const files = [one('~/d/s/a.js', '1'), one('~/d/t/b.js', '1'), one('~/x/c.js', '2'), one('~/y/d.js', null)];
  expect(files.map(({ name }) => uploadFolder(name, files))).toEqual(['~/d/', '~/d/', '~/x/', '~/y/']);
});
