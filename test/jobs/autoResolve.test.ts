import type { Project } from '../../src/domain/project';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { AutoResolveJob } from '../../src/jobs/autoResolve';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { hex, issue, issueOf, NOON, project as makeProject } from '../support/rows';

const HOUR = 60 * 60 * 1000;
const fail = (error: unknown) => {
  throw error;
};

let temporary: TemporaryDatabase;
let database: Database;
let project: Project;
let now: number;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
  project = await aged(2);
  now = NOON;
});
afterEach(() => temporary.dispose());

/** A project whose issues are resolved after so many hours. */
function aged(resolveAge: number): Promise<Project> {
  return database.write(async (stores) => stores.projects.update(await makeProject(stores), { resolveAge }));
}

const sweep = () => new AutoResolveJob(database, fail, { now: () => now }).sweep();
const make = (lastSeen = NOON, of = project) => database.write((stores) => issue(stores, of.id, { lastSeen }));
const find = (id: string, of = project) => database.read(({ issues }) => issues.find(of.id, id));
const update = (id: string, status: 'resolved' | 'unresolved' | 'ignored') =>
  database.write(({ issues }) => issues.update(project.id, [Number(id)], { status, from: null, at: now }));

function event(given: Partial<ProcessedEvent>): ProcessedEvent {
  const labels = { platform: 'node', environment: null, release: null, received: now };
  const kind = { type: 'error', level: 'error', title: 'Error', culprit: null, hash: hex() } as const;
  return {
    eventId: hex(),
    timestamp: now,
    ...labels,
    ...kind,
    record: '{}',
    body: new Uint8Array(1),
    tags: [],
    flags: [],
    ...given,
  };
}

it('resolves an issue once its age is reached, and not before', async () => {
  const id = await make();
  now = NOON + 2 * HOUR - 1;
  expect(await sweep()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'unresolved', isAutoResolved: false });
  now += 1;
  expect(await sweep()).toBe(1);
  expect(await find(id)).toMatchObject({ status: 'resolved', substatus: null, isAutoResolved: true });
});

it('resolves it once', async () => {
  await make();
  now = NOON + 5 * HOUR;
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
});

it('resolves what several find at a time once in all', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => make()));
  now = NOON + 5 * HOUR;
  const counts = await Promise.all([sweep(), sweep(), sweep()]);
  // Whoever meets another at it leaves the rest to it.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(ids.length);
  await sweep();
  for (const id of ids) expect(await find(id)).toMatchObject({ status: 'resolved', timesSeen: 1 });
});

it('takes more than one step where there are many', async () => {
  await database.write(async (stores) => {
    for (let count = 0; count < 450; count += 1) await issue(stores, project.id);
  });
  now = NOON + 3 * HOUR;
  expect(await sweep()).toBe(450);
  expect(await sweep()).toBe(0);
});

it('lets projects be that have no age, and each project have its own', async () => {
  const never = await aged(0);
  const later = await aged(100);
  const [kept, waiting, due] = [await make(NOON, never), await make(NOON, later), await make(NOON, project)];
  now = NOON + 99 * HOUR;
  expect(await sweep()).toBe(1);
  expect([await find(kept, never), await find(waiting, later), await find(due)]).toMatchObject([
    { status: 'unresolved' },
    { status: 'unresolved' },
    { status: 'resolved' },
  ]);
});

it('lets ignored issues be', async () => {
  const id = await make();
  await update(id, 'ignored');
  now = NOON + 5 * HOUR;
  expect(await sweep()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'ignored' });
});

it('counts from the last event', async () => {
  const hash = hex();
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + HOUR;
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + 2 * HOUR;
  expect(await sweep()).toBe(0);
  now = NOON + 3 * HOUR;
  expect(await sweep()).toBe(1);
});

it('leaves what a person opened again alone for as long', async () => {
  const id = await make();
  now = NOON + 5 * HOUR;
  await sweep();
  await update(id, 'unresolved');
  expect(await sweep()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'unresolved', substatus: 'ongoing', isAutoResolved: false });
  now += 2 * HOUR;
  expect(await sweep()).toBe(1);
});

it('leaves what a late event opened again alone for as long', async () => {
  const hash = hex();
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + 5 * HOUR;
  expect(await sweep()).toBe(1);
  const { regressedIssueIds: regressed } = await database.write((stores) =>
    saveEvents(stores, project, [event({ hash, timestamp: NOON + HOUR })]),
  );
  const id = (await database.read((stores) => issueOf(stores, project.id, hash))) ?? '';
  expect(regressed).toEqual([id]);
  expect(await sweep()).toBe(0);
  now += 2 * HOUR;
  expect(await sweep()).toBe(1);
});

it('goes by the age that the project has by then', async () => {
  await make();
  now = NOON + 5 * HOUR;
  await database.write(({ projects }) => projects.update(project, { resolveAge: 0 }));
  expect(await sweep()).toBe(0);
});

it('sweeps by itself, and stops', async () => {
  const id = await make();
  now = NOON + 5 * HOUR;
  const ageResolver = new AutoResolveJob(database, fail, { now: () => now, period: 1 });
  ageResolver.start();
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await update(id, 'unresolved');
  now += 2 * HOUR;
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await ageResolver.stop();
});

it('tells of a sweep that fails, and goes on', async () => {
  const told: unknown[] = [];
  let fails = 2;
  const faulty: Database = {
    ...database,
    read: (work) => (fails-- > 0 ? Promise.reject(new Error('gone')) : database.read(work)),
  };
  const id = await make();
  now = NOON + 5 * HOUR;
  const ageResolver = new AutoResolveJob(faulty, (error) => told.push(error), { now: () => now, period: 1 });
  ageResolver.start();
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await ageResolver.stop();
  expect(told).toEqual([new Error('gone'), new Error('gone')]);
});
