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

test('renames the token; repeated, it is not in the audit log again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { body } = await service.client.put(pathOf(organization), token).send({ name: 'Pipeline' }).expect(200);
    expect(body).toMatchObject({ id, name: 'Pipeline', scopes: ['org:read'] });
  }
  const log = `/api/0/organizations/${organization}/audit-logs/?event=token.update`;
  const { body } = await service.client.get(log, token).expect(200);
  expect(body).toMatchObject([{ target: { id, name: 'Pipeline' }, details: { previousName: 'Deployment' } }]);
});
