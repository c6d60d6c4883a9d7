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

test('lists check-ins newest first, of all environments or of one', async () => {
  await create();
  await checkIn('report', 'status=ok&duration=1.5');
  await checkIn('report', 'status=error&environment=staging');
  const list = async (query = '') =>
    (await service.client.get(`${path}report/checkins/${query}`, token).expect(200)).body;
  expect(await list()).toMatchObject([
    { status: 'error', environment: 'staging', duration: null },
    { status: 'ok', environment: 'production', duration: 1500, monitorConfig: { schedule: '0 * * * *' } },
  ]);
  expect(await list('?environment=production')).toMatchObject([{ status: 'ok' }]);
  expect(await list('?environment=nowhere')).toEqual([]);
});
