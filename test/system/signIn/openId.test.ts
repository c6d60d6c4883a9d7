/** The sign-in at a real OpenID provider: the service and the provider are processes, the test is the browser. */
import { makeMigratedPlace, type TemporaryPlace } from '../../support/database';
import {
  endProcesses,
  ensureBuilt,
  culprit,
  poll,
  ROOT,
  type RunningProcess,
  ServiceProcess,
  start,
} from '../../support/process';

const PUBLIC_URL = 'http://culprit.test';
const REDIRECT_URL = `${PUBLIC_URL}/sign-in`;

let place: TemporaryPlace;
let provider: RunningProcess;
let service: ServiceProcess;
beforeAll(async () => {
  await ensureBuilt();
  place = await makeMigratedPlace();
  const acme = ['--organization', 'acme'];
  await culprit(['organization', 'create', '--slug', 'acme'], { DATABASE_URL: place.url });
  await culprit(['member', 'add', ...acme, '--email', 'Ann@acme.test'], { DATABASE_URL: place.url });
  provider = start(process.execPath, ['test/system/support/programs/openIdProvider.mjs', REDIRECT_URL], {}, ROOT);
  await poll(() => Promise.resolve(/^issuer /m.test(provider.stdout)));
  service = await ServiceProcess.start({
    DATABASE_URL: place.url,
    PUBLIC_URL,
    BOOTSTRAP: 'off',
    OPENID_ISSUER: /^issuer (\S+)$/m.exec(provider.stdout)?.[1] ?? '',
    OPENID_CLIENT_ID: 'culprit',
    OPENID_CLIENT_SECRET: 'provider-secret',
    OPENID_NAME: 'Acme',
  });
});
afterAll(async () => {
  endProcesses();
  await place.dispose();
});

interface Begun {
  readonly url: string;
  readonly secret: string;
}

async function begin(): Promise<Begun> {
  const { body } = await service.client.post('/api/0/auth/openid/').expect(201);
  return body as Begun;
}

/** Follows the provider's redirects as a browser does, until it sends the browser back. */
async function authorizeAs(login: string, { url }: Begun): Promise<{ code: string; state: string }> {
  const cookies = new Map<string, string>();
  for (let next = new URL(`${url}&login_hint=${login}`); ;) {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { Cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = text.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${next.pathname}: ${response.status} ${await response.text()}`);
    next = new URL(location, next);
    if (!next.href.startsWith(REDIRECT_URL)) continue;
    const { code = '', state = '' } = Object.fromEntries(next.searchParams);
    return { code, state };
  }
}

const complete = (openId: object) => service.client.post('/api/0/auth/sessions/').send({ openId });
const detailOf = (body: unknown) => (body as { detail: string }).detail;

test('a member signs in, whatever the case of the address, and only once', async () => {
  const options = { password: true, openId: { name: 'Acme' }, session: null };
  await service.client.get('/api/0/auth/options/').expect(200, options);
  const begun = await begin();
  const openId = { ...(await authorizeAs('ann', begun)), secret: begun.secret };
  const { body } = await complete(openId).expect(201);
  expect(body).toMatchObject({ member: { email: 'Ann@acme.test' }, organization: { slug: 'acme' } });
  expect(detailOf((await complete(openId).expect(401)).body)).toMatch(/was used or has expired/);
});

test('an address that the provider has not verified is refused', async () => {
  const begun = await begin();
  const { body } = await complete({ ...(await authorizeAs('unverified', begun)), secret: begun.secret }).expect(401);
  expect(detailOf(body)).toMatch(/does not say that it has verified/);
});

test('somebody who is not a member is refused', async () => {
  const begun = await begin();
  const { body } = await complete({ ...(await authorizeAs('kim', begun)), secret: begun.secret }).expect(401);
  expect(detailOf(body)).toMatch(/^"kim@acme.test" is not a member/);
});

test('another state, or the code of another sign-in, is refused', async () => {
  const [first, second, third] = [await begin(), await begin(), await begin()];
  const stolen = await authorizeAs('ann', first);
  await complete({ ...stolen, secret: second.secret }).expect(401);
  const { state } = await authorizeAs('kim', third);
  const { body } = await complete({ code: stolen.code, state, secret: third.secret }).expect(401);
  expect(detailOf(body)).toBe('The OpenID provider does not accept this sign-in; begin it again.');
});

test('the secret of the provider is in none of its addresses', async () => {
  const { url } = await begin();
  const { searchParams } = new URL(url);
  expect(url).not.toContain('provider-secret');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    redirect_uri: REDIRECT_URL,
  });
});

test('a provider that is gone is 503', async () => {
  const begun = await begin();
  const authorized = await authorizeAs('ann', begun);
  provider.child.kill();
  await provider.end();
  const { body } = await complete({ ...authorized, secret: begun.secret }).expect(503);
  expect(detailOf(body)).toMatch(/cannot be reached/);
});
