import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
let id: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  const body = { name: 'Deployment', scopes: ['org:read'] };
  const reply = await service.client.post(pathOf(organization, ''), token).send(body).expect(201);
  ({ id } = reply.body as { id: string });
});

const pathOf = (of: string, one = `${id}/`) => `/api/0/organizations/${of}/org-auth-tokens/${one}`;

test('revokes the token once', async () => {
  const body = { name: 'Second', scopes: ['org:read'] };
  const created = await service.client.post(pathOf(organization, ''), token).send(body).expect(201);
  const { id: second, token: text } = created.body as { id: string; token: string };
  await service.client.get(`/api/0/organizations/${organization}/`, text).expect(200);
  await service.client.delete(pathOf(organization, `${second}/`), token).expect(204);
  await service.client.get(`/api/0/organizations/${organization}/`, text).expect(401);
  await service.client.delete(pathOf(organization, `${second}/`), token).expect(404, { detail: 'Token not found' });
});
