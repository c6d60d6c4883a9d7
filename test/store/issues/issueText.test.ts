import { hasText, type SearchedText, searchedText, storedText } from '../../../src/domain/issueText';
import { findIssuesWithText, HAS_TEXT, orderValues } from '../../../src/store/issues/issueText';
import type { Dialect } from '../../../src/store/engine/dialect';
import type { Engine } from '../../../src/store/engine/sql';
import { useTemporaryDatabase } from '../../support/database';
import { hex, NOON, occurrences, project as makeProject, reclaim, recordOccurrences } from '../../support/rows';

let engine: Engine;
afterAll(() => engine.close());
const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let projectId: string;
let otherId: string;
beforeAll(async () => {
  engine = await temporary.openEngine();
});
beforeEach(async () => {
  projectId = (await database.write((stores) => makeProject(stores))).id;
  otherId = (await database.write((stores) => makeProject(stores))).id;
});

/** Inserts an issue with these fields as its words, or without words. */
async function insert(fields: readonly string[] | null, of = projectId): Promise<string> {
  const hash = hex();
  const times = { firstSeen: NOON, lastSeen: NOON, timesSeen: 1 };
  const shared = { title: 'Error', culprit: null, type: 'error', level: 'error', platform: 'node' } as const;
  const words = fields === null ? {} : { words: storedText(fields) };
  const ids = await database.write(({ issues }) => issues.insert(of, [{ ...shared, ...times, hash, ...words }]));
  return ids.get(hash) ?? '';
}

const searched = (text: string) => searchedText(text) as SearchedText;
const find = (text: string, projects: readonly string[] = [projectId], limit = 100) =>
  engine.read((session) => findIssuesWithText(session, projects.map(Number), searched(text), limit));
const ids = async (text: string, projects?: readonly string[]) =>
  (await find(text, projects)).map(({ id }) => String(id)).sort();
const CONDITION = (dialect: Dialect) =>
  `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${HAS_TEXT(dialect)} ORDER BY i.id`;
const scan = async (text: string) => {
  const rows = await engine.read((session) =>
    session.all<{ id: number }>(CONDITION, [Number(projectId), ...orderValues(searched(text))]),
  );
  return rows.map(({ id }) => String(id));
};
const stale = async () =>
  (await database.read(({ issueTexts }) => issueTexts.listStale(undefined))).filter(
    (one) => one.projectId === projectId,
  );

const FIELDS = [
  ["TypeError: Cannot read properties of undefined (reading 'cartId')", 'src/api/CheckoutService.ts', 'handleCheckout'],
  ['Error: read ECONNRESET', 'node:internal/stream_base_commons'],
  ['支払いに失敗しました', 'Größe', 'Привет мир'],
  ['cannot', 'properties read'],
];
const TEXTS = [
  'cannot',
  'Cannot read',
  'read',
  'read cannot',
  'err',
  'er',
  'error',
  'Error: Cannot read prop',
  'service',
  'checkoutserv',
  'src/api',
  'internal/stream_base',
  '失敗',
  '失',
  'größ',
  'привет',
  'привет ми',
  'привет мир',
  'econnreset',
  "undefined (reading 'cartId')",
  'nothing',
  'properties',
  "it's",
  '"quoted"',
  'and',
  'not',
  '§1',
];

test.each(TEXTS)('the index, the condition and the definition find the same issues for: %s', async (text) => {
  const inserted = await Promise.all(FIELDS.map((fields) => insert(fields)));
  const expected = inserted.filter((_, at) => hasText(storedText(FIELDS[at] ?? []), searched(text))).sort();
  expect(await ids(text)).toEqual(expected);
  expect((await scan(text)).sort()).toEqual(expected);
});

test('issues of other projects are not found', async () => {
  const [own, other] = [await insert(['out of stock']), await insert(['out of stock'], otherId)];
  expect(await find('stock')).toEqual([{ project: Number(projectId), id: Number(own) }]);
  expect(await find('out of stock', [otherId])).toEqual([{ project: Number(otherId), id: Number(other) }]);
});

test('issues of several projects are found', async () => {
  const third = (await database.write((stores) => makeProject(stores))).id;
  const [own, , last] = [
    await insert(['out of stock']),
    await insert(['out of stock'], otherId),
    await insert(['out of stock'], third),
  ];
  for (const text of ['stock', 'of stock']) {
    const results = await find(text, [projectId, third]);
    expect(results.sort((one, other) => one.id - other.id)).toEqual([
      { project: Number(projectId), id: Number(own) },
      { project: Number(third), id: Number(last) },
    ]);
  }
});

test('no more than the limit are found', async () => {
  await Promise.all([1, 2, 3].map(() => insert(['out of stock'])));
  expect(await find('stock', [projectId], 2)).toHaveLength(2);
  expect(await find('out of stock', [projectId], 2)).toHaveLength(2);
});

test('an issue that was inserted without words is stale until they are written', async () => {
  const [described, other] = [await insert(['out of stock']), await insert(null)];
  expect(await stale()).toMatchObject([{ id: other, title: 'Error', culprit: null, body: null }]);
  const words = storedText(['late words']);
  await database.write(({ issueTexts }) =>
    issueTexts.replace(projectId, [{ id: other, title: 'Error', culprit: null, words }]),
  );
  expect(await stale()).toEqual([]);
  expect([await ids('late'), await ids('stock')]).toEqual([[other], [described]]);
});

test('an event that changes the title or the culprit makes the words stale; others do not', async () => {
  const id = await insert(['Error']);
  const record = (changes: object) =>
    database.write((stores) =>
      recordOccurrences(stores, projectId, [occurrences(id, { title: 'Error', culprit: null, ...changes })]),
    );
  await record({ lastSeen: NOON + 1 });
  await record({ title: 'older', lastSeen: NOON - 1 });
  expect(await stale()).toEqual([]);
  await record({ culprit: 'cart.js', lastSeen: NOON + 2 });
  expect(await stale()).toHaveLength(1);
  const words = storedText(['cart.js']);
  // With a former description of the issue: another event has changed it since.
  await database.write(({ issueTexts }) =>
    issueTexts.replace(projectId, [{ id, title: 'Error', culprit: 'other.js', words }]),
  );
  expect([await stale(), await ids('cart')]).toMatchObject([[{ id }], []]);
  await database.write(({ issueTexts }) =>
    issueTexts.replace(projectId, [{ id, title: 'Error', culprit: 'cart.js', words }]),
  );
  expect([await stale(), await ids('cart'), await ids('error')]).toEqual([[], [id], []]);
  await record({ title: 'Error: 2', culprit: 'cart.js', lastSeen: NOON + 3 });
  await record({ title: 'Error: 2', culprit: 'cart.js', lastSeen: NOON + 4 });
  expect(await stale()).toHaveLength(1);
});

test('stale issues are listed page by page, newest first', async () => {
  const inserted: string[] = [];
  for (let number = 0; number < 45; number++) inserted.push(await insert(null));
  const listed: string[] = [];
  let after: { id: string; projectId: string } | undefined = { projectId: String(Number(projectId) + 1), id: '0' };
  while (after !== undefined) {
    const key: { id: string; projectId: string } = after;
    const page = await database.read(({ issueTexts }) => issueTexts.listStale(key));
    listed.push(...page.filter((one) => one.projectId === projectId).map(({ id }) => id));
    after = page.filter((one) => one.projectId === projectId).at(-1);
  }
  expect(listed).toEqual(inserted.reverse());
});

test('issues without their newest words are counted', async () => {
  const count = () => database.read(({ issueTexts }) => issueTexts.countStale());
  const before = await count();
  await insert(['out of stock']);
  await insert(null);
  await insert(null);
  expect(await count()).toBe(before + 2);
});

test('the words of removed issues are deleted', async () => {
  const [removed, kept] = [await insert(['out of stock']), await insert(['out of stock'])];
  await database.write(({ issues }) => issues.remove(projectId, [Number(removed)], NOON));
  while (await database.write((stores) => reclaim(stores, 100))) continue;
  expect(await ids('stock')).toEqual([kept]);
});
