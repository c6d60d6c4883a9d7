import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  [shop, blog] = [await service.fixtures.project({ organization }), await service.fixtures.project({ organization })];
  token = await service.fixtures.token(organization);
  for (const [index, region] of ['eu', 'us', 'eu'].entries())
    await service.fixtures.event(shop, { message: `m${index}`, tags: { region, server: 'x' } });
  await service.fixtures.event(blog, {
    message: 'late',
    user: { email: 'kim@acme.test', id: '7' },
    tags: { page: '1' },
  });
});

const pathOf = (organization: string) => `/api/0/organizations/${organization}/tags/`;
const list = async (query = '') =>
  (await service.client.get(`${pathOf(shop.organization)}${query}`, token).expect(200)).body as {
    key: string;
    name: string;
    uniqueValues: number;
  }[];

test('lists the keys of all projects with the number of their values', async () => {
  const tags = await list();
  expect(tags).toContainEqual({ key: 'region', name: 'Region', uniqueValues: 2 });
  expect(tags).toContainEqual({ key: 'user', name: 'User', uniqueValues: 1 });
  const keys = tags.map(({ key }) => key);
  expect(keys).toEqual(keys.toSorted());
  expect(keys.filter((key) => key.startsWith('~'))).toEqual([]);
});

test.each(['slug', 'id'] as const)('lists those of one project by its %s', async (property) => {
  const name = property === 'id' ? blog.id : blog.slug;
  const keys = (await list(`?project=${name}`)).map(({ key }) => key);
  expect([keys.includes('page'), keys.includes('region')]).toEqual([true, false]);
});

test('pages lead forwards and back', async () => {
  const all = await list();
  const encode = (key = '') => Buffer.from(key).toString('base64url');
  expect(await list('?per_page=2')).toEqual(all.slice(0, 2));
  expect(await list(`?per_page=2&cursor=g:${encode(all[1]?.key)}:0`)).toEqual(all.slice(2, 4));
  expect(await list(`?per_page=2&cursor=g:${encode(all[2]?.key)}:1`)).toEqual(all.slice(0, 2));
});

test('an unknown project is 404', async () => {
  await service.client.get(`${pathOf(shop.organization)}?project=nowhere`, token).expect(404);
});
