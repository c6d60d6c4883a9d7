import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor, sendCheckIn } from '../../support/monitors';
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
const checkIn = (slug: string, query?: string) => sendCheckIn(service, project, slug, query);

test('removes a monitor with its check-ins; a new one of the same slug begins without them', async () => {
  const { id } = await create();
  await checkIn('report');
  await service.client.delete(`${path}report/`, token).expect(202);
  await service.client.get(`${path}${id}/`, token).expect(404);
  await checkIn('report');
  await service.client.delete(`${path}report/`, token).expect(404);
  await create();
  expect((await service.client.get(`${path}report/checkins/`, token).expect(200)).body).toEqual([]);
});

test('removes only the environments that are named, with their check-ins', async () => {
  await create();
  await checkIn('report');
  await checkIn('report', 'status=ok&environment=staging');
  await service.client.delete(`${path}report/?environment=staging`, token).expect(202);
  const { body } = await service.client.get(`${path}report/`, token).expect(200);
  expect((body as { environments: { name: string }[] }).environments.map(({ name }) => name)).toEqual(['production']);
  const { body: left } = await service.client.get(`${path}report/checkins/`, token).expect(200);
  expect(left).toMatchObject([{ environment: 'production' }]);
});
