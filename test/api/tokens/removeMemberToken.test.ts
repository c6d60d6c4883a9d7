import { useService } from '../../support/service';

interface TokenRecord {
  readonly id: string;
  readonly token: string;
}

const service = useService();
let organization: string;
let owner: string;
let bob: string;
let members: ReadonlyMap<string, string>;
let id: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  owner = await service.fixtures.token(organization);
  const scopes = ['project:read', 'event:read'];
  bob = await service.fixtures.token(organization, { email: 'bob@acme.test', role: 'member', scopes });
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/`, owner).expect(200);
  members = new Map((body as { id: string; email: string }[]).map((member) => [member.email, member.id]));
  ({ id } = await create(bob, 'Laptop'));
});

async function create(token: string, name: string): Promise<TokenRecord> {
  const body = { name, scopes: ['event:read'] };
  return (await service.client.post('/api/0/api-tokens/', token).send(body).expect(201)).body as TokenRecord;
}

const pathOf = (of: string, token = id, email = 'bob@acme.test') =>
  `/api/0/organizations/${of}/members/${members.get(email) ?? ''}/api-tokens/${token}/`;

test('revokes the token and those that it created, once, with an entry in the audit log', async () => {
  const phone = await create(bob, 'Phone');
  const watch = await create(phone.token, 'Watch');
  await service.client.delete(pathOf(organization, phone.id), owner).expect(204);
  for (const { token } of [phone, watch]) await service.client.get('/api/0/api-tokens/', token).expect(401);
  await service.client.get('/api/0/api-tokens/', bob).expect(200);
  for (const token of [phone, watch])
    await service.client.delete(pathOf(organization, token.id), owner).expect(404, { detail: 'Token not found' });

  const log = `/api/0/organizations/${organization}/audit-logs/?per_page=1`;
  const { body, text } = await service.client.get(log, owner).expect(200);
  const target = { id: phone.id, name: 'bob@acme.test' };
  expect(body).toMatchObject([{ event: 'token.revoke', target, details: { name: 'Phone' } }]);
  expect(text).not.toContain(phone.token.slice(-4));
});

test('finds only tokens of the member in the path', async () => {
  const own = await create(owner, 'Own');
  const created = await service.client
    .post(`/api/0/organizations/${organization}/org-auth-tokens/`, owner)
    .send({ name: 'Deployment', scopes: ['org:read'] })
    .expect(201);
  for (const token of [own.id, (created.body as TokenRecord).id, '0', 'x', '1e1', '999999999'])
    await service.client.delete(pathOf(organization, token), owner).expect(404, { detail: 'Token not found' });
  await service.client.get('/api/0/api-tokens/', own.token).expect(200);
  await service.client.delete(pathOf(organization, own.id, 'ann@acme.test'), owner).expect(204);
});

test('requires org:admin for tokens of an owner', async () => {
  const own = await create(owner, 'Own');
  const path = pathOf(organization, own.id, 'ann@acme.test');
  const manager = { email: 'mia@acme.test', role: 'manager', scopes: ['member:admin'] };
  const { body } = await service.client.delete(path, await service.fixtures.token(organization, manager)).expect(403);
  expect(body).toEqual({
    detail: 'Only a token with org:admin can revoke tokens of an owner.',
    requiredScopes: ['org:admin'],
  });
  await service.client.get('/api/0/api-tokens/', own.token).expect(200);
});
