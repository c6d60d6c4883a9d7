import { useService } from '../../support/service';

const service = useService();
let team: { id: string; slug: string; organization: string };
beforeEach(async () => {
  team = await service.fixtures.team();
});

const pathOf = (organization: string) => `/api/0/teams/${organization}/${team.slug}/`;

test('removes the team and keeps its members', async () => {
  const token = await service.fixtures.token(team.organization, { teams: [team.slug] });
  await service.client.delete(pathOf(team.organization), token).expect(204);
  await service.client.delete(pathOf(team.organization), token).expect(404);
  const { body } = await service.client.get(`/api/0/organizations/${team.organization}/members/`, token).expect(200);
  expect(body).toMatchObject([{ email: 'ann@acme.test', teams: [] }]);
});

test('is rejected while a project belongs to the team alone', async () => {
  const { organization } = team;
  const token = await service.fixtures.token(organization);
  const project = await service.fixtures.project({ organization, team: team.slug });
  const { body } = await service.client.delete(pathOf(organization), token).expect(400);
  expect((body as { detail: string }).detail).toContain(`such as "${project.slug}"`);
  await service.fixtures.bind(project, await service.fixtures.team({ organization }));
  await service.client.delete(pathOf(organization), token).expect(204);
  await service.client.get(project.path, token).expect(200);
});
