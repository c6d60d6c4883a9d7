import { randomBytes } from 'node:crypto';
import { sha1Of } from '../../src/compression/eventBody';
import type { Artifact } from '../../src/domain/artifact';
import type { Project } from '../../src/domain/project';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { content, NOON, organization, project } from '../support/rows';

const DAY = 24 * 60 * 60 * 1000;
const MIB = 1024 * 1024;

let temporary: TemporaryDatabase;
let database: Database;
let home: Project;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
beforeEach(async () => {
  home = await database.write((stores) => project(stores));
});
afterAll(() => temporary.dispose());

/** Stores bytes and returns their SHA-1. */
const store = (bytes: Uint8Array, at = NOON): Promise<string> =>
  database.write((stores) => content(stores, home.organizationId, bytes, at));
const missing = (sha1s: readonly string[], organizationId = home.organizationId) =>
  database.read(({ contents }) => contents.findMissing(organizationId, sha1s));
const read = (sha1: string, organizationId = home.organizationId) =>
  database.read(({ contents }) => contents.read(organizationId, sha1));

/** Collects garbage to the end and returns the number of steps. */
async function collectAll(before: number, limit = 100): Promise<number> {
  let steps = 0;
  while (await database.write(({ contents }) => contents.collectGarbage(before, limit))) steps += 1;
  return steps;
}

/** Inserts an artifact of release v1 that refers to a content. */
const insertArtifact = (sha1: string, name: string): Promise<Artifact[]> => {
  const { organizationId, id: projectId } = home;
  const upload = { organizationId, projectId, release: 'v1', dist: null, bundleId: null, dateCreated: NOON };
  const file = { name, kind: 'minified_source', debugId: null, headers: {}, sha1, size: 1 } as const;
  return database.write(({ artifacts }) => artifacts.insert(upload, [file]));
};

describe('contents', () => {
  it.each([0, 1, MIB, MIB + 1, 5 * MIB])('returns %i bytes as they were stored', async (size) => {
    const bytes = randomBytes(size);
    const sha1 = await store(bytes);
    expect(await missing([sha1])).toEqual([]);
    expect(Buffer.from((await read(sha1)) ?? 'none').equals(bytes)).toBe(true);
  });

  it('belong to one organization', async () => {
    const sha1 = await store(Buffer.from('mine'));
    const other = await database.write((stores) => organization(stores));
    expect(await missing([sha1], other.id)).toEqual([sha1]);
    expect(await read(sha1, other.id)).toBeUndefined();
  });

  it('lists missing ones without duplicates, in the given order', async () => {
    const sha1 = await store(Buffer.from('kept'));
    expect(await missing(['b', sha1, 'a', 'b'])).toEqual(['b', 'a']);
  });

  it('are missing until they are complete', async () => {
    const { organizationId } = home;
    await database.write(({ contents }) =>
      contents.putSlices({ organizationId, at: NOON }, [{ sha1: 'half', number: 0, bytes: randomBytes(8) }]),
    );
    expect(await missing(['half'])).toEqual(['half']);
    expect(await read('half')).toBeUndefined();
  });

  it('are no chunks unless they are stored as chunks', async () => {
    await store(randomBytes(8));
    const chunks = await database.read(({ contents }) => contents.sumChunks(home.organizationId));
    expect(chunks).toEqual({ count: 0, bytes: 0 });
  });

  it('may be stored twice', async () => {
    const bytes = randomBytes(2 * MIB);
    const sha1 = await store(bytes);
    expect(await store(bytes)).toBe(sha1);
    expect(Buffer.from((await read(sha1)) ?? []).equals(bytes)).toBe(true);
  });

  it('are still there after reopening the database', async () => {
    const sha1 = await store(Buffer.from('durable'));
    database = await temporary.reopen();
    expect(Buffer.from((await read(sha1)) ?? []).toString()).toBe('durable');
  });
});

describe('collectGarbage', () => {
  it('deletes contents that were not used for a day, and no others', async () => {
    const [old, young] = [await store(randomBytes(10), NOON - DAY - 1), await store(randomBytes(10), NOON - DAY)];
    await collectAll(NOON - DAY);
    expect(await missing([old, young])).toEqual([old]);
  });

  it('keeps contents that are stored again or touched', async () => {
    const [again, touched] = [randomBytes(10), randomBytes(11)];
    const names = [await store(again, 1), await store(touched, 1)];
    await store(again, NOON);
    await database.write(({ contents }) => contents.touch(home.organizationId, [sha1Of(touched)], NOON));
    await collectAll(NOON - 1);
    expect(await missing(names)).toEqual([]);
  });

  it('keeps contents until the last artifact that refers to them is removed', async () => {
    const sha1 = await store(randomBytes(10), 1);
    const [one] = await insertArtifact(sha1, '~/a.js');
    const [other] = await insertArtifact(sha1, '~/b.js');
    await collectAll(2);
    expect(await missing([sha1])).toEqual([]);
    const remove = (id = '', at = 5) => database.write(({ artifacts }) => artifacts.remove(home.id, 'v1', id, at));
    await remove(one?.id);
    await collectAll(10);
    expect(await missing([sha1])).toEqual([]);
    await remove(other?.id, 20);
    await collectAll(20);
    expect(await missing([sha1])).toEqual([]);
    await collectAll(21);
    expect(await missing([sha1])).toEqual([sha1]);
  });

  it('deletes contents that were never completed', async () => {
    const { organizationId } = home;
    await database.write(({ contents }) =>
      contents.putSlices({ organizationId, at: 1 }, [{ sha1: 'half', number: 0, bytes: randomBytes(8) }]),
    );
    expect(await collectAll(2)).toBe(1);
    expect(await collectAll(2)).toBe(0);
  });

  it('works in steps, and a content is missing from the first step on', async () => {
    const bytes = randomBytes(5 * MIB);
    const sha1 = await store(bytes, 1);
    await database.write(({ contents }) => contents.collectGarbage(2, 2));
    expect(await missing([sha1])).toEqual([sha1]);
    await store(bytes, 1);
    expect(Buffer.from((await read(sha1)) ?? []).equals(bytes)).toBe(true);
    expect(await collectAll(2, 2)).toBe(3);
    expect(await missing([sha1])).toEqual([sha1]);
  });
});
