import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { culprit, endProcesses, ensureBuilt, type Outcome } from '../../support/process';

/** The directory with the source database. Tests use copies of it. */
let filled: TemporaryDirectory;
let directory: TemporaryDirectory;
beforeAll(async () => {
  await ensureBuilt();
  filled = directory = await makeTemporaryDirectory();
  await run(['organization', 'create', '--slug', 'acme'], { DATABASE_URL: 'sqlite:from.db' });
});
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  await copyFile(join(filled.path, 'from.db'), join(directory.path, 'from.db'));
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
});
afterAll(() => filled.dispose());

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  return culprit(args, env, directory.path);
}

function copy(from: string, to: string, ...more: string[]): Promise<Outcome> {
  return run(['database', 'copy', '--from', from, '--to', to, ...more]);
}

describe('culprit database copy', () => {
  it('prints each table with its rows and their checksum, and its progress on standard error', async () => {
    const { code, stdout, stderr } = await copy('sqlite:from.db', 'sqlite:to.db', '--json');
    expect(code).toBe(0);
    expect(stderr).toContain('culprit: copying organization, 1 rows so far\n');
    expect(stderr).toContain('culprit: comparing organization, 1 rows so far\n');
    const tables = JSON.parse(stdout) as Record<string, unknown>[];
    expect(tables.filter(({ rows }) => rows !== 0)).toEqual([
      { table: 'audit_log', rows: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { table: 'organization', rows: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(
      await run(['organization', 'create', '--slug', 'next', '--json'], { DATABASE_URL: 'sqlite:to.db' }),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"id":"2"'),
    });
  });

  it('prints the same as text, a line for each table and a summary', async () => {
    const { code, stdout } = await copy('sqlite:from.db', 'sqlite:to.db');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^organization +1 {2}[0-9a-f]{64}$/m);
    const lines = stdout.trim().split('\n');
    expect(lines.at(-1)).toBe(`Tables: ${lines.length - 1}, rows: 2. Both databases have the same content.`);
  });

  it('rejects a target that is not empty, and does not change it', async () => {
    await copy('sqlite:from.db', 'sqlite:to.db');
    const before = await readFile(join(directory.path, 'to.db'));
    const { code, stdout, stderr } = await copy('sqlite:from.db', 'sqlite:to.db');
    const message = 'culprit: The target is not empty: it has rows in its table audit_log. Name an empty database.\n';
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: message });
    expect(await readFile(join(directory.path, 'to.db'))).toEqual(before);
  });

  it.each([
    ['a source that does not exist', 'sqlite:none.db', 'sqlite:to.db', /^There is no database file .*none\.db\.$/],
    ['a source that is not a database', 'sqlite:text.db', 'sqlite:to.db', /text\.db is not an SQLite database\.$/],
    ['a target that is not a database', 'sqlite:from.db', 'sqlite:text.db', /text\.db is not an SQLite database\.$/],
    [
      'a target in a directory that does not exist',
      'sqlite:from.db',
      'sqlite:no/such/to.db',
      /because there is no directory .*no\/such\.$/,
    ],
    [
      'a source of another scheme',
      'mysql://ann:swordfish@db/culprit',
      'sqlite:to.db',
      /^The database URL has the scheme mysql:, which is not supported: use sqlite:PATH/,
    ],
    [
      'a target of another scheme',
      'sqlite:from.db',
      'mysql://ann:swordfish@db/culprit',
      /^The database URL has the scheme mysql:, which is not supported: use sqlite:PATH/,
    ],
    ['a target without a scheme', 'sqlite:from.db', 'to.db', /^The database URL has no scheme: use sqlite:PATH/],
    [
      'a database in memory',
      'sqlite:from.db',
      'sqlite::memory:',
      /^sqlite::memory: exists only in the memory of the service; name a file/,
    ],
    [
      'the same file twice',
      'sqlite:from.db',
      'sqlite:./from.db',
      /^The source and the target are the same database\.$/,
    ],
    [
      'a server that does not listen',
      'sqlite:from.db',
      'postgres://ann:swordfish@127.0.0.1:1/culprit',
      /^No server listens on 127\.0\.0\.1:1 for the database culprit\.$/,
    ],
  ])('rejects %s', async (_, from, to, message) => {
    await writeFile(join(directory.path, 'text.db'), 'this is a text and no database\n'.repeat(100));
    const before = await readFile(join(directory.path, 'from.db'));
    const { code, stdout, stderr } = await copy(from, to);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr.trim().replace('culprit: ', '')).toMatch(message);
    expect(stderr).not.toContain('swordfish');
    expect(await readFile(join(directory.path, 'from.db'))).toEqual(before);
    expect(existsSync(join(directory.path, 'to.db'))).toBe(false);
  });

  it('requires both options', async () => {
    expect(await run(['database', 'copy', '--from', 'sqlite:from.db'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to'),
    });
    expect(await run(['database', 'copy', '--to', 'sqlite:to.db'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from'),
    });
  });
});
