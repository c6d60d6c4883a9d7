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

test('has pages', async () => {
  const body = { name: 'Second', scopes: ['org:read'] };
  await service.client.post(pathOf(organization, ''), token).send(body).expect(201);
  const first = await service.client.get(`${pathOf(organization, '')}?per_page=1`, token).expect(200);
  expect(first.body).toMatchObject([{ id, name: 'Deployment' }]);
  const next = await service.client.get(`${pathOf(organization, '')}?per_page=1&cursor=tk:${id}:0`, token).expect(200);
  expect(next.body).toMatchObject([{ name: 'Second' }]);
});
