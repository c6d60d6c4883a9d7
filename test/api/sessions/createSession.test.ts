import type { Response, Test } from 'supertest';
import { sendRaw } from '../../support/client';
import { startService, useOwnService } from '../../support/service';

const PATH = '/api/0/auth/sessions/';
const PASSWORD = 'correct horse battery staple';

const service = useOwnService();
let organization: string;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
});

const signIn = (body: object): Test => service.client.post(PATH).send(body);
const emailOf = (slug: string) => `ann@${slug}.test`;
const cookieOf = ({ headers }: Response) => String((headers as Record<string, unknown>)['set-cookie']);

/** Signs in with a new link of a member, and returns the credentials for further requests. */
async function withLink(options: { email?: string; setsPassword?: boolean } = {}) {
  const response = await signIn({ link: await service.fixtures.link(organization, options) }).expect(201);
  const { csrfToken } = response.body as { csrfToken: string };
  return { Cookie: cookieOf(response).split(';')[0] ?? '', 'X-CSRF-Token': csrfToken };
}

describe('the cookie', () => {
  test.each([
    ['http://errors.acme.test', ''],
    ['https://errors.acme.test', '; Secure'],
  ])('of the public URL %s ends with %j', async (publicUrl, end) => {
    const reached = await startService({ PUBLIC_URL: publicUrl });
    const { slug } = await reached.fixtures.organization();
    const response = await reached.client.post(PATH).send({ link: await reached.fixtures.link(slug) });
    expect(response.status).toBe(201);
    const pattern = /^culprit_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax(.*)$/;
    expect(pattern.exec(cookieOf(response))?.[1]).toBe(end);
    await reached.close();
  });

  test('is stored as its hash only', async () => {
    const { Cookie } = await withLink();
    const secret = Cookie.split('=')[1] ?? '';
    const stored = await service.app.database.read(({ memberSessions }) =>
      memberSessions.findByHash(secret, Date.now()),
    );
    expect([secret.length, stored]).toEqual([43, undefined]);
  });

  test('is found among others', async () => {
    const headers = await withLink();
    const Cookie = `theme=dark; x="a=b"; ${headers.Cookie}; last=1`;
    await service.client.get(`${PATH}current/`).set({ Cookie }).expect(200);
  });
});

describe('a link', () => {
  test('signs in once', async () => {
    const link = await service.fixtures.link(organization);
    const { body } = await signIn({ link }).expect(201);
    expect(body).toMatchObject({
      member: { email: 'ann@acme.test', role: 'owner', hasPassword: false },
      organization: { slug: organization },
      scopes: expect.arrayContaining(['org:admin']),
    });
    await signIn({ link }).expect(401, {
      detail:
        'The link was used already; sign in with your password, or ask a manager of the organization for a new link.',
    });
  });

  test('signs in once, of many requests at the same time', async () => {
    const link = await service.fixtures.link(organization);
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn({ link })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(401)]);
  });

  test('is refused after 15 minutes', async () => {
    const link = await service.fixtures.link(organization);
    const later = Date.now() + 15 * 60_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await signIn({ link }).expect(401, {
      detail: 'The link has expired; ask a manager of the organization for a new one.',
    });
    clock.mockRestore();
  });

  test('is refused once the member is removed', async () => {
    const email = 'bob@acme.test';
    const token = await service.fixtures.token(organization);
    const link = await service.fixtures.link(organization, { email });
    const members = `/api/0/organizations/${organization}/members/`;
    const { body } = await service.client.get(members, token).expect(200);
    const bob = (body as { id: string; email: string }[]).find((member) => member.email === email);
    await service.client.delete(`${members}${bob?.id ?? ''}/`, token).expect(204);
    await signIn({ link }).expect(401);
  });
});

describe('a password', () => {
  test('signs in, whatever the case of the address', async () => {
    await service.fixtures.password(organization, PASSWORD, emailOf(organization));
    const { body } = await signIn({ email: ` ANN@${organization}.test`, password: PASSWORD }).expect(201);
    expect(body).toMatchObject({ member: { email: emailOf(organization), hasPassword: true } });
  });

  test('that is wrong, an unknown address and a member without a password get the same reply', async () => {
    await service.fixtures.password(organization, PASSWORD, emailOf(organization));
    await service.fixtures.token(organization, { email: `bob@${organization}.test` });
    const replies = [
      await signIn({ email: emailOf(organization), password: 'wrong' }),
      await signIn({ email: `kim@${organization}.test`, password: PASSWORD }),
      await signIn({ email: `bob@${organization}.test`, password: PASSWORD }),
      await signIn({ email: emailOf(organization), password: PASSWORD, organization: 'nobody' }),
    ];
    for (const { status, body } of replies)
      expect([status, body]).toEqual([401, { detail: 'The e-mail address or the password is wrong.' }]);
  });

  test('of members of several organizations needs one of their slugs', async () => {
    const email = emailOf(organization);
    const others = [(await service.fixtures.organization()).slug, (await service.fixtures.organization()).slug];
    await service.fixtures.password(organization, PASSWORD, email);
    await service.fixtures.password(others[0] ?? '', PASSWORD, email);
    await service.fixtures.password(others[1] ?? '', 'another password', email);
    const slugs = [organization, others[0]].sort().map((slug) => `"${slug}"`);
    await signIn({ email, password: PASSWORD }).expect(400, {
      organization: [`You are a member of several organizations; send the slug of one: ${slugs.join(', ')}.`],
    });
    const { body } = await signIn({ email, password: PASSWORD, organization: others[0] }).expect(201);
    expect(body).toMatchObject({ organization: { slug: others[0] } });
    expect((await signIn({ email, password: 'another password' }).expect(201)).body).toMatchObject({
      organization: { slug: others[1] },
    });
  });

  test('is refused for a while after ten failures of the address, among which successes do not count', async () => {
    const email = emailOf(organization);
    await service.fixtures.password(organization, PASSWORD, email);
    // The second one counts by itself: the account is known from this network then.
    for (let success = 0; success < 2; success += 1) await signIn({ email, password: PASSWORD }).expect(201);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1)
      statuses.push((await signIn({ email, password: 'wrong' })).status);
    expect(statuses).toEqual(Array(10).fill(401));
    const refused = await signIn({ email: email.toUpperCase(), password: PASSWORD }).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toEqual({ detail: expect.stringContaining('More than 10 sign-ins with this e-mail address') });
    // A sign-in with a link is not limited: nobody can guess a link.
    await signIn({ link: await service.fixtures.link(organization, { email }) }).expect(201);
  });
});

describe('a body', () => {
  test.each([
    [{}, { detail: 'Send exactly one way to sign in: email and password, link, or openId.' }],
    [{ link: 'x', email: 'a@b.test' }, { detail: expect.stringContaining('exactly one way') }],
    [{ link: 'x', organization: 'acme' }, { detail: expect.stringContaining('exactly one way') }],
    [{ email: 'a@b.test' }, { password: ['This field is required.'] }],
    [{ password: 'x' }, { email: ['This field is required.'] }],
    [{ organization: 'acme' }, { email: ['This field is required.'], password: ['This field is required.'] }],
    [
      { email: 5, password: 'x'.repeat(201) },
      { email: expect.anything(), password: expect.anything() },
    ],
    [{ link: '' }, { link: ['This field may not be blank.'] }],
    [{ openId: { code: 'x' } }, { openId: expect.anything() }],
    [{ user: 'ann' }, { user: [expect.stringMatching(/^Unknown or read-only field/)] }],
  ])('%j is 400', async (body, expected) => {
    expect((await signIn(body).expect(400)).body).toEqual(expected);
  });

  test('with openId is 404 without a provider', async () => {
    await signIn({ openId: { code: 'x', state: 'x', secret: 'x' } }).expect(404);
  });
});

test.each([
  [{ Origin: 'https://elsewhere.test' }, 403],
  [{ Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.acme.test' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://errors.acme.test' }, 401],
  [{ 'Sec-Fetch-Site': 'none' }, 401],
])('a request with %j is %i', async (headers, status) => {
  await signIn({ link: 'x' }).set(headers).expect(status);
});

test('a page of the service may sign in, at its public URL and at the address of the request', async () => {
  for (const Origin of [service.url, service.app.publicUrl()]) await signIn({ link: 'x' }).set({ Origin }).expect(401);
});

describe('the link of somebody else', () => {
  const replace = (headers: Record<string, string>, body: object) => signIn(body).set(headers);
  const memberOf = async (headers: Record<string, string>) =>
    ((await service.client.get(`${PATH}current/`).set(headers).expect(200)).body as { member: { email: string } })
      .member.email;

  test('replaces an open session only if the request says so', async () => {
    const ann = await withLink({ email: 'ann@acme.test' });
    const link = await service.fixtures.link(organization, { email: 'eve@acme.test' });
    const { body, headers } = await replace(ann, { link }).expect(400);
    expect(body).toEqual({
      replacesSession: [
        `The link is for "eve@acme.test" of "${organization}", but you are signed in as "ann@acme.test" of "${organization}"; send true to end that session.`,
      ],
    });
    expect(headers).not.toHaveProperty('set-cookie');
    await replace(ann, { link, replacesSession: false }).expect(400);
    expect(await memberOf(ann)).toBe('ann@acme.test');
    await replace(ann, { link, replacesSession: true }).expect(201);
    await service.client.get(`${PATH}current/`).set(ann).expect(401);
    await signIn({ link }).expect(401);
  });

  test('replaces no session if there is none, or one of the same member', async () => {
    const ann = await withLink({ email: 'ann@acme.test' });
    const link = () => service.fixtures.link(organization, { email: 'ann@acme.test' });
    await replace(ann, { link: await link() }).expect(201);
    await replace({ Cookie: 'culprit_session=ended' }, { link: await link() }).expect(201);
    expect(await memberOf(ann)).toBe('ann@acme.test');
  });

  test('is the link of the same address in another organization', async () => {
    const ann = await withLink({ email: 'ann@acme.test' });
    const { slug } = await service.fixtures.organization();
    await replace(ann, { link: await service.fixtures.link(slug, { email: 'ann@acme.test' }) }).expect(400);
  });

  test('is the only way that has the field', async () => {
    const body = { email: 'ann@acme.test', password: PASSWORD, replacesSession: true };
    expect((await signIn(body).expect(400)).body).toEqual({
      replacesSession: ['Only a sign-in with a link has this field.'],
    });
  });
});

test('rejects unknown query parameters, and other media types', async () => {
  await service.client.post(`${PATH}?next=/`).send({ link: 'x' }).expect(400);
  const headers = { 'Content-Type': 'text/plain' };
  expect((await sendRaw(service.url, { method: 'POST', path: PATH, headers, body: '{"link":"x"}' })).status).toBe(415);
});

test('a member has at most 50 sessions: another one ends the one that was not used for the longest time', async () => {
  const email = 'kim@acme.test';
  const first = await service.fixtures.session(organization, { email });
  for (let more = 0; more < 49; more += 1) await service.fixtures.session(organization, { email });
  await service.client.get(`${PATH}current/`).set(first.headers).expect(200);
  const last = await withLink({ email });
  const { body } = await service.client.get(PATH).set(last).expect(200);
  expect(body).toHaveLength(50);
  await service.client.get(`${PATH}current/`).set(first.headers).expect(401);
});
