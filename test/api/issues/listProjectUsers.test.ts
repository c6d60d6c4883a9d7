import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let shop: ProjectFixture;
let token: string;
beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  shop = await service.fixtures.project({ organization });
  const blog = await service.fixtures.project({ organization });
  token = await service.fixtures.token(organization);
  const send = (project: ProjectFixture, name: string, user: object) =>
    service.fixtures.event(project, { message: name, fingerprint: [name], user });
  for (const name of ['one', 'two']) await send(shop, name, { id: '311', email: 'kim@acme.test' });
  await send(shop, 'three', { email: 'eve@acme.test' });
  await send(shop, 'four', { username: 'a:b' });
  await send(shop, 'five', { ip_address: '203.0.113.7' });
  await send(blog, 'six', { id: '312', email: 'kim@acme.test' });
});

const list = async (query = '') => {
  const { body } = await service.client.get(`${shop.path}users/?query=${encodeURIComponent(query)}`, token).expect(200);
  return body as { tagValue: string }[];
};

test('lists the users of the project by the value that identifies them, those with most issues first', async () => {
  const others = { identifier: null, username: null, email: null, ipAddress: null, name: null, count: 1 };
  const [first, ...rest] = await list();
  expect(first).toMatchObject({ ...others, tagValue: 'id:311', identifier: '311', count: 2 });
  expect(rest.toSorted((one, other) => (one.tagValue < other.tagValue ? -1 : 1))).toMatchObject([
    { ...others, tagValue: 'email:eve@acme.test', email: 'eve@acme.test' },
    { ...others, tagValue: 'ip:203.0.113.7', ipAddress: '203.0.113.7' },
    { ...others, tagValue: 'username:a:b', username: 'a:b' },
  ]);
});

test.each([
  ['email:KIM', ['email:kim@acme.test']],
  ['email:acme', ['email:kim@acme.test', 'email:eve@acme.test']],
  ['id:311', ['id:311']],
  ['id:312', []],
  ['ip:203', ['ip:203.0.113.7']],
  ['username:a:', ['username:a:b']],
  ['eve@', ['email:eve@acme.test']],
])('finds %s', async (query, expected) => {
  expect((await list(query)).map(({ tagValue }) => tagValue)).toEqual(expected);
});
