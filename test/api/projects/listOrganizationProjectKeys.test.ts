import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let disabled: string;
let token: string;
beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  shop = await service.fixtures.project({ organization });
  await service.fixtures.team({ organization, slug: 'writers' });
  blog = await service.fixtures.project({ organization, team: 'writers' });
  disabled = await service.fixtures.key(shop, { isActive: false });
  await service.fixtures.project();
  token = await service.fixtures.token(organization);
});

const get = (query: string) =>
  service.client.get(`/api/0/organizations/${shop.organization}/project-keys/${query}`, token);

test('lists the keys of all projects of the organization, as the lists of projects have them', async () => {
  const lists = await Promise.all([shop, blog].map(({ path }) => service.client.get(`${path}keys/`, token)));
  const byKey = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const expected = lists.flatMap(({ body }) => (body as { id: string }[]).toSorted(byKey));
  expect((await get('').expect(200)).body).toEqual(expected);
});

test.each<[query: string, keys: () => string[]]>([
  ['?status=inactive', () => [disabled]],
  ['?status=active', () => [shop.publicKey, blog.publicKey]],
  ['?team=writers', () => [blog.publicKey]],
  ['?team=writers&status=inactive', () => []],
])('finds the keys of %s', async (query, keys) => {
  const { body } = await get(query).expect(200);
  expect((body as { id: string }[]).map(({ id }) => id)).toEqual(keys());
});

test('names a team that the organization does not have', () => get('?team=nowhere').expect(404));
