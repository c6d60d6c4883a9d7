import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '../../../src/store/engine/sqlite';
import { readEvents } from '../../support/sdkEvents';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { Fixtures, type ProjectFixture } from '../../support/fixtures';
import { culprit, endProcesses, ensureBuilt, type Outcome, poll, ServiceProcess } from '../../support/process';

interface StoredEventReply {
  readonly id: string;
}

let directory: TemporaryDirectory;
let project: ProjectFixture;
let token: string;
beforeAll(ensureBuilt);
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  await Fixtures.fill(urlOf('culprit.db'), async (fixtures) => {
    project = await fixtures.project();
    token = await fixtures.token(project.organization);
  });
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
});

const pathOf = (file: string) => join(directory.path, file);
const urlOf = (file: string) => `sqlite:${pathOf(file)}`;

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return culprit(['database', ...args], { DATABASE_URL: 'sqlite:culprit.db', ...env }, directory.path);
}

function serve(file: string): Promise<ServiceProcess> {
  return ServiceProcess.start({ DATABASE_URL: urlOf(file), BOOTSTRAP: 'off' });
}

/** Sends an event and returns its id. */
async function send({ url }: ServiceProcess, message = 'out of stock'): Promise<string> {
  const address = `${url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  const response = await fetch(address, { method: 'POST', body: JSON.stringify({ message }) });
  expect(response.status).toBe(200);
  return ((await response.json()) as StoredEventReply).id;
}

async function idsIn(file: string): Promise<string[]> {
  const service = await serve(file);
  const events = await readEvents(service.client, project.path, token, false);
  await service.stop();
  return events.map(({ eventID }) => eventID);
}

/** Damages pages in the middle of a file, and not its header. */
function damage(file: string): void {
  const { size } = statSync(file);
  writeFileSync(file, Buffer.alloc(size / 2, 0xff), { flag: 'r+' });
}

/** Returns the files of the directory, without the files that SQLite keeps beside a database in use. */
const databaseFiles = () => readdirSync(directory.path).filter((name) => !/-(?:wal|shm)$/.test(name));

/** Reads the bytes of the database behind its header, in which SQLite counts changes. */
const readContent = async () => (await readFile(pathOf('culprit.db'))).subarray(100);

describe('culprit database backup', () => {
  it('copies every event that was acknowledged before, while others are received', async () => {
    const service = await serve('culprit.db');
    const acknowledged: string[] = [];
    let isStopped = false;
    const senders = Array.from({ length: 8 }, async () => {
      while (!isStopped) acknowledged.push(await send(service, `out of stock ${acknowledged.length % 50}`));
    });
    await poll(() => acknowledged.length > 300);
    const before = [...acknowledged];
    const { code, stdout } = await run(['backup', '--to', 'backup.db', '--json']);
    isStopped = true;
    await Promise.all(senders);
    await service.stop();
    expect(code).toBe(0);
    const summary = JSON.parse(stdout) as Record<string, unknown>;
    const { size: bytes } = statSync(pathOf('backup.db'));
    expect(summary).toMatchObject({ file: pathOf('backup.db'), bytes, schemaVersion: expect.any(Number) });
    expect(summary['rows']).toBeGreaterThan(before.length);
    expect(acknowledged.length).toBeGreaterThan(before.length);

    const restored = await run(['restore', '--from', 'backup.db', '--json'], { DATABASE_URL: 'sqlite:restored.db' });
    expect(restored).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.stdout)).toEqual({ ...summary, file: pathOf('restored.db'), replaced: null });
    const ids = new Set(await idsIn('restored.db'));
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('makes one file that only its owner can read', async () => {
    const { stdout, stderr } = await run(['backup', '--to', 'backup.db']);
    expect(statSync(pathOf('backup.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory.path).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
    expect(stdout).toMatch(/^file +\/.*backup\.db\nbytes +\d+\nschemaVersion +\d+\ntables +\d+\nrows +\d+\n$/);
    expect(stderr).toMatch(/^(?:culprit: copying, \d+ % of [\d.]+ MiB\n)+culprit: checking, 100 % of [\d.]+ MiB\n$/);
  });

  it.each([
    ['a file that exists', ['backup', '--to', 'culprit.db-copy'], {}, /culprit\.db-copy exists; name a file that does/],
    ['the database itself', ['backup', '--to', './culprit.db'], {}, /culprit\.db is the database itself; name another/],
    ['a folder that does not exist', ['backup', '--to', 'no/b.db'], {}, /because there is no directory .*\/no\.$/],
    ['a URL', ['backup', '--to', 'sqlite:b.db'], {}, /^sqlite:b\.db is the URL of a database; name a file, such as/],
    ['a database in memory', ['backup', '--to', 'b.db'], { DATABASE_URL: 'sqlite::memory:' }, /only in the memory of/],
    ['no database', ['backup', '--to', 'b.db'], { DATABASE_URL: 'sqlite:none.db' }, /^There is no file .*none\.db\.$/],
    [
      'PostgreSQL',
      ['backup', '--to', 'b.db'],
      { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/shop' },
      /^DATABASE_URL is a PostgreSQL database: pg_dump or continuous archiving make backups of it\.$/,
    ],
    ['no backup', ['restore', '--from', 'none.db'], {}, /^There is no file .*none\.db\.$/],
    ['a file of another kind', ['restore', '--from', 'text.db'], {}, /text\.db is not an SQLite database\.$/],
    ['another database', ['restore', '--from', 'other.db'], {}, /other\.db holds no complete database of culprit\.$/],
    [
      'a backup of a newer version',
      ['restore', '--from', 'newer.db'],
      {},
      /schema version 999, .* use a newer culprit/,
    ],
    ['a damaged backup', ['restore', '--from', 'damaged.db'], {}, /damaged/],
  ])('rejects %s, and changes nothing', async (_, args, env, message) => {
    await run(['backup', '--to', 'culprit.db-copy']);
    await copyFile(pathOf('culprit.db-copy'), pathOf('newer.db'));
    for (const [file, statement] of [
      ['other.db', 'CREATE TABLE thing (id INTEGER PRIMARY KEY)'],
      ['newer.db', `INSERT INTO migration (number, name, applied_at) VALUES (999, 'later', 0)`],
    ] as const) {
      const engine = await openSqlite(pathOf(file));
      await engine.write((session) => session.run(statement, []));
      await engine.close();
    }
    await copyFile(pathOf('culprit.db-copy'), pathOf('damaged.db'));
    writeFileSync(pathOf('text.db'), 'no database at all, but long enough to have a header'.repeat(20));
    damage(pathOf('damaged.db'));
    const files = databaseFiles();
    const before = await readContent();
    const { code, stdout, stderr } = await run(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const sentence = stderr.trim().split('\n').at(-1) ?? '';
    expect(sentence).toMatch(/^culprit: .*\.$/);
    expect(sentence.replace('culprit: ', '')).toMatch(message);
    expect(stderr).not.toContain('secret');
    expect(databaseFiles()).toEqual(files);
    expect(await readContent()).toEqual(before);
  });
});

describe('culprit database restore', () => {
  it('does not replace a database in use', async () => {
    await run(['backup', '--to', 'backup.db']);
    const service = await serve('culprit.db');
    const id = await send(service);
    const { code, stderr } = await run(['restore', '--from', 'backup.db']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^culprit: .*culprit\.db is in use: stop the service first, then restore\.\n$/);
    await send(service);
    await service.stop();
    expect(await idsIn('culprit.db')).toContain(id);
  });

  it('renames the database that it replaces', async () => {
    let service = await serve('culprit.db');
    const first = await send(service);
    await service.stop();
    await run(['backup', '--to', 'backup.db']);
    service = await serve('culprit.db');
    const second = await send(service);
    // Events of a service that was killed are in the log beside the file.
    service.signal('SIGKILL');
    await service.end();
    const { code, stdout } = await run(['restore', '--from', 'backup.db', '--json']);
    expect(code).toBe(0);
    const { replaced } = JSON.parse(stdout) as { replaced: string };
    expect(replaced).toMatch(/culprit\.db\.replaced-\d{8}T\d{6}Z$/);
    expect(await idsIn('culprit.db')).toEqual([first]);
    expect((await idsIn(replaced.slice(directory.path.length + 1))).toSorted()).toEqual([first, second].toSorted());
    expect(existsSync(pathOf('backup.db'))).toBe(true);
  });

  it('replaces a damaged database, and keeps it', async () => {
    const service = await serve('culprit.db');
    const id = await send(service);
    await service.stop();
    await run(['backup', '--to', 'backup.db']);
    writeFileSync(pathOf('culprit.db'), Buffer.alloc(8192, 0xff));
    const { code, stdout } = await run(['restore', '--from', 'backup.db', '--json']);
    expect(code).toBe(0);
    const { replaced } = JSON.parse(stdout) as { replaced: string };
    expect((await readFile(replaced)).every((byte) => byte === 0xff)).toBe(true);
    expect(await idsIn('culprit.db')).toEqual([id]);
  });
});
