import { scopesOfRole } from '../../../src/domain/access';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
let ids: Map<string, string>;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  const token = await service.fixtures.token(organization);
  await service.fixtures.token(organization, { email: 'bob@acme.test', role: 'member', scopes: ['org:read'] });
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/`, token).expect(200);
  ids = new Map((body as { id: string; email: string }[]).map(({ id, email }) => [email, id]));
});

const pathOf = (slug: string, email = 'bob@acme.test') =>
  `/api/0/organizations/${slug}/members/${ids.get(email) ?? ''}/sign-in-link/`;

test('creates a link that signs the member in once', async () => {
  const token = await service.fixtures.token(organization, { scopes: ['member:admin', ...scopesOfRole('member')] });
  const before = Date.now();
  const { body } = await service.client.post(pathOf(organization), token).expect(201);
  const after = Date.now();
  const { url, expiresAt } = body as { url: string; expiresAt: string };
  const [page, link] = url.split('#');
  expect(page).toBe(`${service.app.publicUrl()}/sign-in`);
  const created = Date.parse(expiresAt) - 15 * 60_000;
  expect(created).toBeGreaterThanOrEqual(before);
  expect(created).toBeLessThanOrEqual(after);
  const session = await service.client.post('/api/0/auth/sessions/').send({ link }).expect(201);
  expect(session.body).toMatchObject({ member: { email: 'bob@acme.test', role: 'member' } });
  await service.client.post('/api/0/auth/sessions/').send({ link }).expect(401);
});

test('needs org:admin for an owner', async () => {
  const manager = await service.fixtures.token(organization, { scopes: ['member:admin'] });
  await service.client.post(pathOf(organization, 'ann@acme.test'), manager).expect(403, {
    detail: 'Only a token with org:admin can create sign-in links of an owner.',
    requiredScopes: ['org:admin'],
  });
  const owner = await service.fixtures.token(organization, { scopes: scopesOfRole('owner') });
  await service.client.post(pathOf(organization, 'ann@acme.test'), owner).expect(201);
});

test('needs a known member', async () => {
  const token = await service.fixtures.token(organization);
  await service.client
    .post(`/api/0/organizations/${organization}/members/999/sign-in-link/`, token)
    .expect(404, { detail: 'Member not found' });
});
