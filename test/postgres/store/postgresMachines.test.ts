/**
 * Transactions that run on the machine of their project. The server stands in for a cluster: its catalog says that it
 * has Citus, and that the machine of all projects is the server itself. So the connections to the coordinator and those
 * to the machine see the same rows, and the process of the server tells which of them ran a statement.
 */
import { Conflict, Unavailable } from '../../../src/domain/errors';
import { type IngestProject, type ProcessedEvent, saveEvents } from '../../../src/ingest/saveEvents';
import { openDatabase } from '../../../src/store/engine/open';
import { openPostgres } from '../../../src/store/engine/postgres';
import { allocateIds, type Engine, type Session } from '../../../src/store/engine/sql';
import type { Database } from '../../../src/store/stores';
import { administer, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { poll, waits } from '../../support/process';
import { everyRow, listIssues, NOON, project as makeProject } from '../../support/rows';

/** The catalog of a cluster. @param port of the machine @param group of the server that answers there */
const catalogOf = (port: number, group: number) => [
  `INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    SELECT 999999, 'citus', usesysid, CAST('public' AS regnamespace), FALSE, '0' FROM pg_user WHERE usename = CURRENT_USER`,
  `CREATE TABLE pg_dist_node AS SELECT 1 AS groupid, CAST('127.0.0.1' AS TEXT) AS nodename, ${port} AS nodeport,
    TRUE AS isactive, TRUE AS hasmetadata, TRUE AS metadatasynced, CAST('primary' AS TEXT) AS noderole`,
  `CREATE TABLE pg_dist_local_group AS SELECT ${group} AS groupid`,
  'CREATE TABLE pg_dist_placement AS SELECT CAST(1 AS BIGINT) AS shardid, 1 AS groupid',
  `CREATE FUNCTION get_shard_id_for_distribution_column (owned regclass, owner BIGINT) RETURNS BIGINT
    LANGUAGE SQL AS 'SELECT CAST(1 AS BIGINT)'`,
  `CREATE FUNCTION citus_check_connection_to_node (name TEXT, port INTEGER) RETURNS BOOLEAN LANGUAGE SQL AS 'SELECT TRUE'`,
];

const PROJECT = '7';
const NEAR = { projects: [PROJECT], onMachine: true };
const PROCESS = 'SELECT pg_backend_pid() AS "pid"';
const PROCESS_OF_PROJECT = 'SELECT pg_backend_pid() AS "pid", COUNT(*) AS "count" FROM event WHERE project_id = 7';
const ADD = 'INSERT INTO issue_hash (project_id, hash, issue_id) VALUES (?, ?, ?)';
const COUNT = 'SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM issue_hash WHERE project_id = ?';
const CHANGE_OTHERS = 'UPDATE sign_in_link SET organization_id = organization_id WHERE organization_id = ?';

let temporary: TemporaryDatabase;
let engine: Engine;

async function openCluster(port = Number(new URL(temporary.url).port), group = 1): Promise<void> {
  for (const statement of catalogOf(port, group)) await administer(statement, temporary.url);
  engine = await openPostgres(temporary.url);
}

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  await engine.close();
  await temporary.dispose();
});

const add =
  (hash: string) =>
  (session: Session): Promise<unknown> =>
    session.run(ADD, [Number(PROJECT), hash, 1]);
const count = async () =>
  (await engine.read((session) => session.one<{ count: number }>(COUNT, [Number(PROJECT)])))?.count;

/** Returns the processes of the server that run statements of the project, and others. */
async function processes(session: Session): Promise<{ own: number | undefined; others: number | undefined }> {
  const read = async (statement: string) => (await session.one<{ pid: number }>(statement, []))?.pid;
  return { own: await read(PROCESS_OF_PROJECT), others: await read(PROCESS) };
}

/** Repeats transactions until one runs on the machine: none waits for the first connection to it. */
async function reachMachine(): Promise<void> {
  await poll(async () => {
    const { own, others } = await engine.write(processes, NEAR);
    return own !== others;
  });
}

it('runs a transaction on the machine of its project, and keeps out those without a scope', async () => {
  await openCluster();
  await engine.write(add('first'));
  await reachMachine();
  expect(engine.pools().map(({ name }) => name)).toContain('machines');
  const other = await openPostgres(temporary.url);
  let alone: Promise<unknown> = Promise.resolve();
  await engine.write(async (session) => {
    await add('a')(session);
    alone = other.write(async () => undefined);
    expect(await waits(alone)).toBe(true);
    session.post(ADD, [[Number(PROJECT), 'b', 1]]);
  }, NEAR);
  await alone;
  expect(await count()).toBe(3);
  const ids = await engine.write((session) => allocateIds(session, 'issue', 2), NEAR);
  expect(ids).toHaveLength(2);
  await other.close();
});

it('runs it on the coordinator if other rows are changed, of which nothing happened before', async () => {
  await openCluster();
  await reachMachine();
  for (const change of ['run', 'post'] as const) {
    const runs: boolean[] = [];
    await engine.write(async (session) => {
      const { own, others } = await processes(session);
      runs.push(own === others);
      await add(change)(session);
      if (change === 'run') await session.run(CHANGE_OTHERS, [1]);
      else session.post(CHANGE_OTHERS, [[1]]);
    }, NEAR);
    expect(runs).toEqual([false, true]);
  }
  expect(await count()).toBe(2);
});

it('rolls back what fails, and repeats what another transaction disturbed', async () => {
  await openCluster();
  await reachMachine();
  await engine.write(add('a'), NEAR);
  const fails = (work: (session: Session) => Promise<unknown>) => engine.write(work, NEAR);
  let runs = 0;
  const twice = async (session: Session) => {
    runs += 1;
    await add('b')(session);
    session.post(ADD, [[Number(PROJECT), 'a', 1]]);
  };
  await expect(fails(twice)).rejects.toThrow(Conflict);
  expect(runs).toBe(5);
  const refuses = async (session: Session) => {
    await add('c')(session);
    throw new Error('No.');
  };
  await expect(fails(refuses)).rejects.toThrow('No.');
  const cut = async (session: Session) => {
    await add('d')(session);
    const { own } = await processes(session);
    await administer(`SELECT pg_terminate_backend(${own})`, temporary.url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await add('e')(session);
  };
  await expect(fails(cut)).rejects.toThrow(Unavailable);
  expect(await count()).toBe(1);
  await reachMachine();
});

it.each([
  ['cannot be reached', 1, 1],
  ['has the address of another server', undefined, 2],
])('runs it on the coordinator while the machine %s', async (_, port, group) => {
  await openCluster(port, group);
  for (const hash of ['a', 'b', 'c']) {
    const { own, others } = await engine.write(async (session) => {
      await add(hash)(session);
      return processes(session);
    }, NEAR);
    expect(own).toBe(others);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await count()).toBe(3);
});

describe('events that two processes save', () => {
  const BATCHES = 6;
  const hex = (number: number) => String(number).padStart(32, '0');
  const eventOf = (number: number): ProcessedEvent => ({
    eventId: hex(number + 1),
    hash: hex(number % 3),
    timestamp: NOON + number,
    received: NOON,
    platform: 'node',
    environment: `stage ${number % 2}`,
    release: `v${number % 2}`,
    type: 'error',
    level: 'error',
    title: 'Error',
    culprit: null,
    record: '{}',
    body: new Uint8Array(9),
    tags: [{ key: 'user', value: `id:${number % 4}` }],
    searchEntries: [],
    flags: [],
  });

  it('are counted once, with alerts that are stored on the coordinator', async () => {
    const stored = await temporary.database.write((stores) => makeProject(stores));
    const project: IngestProject = { ...stored, hasWebhook: true };
    await openCluster();
    const databases: Database[] = await Promise.all([openDatabase(temporary.url), openDatabase(temporary.url)]);
    const save = (database: Database, batch: number) =>
      database.write(
        (stores) =>
          saveEvents(
            stores,
            project,
            [0, 1, 2, 3].map((index) => eventOf(2 * batch + index)),
          ),
        { projects: [project.id], onMachine: true },
      );
    await Promise.all(
      databases.flatMap((database) => Array.from({ length: BATCHES }, (_, batch) => save(database, batch))),
    );
    for (const database of databases) expect(database.pools().map(({ name }) => name)).toContain('machines');
    const issues = await everyRow((page) =>
      temporary.database.read((stores) => listIssues(stores, project.id, '', page)),
    );
    const events = 2 * BATCHES + 2;
    expect(issues.map(({ timesSeen }) => timesSeen).reduce((sum, times) => sum + times, 0)).toBe(events);
    expect(issues).toHaveLength(3);
    const alerts = await engine.read((session) =>
      session.one('SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM alert', []),
    );
    expect(alerts).toEqual({ count: 3 });
    await Promise.all(databases.map((database) => database.close()));
  });
});
