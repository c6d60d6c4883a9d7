import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let team: { id: string; slug: string };
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  team = await service.fixtures.team({ organization: project.organization });
  token = await service.fixtures.token(project.organization);
});

const pathOf = (name: string) => `${project.path}teams/${name}/`;

test('transfers a project, once it is in its new team', async () => {
  const { body: before } = await service.client.get(project.path, token).expect(200);
  const [{ slug: former }] = (before as { teams: [{ slug: string }] }).teams;
  const { body } = await service.client.delete(pathOf(former), token).expect(400);
  expect(body).toEqual({ detail: 'The project belongs to no other team; add another team first.' });
  await service.client.post(pathOf(team.slug), token).expect(201);
  const { body: after } = await service.client.delete(pathOf(former), token).expect(200);
  expect(after).toMatchObject({ teams: [{ slug: team.slug }] });
  const { body: listed } = await service.client
    .get(`/api/0/teams/${project.organization}/${former}/projects/`, token)
    .expect(200);
  expect(listed).toEqual([]);
});
