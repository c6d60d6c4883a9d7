import { useService } from '../../support/service';

const service = useService();
let team: { id: string; slug: string; organization: string };
beforeAll(async () => {
  team = await service.fixtures.team();
});

const pathOf = (of: string, name = team.slug) => `/api/0/teams/${of}/${name}/`;

test('finds the team by slug and by id, and none of another organization', async () => {
  const token = await service.fixtures.token(team.organization);
  for (const name of [team.slug, team.id]) {
    const { body } = await service.client.get(pathOf(team.organization, name), token).expect(200);
    expect(body).toEqual({ id: team.id, slug: team.slug, name: team.slug });
  }
  const { id } = await service.fixtures.team();
  await service.client.get(pathOf(team.organization, id), token).expect(404);
});
