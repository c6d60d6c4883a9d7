import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let team: { id: string; slug: string };
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  team = await service.fixtures.team({ organization: project.organization });
  token = await service.fixtures.token(project.organization);
});

const slugsOf = (body: unknown) => (body as { teams: { slug: string }[] }).teams.map(({ slug }) => slug);

test.each(['slug', 'id'] as const)('adds the project to a team by its %s, once', async (name) => {
  const path = `${project.path}teams/${team[name]}/`;
  for (let time = 0; time < 2; time += 1) {
    const { body } = await service.client.post(path, token).expect(201);
    expect(slugsOf(body).filter((slug) => slug === team.slug)).toEqual([team.slug]);
    expect(slugsOf(body)).toHaveLength(2);
  }
});

test('does not find a team of another organization', async () => {
  const foreign = await service.fixtures.team();
  for (const name of [foreign.slug, foreign.id, 'nobody'])
    await service.client.post(`${project.path}teams/${name}/`, token).expect(404);
});
