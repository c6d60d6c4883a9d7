import type { EventTag } from '../../../src/domain/event';
import { VALUES_PER_ENTRY, VALUES_PER_TAG } from '../../../src/store/issues/issueTags';
import { useTemporaryDatabase } from '../../support/database';
import { event, issue, listIssues, NOON, project, reclaim, recordTags } from '../../support/rows';

const temporary = useTemporaryDatabase();
const { database } = temporary;
let projectId: string;
beforeEach(async () => {
  ({ id: projectId } = await database.write((stores) => project(stores)));
});

const make = (of = projectId) => database.write((stores) => issue(stores, of));
const tagsOf = (tags: Record<string, string>): EventTag[] =>
  Object.entries(tags).map(([key, value]) => ({ key, value }));
const tag = (issueId: string, ...events: Record<string, string>[]) =>
  database.write((stores) =>
    recordTags(
      stores,
      projectId,
      events.map((tags) => ({ issueId, tags: tagsOf(tags) })),
    ),
  );
const usersOf = async (id: string) => (await database.read(({ issues }) => issues.find(projectId, id)))?.userCount;
const idsOf = async (query: string, of = projectId) =>
  (await database.read((stores) => listIssues(stores, of, query))).rows.map(({ id }) => id);

async function count(table: string): Promise<number> {
  const engine = await temporary.openEngine();
  const row = await engine.read((session) =>
    session.one<{ rows: number }>(`SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM ${table}`, []),
  );
  await engine.close();
  return row?.rows ?? 0;
}

describe('users', () => {
  it('are counted once each, within a batch and over several', async () => {
    const id = await make();
    await tag(id, { user: 'id:1' }, { user: 'id:2' }, { user: 'id:1' }, { level: 'error' });
    expect(await usersOf(id)).toBe(2);
    await tag(id, { user: 'id:2' }, { user: 'id:3' });
    await tag(id, { user: 'id:1' });
    expect(await usersOf(id)).toBe(3);
  });

  it('are counted for each issue', async () => {
    const [one, other] = [await make(), await make()];
    await database.write((stores) =>
      recordTags(
        stores,
        projectId,
        [one, other, one].map((issueId) => ({ issueId, tags: [{ key: 'user', value: 'id:1' }] })),
      ),
    );
    expect([await usersOf(one), await usersOf(other)]).toEqual([1, 1]);
  });

  it('are counted for an issue that was inserted in the same transaction', async () => {
    const users = ['id:1', 'id:2', 'id:1'].map((value) => [{ key: 'user', value }]);
    const id = await database.write(async (stores) => {
      const issueId = await issue(stores, projectId);
      await recordTags(
        stores,
        projectId,
        users.map((tags) => ({ issueId, tags })),
      );
      return issueId;
    });
    await tag(id, { user: 'id:2' });
    expect(await usersOf(id)).toBe(2);
    expect(await idsOf('user:id:2')).toEqual([id]);
  });

  it('are all stored, however many', async () => {
    const id = await make();
    const users = Array.from({ length: VALUES_PER_TAG + 20 }, (_, number) => ({ user: `id:${number}` }));
    await tag(id, ...users);
    expect(await usersOf(id)).toBe(VALUES_PER_TAG + 20);
    expect(await idsOf(`user:id:${VALUES_PER_TAG + 19}`)).toEqual([id]);
  });
});

describe('values', () => {
  it('are stored up to a limit, the first received ones', async () => {
    const id = await make();
    const urls = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, number) => ({ url: `/${from + number}` }));
    await tag(id, ...urls(0, VALUES_PER_TAG - 10));
    await tag(id, ...urls(VALUES_PER_TAG - 20, VALUES_PER_TAG + 30));
    await tag(id, ...urls(0, 5), { url: '/late', other: 'x' });
    expect(await count('issue_tag')).toBe(VALUES_PER_TAG + 1);
    expect(await idsOf('url:/0')).toEqual([id]);
    expect(await idsOf(`url:/${VALUES_PER_TAG - 1}`)).toEqual([id]);
    expect(await idsOf(`url:/${VALUES_PER_TAG}`)).toEqual([]);
    expect(await idsOf('other:x')).toEqual([id]);
  });

  it('of search entries are stored up to a limit if nearly every event may have another one', async () => {
    const id = await make();
    const entries = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, number) => ({
        '~error.value': `v${from + number}`,
        '~user.ip': `i${from + number}`,
        '~user.email': `e${from + number}`,
        url: `u${from + number}`,
      }));
    await tag(id, ...entries(0, VALUES_PER_ENTRY - 10));
    await tag(id, ...entries(VALUES_PER_ENTRY - 20, VALUES_PER_ENTRY + 30));
    const last = VALUES_PER_ENTRY - 1;
    const searches = [`error.value:v${last}`, `user.ip:i${last}`, `user.email:e${last}`, `url:u${last}`];
    expect(await Promise.all(searches.map((search) => idsOf(search)))).toEqual([[id], [id], [id], [id]]);
    const beyond = searches.map((search) => search.replace(String(last), String(last + 1)));
    expect(await Promise.all(beyond.map((search) => idsOf(search)))).toEqual([[], [], [id], [id]]);
  });

  it('of search entries are not among the tags', async () => {
    const id = await make();
    await tag(id, { '~error.type': 'Error', region: 'eu' });
    const issueOf = { projectId, id };
    const [keys, count] = await database.read(({ issueTags }) =>
      Promise.all([issueTags.listKeys(issueOf), issueTags.countValuesOf(issueOf, '~error.type')]),
    );
    expect([[...keys.keys()], count]).toEqual([['region'], 0]);
    expect(await database.write(({ issueTags }) => issueTags.countKeys(projectId, 10))).toBe(1);
  });

  it('may be any text', async () => {
    const id = await make();
    const odd = `"quoted" \\ 'and' 50% _ ü \u2028 😀`;
    await tag(id, { odd, nul: 'a\0b' });
    expect(await idsOf(`odd:${JSON.stringify(odd)}`)).toEqual([id]);
    expect(await idsOf('nul:a\0b')).toEqual([id]);
  });

  it('are new once, whatever characters they have', async () => {
    const id = await make();
    const tags = [
      { key: '__proto__', value: 'own' },
      { key: '7', value: 'seven' },
      { key: 'a"b\\', value: 'c:\\users\n' },
      { key: 'nul\0', value: 'a\0b' },
      { key: 'nul\ufffd', value: 'a\ufffdb' },
      { key: 'half', value: '\ud800' },
    ];
    const read = () =>
      database.write(({ issueTags }) =>
        issueTags.findNew(projectId, [
          { issueId: id, tags },
          { issueId: id, tags },
        ]),
      );
    const expected = [
      { key: '__proto__', value: 'own' },
      { key: '7', value: 'seven' },
      { key: 'a"b\\', value: 'c:\\users\n' },
      { key: 'nul\ufffd', value: 'a\ufffdb' },
      { key: 'half', value: '\ufffd' },
    ];
    expect(new Set(await read())).toEqual(new Set(expected.map((one) => ({ issueId: id, ...one }))));
    await database.write((stores) => recordTags(stores, projectId, [{ issueId: id, tags }]));
    expect(await read()).toEqual([]);
  });

  it('are found only in their project', async () => {
    const id = await make();
    const other = await database.write((stores) => project(stores));
    await make(other.id);
    await tag(id, { region: 'eu' });
    expect(await idsOf('region:eu', other.id)).toEqual([]);
    expect(await idsOf('region:EU')).toEqual([]);
  });
});

it('tags of a removed issue are deleted step by step, and others stay', async () => {
  const [gone, stays] = [await make(), await make()];
  await database.write(async (stores) => void (await event(stores, projectId, gone)));
  await tag(gone, ...Array.from({ length: 35 }, (_, number) => ({ user: `id:${number}`, region: 'eu' })));
  await tag(stays, { user: 'id:1', region: 'eu' });
  await database.write(({ issues }) => issues.remove(projectId, [Number(gone)], NOON));
  expect(await idsOf('region:eu')).toEqual([stays]);
  let steps = 1;
  while (await database.write((stores) => reclaim(stores, 2))) steps += 1;
  expect(steps).toBe(2);
  expect([await count('issue_tag'), await count('removed_issue'), await count('event')]).toEqual([2, 0, 0]);
  // The tags that the other issue of the block has.
  expect(await count('issue_tag_block')).toBe(2);
  expect(await idsOf('region:eu')).toEqual([stays]);
});
