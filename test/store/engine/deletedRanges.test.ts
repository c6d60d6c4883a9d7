import { openDatabase } from '../../../src/store/engine/open';
import type { Database } from '../../../src/store/stores';
import { useTemporaryDatabase } from '../../support/database';
import { event, everyRow, firstPage, issue, neighbour, NOON, project, reclaim } from '../../support/rows';

/** Number of events: several times the batch of a scan. */
const MANY = 3_000;

const temporary = useTemporaryDatabase();
const { database } = temporary;
let projectId: string;
let noisy: string;
let quiet: string;
beforeEach(async () => {
  await database.write(async (stores) => {
    ({ id: projectId } = await project(stores));
    [noisy, quiet] = [await issue(stores, projectId), await issue(stores, projectId)];
  });
});

/** Inserts events of an issue at these times, and returns their ids. */
function add(issueId: string, timestamps: readonly number[], to: Database = database): Promise<string[]> {
  return to.write(async (stores) => {
    const ids: string[] = [];
    for (const timestamp of timestamps) ids.push((await event(stores, projectId, issueId, { timestamp })).eventId);
    return ids;
  });
}

const burst = (from: number, count = MANY) => Array.from({ length: count }, (_, index) => from + Math.floor(index / 3));
const remove = (id: string) => database.write(({ issues }) => issues.remove(projectId, [Number(id)], NOON));
const idsOf = (rows: readonly { eventId: string }[]) => rows.map(({ eventId }) => eventId);
const listAll = async () =>
  idsOf(await everyRow((page) => database.read(({ events }) => events.list(projectId, page)), 7));

describe('a list with many events of a removed issue', () => {
  it('has the events before, between and after them, forwards and backwards', async () => {
    const visible = await add(quiet, [NOON - 1]);
    await add(noisy, burst(NOON));
    visible.unshift(...(await add(quiet, [NOON + 500])));
    await add(noisy, burst(NOON + 2_000));
    visible.unshift(...(await add(quiet, [NOON + 9_000])));
    await remove(noisy);
    for (const _ of [1, 2]) {
      expect(await listAll()).toEqual(visible);
      const list = (request: Parameters<typeof neighbour>[0] | null, side: 'previous' | 'next' = 'next') =>
        database.read(({ events }) =>
          events.list(projectId, request === null ? firstPage(1) : neighbour(request, side, 1)),
        );
      const first = await list(null);
      const middle = await list(first);
      const last = await list(middle);
      expect([first, middle, last].flatMap(({ rows }) => idsOf(rows))).toEqual(visible);
      expect([last.next.exists, first.previous.exists]).toEqual([false, false]);
      const back = await list(last, 'previous');
      expect(idsOf(back.rows)).toEqual([visible[1]]);
      expect(idsOf((await list(back, 'previous')).rows)).toEqual([visible[0]]);
    }
  });

  it('is empty if there are no other events', async () => {
    await add(noisy, burst(NOON));
    await remove(noisy);
    for (const _ of [1, 2]) {
      const page = await database.read(({ events }) => events.list(projectId, firstPage()));
      expect([page.rows, page.next.exists, page.previous.exists]).toEqual([[], false, false]);
    }
  });

  it('has an event that is inserted among them, at any position', async () => {
    await add(noisy, burst(NOON));
    await remove(noisy);
    expect(await listAll()).toEqual([]);
    const visible: { eventId: string; timestamp: number }[] = [];
    for (const timestamp of [
      NOON + 400,
      NOON + 400,
      NOON,
      NOON + 999,
      NOON + 1_000,
      NOON - 1,
      NOON + 399,
      NOON + 401,
    ]) {
      const [eventId = ''] = await add(quiet, [timestamp]);
      visible.push({ eventId, timestamp });
      visible.sort((a, b) => b.timestamp - a.timestamp || (a.eventId < b.eventId ? 1 : -1));
      expect(await listAll()).toEqual(idsOf(visible));
    }
  });

  it('has a new event with the id of one of them', async () => {
    const gone = await add(noisy, burst(NOON));
    await remove(noisy);
    expect(await listAll()).toEqual([]);
    const eventId = gone[1_500] ?? '';
    await database.write(async (stores) => {
      await stores.events.deleteRemoved(projectId, [eventId]);
      await event(stores, projectId, quiet, { eventId, timestamp: NOON + 77 });
    });
    expect(await listAll()).toEqual([eventId]);
  });

  it('has an event that another process inserts among them', async () => {
    await add(noisy, burst(NOON));
    await remove(noisy);
    expect(await listAll()).toEqual([]);
    const other = await openDatabase(temporary.url);
    const visible = await add(quiet, [NOON + 300], other);
    expect(await listAll()).toEqual(visible);
    await other.close();
  });

  it('has every event that was committed while the list was read', async () => {
    await add(noisy, burst(NOON));
    await remove(noisy);
    const visible = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const adding = Array.from({ length: 5 }, (_, index) => add(quiet, [NOON + ((round * 211 + index * 37) % 1_000)]));
      const [, ...added] = await Promise.all([listAll(), ...adding]);
      for (const id of added.flat()) visible.add(id);
      expect(new Set(await listAll())).toEqual(visible);
    }
  });

  it('stays the same while they are deleted, and afterwards', async () => {
    await add(noisy, burst(NOON));
    const visible = await add(quiet, [NOON + 5]);
    await remove(noisy);
    expect(await listAll()).toEqual(visible);
    let steps = 0;
    while (await database.write((stores) => reclaim(stores, 300))) {
      steps += 1;
      expect(await listAll()).toEqual(visible);
    }
    expect(steps).toBeGreaterThan(5);
    expect(await listAll()).toEqual(visible);
    visible.unshift(...(await add(quiet, [NOON + 6])));
    expect(await listAll()).toEqual(visible);
  });

  it('has the events of an issue whose removal was rolled back', async () => {
    const visible = await add(noisy, burst(NOON, 600));
    const failing = database.write(async ({ issues, events }) => {
      await issues.remove(projectId, [Number(noisy)], NOON);
      expect((await events.list(projectId, firstPage())).rows).toEqual([]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const other = await database.write((stores) => issue(stores, projectId));
    await remove(other);
    expect(new Set(await listAll())).toEqual(new Set(visible));
  });

  it('does not affect the lists of other projects', async () => {
    const [elsewhere, id] = await database.write(async (stores) => {
      const made = await project(stores);
      return [
        made.id,
        (await event(stores, made.id, await issue(stores, made.id), { timestamp: NOON + 3 })).eventId,
      ] as const;
    });
    await add(noisy, burst(NOON));
    await remove(noisy);
    expect(await listAll()).toEqual([]);
    expect(idsOf((await database.read(({ events }) => events.list(elsewhere, firstPage()))).rows)).toEqual([id]);
  });
});
