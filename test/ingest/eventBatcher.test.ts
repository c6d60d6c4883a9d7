import { Unavailable } from '../../src/domain/errors';
import type { Project } from '../../src/domain/project';
import { EventBatcher } from '../../src/ingest/eventBatcher';
import type { ProcessedEvent } from '../../src/ingest/saveEvents';
import type { Database, Write } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { firstPage, hex, issueOf, NOON, project as makeProject } from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
let project: Project;
let writes: number;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  database = temporary.database;
  project = await database.write((stores) => makeProject(stores));
  writes = 0;
});

afterEach(() => temporary.dispose());

function createBatcher(): EventBatcher {
  const write: Write = (work, scope) => {
    writes += 1;
    return database.write(work, scope);
  };
  return new EventBatcher(write);
}

function event(given: Partial<ProcessedEvent> = {}): ProcessedEvent {
  const eventId = given.eventId ?? hex();
  const labels = { platform: 'node', environment: 'production', release: 'shop@1', received: NOON };
  const kind = { type: 'error', level: 'error', title: 'Error: x', culprit: null, hash: 'a'.repeat(32) } as const;
  return {
    eventId,
    timestamp: NOON,
    ...labels,
    ...kind,
    record: JSON.stringify({ id: eventId }),
    body: new Uint8Array(8),
    tags: [],
    searchEntries: [],
    flags: [],
    ...given,
  };
}

const listed = async (of = project) => (await database.read(({ events }) => events.list(of.id, firstPage()))).rows;

async function issueOfHash(hash: string) {
  return database.write(async (stores) => {
    const id = await issueOf(stores, project.id, hash);
    return id === undefined ? undefined : stores.issues.find(project.id, id);
  });
}

it('writes events that arrive together in one transaction', async () => {
  const batcher = createBatcher();
  const events = Array.from({ length: 20 }, (_, index) => event({ timestamp: NOON + index, title: `Error: ${index}` }));
  await Promise.all(events.map((one) => batcher.save(project, one)));
  expect(writes).toBe(1);
  expect((await listed()).map(({ eventId }) => eventId)).toEqual(events.map(({ eventId }) => eventId).reverse());
  expect(await issueOfHash('a'.repeat(32))).toMatchObject({
    title: 'Error: 19',
    firstSeen: NOON,
    lastSeen: NOON + 19,
    timesSeen: 20,
  });
});

it('adds to the counts of existing issues, and opens the missing ones', async () => {
  const batcher = createBatcher();
  await batcher.save(project, event());
  const other = 'b'.repeat(32);
  await Promise.all([
    batcher.save(project, event({ timestamp: NOON - 5 })),
    batcher.save(project, event({ hash: other, title: 'Error: y', timestamp: NOON + 7 })),
    batcher.save(project, event({ hash: other })),
  ]);
  expect(await issueOfHash('a'.repeat(32))).toMatchObject({ firstSeen: NOON - 5, lastSeen: NOON, timesSeen: 2 });
  expect(await issueOfHash(other)).toMatchObject({
    title: 'Error: y',
    firstSeen: NOON,
    lastSeen: NOON + 7,
    timesSeen: 2,
  });
});

it('stores an event id once, in one transaction and in two', async () => {
  const batcher = createBatcher();
  const [first, again] = [event(), event()];
  const duplicate = event({ eventId: first.eventId, title: 'another' });
  await Promise.all([first, duplicate, again].map((one) => batcher.save(project, one)));
  await batcher.save(project, duplicate);
  expect(await listed()).toHaveLength(2);
  expect(await issueOfHash('a'.repeat(32))).toMatchObject({ timesSeen: 2, title: 'Error: x' });
});

it('saves the events of different projects separately', async () => {
  const other = await database.write((stores) => makeProject(stores));
  const batcher = createBatcher();
  const [here, there] = [event(), event()];
  await Promise.all([batcher.save(project, here), batcher.save(other, there)]);
  expect((await listed()).map(({ eventId }) => eventId)).toEqual([here.eventId]);
  expect((await listed(other)).map(({ eventId }) => eventId)).toEqual([there.eventId]);
});

it('saves a batch with the newest record of its project', async () => {
  const batcher = createBatcher();
  const last = event();
  await Promise.all([
    batcher.save(project, event()),
    batcher.save({ ...project, hasWebhook: true }, { ...last, hash: 'b'.repeat(32) }),
  ]);
  expect(writes).toBe(1);
  const pending = await database.write(({ alerts }) =>
    alerts.findOldestPending({ projectId: project.id, channel: 'webhook', queueId: null }, 10),
  );
  expect(pending).toContain(last.eventId);
});

it('fails only the event that cannot be stored', async () => {
  const batcher = createBatcher();
  const broken = event({ title: null as unknown as string, hash: 'c'.repeat(32) });
  const given = [event(), broken, event()];
  const results = await Promise.allSettled(given.map((one) => batcher.save(project, one)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await listed()).toHaveLength(2);
  expect(await issueOfHash('c'.repeat(32))).toBeUndefined();
  expect(await issueOfHash('a'.repeat(32))).toMatchObject({ timesSeen: 2 });
});

it('saves all waiting events, in several transactions if there are many', async () => {
  const batcher = createBatcher();
  await Promise.all(Array.from({ length: 700 }, () => batcher.save(project, event())));
  expect(writes).toBe(3);
  expect(await issueOfHash('a'.repeat(32))).toMatchObject({ timesSeen: 700 });
});

it('rejects events while too many bytes are waiting, those of the project that has the most', async () => {
  const other = await database.write((stores) => makeProject(stores));
  const batcher = createBatcher();
  const large = () => batcher.save(project, event({ body: new Uint8Array(24 * 1024 * 1024) }));
  const small = () => batcher.save(other, event({ body: new Uint8Array(15 * 1024 * 1024) }));
  const results = await Promise.allSettled([large(), large(), small(), large(), small()]);
  const statuses = results.map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: expect.any(Unavailable) });
  await batcher.save(project, event());
  expect(await listed()).toHaveLength(2);
  expect(await listed(other)).toHaveLength(2);
});

it('rejects every waiting event if the database is closed', async () => {
  const batcher = createBatcher();
  await database.close();
  const results = await Promise.allSettled([event(), event()].map((one) => batcher.save(project, one)));
  expect(results).toMatchObject([{ reason: expect.any(Unavailable) }, { reason: expect.any(Unavailable) }]);
});
