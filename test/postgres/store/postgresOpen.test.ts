import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { openDatabase } from '../../../src/store/engine/open';
import { administer, makeEmptyPlace, openTemporaryDatabase, type TemporaryPlace } from '../../support/database';
import { type PostgresServer, startPostgres } from '../../support/postgresServer';
import { organization } from '../../support/rows';
import { TransactionPooler } from '../../support/transactionPooler';

const REPOSITORY = join(__dirname, '../../..');

/** Returns the message with which opening a URL fails: one sentence on one line, without the password. */
async function openError(url: string): Promise<string> {
  const error = await openDatabase(url).then(
    async (database) => (await database.close(), new Error('opened')),
    (reason: unknown) => reason,
  );
  expect(['Error', 'DatabaseBusy']).toContain((error as Error).name);
  const { message } = error as Error;
  expect(message).toMatch(/^[A-Z][^\n]*\.$/);
  expect(message).not.toContain('swordfish');
  return message;
}

describe('a database that cannot be opened', () => {
  let server: PostgresServer;
  let port: string;
  const ask = (statement: string, database?: string) => administer(statement, server.url(database));
  const as = (user: string, database = 'postgres') => server.url(database).replace('culprit@', `${user}:swordfish@`);

  beforeAll(async () => {
    server = await startPostgres();
    ({ port } = new URL(server.url()));
    await ask("CREATE ROLE guarded LOGIN PASSWORD 'another'");
    await ask('CREATE ROLE unwanted LOGIN');
    await ask('CREATE ROLE guest LOGIN');
  });
  afterAll(() => server.dispose());

  it('has a wrong password', async () => {
    expect(await openError(as('guarded'))).toBe(
      `PostgreSQL on 127.0.0.1:${port} refuses the password of the user guarded.`,
    );
  });

  it('has no password', async () => {
    const sentence = await openError(as('guarded').replace(':swordfish', ''));
    expect(sentence).toBe(
      `PostgreSQL on 127.0.0.1:${port} asks for the password of the user guarded, and the database URL has none.`,
    );
  });

  it.each(['unwanted', 'nobody'])('rejects the user %s', async (user) => {
    expect(await openError(as(user))).toMatch(new RegExp(`does not let the user ${user} in: .*${user}`));
  });

  it('does not exist', async () => {
    expect(await openError(server.url('nowhere'))).toContain(
      `PostgreSQL on 127.0.0.1:${port} has no database nowhere; make it with createdb`,
    );
  });

  it('is on an unknown host', async () => {
    expect(await openError('postgres://ann:swordfish@db.invalid/culprit')).toBe(
      'There is no host db.invalid for the database culprit.',
    );
  });

  it('is on a host without a server', async () => {
    expect(await openError('postgres://ann:swordfish@127.0.0.1:1/culprit')).toBe(
      'No server listens on 127.0.0.1:1 for the database culprit.',
    );
  });

  it('is on a host that does not respond', async () => {
    expect(await openError('postgres://ann:swordfish@192.0.2.1/culprit')).toMatch(/192\.0\.2\.1:5432/);
  });

  it('does not support the required encryption', async () => {
    expect(await openError(`${server.url()}?ssl=true`)).toContain('does not support SSL');
  });

  it.each([
    ['postgres://ann:swordfish@[half/culprit', 'cannot be read'],
    ['postgres://ann:swordfish@127.0.0.1:99999/culprit', 'cannot be read'],
    ['postgres://ann:swordfish@127.0.0.1/culprit?max=1', 'max of the database URL is not a number of connections'],
    ['postgres://ann:swordfish@127.0.0.1/culprit?max=many', 'max of the database URL is not a number of connections'],
  ])('has the URL %s', async (url, message) => {
    expect(await openError(url)).toContain(message);
  });

  it('is in another encoding', async () => {
    const provider = server.major >= 15 ? 'LOCALE_PROVIDER libc' : '';
    await ask(`CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0 ${provider}`);
    expect(await openError(server.url('latin'))).toContain('has the encoding LATIN1; UTF8 is needed');
  });

  it('does not allow the user to create tables', async () => {
    await ask('CREATE DATABASE guarded_one');
    await ask('REVOKE CREATE ON SCHEMA public FROM PUBLIC', 'guarded_one');
    expect(await openError(as('guest', 'guarded_one'))).toMatch(
      /^The user guest may not do what is needed in the database guarded_one .*permission denied for schema public/,
    );
  });

  it('is read-only and has no tables', async () => {
    await ask('CREATE DATABASE standby');
    await ask('ALTER DATABASE standby SET default_transaction_read_only = on');
    expect(await openError(server.url('standby'))).toContain('can only be read');
  });

  it('has no free connection', async () => {
    await ask('CREATE DATABASE full_one CONNECTION LIMIT 0');
    await ask('GRANT CREATE ON DATABASE full_one TO guest');
    expect(await openError(as('guest', 'full_one'))).toContain('has no connection left');
  });

  it('is behind a pooler in transaction mode', async () => {
    const pooler = await TransactionPooler.start(server.url());
    expect(await openError(pooler.url('postgres'))).toMatch(
      /^The pooler on 127\.0\.0\.1:\d+ gives each transaction another session of PostgreSQL: set it to session mode, /,
    );
    pooler.close();
  });

  it('belongs to another application, and is not changed', async () => {
    await ask('CREATE DATABASE shop');
    await ask('CREATE TABLE token (id INTEGER)', 'shop');
    expect(await openError(server.url('shop'))).toContain('relation "token" already exists');
    expect(await ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", 'shop')).toEqual([
      { tablename: 'token' },
    ]);
  });
});

describe('openDatabase', () => {
  let place: TemporaryPlace;
  beforeEach(async () => {
    place = await makeEmptyPlace();
  });
  afterEach(() => place.dispose());

  /** Returns the command that inserts organizations into the database. */
  function command(prefix: string, count: number): [string, string[], { cwd: string }] {
    const script = join(__dirname, '../../support/openAndWrite.ts');
    return [process.execPath, ['--import', 'tsx', script, place.url, prefix, String(count)], { cwd: REPOSITORY }];
  }

  async function expectAll(slugs: readonly string[]): Promise<void> {
    const database = await openDatabase(place.url);
    for (const slug of slugs) {
      expect(await database.read(({ organizations }) => organizations.findBySlug(slug))).toMatchObject({ slug });
    }
    await database.close();
  }

  it('creates the tables, and opens them again', async () => {
    const first = await openDatabase(place.url);
    await first.write((stores) => organization(stores, 'acme'));
    await first.close();
    await expectAll(['acme']);
  });

  it('rejects a schema that is newer than the code', async () => {
    await (await openDatabase(place.url)).close();
    await administer("INSERT INTO migration VALUES (999, 'later', 0)", place.url);
    expect(await openError(place.url)).toContain('The database has schema version 999, but this culprit only knows');
  });

  it('compares all text by bytes', async () => {
    await (await openDatabase(place.url)).close();
    const other = `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> 'migration' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`;
    expect(await administer(other, place.url)).toEqual([]);
  });

  it('reads a migrated database that is read-only', async () => {
    await (await openDatabase(place.url)).close();
    const readOnly = await openDatabase(`${place.url}?options=-c%20default_transaction_read_only%3Don`);
    expect(await readOnly.read(({ organizations }) => organizations.isEmpty())).toBe(true);
    await expect(readOnly.write((stores) => organization(stores))).rejects.toThrow(
      'The database can only be read now.',
    );
    await readOnly.close();
  });

  it('lets several processes create and write a database at the same time', async () => {
    const done = await Promise.all(
      ['one', 'two', 'three'].map((prefix) => promisify(execFile)(...command(prefix, 50))),
    );
    const slugs = done.flatMap(({ stdout }) => stdout.trim().split('\n'));
    expect(slugs).toHaveLength(150);
    await expectAll(slugs);
  });

  it('keeps committed rows when the process is killed', async () => {
    const [program, args, options] = command('kept', 1_000_000);
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const slugs: string[] = [];
    for await (const slug of createInterface(child.stdout)) {
      slugs.push(slug);
      if (slugs.length === 100) child.kill('SIGKILL');
    }
    expect(await exited).toEqual([null, 'SIGKILL']);
    await expectAll(slugs);
  });

  it('uses the number of connections in the URL', async () => {
    const { url, dispose, database } = await openTemporaryDatabase();
    const small = await openDatabase(`${url}?max=2&application_name=small`);
    await Promise.all(Array.from({ length: 20 }, () => small.write((stores) => organization(stores))));
    await Promise.all(Array.from({ length: 20 }, () => small.read(({ organizations }) => organizations.isEmpty())));
    expect(
      await administer("SELECT COUNT(*) AS count FROM pg_stat_activity WHERE application_name = 'small'", url),
    ).toEqual([{ count: '2' }]);
    await small.close();
    await database.close();
    await dispose();
  });
});
