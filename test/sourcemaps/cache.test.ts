import { ByteCache } from '../../src/sourcemaps/cache';

/** A cache of texts, each of which counts what is made. */
function counting(limit: number) {
  const made: string[] = [];
  const cache = new ByteCache<string>(limit);
  const get = (key: string, bytes = 10) =>
    cache.get(key, async () => {
      made.push(key);
      await Promise.resolve();
      return { value: key.toUpperCase(), bytes };
    });
  return { cache, made, get };
}

test('what is kept is not made again', async () => {
  const { cache, made, get } = counting(100);
  expect([await get('a'), await get('a'), await get('b')]).toEqual(['A', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
  expect(cache.bytes).toBe(20);
});

test('what is asked for at the same time is made once', async () => {
  const { made, get } = counting(100);
  expect(await Promise.all([get('a'), get('a'), get('b'), get('a')])).toEqual(['A', 'A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
});

test('what was used least recently goes first, as much as it takes', async () => {
  const { cache, made, get } = counting(30);
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  await get('d', 15);
  expect(cache.bytes).toBe(25);
  for (const key of ['a', 'd', 'c']) await get(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'c']);
});

test('what is larger than the cache is used, not kept, and drives nothing out', async () => {
  const { cache, made, get } = counting(30);
  await get('a');
  expect([await get('huge', 31), await get('huge', 31), await get('a')]).toEqual(['HUGE', 'HUGE', 'A']);
  expect(made).toEqual(['a', 'huge', 'huge']);
  expect(cache.bytes).toBe(10);
});

test('a failure reaches all who wait, and is not kept', async () => {
  const cache = new ByteCache<string>(30);
  const fail = () => cache.get('a', () => Promise.reject(new Error('gone')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', () => Promise.resolve({ value: 'A', bytes: 1 }))).toBe('A');
});
