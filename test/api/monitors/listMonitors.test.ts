import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor } from '../../support/monitors';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let project: ProjectFixture;
let token: string;
let path: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  path = `/api/0/organizations/${project.organization}/monitors/`;
});

const create = (body?: object) => createMonitor(service, project, token, body);

test('lists the monitors of all projects, or of some', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  await create();
  await create({ project: other.id, slug: 'second' });
  const list = async (query = '') => {
    const { body } = await service.client.get(`${path}${query}`, token).expect(200);
    return (body as { slug: string }[]).map(({ slug }) => slug);
  };
  expect(await list()).toEqual(['report', 'second']);
  expect(await list('?project=-1')).toEqual(['report', 'second']);
  expect(await list(`?project=${other.id}`)).toEqual(['second']);
  await service.client.get(`${path}?project=nowhere`, token).expect(404);
});
