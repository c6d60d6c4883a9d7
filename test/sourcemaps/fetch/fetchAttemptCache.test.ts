import type { FetchAttempt } from '../../../src/domain/artifact';
import { FetchAttemptCache } from '../../../src/sourcemaps/resolveContext';

const NOON = Date.UTC(2026, 0, 1, 12);
const [A, B] = ['https://shop.test/a.js', 'https://shop.test/b.js'] as const;

const fetched: FetchAttempt = {
  url: A,
  at: NOON,
  map: { url: `${A}.map`, sha1: 'a', size: 1, debugId: null },
  failure: null,
};

/** Returns a cache, the contents of the database, and the files that were read from it. */
function cacheOf(maxFiles?: number) {
  const stored = new Map<string, FetchAttempt[]>();
  const read: string[][] = [];
  const cache = new FetchAttemptCache((projectId, urls) => {
    read.push([projectId, ...urls]);
    return Promise.resolve(new Map(urls.map((url) => [url, stored.get(url) ?? []])));
  }, maxFiles);
  return { cache, stored, read };
}

test('files are read once, also those without attempts', async () => {
  const { cache, stored, read } = cacheOf();
  stored.set(A, [fetched]);
  for (let second = 0; second < 10; second += 1) {
    expect(await cache.find('1', [A, B], NOON + 1000 * second)).toEqual(
      new Map([
        [A, [fetched]],
        [B, []],
      ]),
    );
  }
  expect(read).toEqual([['1', A, B]]);
});

test('only files that are not cached are read, separately for each project', async () => {
  const { cache, read } = cacheOf();
  await cache.find('1', [A], NOON);
  await cache.find('1', [A, B], NOON);
  await cache.find('2', [A], NOON);
  await cache.find('1', [], NOON);
  expect(read).toEqual([
    ['1', A],
    ['1', B],
    ['2', A],
  ]);
});

test('after ten seconds the database is read again', async () => {
  const { cache, stored, read } = cacheOf();
  await cache.find('1', [A], NOON);
  stored.set(A, [fetched]);
  expect(await cache.find('1', [A], NOON + 9_999)).toEqual(new Map([[A, []]]));
  expect(await cache.find('1', [A], NOON + 10_000)).toEqual(new Map([[A, [fetched]]]));
  expect(read).toHaveLength(2);
});

test('a file is requested once, until the database shows that it was not', async () => {
  const { cache } = cacheOf();
  await cache.find('1', [A, B], NOON);
  expect(cache.request('1', [A, B], NOON)).toEqual([A, B]);
  await cache.find('1', [A], NOON + 5_000);
  expect(cache.request('1', [A], NOON + 5_000)).toEqual([]);
  await cache.find('1', [A], NOON + 15_000);
  expect(cache.request('1', [A], NOON + 15_000)).toEqual([A]);
});

test('a fetched file is used while it is requested again', async () => {
  const { cache, stored } = cacheOf();
  stored.set(A, [{ ...fetched, at: NOON - 50 * 60_000 }]);
  await cache.find('1', [A], NOON);
  expect(cache.request('1', [A], NOON)).toEqual([A]);
  expect((await cache.find('1', [A], NOON + 1)).get(A)).toMatchObject([
    { map: { sha1: 'a' } },
    { map: null, failure: null },
  ]);
});

test('the least recently used file is dropped', async () => {
  const { cache, read } = cacheOf(2);
  for (const url of [A, B, A, 'https://shop.test/c.js', A, B]) await cache.find('1', [url], NOON);
  expect(read.map(([, url]) => url)).toEqual([A, B, 'https://shop.test/c.js', B]);
});
