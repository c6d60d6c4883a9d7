import type { DiscardCount, OutcomeCount } from '../../../src/domain/outcome';
import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService();
const HOUR = 3_600_000;
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
let first: number;
/** The parameters of three hours. */
let hours: string;

type Count = (OutcomeCount | DiscardCount) & { projectId: string };
interface Group {
  by: object;
  totals: Record<string, number>;
  series: Record<string, number[]>;
}

beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  [shop, blog] = [await service.fixtures.project({ organization }), await service.fixtures.project({ organization })];
  token = await service.fixtures.token(organization);
  const last = Math.floor(Date.now() / HOUR) * HOUR;
  first = last - 3 * HOUR;
  hours = `start=${new Date(first).toISOString()}&end=${new Date(last).toISOString()}`;
  const accepted = { outcome: 'accepted', reason: '', category: 'error' } as const;
  const counts: Count[] = [
    { ...accepted, projectId: shop.id, hour: first, quantity: 5 },
    { ...accepted, projectId: shop.id, hour: first + 2 * HOUR, quantity: 2 },
    { ...accepted, projectId: shop.id, hour: first - HOUR, quantity: 1000 },
    { ...accepted, projectId: blog.id, hour: first, quantity: 7 },
    { ...accepted, projectId: shop.id, hour: first, category: 'security', quantity: 1 },
    { ...accepted, projectId: shop.id, hour: first, category: 'attachment', quantity: 3 },
    { projectId: shop.id, hour: first, outcome: 'filtered', reason: 'error-message', category: 'error', quantity: 4 },
    {
      projectId: blog.id,
      hour: first,
      outcome: 'client_discard',
      reason: 'before_send',
      category: 'error',
      quantity: 9,
    },
  ];
  await service.app.database.write(({ outcomes }) => outcomes.add(counts));
  const elsewhere = await service.fixtures.project();
  await service.app.database.write(({ outcomes }) =>
    outcomes.add([{ ...accepted, projectId: elsewhere.id, hour: first, quantity: 5000 }]),
  );
});

const pathOf = (query: string) => `/api/0/organizations/${shop.organization}/stats_v2/?${query}`;
const get = async (query: string) => {
  const { body } = await service.client.get(pathOf(`field=sum(quantity)&${query}`), token).expect(200);
  return body as { start: string; end: string; intervals: string[]; groups: Group[] };
};
/** Returns the groups of a request, each as its values and its total. */
const totals = async (query: string) =>
  (await get(`${hours}&${query}`)).groups.map((one) => [...Object.values(one.by), one.totals['sum(quantity)']]);

test('are those of all projects, in one group and by hour', async () => {
  const { start, end, intervals, groups } = await get(`${hours}&category=error&outcome=accepted`);
  expect(groups).toEqual([{ by: {}, totals: { 'sum(quantity)': 15 }, series: { 'sum(quantity)': [13, 0, 2] } }]);
  expect([intervals.length, Date.parse(end) - Date.parse(start)]).toEqual([3, 3 * HOUR]);
});

test.each<[query: string, groups: () => unknown[]]>([
  ['groupBy=outcome', () => [['accepted', 18], ['client_discard', 9], ['filtered', 4]]], // prettier-ignore
  ['groupBy=category&groupBy=outcome&outcome=accepted', () => [['attachment', 'accepted', 3], ['error', 'accepted', 15]]], // prettier-ignore
  ['groupBy=reason&category=error', () => [['before_send', 9], ['error-message', 4], ['none', 15]]], // prettier-ignore
  ['groupBy=project&outcome=accepted', () => [[Number(shop.id), 11], [Number(blog.id), 7]]], // prettier-ignore
  ['groupBy=outcome&project=-1&reason=error-message', () => [['filtered', 4]]],
  ['outcome=abuse', () => []],
])('%s', async (query, groups) => {
  expect(await totals(query)).toEqual(groups());
});

test('can be of one project, and have both fields', async () => {
  const { groups } = await get(`${hours}&project=${blog.slug}&outcome=accepted&field=sum(times_seen)`);
  expect(groups).toMatchObject([{ totals: { 'sum(quantity)': 7, 'sum(times_seen)': 7 } }]);
});

test('are refused without a field, and for longer than they are kept', async () => {
  await service.client.get(pathOf('statsPeriod=3h'), token).expect(400);
  await service.client.get(pathOf('field=sum(quantity)&statsPeriod=91d'), token).expect(400);
});
