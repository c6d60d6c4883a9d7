import type { FetchedMap, FetchFailure } from '../../src/domain/artifact';
import type { Project } from '../../src/domain/project';
import type { FetchAttemptKey } from '../../src/store/fetchAttempts';
import { useTemporaryDatabase } from '../support/database';
import { content, NOON, project as makeProject } from '../support/rows';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [A, B] = ['https://shop.test/a.js', 'https://shop.test/b.js'] as const;
const FAILURE: FetchFailure = { url: A, reason: 'timeout', details: 'It took too long.' };

const { database } = useTemporaryDatabase('all');
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

const owner = () => ({ projectId: project.id, organizationId: project.organizationId });
const request = (urls: readonly string[], at = NOON) =>
  database.write(({ fetchAttempts }) => fetchAttempts.request(project, urls, at));
const find = (urls: readonly string[] = [A, B], received = NOON) =>
  database.read(({ fetchAttempts }) => fetchAttempts.find(project.id, urls, received));
const claim = (now = NOON, limit = 10) =>
  database.write(({ fetchAttempts }) => fetchAttempts.claim(owner(), now, now + MINUTE, limit));
const waiting = (url: string, at = NOON) => ({ url, at, map: null, failure: null });

/** Stores the bytes of a source map, as the service does before it finishes an attempt. */
async function storeMap(text: string): Promise<FetchedMap> {
  const bytes = Buffer.from(text);
  const sha1 = await database.write((stores) => content(stores, project.organizationId, bytes));
  return { url: `${A}.map`, sha1, size: bytes.length, debugId: null };
}

/** Requests a file and stores the result. */
async function fetchOne(url: string, at: number, map: FetchedMap): Promise<void> {
  await request([url], at);
  const [key] = await claim(at);
  await database.write(({ fetchAttempts }) => fetchAttempts.finish(key as FetchAttemptKey, { map, failure: null }, at));
}

const isStored = async ({ sha1 }: FetchedMap) =>
  (await database.read(({ contents }) => contents.read(project.organizationId, sha1))) !== undefined;
async function collect(): Promise<void> {
  while (await database.write(({ contents }) => contents.collectGarbage(NOON + 100 * HOUR, 100))) continue;
}

test('a requested file waits, once in a quarter of an hour, in its project only', async () => {
  await request([A, B]);
  await request([A], NOON + MINUTE);
  expect(await find()).toEqual(
    new Map([
      [A, [waiting(A)]],
      [B, [waiting(B)]],
    ]),
  );
  await request([A], NOON + HOUR);
  expect((await find([A])).get(A)).toEqual([waiting(A), waiting(A, NOON + HOUR)]);
  const other = await database.write((stores) => makeProject(stores));
  expect(await database.read(({ fetchAttempts }) => fetchAttempts.find(other.id, [A], NOON))).toEqual(new Map());
});

test('attempts of other times are not found', async () => {
  await request([A]);
  expect(await find([A], NOON + 4 * HOUR)).toEqual(new Map());
  expect(await find([A], NOON - 2 * HOUR)).toEqual(new Map());
});

test('a project cannot request more than 500 files in an hour', async () => {
  const urls = Array.from({ length: 600 }, (_, index) => `https://shop.test/${index}.js`);
  await request(urls.slice(0, 499));
  await request(urls.slice(499));
  expect((await find(urls)).size).toBe(500);
  await request([A]);
  expect((await find([A])).size).toBe(0);
  await request([A], NOON + HOUR);
  expect((await find([A])).size).toBe(1);
});

test('a claimed attempt cannot be claimed again until its time is over', async () => {
  await request([A, B]);
  const isDue = async (now: number) =>
    (await database.read(({ fetchAttempts }) => fetchAttempts.findDue(now, 1000))).some(
      ({ projectId }) => projectId === project.id,
    );
  expect(await isDue(NOON - 1)).toBe(false);
  expect(await isDue(NOON)).toBe(true);
  expect((await claim(NOON, 1)).map(({ url }) => url)).toEqual([A]);
  expect((await claim()).map(({ url }) => url)).toEqual([B]);
  expect(await claim()).toEqual([]);
  expect(await isDue(NOON)).toBe(false);
  expect((await claim(NOON + MINUTE)).map(({ url }) => url)).toEqual([A, B]);
});

test('an attempt finishes once, with a source map or a failure', async () => {
  await request([A, B]);
  const [a, b] = (await claim()) as [FetchAttemptKey, FetchAttemptKey];
  const map = { ...(await storeMap('{}')), debugId: '6b1e2f70-43c5-4d8a-9e10-2a7c5b3d8f64' };
  await database.write(async ({ fetchAttempts }) => {
    await fetchAttempts.finish(a, { map, failure: null }, NOON + 5);
    await fetchAttempts.finish(a, { map: null, failure: FAILURE }, NOON + 6);
    await fetchAttempts.finish(b, { map: null, failure: FAILURE }, NOON + 7);
  });
  expect((await find()).get(A)).toEqual([{ url: A, at: NOON + 5, map, failure: null }]);
  expect((await find()).get(B)).toEqual([{ url: B, at: NOON + 7, map: null, failure: FAILURE }]);
  expect(await claim(NOON + HOUR)).toEqual([]);
});

describe('bytes of source maps', () => {
  test('are kept until the last attempt that refers to them is deleted', async () => {
    const map = await storeMap('{"version":3}');
    await fetchOne(A, NOON, map);
    await fetchOne(B, NOON + HOUR, map);
    await collect();
    expect(await isStored(map)).toBe(true);
    await database.write(({ fetchAttempts }) => fetchAttempts.trim(owner(), { rows: 1, bytes: 1000 }, NOON + HOUR));
    await collect();
    expect(await isStored(map)).toBe(true);
    await database.write(({ fetchAttempts }) => fetchAttempts.trim(owner(), { rows: 0, bytes: 1000 }, NOON + HOUR));
    await collect();
    expect(await isStored(map)).toBe(false);
  });

  test('are limited for each project: the newest stay', async () => {
    const maps = [await storeMap('1'.repeat(60)), await storeMap('2'.repeat(30)), await storeMap('3'.repeat(30))];
    for (const [index, map] of maps.entries()) await fetchOne(A, NOON + index * HOUR, map);
    await fetchOne(B, NOON + 3 * HOUR, maps[2] as FetchedMap);
    await database.write(({ fetchAttempts }) => fetchAttempts.trim(owner(), { rows: 100, bytes: 60 }, NOON));
    await collect();
    expect(await Promise.all(maps.map(isStored))).toEqual([false, true, true]);
  });
});

test('old attempts are deleted with their bytes, a limited number at a time', async () => {
  const map = await storeMap('{"old":1}');
  const long = NOON - 1_000_000 * HOUR;
  await fetchOne(A, long, map);
  await request([B], long + HOUR);
  await request([B], NOON);
  const prune = (limit: number) =>
    database.write(({ fetchAttempts }) => fetchAttempts.prune(long + 2 * HOUR, limit, NOON));
  expect([await prune(1), await prune(1), await prune(1)]).toEqual([1, 1, 0]);
  await collect();
  expect(await isStored(map)).toBe(false);
  expect((await find([A, B], long)).size).toBe(0);
  expect((await find([B])).size).toBe(1);
});
