import type { Project } from '../../src/domain/project';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { AutoResolveJob } from '../../src/jobs/issues';
import { Scheduler } from '../../src/jobs/scheduler';
import type { Database } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { withIdleMs } from '../support/jobs';
import { firstPage, hex, issue, issueOf, NOON, project as makeProject, setStatus } from '../support/rows';

const HOUR = 60 * 60 * 1000;
const fail = (error: unknown) => {
  throw error;
};

const { database } = useTemporaryDatabase();
let project: Project;
let now: number;
beforeEach(async () => {
  project = await aged(2);
  now = NOON;
});

/** Inserts a project whose issues are resolved after this number of hours. */
function aged(resolveAge: number): Promise<Project> {
  return database.write(async (stores) => stores.projects.update(await makeProject(stores), { resolveAge }));
}

const resolveDue = () => new AutoResolveJob(database, () => now).resolveDue();
const make = (lastSeen = NOON, of = project) => database.write((stores) => issue(stores, of.id, { lastSeen }));
const find = (id: string, of = project) => database.read(({ issues }) => issues.find(of.id, id));
const update = (id: string, status: 'resolved' | 'unresolved' | 'ignored') =>
  database.write((stores) => setStatus(stores, project.id, [id], { status, at: now }));

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
    searchEntries: [],
    flags: [],
    ...given,
  };
}

it('resolves an issue once its age is reached, and not before', async () => {
  const id = await make();
  now = NOON + 2 * HOUR - 1;
  expect(await resolveDue()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'unresolved', isAutoResolved: false });
  now += 1;
  expect(await resolveDue()).toBe(1);
  expect(await find(id)).toMatchObject({ status: 'resolved', substatus: null, isAutoResolved: true });
  const { rows } = await database.read(async ({ activities, issues }) => {
    const resolved = await issues.find(project.id, id);
    return activities.list(resolved ?? { id, projectId: project.id, firstSeen: 0 }, firstPage());
  });
  expect(rows).toMatchObject([
    { type: 'set_resolved_by_age', memberId: null, dateCreated: now, data: { hours: 2 } },
    { type: 'first_seen', dateCreated: NOON },
  ]);
});

it('resolves it once', async () => {
  await make();
  now = NOON + 5 * HOUR;
  expect(await resolveDue()).toBe(1);
  expect(await resolveDue()).toBe(0);
});

it('resolves an issue once if several processes find it at a time', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => make()));
  now = NOON + 5 * HOUR;
  const counts = await Promise.all([resolveDue(), resolveDue(), resolveDue()]);
  // A process that meets another one at this job leaves the rest to it.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(ids.length);
  await resolveDue();
  for (const id of ids) expect(await find(id)).toMatchObject({ status: 'resolved', timesSeen: 1 });
});

it('uses several transactions for many issues', async () => {
  await database.write(async (stores) => {
    for (let count = 0; count < 450; count += 1) await issue(stores, project.id);
  });
  now = NOON + 3 * HOUR;
  expect(await resolveDue()).toBe(450);
  expect(await resolveDue()).toBe(0);
});

it('follows the age of each project, and skips projects without one', async () => {
  const never = await aged(0);
  const later = await aged(100);
  const [kept, waiting, due] = [await make(NOON, never), await make(NOON, later), await make(NOON, project)];
  now = NOON + 99 * HOUR;
  expect(await resolveDue()).toBe(1);
  expect([await find(kept, never), await find(waiting, later), await find(due)]).toMatchObject([
    { status: 'unresolved' },
    { status: 'unresolved' },
    { status: 'resolved' },
  ]);
});

it('skips ignored issues', async () => {
  const id = await make();
  await update(id, 'ignored');
  now = NOON + 5 * HOUR;
  expect(await resolveDue()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'ignored' });
});

it('measures the age from the last event', async () => {
  const hash = hex();
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + HOUR;
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + 2 * HOUR;
  expect(await resolveDue()).toBe(0);
  now = NOON + 3 * HOUR;
  expect(await resolveDue()).toBe(1);
});

it('resolves an issue that a person reopened only after the age has passed again', async () => {
  const id = await make();
  now = NOON + 5 * HOUR;
  await resolveDue();
  await update(id, 'unresolved');
  expect(await resolveDue()).toBe(0);
  expect(await find(id)).toMatchObject({ status: 'unresolved', substatus: 'ongoing', isAutoResolved: false });
  now += 2 * HOUR;
  expect(await resolveDue()).toBe(1);
});

it('resolves an issue that a late event reopened only after the age has passed again', async () => {
  const hash = hex();
  await database.write((stores) => saveEvents(stores, project, [event({ hash })]));
  now = NOON + 5 * HOUR;
  expect(await resolveDue()).toBe(1);
  const { regressedIssueIds: regressed } = await database.write((stores) =>
    saveEvents(stores, project, [event({ hash, timestamp: NOON + HOUR })]),
  );
  const id = (await database.write((stores) => issueOf(stores, project.id, hash))) ?? '';
  expect(regressed).toEqual([id]);
  expect(await resolveDue()).toBe(0);
  now += 2 * HOUR;
  expect(await resolveDue()).toBe(1);
});

it('uses the present age of the project', async () => {
  await make();
  now = NOON + 5 * HOUR;
  await database.write(({ projects }) => projects.update(project, { resolveAge: 0 }));
  expect(await resolveDue()).toBe(0);
});

it('repeats, and stops', async () => {
  const id = await make();
  now = NOON + 5 * HOUR;
  const job = new AutoResolveJob(database, () => now);
  const scheduler = new Scheduler([withIdleMs(job, 1)], fail);
  scheduler.start();
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await update(id, 'unresolved');
  now += 2 * HOUR;
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await scheduler.stop();
});

it('reports a step that fails, and continues', async () => {
  const errors: unknown[] = [];
  let fails = 2;
  const failing: Database = {
    ...database,
    read: (work) => (fails-- > 0 ? Promise.reject(new Error('gone')) : database.read(work)),
  };
  const id = await make();
  now = NOON + 5 * HOUR;
  const job = new AutoResolveJob(failing, () => now);
  const scheduler = new Scheduler([withIdleMs(job, 1)], (error) => errors.push(error));
  scheduler.start();
  while ((await find(id))?.status !== 'resolved') await new Promise((resolve) => setImmediate(resolve));
  await scheduler.stop();
  expect(errors).toEqual([new Error('gone'), new Error('gone')]);
});

it('resolves no further issues once it is stopped', async () => {
  await database.write(async (stores) => {
    for (let count = 0; count < 3; count += 1) await issue(stores, project.id);
  });
  now = NOON + 5 * HOUR;
  expect(await new AutoResolveJob(database, () => now).resolveDue(AbortSignal.abort())).toBe(0);
  expect(await resolveDue()).toBe(3);
});
