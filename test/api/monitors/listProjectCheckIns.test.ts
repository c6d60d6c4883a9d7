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

test('lists the check-ins of a monitor, of one environment if it is named', async () => {
  await create();
  await sendCheckIn(service, project, 'report');
  await sendCheckIn(service, project, 'report', 'status=error&environment=staging');
  const list = async (query = '') => {
    const { body } = await service.client.get(`${project.path}monitors/report/checkins/${query}`, token).expect(200);
    return (body as { status: string }[]).map(({ status }) => status);
  };
  expect(await list()).toEqual(['error', 'ok']);
  expect(await list('?environment=production')).toEqual(['ok']);
  await service.client.get(`${other.path}monitors/report/checkins/`, token).expect(404);
});
