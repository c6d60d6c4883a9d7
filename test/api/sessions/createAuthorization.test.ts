import { challengeOf } from '../../../src/domain/oauth';
import type { SessionFixture } from '../../support/fixtures';
import { type Program, REDIRECT, registerProgram } from '../../support/oauth';
import { useService } from '../../support/service';

const service = useService();

let session: SessionFixture;
let program: Program;
beforeEach(async () => {
  session = await service.fixtures.session((await service.fixtures.organization()).slug);
  program = await registerProgram(service);
});

test('says what the program asks for, and decides nothing yet', async () => {
  const { status, body } = await program.ask(session, {
    scope: 'event:write event:read openid',
    resource: `${service.url}/mcp`,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ clientName: 'Assistant', redirectHost: 'assistant.test', redirectUrl: null },
    scopes: ['event:read', 'event:write'],
  });
});

test('brings the decision to the address of the program, with its state and the issuer', async () => {
  for (const [decision, name] of [
    ['allow', 'code'],
    ['deny', 'error'],
  ] as const) {
    const { body } = await program.ask(session, { decision });
    const url = new URL((body as { redirectUrl: string }).redirectUrl);
    expect(url.origin + url.pathname).toBe(REDIRECT);
    expect([...url.searchParams.keys()]).toEqual([name, 'state', 'iss']);
    expect(url.searchParams.get('iss')).toBe(service.url);
  }
});

test.each([
  ['client_id', { client_id: 'unknown' }],
  ['redirect_uri', { redirect_uri: 'https://evil.test/callback' }],
  ['redirect_uri', { redirect_uri: `${REDIRECT}/../other` }],
  ['redirect_uri', { redirect_uri: `${REDIRECT}?to=evil` }],
  ['redirect_uri', { redirect_uri: 'https://assistant.test:8443/callback' }],
  ['code_challenge_method', { code_challenge_method: 'plain' }],
  ['code_challenge_method', { code_challenge_method: undefined }],
  ['code_challenge', { code_challenge: undefined }],
  ['response_type', { response_type: 'token' }],
  ['resource', { resource: 'https://other.test/mcp' }],
  ['scope', { scope: 'org:admin' }],
])('refuses another %s without leading anywhere: %j', async (field, changes) => {
  const { status, body } = await program.ask(session, { ...changes, decision: 'allow' });
  expect([status, Object.keys(body as object)]).toEqual([400, [field]]);
});

test('the port of an address on the machine of the browser may be another one, and nothing else', async () => {
  const local = await registerProgram(service, ['http://127.0.0.1/callback', 'http://[::1]:80/x?y=z']);
  const statusOf = async (uri: string) => (await local.ask(session, { redirect_uri: uri })).status;
  for (const uri of ['http://127.0.0.1:53682/callback', 'http://[::1]:9/x?y=z']) expect(await statusOf(uri)).toBe(200);
  for (const uri of ['http://localhost:53682/callback', 'http://127.0.0.1:53682/', 'https://127.0.0.1/callback'])
    expect(await statusOf(uri)).toBe(400);
});

test('needs the token against cross-site requests, and a session', async () => {
  const { 'X-CSRF-Token': _, ...cookie } = session.headers;
  const body = {
    ...{ response_type: 'code', client_id: program.id, redirect_uri: REDIRECT, code_challenge_method: 'S256' },
    ...{ code_challenge: challengeOf('x'), decision: 'allow' },
  };
  const post = () => service.client.post('/api/0/auth/authorization/').send(body);
  await post().set(cookie).expect(403);
  await post().expect(401);
});

test('gives at most what the member has at the time', async () => {
  const { slug } = await service.fixtures.organization();
  const member = await service.fixtures.session(slug, { email: 'bob@acme.test', role: 'member' });
  const { body } = await program.ask(member, { scope: 'event:write project:write org:admin' });
  expect(body).toMatchObject({ scopes: ['event:write'] });
});
