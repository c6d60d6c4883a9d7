import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ACCESS_MS, CODE_MS, REFRESH_MS } from '../../../src/domain/oauth';
import { connectAgent } from '../../support/agents';
import type { SessionFixture } from '../../support/fixtures';
import { callTools, type Program, REDIRECT, registerProgram } from '../../support/oauth';
import { useExampleTime } from '../../support/exampleTime';
import { useOwnService } from '../../support/service';

useExampleTime();

/** Its clock is moved. */
const service = useOwnService();

let organization: string;
let session: SessionFixture;
let program: Program;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  session = await service.fixtures.session(organization);
  program = await registerProgram(service);
});

/** Moves the clock of the service. */
const wait = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

const codeForm = (code: string, changes: object = {}) => ({
  ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: program.verifier, ...changes },
});
const refresh = (token: string, changes: object = {}) =>
  program.exchange({ grant_type: 'refresh_token', refresh_token: token, ...changes });
const events = async () => {
  const { body } = await service.client.get(`/api/0/organizations/${organization}/audit-logs/`).set(session.headers);
  return (body as { event: string; details: object }[]).map(({ event, details }) => ({ event, details }));
};

test('the client of the protocol registers, is allowed by a member, calls a tool, and refreshes its token', async () => {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let address: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:53682/callback',
    clientMetadata: { client_name: 'Tester', redirect_uris: ['http://127.0.0.1/callback'] },
    state: () => 'h7Yb2',
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (to) => void (address = to),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  };
  const serverUrl = `${service.url}/mcp`;
  const transport = () => new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider });
  await expect(connectAgent(transport())).rejects.toThrow('Unauthorized');
  if (address === undefined) throw new Error('the client was not led to the page');
  expect(address.origin + address.pathname).toBe(`${service.url}/oauth/authorize`);
  const { body } = await service.client
    .post('/api/0/auth/authorization/')
    .set(session.headers)
    .send({ ...Object.fromEntries(address.searchParams), decision: 'allow' })
    .expect(200);
  const reached = new URL((body as { redirectUrl: string }).redirectUrl);
  expect(reached.origin + reached.pathname).toBe('http://127.0.0.1:53682/callback');
  expect(reached.searchParams.get('state')).toBe('h7Yb2');
  expect(reached.searchParams.get('iss')).toBe(service.url);
  const authorizationCode = reached.searchParams.get('code') ?? '';
  expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
  const agent = await connectAgent(transport());
  expect(await agent.list()).not.toContain('comment_issue');
  expect(await agent.call('find_issues')).toContain('Nothing was found.');
  await agent.close();
  const first = tokens;
  expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'event:read project:read org:read alerts:read' });
  expect(await callTools(service, first?.access_token ?? '')).toBe(401);
  expect(await callTools(service, tokens?.access_token ?? '')).toBe(200);
});

test('a code is exchanged once, and again revokes what it led to', async () => {
  const code = await program.allow(session);
  const { status, body } = await program.exchange(codeForm(code));
  expect([status, body]).toMatchObject([
    200,
    { expires_in: 3600, scope: 'event:read project:read org:read alerts:read' },
  ]);
  const { access_token: token, refresh_token: next } = body as Record<string, string>;
  expect(await callTools(service, token ?? '')).toBe(200);
  const again = await program.exchange(codeForm(code));
  expect([again.status, again.body]).toMatchObject([400, { error: 'invalid_grant' }]);
  expect(await callTools(service, token ?? '')).toBe(401);
  expect((await refresh(next ?? '')).body).toMatchObject({ error: 'invalid_grant' });
  expect((await events()).slice(0, 2)).toMatchObject([
    { event: 'token.revoke', details: { name: 'Assistant', reason: 'reused code' } },
    { event: 'token.create', details: { name: 'Assistant', clientHost: 'assistant.test' } },
  ]);
});

test('only one of two requests at the same time exchanges a code, and nothing of it remains', async () => {
  const code = await program.allow(session);
  const replies = await Promise.all([program.exchange(codeForm(code)), program.exchange(codeForm(code))]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { access_token: token = '' } = replies.find(({ status }) => status === 200)?.body as Record<string, string>;
  expect(await callTools(service, token)).toBe(401);
});

test.each([
  ['verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['address', { redirect_uri: `${REDIRECT}/other` }, 'invalid_grant'],
  ['program', { client_id: 'other' }, 'invalid_client'],
  ['resource', { resource: 'https://other.test/mcp' }, 'invalid_target'],
  ['kind', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['form without a verifier', { code_verifier: undefined }, 'invalid_request'],
])('a code with another %s is refused', async (_what, changes, error) => {
  const code = await program.allow(session);
  const { status, body } = await program.exchange(codeForm(code, changes));
  expect([status, body]).toMatchObject([400, { error }]);
});

test('a code that came with another verifier is used up, and one of another program is not', async () => {
  const other = await registerProgram(service);
  const code = await program.allow(session);
  expect((await other.exchange(codeForm(code))).body).toMatchObject({ error: 'invalid_grant' });
  expect((await program.exchange(codeForm(code, { code_verifier: 'x' }))).status).toBe(400);
  expect((await program.exchange(codeForm(code))).status).toBe(400);
});

test('a code is valid for a minute', async () => {
  const code = await program.allow(session);
  wait(CODE_MS);
  expect((await program.exchange(codeForm(code))).body).toMatchObject({ error: 'invalid_grant' });
});

test('a repeated parameter and another media type are refused in the form of OAuth', async () => {
  const post = () => service.client.post('/oauth/token');
  const repeated = await post().type('form').send('grant_type=x&grant_type=y');
  expect([repeated.status, repeated.body]).toMatchObject([400, { error: 'invalid_request' }]);
  expect((await service.client.post('/oauth/token?x=y').type('form').send('')).body).toHaveProperty('error');
});

test('an access token is for the server of tools only, for an hour', async () => {
  const { access_token: token, expires_in: seconds } = await program.obtain(session);
  expect(seconds * 1000).toBe(ACCESS_MS);
  const { body } = await service.client.get('/api/0/', token).expect(401);
  expect(body).toEqual({ detail: expect.stringContaining('POST /mcp only') as string });
  await service.client
    .post('/api/0/api-tokens/', token)
    .send({ name: 'x', scopes: ['event:read'] })
    .expect(401);
  wait(ACCESS_MS);
  expect(await callTools(service, token)).toBe(401);
});

test('a refresh token is used once; a former one revokes what came of it', async () => {
  const first = await program.obtain(session);
  wait(ACCESS_MS);
  const second = (await refresh(first.refresh_token, { resource: `${service.url}/mcp` })).body as typeof first;
  expect(await callTools(service, first.access_token)).toBe(401);
  expect(await callTools(service, second.access_token)).toBe(200);
  const third = (await refresh(second.refresh_token)).body as typeof first;
  const reused = await refresh(first.refresh_token);
  expect([reused.status, reused.body]).toMatchObject([400, { error: 'invalid_grant' }]);
  expect(await callTools(service, third.access_token)).toBe(401);
  expect((await refresh(third.refresh_token)).status).toBe(400);
  expect((await events())[0]).toMatchObject({ event: 'token.revoke', details: { reason: 'reused refresh token' } });
});

test('a refresh token is refused to other programs and for further scopes, and ends after 30 days', async () => {
  const { refresh_token: token } = await program.obtain(session);
  const other = await registerProgram(service);
  const stolen = await other.exchange({ grant_type: 'refresh_token', refresh_token: token });
  expect(stolen.body).toMatchObject({ error: 'invalid_grant' });
  expect((await refresh(token, { scope: 'event:read event:write' })).body).toMatchObject({ error: 'invalid_scope' });
  wait(REFRESH_MS);
  expect((await refresh(token)).body).toMatchObject({ error: 'invalid_grant' });
});

test('write scopes are given only if they are asked for', async () => {
  const { scope, access_token: token } = await program.obtain(session, 'event:write project:read org:admin');
  expect(scope).toBe('event:write project:read');
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp?write=true`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  const agent = await connectAgent(transport);
  expect(await agent.list()).toContain('comment_issue');
  await agent.close();
});

test('tokens and codes of a removed member are refused', async () => {
  const bob = await service.fixtures.session(organization, { email: 'bob@acme.test' });
  const { access_token: token, refresh_token: next } = await program.obtain(bob);
  const code = await program.allow(bob);
  const path = `/api/0/organizations/${organization}/members/`;
  const { body: members } = await service.client.get(path).set(session.headers).expect(200);
  const { id = '' } = (members as { id: string; email: string }[]).find(({ email }) => email === 'bob@acme.test') ?? {};
  await service.client.delete(`${path}${id}/`).set(session.headers).expect(204);
  expect(await callTools(service, token)).toBe(401);
  expect((await refresh(next)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await program.exchange(codeForm(code))).body).toMatchObject({ error: 'invalid_grant' });
});

test('the member finds the program among their tokens, and revokes it', async () => {
  const { access_token: token, refresh_token: next } = await program.obtain(session);
  wait(2 * ACCESS_MS);
  const { body } = await service.client.get('/api/0/api-tokens/').set(session.headers).expect(200);
  expect(body).toMatchObject([
    { name: 'Assistant', clientHost: 'assistant.test', scopes: expect.anything() as unknown },
  ]);
  const [{ id }] = body as [{ id: string }];
  await service.client.delete(`/api/0/api-tokens/${id}/`).set(session.headers).expect(204);
  expect(await callTools(service, token)).toBe(401);
  expect((await refresh(next)).body).toMatchObject({ error: 'invalid_grant' });
});
