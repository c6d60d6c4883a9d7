import { statSync } from 'node:fs';
import { SYSTEM } from '../../../src/domain/issue';
import { Conflict } from '../../../src/domain/errors';
import { RemovedEventScan } from '../../../src/store/issues/removedIssues';
import type { Database } from '../../../src/store/stores';
import { itOnSqlite, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { event, everyRow, firstPage, hasEvent, hex, issue, issueOf, NOON, project, reclaim } from '../../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
let projectId: string;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
  ({ id: projectId } = await database.write((stores) => project(stores)));
});
afterEach(() => temporary.dispose());

const find = (id: string, from = projectId) => database.read(({ issues }) => issues.find(from, id));
const remove = (ids: readonly (string | number)[], from = projectId) =>
  database.write(({ issues }) => issues.remove(from, ids.map(Number), NOON));
const eventIds = async (from = projectId) =>
  (await everyRow((page) => database.read(({ events }) => events.list(from, page)))).map(({ eventId }) => eventId);
const reclaimAll = async (limit: number) => {
  let steps = 1;
  while (await database.write((stores) => reclaim(stores, limit))) steps += 1;
  return steps;
};

/** Returns the number of rows of a table; for events, including hidden ones. */
async function rowCount(table = 'event'): Promise<number> {
  const engine = await temporary.openEngine();
  const row = await engine.read((session) =>
    session.one<{ rows: number }>(`SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM ${table}`, []),
  );
  await engine.close();
  return row?.rows ?? 0;
}

/** Inserts an issue with a number of events. */
function issueWithEvents(
  count: number,
  bytes = 16,
  from = projectId,
): Promise<{ id: string; events: string[]; hash: string }> {
  return database.write(async (stores) => {
    const hash = hex();
    const id = await issue(stores, from, { hash });
    const events = [];
    for (let number = 0; number < count; number += 1) events.push((await event(stores, from, id, { bytes })).eventId);
    return { id, events, hash };
  });
}

it('counts what waits to be deleted', async () => {
  const waiting = () =>
    database.read(async ({ removals, removedIssues }) => ({
      ...(await removals.countWaiting()),
      ...(await removedIssues.countWaiting()),
    }));
  const gone = await issueWithEvents(3);
  await issueWithEvents(2);
  expect(await waiting()).toEqual({ organization: 0, project: 0, issue: 0, event: 0 });
  await remove([gone.id]);
  expect(await waiting()).toEqual({ organization: 0, project: 0, issue: 1, event: 3 });
  await reclaimAll(1_000);
  expect(await waiting()).toEqual({ organization: 0, project: 0, issue: 0, event: 0 });
  await database.write(async (stores) => {
    const { id, organizationId } = await project(stores);
    await stores.removals.removeProject(organizationId, id, NOON);
    await stores.removals.removeOrganization(organizationId, NOON);
  });
  expect(await waiting()).toEqual({ organization: 1, project: 1, issue: 0, event: 0 });
});

describe('remove', () => {
  it('removes the given issues with their events at once', async () => {
    const [gone, stays] = [await issueWithEvents(3), await issueWithEvents(2)];
    await remove([gone.id]);
    expect(await find(gone.id)).toBeUndefined();
    expect(await find(stays.id)).toBeDefined();
    expect(new Set(await eventIds())).toEqual(new Set(stays.events));
    for (const eventId of gone.events) {
      expect(await database.read(({ events }) => events.find(projectId, eventId))).toBeUndefined();
      expect(await database.write((stores) => hasEvent(stores, projectId, eventId))).toBe(false);
    }
    const ids = [...gone.events, ...stays.events];
    const full = await database.read(({ events }) => events.readBodies(projectId, ids));
    expect(full.map(({ eventId }) => eventId)).toEqual(stays.events);
    expect(await database.write((stores) => issueOf(stores, projectId, gone.hash))).toBeUndefined();
  });

  it.each([
    ['unknown', () => 999_999],
    [
      'of another project',
      async () => Number((await issueWithEvents(0, 1, (await database.write((s) => project(s))).id)).id),
    ],
    [
      'removed before',
      async () => {
        const { id } = await issueWithEvents(0);
        await remove([id]);
        return Number(id);
      },
    ],
    ['as large as an id can be', () => Number.MAX_SAFE_INTEGER],
  ])('removes nothing if one id is %s', async (_, makeId) => {
    const { id, events } = await issueWithEvents(2);
    await remove([id, await makeId()]);
    await remove([await makeId(), id]);
    expect(await find(id)).toBeDefined();
    expect(new Set(await eventIds())).toEqual(new Set(events));
  });

  it('accepts repeated ids', async () => {
    const { id } = await issueWithEvents(1);
    await remove([id, id, id]);
    expect(await find(id)).toBeUndefined();
  });

  it('removes nothing without ids', async () => {
    const { id } = await issueWithEvents(1);
    await remove([]);
    expect(await find(id)).toBeDefined();
  });

  it('accepts thousands of ids', async () => {
    const ids = await database.write(async (stores) => {
      const made = [];
      for (let number = 0; number < 5_000; number += 1) made.push(await issue(stores, projectId));
      return made;
    });
    await remove([...ids, 999_999]);
    expect(await find(ids[0] ?? '')).toBeDefined();
    await remove(ids);
    for (const id of [ids[0], ids[2_500], ids[4_999]]) expect(await find(id ?? '')).toBeUndefined();
  });

  it('is rolled back with its transaction', async () => {
    const { id, events, hash } = await issueWithEvents(2);
    const failing = database.write(async ({ issues }) => {
      await issues.remove(projectId, [Number(id)], NOON);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.write((stores) => issueOf(stores, projectId, hash))).toBe(id);
    expect(await eventIds()).toHaveLength(events.length);
  });

  it('never issues an id again, also not after reopening', async () => {
    const { id } = await issueWithEvents(1);
    await remove([id]);
    await reclaimAll(10);
    database = await temporary.reopen();
    expect(Number(await database.write((stores) => issue(stores, projectId)))).toBe(Number(id) + 1);
  });

  it('opens a new issue for the same error', async () => {
    const { id, hash } = await issueWithEvents(1);
    await remove([id]);
    const next = await database.write((stores) => issue(stores, projectId, { hash }));
    expect(next).not.toBe(id);
    expect(await database.write((stores) => issueOf(stores, projectId, hash))).toBe(next);
  });

  it('allows a new event with the id of a removed one whose row is still there, and keeps the new one', async () => {
    const { id, events, hash } = await issueWithEvents(3);
    const eventId = events[1] ?? '';
    await remove([id]);
    const next = await database.write(async (stores) => {
      const issueId = await issue(stores, projectId, { hash });
      const { removed, visible } = await stores.events.findStoredIds(projectId, [eventId]);
      expect({ removed, visible }).toEqual({ removed: [eventId], visible: new Set() });
      await stores.events.deleteByIds(projectId, removed);
      return event(stores, projectId, issueId, { eventId, timestamp: NOON + 7, bytes: 50 });
    });
    await expect(database.write((stores) => event(stores, projectId, next.issueId, { eventId }))).rejects.toThrow(
      Conflict,
    );
    await reclaimAll(1);
    expect(await eventIds()).toEqual([eventId]);
    const stored = await database.read(({ events: reader }) => reader.find(projectId, eventId));
    expect(stored).toMatchObject({ issueId: next.issueId, timestamp: NOON + 7 });
    expect(Buffer.from(stored?.body ?? []).equals(Buffer.from(next.body))).toBe(true);
  });
});

describe('removeFirst', () => {
  it('removes the newest last-seen, then the highest id', async () => {
    const ids = await database.write(async (stores) => {
      const made = [];
      for (const lastSeen of [5, 9, 5, 5, 1]) made.push(await issue(stores, projectId, { lastSeen }));
      return made;
    });
    await database.write(({ issues }) => issues.removeFirst(projectId, 3, NOON));
    const left = [];
    for (const id of ids) if ((await find(id)) !== undefined) left.push(ids.indexOf(id));
    expect(left).toEqual([0, 4]);
  });

  it('does not affect other projects, and accepts a project without issues', async () => {
    const other = await database.write((stores) => project(stores));
    const { id } = await issueWithEvents(1, 16, other.id);
    await database.write(({ issues }) => issues.removeFirst(projectId, 1000, NOON));
    expect(await find(id, other.id)).toBeDefined();
  });
});

describe('reclaim', () => {
  it('deletes the activities of removed issues, so many at a time, and no others', async () => {
    const [gone, stays] = [await issueWithEvents(1), await issueWithEvents(1)];
    const activities = [gone, gone, gone, stays].map(({ id }) => {
      return { issueId: id, type: 'set_resolved', actor: SYSTEM, at: NOON } as const;
    });
    await database.write((stores) => stores.activities.insert(projectId, activities));
    await remove([gone.id]);
    await reclaimAll(1);
    expect(await rowCount('issue_activity')).toBe(1);
    const step = await database.write(async (stores) => {
      const id = await issue(stores, projectId);
      await stores.activities.insert(projectId, [{ issueId: id, type: 'set_resolved', actor: SYSTEM, at: NOON }]);
      await stores.issues.remove(projectId, [Number(id)], NOON);
      return stores.removedIssues.deleteRest(1);
    });
    expect(step).toEqual({ deleted: 1, hasMore: true });
  });

  it('has nothing to do if nothing was removed', async () => {
    await issueWithEvents(3);
    expect(await reclaimAll(10)).toBe(1);
    expect(await eventIds()).toHaveLength(3);
  });

  it('works in steps through all projects, and leaves other events alone', async () => {
    const other = await database.write((stores) => project(stores));
    const [one, two, stays] = [
      await issueWithEvents(5),
      await issueWithEvents(4, 16, other.id),
      await issueWithEvents(2),
    ];
    await remove([one.id]);
    await remove([two.id], other.id);
    expect(await reclaimAll(2)).toBeGreaterThanOrEqual(5);
    expect(new Set(await eventIds())).toEqual(new Set(stays.events));
    expect(await eventIds(other.id)).toEqual([]);
  });

  it('continues after an interruption, and hides the events meanwhile', async () => {
    const gone = await issueWithEvents(6);
    await remove([gone.id]);
    expect(await database.write((stores) => reclaim(stores, 2))).toBe(true);
    database = await temporary.reopen();
    expect(await eventIds()).toEqual([]);
    expect(await database.write((stores) => hasEvent(stores, projectId, gone.events[5] ?? ''))).toBe(false);
    await reclaimAll(2);
    expect(await eventIds()).toEqual([]);
    await database.write(async (stores) =>
      event(stores, projectId, await issue(stores, projectId), { eventId: gone.events[5] ?? '' }),
    );
    expect(await eventIds()).toEqual([gone.events[5]]);
  });

  it('deletes more removed issues than one step looks at', async () => {
    const ids = [];
    for (let number = 0; number < 250; number += 1) ids.push((await issueWithEvents(1)).id);
    await remove(ids);
    // A step looks at 100 issues with events, but at 200 without.
    await reclaimAll(20);
    database = await temporary.reopen();
    expect(await reclaimAll(1000)).toBe(1);
    expect(await eventIds()).toEqual([]);
  });

  it('scans many events, newest first, and finds the ones that the scan missed in the end', async () => {
    const scan = new RemovedEventScan();
    const step = () => database.write((stores) => reclaim(stores, 200, scan));
    const at = (from: number, count: number, id: string) =>
      database.write(async (stores) => {
        for (let number = 0; number < count; number += 1)
          await event(stores, projectId, id, { timestamp: from + number });
      });
    const makeIssue = () => database.write((stores) => issue(stores, projectId));
    const [noisy, rare, late, stays] = [await makeIssue(), await makeIssue(), await makeIssue(), await makeIssue()];
    await at(NOON, 6_000, noisy);
    await at(NOON - 500_000, 20, rare);
    await at(NOON - 400_000, 2_000, stays);
    await at(NOON + 9_000_000, 300, late);
    await remove([noisy, rare]);
    await step();
    await step();
    expect(await rowCount()).toBeLessThan(8_320);
    const newest = await database.read(({ events }) => events.list(projectId, firstPage(1)));
    expect(newest.rows[0]).toMatchObject({ issueId: late });
    await remove([late]);
    while (await step());
    expect(await rowCount()).toBe(2_000);
    expect(await eventIds()).toHaveLength(2_000);
    expect(await step()).toBe(false);
  });

  itOnSqlite('shrinks the file to its former size, in steps', async () => {
    const stays = await issueWithEvents(10, 4_000);
    await temporary.reopen().then((reopened) => (database = reopened));
    const before = statSync(temporary.file).size;
    const gone = await issueWithEvents(1_000, 4_000);
    await temporary.reopen().then((reopened) => (database = reopened));
    const full = statSync(temporary.file).size;
    expect(full).toBeGreaterThan(before + 4_000_000);
    await remove([gone.id]);
    await reclaimAll(200);
    let steps = 1;
    while (await database.shrink()) steps += 1;
    expect(steps).toBeGreaterThan(1);
    expect(statSync(temporary.file).size).toBeLessThan(before + 200_000);
    expect(await database.shrink()).toBe(false);
    expect(new Set(await eventIds())).toEqual(new Set(stays.events));
  });
});
