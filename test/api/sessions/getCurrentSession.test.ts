import { SCOPES, scopesWithin } from '../../../src/domain/access';
import { useService } from '../../support/service';

const PATH = '/api/0/auth/sessions/current/';

const service = useService();
let organization: { id: string; slug: string };
beforeAll(async () => {
  organization = await service.fixtures.organization();
});

test('returns the member, the organization, the scopes of the role and the token', async () => {
  const { id, headers } = await service.fixtures.session(organization.slug, { email: 'bob@acme.test', role: 'member' });
  const { body } = await service.client.get(PATH).set({ Cookie: headers.Cookie }).expect(200);
  expect(body).toMatchObject({
    id,
    member: { email: 'bob@acme.test', role: 'member', hasPassword: false },
    organization: { id: organization.id, slug: organization.slug, name: organization.slug },
    scopes: scopesWithin('member', SCOPES),
    csrfToken: headers['X-CSRF-Token'],
  });
  const { dateCreated, expiresAt } = body as { dateCreated: string; expiresAt: string };
  expect(Date.parse(expiresAt) - Date.parse(dateCreated)).toBe(14 * 24 * 60 * 60 * 1000);
});

test('is about a session: a token is refused, and a missing session', async () => {
  const token = await service.fixtures.token(organization.slug);
  const { headers } = await service.fixtures.session(organization.slug);
  const refused = { detail: 'This operation is about a session; send its cookie, and no header Authorization.' };
  await service.client.get(PATH, token).expect(403, refused);
  await service.client.get(PATH, token).set(headers).expect(403, refused);
  await service.client.get(PATH).expect(401, { detail: 'Authentication credentials were not provided.' });
});

test('a session gets the member and the service as a token does', async () => {
  const { headers } = await service.fixtures.session(organization.slug);
  const { body } = await service.client.get('/api/0/auth/').set(headers).expect(200);
  expect(body).toMatchObject({ email: 'ann@acme.test' });
  await service.client.get('/api/0/').set(headers).expect(200);
});
