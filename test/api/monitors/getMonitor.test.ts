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

test('finds a monitor by its id and by its slug', async () => {
  const monitor = await create();
  await checkIn('report');
  const byId = await service.client.get(`${path}${monitor.id}/`, token).expect(200);
  const bySlug = await service.client.get(`${path}report/`, token).expect(200);
  expect(byId.body).toEqual(bySlug.body);
  expect(byId.body).toMatchObject({ environments: [{ name: 'production', status: 'ok', isMuted: false }] });
  await service.client.get(`${path}other/`, token).expect(404, { detail: 'Monitor not found' });
});

test('shows the incident of an environment', async () => {
  await create();
  await checkIn('report', 'status=error&environment=staging');
  const { body } = await service.client.get(`${path}report/`, token).expect(200);
  expect(body).toMatchObject({
    environments: [{ name: 'staging', status: 'error', activeIncident: { resolvingTimestamp: null } }],
  });
});
