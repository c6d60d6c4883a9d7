import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { openDatabase } from '../../../src/store/engine/open';
import { openSqlite } from '../../../src/store/engine/sqlite';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { organization } from '../../support/rows';

const REPOSITORY = join(__dirname, '../../..');

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.dispose());

/** Returns the message with which opening a URL fails: one sentence on one line. */
async function openError(url: string): Promise<string> {
  const error = await openDatabase(url).then(
    () => new Error('opened'),
    (reason: unknown) => reason,
  );
  expect((error as Error).name).toBe('Error');
  const { message } = error as Error;
  expect(message).toMatch(/^[A-Z][^\n]*\.$/);
  return message;
}

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Returns the error of a user who has no permission for anything: of another user, if this one is root, who has all. */
async function errorOfNobody(url: string): Promise<string> {
  if (!isRoot) return openError(url);
  const [program, args, options] = command(url, 'none', 0);
  const run = promisify(execFile)(program, [...args, String(NOBODY)], options);
  return run.then(
    () => 'opened',
    (error: unknown) => /Error: (.*)/.exec((error as { stderr: string }).stderr)?.[1] ?? '',
  );
}

/** Returns the command that inserts organizations into a database. */
function command(url: string, prefix: string, count: number): [string, string[], { cwd: string }] {
  const script = join(__dirname, '../../support/openAndWrite.ts');
  return [process.execPath, ['--import', 'tsx', script, url, prefix, String(count)], { cwd: REPOSITORY }];
}

async function expectAll(url: string, slugs: readonly string[]): Promise<void> {
  const database = await openDatabase(url);
  for (const slug of slugs) {
    expect(await database.read(({ organizations }) => organizations.findBySlug(slug))).toMatchObject({ slug });
  }
  await database.close();
}

describe('openDatabase', () => {
  it.each([
    ['culprit.db', 'has no scheme'],
    ['', 'has no scheme'],
    ['mysql://ann:secret@db.test/culprit', 'has the scheme mysql:, which is not supported'],
    ['sqlite:', 'names no file'],
    ['sqlite://culprit.db', 'has slashes before its path'],
  ])('rejects the URL %j', async (url, message) => {
    const sentence = await openError(url);
    expect(sentence).toContain(message);
    expect(sentence).toContain('use sqlite:PATH, sqlite::memory: or postgres://USER');
    expect(sentence).not.toContain('secret');
  });

  it('reports a directory that does not exist', async () => {
    expect(await openError(`sqlite:${directory.path}/none/culprit.db`)).toContain(
      `there is no directory ${directory.path}/none`,
    );
  });

  it('reports a directory that is a file', async () => {
    writeFileSync(join(directory.path, 'file'), '');
    expect(await openError(`sqlite:${directory.path}/file/culprit.db`)).toContain('there is no directory');
  });

  it('reports a file that is a directory', async () => {
    mkdirSync(join(directory.path, 'culprit.db'));
    expect(await openError(`sqlite:${directory.path}/culprit.db`)).toContain('it is a directory');
  });

  it('reports a directory that is not writable', async () => {
    expect(await openError('sqlite:/proc/culprit.db')).toContain('cannot be opened or created');
  });

  it('reports a file and a directory that belong to another user', async () => {
    const folder = join(directory.path, 'data');
    const file = join(folder, 'culprit.db');
    mkdirSync(folder);
    writeFileSync(file, '');
    chmodSync(directory.path, 0o755);
    chmodSync(file, isRoot ? 0o600 : 0);
    const [owner, user] = [process.getuid?.(), isRoot ? NOBODY : process.getuid?.()];
    expect(await errorOfNobody(`sqlite:${file}`)).toBe(
      `The database file ${file} cannot be opened or created, because it belongs to the user ${owner}, and the user ${user} of this process may not write it: run the service and all commands as one user, who owns it.`,
    );
    chmodSync(folder, isRoot ? 0o700 : 0);
    expect(await errorOfNobody(`sqlite:${file}`)).toBe(
      `The database file ${file} cannot be opened, because the user ${user} of this process may not enter its directory: run the service and all commands as one user, who may.`,
    );
    chmodSync(folder, 0o700);
  });

  it('reports a file that is not a database, and does not change it', async () => {
    const file = join(directory.path, 'notes.txt');
    writeFileSync(file, 'Not a database at all. '.repeat(500));
    expect(await openError(`sqlite:${file}`)).toContain('is not an SQLite database');
    expect(statSync(file).size).toBe(11_500);
  });

  it('rejects a schema that is newer than the code', async () => {
    const file = join(directory.path, 'culprit.db');
    await (await openDatabase(`sqlite:${file}`)).close();
    const engine = await openSqlite(file);
    await engine.write((session) => session.run("INSERT INTO migration VALUES (999, 'later', 0)", []));
    await engine.close();
    expect(await openError(`sqlite:${file}`)).toContain(
      'The database has schema version 999, but this culprit only knows',
    );
  });

  it('creates a missing database, also at a relative path', async () => {
    const file = join(directory.path, 'new.db');
    const database = await openDatabase(`sqlite:${relative(process.cwd(), file)}`);
    expect(await database.read(({ organizations }) => organizations.isEmpty())).toBe(true);
    await database.close();
    expect(existsSync(file)).toBe(true);
  });

  it('reads what was written before it was closed', async () => {
    const url = `sqlite:${directory.path}/culprit.db`;
    const first = await openDatabase(url);
    await first.write((stores) => organization(stores, 'acme'));
    await first.close();
    const second = await openDatabase(url);
    expect(await second.read(({ organizations }) => organizations.findBySlug('acme'))).toMatchObject({ slug: 'acme' });
    await second.close();
  });

  it('leaves a single file when it is closed', async () => {
    const file = join(directory.path, 'culprit.db');
    const database = await openDatabase(`sqlite:${file}`);
    await database.write((stores) => organization(stores));
    expect(existsSync(`${file}-wal`)).toBe(true);
    await database.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(existsSync(`${file}-shm`)).toBe(false);
  });

  it('gives each database in memory its own rows', async () => {
    const [one, other] = [await openDatabase('sqlite::memory:'), await openDatabase('sqlite::memory:')];
    await one.write((stores) => organization(stores));
    expect(await one.read(({ organizations }) => organizations.isEmpty())).toBe(false);
    expect(await other.read(({ organizations }) => organizations.isEmpty())).toBe(true);
    await Promise.all([one.close(), other.close()]);
  });

  it('lets several processes create and write a database at the same time', async () => {
    const url = `sqlite:${directory.path}/culprit.db`;
    const done = await Promise.all(
      ['one', 'two', 'three'].map((prefix) => promisify(execFile)(...command(url, prefix, 50))),
    );
    const slugs = done.flatMap(({ stdout }) => stdout.trim().split('\n'));
    expect(slugs).toHaveLength(150);
    await expectAll(url, slugs);
  });

  it('keeps committed rows when the process is killed', async () => {
    const url = `sqlite:${directory.path}/culprit.db`;
    const [program, args, options] = command(url, 'kept', 1_000_000);
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const slugs: string[] = [];
    for await (const slug of createInterface(child.stdout)) {
      slugs.push(slug);
      if (slugs.length === 200) child.kill('SIGKILL');
    }
    expect(await exited).toEqual([null, 'SIGKILL']);
    await expectAll(url, slugs);
  });

  it('opens several times in one process, and each can write', async () => {
    const url = `sqlite:${directory.path}/culprit.db`;
    const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase(url)));
    const written = await Promise.all(databases.map((database) => database.write((stores) => organization(stores))));
    await Promise.all(databases.map((database) => database.close()));
    expect(new Set(written.map(({ id }) => id))).toEqual(new Set(['1', '2', '3', '4', '5']));
    await expectAll(
      url,
      written.map(({ slug }) => slug),
    );
  });
});
