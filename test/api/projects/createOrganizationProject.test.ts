import { useOwnService } from '../../support/service';

const service = useOwnService();
let organization: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
});

const create = (token: string, body: object) =>
  service.client.post(`/api/0/organizations/${organization}/projects/`, token).send(body);

test('creates projects of one team of the caller', async () => {
  const token = await service.fixtures.token(organization, { email: 'Kim.Lee@acme.test' });
  const teams = [];
  for (const name of ['Shop', 'Blog']) {
    const { body } = await create(token, { name, platform: 'node' }).expect(201);
    expect(body).toMatchObject({ slug: name.toLowerCase(), name, platform: 'node', isMember: true });
    const { body: keys } = await service.client
      .get(`/api/0/projects/${organization}/${body.slug}/keys/`, token)
      .expect(200);
    expect(keys).toHaveLength(1);
    teams.push(body.team);
  }
  expect(teams).toEqual([expect.objectContaining({ slug: 'team-kim-lee' }), teams[0]]);
});

test('creates another team if its name is of a team that the caller is not in', async () => {
  await service.fixtures.team({ organization, slug: 'team-eve' });
  const token = await service.fixtures.token(organization, { email: 'eve@acme.test' });
  const { body } = await create(token, { name: 'App' }).expect(201);
  expect(body.team.slug).toBe('team-eve-2');
});

test('names each wrong field, and needs a member', async () => {
  const token = await service.fixtures.token(organization);
  await create(token, { name: 'Journal' }).expect(201);
  const { body: taken } = await create(token, { name: 'Journal' }).expect(400);
  expect(taken).toMatchObject({ slug: [expect.stringContaining('already used')] });
  const { body } = await service.client
    .post(`/api/0/organizations/${organization}/org-auth-tokens/`, token)
    .send({ name: 'Deployment', scopes: ['project:write'] })
    .expect(201);
  await create((body as { token: string }).token, { name: 'Other' }).expect(400);
});
