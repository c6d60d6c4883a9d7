import { sendCheckIn, useMonitoredProject } from '../../support/monitors';

const made = useMonitoredProject();

test('finds a monitor of the project by its id and by its slug', async () => {
  const { service, project, token, create } = made;
  const { id } = await create();
  await sendCheckIn(service, project, 'report');
  const byId = await service.client.get(`${project.path}monitors/${id}/`, token).expect(200);
  const bySlug = await service.client.get(`${project.path}monitors/report/`, token).expect(200);
  expect(byId.body).toEqual(bySlug.body);
  expect(byId.body).toMatchObject({ id, environments: [{ name: 'production' }], project: { slug: project.slug } });
});

test('finds no monitor of another project, and the own one if both have the slug', async () => {
  const { service, other, token, create } = made;
  const { id } = await create();
  await service.client.get(`${other.path}monitors/report/`, token).expect(404, { detail: 'Monitor not found' });
  await service.client.get(`${other.path}monitors/${id}/`, token).expect(404);
  const config = { schedule: { type: 'crontab', value: '@daily' } };
  const body = { status: 'ok', monitor_config: config };
  await service.client.post(`/api/${other.id}/cron/report/${other.publicKey}/`).send(body).expect(202);
  const found = await service.client.get(`${other.path}monitors/report/`, token).expect(200);
  expect(found.body).toMatchObject({ config: { schedule: '@daily' }, project: { slug: other.slug } });
});
