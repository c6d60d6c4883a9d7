import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
beforeAll(async () => {
  ({ slug: organization } = await service.fixtures.organization());
});

const path = (slug: string) => `/api/0/organizations/${slug}/environments/`;
const named = (project: ProjectFixture, ...environments: string[]) =>
  Promise.all(environments.map((environment) => service.fixtures.event(project, { environment })));

test('returns those of all projects of the organization, each once, by name', async () => {
  const token = await service.fixtures.token(organization);
  expect((await service.client.get(path(organization), token).expect(200)).body).toEqual([]);
  await named(await service.fixtures.project({ organization }), 'staging', 'production');
  await named(await service.fixtures.project({ organization }), 'production', 'Preview');
  await named(await service.fixtures.project(), 'secret');
  const { body } = await service.client.get(path(organization), token).expect(200);
  expect(body).toEqual(['Preview', 'production', 'staging'].map((name) => ({ id: name, name })));
  const hidden = await service.client.get(`${path(organization)}?visibility=hidden`, token).expect(200);
  expect(hidden.body).toEqual([]);
});
