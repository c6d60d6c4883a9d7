import { sendCheckIn, useMonitoredProject } from '../../support/monitors';

const made = useMonitoredProject();

test('lists the check-ins of a monitor, of one environment if it is named', async () => {
  const { service, project, other, token, create } = made;
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
