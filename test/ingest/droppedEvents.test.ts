import type { DroppedEvent } from '../../src/domain/outcome';
import { RateLimited, Unavailable } from '../../src/domain/errors';
import type { AuthorizedClient, IngestRequest } from '../../src/ingest/authorizeDsn';
import { ingestEvent } from '../../src/ingest/items/event';
import { DroppedEvents, findEventId, OutcomeCounter } from '../../src/ingest/quota';
import { useTemporaryDatabase } from '../support/database';
import { poll } from '../support/process';
import { hex, project as makeProject } from '../support/rows';

const NOON = Date.UTC(2026, 0, 15, 12);

const { database } = useTemporaryDatabase();
let project: string;
beforeEach(async () => {
  project = (await database.write((stores) => makeProject(stores))).id;
});

const dropped = (changes: Partial<DroppedEvent> = {}): DroppedEvent => ({
  eventId: hex(),
  received: NOON,
  reason: 'spike-protection',
  category: 'error',
  attempts: 1,
  keyStart: '0123abcd',
  addressClass: 'public',
  limit: null,
  ...changes,
});
const find = (eventId: string) => database.read(({ droppedEvents }) => droppedEvents.find(project, eventId, 0));

test('of a flood of random ids, few are kept at a time, and no id is looked for in vain', async () => {
  const counter = new OutcomeCounter(database.write, (error) => {
    throw error;
  });
  let looked = 0;
  const events = Array.from({ length: 100_000 }, () => dropped());
  for (const event of events) counter.keepReason(project, () => ((looked += 1), event));
  await counter.close();
  expect(looked).toBe(100);
  expect(await find(events[99]!.eventId)).toMatchObject({ reason: 'spike-protection' });
  expect(await find(events[100]!.eventId)).toBeUndefined();
});

test('all projects together keep no more than a thousand at a time', () => {
  const events = new DroppedEvents();
  for (let id = 1; id <= 30; id += 1)
    for (let sent = 0; sent < 200; sent += 1) events.add({ ...dropped(), projectId: String(id) });
  expect(events.take()).toHaveLength(1_000);
  expect(events.take()).toEqual([]);
});

test('an event that is sent again counts as one more attempt, and keeps the last reason', async () => {
  const counter = new OutcomeCounter(database.write, () => undefined);
  const event = dropped();
  counter.keepReason(project, () => event);
  counter.keepReason(project, () => ({ ...event, reason: 'cors' }));
  await counter.close();
  expect(await find(event.eventId)).toMatchObject({ attempts: 2, reason: 'cors' });
});

test('events are kept if the first transaction fails', async () => {
  let isDown = true;
  const errors: unknown[] = [];
  const counter = new OutcomeCounter(
    (work, scope) => (isDown ? Promise.reject(new Error('down')) : database.write(work, scope)),
    (error) => errors.push(error),
  );
  const event = dropped();
  counter.keepReason(project, () => event);
  await poll(() => errors.length > 0);
  isDown = false;
  await poll(async () => (await find(event.eventId)) !== undefined);
  await counter.close();
});

test('a process deletes surplus events with its first ones, and then after every few hundred', () => {
  const events = new DroppedEvents();
  const written = (count: number) =>
    events.noteWritten(Array.from({ length: count }, () => ({ ...dropped(), projectId: '7' })));
  expect(written(1)).toEqual(['7']);
  expect([...Array(5)].map(() => written(100))).toEqual([[], [], [], [], []]);
  expect(written(1)).toEqual(['7']);
});

test.each([
  ['new-issues', new RateLimited('Too many issues.', 60, null)],
  ['internal', new Unavailable('The disk is full.')],
  ['internal', new Error('a defect')],
])('an event whose saving fails is kept as %s, by the id of its payload too', async (reason, error) => {
  const kept: (DroppedEvent | null)[] = [];
  const quota = {
    count: () => undefined,
    rateLimits: { giveBack: () => undefined },
    keepReason: (_: string, find: () => DroppedEvent | null) => void kept.push(find()),
  };
  const dsnClient = { ipAddress: '8.8.8.8', sentAt: null };
  const request = { now: NOON, dsnClient, ingest: { quota, processAndSave: () => Promise.reject(error) } };
  const client = { isFiltered: false, project: { id: '1', rateLimits: [], keyStart: '0123abcd' } };
  const eventId = hex();
  const sent = { payload: Buffer.from(JSON.stringify({ event_id: eventId })), format: 'item' as const, flags: [] };
  const ingest = (id: string | null) =>
    ingestEvent(request as unknown as IngestRequest, client as unknown as AuthorizedClient, { ...sent, eventId: id });
  await expect(ingest(null)).rejects.toBe(error);
  const other = hex();
  await expect(ingest(other)).rejects.toBe(error);
  expect(kept).toEqual([eventId, other].map((id) => dropped({ eventId: id, reason: reason as 'internal' })));
});

test.each([
  ['{"event_id":"0123456789ABCDEF0123456789abcdef","sent_at":1}\n{"type"', '0123456789abcdef0123456789abcdef'],
  ['{ "event_id" : "01234567-89ab-cdef-0123-456789abcdef" }', '0123456789abcdef0123456789abcdef'],
  ['{"event_id":"{01234567-89ab-cdef-0123-456789abcdef}"}', '0123456789abcdef0123456789abcdef'],
  ['{"event_id":"urn:uuid:01234567-89AB-cdef-0123-456789abcdef"}', '0123456789abcdef0123456789abcdef'],
  ['{"event_id":"0123456789abcdef-0123456789abcdef"}', null],
  ['{"associated_event_id":"0123456789abcdef0123456789abcdef"}', null],
  ['', null],
])('the id in %j', (start, id) => expect(findEventId(start)).toBe(id));
