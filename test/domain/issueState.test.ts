import { compareReleases, newestRelease, placeRelease } from '../../src/domain/issueState';

const mark = (version: string, dateCreated = 0) => ({ version, dateCreated });

test.each([
  ['shop@1.9.0', 'shop@1.10.0'],
  ['shop@1.2.0-alpha.2', 'shop@1.2.0-alpha.10'],
  ['shop@1.2.0-alpha.1', 'shop@1.2.0-alpha.beta'],
  ['shop@1.2.0-rc', 'shop@1.2.0-rc.1'],
  ['shop@1.2.0-rc.1', 'shop@1.2.0'],
  ['1.2', '1.2.1'],
  ['v1.2.0', 'v1.3.0'],
  ['1.0.0.9', '1.0.1'],
  ['@acme/shop@1.0.0', '@acme/shop@2.0.0'],
  ['shop@1.0.0+9', 'shop@1.0.0+10'],
  ['shop@1.0.0', 'shop@1.0.0+1'],
  ['shop@1.0.0-rc.1+7', 'shop@1.0.0-rc.1+8'],
  ['shop@1.0.0-rc.1+8', 'shop@1.0.0+1'],
  ['shop@1.0.0+9', 'shop@1.0.1+1'],
  ['shop@1.0.0+202611270930', 'shop@1.0.0+20261127093000000000'],
  ['shop@1.0.0+a1f', 'shop@1.0.0+b0c'],
  ['shop@1.0.0+build.10', 'shop@1.0.0+build.7'],
  ['shop@1.0.0+10', 'shop@1.0.0+1a'],
  ['shop@1.0.0+0009', 'shop@1.0.0+10'],
])('%s comes before %s, whenever they were created', (older, newer) => {
  expect(compareReleases(mark(older, 2), mark(newer, 1))).toBeLessThan(0);
  expect(compareReleases(mark(newer, 1), mark(older, 2))).toBeGreaterThan(0);
});

test.each([
  ['shop@2.0.0', 'api@1.0.0'],
  ['2f1d6ab', '0c4e7d9'],
  ['20260101', 'shop@1.0.0'],
  ['shop@1.x', 'shop@1.0'],
])('%s and %s are compared by the time when they were created', (older, newer) => {
  expect(compareReleases(mark(older, 1), mark(newer, 2))).toBeLessThan(0);
  expect(compareReleases(mark(older, 3), mark(newer, 2))).toBeGreaterThan(0);
});

test('the newest release is the one after which there is none', () => {
  const releases = [mark('shop@1.9.0', 3), mark('shop@2.0.0', 1), mark('shop@1.10.0', 2)];
  expect(newestRelease(releases)?.version).toBe('shop@2.0.0');
  expect(newestRelease([])).toBeNull();
});

describe('releases at their places', () => {
  const VERSIONS = [
    'shop@2.0.0',
    'shop@1.9.5',
    'shop@2.0',
    'api@1.0.0',
    'api@0.9.0',
    '1.4',
    '1.10',
    'nightly',
    'c0ffee',
  ];

  /** Returns all orders in which the releases of some versions can be created. */
  const ordersOf = (versions: readonly string[]): string[][] =>
    versions.length === 0
      ? [[]]
      : versions.flatMap((one) => ordersOf(versions.filter((other) => other !== one)).map((rest) => [one, ...rest]));
  const triples = VERSIONS.flatMap((a, i) =>
    VERSIONS.slice(i + 1).flatMap((b, j) => VERSIONS.slice(i + j + 2).map((c) => [a, b, c])),
  );

  test.each([
    ['at different times', (index: number) => index],
    ['at one time', () => 7],
  ])('have one order, which is no circle, if they were created %s', (_, timeOf) => {
    for (const created of triples.flatMap(ordersOf)) {
      const releases = created.map((version, index) => ({ version, dateCreated: timeOf(index), id: index }));
      const placed = releases.map((one) => placeRelease(one, releases));
      const [first, second, third] = [...placed].sort(compareReleases);
      const newest = newestRelease(releases);
      expect([created, newest?.version]).toEqual([created, third?.version]);
      for (const [older, newer] of [
        [first, second],
        [second, third],
        [first, third],
      ])
        // prettier-ignore
        expect([created, older && newer && compareReleases(older, newer) < 0]).toEqual([created, true]);
    }
  });

  test('put a fix of an old branch where the branch ended', () => {
    const releases = [mark('shop@2.0.0', 1), mark('nightly', 2), mark('shop@1.9.5', 3)];
    expect(placeRelease(mark('shop@1.9.5', 3), releases)).toEqual(mark('shop@1.9.5', 1));
    expect(newestRelease(releases)?.version).toBe('nightly');
    expect(placeRelease(mark('nightly', 2), releases)).toEqual(mark('nightly', 2));
  });
});
