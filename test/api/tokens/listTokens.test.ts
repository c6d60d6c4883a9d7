import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const PATH = '/api/0/api-tokens/';

test('lists the tokens of the member that can be used, in pages, to any of them', async () => {
  const weak = await service.fixtures.token(organization, { scopes: ['event:read'] });
  const revoked = await service.fixtures.token(organization);
  await service.fixtures.revoke(revoked);
  await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const { body } = await service.client.get(PATH, weak).expect(200);
  expect(body).toMatchObject([
    { scopes: expect.arrayContaining(['org:admin']) as string[] },
    { scopes: ['event:read'] },
  ]);
  const [first, second] = body as [{ id: string }, { id: string }];
  const page = await service.client.get(`${PATH}?per_page=1&cursor=tk:${first.id}:0`, weak).expect(200);
  expect(page.body).toMatchObject([{ id: second.id }]);
});

test('requires a token, and no parameters that it does not have', async () => {
  await service.client.get(PATH).expect(401);
  await service.client.get(`${PATH}?member=1`, token).expect(400);
});
