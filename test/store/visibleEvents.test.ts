/** The list of a project's events while events of removed issues wait for their deletion. */
import { parseEventQuery } from '../../src/domain/eventSearch';
import { decodeCursor } from '../../src/domain/page';
import { type Engine, type ReadSession, textOf } from '../../src/store/engine/sql';
import { EventReader, EventWriter } from '../../src/store/events';
import { openTemporaryDatabase, type TemporaryDatabase } from '../support/database';
import { firstPage, hex, issue, NOON, project } from '../support/rows';

let temporary: TemporaryDatabase;
let engine: Engine;
let projectId: string;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  engine = await temporary.openEngine();
  ({ id: projectId } = await temporary.database.write((stores) => project(stores)));
});
afterEach(async () => {
  await engine.close();
  await temporary.dispose();
});

interface Listed {
  readonly eventId: string;
  readonly timestamp: number;
}

/** An issue with its events in the order of lists. */
interface Made {
  readonly id: string;
  readonly events: Listed[];
}

/** Inserts an issue with events of these times. */
async function issueAt(times: readonly number[], of = projectId): Promise<Made> {
  const [firstSeen, lastSeen] = [Math.min(...times), Math.max(...times)];
  const id = await temporary.database.write((stores) => issue(stores, of, { firstSeen, lastSeen }));
  const events = times.map((timestamp) => ({ eventId: hex(), timestamp }));
  const body = Buffer.of(1);
  await engine.write((session) =>
    new EventWriter(session).insert(
      of,
      events.map((one) => ({ ...one, issueId: id, record: '{}', body })),
    ),
  );
  return { id, events: sorted(events) };
}

function sorted(events: readonly Listed[]): Listed[] {
  return events.toSorted((one, other) => other.timestamp - one.timestamp || (one.eventId < other.eventId ? 1 : -1));
}

function range(count: number, from: number, step = 1): number[] {
  return Array.from({ length: count }, (_, index) => from + Math.floor(index * step));
}

const remove = (ids: readonly string[]) =>
  temporary.database.write(({ issues }) => issues.remove(projectId, ids.map(Number), NOON));

const idsOf = (events: readonly Listed[]) => events.map(({ eventId }) => eventId);

/** Reads all pages in one direction. @param between is called between pages */
async function readPages(
  size: number,
  { start, between }: { start?: string; between?: () => Promise<unknown> } = {},
): Promise<Listed[][]> {
  const pages: Listed[][] = [];
  for (let cursor = start; ;) {
    const page = await temporary.database.read(({ events }) =>
      events.list(projectId, { cursor: decodeCursor(cursor), size }),
    );
    pages.push(page.rows);
    const next = start === undefined ? page.next : page.previous;
    if (!next.exists) return pages;
    cursor = next.cursor;
    await between?.();
  }
}

/** Numbers without a pattern, below a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** Inserts visible issues with three events each, and removed ones with many, all in the same range of times. */
async function mix(visible: number, hidden: number, span: number): Promise<Listed[]> {
  const next = numbers(7);
  const kept: Listed[] = [];
  for (let number = 0; number < visible; number += 1)
    kept.push(...(await issueAt(range(3, NOON).map(() => NOON + next(span)))).events);
  const gone = [await issueAt(range(hidden, NOON, span / hidden)), await issueAt(range(600, NOON + span))];
  await remove(gone.map(({ id }) => id));
  return sorted(kept);
}

describe.each([
  ['fewer than a statement searches', 40],
  ['more than two statements search', 210],
])('visible issues, %s, among removed ones', (_, visible) => {
  test.each([7, 100])('are listed completely forwards and backwards, %i at a time', async (size) => {
    const kept = await mix(visible, 4_000, 3_000);
    const forwards = await readPages(size);
    expect(idsOf(forwards.flat())).toEqual(idsOf(kept));
    expect(forwards.slice(0, -1).every(({ length }) => length === size)).toBe(true);
    const backwards = await readPages(size, { start: `0:${'0'.repeat(32)}:1` });
    expect(idsOf(backwards.toReversed().flat())).toEqual(idsOf(kept));
    expect(backwards.slice(0, -1).every(({ length }) => length === size)).toBe(true);
  });
});

test('events of one time are listed completely', async () => {
  const kept: Listed[] = [];
  for (let number = 0; number < 60; number += 1) kept.push(...(await issueAt([NOON, NOON])).events);
  const gone = await issueAt([...range(700, NOON + 1), ...range(900, NOON, 0)]);
  await remove([gone.id]);
  expect(idsOf((await readPages(50)).flat())).toEqual(idsOf(sorted(kept)));
});

test('a project of which all issues are removed has an empty list', async () => {
  const gone = await issueAt(range(1_200, NOON));
  await remove([gone.id]);
  expect(await readPages(10)).toEqual([[]]);
  expect(await readPages(10, { start: `0:${'0'.repeat(32)}:1` })).toEqual([[]]);
});

test('pages have no gap while issues are removed, and events are deleted and inserted', async () => {
  const kept = await mix(40, 3_000, 3_000);
  const other = await temporary.database.write((stores) => project(stores));
  await issueAt(range(600, NOON), other.id);
  const doomed: Made[] = [];
  for (let number = 0; number < 8; number += 1) doomed.push(await issueAt(range(300, NOON + number, 10)));
  const removed = new Set<string>();
  const pages = await readPages(20, {
    between: async () => {
      const next = doomed.pop();
      if (next !== undefined) await remove([next.id]);
      for (const id of idsOf(next?.events ?? [])) removed.add(id);
      await temporary.database.write(({ removedIssues }) => removedIssues.deleteEvents(150));
      // Newer than all pages that follow.
      await issueAt([NOON + 100_000]);
    },
  });
  const keptIds = new Set(idsOf(kept));
  expect(idsOf(pages.flat()).filter((id) => keptIds.has(id))).toEqual(idsOf(kept));
  const [first = [], ...rest] = pages;
  expect(idsOf(first).length).toBe(20);
  const last = rest.at(-1) ?? [];
  expect(idsOf(last).filter((id) => removed.has(id))).toEqual([]);
});

test('a page is full although one of its issues is removed while it is read', async () => {
  const kept: Made[] = [];
  for (let number = 0; number < 30; number += 1) kept.push(await issueAt([NOON + number]));
  const gone = await issueAt(range(1_500, NOON + 1_000));
  await remove([gone.id]);
  const [latest] = kept.toReversed();
  let isRemoved = false;
  const rows = await engine.read((session) => {
    const all: ReadSession['all'] = async (statement, values) => {
      if (!isRemoved && textOf(statement, session.dialect).includes('e.issue_id = w.value')) {
        isRemoved = true;
        await remove([latest?.id ?? '']);
      }
      return session.all(statement, values);
    };
    return new EventReader(Object.assign(Object.create(session) as ReadSession, { all })).list(
      projectId,
      firstPage(10),
    );
  });
  expect(isRemoved).toBe(true);
  expect(idsOf(rows.rows)).toEqual(idsOf(sorted(kept.flatMap(({ events }) => events))).slice(1, 11));
  expect(rows.next.exists).toBe(true);
});

describe('the number of statements of a list, each of which reads a bounded number of rows', () => {
  /** Counts the statements of several lists, with so many hidden events before, between and after visible ones. */
  async function countStatements(hidden: number): Promise<{ pages: string[][]; statements: number }> {
    const { id } = await temporary.database.write((stores) => project(stores));
    const kept: Listed[] = [];
    for (const time of [NOON, NOON + 1, NOON + 100_000, NOON + 100_001])
      kept.push(...(await issueAt([time], id)).events);
    const gone: Made[] = [];
    for (const time of [NOON - 10_000, NOON + 10_000, NOON + 200_000])
      gone.push(await issueAt(range(hidden, time), id));
    await temporary.database.write(({ issues }) =>
      issues.remove(
        id,
        gone.map((one) => Number(one.id)),
        NOON,
      ),
    );
    let statements = 0;
    const pages = await engine.read(async (session) => {
      const counted = <Call extends ReadSession['all'] | ReadSession['one']>(call: Call) =>
        ((...given: Parameters<Call>) => {
          statements += 1;
          return (call as (...values: Parameters<Call>) => unknown).apply(session, given);
        }) as Call;
      const counting = { all: counted(session.all), one: counted(session.one) };
      const reader = new EventReader(Object.assign(Object.create(session) as ReadSession, counting));
      const middle = { key: [String(NOON + 90_000), 'f'.repeat(32)], inclusive: false };
      const lists = [
        await reader.list(id, firstPage(1)),
        await reader.list(id, firstPage(100)),
        await reader.list(id, { cursor: { ...middle, backwards: false }, size: 1 }),
        await reader.list(id, { cursor: { ...middle, backwards: true }, size: 1 }),
        await reader.search(
          { projectId: id, issueId: null },
          { search: parseEventQuery(''), now: NOON, describe: () => ({}) as never },
          firstPage(100),
        ),
      ];
      return lists.map(({ rows }) =>
        rows.map((row) => String(kept.findIndex(({ eventId }) => eventId === row.eventId))),
      );
    });
    return { pages, statements };
  }

  test('does not grow with the number of hidden events', async () => {
    const few = await countStatements(1_000);
    const many = await countStatements(4_000);
    expect(few.pages.slice(0, 4)).toEqual([['3'], ['3', '2', '1', '0'], ['1'], ['2']]);
    expect(many).toEqual(few);
  });
});
