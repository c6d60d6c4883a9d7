import type { Project } from '../../src/domain/project';
import { DsnProjects } from '../../src/ingest/authorizeDsn';
import type { Engine } from '../../src/store/engine/sql';
import type { Read } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { hex, NOON, project } from '../support/rows';

/** Connections of another process. */
let others: Engine;
afterAll(() => others.close());
const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let shop: Project;
let dsn: { projectId: string; publicKey: string };

beforeAll(async () => {
  others = await temporary.openEngine();
});
beforeEach(async () => {
  shop = await database.write(async (stores) => {
    const made = await project(stores);
    dsn = { projectId: made.id, publicKey: hex() };
    await stores.projectKeys.insert({ ...dsn, isActive: true, name: 'Default', dateCreated: NOON });
    return made;
  });
});

/** Runs a statement as another process does. */
async function change(statement: string): Promise<void> {
  await others.write((session) => session.run(statement, [Number(shop.id)]));
}

/** Counts the reads that `DsnProjects` begins. Each one ends only after `beforeEnd`. */
function countReads(beforeEnd: () => Promise<void> = async () => undefined): { read: Read; count: () => number } {
  let count = 0;
  const read: Read = async (work) => {
    count += 1;
    const result = await database.read(work);
    await beforeEnd();
    return result;
  };
  return { read, count: () => count };
}

test('requests that arrive at the same time share one read for each key', async () => {
  const { read, count } = countReads();
  const projects = new DsnProjects(read);
  const other = { ...dsn, publicKey: hex() };
  const results = await Promise.all([dsn, dsn, other, dsn, other].map((each) => projects.find(each)));
  expect(results.map((each) => each?.id)).toEqual([shop.id, shop.id, undefined, shop.id, undefined]);
  expect(count()).toBe(2);
});

test('a project that has not changed is the same object, with the same settings', async () => {
  const projects = new DsnProjects(database.read);
  const first = await projects.find(dsn);
  expect(await projects.find(dsn)).toBe(first);
  await change('UPDATE project SET name = name WHERE id = ?');
  expect(await projects.find(dsn)).toBe(first);
});

test('a key alone finds its project, the same object as with the project id', async () => {
  const { read, count } = countReads();
  const projects = new DsnProjects(read);
  const key = { ...dsn, projectId: null };
  const [first, second] = await Promise.all([projects.find(key), projects.find(key)]);
  expect(first?.id).toBe(shop.id);
  expect(second).toBe(first);
  expect(count()).toBe(1);
  expect(await projects.find(dsn)).toBe(first);
  expect(await projects.find(key)).toBe(first);
  expect(await projects.find({ ...key, publicKey: hex() })).toBeUndefined();
  await change('UPDATE project_key SET is_active = 0 WHERE project_id = ?');
  expect(await projects.find(key)).toBeUndefined();
});

test('what another process changed holds for the next request', async () => {
  const projects = new DsnProjects(database.read);
  const before = await projects.find(dsn);
  expect(before?.settings).toMatchObject({ scrubIPAddresses: false });
  await change(`UPDATE project SET settings = '{"groupingConfig":"simple:4","scrubIPAddresses":true}' WHERE id = ?`);
  expect((await projects.find(dsn))?.settings).toMatchObject({ scrubIPAddresses: true });
  await change('UPDATE project SET has_sessions = 1 WHERE id = ?');
  expect((await projects.find(dsn))?.flags.hasSessions).toBe(true);
  await change('UPDATE project_key SET is_active = 0 WHERE project_id = ?');
  expect(await projects.find(dsn)).toBeUndefined();
  await change('UPDATE project_key SET is_active = 1 WHERE project_id = ?');
  expect(await projects.find(dsn)).toEqual({
    ...before,
    flags: { ...before?.flags, hasSessions: true },
    settings: { ...before?.settings, scrubIPAddresses: true },
  });
});

test('a request that arrives while a read is running waits for the next one', async () => {
  const late: Promise<unknown>[] = [];
  const { read, count } = countReads(async () => {
    if (late.length > 0) return;
    await change('UPDATE project_key SET is_active = 0 WHERE project_id = ?');
    late.push(projects.find(dsn), projects.find(dsn));
  });
  const projects = new DsnProjects(read);
  expect(await projects.find(dsn)).toBeDefined();
  expect(await Promise.all(late)).toEqual([undefined, undefined]);
  expect(count()).toBe(2);
});

test('a read that fails fails the requests that wait for it, and no later ones', async () => {
  let isBroken = true;
  const projects = new DsnProjects(async (work) => {
    if (isBroken) throw new Error('no connection');
    return database.read(work);
  });
  const waiting = [projects.find(dsn), projects.find(dsn)];
  for (const each of waiting) await expect(each).rejects.toThrow('no connection');
  isBroken = false;
  expect((await projects.find(dsn))?.id).toBe(shop.id);
});
