import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let shop: ProjectFixture;
let blog: ProjectFixture;
let token: string;
beforeAll(async () => {
  const { slug: organization } = await service.fixtures.organization();
  [shop, blog] = [await service.fixtures.project({ organization }), await service.fixtures.project({ organization })];
  token = await service.fixtures.token(organization);
  // More issues than a block has, so that counts differ.
  for (let number = 0; number < 40; number += 1)
    await service.fixtures.event(shop, { message: 'late', fingerprint: [`f${number}`], tags: { region: 'us-west' } });
  await service.fixtures.event(shop, {
    message: 'one',
    tags: { region: 'EU-north', age: '7' },
    release: 'shop@2.4.1',
    level: 'error',
    user: { id: '311', email: 'kim@acme.test', username: 'kim' },
    exception: { values: [{ type: 'RangeError', value: 'Invalid array length', mechanism: { type: 'onerror' } }] },
  });
  await service.fixtures.event(blog, {
    message: 'two',
    tags: { region: 'eu-south' },
    user: { email: 'eve@acme.test' },
  });
});

const pathOf = (key: string) => (organization: string) => `/api/0/organizations/${organization}/tags/${key}/values/`;
const list = async (key: string, query = '') =>
  (await service.client.get(`${pathOf(encodeURIComponent(key))(shop.organization)}${query}`, token).expect(200))
    .body as { key: string; value: string; count: number }[];
const valuesOf = async (key: string, query = '') => (await list(key, query)).map(({ value }) => value);

test('lists the values that most issues have first', async () => {
  const values = await list('region');
  expect(values.map(({ value }) => value)).toEqual(['us-west', 'EU-north', 'eu-south']);
  const [most] = values;
  expect(most).toMatchObject({ key: 'region', name: 'us-west' });
  expect(values.map(({ count }) => count)).toEqual([40, 1, 1]);
});

test.each([
  ['region', 'eu', ['EU-north', 'eu-south']],
  ['region', 'south', ['eu-south']],
  ['region', 'nowhere', []],
  ['level', 'err', ['error']],
  ['release', '2.4', ['shop@2.4.1']],
  ['firstRelease', 'shop', ['shop@2.4.1']],
  ['tags[age]', '', ['7']],
  ['user', 'id:', ['id:311']],
  ['user.id', '3', ['311']],
  ['user.email', '', ['eve@acme.test', 'kim@acme.test']],
  ['user.username', 'k', ['kim']],
  ['error.type', 'range', ['RangeError']],
  ['error.value', 'array', ['Invalid array length']],
  ['error.mechanism', '', ['onerror']],
  ['is', '', []],
  ['~error.type', '', []],
])('completes %s:%s', async (key, text, expected) => {
  expect(await valuesOf(key, `?query=${encodeURIComponent(text)}`)).toEqual(expected);
});

test('counts of first releases are of what a search for them finds', async () => {
  const project = await service.fixtures.project({ organization: shop.organization });
  const send = (name: string, release: string) =>
    service.fixtures.event(project, { message: name, fingerprint: [name], release, exception: undefined });
  for (const name of ['a', 'b', 'c']) await send(name, 'web@1');
  for (const name of ['a', 'b', 'd']) await send(name, 'web@2');
  await send('a', 'web@3');
  await service.client.put(`${project.path}issues/`, token).send({ status: 'resolved' }).expect(200);
  const counts = async (key: string) =>
    (await list(key, `?project=${project.slug}`)).map(({ value, count }) => [value, count]);
  expect(await counts('release')).toEqual([['web@1', 3], ['web@2', 3], ['web@3', 1]]); // prettier-ignore
  for (const key of ['firstRelease', 'first_release']) {
    expect(await counts(key)).toEqual([['web@1', 3], ['web@2', 1]]); // prettier-ignore
    for (const [value, count] of await counts(key)) {
      const { body } = await service.client.get(`${project.path}issues/?query=${key}:${value}`, token).expect(200);
      expect(body).toHaveLength(count as number);
    }
  }
});

test('values of removed issues are not listed', async () => {
  await service.fixtures.event(blog, { message: 'three', fingerprint: ['three'], tags: { region: 'sa-east' } });
  expect(await valuesOf('region', '?query=sa')).toEqual(['sa-east']);
  const { body } = await service.client.get(`${blog.path}issues/?query=region:sa-east`, token).expect(200);
  await service.client.delete(`${blog.path}issues/?id=${(body as { id: string }[])[0]?.id}`, token).expect(200);
  expect(await valuesOf('region', '?query=sa')).toEqual([]);
});

test('of one project only', async () => {
  expect(await valuesOf('region', `?project=${blog.slug}`)).toEqual(['eu-south']);
  await service.client.get(`${pathOf('region')(shop.organization)}?project=nowhere`, token).expect(404);
});

test('lists no more than 100 values, and finds by their beginning those beyond the first 5,000', async () => {
  const { row } = shop;
  const tags = Array.from({ length: 5_200 }, (_, number) => ({
    issueId: '1',
    key: 'order',
    value: `o${String(number).padStart(4, '0')}`,
  }));
  await service.app.database.write(({ issueTags }) => issueTags.insert(row.id, tags));
  const of = `?project=${shop.slug}`;
  expect(await valuesOf('order', of)).toHaveLength(100);
  expect(await valuesOf('order', `${of}&query=o5199`)).toEqual(['o5199']);
  expect(await valuesOf('order', `${of}&query=4999`)).toEqual(['o4999']);
  expect(await valuesOf('order', `${of}&query=5199`)).toEqual([]);
});
