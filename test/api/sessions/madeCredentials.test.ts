import { ROLES, type Role, SCOPES, scopesOfRole } from '../../../src/domain/access';
import { useService } from '../../support/service';

/**
 * A credential creates no credential with more rights than its own, and the credentials that it created end with it
 * (openapi/DECISIONS.md, "Members, roles and tokens").
 */

const service = useService();
let organization: string;
let owner: string;
/** Ids of members by role. */
let ids: Record<Role, string>;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  owner = await service.fixtures.token(organization);
  for (const role of ROLES)
    await service.fixtures.token(organization, { email: emailOf(role), role, scopes: ['member:read'] });
  const { body } = await service.client.get(members(), owner).expect(200);
  ids = Object.fromEntries(
    (body as { id: string; email: string }[]).map(({ id, email }) => [email.split('@')[0] ?? '', id]),
  ) as unknown as Record<Role, string>;
});

const OWN = '/api/0/api-tokens/';
const SESSIONS = '/api/0/auth/sessions/';
const emailOf = (role: Role) => `${role}@acme.test`;
const members = (id = '') => `/api/0/organizations/${organization}/members/${id && `${id}/`}`;
const linkOf = (role: Role) => `${members(ids[role])}sign-in-link/`;

type Headers = Readonly<Record<string, string>>;
interface MadeToken {
  readonly id: string;
  readonly token: string;
}
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

async function makeToken(by: Headers, body: object = {}, path = OWN): Promise<MadeToken> {
  const sent = { name: 'Made', scopes: ['org:read'], ...body };
  return (await service.client.post(path).set(by).send(sent).expect(201)).body as MadeToken;
}

async function makeLink(by: Headers, role: Role): Promise<string> {
  const { body } = await service.client.post(linkOf(role)).set(by).expect(201);
  return (body as { url: string }).url.split('#')[1] ?? '';
}

async function useLink(link: string): Promise<{ id: string; headers: Headers; scopes: string[]; expiresAt: string }> {
  const { headers, body } = await service.client.post(SESSIONS).send({ link }).expect(201);
  const Cookie = String((headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? '';
  const session = body as { id: string; csrfToken: string; scopes: string[]; expiresAt: string };
  return { ...session, headers: { Cookie, 'X-CSRF-Token': session.csrfToken } };
}

async function isAccepted(by: Headers): Promise<boolean> {
  const { status } = await service.client.get(`/api/0/organizations/${organization}/`).set(by);
  expect([200, 401]).toContain(status);
  return status === 200;
}

test.each(ROLES.filter((role) => role !== 'owner'))(
  'a sign-in link of a %s needs every scope of the role',
  async (role) => {
    const weak = await service.fixtures.token(organization, { scopes: ['member:admin'] });
    const { body } = await service.client.post(linkOf(role), weak).expect(403);
    expect(body).toMatchObject({ requiredScopes: scopesOfRole(role).filter((scope) => scope !== 'member:admin') });
    for (const missing of scopesOfRole(role)) {
      if (missing === 'member:admin') continue;
      const scopes = ['member:admin', ...scopesOfRole(role)].filter((scope) => scope !== missing);
      const token = await service.fixtures.token(organization, { scopes });
      const refused = await service.client.post(linkOf(role), token).expect(403);
      expect(refused.body).toMatchObject({ requiredScopes: [missing] });
    }
    const equal = await service.fixtures.token(organization, { scopes: ['member:admin', ...scopesOfRole(role)] });
    await service.client.post(linkOf(role), equal).expect(201);
  },
);

test('what came of a link of a token ends when the token is revoked', async () => {
  const maker = await makeToken(bearer(owner), { scopes: SCOPES });
  const [used, unused] = [
    await makeLink(bearer(maker.token), 'manager'),
    await makeLink(bearer(maker.token), 'manager'),
  ];
  const session = await useLink(used);
  const first = await makeToken(session.headers);
  const second = await makeToken(bearer(first.token));
  const shared = await makeToken(session.headers, {}, `/api/0/organizations/${organization}/org-auth-tokens/`);
  const further = await useLink(await makeLink(session.headers, 'admin'));
  const made = [session.headers, bearer(first.token), bearer(second.token), bearer(shared.token), further.headers];
  for (const headers of made) expect(await isAccepted(headers)).toBe(true);
  await service.client.delete(`${OWN}${maker.id}/`, owner).expect(204);
  for (const headers of made) expect(await isAccepted(headers)).toBe(false);
  await service.client.post(SESSIONS).send({ link: unused }).expect(401);
  const manager = await service.fixtures.session(organization, { email: emailOf('manager') });
  const { body } = await service.client.get(SESSIONS).set(manager.headers).expect(200);
  expect(body).toMatchObject([{ id: manager.id }]);
});

test('what came of a link of a token ends when the token expires', async () => {
  const now = Date.now();
  jest.useFakeTimers({ now, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'performance'] });
  try {
    const expiresAt = new Date(now + 600_000).toISOString();
    const maker = await makeToken(bearer(owner), { scopes: SCOPES, expiresAt });
    const session = await useLink(await makeLink(bearer(maker.token), 'manager'));
    expect(Date.parse(session.expiresAt)).toBe(now + 600_000);
    const inSession = await makeToken(session.headers);
    expect(inSession).toMatchObject({ expiresAt: expect.stringContaining(expiresAt.slice(0, 19)) as string });
    const later = { name: 'Later', scopes: ['org:read'], expiresAt: null };
    await service.client.post(OWN).set(session.headers).send(later).expect(400);
    const unused = await service.client.post(linkOf('admin')).set(session.headers).expect(201);
    expect(Date.parse((unused.body as { expiresAt: string }).expiresAt)).toBe(now + 600_000);
    jest.setSystemTime(now + 600_000);
    for (const headers of [session.headers, bearer(inSession.token)]) expect(await isAccepted(headers)).toBe(false);
  } finally {
    jest.useRealTimers();
  }
});

test('what came of a link of a token ends with the member of the token', async () => {
  const bob = await service.fixtures.token(organization, { email: 'bob@acme.test' });
  const session = await useLink(await makeLink(bearer(bob), 'manager'));
  const inSession = await makeToken(session.headers);
  const unused = await makeLink(bearer(bob), 'admin');
  await service.client.delete(members('me'), bob).expect(204);
  for (const headers of [session.headers, bearer(inSession.token)]) expect(await isAccepted(headers)).toBe(false);
  await service.client.post(SESSIONS).send({ link: unused }).expect(401);
});

test('what came of a link that a member made in a session ends with the member', async () => {
  const bob = await service.fixtures.session(organization, { email: 'bob@acme.test' });
  const session = await useLink(await makeLink(bob.headers, 'manager'));
  const inSession = await makeToken(session.headers);
  const further = await useLink(await makeLink(session.headers, 'admin'));
  const unused = await makeLink(bob.headers, 'admin');
  const made = [session.headers, bearer(inSession.token), further.headers];
  for (const headers of made) expect(await isAccepted(headers)).toBe(true);
  await service.client.delete(members('me')).set(bob.headers).expect(204);
  for (const headers of made) expect(await isAccepted(headers)).toBe(false);
  await service.client.post(SESSIONS).send({ link: unused }).expect(401);
});

test('a session never has more scopes than the token that made its link, whatever becomes of the roles', async () => {
  const scopes = ['member:admin', ...scopesOfRole('member')];
  const maker = await service.fixtures.token(organization, { email: 'bob@acme.test', scopes });
  const session = await useLink(await makeLink(bearer(maker), 'member'));
  expect(session.scopes.toSorted()).toEqual(scopesOfRole('member').toSorted());
  await service.client.put(members(ids.member), owner).send({ role: 'owner' }).expect(200);
  const current = async () => {
    const { body } = await service.client.get(`${SESSIONS}current/`).set(session.headers).expect(200);
    return (body as { scopes: string[] }).scopes.toSorted();
  };
  expect(await current()).toEqual(scopes.toSorted());
  const more = { name: 'More', scopes: ['project:write'] };
  await service.client.post(OWN).set(session.headers).send(more).expect(400);
  await service.client.put(members(ids.member)).set(session.headers).send({ role: 'member' }).expect(403);
  const { body } = await service.client.get(members(), owner).expect(200);
  const bob = (body as { id: string; email: string }[]).find(({ email }) => email === 'bob@acme.test');
  await service.client.put(members(bob?.id), owner).send({ role: 'member' }).expect(200);
  expect(await current()).toEqual(scopesOfRole('member').toSorted());
});

test('a session of a link of a token sets no password and revokes no better tokens', async () => {
  const strong = await makeToken(bearer(owner), { scopes: SCOPES });
  const maker = await service.fixtures.token(organization, { scopes: ['member:admin', ...scopesOfRole('member')] });
  const session = await useLink(await makeLink(bearer(maker), 'member'));
  await service.client
    .put('/api/0/auth/password/')
    .set(session.headers)
    .send({ password: 'correct horse battery staple' })
    .expect(403);
  await service.client.put(members(ids.member), owner).send({ role: 'owner' }).expect(200);
  const member = await service.fixtures.session(organization, { email: emailOf('member') });
  const better = await makeToken(member.headers, { scopes: ['org:admin'] });
  await service.client.delete(`${OWN}${better.id}/`).set(session.headers).expect(400);
  expect(await isAccepted(bearer(strong.token))).toBe(true);
});

test('an invited member sets a password in the session of a link that a manager made in a session', async () => {
  const manager = await service.fixtures.session(organization, { email: emailOf('manager') });
  const { headers } = await useLink(await makeLink(manager.headers, 'member'));
  await service.client
    .put('/api/0/auth/password/')
    .set(headers)
    .send({ password: 'correct horse battery staple' })
    .expect(204);
});

test('a token of the organization ends with the token that created it, and expires no later', async () => {
  const shared = `/api/0/organizations/${organization}/org-auth-tokens/`;
  const maker = await makeToken(bearer(owner), { scopes: SCOPES, expiresAt: '2100-01-01T00:00:00Z' });
  const made = await makeToken(bearer(maker.token), {}, shared);
  expect(made).toMatchObject({ expiresAt: '2100-01-01T00:00:00Z' });
  for (const expiresAt of [null, '2100-01-01T00:00:01Z'])
    await service.client
      .post(shared, maker.token)
      .send({ name: 'Late', scopes: ['org:read'], expiresAt })
      .expect(400);
  expect(await isAccepted(bearer(made.token))).toBe(true);
  await service.client.delete(`${OWN}${maker.id}/`, owner).expect(204);
  expect(await isAccepted(bearer(made.token))).toBe(false);
  expect((await service.client.get(shared, owner).expect(200)).body).toEqual([]);
});

test('a token of the organization makes links that end with it', async () => {
  const shared = `/api/0/organizations/${organization}/org-auth-tokens/`;
  const maker = await makeToken(bearer(owner), { scopes: scopesOfRole('manager') }, shared);
  const session = await useLink(await makeLink(bearer(maker.token), 'manager'));
  const inSession = await makeToken(session.headers);
  await service.client.delete(`${shared}${maker.id}/`, owner).expect(204);
  for (const headers of [session.headers, bearer(inSession.token)]) expect(await isAccepted(headers)).toBe(false);
});

test.each(['member:write', 'member:admin'] as const)('%s alone gives no role that has more scopes', async (scope) => {
  const token = await service.fixtures.token(organization, { scopes: [scope] });
  for (const role of ROLES) {
    const email = `new-${role}@acme.test`;
    await service.client.post(members(), token).send({ email, role }).expect(403);
  }
  await service.client.put(members(ids.member), token).send({ role: 'admin' }).expect(403);
  await service.client.put(members(ids.manager), token).send({ role: 'member' }).expect(200);
  await service.client.put(members(ids.member), token).send({ teams: [] }).expect(200);
});

test('another address of a member, with which its holder signs in, needs every scope of their role', async () => {
  const weak = await service.fixtures.token(organization, { scopes: ['member:write'] });
  const { body } = await service.client.put(members(ids.manager), weak).send({ email: 'eve@other.test' }).expect(403);
  expect(body).toMatchObject({ requiredScopes: expect.arrayContaining(['org:write', 'project:admin']) as string[] });
  const equal = await service.fixtures.token(organization, { scopes: scopesOfRole('manager') });
  await service.client.put(members(ids.manager), equal).send({ email: 'eve@other.test' }).expect(200);
});
