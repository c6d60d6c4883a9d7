import { timeRangeBefore } from '../../../src/domain/outcome';
import { ExpireDataJob } from '../../../src/jobs/expireData';
import { ReclaimJob } from '../../../src/jobs/reclaim';
import type { EventCount } from '../../../src/store/issues/issueStats';
import { useTemporaryDatabase } from '../../support/database';
import { runUntilIdle } from '../../support/jobs';
import { event, issue, NOON, project } from '../../support/rows';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const NOW = NOON + 20 * 60 * 1000;
const MINUTE = 60 * 1000;

const { database } = useTemporaryDatabase();
let projectId: string;
beforeEach(async () => {
  ({ id: projectId } = await database.write((stores) => project(stores)));
});

const make = () => database.write((stores) => issue(stores, projectId));
type Count = Omit<EventCount, 'environment' | 'user'> & Partial<EventCount>;
const record = (...counts: Count[]) =>
  database.write(({ issueStats }) =>
    issueStats.record(
      projectId,
      counts.map((count) => ({ environment: null, user: null, ...count })),
    ),
  );
const series = async (id: string, length: number, step: number) =>
  (await database.read(({ issueStats }) => issueStats.series(projectId, [id], timeRangeBefore(NOW, length, step)))).get(
    id,
  );
const hours = (id: string) => series(id, DAY, HOUR);
const days = (id: string) => series(id, 14 * DAY, DAY);
const countSince = (id: string, since: number, limit?: number) =>
  database.read(({ issueStats }) => issueStats.countEvents(projectId, id, since, limit));
/** Returns the counts of 24 hours or 14 days; the last one is the present one. */
const steps = (length: number, counts: Record<number, number>) =>
  Array.from({ length }, (_, index) => counts[length - 1 - index] ?? 0);

it('counts each event in the hour and the day of its own time', async () => {
  const [id, other] = [await make(), await make()];
  await record(
    { issueId: id, timestamp: NOW },
    { issueId: other, timestamp: NOW },
    { issueId: id, timestamp: NOON },
    { issueId: id, timestamp: NOON - 1 },
    { issueId: id, timestamp: NOON - 13 * HOUR },
  );
  await record({ issueId: id, timestamp: NOW - 5 * DAY, quantity: 7 }, { issueId: id, timestamp: NOW });
  expect(await hours(id)).toEqual(steps(24, { 0: 3, 1: 1, 13: 1 }));
  expect(await days(id)).toEqual(steps(14, { 0: 4, 1: 1, 5: 7 }));
  expect(await hours(other)).toEqual(steps(24, { 0: 1 }));
});

it('takes away events that move to another issue', async () => {
  const id = await make();
  await record({ issueId: id, timestamp: NOW, quantity: 3 });
  await record({ issueId: id, timestamp: NOW, quantity: -2 });
  expect(await days(id)).toEqual(steps(14, { 0: 1 }));
});

it('counts the events since a time: whole hours by their counts, the rest by the stored events', async () => {
  const id = await make();
  const times = [0, 5, 10, 19, 21, 25, 61, 200].map((minutes) => NOW - minutes * MINUTE);
  await database.write(async (stores) => {
    for (const timestamp of times) await event(stores, projectId, id, { timestamp });
  });
  await record(...times.map((timestamp) => ({ issueId: id, timestamp })), { issueId: id, timestamp: NOW - 50 * DAY });
  for (const [minutes, count] of [
    [0, 1],
    [5, 2],
    [20, 4],
    [21, 5],
    [60, 6],
    [61, 7],
    [240, 8],
  ] as const)
    expect([minutes, await countSince(id, NOW - minutes * MINUTE)]).toEqual([minutes, count]);
  expect(await countSince(id, 0)).toBe(9);
  expect(await countSince(id, NOW - 61 * MINUTE, 3)).toBeGreaterThanOrEqual(3);
  expect(await countSince(await make(), 0)).toBe(0);
});

it('moves the counts of merged issues', async () => {
  const [target, one, other] = [await make(), await make(), await make()];
  await record({ issueId: target, timestamp: NOW }, { issueId: one, timestamp: NOW, quantity: 2 });
  await record({ issueId: one, timestamp: NOON - 2 * HOUR }, { issueId: other, timestamp: NOON - 3 * DAY });
  await database.write(({ issueStats }) => issueStats.merge(projectId, [one, other], target));
  expect(await hours(target)).toEqual(steps(24, { 0: 3, 2: 1 }));
  expect(await days(target)).toEqual(steps(14, { 0: 4, 3: 1 }));
  expect(await days(one)).toEqual(steps(14, {}));
});

it('deletes the counts of removed issues, and those of more than 90 days ago', async () => {
  const [id, removed] = [await make(), await make()];
  for (const age of [0, 1, 89, 90, 91, 120]) {
    const timestamp = NOW - age * DAY;
    await record({ issueId: id, timestamp }, { issueId: removed, timestamp });
  }
  await database.write(({ issues }) => issues.remove(projectId, [Number(removed)], NOW));
  await runUntilIdle(new ReclaimJob(database, () => NOW));
  expect(await countSince(removed, 0)).toBe(0);
  expect(await countSince(id, 0)).toBe(6);
  await runUntilIdle(new ExpireDataJob(database, () => NOW));
  expect(await countSince(id, 0)).toBe(4);
});
