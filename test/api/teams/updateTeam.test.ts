import { useService } from '../../support/service';

const service = useService();
let team: { id: string; slug: string; organization: string };
let token: string;
beforeAll(async () => {
  team = await service.fixtures.team();
  token = await service.fixtures.token(team.organization);
});

const pathOf = (name: string, organization = team.organization) => `/api/0/teams/${organization}/${name}/`;

test('renames the team, whose former slug is unknown and free then', async () => {
  const { body } = await service.client
    .put(pathOf(team.slug), token)
    .send({ name: 'Platform', slug: 'platform' })
    .expect(200);
  expect(body).toEqual({ id: team.id, slug: 'platform', name: 'Platform' });
  await service.client.get(`${pathOf(team.slug)}projects/`, token).expect(404);
  await service.client.get(`${pathOf('platform')}projects/`, token).expect(200);
  await service.fixtures.team({ organization: team.organization, slug: team.slug });
});

test.each([
  [{ slug: 'A' }, 'slug'],
  [{ slug: '12' }, 'slug'],
  [{ name: ' ' }, 'name'],
])('rejects %j', async (body, field) => {
  expect(Object.keys((await service.client.put(pathOf(team.id), token).send(body).expect(400)).body as object)).toEqual(
    [field],
  );
});

test('rejects the slug of another team', async () => {
  await service.fixtures.team({ organization: team.organization, slug: 'taken' });
  const { body } = await service.client.put(pathOf(team.id), token).send({ slug: 'taken' }).expect(400);
  expect(body).toEqual({
    slug: ['The slug "taken" is already used by another team of this organization; choose a different one.'],
  });
});
