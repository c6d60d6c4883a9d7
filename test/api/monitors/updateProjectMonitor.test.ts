import { useMonitoredProject } from '../../support/monitors';

const made = useMonitoredProject();

test('changes the fields that are sent, and writes them into the audit log', async () => {
  const { service, project, other, token, create } = made;
  await create();
  const path = `${project.path}monitors/report/`;
  const { body } = await service.client.put(path, token).send({ name: 'Nightly', is_muted: true }).expect(200);
  expect(body).toMatchObject({ name: 'Nightly', slug: 'report', isMuted: true, config: { schedule: '0 * * * *' } });
  expect((await service.client.get(path, token).expect(200)).body).toEqual(body);
  const log = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token);
  expect(JSON.stringify(log.body)).toContain('monitor.update');
  await service.client.put(`${other.path}monitors/report/`, token).send({ name: 'Other' }).expect(404);
});

test('refuses the slug of a monitor of another project', async () => {
  const { service, project, other, token, create } = made;
  await create();
  await create({ project: other.id, slug: 'second' });
  await service.client
    .put(`${project.path}monitors/report/`, token)
    .send({ slug: 'second' })
    .expect(400, {
      slug: ['The slug "second" is in use by another monitor of the organization.'],
    });
});
