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

test('mutes one environment, so that its failures open no issue', async () => {
  await create();
  await checkIn('report', 'status=ok&environment=staging');
  await checkIn('report');
  const put = (name: string, isMuted: boolean) =>
    service.client.put(`${path}report/environments/${name}/`, token).send({ isMuted });
  expect((await put('staging', true).expect(200)).body).toMatchObject({
    environments: [
      { name: 'production', isMuted: false },
      { name: 'staging', isMuted: true },
    ],
  });
  await checkIn('report', 'status=error&environment=staging');
  const { id } = (await service.app.database.read(({ monitors }) => monitors.findBySlug(project.id, 'report')))!;
  const staging = await service.app.database.read(({ monitors }) =>
    monitors.findEnvironment({ projectId: project.id, monitorId: id, name: 'staging' }),
  );
  expect(staging?.reports).toEqual([]);
  expect((await put('staging', false).expect(200)).body).toMatchObject({ environments: [{}, { isMuted: false }] });
  await put('nowhere', true).expect(404, { detail: 'Environment not found' });
});
