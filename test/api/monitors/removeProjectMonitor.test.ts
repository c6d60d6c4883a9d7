import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor, sendCheckIn } from '../../support/monitors';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let project: ProjectFixture;
let other: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  other = await service.fixtures.project({ organization: project.organization });
  token = await service.fixtures.token(project.organization);
});

const create = (body?: object) => createMonitor(service, project, token, body);

test('removes the monitor, or some of its environments, and none of another project', async () => {
  await create();
  await sendCheckIn(service, project, 'report');
  await sendCheckIn(service, project, 'report', 'status=ok&environment=staging');
  const path = `${project.path}monitors/report/`;
  await service.client.delete(`${other.path}monitors/report/`, token).expect(404);
  await service.client.delete(`${path}?environment=staging`, token).expect(202);
  const { body } = await service.client.get(path, token).expect(200);
  expect((body as { environments: { name: string }[] }).environments.map(({ name }) => name)).toEqual(['production']);
  await service.client.delete(path, token).expect(202);
  await service.client.get(path, token).expect(404);
});
