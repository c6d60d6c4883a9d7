import type { Artifact } from '../../../src/domain/artifact';
import { Unavailable } from '../../../src/domain/errors';
import { InvalidSourceMap } from '../../../src/sourcemaps/resolve/sourceMap';
import { LoadingCache, SourceMapCache } from '../../../src/sourcemaps/resolve/sourceMapCache';
import { compressContent } from '../../../src/compression/eventBody';
import { parseHere } from '../../../src/sourcemaps/parse/parserThread';
import { mapText } from '../../support/artifacts';

/** Returns a cache of texts, and the keys of the loaded ones. */
function counting(limit: number) {
  const made: string[] = [];
  const cache = new LoadingCache<string>(limit);
  const get = (key: string, bytes = 10) =>
    cache.get(key, async () => {
      made.push(key);
      await Promise.resolve();
      return { value: key.toUpperCase(), bytes };
    });
  return { cache, made, get };
}

test('a cached value is not loaded again', async () => {
  const { cache, made, get } = counting(100);
  expect([await get('a'), await get('a'), await get('b')]).toEqual(['A', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
  expect(cache.bytes).toBe(20);
});

test('concurrent calls load a value once', async () => {
  const { made, get } = counting(100);
  expect(await Promise.all([get('a'), get('a'), get('b'), get('a')])).toEqual(['A', 'A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
});

test('the least recently used values are evicted, as many as necessary', async () => {
  const { cache, made, get } = counting(30);
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  await get('d', 15);
  expect(cache.bytes).toBe(25);
  for (const key of ['a', 'd', 'c']) await get(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'c']);
});

test('a value larger than the cache is returned, not cached, and evicts nothing', async () => {
  const { cache, made, get } = counting(30);
  await get('a');
  expect([await get('huge', 31), await get('huge', 31), await get('a')]).toEqual(['HUGE', 'HUGE', 'A']);
  expect(made).toEqual(['a', 'huge', 'huge']);
  expect(cache.bytes).toBe(10);
});

test('an error reaches all concurrent callers, and is not cached', async () => {
  const cache = new LoadingCache<string>(30);
  const fail = () => cache.get('a', () => Promise.reject(new Error('gone')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', () => Promise.resolve({ value: 'A', bytes: 1 }))).toBe('A');
});

const MIB = 1024 * 1024;
const map = (source: string, padding = 0, content = 0) =>
  mapText([[0, source, 0, 0]], { [source]: 'x'.repeat(content) }, { padding: ' '.repeat(padding) });

/** Returns an artifact with this content, and the reads of it. */
function artifact(sha1: string, content: string | Uint8Array) {
  const bytes = Buffer.from(content);
  const slices = compressContent(bytes);
  const state = { reads: 0, slices: [] as number[], concurrent: 0, maxConcurrent: 0 };
  const read = async (_: unknown, number: number) => {
    state.slices.push(number);
    if (number === 0) state.reads += 1;
    state.concurrent += 1;
    state.maxConcurrent = Math.max(state.maxConcurrent, state.concurrent);
    await new Promise(setImmediate);
    state.concurrent -= 1;
    return (await slices)[number] ?? null;
  };
  const row = { sha1, size: bytes.length, name: '~/a.js.map', headers: {} } as unknown as Artifact;
  return { state, read, row, place: { artifact: row, isInline: false, url: row.name } };
}

test('a map is read once for all callers', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  const maps = await Promise.all([1, 2, 3].map(() => cache.getMap('1', place, read)));
  expect(new Set([...maps, await cache.getMap('1', place, read)]).size).toBe(1);
  expect(state.reads).toBe(1);
});

test('an invalid map is not read again', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const { place, read, state } = artifact('a', 'no map');
  for (let time = 0; time < 3; time += 1)
    expect(await cache.getMap('1', place, read)).toEqual(new InvalidSourceMap('it is not JSON'));
  expect(state.reads).toBe(1);
});

test('a map larger than the cache is returned and not cached', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const [small, large] = [artifact('a', map('a.ts')), artifact('b', map('b.ts', 0, 2 * MIB))];
  for (let time = 0; time < 2; time += 1) {
    await cache.getMap('1', small.place, small.read);
    expect(await cache.getMap('1', large.place, large.read)).not.toBeInstanceOf(InvalidSourceMap);
  }
  expect([small.state.reads, large.state.reads]).toEqual([1, 2]);
});

test('maps are read one after the other', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  const places = Array.from({ length: 5 }, (_, index) => ({
    ...place,
    artifact: { ...place.artifact, sha1: `${index}` },
  }));
  await Promise.all(places.map((one) => cache.getMap('1', one, read)));
  expect([state.reads, state.maxConcurrent]).toEqual([5, 1]);
});

test('organizations share no entries, and an inline map is not the file with the same content', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  await cache.getMap('1', place, read);
  await cache.getMap('2', place, read);
  expect(await cache.getMap('1', { ...place, isInline: true }, read)).toBeInstanceOf(InvalidSourceMap);
  expect(state.reads).toBe(3);
});

test('a map beyond the size limit is not read', async () => {
  const { place, read, state } = artifact('a', map('a.ts'));
  const huge = { ...place, artifact: { ...place.artifact, size: 100 * MIB } };
  expect(await new SourceMapCache().getMap('1', huge, read)).toEqual(
    new InvalidSourceMap('it is larger than 67108864 bytes'),
  );
  expect(state.reads).toBe(0);
});

test('an error of the database is passed on, and the map is read again', async () => {
  const cache = new SourceMapCache(parseHere, MIB);
  const { place, read } = artifact('a', map('a.ts'));
  await expect(cache.getMap('1', place, () => Promise.reject(new Unavailable('busy')))).rejects.toThrow(Unavailable);
  expect(await cache.getMap('1', place, read)).not.toBeInstanceOf(InvalidSourceMap);
});

test('places of a minified file are read once, unless they cannot be told', async () => {
  const cache = new SourceMapCache();
  const minified = artifact('aa', 'code').row;
  const place = { lineCount: 1, lineLength: 4, start: 'code', text: 'code', textColumn: 0, hasWord: true };
  const places = [{ line: 1, column: 1, word: null }];
  const load = jest.fn(() => Promise.resolve([place]));
  for (const organization of ['1', '1', '2'])
    expect(await cache.getPlaces(organization, minified, places, load)).toEqual([place]);
  await cache.getPlaces('1', minified, [{ line: 1, column: 2, word: null }], load);
  expect(load).toHaveBeenCalledTimes(3);
  const fail = jest.fn(() => Promise.resolve(null));
  for (let count = 0; count < 2; count += 1) expect(await cache.getPlaces('3', minified, places, fail)).toBeNull();
  expect(fail).toHaveBeenCalledTimes(2);
});

describe('the reference in a file of many megabytes', () => {
  const code = (length: number) => 'a();'.repeat(length / 4);
  const inline = Buffer.from('x'.repeat(3 * MIB)).toString('base64');

  test.each([
    ['at its end', `${code(5 * MIB)}\n//# sourceMappingURL=end.js.map\n`, 'end.js.map', [5, 0]],
    [
      'at its end, before other comments',
      `${code(5 * MIB)}\n//# sourceMappingURL=end.js.map\n//# debugId=1\n`,
      'end.js.map',
      [5, 0],
    ],
    ['across two slices', `${code(5 * MIB - 12)}\n//# sourceMappingURL=cut.js.map\n`, 'cut.js.map', [5, 4, 0]],
    ['in its first line', `//# sourceMappingURL=head.js.map\n${code(5 * MIB)}`, 'head.js.map', [5, 4, 3, 2, 1, 0]],
    [
      'with the map in it',
      `${code(3 * MIB)}\n//# sourceMappingURL=data:application/json;base64,${inline}`,
      'data:',
      null,
    ],
    ['missing', code(5 * MIB), null, [4, 3, 2, 1, 0]],
  ])('is found %s', async (_, text, reference, slices) => {
    const { row, read, state } = artifact('a', text);
    const cache = new SourceMapCache(parseHere, MIB);
    expect(await cache.getReference('1', row, read)).toBe(reference);
    if (slices !== null) expect(state.slices).toEqual(slices);
    expect(await cache.getReference('1', row, read)).toBe(reference);
  });
});
