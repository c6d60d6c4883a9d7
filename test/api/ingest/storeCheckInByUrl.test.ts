import { useOwnService } from '../../support/service';

const service = useOwnService();

test('stores a check-in of a client that only requests a URL', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const config = { status: 'in_progress', monitor_config: { schedule: { type: 'crontab', value: '@daily' } } };
  await service.client.post(`/api/${project.id}/cron/report/${project.publicKey}/`).send(config).expect(202);
  const send = (status: string) =>
    service.client.get(`/api/${project.id}/cron/report/?sentry_key=${project.publicKey}&status=${status}`);
  expect((await send('ok').expect(202)).text).toBe('');
  await send('missed').expect(400);
  const checkIns = `/api/0/organizations/${project.organization}/monitors/report/checkins/`;
  expect((await service.client.get(checkIns, token).expect(200)).body).toMatchObject([{ status: 'ok' }]);
});
