import type { ProjectFixture } from '../../support/fixtures';
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

const create = async (body: object = {}) =>
  (
    await service.client
      .post(path, token)
      .send({ project: project.id, name: 'Report', config: { schedule: '0 * * * *' }, ...body })
      .expect(201)
  ).body as { id: string; slug: string };
const checkIn = (slug: string, query = 'status=ok') =>
  service.client.get(`/api/${project.id}/cron/${slug}/${project.publicKey}/?${query}`).expect(202);

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
