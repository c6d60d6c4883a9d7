/** Copies the database of a service from SQLite to PostgreSQL and back: replies to clients stay the same. */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../../src/store/engine/open';
import { RequestScript } from '../../support/parity/requestScript';
import type { Exchange } from '../../support/parity/exchange';
import { administer, makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { stopDate } from '../../support/exampleTime';
import { type PostgresServer, startPostgres } from '../../support/postgresServer';
import { culprit, endProcesses, ensureBuilt, type Outcome, poll, startCulprit } from '../../support/process';
import { EAGER, startService } from '../../support/service';

const ADDRESS = { PUBLIC_URL: 'http://errors.acme.test' };
const SOURCE = 'from.db';

let server: PostgresServer;
let directory: TemporaryDirectory;
/** The file of a service that ran the request script, which each test copies; no process has it open. */
let source: TemporaryDirectory;
/** The script that made the source, with the replies to its requests. */
let script: RequestScript;
/** URLs of further pages in the replies of the source. */
let addresses: readonly string[];
/** When the script had run: replies have numbers of each hour until now, and verdicts by the age of releases. */
let madeAt: number;
let serial = 0;
beforeAll(async () => {
  [server, source] = await Promise.all([startPostgres(), makeTemporaryDirectory(), ensureBuilt()]);
  const service = await startService({ DATABASE_URL: `sqlite:${join(source.path, SOURCE)}`, ...ADDRESS }, EAGER);
  script = await new RequestScript(service).run();
  addresses = [
    ...(await script.readAllPages(`${script.shop.path}events/?full=true&per_page=5`)),
    ...(await script.readAllPages('/api/0/organizations/acme/releases/?per_page=2')),
  ];
  await service.close();
  madeAt = Date.now();
});
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
});
afterAll(() => Promise.all([server.dispose(), source.dispose()]));

const file = (name: string) => `sqlite:${join(directory.path, name)}`;

/** Copies the files of the source to the folder of the test. @returns the URL of the database */
async function copySource(): Promise<string> {
  for (const name of await readdir(source.path)) await copyFile(join(source.path, name), join(directory.path, name));
  return file(SOURCE);
}

async function makeDatabase(): Promise<string> {
  const name = `copy_${(serial += 1)}`;
  await administer(`CREATE DATABASE ${name}`, server.url());
  return server.url(name);
}

const copyArguments = (from: string, to: string) => ['database', 'copy', '--from', from, '--to', to, '--json'];
const copy = (from: string, to: string): Promise<Outcome> => culprit(copyArguments(from, to), {});

async function copied(from: string, to: string): Promise<unknown> {
  const { code, stdout, stderr } = await copy(from, to);
  expect([code, stderr]).toEqual([0, expect.stringContaining('comparing')]);
  return JSON.parse(stdout);
}

/** Returns the replies to every GET request of the script with the same token, and to the URLs in earlier replies. */
async function readAgain(url: string): Promise<Exchange[]> {
  stopDate(madeAt);
  const service = await startService({ DATABASE_URL: url, ...ADDRESS });
  try {
    const later = script.continueOn(service);
    await later.readEverything();
    for (const address of addresses) await later.send('get', address);
    return later.exchanges;
  } finally {
    await service.close();
    jest.useRealTimers();
  }
}

it('copies tokens, ids, cursors and every byte of replies to PostgreSQL and back', async () => {
  expect(addresses.length).toBeGreaterThan(6);
  const from = await copySource();
  const before = await readAgain(from);

  // The jobs of a service may change rows: no copy has one before the last copy is made.
  const [there, again] = [await makeDatabase(), await makeDatabase()];
  const tables = await copied(from, there);
  expect(await copied(there, file('back.db'))).toEqual(tables);
  expect(await copied(there, again)).toEqual(tables);
  expect(await readAgain(there)).toEqual(before);
  expect(await readAgain(file('back.db'))).toEqual(before);
});

it('continues the ids of the source', async () => {
  const from = await copySource();
  const there = await makeDatabase();
  await copied(from, there);
  await copied(there, file('back.db'));
  const numbers = await Promise.all([from, there, file('back.db')].map(nextNumbers));
  expect(numbers[1]).toEqual(numbers[0]);
  expect(numbers[2]).toEqual(numbers[0]);
});

/** Creates an issue and a project and returns their ids. */
async function nextNumbers(url: string): Promise<Record<string, string>> {
  const service = await startService({ DATABASE_URL: url, ...ADDRESS });
  try {
    const eventId = await service.fixtures.event(script.shop, { message: 'after the copy', exception: undefined });
    const events = (await service.client.get(`${script.shop.path}events/`, script.token)).body as {
      id: string;
      groupID: string;
    }[];
    const project = await service.fixtures.project({ organization: 'acme', team: 'backend', slug: 'after' });
    return { issue: events.find(({ id }) => id === eventId)?.groupID ?? '', project: project.id };
  } finally {
    await service.close();
  }
}

it('continues after it was killed', async () => {
  const from = await copySource();
  const whole = await copied(from, await makeDatabase());

  const there = await makeDatabase();
  await (await openDatabase(there)).close();
  const release = await hold(there, 'issue');
  const running = startCulprit(copyArguments(from, there), {});
  await poll(async () => (await administer('SELECT 1 FROM pg_locks WHERE NOT granted', there)).length > 0);
  running.child.kill('SIGKILL');
  expect((await running.end()).code).toBeNull();
  await release();

  const [counts] = await administer(
    'SELECT (SELECT COUNT(body) FROM event) > 0 AS bodies, (SELECT COUNT(*) FROM issue) AS issues',
    there,
  );
  expect(counts).toEqual({ bodies: true, issues: '0' });
  await expect(openDatabase(there)).rejects.toThrow('The database is a copy that is not finished');
  expect(await copied(from, there)).toEqual(whole);
  await (await openDatabase(there)).close();
});

/** Locks a table against writes until the returned function is called. */
async function hold(url: string, table: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  return () => client.end();
}

describe('rejects, and changes nothing,', () => {
  const from = () => file('from.db');
  beforeEach(async () => {
    await (await openDatabase(from())).close();
    await administer('DROP ROLE IF EXISTS guarded', server.url());
    await administer("CREATE ROLE guarded LOGIN PASSWORD 'another'", server.url());
  });

  it.each([
    [
      'a wrong password',
      () => server.url().replace('culprit@', 'guarded:swordfish@'),
      'refuses the password of the user guarded.',
    ],
    [
      'a missing database',
      () => server.url('nowhere'),
      'has no database nowhere; make it with createdb, or name another one.',
    ],
    ['an invalid URL', () => 'postgres://ann:swordfish@[::1', 'The database URL cannot be read'],
  ])('%s', async (_, url, message) => {
    for (const [one, other] of [
      [from(), url()],
      [url(), from()],
    ] as const) {
      const { code, stdout, stderr } = await copy(one, other);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toContain('swordfish');
    }
  });

  it('the same database as source and target, also with another password', async () => {
    const url = await makeDatabase();
    await (await openDatabase(url)).close();
    expect(await copy(url, url.replace('culprit@', 'culprit:x@'))).toMatchObject({
      code: 1,
      stderr: 'culprit: The source and the target are the same database.\n',
    });
  });
});
