import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

test('makes the project disappear, with its events, issues and keys', async () => {
  const { client, fixtures } = service;
  await fixtures.event(project);
  const { body: issues } = await client.get(`${project.path}issues/`, token).expect(200);
  const [{ id: issue }] = issues as [{ id: string }];
  await client.delete(project.path, token).expect(204);
  for (const path of ['', 'events/', 'issues/', 'keys/']) await client.get(project.path + path, token).expect(404);
  await client.get(`/api/0/organizations/${project.organization}/issues/${issue}/`, token).expect(404);
  const { body } = await client.get(`/api/0/organizations/${project.organization}/projects/`, token).expect(200);
  expect(body).toEqual([]);
  const store = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  await client.post(store).send({ message: 'late' }).expect(403);
  await client.delete(project.path, token).expect(404);
});

test('frees the slug, and leaves the other projects', async () => {
  const { fixtures, client } = service;
  const sibling = await fixtures.project({ organization: project.organization });
  const id = await fixtures.event(sibling);
  await client.delete(project.path, token).expect(204);
  const again = await fixtures.project({ organization: project.organization, slug: project.slug });
  expect(again.id).not.toBe(project.id);
  expect((await client.get(`${again.path}events/`, token).expect(200)).body).toEqual([]);
  const { body } = await client.get(`${sibling.path}events/`, token).expect(200);
  expect(body).toMatchObject([{ eventID: id }]);
});

test('forgets the former slugs of the project', async () => {
  const { client } = service;
  await client.put(project.path, token).send({ slug: 'renamed' }).expect(200);
  await client.delete(project.path, token).expect(302);
  await client.delete(`/api/0/projects/${project.organization}/renamed/`, token).expect(204);
  await client.get(project.path, token).expect(404);
});
