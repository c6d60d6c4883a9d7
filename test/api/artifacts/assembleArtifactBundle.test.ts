import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Artifact } from '../../../src/domain/artifact';
import { CHUNK_BYTES, cut, Uploader } from '../../support/upload';
import { bundle, sha1, zip } from '../../support/zip';

const MIB = 1024 * 1024;
const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const OK = { state: 'ok', missingChunks: [], detail: null };

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const script = {
  name: '~/a.js',
  bytes: 'a()',
  type: 'minified_source',
  headers: { 'debug-id': ID, sourcemap: 'a.js.map' },
};
const map = (bytes: Buffer | string = '{"version":3}') => ({ name: '~/a.js.map', bytes, headers: { 'debug-id': ID } });

const post = (body: object) => uploader.service.client.post(uploader.assemblePath, uploader.token).send(body);

/** Returns the artifacts of a project with a debug id. */
const byDebugId = (debugId: string, projectId = uploader.project.id): Promise<Artifact[]> =>
  uploader.service.app.database.read(({ artifacts }) => artifacts.findByDebugIds(projectId, [debugId]));

/** Temporary directories of bundles. There are none while no bundle is being assembled. */
const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('culprit-bundle-'));

describe('assembleArtifactBundle', () => {
  it('returns the missing chunks first, then stores the files of the bundle', async () => {
    const archive = bundle([script, map()]);
    const given = { version: 'one', dist: '7' };
    expect(await uploader.assemble(archive, given)).toEqual({
      state: 'not_found',
      missingChunks: [sha1(archive)],
      detail: null,
    });
    expect(await uploader.upload(archive, given)).toEqual(OK);
    expect((await uploader.files('one')).map(({ name, dist, sha1: hash }) => [name, dist, hash])).toEqual([
      ['~/a.js', '7', sha1('a()')],
      ['~/a.js.map', '7', sha1('{"version":3}')],
    ]);
    expect((await byDebugId(ID)).map(({ kind, release, headers }) => [kind, release, headers])).toEqual([
      ['source_map', 'one', { 'debug-id': ID }],
      ['minified_source', 'one', { 'debug-id': ID, sourcemap: 'a.js.map' }],
    ]);
    expect(temporaryFolders()).toEqual([]);
  });

  it('creates the release and adds it to every project, named by slug, id or former slug', async () => {
    const { service, project, token } = uploader;
    const [second, third] = [
      await service.fixtures.project({ organization: project.organization }),
      await service.fixtures.project({ organization: project.organization }),
    ];
    await service.client
      .put(third.path, token)
      .send({ slug: `${third.slug}-new` })
      .expect(200);
    const archive = bundle([map()]);
    const projects = [project.slug, Number(second.id), second.id, third.slug];
    expect(await uploader.upload(archive, { projects, version: 'shared' })).toEqual(OK);
    for (const path of [project.path, second.path, third.path.replace(third.slug, `${third.slug}-new`)]) {
      const { body } = await service.client.get(`${path}releases/shared/files/`, token).expect(200);
      expect(body).toMatchObject([{ name: '~/a.js.map' }]);
    }
    const { body } = await service.client
      .get(`/api/0/organizations/${project.organization}/releases/shared/`, token)
      .expect(200);
    expect((body as { projects: unknown[] }).projects).toHaveLength(3);
  });

  it('needs no release if the files have debug ids', async () => {
    const id = ID.replace('7', '8');
    expect(
      await uploader.upload(
        bundle([{ name: `~/${id}-0.js`, bytes: 'b()', type: 'minified_source', headers: { 'debug-id': id } }]),
      ),
    ).toEqual(OK);
    expect(await byDebugId(id)).toMatchObject([{ release: null, dist: null, name: `~/${id}-0.js` }]);
  });

  it('returns ok for a bundle that is assembled already, even if its chunks were deleted', async () => {
    const archive = bundle([map('{"again":1}')]);
    await uploader.upload(archive, { version: 'again' });
    await uploader.service.app.database.write(async ({ contents }) => {
      while (await contents.collectGarbage(Date.now() + 1, 100));
    });
    const before = await uploader.files('again');
    expect(await uploader.assemble(archive, { version: 'again' })).toEqual(OK);
    expect(await uploader.files('again')).toEqual(before);
    expect(await uploader.assemble(archive, { version: 'elsewhere' })).toMatchObject({ state: 'not_found' });
  });

  it('stores the same bundle again if its files were removed', async () => {
    const archive = bundle([map('{"restored":1}')]);
    await uploader.upload(archive, { version: 'restored' });
    const { service, project, token } = uploader;
    await service.client.delete(`${project.path}files/source-maps/?name=restored`, token).expect(204);
    expect(await uploader.files('restored')).toEqual([]);
    expect(await uploader.assemble(archive, { version: 'restored' })).toEqual(OK);
    expect(await uploader.files('restored')).toHaveLength(1);
  });

  it('replaces files by those of the last bundle, even if it was uploaded before', async () => {
    const [first, second] = ['first', 'second'].map((text) => bundle([{ name: '~/same.js', bytes: text }]));
    if (first === undefined || second === undefined) throw new Error('no archives');
    await uploader.upload(first, { version: 'turns' });
    await uploader.upload(second, { version: 'turns' });
    expect(await uploader.files('turns')).toMatchObject([{ sha1: sha1('second') }]);
    expect(await uploader.assemble(first, { version: 'turns' })).toEqual(OK);
    expect(await uploader.files('turns')).toMatchObject([{ sha1: sha1('first') }]);
  });

  it('resumes an interrupted upload', async () => {
    const archive = bundle([map(randomBytes(20 * MIB))]);
    const chunks = cut(archive);
    expect(chunks).toHaveLength(3);
    expect((await uploader.sendChunks([chunks[1] ?? Buffer.alloc(0)])).status).toBe(200);
    const { state, missingChunks } = await uploader.assemble(archive, { version: 'resumed' });
    expect([state, missingChunks]).toEqual(['not_found', [0, 2].map((index) => sha1(chunks[index] ?? ''))]);
    expect(await uploader.upload(archive, { version: 'resumed' })).toEqual(OK);
    const [file] = await uploader.files('resumed');
    const { service, token } = uploader;
    const { body } = await service.client
      .get(`${uploader.filesPath('resumed')}${file?.id}/?download=1`, token)
      .buffer(true)
      .expect(200);
    expect(sha1(body as Buffer)).toBe(file?.sha1);
  });

  it('assembles bundles concurrently, also the same one twice', async () => {
    const archives = ['p', 'q', 'p'].map((text) => bundle([{ name: `~/${text}.js`, bytes: text }]));
    for (const archive of archives) await uploader.sendChunks([archive]);
    expect(await Promise.all(archives.map((archive) => uploader.assemble(archive, { version: 'at once' })))).toEqual([
      OK,
      OK,
      OK,
    ]);
    expect(await uploader.files('at once')).toHaveLength(2);
  });

  it('stores ten thousand files while events are ingested', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => ({
      name: `~/${index}.js`,
      bytes: `f(${index})`,
      type: 'minified_source',
    }));
    const progress = { isDone: false };
    const upload = uploader.upload(bundle(files), { version: 'many' }).finally(() => (progress.isDone = true));
    let events = 0;
    for (; !progress.isDone; events += 1) await uploader.service.fixtures.event(uploader.project);
    expect(await upload).toEqual(OK);
    expect(events).toBeGreaterThan(10);
    expect(
      await uploader.service.app.database.read(({ artifacts }) =>
        artifacts.listByRelease(uploader.project.id, 'many', 10_001),
      ),
    ).toHaveLength(10_000);
  });
});

describe('assembleArtifactBundle reports an error for a bundle', () => {
  it.each([
    ['is not a ZIP archive', Buffer.from('not a zip'), /^The bundle cannot be read as a ZIP archive: .+\.$/],
    ['has no manifest', zip([{ name: 'a.js', bytes: 'a()' }]), /^The bundle has no manifest\.json\.$/],
    [
      'has two files of one name',
      bundle([script], { more: [{ name: 'files/_/_/a.js', bytes: 'b()' }] }),
      /^The bundle has files\/_\/_\/a\.js twice\.$/,
    ],
    [
      'inflates too many times',
      bundle([map(Buffer.alloc(60 * MIB))]),
      /^files\/_\/_\/a\.js\.map in the bundle inflates \d+ times; the limit is 200\.$/,
    ],
    [
      'states a size over the limit',
      bundle([script], { more: [{ name: 'x', bytes: 'x', claimedSize: 65 * MIB }] }),
      /^x in the bundle has 68157440 bytes; the limit is 67108864\.$/,
    ],
  ])('that %s, and stores none of its files', async (_, archive, sentence) => {
    const answer = await uploader.upload(archive, { version: 'wrong' });
    expect(answer).toEqual({ state: 'error', missingChunks: [], detail: expect.stringMatching(sentence) as string });
    await uploader.service.client.get(uploader.filesPath('wrong'), uploader.token).expect(404);
    expect(temporaryFolders()).toEqual([]);
  });

  it('that is damaged behind its first file', async () => {
    const archive = bundle([script, { ...map('text '.repeat(200)), name: '~/z.js.map' }]);
    archive.fill(0xff, archive.indexOf('z.js.map') + 12, archive.indexOf('z.js.map') + 20);
    const answer = await uploader.upload(archive, { version: 'broken' });
    expect(answer).toMatchObject({
      state: 'error',
      detail: expect.stringContaining('files/_/_/z.js.map in the bundle is damaged: ') as string,
    });
    await uploader.service.client.get(uploader.filesPath('broken'), uploader.token).expect(404);
  });

  it('whose checksum differs from that of the request', async () => {
    const archive = bundle([map('{"checksum":1}')]);
    await uploader.sendChunks([archive]);
    const { body } = await post({
      checksum: sha1('other'),
      chunks: [sha1(archive)],
      projects: [uploader.project.slug],
    }).expect(200);
    expect(body).toEqual({
      state: 'error',
      missingChunks: [],
      detail: `The chunks make up a bundle with SHA-1 ${sha1(archive)}, not ${sha1('other')}.`,
    });
  });

  it('that is larger than the limit', async () => {
    const chunk = Buffer.alloc(CHUNK_BYTES, 'large');
    await uploader.sendChunks([chunk]);
    const { body } = await post({
      checksum: sha1('x'),
      chunks: Array(33).fill(sha1(chunk)),
      projects: [uploader.project.slug],
    }).expect(200);
    expect(body).toMatchObject({ state: 'error', detail: 'The bundle is larger than 268435456 bytes.' });
  });

  it('that has too many files for its number of projects', async () => {
    const { service, project } = uploader;
    const projects = [project.slug];
    for (let more = 0; more < 8; more += 1)
      projects.push((await service.fixtures.project({ organization: project.organization })).slug);
    const files = Array.from({ length: 6_667 }, (_, index) => ({ name: `~/${index}.js`, bytes: '' }));
    const answer = await uploader.upload(bundle(files), { projects, version: 'crowded' });
    expect(answer).toMatchObject({
      state: 'error',
      detail: 'The bundle has too many files for 9 projects; files times projects is at most 60000.',
    });
  });

  it('that has a file of a hundred megabytes, which is not read into memory', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `;AAAA,CAAC,${(index * 7919).toString(36)}`).join('');
    const archive = bundle([map(Buffer.alloc(100 * MIB, `{"mappings":"${lines}`))]);
    const before = process.memoryUsage().rss;
    const answer = await uploader.upload(archive, { version: 'large' });
    expect(answer.detail).toBe('files/_/_/a.js.map in the bundle has 104857600 bytes; the limit is 67108864.');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
  });
});

describe('assembleArtifactBundle rejects', () => {
  const body = () => ({ checksum: sha1('x'), chunks: [sha1('x')], projects: [uploader.project.slug] });

  it('projects that do not exist or belong to another organization', async () => {
    const other = await uploader.service.fixtures.project();
    for (const project of ['shpo', other.slug, other.id, 0, '99999999']) {
      const response = await post({ ...body(), projects: [uploader.project.slug, project] }).expect(400);
      expect(response.body).toEqual({ detail: `There is no project "${project}" in this organization.` });
    }
  });

  it.each([
    ['an empty list of projects', { projects: [] }, 'projects'],
    ['an empty list of chunks', { chunks: [] }, 'chunks'],
    ['a chunk that is not a SHA-1', { chunks: ['x'] }, 'chunks'],
    ['a checksum that is not a SHA-1', { checksum: 'x' }, 'checksum'],
    ['a reserved version', { version: 'latest' }, 'version'],
    ['a dist without a version', { dist: '7' }, 'dist'],
    ['an unknown field', { release: 'v1' }, 'release'],
  ])('%s', async (_, change, field) => {
    const response = await post({ ...body(), ...change }).expect(400);
    expect(Object.keys(response.body as object)).toEqual([field]);
  });

  it('tokens without a scope for uploads, requests without a token, and other organizations', async () => {
    const { service, project, token, assemblePath } = uploader;
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    await service.client.post(assemblePath, reader).send(body()).expect(403);
    await service.client.post(assemblePath).send(body()).expect(401);
    await service.client.post('/api/0/organizations/nobody/artifactbundle/assemble/', token).send(body()).expect(404);
  });
});
