import { randomBytes } from 'node:crypto';
import { compressContent, sha1Of } from '../../src/compression/content';
import type { Artifact, ArtifactFile, Upload } from '../../src/domain/artifact';
import type { PageRequest } from '../../src/domain/page';
import type { Project } from '../../src/domain/project';
import type { BundleKey } from '../../src/store/artifacts';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { everyRow, NOON, organization, project } from '../support/rows';

const DAY = 24 * 60 * 60 * 1000;
const MIB = 1024 * 1024;
const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const OTHER_ID = ID.replace('7', '8');

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

/** Keeps bytes and answers their name. */
async function keep(bytes: Uint8Array, at = NOON, organizationId = home.organizationId): Promise<string> {
  const sha1 = sha1Of(bytes);
  const slices = await compressContent(bytes);
  await database.write(async ({ contents }) => {
    for (const [number, slice] of slices.entries())
      await contents.putSlice({ organizationId, sha1, number, bytes: slice, at });
    await contents.complete({ organizationId, sha1, sliceCount: slices.length, at });
  });
  return sha1;
}

const missing = (sha1s: readonly string[], organizationId = home.organizationId) =>
  database.read(({ contents }) => contents.findMissing(organizationId, sha1s));
const readKept = (sha1: string, organizationId = home.organizationId) =>
  database.read(({ contents }) => contents.read(organizationId, sha1));

async function collectAll(before: number, limit = 100): Promise<number> {
  let steps = 0;
  while (await database.write(({ contents }) => contents.collectGarbage(before, limit))) steps += 1;
  return steps;
}

const file = (given: Partial<ArtifactFile> = {}): ArtifactFile => ({
  name: '~/a.js',
  kind: 'minified_source',
  debugId: null,
  headers: { sourcemap: 'a.js.map' },
  sha1: sha1Of(Buffer.from('a')),
  size: 1,
  ...given,
});

const insert = (files: readonly ArtifactFile[], given: Partial<Upload> = {}): Promise<Artifact[]> => {
  const { organizationId, id: projectId } = home;
  const upload = { organizationId, projectId, release: 'v1', dist: null, bundleId: null, dateCreated: NOON, ...given };
  return database.write(({ artifacts }) => artifacts.insert(upload, files));
};

const listed = (projectId = home.id, release = 'v1') =>
  database.read(({ artifacts }) => artifacts.listByRelease(projectId, release, 1000));

const keyOf = (given: Partial<BundleKey> = {}): BundleKey => ({
  organizationId: home.organizationId,
  checksum: sha1Of(randomBytes(8)),
  release: 'v1',
  dist: null,
  projectIds: [home.id],
  ...given,
});

const insertBundle = (key: BundleKey, files: readonly ArtifactFile[]) =>
  database.write(async ({ artifacts }) => {
    const bundleId = await artifacts.insertBundle(key, { fileCount: files.length, dateCreated: NOON });
    for (const projectId of key.projectIds) {
      const { organizationId, release, dist } = key;
      await artifacts.insert({ organizationId, projectId, release, dist, bundleId, dateCreated: NOON }, files);
    }
    return bundleId;
  });
const findBundle = (key: BundleKey) => database.read(({ artifacts }) => artifacts.findBundle(key));

describe('contents', () => {
  it.each([0, 1, MIB, MIB + 1, 5 * MIB])('gives back %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const sha1 = await keep(bytes);
    expect(await missing([sha1])).toEqual([]);
    expect(Buffer.from((await readKept(sha1)) ?? 'none').equals(bytes)).toBe(true);
  });

  it('belong to one organization', async () => {
    const sha1 = await keep(Buffer.from('mine'));
    const other = await database.write((stores) => organization(stores));
    expect(await missing([sha1], other.id)).toEqual([sha1]);
    expect(await readKept(sha1, other.id)).toBeUndefined();
  });

  it('tells what is missing once, in the order asked for', async () => {
    const sha1 = await keep(Buffer.from('kept'));
    expect(await missing(['b', sha1, 'a', 'b'])).toEqual(['b', 'a']);
  });

  it('are missing until they are finished', async () => {
    const { organizationId } = home;
    await database.write(({ contents }) =>
      contents.putSlice({ organizationId, sha1: 'half', number: 0, bytes: randomBytes(8), at: NOON }),
    );
    expect(await missing(['half'])).toEqual(['half']);
    expect(await readKept('half')).toBeUndefined();
  });

  it('may be kept twice', async () => {
    const bytes = randomBytes(2 * MIB);
    const sha1 = await keep(bytes);
    expect(await keep(bytes)).toBe(sha1);
    expect(Buffer.from((await readKept(sha1)) ?? []).equals(bytes)).toBe(true);
  });

  it('outlive a restart', async () => {
    const sha1 = await keep(Buffer.from('durable'));
    database = await temporary.reopen();
    expect(Buffer.from((await readKept(sha1)) ?? []).toString()).toBe('durable');
  });
});

describe('collectGarbage', () => {
  it('drops what nothing used for a day, and keeps what was', async () => {
    const [old, young] = [await keep(randomBytes(10), NOON - DAY - 1), await keep(randomBytes(10), NOON - DAY)];
    await collectAll(NOON - DAY);
    expect(await missing([old, young])).toEqual([old]);
  });

  it('waits for what is kept again, or asked to be kept', async () => {
    const [again, asked] = [randomBytes(10), randomBytes(11)];
    const names = [await keep(again, 1), await keep(asked, 1)];
    await keep(again, NOON);
    await database.write(({ contents }) => contents.touch(home.organizationId, [sha1Of(asked)], NOON));
    await collectAll(NOON - 1);
    expect(await missing(names)).toEqual([]);
  });

  it('keeps what an artifact refers to until the last one is gone', async () => {
    const sha1 = await keep(randomBytes(10), 1);
    const [one] = await insert([file({ sha1 })]);
    await insert([file({ sha1, name: '~/b.js' })]);
    await collectAll(2);
    expect(await missing([sha1])).toEqual([]);
    const remove = (id = '', at = 5) => database.write(({ artifacts }) => artifacts.remove(home.id, 'v1', id, at));
    await remove(one?.id);
    await collectAll(10);
    expect(await missing([sha1])).toEqual([]);
    await remove((await listed())[0]?.id, 20);
    await collectAll(20);
    expect(await missing([sha1])).toEqual([]);
    await collectAll(21);
    expect(await missing([sha1])).toEqual([sha1]);
  });

  it('drops what was never finished', async () => {
    const { organizationId } = home;
    await database.write(({ contents }) =>
      contents.putSlice({ organizationId, sha1: 'half', number: 0, bytes: randomBytes(8), at: 1 }),
    );
    expect(await collectAll(2)).toBe(1);
    expect(await collectAll(2)).toBe(0);
  });

  it('goes in steps, and what it has begun to drop is missing', async () => {
    const bytes = randomBytes(5 * MIB);
    const sha1 = await keep(bytes, 1);
    await database.write(({ contents }) => contents.collectGarbage(2, 2));
    expect(await missing([sha1])).toEqual([sha1]);
    await keep(bytes, 1);
    expect(Buffer.from((await readKept(sha1)) ?? []).equals(bytes)).toBe(true);
    expect(await collectAll(2, 2)).toBe(3);
    expect(await missing([sha1])).toEqual([sha1]);
  });
});

describe('artifacts', () => {
  it('are found by id, debug id and name, newest first', async () => {
    const [old] = await insert([file({ debugId: ID })]);
    const [fresh] = await insert([file({ debugId: OTHER_ID })], { dateCreated: NOON + 1, bundleId: '7' });
    const found = (work: Parameters<Database['read']>[0]) => database.read(work);
    expect(await found(({ artifacts }) => artifacts.find(home.id, 'v1', old?.id ?? ''))).toEqual(old);
    expect(await found(({ artifacts }) => artifacts.findByDebugIds(home.id, [OTHER_ID, ID]))).toEqual([fresh, old]);
    expect(await found(({ artifacts }) => artifacts.findByNames(home.id, 'v1', ['~/b.js', '~/a.js']))).toEqual([
      fresh,
      old,
    ]);
    expect(await found(({ artifacts }) => artifacts.findByNames(home.id, 'v2', ['~/a.js']))).toEqual([]);
    expect(await found(({ artifacts }) => artifacts.findByDebugIds(home.id, ['']))).toEqual([]);
    expect(await found(({ artifacts }) => artifacts.find(home.id, 'v2', old?.id ?? ''))).toBeUndefined();
  });

  it('belong to one project', async () => {
    const [artifact] = await insert([file({ debugId: ID })]);
    const other = await database.write((stores) => project(stores, { organizationId: home.organizationId }));
    await database.read(async ({ artifacts }) => {
      expect(await artifacts.hasAny(home.id)).toBe(true);
      expect(await artifacts.hasAny(other.id)).toBe(false);
      expect(await artifacts.find(other.id, 'v1', artifact?.id ?? '')).toBeUndefined();
      expect(await artifacts.findByDebugIds(other.id, [ID])).toEqual([]);
      expect(await artifacts.listByRelease(other.id, 'v1', 1)).toEqual([]);
    });
    expect(await database.write(({ artifacts }) => artifacts.remove(other.id, 'v1', artifact?.id ?? '', NOON))).toBe(
      false,
    );
  });

  it('need no release', async () => {
    const [artifact] = await insert([file({ debugId: ID })], { release: null });
    expect(artifact).toMatchObject({ release: null, dist: null });
    expect(await database.read(({ artifacts }) => artifacts.findByDebugIds(home.id, [ID]))).toEqual([artifact]);
  });

  it('are listed by name, then dist, in pages', async () => {
    const names = ['~/b.js', 'https://h:80/ä.js?x', '~/a.js', '~/A.js'];
    for (const dist of ['2', null, '1'])
      await insert(
        names.map((name) => file({ name })),
        { dist },
      );
    const page = (request: PageRequest) =>
      database.read(({ artifacts }) => artifacts.pageByRelease(home.id, 'v1', request));
    const all = await listed();
    expect(all.slice(0, 4).map(({ name, dist }) => [name, dist])).toEqual([
      ['https://h:80/ä.js?x', null],
      ['https://h:80/ä.js?x', '1'],
      ['https://h:80/ä.js?x', '2'],
      ['~/A.js', null],
    ]);
    expect(all).toHaveLength(12);
    for (const size of [1, 5, 12]) expect(await everyRow(page, size)).toEqual(all);
    expect(await database.read(({ artifacts }) => artifacts.listByRelease(home.id, 'v1', 13))).toHaveLength(12);
    expect(await database.read(({ artifacts }) => artifacts.listByRelease(home.id, 'v1', 2))).toEqual(all.slice(0, 2));
  });

  it('give their bytes', async () => {
    const bytes = randomBytes(3 * MIB);
    const [artifact] = await insert([file({ sha1: await keep(bytes), size: bytes.length })]);
    if (artifact === undefined) throw new Error('not inserted');
    expect(Buffer.from(await database.read(({ artifacts }) => artifacts.readContent(artifact))).equals(bytes)).toBe(
      true,
    );
    await expect(
      database.read(({ artifacts }) => artifacts.readContent({ ...artifact, sha1: 'none' })),
    ).rejects.toThrow('~/a.js are not stored');
  });

  it('take the place of those with the same name, dist and debug id', async () => {
    await insert([file({ debugId: ID }), file({ debugId: OTHER_ID }), file()], { bundleId: '1' });
    await insert([file({ debugId: ID, size: 2 }), file({ size: 3 })], { bundleId: '2' });
    await insert([file({ debugId: ID, size: 4 })], { dist: '1' });
    expect((await listed()).map(({ size, dist, debugId }) => [size, dist, debugId])).toEqual([
      [3, null, null],
      [2, null, ID],
      [1, null, OTHER_ID],
      [4, '1', ID],
    ]);
  });

  it('that come singly take the place of single ones, whatever their debug id', async () => {
    await insert([file({ debugId: ID })]);
    await insert([file({ debugId: OTHER_ID })], { bundleId: '1' });
    await insert([file({ size: 5 })]);
    expect((await listed()).map(({ size, debugId }) => [size, debugId])).toEqual([
      [5, null],
      [1, OTHER_ID],
    ]);
  });

  it('of one upload may repeat a name: the last counts', async () => {
    const inserted = await insert([file({ size: 1 }), file({ size: 2 }), file({ debugId: ID })]);
    expect(inserted.map(({ size }) => size)).toEqual([2, 1]);
  });

  it('of a release are removed together', async () => {
    await insert([file(), file({ name: '~/b.js' })]);
    await insert([file()], { release: 'v2' });
    const remove = (projectId: string) =>
      database.write(({ artifacts }) => artifacts.removeByRelease(projectId, 'v1', NOON));
    expect(await remove('1234567')).toBe(0);
    expect(await remove(home.id)).toBe(2);
    expect(await listed()).toEqual([]);
    expect(await listed(home.id, 'v2')).toHaveLength(1);
  });

  it('number ten thousand', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => file({ name: `~/${index}.js` }));
    expect(await insert(files)).toHaveLength(10_000);
    await insert(files);
    expect(await database.read(({ artifacts }) => artifacts.listByRelease(home.id, 'v1', 10_001))).toHaveLength(10_000);
  });
});

describe('a bundle', () => {
  it('is found by what makes it the same', async () => {
    const other = await database.write((stores) => project(stores, { organizationId: home.organizationId }));
    const key = keyOf({ dist: '7', projectIds: [home.id, other.id] });
    const id = await insertBundle(key, [file()]);
    expect(await findBundle({ ...key, projectIds: [other.id, home.id, home.id] })).toEqual({
      id,
      organizationId: home.organizationId,
      checksum: key.checksum,
      release: 'v1',
      dist: '7',
      fileCount: 1,
      dateCreated: NOON,
    });
    expect(await findBundle({ ...key, dist: null })).toBeUndefined();
    expect(await findBundle({ ...key, release: null })).toBeUndefined();
    expect(await findBundle({ ...key, projectIds: [home.id] })).toBeUndefined();
    expect(await findBundle({ ...key, checksum: 'x' })).toBeUndefined();
  });

  it('may be inserted again', async () => {
    const key = keyOf();
    expect(await insertBundle(key, [file()])).toBe(await insertBundle(key, [file()]));
    expect(await findBundle(key)).toBeDefined();
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    [
      'one of its files is removed',
      () =>
        listed().then(([first]) =>
          database.write(({ artifacts }) => artifacts.remove(home.id, 'v1', first?.id ?? '', NOON)),
        ),
    ],
    ['its release is emptied', () => database.write(({ artifacts }) => artifacts.removeByRelease(home.id, 'v1', NOON))],
    ['another takes the place of one of its files', () => insertBundle(keyOf(), [file()])],
    ['a single file takes the place of one of its files', () => insert([file()])],
  ])('is forgotten when %s', async (_, happen) => {
    const [key, bystander] = [keyOf(), keyOf({ release: 'v2' })];
    await insertBundle(key, [file(), file({ name: '~/b.js' })]);
    await insertBundle(bystander, [file()]);
    await happen();
    expect(await findBundle(key)).toBeUndefined();
    expect(await findBundle(bystander)).toBeDefined();
  });

  it('is kept when a build of the same names and other debug ids follows', async () => {
    const key = keyOf();
    await insertBundle(key, [file({ debugId: ID })]);
    await insertBundle(keyOf(), [file({ debugId: OTHER_ID })]);
    expect(await findBundle(key)).toBeDefined();
  });
});
