import { COUNTED_EVENTS } from '../../../src/api/issues/storedEvents';
import { readLink } from '../../support/client';
import { countsOf, HOUR_AGO, TaggedIssue, type TagValue, timeOf } from '../../support/issueTags';
import { event, hex } from '../../support/rows';
import { useService } from '../../support/service';

const service = useService();
const issue = new TaggedIssue(service);

test('a tag has the ten most frequent values, and the list of values all of them, page by page', async () => {
  let second = 0;
  for (let number = 0; number < 12; number += 1)
    for (let times = 0; times <= number % 3; times += 1) await issue.send((second += 1), { page: `/${number}` });
  const tag = await issue.get('page');
  expect([tag.topValues.length, tag.uniqueValues, tag.totalValues]).toEqual([10, 12, 24]);
  const expected = ['/11', '/2', '/5', '/8', '/1', '/10', '/4', '/7', '/0', '/3', '/6', '/9'];
  expect(tag.topValues.map(({ value }) => value)).toEqual(expected.slice(0, 10));
  const read = async (first: string, side: 'next' | 'previous') => {
    const pages: string[][] = [];
    for (let next: string | null = first; next !== null;) {
      const response: { body: unknown; headers: unknown } = await service.client.get(next, issue.token).expect(200);
      pages.push((response.body as TagValue[]).map(({ value }) => value));
      const link = readLink(response)[side];
      next = link.results ? link.path : null;
    }
    return pages;
  };
  const pages = await read(issue.path('page/values/?per_page=5'), 'next');
  expect(pages).toEqual([expected.slice(0, 5), expected.slice(5, 10), expected.slice(10)]);
  const response = await service.client.get(issue.path('page/values/?query=/1'), issue.token).expect(200);
  expect(countsOf(response.body as TagValue[])).toEqual([
    ['/11', 3],
    ['/1', 2],
    ['/10', 2],
  ]);
});

describe('of an issue with many events', () => {
  let issueId: string;
  beforeEach(async () => {
    // The only event with these values. Later events are numerous enough that this one is not counted.
    await issue.send(0, { region: 'eu', page: '/old' });
    await issue.send(1, { region: 'us', page: '/older' });
    const { database } = service.app;
    issueId = (await database.read(({ issues }) => issues.findByNumber(issue.project.id, 1)))?.id ?? '';
    const [sample] = await database.read(({ events }) =>
      events.listNewest({ id: issueId, projectId: issue.project.id }, 1),
    );
    await database.write(async (stores) => {
      for (let index = 0; index < COUNTED_EVENTS - 1; index += 1) {
        const timestamp = (HOUR_AGO + 2 + index) * 1000;
        await event(stores, issue.project.id, issueId, { eventId: hex(), timestamp, record: sample?.record ?? '' });
      }
    });
  });

  test('counts the newest ones, and says so', async () => {
    expect(await issue.get('region')).toMatchObject({
      totalValues: COUNTED_EVENTS,
      uniqueValues: 2,
      countedEvents: COUNTED_EVENTS,
      isSample: true,
      topValues: [{ value: 'us', count: COUNTED_EVENTS, share: 1, firstSeen: timeOf(1) }],
    });
  });

  test('lists values of older events after the counted ones, in both directions', async () => {
    const first = await service.client.get(issue.path('region/values/?per_page=1'), issue.token).expect(200);
    expect(countsOf(first.body as TagValue[])).toEqual([['us', COUNTED_EVENTS]]);
    const second = await service.client.get(readLink(first).next.path, issue.token).expect(200);
    expect(second.body).toEqual([
      { key: 'region', name: 'eu', value: 'eu', count: 0, share: 0, firstSeen: null, lastSeen: null },
    ]);
    expect(readLink(second).next.results).toBe(false);
    const back = await service.client.get(readLink(second).previous.path, issue.token).expect(200);
    expect(back.body).toEqual(first.body);
  });
});

test('replies 404 for an unknown tag, and an empty list of its values', async () => {
  await issue.send(1, { region: 'eu' });
  expect((await service.client.get(issue.path('regions/'), issue.token).expect(404)).body).toEqual({
    detail: 'Tag not found',
  });
  expect((await service.client.get(issue.path('regions/values/'), issue.token).expect(200)).body).toEqual([]);
});

test('finds tags whose keys have special characters', async () => {
  await issue.send(1, { 'a.b-c': 'é ☃', page: 'a%b_c' });
  expect(await issue.get('a.b-c')).toMatchObject({ topValues: [{ value: 'é ☃' }] });
  const { body } = await service.client.get(issue.path('page/values/?query=a%25b'), issue.token).expect(200);
  expect(countsOf(body as TagValue[])).toEqual([['a%b_c', 1]]);
});
