import { parseEventQuery, type SearchedEvent } from '../../../src/domain/eventSearch';
import type { PageRequest } from '../../../src/domain/page';
import { EventWriter, type FullEventRow } from '../../../src/store/events';
import type { EventRow } from '../../../src/store/visibleEvents';
import type { EventSelection } from '../../../src/store/search/eventSearch';
import { itOnSqlite, useTemporaryDatabase } from '../../support/database';
import { everyRow, firstPage, issue, neighbour, NOON, project, recordTags } from '../../support/rows';
import { explainStatements } from '../../support/sessions';

/** Number of events: one request cannot read all of their bodies. */
const COUNT = 2_500;

const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let projectId: string;
let issueIds: string[];
/** Newest first. */
let stored: Made[];

/** The data that the test keeps in the record of an event; its exception is only in the body. */
interface Made {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  readonly number: number;
  readonly release: string;
}

beforeAll(async () => {
  await database.write(async (stores) => {
    ({ id: projectId } = await project(stores, { slug: 'shop' }));
    issueIds = [];
    for (let at = 0; at < 5; at += 1) issueIds.push(await issue(stores, projectId));
    // Some events have equal times. The issue 4 has every 500th event, and these alone have the release `rare`.
    stored = Array.from({ length: COUNT }, (_, number) => ({
      eventId: number.toString(16).padStart(32, '0'),
      issueId: issueIds[number % 500 === 0 ? 4 : number % 4] ?? '',
      timestamp: NOON + Math.floor(number / 3) * 1000,
      number,
      release: number % 500 === 0 ? 'rare' : 'web',
    })).reverse();
    const rows = stored.map((made) => ({
      eventId: made.eventId,
      issueId: made.issueId,
      timestamp: made.timestamp,
      record: JSON.stringify(made),
      body: Buffer.from(made.number === 0 ? 'RareError' : 'Error'),
    }));
    await stores.events.insert(projectId, rows);
    const tags = issueIds.map((issueId, at) => ({
      issueId,
      tags: [{ key: 'release', value: at === 4 ? 'rare' : 'web' }],
    }));
    await recordTags(stores, projectId, tags);
  });
});

let described: FullOrListed[] = [];
type FullOrListed = EventRow & Partial<FullEventRow>;
beforeEach(() => (described = []));

function describeRow(row: EventRow, body?: Uint8Array): SearchedEvent {
  described.push(row);
  const { number, release } = JSON.parse(row.record) as Made;
  const tags = new Map([
    ['release', release],
    ['number', String(number)],
    ['parity', number % 2 === 0 ? 'even' : 'odd'],
  ]);
  return {
    eventId: row.eventId,
    issueId: row.issueId,
    timestamp: row.timestamp,
    platform: () => 'node',
    tagValues: (key) => [tags.get(key) ?? []].flat(),
    user: () => null,
    isError: () => true,
    entries: () => (body === undefined ? [] : [{ key: '~error.type', value: Buffer.from(body).toString() }]),
    mayHaveEntry: () => true,
    hasWords: () => false,
    hasBody: body !== undefined,
  };
}

const selectionOf = (query: string): EventSelection<EventRow> => ({
  search: parseEventQuery(query),
  now: NOON + COUNT * 1000,
  describe: describeRow,
});
const read = (query: string, page: PageRequest, issueId: string | null = null) =>
  database.read(({ events }) => events.search({ projectId, issueId }, selectionOf(query), page));
const numbersOf = (rows: readonly EventRow[]) => rows.map(({ record }) => (JSON.parse(record) as Made).number);
const expectedNumbers = (isWanted: (made: Made) => boolean) => stored.filter(isWanted).map(({ number }) => number);

describe.each<[string, (made: Made) => boolean]>([
  ['', () => true],
  ['parity:even', ({ number }) => number % 2 === 0],
  ['release:rare', ({ number }) => number % 500 === 0],
  ['release:rare parity:odd', () => false],
  ['release:[rare,web] number:1*', ({ number }) => String(number).startsWith('1')],
  ['release:rare OR number:7', ({ number }) => number % 500 === 0 || number === 7],
  ['SHOP-5 OR SHOP-1', ({ number }) => number % 4 === 0],
  ['!issue:SHOP-5 release:rare', () => false],
  [`number:*7 OR ${'0'.repeat(31)}a`, ({ number }) => number % 10 === 7 || number === 10],
  ['timestamp:>=2026-01-01T12:10:00Z', ({ timestamp }) => timestamp >= NOON + 600_000],
  [
    'timestamp:>2026-01-01T12:00:03Z timestamp:<=2026-01-01T12:00:06Z',
    ({ timestamp }) => timestamp > NOON + 3_000 && timestamp <= NOON + 6_000,
  ],
  ['timestamp:2026-01-02', () => false],
])('a search for %j', (query, isWanted) => {
  it.each([100, 37])('finds all matching events in order, in pages of %d', async (size) => {
    expect(numbersOf(await everyRow((page) => read(query, page), size))).toEqual(expectedNumbers(isWanted));
  });

  it('leads back to the previous page', async () => {
    const first = await read(query, firstPage(5));
    expect(first.previous.exists).toBe(false);
    expect(first.next.exists).toBe(expectedNumbers(isWanted).length > 5);
    if (!first.next.exists) return;
    const second = await read(query, neighbour(first, 'next', 5));
    expect((await read(query, neighbour(second, 'previous', 5))).rows).toEqual(first.rows);
  });
});

it('ends a page early after 875 bodies, and goes on behind them', async () => {
  const first = await read('error.type:RareError', firstPage(10));
  expect(first).toMatchObject({ rows: [], next: { exists: true } });
  expect(described).toHaveLength(2 * 875);
  const second = await read('error.type:RareError', neighbour(first, 'next', 10));
  expect(second).toMatchObject({ rows: [], next: { exists: true } });
  const third = await read('error.type:RareError', neighbour(second, 'next', 10));
  expect(numbersOf(third.rows)).toEqual([0]);
  expect(third.next.exists).toBe(false);
});

it('reads fewer large bodies in a request, and finds all events', async () => {
  const large = await database.write(async (stores) => {
    const { id } = await project(stores, { slug: 'large' });
    const issueId = await issue(stores, id);
    const rows = Array.from({ length: 30 }, (_, number) => ({
      eventId: number.toString(16).padStart(32, '0'),
      issueId,
      timestamp: NOON - number * 1000,
      record: JSON.stringify({ number, release: 'web' }),
      body: Buffer.alloc(64 * 1024, number % 2 === 0 ? 'a' : 'b'),
    }));
    await stores.events.insert(id, rows);
    return { projectId: id, issueId: null };
  });
  const query = `error.type:${'a'.repeat(100)}*`;
  const readLarge = (page: PageRequest) =>
    database.read(({ events }) => events.search(large, selectionOf(query), page));
  const { rows, next } = await readLarge(firstPage(100));
  expect({ count: rows.length, more: next.exists }).toEqual({ count: 4, more: true });
  const even = Array.from({ length: 15 }, (_, index) => 2 * index);
  expect(numbersOf(await everyRow(readLarge, 100))).toEqual(even);
  expect(numbersOf(await everyRow(readLarge, 2))).toEqual(even);
});

it('reads a body only if the row does not decide', async () => {
  await read('parity:odd error.type:RareError timestamp:<2026-01-01T12:00:03Z', firstPage(10));
  // Nine events, of which four are compared again with their bodies.
  expect(described).toHaveLength(9 + 4);
});

it('reads only the events of issues with a tag, of a time, or of an issue', async () => {
  await read('release:rare parity:even', firstPage(100));
  expect(described).toHaveLength(5);
  described = [];
  await read('parity:even timestamp:<2026-01-01T12:00:10Z', firstPage(100));
  expect(described).toHaveLength(30);
  described = [];
  expect(numbersOf((await read('', firstPage(100), issueIds[4])).rows)).toEqual([2000, 1500, 1000, 500, 0]);
  expect((await read('release:web', firstPage(100), issueIds[4])).rows).toEqual([]);
  expect(described.every(({ issueId }) => issueId === issueIds[4])).toBe(true);
});

itOnSqlite('reads ranges of indexes', async () => {
  const engine = await temporary.openEngine();
  try {
    for (const query of [
      'parity:odd',
      'release:rare',
      'SHOP-5 timestamp:-24h',
      `${'0'.repeat(31)}a`,
      'release:latest',
    ]) {
      const steps = await explainStatements(engine, (session) =>
        new EventWriter(session).search({ projectId, issueId: null }, selectionOf(query), firstPage(10)),
      );
      // Packages of releases are few: `k` has one row for each.
      const bad = steps.filter(
        (step) => /TEMP B-TREE (?!FOR DISTINCT)/.test(step) || /^SCAN (?!CONSTANT ROW|json_each|[wk]$)/.test(step),
      );
      expect({ query, bad }).toEqual({ query, bad: [] });
    }
  } finally {
    await engine.close();
  }
});

it('does not find the events of removed issues', async () => {
  await database.write(({ issues }) => issues.remove(projectId, [Number(issueIds[4])], NOON));
  for (const query of ['release:rare', 'number:[0,500]', 'SHOP-5', '0'.repeat(32)])
    expect({ query, rows: (await read(query, firstPage(10))).rows }).toEqual({ query, rows: [] });
  expect(numbersOf(await everyRow((page) => read('parity:even', page), 100))).toEqual(
    expectedNumbers(({ number }) => number % 2 === 0 && number % 500 !== 0),
  );
});
