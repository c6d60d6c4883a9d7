import type { FetchAttempt } from '../../../src/domain/fetchAttempt';
import { FetchAttemptCache } from '../../../src/sourcemaps/fetch/fetchAttemptCache';

const NOON = Date.UTC(2026, 0, 1, 12);
const [A, B] = ['https://shop.test/a.js', 'https://shop.test/b.js'] as const;

const fetched: FetchAttempt = {
  url: A,
  at: NOON,
  map: { url: `${A}.map`, sha1: 'a', size: 1, debugId: null },
  failure: null,
};

/** A memory, what the store has, and what it was asked for. */
function remembering(most?: number) {
  const stored = new Map<string, FetchAttempt[]>();
  const asked: string[][] = [];
  const memory = new FetchAttemptCache((projectId, urls) => {
    asked.push([projectId, ...urls]);
    return Promise.resolve(new Map(urls.map((url) => [url, stored.get(url) ?? []])));
  }, most);
  return { memory, stored, asked };
}

test('files are asked for once, also those that there are not', async () => {
  const { memory, stored, asked } = remembering();
  stored.set(A, [fetched]);
  for (let second = 0; second < 10; second += 1) {
    expect(await memory.find('1', [A, B], NOON + 1000 * second)).toEqual(
      new Map([
        [A, [fetched]],
        [B, []],
      ]),
    );
  }
  expect(asked).toEqual([['1', A, B]]);
});

test('only what is not known is asked for, and for each project', async () => {
  const { memory, asked } = remembering();
  await memory.find('1', [A], NOON);
  await memory.find('1', [A, B], NOON);
  await memory.find('2', [A], NOON);
  await memory.find('1', [], NOON);
  expect(asked).toEqual([
    ['1', A],
    ['1', B],
    ['2', A],
  ]);
});

test('ten seconds later the store is asked again', async () => {
  const { memory, stored, asked } = remembering();
  await memory.find('1', [A], NOON);
  stored.set(A, [fetched]);
  expect(await memory.find('1', [A], NOON + 9_999)).toEqual(new Map([[A, []]]));
  expect(await memory.find('1', [A], NOON + 10_000)).toEqual(new Map([[A, [fetched]]]));
  expect(asked).toHaveLength(2);
});

test('a file is requested once, until the store says that it was not', async () => {
  const { memory } = remembering();
  await memory.find('1', [A, B], NOON);
  expect(memory.request('1', [A, B], NOON)).toEqual([A, B]);
  await memory.find('1', [A], NOON + 5_000);
  expect(memory.request('1', [A], NOON + 5_000)).toEqual([]);
  await memory.find('1', [A], NOON + 15_000);
  expect(memory.request('1', [A], NOON + 15_000)).toEqual([A]);
});

test('a file that is there is used while it is requested anew', async () => {
  const { memory, stored } = remembering();
  stored.set(A, [{ ...fetched, at: NOON - 50 * 60_000 }]);
  await memory.find('1', [A], NOON);
  expect(memory.request('1', [A], NOON)).toEqual([A]);
  expect((await memory.find('1', [A], NOON + 1)).get(A)).toMatchObject([
    { map: { sha1: 'a' } },
    { map: null, failure: null },
  ]);
});

test('of too many files the one that was asked for longest ago goes', async () => {
  const { memory, asked } = remembering(2);
  for (const url of [A, B, A, 'https://shop.test/c.js', A, B]) await memory.find('1', [url], NOON);
  expect(asked.map(([, url]) => url)).toEqual([A, B, 'https://shop.test/c.js', B]);
});
