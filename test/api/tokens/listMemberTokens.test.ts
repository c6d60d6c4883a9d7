import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
let bob: string;
let id: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  const member = { email: 'bob@acme.test', role: 'member', scopes: ['member:read', 'event:read'] };
  bob = await service.fixtures.token(organization, member);
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/me/`, bob).expect(200);
  ({ id } = body as { id: string });
});

const pathOf = (of: string, member = id) => `/api/0/organizations/${of}/members/${member}/api-tokens/`;

test('lists the tokens of the member that can be used, in pages, without their text', async () => {
  const create = async (name: string) => {
    const reply = await service.client
      .post('/api/0/api-tokens/', bob)
      .send({ name, scopes: ['event:read'] })
      .expect(201);
    return reply.body as { id: string; token: string };
  };
  const laptop = await create('Laptop');
  await service.fixtures.revoke((await create('Old')).token);
  const { body, text } = await service.client.get(pathOf(organization), token).expect(200);
  expect(body).toMatchObject([
    { scopes: ['member:read', 'event:read'], tokenLastCharacters: bob.slice(-4) },
    { id: laptop.id, name: 'Laptop', scopes: ['event:read'], lastUsedAt: null },
  ]);
  for (const secret of [bob, laptop.token]) expect(text).not.toContain(secret.replace('culprit_', ''));
  const [first] = body as [{ id: string }];
  const page = await service.client.get(`${pathOf(organization)}?cursor=tk:${first.id}:0`, token).expect(200);
  expect(page.body).toMatchObject([{ id: laptop.id }]);
});

test('lists those of the caller as me, and knows no others', async () => {
  // The use of the token is recorded after the first reply.
  const list = async (path: string) => {
    const { body } = await service.client.get(path, token).expect(200);
    return (body as { lastUsedAt: string | null }[]).map(({ lastUsedAt: _, ...others }) => others);
  };
  expect(await list(pathOf(organization, 'me'))).toEqual(await list('/api/0/api-tokens/'));
  for (const member of ['0', 'x', '999999'])
    await service.client.get(pathOf(organization, member), token).expect(404, { detail: 'Member not found' });
});
