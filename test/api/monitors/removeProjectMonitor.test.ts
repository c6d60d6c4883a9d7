import { sendCheckIn, useMonitoredProject } from '../../support/monitors';

const made = useMonitoredProject();

test('removes the monitor, or some of its environments, and none of another project', async () => {
  const { service, project, other, token, create } = made;
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
