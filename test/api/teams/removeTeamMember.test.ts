import { useService } from '../../support/service';

const service = useService();
let organization: string;
let team: { id: string; slug: string };
let token: string;
let id: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  team = await service.fixtures.team({ organization });
  token = await service.fixtures.token(organization, { teams: [team.slug] });
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/me/`, token).expect(200);
  ({ id } = body as { id: string });
});

const pathOf = (of: string, member = id, slug = team.slug) =>
  `/api/0/organizations/${of}/members/${member}/teams/${slug}/`;

test('removes the member once', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { body } = await service.client.delete(pathOf(organization), token).expect(200);
    expect(body).toMatchObject({ id, teams: [] });
  }
  const log = `/api/0/organizations/${organization}/audit-logs/?event=team.remove_member`;
  const { body } = await service.client.get(log, token).expect(200);
  expect(body).toMatchObject([{ target: { id: team.id, name: team.slug }, details: { member: 'ann@acme.test' } }]);
});

test('does not find what belongs to another organization', async () => {
  const other = await service.fixtures.team();
  const stranger = await service.fixtures.token(other.organization);
  const mine = await service.client.get(`/api/0/organizations/${other.organization}/members/me/`, stranger).expect(200);
  await service.client.delete(pathOf(organization, id, other.id), token).expect(404);
  await service.client.delete(pathOf(organization, (mine.body as { id: string }).id), token).expect(404);
});
