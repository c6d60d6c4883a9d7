import { openSearchingMembers, type SearchingMembers } from '../../support/savedSearches';

let members: SearchingMembers;
beforeAll(async () => (members = await openSearchingMembers()));
afterAll(() => members.service.close());

const remove = (id: string, token = members.ann) => members.service.client.delete(`${members.searches}${id}/`, token);

test('removes a search, of others with org:write only', async () => {
  const { bob, create, list } = members;
  const shared = { name: 'shared', query: '', visibility: 'organization' };
  const [mine, his, hisAlone] = [
    await create(shared),
    await create(shared, bob),
    await create({ name: 'his', query: '' }, bob),
  ];
  await remove(mine.id, bob).expect(403);
  await remove(hisAlone.id).expect(404);
  for (const { id } of [his, mine]) await remove(id).expect(204);
  await remove(mine.id).expect(404);
  expect([await list(), await list(bob)]).toEqual([[], [hisAlone]]);
});

test('the searches of a removed member are removed, and those of the organization stay', async () => {
  const { service, organization, ann, create, list } = members;
  const token = await service.fixtures.token(organization, { email: 'leaving@acme.test' });
  const shared = await create({ name: 'shared', query: '', visibility: 'organization' }, token);
  await create({ name: 'alone', query: '' }, token);
  const path = `/api/0/organizations/${organization}/members/`;
  const { body } = await service.client.get(path, ann).expect(200);
  const { id } = (body as { id: string; email: string }[]).find(({ email }) => email === 'leaving@acme.test') ?? {
    id: '',
  };
  await service.client.delete(`${path}${id}/`, ann).expect(204);
  expect(await list()).toEqual([{ ...shared, createdBy: null }]);
  const owners = await service.app.database.read(({ savedSearches, organizations }) =>
    organizations
      .findBySlug(organization)
      .then((row) => savedSearches.count({ organizationId: row?.id ?? '', memberId: id }, 'owner')),
  );
  expect(owners).toBe(0);
});
