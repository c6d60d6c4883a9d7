import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();

test('returns an erasure without the value, and none of another organization', async () => {
  const [own, other]: ProjectFixture[] = [await service.fixtures.project(), await service.fixtures.project()];
  const person = { kind: 'email', value: 'qzxperson@example.com' };
  const path = (project: ProjectFixture | undefined) => `/api/0/organizations/${project?.organization ?? ''}/erasures/`;
  const token = await service.fixtures.token(own?.organization ?? '');
  const { body } = await service.client.post(path(own), token).send(person).expect(201);
  const { id } = body as { id: string };
  const reply = await service.client.get(`${path(own)}${id}/`, token).expect(200);
  expect(reply.body).toMatchObject({ id, kind: 'email', projects: [{ slug: own?.slug }] });
  expect(JSON.stringify(reply.body)).not.toContain('qzxperson');
  const stranger = await service.fixtures.token(other?.organization ?? '');
  await service.client.get(`${path(other)}${id}/`, stranger).expect(404, { detail: 'Erasure not found' });
});
