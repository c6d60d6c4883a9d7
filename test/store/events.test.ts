import fc from 'fast-check';
import { Conflict } from '../../src/domain/errors';
import { encodeCursor, type PageRequest } from '../../src/domain/page';
import type { FullEventRow } from '../../src/store/events';
import type { EventRow } from '../../src/store/visibleEvents';
import { useTemporaryDatabase } from '../support/database';
import { event, firstPage, hasEvent, issue, neighbour, NOON, project } from '../support/rows';

const { database } = useTemporaryDatabase('all');

/** Inserts a project with one issue. */
async function insertProject(): Promise<{ projectId: string; issueId: string }> {
  return database.write(async (stores) => {
    const { id } = await project(stores);
    return { projectId: id, issueId: await issue(stores, id) };
  });
}

const list = (projectId: string) => (page: PageRequest) => database.read(({ events }) => events.list(projectId, page));

const idsOf = (rows: readonly EventRow[]) => rows.map(({ eventId }) => eventId);

function digits(number: number): string {
  return number.toString(16).padStart(32, '0');
}

describe('find, insert and findStoredIds', () => {
  it('return what was inserted', async () => {
    const { projectId, issueId } = await insertProject();
    const row = await database.write((stores) => event(stores, projectId, issueId, { bytes: 100_000 }));
    const stored = await database.read(({ events }) => events.find(projectId, row.eventId));
    expect(stored).toEqual({ ...row, body: expect.anything() as unknown });
    expect(Buffer.from(stored?.body ?? []).equals(Buffer.from(row.body))).toBe(true);
    expect(await database.write((stores) => hasEvent(stores, projectId, row.eventId))).toBe(true);
  });

  it('find an event only in its project', async () => {
    const [here, there] = [await insertProject(), await insertProject()];
    const { eventId } = await database.write((stores) => event(stores, here.projectId, here.issueId));
    expect(await database.read(({ events }) => events.find(there.projectId, eventId))).toBeUndefined();
    expect(await database.write((stores) => hasEvent(stores, there.projectId, eventId))).toBe(false);
    await database.write((stores) => event(stores, there.projectId, there.issueId, { eventId }));
    expect(await database.read(({ events }) => events.find(there.projectId, eventId))).toMatchObject({
      issueId: there.issueId,
    });
  });

  it.each(['', '0', 'no-such-event', "' OR 1=1 --", 'x'.repeat(10_000)])(
    'find nothing for the id %j',
    async (eventId) => {
      const { projectId } = await insertProject();
      expect(await database.read(({ events }) => events.find(projectId, eventId))).toBeUndefined();
    },
  );

  it('refuse an id that the project has already, and keep the first event', async () => {
    const { projectId, issueId } = await insertProject();
    const row = await database.write((stores) => event(stores, projectId, issueId));
    const again = database.write((stores) =>
      event(stores, projectId, issueId, { eventId: row.eventId, timestamp: NOON + 1 }),
    );
    await expect(again).rejects.toThrow(Conflict);
    expect(await database.read(({ events }) => events.find(projectId, row.eventId))).toMatchObject({ timestamp: NOON });
  });
});

describe('list', () => {
  it('is empty for a project without events, without previous and next pages', async () => {
    const { projectId } = await insertProject();
    const page = await list(projectId)(firstPage());
    expect(page).toMatchObject({ rows: [], previous: { exists: false }, next: { exists: false } });
  });

  it('is ordered by time and then by id, newest first', async () => {
    const { projectId, issueId } = await insertProject();
    await database.write(async (stores) => {
      for (const [number, timestamp] of [
        [1, 5],
        [3, 5],
        [2, 5],
        [4, 4],
        [0, 6],
      ] as const) {
        await event(stores, projectId, issueId, { eventId: digits(number), timestamp });
      }
    });
    const page = await list(projectId)(firstPage());
    expect(idsOf(page.rows)).toEqual([0, 3, 2, 1, 4].map(digits));
    expect(page.rows[0]).toEqual({
      eventId: digits(0),
      issueId,
      timestamp: 6,
      record: JSON.stringify({ id: digits(0) }),
    });
  });

  it('has only the events of its project', async () => {
    const [here, there] = [await insertProject(), await insertProject()];
    await database.write((stores) => event(stores, there.projectId, there.issueId));
    expect((await list(here.projectId)(firstPage())).rows).toEqual([]);
  });

  it('reads the bodies of events in the order of their ids, without those of others', async () => {
    const [{ projectId, issueId }, other] = [await insertProject(), await insertProject()];
    const rows = await database.write(async (stores) => {
      const made = [];
      for (let number = 0; number < 5; number += 1)
        made.push(await event(stores, projectId, issueId, { timestamp: number }));
      return made;
    });
    const foreign = await database.write((stores) => event(stores, other.projectId, other.issueId));
    const requestedRows = [rows[3], rows[1], rows[4]].flatMap((row) => row ?? []);
    const ids = [...idsOf(requestedRows), foreign.eventId, digits(99)];
    const read = await database.read(({ events }) => events.readBodies(projectId, ids));
    const comparable = (row: FullEventRow) => ({ ...row, body: Buffer.from(row.body).toString('hex') });
    expect(read.map(comparable)).toEqual(requestedRows.map(comparable));
  });

  it('starts at an inclusive cursor, in both directions', async () => {
    const { projectId, issueId } = await insertProject();
    await database.write(async (stores) => {
      for (let number = 1; number <= 5; number += 1)
        await event(stores, projectId, issueId, { eventId: digits(number), timestamp: number });
    });
    const key = ['3', digits(3)];
    const ids = async (backwards: boolean, inclusive: boolean) =>
      idsOf((await list(projectId)({ cursor: { key, backwards, inclusive }, size: 2 })).rows);
    expect(await ids(false, false)).toEqual([2, 1].map(digits));
    expect(await ids(false, true)).toEqual([3, 2].map(digits));
    expect(await ids(true, false)).toEqual([5, 4].map(digits));
    expect(await ids(true, true)).toEqual([4, 3].map(digits));
  });

  it('has a previous page before an empty page at its end', async () => {
    const { projectId, issueId } = await insertProject();
    const row = await database.write((stores) => event(stores, projectId, issueId));
    const beyond = { key: [String(row.timestamp), row.eventId], backwards: false, inclusive: false };
    const page = await list(projectId)({ cursor: beyond, size: 10 });
    expect(page).toMatchObject({
      rows: [],
      previous: { exists: true },
      next: { exists: false, cursor: encodeCursor(beyond) },
    });
    expect(idsOf((await list(projectId)(neighbour(page, 'previous', 10))).rows)).toEqual([row.eventId]);
  });

  it('has every row exactly once in both directions, whatever is inserted meanwhile', async () => {
    const time = fc.integer({ min: 0, max: 4 });
    const given = fc.record({
      before: fc.array(time, { maxLength: 25 }),
      during: fc.array(time, { maxLength: 25 }),
      size: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ before, during, size }) => {
        const { projectId, issueId } = await insertProject();
        const insert = (timestamp: number) =>
          database.write((stores) => event(stores, projectId, issueId, { timestamp }));
        const old = idsOf(await Promise.all(before.map(insert)));
        const late = [...during];
        const walk = async (side: 'previous' | 'next', start: PageRequest) => {
          const seen: EventRow[] = [];
          let page = await list(projectId)(start);
          for (;;) {
            if (side === 'next') seen.push(...page.rows);
            else seen.unshift(...page.rows);
            if (!page[side].exists) return seen;
            const arriving = late.pop();
            if (arriving !== undefined) await insert(arriving);
            page = await list(projectId)(neighbour(page, side, size));
            expect(page.rows).not.toEqual([]);
          }
        };
        expectOnce(await walk('next', firstPage(size)), old);
        const floor = { key: ['-1', ''], backwards: true, inclusive: false };
        expectOnce(await walk('previous', { cursor: floor, size }), old);
      }),
      { numRuns: 60 },
    );

    /** Expects the order of the list, no duplicates, and all rows that existed from the beginning. */
    function expectOnce(seen: readonly EventRow[], old: readonly string[]): void {
      const ids = idsOf(seen);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining([...old]));
      const sorted = [...seen].sort((a, b) => b.timestamp - a.timestamp || (a.eventId < b.eventId ? 1 : -1));
      expect(ids).toEqual(idsOf(sorted));
    }
  });
});
