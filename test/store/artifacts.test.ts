import { randomBytes } from 'node:crypto';
import { sha1Of } from '../../src/compression/eventBody';
import type { Artifact, ArtifactFile, Upload } from '../../src/domain/artifact';
import type { PageRequest } from '../../src/domain/page';
import type { Project } from '../../src/domain/project';
import type { BundleKey } from '../../src/store/artifacts';
import type { Database } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { content, everyRow, NOON, project } from '../support/rows';

const MIB = 1024 * 1024;
const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const OTHER_ID = ID.replace('7', '8');

const { database } = useTemporaryDatabase('all');
let home: Project;
beforeEach(async () => {
  home = await database.write((stores) => project(stores));
});

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

describe('artifacts', () => {
  it('are found by id, debug id and name, newest first', async () => {
    const [old] = await insert([file({ debugId: ID })]);
    const [fresh] = await insert([file({ debugId: OTHER_ID })], { dateCreated: NOON + 1, bundleId: '7' });
    const read = (work: Parameters<Database['read']>[0]) => database.read(work);
    expect(await read(({ artifacts }) => artifacts.find(home.id, 'v1', old?.id ?? ''))).toEqual(old);
    expect(await read(({ artifacts }) => artifacts.findByDebugIds(home.id, [OTHER_ID, ID]))).toEqual([fresh, old]);
    expect(await read(({ artifacts }) => artifacts.findByNames(home.id, 'v1', ['~/b.js', '~/a.js']))).toEqual([
      fresh,
      old,
    ]);
    expect(await read(({ artifacts }) => artifacts.findByNames(home.id, 'v2', ['~/a.js']))).toEqual([]);
    expect(await read(({ artifacts }) => artifacts.findByDebugIds(home.id, ['']))).toEqual([]);
    expect(await read(({ artifacts }) => artifacts.find(home.id, 'v2', old?.id ?? ''))).toBeUndefined();
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

  it('return their bytes', async () => {
    const bytes = randomBytes(3 * MIB);
    const [artifact] = await insert([
      file({ sha1: await database.write((stores) => content(stores, home.organizationId, bytes)), size: bytes.length }),
    ]);
    if (artifact === undefined) throw new Error('not inserted');
    expect(Buffer.from(await database.read(({ artifacts }) => artifacts.readContent(artifact))).equals(bytes)).toBe(
      true,
    );
    await expect(
      database.read(({ artifacts }) => artifacts.readContent({ ...artifact, sha1: 'none' })),
    ).rejects.toThrow('~/a.js are not stored');
  });

  it('replace those with the same name, dist and debug id', async () => {
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

  it('outside of a bundle replace others outside of a bundle, whatever their debug id', async () => {
    await insert([file({ debugId: ID })]);
    await insert([file({ debugId: OTHER_ID })], { bundleId: '1' });
    await insert([file({ size: 5 })]);
    expect((await listed()).map(({ size, debugId }) => [size, debugId])).toEqual([
      [5, null],
      [1, OTHER_ID],
    ]);
  });

  it('of one upload may repeat a name: the last one is stored', async () => {
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

  it('may be inserted by the ten thousand', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => file({ name: `~/${index}.js` }));
    expect(await insert(files)).toHaveLength(10_000);
    await insert(files);
    expect(await database.read(({ artifacts }) => artifacts.listByRelease(home.id, 'v1', 10_001))).toHaveLength(10_000);
  });
});

describe('a bundle', () => {
  it('is found by its key', async () => {
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
    ['a file of another bundle replaces one of its files', () => insertBundle(keyOf(), [file()])],
    ['a file outside of a bundle replaces one of its files', () => insert([file()])],
  ])('is deleted when %s', async (_, change) => {
    const [key, bystander] = [keyOf(), keyOf({ release: 'v2' })];
    await insertBundle(key, [file(), file({ name: '~/b.js' })]);
    await insertBundle(bystander, [file()]);
    await change();
    expect(await findBundle(key)).toBeUndefined();
    expect(await findBundle(bystander)).toBeDefined();
  });

  it('stays when files of the same names and other debug ids are uploaded', async () => {
    const key = keyOf();
    await insertBundle(key, [file({ debugId: ID })]);
    await insertBundle(keyOf(), [file({ debugId: OTHER_ID })]);
    expect(await findBundle(key)).toBeDefined();
  });
});
