import fc from 'fast-check';
import { Conflict } from '../../src/domain/errors';
import { encodeCursor, type PageRequest } from '../../src/domain/page';
import type { EventRow } from '../../src/store/events';
import type { Database } from '../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import {
  event,
  everyRow,
  firstPage,
  hasEvent,
  hex,
  issue,
  neighbour,
  NOON,
  project,
  recordEvents,
} from '../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
afterAll(() => temporary.dispose());

/** A project with one issue. */
async function place(): Promise<{ projectId: string; issueId: string }> {
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

describe('find and has', () => {
  it('gives back what was inserted', async () => {
    const { projectId, issueId } = await place();
    const row = await database.write((stores) => event(stores, projectId, issueId, { bytes: 100_000 }));
    const found = await database.read(({ events }) => events.find(projectId, row.eventId));
    expect(found).toEqual({ ...row, body: expect.anything() as unknown });
    expect(Buffer.from(found?.body ?? []).equals(Buffer.from(row.body))).toBe(true);
    expect(await database.write((stores) => hasEvent(stores, projectId, row.eventId))).toBe(true);
  });

  it('knows an event only in its project', async () => {
    const [here, there] = [await place(), await place()];
    const { eventId } = await database.write((stores) => event(stores, here.projectId, here.issueId));
    expect(await database.read(({ events }) => events.find(there.projectId, eventId))).toBeUndefined();
    expect(await database.write((stores) => hasEvent(stores, there.projectId, eventId))).toBe(false);
    await database.write((stores) => event(stores, there.projectId, there.issueId, { eventId }));
    expect(await database.read(({ events }) => events.find(there.projectId, eventId))).toMatchObject({
      issueId: there.issueId,
    });
  });

  it.each(['', '0', 'no-such-event', "' OR 1=1 --", 'x'.repeat(10_000)])(
    'finds nothing for the id %j',
    async (eventId) => {
      const { projectId } = await place();
      expect(await database.read(({ events }) => events.find(projectId, eventId))).toBeUndefined();
    },
  );

  it('refuses the same id in the same project, keeping the first', async () => {
    const { projectId, issueId } = await place();
    const row = await database.write((stores) => event(stores, projectId, issueId));
    const again = database.write((stores) =>
      event(stores, projectId, issueId, { eventId: row.eventId, timestamp: NOON + 1 }),
    );
    await expect(again).rejects.toThrow(Conflict);
    expect(await database.read(({ events }) => events.find(projectId, row.eventId))).toMatchObject({ timestamp: NOON });
  });
});

describe('list', () => {
  it('is empty for a project without events, without neighbours', async () => {
    const { projectId } = await place();
    const page = await list(projectId)(firstPage());
    expect(page).toMatchObject({ rows: [], previous: { exists: false }, next: { exists: false } });
  });

  it('orders by time and then by id, newest first', async () => {
    const { projectId, issueId } = await place();
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

  it('shows the events of its project alone', async () => {
    const [here, there] = [await place(), await place()];
    await database.write((stores) => event(stores, there.projectId, there.issueId));
    expect((await list(here.projectId)(firstPage())).rows).toEqual([]);
  });

  it('gives bodies in the same order when asked for', async () => {
    const { projectId, issueId } = await place();
    const rows = await database.write(async (stores) => {
      const made = [];
      for (let number = 0; number < 5; number += 1)
        made.push(await event(stores, projectId, issueId, { timestamp: number }));
      return made.reverse();
    });
    const full = await everyRow((page) => database.read(({ events }) => events.listFull(projectId, page)), 2);
    expect(full.map(({ body }) => Buffer.from(body).toString('hex'))).toEqual(
      rows.map(({ body }) => Buffer.from(body).toString('hex')),
    );
    expect(idsOf(full)).toEqual(idsOf(rows));
  });

  it('starts at an inclusive cursor, in both directions', async () => {
    const { projectId, issueId } = await place();
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

  it('leads back from the end of the list by the cursor of an empty page', async () => {
    const { projectId, issueId } = await place();
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

  it('visits every row exactly once in both directions, whatever arrives meanwhile', async () => {
    const time = fc.integer({ min: 0, max: 4 });
    const given = fc.record({
      before: fc.array(time, { maxLength: 25 }),
      during: fc.array(time, { maxLength: 25 }),
      size: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ before, during, size }) => {
        const { projectId, issueId } = await place();
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

    /** In order, nothing twice, and nothing left out that was there from the beginning. */
    function expectOnce(seen: readonly EventRow[], old: readonly string[]): void {
      const ids = idsOf(seen);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining([...old]));
      const sorted = [...seen].sort((a, b) => b.timestamp - a.timestamp || (a.eventId < b.eventId ? 1 : -1));
      expect(ids).toEqual(idsOf(sorted));
    }
  });
});

describe('note', () => {
  const noted = { platform: 'node', environment: 'production', release: 'shop@1', received: NOON };

  it('tells the first event once', async () => {
    const made = await database.write((stores) => project(stores));
    expect(made.firstEvent).toBeNull();
    await database.write((stores) => recordEvents(stores, made, [noted]));
    await database.write((stores) => recordEvents(stores, made, [{ ...noted, received: NOON + 1 }]));
    expect(await database.read(({ projects }) => projects.findById(made.organizationId, made.id))).toMatchObject({
      firstEvent: NOON,
    });
  });

  it('collects platforms, environments and releases, each once', async () => {
    const made = await database.write((stores) => project(stores));
    await database.write(async (stores) => {
      await recordEvents(stores, made, [noted]);
      await recordEvents(stores, made, [{ ...noted, platform: 'javascript', release: 'shop@2', received: NOON + 1 }]);
      await recordEvents(stores, made, [{ ...noted, platform: 'python', environment: null, release: null }]);
      await recordEvents(stores, made, [{ ...noted, environment: 'Staging' }]);
    });
    const viewer = { organizationId: made.organizationId, memberId: '1' };
    const around = await database.read(({ projects }) => projects.findRelations([made], viewer));
    expect(around.get(made.id)).toMatchObject({
      platforms: ['javascript', 'node', 'python'],
      environments: ['Staging', 'production'],
      latestRelease: 'shop@2',
    });
  });

  it('makes a release known to the organization, and only there', async () => {
    const [one, other] = await database.write(
      async (stores) => [await project(stores), await project(stores)] as const,
    );
    const version = `shop@${hex()}`;
    await database.write((stores) => recordEvents(stores, one, [{ ...noted, release: version }]));
    const find = (organizationId: string) =>
      database.read(({ releases }) => releases.findByVersion(organizationId, version));
    expect(await find(one.organizationId)).toMatchObject({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as string,
      version,
    });
    expect(await find(other.organizationId)).toBeUndefined();
  });
});
