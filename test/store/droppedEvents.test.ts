import type { DroppedEvent } from '../../src/domain/outcome';
import { useTemporaryDatabase } from '../support/database';
import { hex, project as makeProject } from '../support/rows';

const NINE = Date.UTC(2026, 0, 15, 9);
const LIMIT = { window: 60, count: 100 };

const { database } = useTemporaryDatabase('all');

const newProject = async () => (await database.write((stores) => makeProject(stores))).id;
const find = (projectId: string, eventId: string, since = 0) =>
  database.read(({ droppedEvents }) => droppedEvents.find(projectId, eventId, since));
const dropped = (changes: Partial<DroppedEvent> = {}): DroppedEvent => ({
  eventId: hex(),
  received: NINE,
  reason: 'error-message',
  category: 'error',
  attempts: 1,
  keyStart: '0123abcd',
  addressClass: 'public',
  limit: null,
  ...changes,
});
const record = (projectId: string, ...events: DroppedEvent[]) =>
  database.write(async ({ droppedEvents }) => droppedEvents.record(events.map((event) => ({ ...event, projectId }))));

test('an event is found in its project, with the limit that dropped it', async () => {
  const [here, there] = [await newProject(), await newProject()];
  const [limited, filtered] = [dropped({ reason: 'key_quota', limit: LIMIT }), dropped({ addressClass: null })];
  await record(here, limited, filtered);
  expect(await find(here, limited.eventId)).toEqual(limited);
  expect(await find(here, filtered.eventId)).toEqual(filtered);
  expect(await find(there, limited.eventId)).toBeUndefined();
  expect(await find(here, hex())).toBeUndefined();
  expect(await find(here, limited.eventId, NINE + 1)).toBeUndefined();
});

test('of several attempts, the last reason is kept', async () => {
  const project = await newProject();
  const event = dropped({ reason: 'key_quota', limit: LIMIT });
  await record(project, event);
  await record(project, { ...event, received: NINE + 5, reason: 'cors', limit: null, attempts: 2 });
  expect(await find(project, event.eventId)).toEqual({
    ...event,
    received: NINE + 5,
    reason: 'cors',
    limit: null,
    attempts: 3,
  });
});

test('the oldest events beyond ten thousand are deleted, and the expired ones', async () => {
  const [project, other] = [await newProject(), await newProject()];
  const events = Array.from({ length: 10_003 }, (_, index) => dropped({ received: NINE + Math.floor(index / 2) }));
  await record(project, ...events);
  await record(other, events[0]!);
  const prune = (before: number) => database.write(({ droppedEvents }) => droppedEvents.prune(project, before));
  const kept = async () => {
    const found = await Promise.all([0, 1, 2, 3, 4, 10_002].map((at) => find(project, events[at]!.eventId)));
    return found.map((event) => event !== undefined);
  };
  await prune(0);
  const [, , third, fourth] = await kept();
  expect(await kept()).toEqual([false, false, third, fourth, true, true]);
  // Both arrived at the same time.
  expect([third, fourth].filter(Boolean)).toHaveLength(1);
  const hasBefore = (time: number) => database.read(({ droppedEvents }) => droppedEvents.hasBefore(project, time));
  expect([await hasBefore(NINE + 1), await hasBefore(NINE + 2)]).toEqual([false, true]);
  await prune(NINE + 5_001);
  expect(await kept()).toEqual([false, false, false, false, false, true]);
  expect(await find(other, events[0]!.eventId)).toBeDefined();
});
