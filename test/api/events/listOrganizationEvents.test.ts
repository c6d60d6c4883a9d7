import { type Linked, readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Row = Record<string, unknown>;

const service = useService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
let path: string;

/** Ids of the events, oldest first. Both projects have the third one. */
const IDS = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(32));
const NOW = Math.floor(Date.now() / 1000);

beforeEach(async () => {
  shop = await service.fixtures.project({ slug: 'shop' });
  blog = await service.fixtures.project({ organization: shop.organization, slug: 'blog' });
  token = await service.fixtures.token(shop.organization, { scopes: ['event:read'] });
  path = `/api/0/organizations/${shop.organization}/events/`;
  const send = (project: ProjectFixture, index: number, event: Row) =>
    service.fixtures.event(project, { event_id: IDS[index], timestamp: NOW - 100 + index, ...event });
  const failure = { exception: { values: [{ type: 'RangeError', value: 'stock is negative' }] } };
  await send(shop, 0, { ...failure, user: { id: '1', email: 'kim@acme.test' }, tags: { order: '7' } });
  await send(blog, 1, { message: 'Slow', level: 'warning', exception: undefined });
  await send(shop, 2, { ...failure, user: { id: '1' }, environment: 'production' });
  await send(blog, 2, { message: 'Slow', level: 'warning', exception: undefined });
  await send(shop, 3, { ...failure, user: { id: '2' }, level: 'fatal' });
});

const table = async (query: string) => {
  const { body } = await service.client.get(`${path}?${query}`, token).expect(200);
  return body as { data: Row[]; meta: { fields: Row; rows?: number } };
};

async function refusal(query: string): Promise<string> {
  const { body } = await service.client.get(`${path}?${query}`, token).expect(400);
  return (body as { detail: string }).detail;
}

/** Reads the pages from the first one on. */
async function pagesOf(query: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: Pick<Linked, 'path' | 'results'> = { path: `${path}?${query}`, results: true }; next.results;) {
    const response = await service.client.get(next.path, token).expect(200);
    pages.push((response.body as { data: Row[] }).data);
    next = readLink(response).next;
  }
  return pages;
}

test('lists the events of all projects, newest first, with the columns of the caller', async () => {
  const { data, meta } = await table('field=issue&field=title&field=user.display&field=order');
  expect(data.map((row) => [row['id'], row['project.name'], row['issue'], row['user.display'], row['order']])).toEqual([
    [IDS[3], 'shop', 'SHOP-1', '2', null],
    [IDS[2], 'shop', 'SHOP-1', '1', null],
    [IDS[2], 'blog', 'BLOG-1', null, null],
    [IDS[1], 'blog', 'BLOG-1', null, null],
    [IDS[0], 'shop', 'SHOP-1', 'kim@acme.test', '7'],
  ]);
  expect(meta.fields).toMatchObject({ issue: 'string', 'issue.id': 'integer', title: 'string' });
});

test.each(['-timestamp', 'timestamp'])('has each event on one page in the order %s', async (sort) => {
  const all = (await table(`field=id&sort=${sort}`)).data;
  expect(all).toHaveLength(5);
  expect((await pagesOf(`field=id&sort=${sort}&per_page=2`)).flat()).toEqual(all);
});

test.each([
  ['query=project:blog', 2],
  ['query=!project:blog level:fatal', 1],
  ['query=issue:SHOP-1', 3],
  ['query=kim OR level:warning', 2],
  ['project=blog&query=', 2],
  ['project=-1', 5],
  ['environment=production', 1],
  [`start=${new Date((NOW - 98) * 1000).toISOString()}`, 3],
  ['statsPeriod=1m', 0],
])('finds the events of %s', async (query, count) => {
  expect((await table(`field=count()&${query}`)).data).toEqual([{ 'count()': count }]);
  expect((await table(`field=id&${query}`)).data).toHaveLength(count);
});

test('computes aggregates for each combination of the other columns', async () => {
  const columns = ['issue', 'title', 'project', 'count()', 'count_unique(user)', 'first_seen()', 'last_seen()'];
  const fields = columns.map((name) => `field=${name}`).join('&');
  const { data, meta } = await table(`${fields}&sort=-count`);
  const timeOf = (index: number) => new Date((NOW - 100 + index) * 1000).toISOString().replace('.000Z', 'Z');
  expect(data).toEqual([
    {
      ...{
        issue: 'SHOP-1',
        'issue.id': expect.any(Number) as number,
        title: 'RangeError: stock is negative',
        project: 'shop',
      },
      ...{ 'count()': 3, 'count_unique(user)': 2, 'first_seen()': timeOf(0), 'last_seen()': timeOf(3) },
    },
    {
      ...{ issue: 'BLOG-1', 'issue.id': expect.any(Number) as number, title: 'Slow', project: 'blog' },
      ...{ 'count()': 2, 'count_unique(user)': 0, 'first_seen()': timeOf(1), 'last_seen()': timeOf(2) },
    },
  ]);
  expect(meta.fields).toMatchObject({ 'count()': 'integer', 'last_seen()': 'date' });
  const ascending = await table(`${fields}&sort=count_unique_user&per_page=1`);
  expect(ascending.data.map(({ issue }) => issue)).toEqual(['BLOG-1']);
  expect(ascending.meta.rows).toBe(2);
});

test.each([
  ['field=trace', /^Query parameter 'field' has 'trace'; supported are the fields id, /],
  ['field=stack.filename', /'stack\.filename'/],
  [
    'field=p95(duration)',
    /the aggregates count\(\), epm\(\), count_unique\(FIELD\), first_seen\(\) and last_seen\(\)\.$/,
  ],
  ['field=epm()', /name a time with 'statsPeriod' or 'start'\.$/],
  ['field=equation|count()', /^Query parameter 'field' has/],
  ['field=id&sort=-title', /^Query parameter 'sort' must be -timestamp or timestamp;/],
  ['field=count()&sort=-last_seen', /^Query parameter 'sort' must be a selected column,/],
  [`field=count()&cursor=1:${'a'.repeat(32)}:1:0`, /^Query parameter 'cursor' cannot be used with aggregates/],
  ['dataset=spans&sampling=NORMAL', /^Query parameter 'dataset' must be errors: this service has no spans,/],
  ['field=id&query=is:unresolved', /only issues have it/],
  ['field=id&query=project:nowhere', /the organization has no such project/],
])('refuses %s', async (query, sentence) => {
  expect(await refusal(query)).toMatch(sentence);
});

test('finds no project of another organization', async () => {
  const other = await service.fixtures.project({ slug: 'secret' });
  await service.client.get(`${path}?project=${other.id}`, token).expect(404);
  await service.client.get(`/api/0/organizations/${other.organization}/events/`, token).expect(404);
});

test('counts events per minute of the time', async () => {
  const { data, meta } = await table('field=project&field=count()&field=epm()&statsPeriod=10m&sort=-epm');
  expect(data).toMatchObject([
    { project: 'shop', 'count()': 3, 'epm()': 0.3 },
    { project: 'blog', 'count()': 2, 'epm()': 0.2 },
  ]);
  expect(meta.fields['epm()']).toBe('number');
});
