import { COUNTED_EVENTS } from '../../../src/api/issues/issueTagCounts';
import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { event, hex } from '../../support/rows';
import { useService } from '../../support/service';

interface Value {
  readonly value: string;
  readonly count: number;
  readonly share: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

interface Tag {
  readonly key: string;
  readonly totalValues: number;
  readonly uniqueValues: number;
  readonly countedEvents: number;
  readonly isSample: boolean;
  readonly topValues: readonly Value[];
}

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;
const time = (second: number) => new Date((HOUR_AGO + second) * 1000).toISOString().replace('.000', '');

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const send = (second: number, tags: Record<string, string>, payload: object = {}) =>
  service.fixtures.event(project, { message: 'late', timestamp: HOUR_AGO + second, tags, ...payload });
const path = (rest = '', organization = project.organization) =>
  `/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/tags/${rest}`;
const get = async (key: string, query = '') =>
  (await service.client.get(path(`${key}/${query}`), token).expect(200)).body as Tag;
const counts = (values: readonly Value[]) => values.map(({ value, count }) => [value, count]);

test('a tag has the ten most frequent values, and the list of values all of them, page by page', async () => {
  let second = 0;
  for (let number = 0; number < 12; number += 1)
    for (let times = 0; times <= number % 3; times += 1) await send((second += 1), { page: `/${number}` });
  const tag = await get('page');
  expect([tag.topValues.length, tag.uniqueValues, tag.totalValues]).toEqual([10, 12, 24]);
  const expected = ['/11', '/2', '/5', '/8', '/1', '/10', '/4', '/7', '/0', '/3', '/6', '/9'];
  expect(tag.topValues.map(({ value }) => value)).toEqual(expected.slice(0, 10));
  const read = async (first: string, side: 'next' | 'previous') => {
    const pages: string[][] = [];
    for (let next: string | null = first; next !== null;) {
      const response: { body: unknown; headers: unknown } = await service.client.get(next, token).expect(200);
      pages.push((response.body as Value[]).map(({ value }) => value));
      const link = readLink(response)[side];
      next = link.results ? link.path : null;
    }
    return pages;
  };
  const pages = await read(path('page/values/?per_page=5'), 'next');
  expect(pages).toEqual([expected.slice(0, 5), expected.slice(5, 10), expected.slice(10)]);
  const response = await service.client.get(path('page/values/?query=/1'), token).expect(200);
  expect(counts(response.body as Value[])).toEqual([
    ['/11', 3],
    ['/1', 2],
    ['/10', 2],
  ]);
});

describe('of an issue with many events', () => {
  let issueId: string;
  beforeEach(async () => {
    // The only event with these values. Later events are numerous enough that this one is not counted.
    await send(0, { region: 'eu', page: '/old' });
    await send(1, { region: 'us', page: '/older' });
    const { database } = service.app;
    issueId = (await database.read(({ issues }) => issues.findByNumber(project.id, 1)))?.id ?? '';
    const [sample] = await database.read(({ events }) => events.listNewest({ id: issueId, projectId: project.id }, 1));
    await database.write(async (stores) => {
      for (let index = 0; index < COUNTED_EVENTS - 1; index += 1) {
        const timestamp = (HOUR_AGO + 2 + index) * 1000;
        await event(stores, project.id, issueId, { eventId: hex(), timestamp, record: sample?.record ?? '' });
      }
    });
  });

  test('counts the newest ones, and says so', async () => {
    expect(await get('region')).toMatchObject({
      totalValues: COUNTED_EVENTS,
      uniqueValues: 2,
      countedEvents: COUNTED_EVENTS,
      isSample: true,
      topValues: [{ value: 'us', count: COUNTED_EVENTS, share: 1, firstSeen: time(1) }],
    });
  });

  test('lists values of older events after the counted ones, in both directions', async () => {
    const first = await service.client.get(path('region/values/?per_page=1'), token).expect(200);
    expect(counts(first.body as Value[])).toEqual([['us', COUNTED_EVENTS]]);
    const second = await service.client.get(readLink(first).next.path, token).expect(200);
    expect(second.body).toEqual([
      { key: 'region', name: 'eu', value: 'eu', count: 0, share: 0, firstSeen: null, lastSeen: null },
    ]);
    expect(readLink(second).next.results).toBe(false);
    const back = await service.client.get(readLink(second).previous.path, token).expect(200);
    expect(back.body).toEqual(first.body);
  });
});

test('replies 404 for an unknown tag, and an empty list of its values', async () => {
  await send(1, { region: 'eu' });
  expect((await service.client.get(path('regions/'), token).expect(404)).body).toEqual({ detail: 'Tag not found' });
  expect((await service.client.get(path('regions/values/'), token).expect(200)).body).toEqual([]);
});

test('finds tags whose keys have special characters', async () => {
  await send(1, { 'a.b-c': 'é ☃', page: 'a%b_c' });
  expect(await get('a.b-c')).toMatchObject({ topValues: [{ value: 'é ☃' }] });
  const { body } = await service.client.get(path('page/values/?query=a%25b'), token).expect(200);
  expect(counts(body as Value[])).toEqual([['a%b_c', 1]]);
});
