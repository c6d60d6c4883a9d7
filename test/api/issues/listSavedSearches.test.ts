import { openSearchingMembers, searchesPath, type SearchingMembers } from '../../support/savedSearches';

let members: SearchingMembers;
beforeAll(async () => (members = await openSearchingMembers()));
afterAll(() => members.service.close());

test('lists the searches of the organization, then those of the caller alone', async () => {
  const { ann, bob, create, list } = members;
  for (const [name, token] of [
    ['mine', ann],
    ['his', bob],
  ] as const)
    await create({ name, query: '' }, token);
  for (const name of ['first', 'second']) await create({ name, query: '', visibility: 'organization' }, bob);
  const namesOf = async (token: string) => (await list(token)).map(({ name }) => name);
  expect(await namesOf(ann)).toEqual(['first', 'second', 'mine']);
  expect(await namesOf(bob)).toEqual(['first', 'second', 'his']);
  const [only] = await list(ann, '?per_page=1&cursor=q0:2:2');
  const pages = [await list(ann, '?per_page=2'), await list(ann, `?per_page=2&cursor=q0:${only?.id}:0`)];
  expect(pages.map((page) => page.map(({ name }) => name)).flat()).toContain('mine');
});

test('a token of the organization sees the searches of the organization', async () => {
  const { service, organization, ann, list } = members;
  const { body } = await service.client
    .post(`/api/0/organizations/${organization}/org-auth-tokens/`, ann)
    .send({ name: 'CI', scopes: ['event:read'] })
    .expect(201);
  expect((await list((body as { token: string }).token)).map(({ visibility }) => visibility)).toEqual([
    'organization',
    'organization',
  ]);
});

test('another organization has other searches', async () => {
  const { service } = members;
  const { slug } = await service.fixtures.organization();
  const token = await service.fixtures.token(slug, { email: 'eve@evil.test' });
  expect((await service.client.get(searchesPath('')(slug), token).expect(200)).body).toEqual([]);
});
