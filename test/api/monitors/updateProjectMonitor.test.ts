import type { ProjectFixture } from '../../support/fixtures';
import { createMonitor } from '../../support/monitors';
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

test('changes the fields that are sent, and writes them into the audit log', async () => {
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
  await create();
  await create({ project: other.id, slug: 'second' });
  await service.client
    .put(`${project.path}monitors/report/`, token)
    .send({ slug: 'second' })
    .expect(400, {
      slug: ['The slug "second" is in use by another monitor of the organization.'],
    });
});
