import { hashToken, scopesOfRole } from '../../../src/domain/access';
import { normalDomain, type ProviderAccount, readClaim } from '../../../src/domain/openId';
import { openIdRequestOf, type OpenIdProvider } from '../../../src/domain/session';
import { newSecret } from '../../../src/api/sessions/session';
import { updateOrganization } from '../../../src/cli/organization';
import { type Service, startService } from '../../support/service';

const PASSWORD = 'correct horse battery staple';
const SESSIONS = '/api/0/auth/sessions/';

/** The accounts of the provider by the code with which they sign in. */
const accounts = new Map<string, ProviderAccount>();
const provider: OpenIdProvider = {
  name: 'Acme',
  isRequired: false,
  authorizationUrl: () => Promise.resolve('https://id.acme.test/'),
  findAccount: ({ code }) => Promise.resolve(accounts.get(code) as ProviderAccount),
};

let service: Service;
let organization: string;
let owner: string;
/** A domain that no other test uses. */
let domain: string;
beforeAll(async () => (service = await startService({}, { openId: provider })));
afterAll(() => service.close());
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  domain = `${organization}.test`;
  owner = await service.fixtures.token(organization, { email: `owner@${domain}` });
});

const pathOf = (slug: string) => `/api/0/organizations/${slug}/`;
const configure = (settings: object, { slug = organization, token = owner } = {}) =>
  service.client.put(pathOf(slug), token).send(settings);

/** Lists the domain of the test, as a command does. */
async function listDomain(slug = organization) {
  await service.app.database.write(async (stores) => {
    await updateOrganization(
      { stores, publicUrl: '', now: Date.now() },
      { organization: slug, openidDomain: [domain] },
    );
  });
}

/** Signs in with an account: a person is the subject and the local part of the address, unless these are given. */
async function signIn(person: string, given: Partial<ProviderAccount> & { organization?: string } = {}) {
  const { organization: slug, ...changes } = given;
  const account = { issuer: 'https://id.acme.test', subject: `${domain} ${person}`, email: `${person}@${domain}` };
  accounts.set(person, { ...account, claims: {}, ...changes });
  const secret = newSecret();
  await service.app.database.write(({ signIns }) =>
    signIns.insertOpenIdRequest(hashToken(secret), Date.now() + 60_000),
  );
  const openId = { code: person, state: openIdRequestOf(secret).state, secret, ...(slug && { organization: slug }) };
  const { status, body } = await service.client.post(SESSIONS).send({ openId });
  return { status, body: body as { detail: string; member: { id: string; email: string; role: string } } };
}

/** Returns the entries of members themselves. */
async function audited(event: string) {
  const { body } = await service.client.get(`${pathOf(organization)}audit-logs/?event=${event}`, owner).expect(200);
  const entries = body as { actor: { type: string; id: string }; target: { name: string }; details: object }[];
  return entries
    .filter(({ actor }) => actor.type === 'member')
    .map(({ actor, target, details }) => ({ id: actor.id, name: target.name, details }));
}

describe('a domain', () => {
  test.each([
    ['ACME.test', 'acme.test'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['acme.test/x', null],
    ['*.acme.test', null],
    ['ann@acme.test', null],
    ['acme.test.', null],
    ['', null],
  ])('%j is %j', (text, normal) => expect(normalDomain(text)).toBe(normal));

  test('takes in people with a verified address there, with the role of everybody', async () => {
    expect((await signIn('ann')).body.detail).toBe(
      `"ann@${domain}" is not a member of an organization here; ask an owner to add the address.`,
    );
    await listDomain();
    await configure({ openIdDomains: [domain.toUpperCase()], openIdRole: 'admin' }).expect(200);
    const { status, body } = await signIn('ann', { email: `ann@${domain.toUpperCase()}` });
    expect([status, body.member.role]).toEqual([201, 'admin']);
    expect((await signIn('ann')).body.member).toEqual(body.member);
    expect(await audited('member.add')).toEqual([
      {
        id: body.member.id,
        name: body.member.email,
        details: { role: 'admin', teams: [], method: 'openid' },
      },
    ]);
  });

  test.each([
    ['of a subdomain', (at: string) => `kim@mail.${at}`],
    ['of a longer domain', (at: string) => `kim@${at}.evil.example`],
    ['with another one before it', (at: string) => `kim@evil.example@${at}`],
    ['with a path', (at: string) => `kim@${at}/evil.example`],
    ['that is not verified', () => null],
  ])('does not take in an address %s', async (_, emailOf) => {
    await listDomain();
    expect((await signIn('kim', { email: emailOf(domain) })).status).toBe(401);
    expect(await audited('member.add')).toEqual([]);
  });

  test('of several organizations joins all, and each is entered by its slug', async () => {
    const other = (await service.fixtures.organization()).slug;
    await listDomain();
    await listDomain(other);
    const { status, body } = await signIn('ann');
    const slugs = [organization, other].toSorted().map((slug) => `"${slug}"`);
    expect([status, body]).toEqual([
      400,
      {
        'openId.organization': [
          `You are a member of several organizations; send the slug of one: ${slugs.join(', ')}.`,
        ],
      },
    ]);
    expect((await signIn('ann', { organization: other })).status).toBe(201);
    expect((await signIn('ann', { organization })).status).toBe(201);
  });

  test('of others cannot be listed by an owner, who then neither takes people in nor learns their addresses', async () => {
    await listDomain();
    const hostile = (await service.fixtures.organization()).slug;
    const token = await service.fixtures.token(hostile);
    const { body } = await configure({ openIdDomains: [domain] }, { slug: hostile, token }).expect(400);
    expect(body).toEqual({
      openIdDomains: [
        `openIdDomains[0]: "${domain}" must be added on the host of the service: npx culprit organization update --organization ${hostile} --openid-domain ${domain}`,
      ],
    });
    expect((await signIn('ann')).status).toBe(201);
    const members = await service.client.get(`${pathOf(hostile)}members/`, token).expect(200);
    expect(JSON.stringify(members.body)).not.toContain(domain);
  });

  test('takes in one member by many sign-ins at the same time', async () => {
    await listDomain();
    const replies = await Promise.all(Array.from({ length: 4 }, () => signIn('ann')));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await audited('member.add')).toHaveLength(1);
  });
});

describe('an account', () => {
  test('stays that of its member, and another one with the same address is refused', async () => {
    await service.fixtures.token(organization, { email: `bob@${domain}` });
    const { body } = await signIn('bob');
    const renamed = await signIn('bob', { email: `robert@${domain}` });
    expect(renamed.body.member.id).toBe(body.member.id);
    expect((await signIn('bob', { email: null })).body.member.id).toBe(body.member.id);
    const reused = await signIn('bob', { subject: `${domain} another` });
    expect([reused.status, reused.body.detail]).toEqual([
      401,
      expect.stringMatching(/^Another account of the OpenID provider signed in with your e-mail address before/),
    ]);
  });

  test('does not follow a member who gets another address', async () => {
    await service.fixtures.token(organization, { email: `bob@${domain}` });
    const { member } = (await signIn('bob')).body;
    const path = `${pathOf(organization)}members/${member.id}/`;
    await service.client
      .put(path, owner)
      .send({ email: `kim@${domain}` })
      .expect(200);
    expect((await signIn('bob')).status).toBe(401);
    expect((await signIn('kim')).body.member.id).toBe(member.id);
  });
});

describe('a claim', () => {
  const openIdRoles = [
    { value: 'admins', role: 'admin' },
    { value: 'heads', role: 'owner' },
  ];
  const roleBy = async (groups: unknown) =>
    (await signIn('ann', { claims: groups === undefined ? {} : { groups } })).body.member.role;

  test('gives the highest role of its values at each sign-in, and the role of everybody without one', async () => {
    await listDomain();
    await configure({ openIdDomains: [domain], openIdRoleClaim: 'groups', openIdRoles }).expect(200);
    expect(await roleBy(['heads', 'admins', 5])).toBe('owner');
    expect(await roleBy('admins')).toBe('admin');
    expect(await roleBy('Admins')).toBe('member');
    expect(await roleBy(['admins'])).toBe('admin');
    expect(await roleBy(undefined)).toBe('member');
    expect((await audited('member.update')).map(({ details }) => details)).toEqual(
      [
        ['admin', 'member'],
        ['member', 'admin'],
        ['admin', 'member'],
        ['owner', 'admin'],
      ].map(([previousRole, role]) => ({ fields: ['role'], role, previousRole, claim: 'groups' })),
    );
  });

  test('leaves the last owner, and roles alone that it is not about', async () => {
    await configure({ openIdRoleClaim: 'groups', openIdRoles }).expect(200);
    expect((await signIn('owner')).body.member.role).toBe('owner');
    await listDomain();
    await configure({ openIdRoleClaim: null }).expect(200);
    await signIn('ann', { claims: { groups: 'heads' } });
    expect((await signIn('ann', { claims: { groups: 'heads' } })).body.member.role).toBe('member');
  });

  test.each([
    ['groups', 1],
    ['https://acme.test/roles', 2],
    ['realm.roles', 3],
    ['toString', undefined],
    ['groups.length', undefined],
  ])('%s is read', (name, value) => {
    expect(readClaim({ groups: 1, 'https://acme.test/roles': 2, realm: { roles: 3 } }, name)).toBe(value);
  });
});

describe('settings', () => {
  test('about roles need the scopes of these roles', async () => {
    const manager = await service.fixtures.token(organization, {
      ...{ email: `max@${domain}`, role: 'manager', scopes: scopesOfRole('manager') },
    });
    const asManager = { token: manager };
    await configure({ openIdRoles: [{ value: 'x', role: 'owner' }] }, asManager).expect(403);
    await configure({ openIdRoles: [{ value: 'x', role: 'manager' }], openIdDomains: [] }, asManager).expect(200);
    await configure({ openIdRoles: [{ value: 'heads', role: 'owner' }] }).expect(200);
    await configure({ openIdRoleClaim: 'nickname' }, asManager).expect(403);
    expect((await service.client.get(pathOf(organization), owner)).body).toMatchObject({ openIdRoleClaim: null });
  });

  test('name wrong domains, and are stored in their normal form', async () => {
    await listDomain();
    const { body } = await configure({ openIdDomains: [domain, 'a b'] }).expect(400);
    expect(body).toEqual({ openIdDomains: ['openIdDomains[1]: "a b" is not a domain such as acme.test.'] });
    const names = [`${domain.toUpperCase()} `, domain];
    const { body: set } = await configure({ openIdDomains: names }).expect(200);
    expect(set).toMatchObject({ openIdDomains: [domain], hasAuthProvider: true });
  });

  test('cannot require a provider that does not exist', async () => {
    const without = await startService();
    const { slug } = await without.fixtures.organization();
    const path = pathOf(slug);
    const { body } = await without.client
      .put(path, await without.fixtures.token(slug))
      .send({ requiresOpenId: true })
      .expect(400);
    expect(body).toEqual({ requiresOpenId: ['This service has no OpenID provider.'] });
    await without.close();
  });
});

describe('the provider only', () => {
  const DETAIL = 'Members of this organization sign in at the OpenID provider only, not with a password or a link.';

  test('refuses passwords and links of members, but no link of a command', async () => {
    const email = `owner@${domain}`;
    await service.fixtures.password(organization, PASSWORD, email);
    const member = (await signIn('owner')).body.member;
    const links = `${pathOf(organization)}members/${member.id}/sign-in-link/`;
    const { url } = (await service.client.post(links, owner).expect(201)).body as { url: string };
    await configure({ requiresOpenId: true }).expect(200);
    const byPassword = { email, password: PASSWORD, organization };
    await service.client.post(SESSIONS).send(byPassword).expect(401, { detail: DETAIL });
    await service.client
      .post(SESSIONS)
      .send({ link: url.split('#')[1] })
      .expect(401, { detail: DETAIL });
    await service.client.post(links, owner).expect(400, { detail: DETAIL });
    const wrong = await service.client.post(SESSIONS).send({ ...byPassword, password: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([401, { detail: 'The e-mail address or the password is wrong.' }]);
    await service.client
      .post(SESSIONS)
      .send({ link: await service.fixtures.link(organization, { email }) })
      .expect(201);
    expect((await signIn('owner')).status).toBe(201);
  });

  test('is also what the operator may require of all', async () => {
    const required = await startService({}, { openId: { ...provider, isRequired: true } });
    const { slug } = await required.fixtures.organization();
    await required.fixtures.password(slug, PASSWORD, 'ann@acme.test');
    const options = await required.client.get('/api/0/auth/options/').expect(200);
    expect(options.body).toMatchObject({ password: false, openId: { name: 'Acme' } });
    await required.client.post(SESSIONS).send({ email: 'ann@acme.test', password: PASSWORD }).expect(401);
    await required.close();
  });
});
