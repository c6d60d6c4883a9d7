import type { Artifact } from '../../src/domain/artifact';
import { Unavailable } from '../../src/domain/errors';
import { Unreadable } from '../../src/sourcemaps/map';
import { MapShelf } from '../../src/sourcemaps/shelf';
import { mapText } from '../support/artifacts';

const MIB = 1024 * 1024;
const map = (source: string, padding = 0) => mapText([[0, source, 0, 0]], {}, { padding: ' '.repeat(padding) });

/** An artifact of this text, and what reading it has cost so far. */
function artifact(sha1: string, text: string) {
  const bytes = Buffer.from(text);
  const state = { reads: 0, atOnce: 0, most: 0 };
  const read = async () => {
    state.reads += 1;
    state.most = Math.max(state.most, (state.atOnce += 1));
    await new Promise(setImmediate);
    state.atOnce -= 1;
    return bytes;
  };
  const row = { sha1, size: bytes.length, name: '~/a.js.map', headers: {} } as unknown as Artifact;
  return { state, read, place: { artifact: row, isInline: false, url: row.name } };
}

test('a map is read once for all who ask, whenever they ask', async () => {
  const shelf = new MapShelf(MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  const maps = await Promise.all([1, 2, 3].map(() => shelf.map('1', place, read)));
  expect(new Set([...maps, await shelf.map('1', place, read)]).size).toBe(1);
  expect(state.reads).toBe(1);
});

test('a map that cannot be read is not tried again', async () => {
  const shelf = new MapShelf(MIB);
  const { place, read, state } = artifact('a', 'no map');
  for (let time = 0; time < 3; time += 1)
    expect(await shelf.map('1', place, read)).toEqual(new Unreadable('it is not JSON'));
  expect(state.reads).toBe(1);
});

test('a map that is larger than the shelf is used and not kept', async () => {
  const shelf = new MapShelf(MIB);
  const [small, large] = [artifact('a', map('a.ts')), artifact('b', map('b.ts', 2 * MIB))];
  for (let time = 0; time < 2; time += 1) {
    await shelf.map('1', small.place, small.read);
    expect(await shelf.map('1', large.place, large.read)).not.toBeInstanceOf(Unreadable);
  }
  expect([small.state.reads, large.state.reads]).toEqual([1, 2]);
});

test('maps are read one after the other', async () => {
  const shelf = new MapShelf(MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  const places = Array.from({ length: 5 }, (_, index) => ({
    ...place,
    artifact: { ...place.artifact, sha1: `${index}` },
  }));
  await Promise.all(places.map((one) => shelf.map('1', one, read)));
  expect([state.reads, state.most]).toEqual([5, 1]);
});

test('organizations share nothing, and an inline map is not that of the file of the same bytes', async () => {
  const shelf = new MapShelf(MIB);
  const { place, read, state } = artifact('a', map('a.ts'));
  await shelf.map('1', place, read);
  await shelf.map('2', place, read);
  expect(await shelf.map('1', { ...place, isInline: true }, read)).toBeInstanceOf(Unreadable);
  expect(state.reads).toBe(3);
});

test('a map beyond the limit is not even read', async () => {
  const { place, read, state } = artifact('a', map('a.ts'));
  const huge = { ...place, artifact: { ...place.artifact, size: 100 * MIB } };
  expect(await new MapShelf().map('1', huge, read)).toEqual(new Unreadable('it is larger than 67108864 bytes'));
  expect(state.reads).toBe(0);
});

test('a store that cannot answer now is asked again, and its failure told', async () => {
  const shelf = new MapShelf(MIB);
  const { place, read } = artifact('a', map('a.ts'));
  await expect(shelf.map('1', place, () => Promise.reject(new Unavailable('busy')))).rejects.toThrow(Unavailable);
  expect(await shelf.map('1', place, read)).not.toBeInstanceOf(Unreadable);
});
