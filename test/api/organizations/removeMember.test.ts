import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
let bob: string;
let id: string;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  const scopes = ['project:read', 'alerts:write'];
  bob = await service.fixtures.token(organization, { email: 'bob@acme.test', role: 'member', scopes });
  const { body } = await service.client.get(pathOf(organization, ''), token).expect(200);
  id = (body as { id: string; email: string }[]).find(({ email }) => email === 'bob@acme.test')?.id ?? '';
});

const pathOf = (of: string, member = `${id}/`) => `/api/0/organizations/${of}/members/${member}`;

test('removes the member with their tokens, bookmarks and alert settings', async () => {
  const project = await service.fixtures.project({ organization });
  await service.client.put(project.path, bob).send({ isBookmarked: true }).expect(200);
  await service.client.put(`${project.path}alert-settings/`, bob).send({ mail: false }).expect(200);
  await service.client.delete(pathOf(organization), token).expect(204);
  await service.client.get(project.path, bob).expect(401);
  const { body } = await service.client.get(pathOf(organization, ''), token).expect(200);
  expect(body).toMatchObject([{ email: 'ann@acme.test' }]);
  await service.client.delete(pathOf(organization), token).expect(404);
});

test('is rejected for the last member', async () => {
  await service.client.delete(pathOf(organization), token).expect(204);
  const { body: members } = await service.client.get(pathOf(organization, ''), token).expect(200);
  const [last] = members as [{ id: string }];
  const { body } = await service.client.delete(pathOf(organization, `${last.id}/`), token).expect(400);
  expect(body).toEqual({ detail: 'The organization has no other member; remove the organization instead.' });
});
