import { join } from 'node:path';
import type { Session } from '../../../src/store/engine/sql';
import type { Database, Writers } from '../../../src/store/stores';
import { readEvents } from '../../support/sdkEvents';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import type { ProjectFixture } from '../../support/fixtures';
import { content, issue } from '../../support/rows';
import { type Service, startService } from '../../support/service';
import { sha1 } from '../../support/zip';

let directory: TemporaryDirectory;
let service: Service;
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(async () => {
  await service.close();
  await directory.dispose();
});

async function start(environment: Record<string, string>): Promise<void> {
  service = await startService({ DATABASE_URL: `sqlite:${join(directory.path, 'culprit.db')}`, ...environment });
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
}

const send = (message = 'x', operation = 'store') =>
  service.client.post(`/api/${project.id}/${operation}/?sentry_key=${project.publicKey}`).send({ message });

describe('a disk that is almost full', () => {
  beforeEach(() => start({ DISK_RESERVE: '999999999' }));

  test('rejects events and files with 503', async () => {
    const chunks = service.client.post(`/api/0/organizations/${project.organization}/chunk-upload/`, token);
    for (const reply of [
      await send(),
      await send('x', 'envelope'),
      await chunks.attach('file', Buffer.from('x'), 'a'.repeat(40)),
    ]) {
      expect([reply.status, reply.body]).toEqual([503, { detail: expect.stringMatching(/^[A-Z].*disk.*\.$/) }]);
      expect((reply.headers as Record<string, string>)['retry-after']).toBe('60');
    }
  });

  test('does not affect other operations, above all removal', async () => {
    const id = await service.app.database.write((stores) => issue(stores, project.id));
    await service.client.delete(`${project.path}issues/?id=${id}`, token).expect(200);
    expect(await service.app.database.read(({ issues }) => issues.find(project.id, id))).toBeUndefined();
    await service.client.put(project.path, token).send({ name: 'Shop' }).expect(200);
    await service.client.get(`${project.path}events/`, token).expect(200);
    await service.client.get('/healthz').expect(200);
  });
});

/** Limits the number of pages of the database file, as a full disk would. */
function limitPages(database: Database, pages: number): Promise<unknown> {
  const sessionOf = (stores: Writers) => (stores.organizations as unknown as { session: Session }).session;
  return database.write((stores) => sessionOf(stores).all(`PRAGMA max_page_count = ${pages}`, []));
}

describe('a disk that is almost full for uploads', () => {
  beforeEach(() => start({ DISK_RESERVE: '0', UPLOAD_DISK_RESERVE: '999999999' }));

  test('rejects chunks and assemblies, and stores events', async () => {
    await send().expect(200);
    await send('y', 'envelope').expect(200);
    const organization = `/api/0/organizations/${project.organization}/`;
    const chunk = Buffer.from('x');
    const chunks = await service.client
      .post(`${organization}chunk-upload/`, token)
      .attach('file', chunk, { filename: sha1(chunk), contentType: 'application/octet-stream' });
    expect([chunks.status, chunks.body]).toEqual([503, { detail: expect.stringMatching(/disk.*uploads/) }]);
    const { id } = (await service.app.database.read(({ organizations }) =>
      organizations.findBySlug(project.organization),
    )) ?? { id: '' };
    await service.app.database.write((stores) => content(stores, id, chunk, Date.now()));
    const assembled = await service.client
      .post(`${organization}artifactbundle/assemble/`, token)
      .send({ checksum: sha1(chunk), chunks: [sha1(chunk)], projects: [project.slug] });
    expect([assembled.status, assembled.body]).toEqual([503, { detail: expect.stringMatching(/disk.*uploads/) }]);
  });
});

describe('a disk that is full', () => {
  test('fails writes, keeps all acknowledged events, and accepts more once space is free', async () => {
    await start({ DISK_RESERVE: '0' });
    await limitPages(service.app.database, 600);
    const text = 'y'.repeat(4_000);
    const statuses: number[] = [];
    while (!statuses.includes(503)) {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) => send(`${statuses.length + index} ${Math.random()} ${text}`)),
      );
      for (const { status, headers } of replies) {
        statuses.push(status);
        if (status === 503) expect((headers as Record<string, string>)['retry-after']).toBe('60');
      }
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const stored = () => readEvents(service.client, project.path, token);
    const acknowledged = statuses.filter((status) => status === 200).length;
    expect(await stored()).toHaveLength(acknowledged);
    await service.client.get('/healthz').expect(200);

    await limitPages(service.app.database, 1_000_000);
    await send('there is room again').expect(200);
    expect(await stored()).toHaveLength(acknowledged + 1);
  });
});
