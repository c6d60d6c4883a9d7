import { openSearchingMembers, type SearchingMembers } from '../../support/savedSearches';

let members: SearchingMembers;
beforeAll(async () => (members = await openSearchingMembers()));
afterAll(() => members.service.close());

const SHARED = { name: 'shared', query: 'is:new', visibility: 'organization' };

const update = (id: string, body: object, token = members.ann) =>
  members.service.client.put(`${members.searches}${id}/`, token).send(body);

test('changes the given fields', async () => {
  const { create, list } = members;
  const created = await create({ name: 'a', query: 'is:new' });
  const { body } = await update(created.id, { query: 'is:regressed', sort: 'user' }).expect(200);
  expect(body).toEqual({ ...created, query: 'is:regressed', sort: 'user' });
  expect((await update(created.id, { visibility: 'organization' }).expect(200)).body).toMatchObject({ name: 'a' });
  expect(await list(members.bob)).toEqual([{ ...body, visibility: 'organization' }]);
  await update(created.id, { visibility: 'owner' }).expect(200);
  expect([await list(members.bob), await list()]).toEqual([[], [body]]);
});

test('refuses a query that cannot be read', async () => {
  const { id } = await members.create(SHARED);
  const { body } = await update(id, { query: 'is:' }).expect(400);
  expect(body).toEqual({ query: [expect.stringMatching(/^The query is invalid at character 1, "is:": use is:/)] });
});

test('searches of the organization are changed by who saved them, and with org:write', async () => {
  const { service, organization, bob, create } = members;
  const mine = await create(SHARED);
  const { body: refused } = await update(mine.id, { name: 'his' }, bob).expect(403);
  expect(refused).toEqual({
    detail: 'Another member saved this search; org:write may change it.',
    requiredScopes: ['org:admin', 'org:write'],
  });
  const his = await create(SHARED, bob);
  await update(his.id, { name: 'mine' }).expect(200);
  const editor = await service.fixtures.token(organization, {
    email: 'eva@acme.test',
    scopes: ['event:write', 'org:write'],
  });
  expect((await update(his.id, { name: 'hers' }, editor).expect(200)).body).toMatchObject({
    name: 'hers',
    createdBy: { email: 'bob@acme.test' },
  });
  expect((await update(his.id, { visibility: 'owner' }, editor).expect(400)).body).toEqual({
    visibility: ['Only the member who saved a search can make it private.'],
  });
});

test('a search that another member has alone is unknown, and so is any other id', async () => {
  const { id } = await members.create({ name: 'his', query: '' }, members.bob);
  for (const unknown of [id, '999', '0', 'x', '1e0'])
    expect((await update(unknown, { name: 'mine' }).expect(404)).body).toEqual({ detail: 'Saved search not found' });
});
