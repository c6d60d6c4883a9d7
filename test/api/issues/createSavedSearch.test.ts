import { openSearchingMembers, searchesPath, type SearchingMembers } from '../../support/savedSearches';

let members: SearchingMembers;
beforeAll(async () => (members = await openSearchingMembers()));
afterAll(() => members.service.close());

test('saves a search, for the caller alone and by last event unless the body says otherwise', async () => {
  const { create, list } = members;
  const created = await create({ name: ' Mine ', query: 'assigned:me' });
  expect(created).toMatchObject({ name: 'Mine', query: 'assigned:me', sort: 'date', visibility: 'owner' });
  const shared = await create({ name: 'All', query: '', sort: 'freq', visibility: 'organization' });
  expect(shared).toMatchObject({ query: '', sort: 'freq', visibility: 'organization' });
  expect(await list()).toEqual([shared, created]);
});

test('a query that listIssues can read is saved, with what it names looked up when it is used', async () => {
  const query = 'is:unresolved (level:error OR !project:nowhere) "of undefined"';
  expect(await members.create({ name: 'Complex', query })).toMatchObject({ query });
});

test.each([
  [{ name: 'a' }, { query: ['This field is required.'] }],
  [{ name: ' ', query: '' }, { name: ['This field may not be blank.'] }],
  [
    { name: 'a', query: 'level:error (is:new' },
    {
      query: [
        'The query is invalid at character 13, "(is:new": the closing parenthesis is missing; put text that contains one in quotes.',
      ],
    },
  ],
  [
    { name: 'a', query: Array.from({ length: 21 }, (_, index) => `t:${index}`).join(' ') },
    { query: ['The query has 21 terms; use 20 or fewer.'] },
  ],
  [{ name: 'a', query: 'x'.repeat(1001) }, { query: ['Ensure this field has no more than 1000 characters.'] }],
  [{ name: 'a', query: '', sort: 'priority' }, { sort: ['Must be date, new, freq or user.'] }],
  [{ name: 'a', query: '', visibility: 'team' }, { visibility: ['Must be owner or organization.'] }],
])('rejects %j', async (body, expected) => {
  const { service, searches, ann } = members;
  expect((await service.client.post(searches, ann).send(body).expect(400)).body).toEqual(expected);
});

test('a token of the organization saves searches of the organization only', async () => {
  const { service, organization, ann, searches, create } = members;
  const { body } = await service.client
    .post(`/api/0/organizations/${organization}/org-auth-tokens/`, ann)
    .send({ name: 'CI', scopes: ['event:write'] })
    .expect(201);
  const { token } = body as { token: string };
  const refused = await service.client.post(searches, token).send({ name: 'a', query: '' }).expect(400);
  expect(refused.body).toEqual({
    visibility: ['A token of an organization has no private searches; send the visibility "organization".'],
  });
  expect(await create({ name: 'a', query: '', visibility: 'organization' }, token)).toMatchObject({ createdBy: null });
});

test('a member has 100 searches alone, an organization 200', async () => {
  const { service } = members;
  const { slug } = await service.fixtures.organization();
  const [token, other] = [
    await service.fixtures.token(slug),
    await service.fixtures.token(slug, { email: 'other@acme.test' }),
  ];
  const save = (visibility: string, of = token) =>
    service.client.post(searchesPath('')(slug), of).send({ name: 'a', query: '', visibility });
  for (const [visibility, limit, who] of [
    ['owner', 100, 'You have'],
    ['organization', 200, 'The organization has'],
  ] as const) {
    for (let count = 0; count < limit; count += 1) await save(visibility).expect(201);
    const { body } = await save(visibility).expect(400);
    expect(body).toEqual({ visibility: [`${who} ${limit} saved searches, which is the limit: remove one first.`] });
  }
  await save('owner', other).expect(201);
});
