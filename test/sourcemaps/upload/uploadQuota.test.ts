import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createCheckMap } from '../../../src/sourcemaps/lint/checkFiles';
import { parseHere } from '../../../src/sourcemaps/parse/parserThread';
import { BundleAssembler } from '../../../src/sourcemaps/upload/assembleBundle';
import { ReclaimJob } from '../../../src/jobs/reclaim';
import { type Database, type Read } from '../../../src/store/stores';
import { openTemporaryDatabase } from '../../support/database';
import { runUntilIdle } from '../../support/jobs';
import { content, project as makeProject } from '../../support/rows';
import { Uploader } from '../../support/upload';
import { bundle, sha1 } from '../../support/zip';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

let uploader: Uploader;
beforeEach(async () => {
  uploader = await Uploader.start({ CHUNK_QUOTA: '4', ARTIFACT_QUOTA: '1' });
});
afterEach(() => uploader.service.close());

const database = (): Database => uploader.service.app.database;

async function organizationId(): Promise<string> {
  const organization = await database().read(({ organizations }) =>
    organizations.findBySlug(uploader.project.organization),
  );
  return organization?.id ?? '';
}

async function chunkBytes(): Promise<number> {
  const id = await organizationId();
  return (await database().read(({ contents }) => contents.sumChunks(id))).bytes;
}

async function artifactBytes(): Promise<number> {
  const id = await organizationId();
  return database().read(({ artifacts }) => artifacts.sumBytes(id));
}

describe('chunks that are not assembled', () => {
  it('are refused beyond the quota of the organization, and those of others are not', async () => {
    for (let count = 0; count < 4; count += 1) {
      const { status } = await uploader.sendChunks([randomBytes(MIB - 1024)]);
      expect(status).toBe(200);
    }
    const refused = await uploader.sendChunks([randomBytes(MIB)]);
    expect([refused.status, refused.body]).toEqual([
      413,
      {
        detail: expect.stringMatching(
          /^The organization has 4\.0 MiB of chunks .* its quota is 4 MiB: .*upload purge\.$/,
        ),
      },
    ]);
    const other = await uploader.service.fixtures.project();
    const token = await uploader.service.fixtures.token(other.organization);
    const chunk = randomBytes(MIB);
    await uploader.service.client
      .post(`/api/0/organizations/${other.organization}/chunk-upload/`, token)
      .attach('file', chunk, { filename: sha1(chunk), contentType: 'application/octet-stream' })
      .expect(200);
    await uploader.service.fixtures.event(uploader.project);
  });

  it('count at least 16 KiB each, and a repeated one counts once', async () => {
    const small = Array.from({ length: 64 }, () => randomBytes(8));
    for (const _ of ['once', 'again']) expect((await uploader.sendChunks(small)).status).toBe(200);
    expect(await chunkBytes()).toBe(64 * 16 * 1024);
  });

  it('do not count any more once they are assembled', async () => {
    const archive = bundle([{ name: '~/a.js.map', bytes: randomBytes(MIB / 2) }]);
    expect(await uploader.upload(archive, { version: '1' })).toMatchObject({ state: 'ok' });
    expect([await chunkBytes(), await artifactBytes()]).toEqual([0, MIB / 2]);
  });

  it('are deleted after a day, and do not count then', async () => {
    await uploader.sendChunks([randomBytes(MIB)]);
    await runUntilIdle(new ReclaimJob(database(), () => Date.now() + DAY_MS - 60_000));
    expect(await chunkBytes()).toBeGreaterThan(MIB - 1);
    await runUntilIdle(new ReclaimJob(database(), () => Date.now() + DAY_MS + 60_000));
    expect(await chunkBytes()).toBe(0);
  });
});

describe('artifacts', () => {
  it('are refused beyond the quota of the organization: bundles and files', async () => {
    const large = bundle([{ name: '~/a.js.map', bytes: randomBytes(MIB + 1) }]);
    expect(await uploader.upload(large, { version: '1' })).toEqual({
      state: 'error',
      missingChunks: [],
      detail: expect.stringMatching(/^The organization has 0 MiB of artifacts, .* its quota of 1 MiB: remove .*\.$/),
    });
    expect(await artifactBytes()).toBe(0);
    await uploader.service.client.post(`${uploader.project.path}releases/`, uploader.token).send({ version: '1' });
    const file = await uploader.service.client
      .post(uploader.filesPath('1'), uploader.token)
      .attach('file', randomBytes(MIB + 1), 'a.js');
    expect([file.status, file.body]).toEqual([413, { detail: expect.stringContaining('quota of 1 MiB') }]);
  });

  it('count in each project, not twice if they replace others, and not once they are removed', async () => {
    const archive = (byte: number) => bundle([{ name: '~/a.js.map', bytes: Buffer.alloc(100_000, byte) }]);
    await uploader.upload(archive(1), { version: '1' });
    await uploader.upload(archive(2), { version: '1' });
    expect(await artifactBytes()).toBe(100_000);
    const { client } = uploader.service;
    await client.delete(`${uploader.project.path}files/source-maps/?name=1`, uploader.token).expect(204);
    expect(await artifactBytes()).toBe(0);
  });
});

test('an assembly leaves no file that a killed process would not free', async () => {
  const temporary = await openTemporaryDatabase();
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('culprit-bundle-'));
  try {
    const { id: projectId, organizationId } = await temporary.database.write((stores) => makeProject(stores));
    const archive = bundle([{ name: '~/a.js', bytes: 'a()' }]);
    await temporary.database.write((stores) => content(stores, organizationId, archive));
    const seen: string[][] = [];
    const read: Read = async (work) => {
      seen.push((await readdir(tmpdir())).filter((name) => name.startsWith('culprit-bundle-')));
      return temporary.database.read(work);
    };
    const quota = { chunkBytes: MIB, artifactBytes: MIB };
    const key = { organizationId, checksum: sha1(archive), release: null, dist: null, projectIds: [projectId] };
    const { write } = temporary.database;
    const assembler = new BundleAssembler({
      read,
      write,
      quota,
      checkMap: createCheckMap(parseHere),
      requireDiskSpace: () => undefined,
    });
    await assembler.assemble({ key, chunks: [sha1(archive)], now: Date.now() });
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.flat().filter((name) => !before.includes(name))).toEqual([]);
  } finally {
    await temporary.dispose();
  }
});
