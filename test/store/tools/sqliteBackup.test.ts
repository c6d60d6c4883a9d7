import fs from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../src/store/engine/migrate';
import { openSqlite } from '../../../src/store/engine/sqlite';
import { SqliteDriver } from '../../../src/store/engine/sqliteConnection';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../src/store/migrations/index';
import { backUpDatabase, restoreDatabase } from '../../../src/store/tools/backup';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';

const NEXT = SCHEMA_VERSION + 1;
const ANOTHER_USER = process.getuid?.() === 0 ? 12_345 : process.getuid?.();

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  const engine = await openSqlite(pathOf('culprit.db'));
  await migrate(engine, MIGRATIONS);
  await engine.close();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await directory.dispose();
});

const pathOf = (file: string) => join(directory.path, file);
const backUp = (report = () => undefined) => backUpDatabase(`sqlite:${pathOf('culprit.db')}`, pathOf('b.db'), report);
const restoreTo = (file: string) => restoreDatabase(`sqlite:${pathOf(file)}`, pathOf('b.db'), () => undefined);
const backups = () => fs.readdirSync(directory.path).filter((name) => name.startsWith('b.db'));

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );

async function addMigration(name: string): Promise<void> {
  const engine = await openSqlite(pathOf('culprit.db'));
  const insert = 'INSERT INTO migration (number, name, applied_at) VALUES (?, ?, 0)';
  await engine.write((session) => session.run(insert, [NEXT, name]));
  await engine.close();
}

/** Lets a function of the file system fail for the file of the copy. */
function failOnCopy(name: 'openSync' | 'renameSync', code: string): void {
  const unchanged = fs[name] as (...args: unknown[]) => unknown;
  jest.spyOn(fs, name).mockImplementation(((...args: unknown[]) => {
    if (String(args[0]).includes('.partial'))
      throw Object.assign(new Error(code), { code, syscall: name.slice(0, -4) });
    return unchanged(...args);
  }) as never);
}

describe('a backup', () => {
  it('is made of a database whose newer migrations only add, and is restored', async () => {
    await addMigration('+later');
    expect(await backUp()).toMatchObject({ schemaVersion: NEXT });
    expect(await restoreTo('culprit.db')).toMatchObject({ schemaVersion: NEXT });
  });

  it('is refused for a newer migration that does more', async () => {
    await addMigration('later');
    expect(await messageOf(backUp())).toMatch(/culprit\.db has schema version \d+, .*: use a newer culprit\.$/);
  });

  it('may be made twice to one name at the same time: one of them wins', async () => {
    const outcomes = await Promise.allSettled([backUp(), backUp()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))).toEqual([
      `${pathOf('b.db')} exists; name a file that does not.`,
    ]);
    expect(backups()).toEqual(['b.db']);
  });

  it.each([
    ['SQLITE_FULL', 'b.db cannot be written, because the disk is full.'],
    ['SQLITE_IOERR_WRITE', 'b.db cannot be opened: failed.'],
    ['SQLITE_CORRUPT', 'culprit.db is damaged.'],
  ])('that fails with %s names the file concerned', async (code, sentence) => {
    const error = Object.assign(new Error('failed'), { code });
    jest.spyOn(SqliteDriver.prototype, 'backup').mockRejectedValue(error);
    expect(await messageOf(backUp())).toBe(`The database file ${join(directory.path, sentence)}`);
    expect(backups()).toEqual([]);
  });

  it.each([
    ['openSync', 'EACCES', 'the user of this process may not write it'],
    ['renameSync', 'EISDIR', 'rename failed with EISDIR'],
  ] as const)('says why a file cannot be written: %s, %s', async (name, code, reason) => {
    failOnCopy(name, code);
    expect(await messageOf(backUp())).toBe(`${pathOf('b.db')} cannot be written, because ${reason}.`);
    expect(backups()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('that %s ends leaves no file', async (signal) => {
    const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
      expect(process.listenerCount(signal)).toBe(listeners);
      expect(backups()).toEqual([]);
      return true;
    });
    const listeners = process.listenerCount(signal);
    const outcome = messageOf(
      backUp(() => {
        process.emit(signal, signal);
        return undefined;
      }),
    );
    await outcome;
    expect(kill).toHaveBeenCalledWith(process.pid, signal);
  });
});

describe('a restored database', () => {
  const access = (file: string) => {
    const { uid, gid, mode } = fs.statSync(pathOf(file));
    return { uid, gid, mode: mode & 0o777 };
  };

  it('has the owner and the permissions of the file that it replaces', async () => {
    await backUp();
    fs.chmodSync(pathOf('culprit.db'), 0o640);
    fs.chownSync(pathOf('culprit.db'), Number(ANOTHER_USER), fs.statSync(pathOf('culprit.db')).gid);
    const before = access('culprit.db');
    await restoreTo('culprit.db');
    expect(access('culprit.db')).toEqual(before);
  });

  it('has the owner of the directory, if it replaces none', async () => {
    await backUp();
    fs.chownSync(directory.path, Number(ANOTHER_USER), fs.statSync(directory.path).gid);
    await restoreTo('restored.db');
    expect(access('restored.db')).toEqual({ uid: ANOTHER_USER, gid: fs.statSync(directory.path).gid, mode: 0o600 });
  });

  it('is restored by a user who may not give files away', async () => {
    await backUp();
    jest.spyOn(fs, 'chownSync').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'chown' });
    });
    expect(await restoreTo('culprit.db')).toMatchObject({ replaced: expect.any(String) as string });
  });
});
