import { compareReleases, newestRelease } from '../../src/domain/issueState';

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
])('%s comes before %s, whenever they were created', (older, newer) => {
  expect(compareReleases(mark(older, 2), mark(newer, 1))).toBeLessThan(0);
  expect(compareReleases(mark(newer, 1), mark(older, 2))).toBeGreaterThan(0);
});

test.each([
  ['shop@2.0.0', 'api@1.0.0'],
  ['2f1d6ab', '0c4e7d9'],
  ['20260101', 'shop@1.0.0'],
  ['shop@1.0.0+9', 'shop@1.0.0+10'],
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
