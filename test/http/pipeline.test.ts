import contract from '../../generated/openapi.json';
import { type Role, ROLES, SCOPES, scopesWithin } from '../../src/domain/access';
import { type Method, sendRaw } from '../support/client';
import type { ProjectFixture, SessionFixture } from '../support/fixtures';
import { RawConnection } from '../support/rawConnection';
import { startService, useOwnService } from '../support/service';

type Json = Record<string, unknown>;

/** The properties of an operation of the contract that the tests read. */
interface Declared {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Bearer {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  /** Scopes of which each alone is enough, as the contract lists them. */
  readonly accepted: readonly string[];
}

/** The operations of the contract that token holders call. */
const operations: Bearer[] = Object.entries(contract.paths as Json).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { operationId: string; security: { bearer?: string[] }[] }>).flatMap(
    ([method, { operationId, security }]) => {
      const accepted = security.flatMap(({ bearer }) => bearer ?? []);
      return accepted.length === 0 ? [] : [{ operationId, method: method as Method, path, accepted }];
    },
  ),
);

const MISSING = { detail: 'The requested resource does not exist' };
const UNKNOWN_EVENT = 'f'.repeat(32);

const service = useOwnService({ TRUSTED_PROXIES: '127.0.0.1' });
let project: ProjectFixture;
let token: string;
let eventId: string;
let team: string;

beforeAll(async () => {
  await makeSubjects();
});

/** Makes an organization with a team, a project and an event, which are the subjects of the following requests. */
async function makeSubjects(): Promise<void> {
  const organization = (await service.fixtures.organization()).slug;
  team = (await service.fixtures.team({ organization })).slug;
  project = await service.fixtures.project({ organization, team });
  token = await service.fixtures.token(organization);
  const frames = [{ filename: 'https://shop.test/app.js', function: 'f' }];
  eventId = await service.fixtures.event(project, {
    exception: { values: [{ type: 'E', value: 'v', stacktrace: { frames } }] },
  });
}

interface Place {
  organization?: string;
  project?: string;
  team?: string;
  event?: string;
}

/** Operations whose reply to the requests of this file is known and does not depend on earlier requests. */
const SEED = ['updateProject', 'listTeamProjects', 'listProjectEvents', 'removeIssues', 'getSourceMapDebug'];
/** Operations that leave nothing for the next request. */
const REMOVALS = ['removeEvent', 'removeOrganization', 'removeProject', 'removeTeam'];
const isHarmless = ({ method, operationId }: Bearer) => method === 'get' || SEED.includes(operationId);

function operationOf(id: string): Bearer {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`the contract has no ${id}`);
  return operation;
}

/** Returns the places that differ from the existing one in a parameter of the operation's path. */
function placesIn({ path }: Bearer, places: readonly Place[]): Place[] {
  const names: Record<keyof Place, string> = {
    organization: '{organization_slug}',
    project: '{project_slug}',
    team: '{team_id_or_slug}',
    event: '{event_id}',
  };
  return places.filter((place) => (Object.keys(place) as (keyof Place)[]).some((part) => path.includes(names[part])));
}

/** Returns the operation's path with its parameters, and a query that changes nothing. */
function addressOf({ path, operationId }: Bearer, place: Place = {}): string {
  const address = path
    .replace('{version}', 'shop@1')
    .replace('{file_id}', '999999999')
    .replace('{organization_slug}', place.organization ?? project.organization)
    .replace('{project_slug}', place.project ?? project.slug)
    .replace('{team_id_or_slug}', place.team ?? team)
    .replace('{event_id}', place.event ?? eventId);
  const query: Record<string, string> = {
    removeIssues: '?id=999999999',
    getSourceMapDebug: '?frame_idx=0&exception_idx=0',
  };
  return address + (query[operationId] ?? '');
}

function call(operation: Bearer, as: string | undefined, place: Place = {}) {
  // Each operation has a client of its own: all of them together would be refused for their number of failures.
  const address = `203.0.113.${operations.indexOf(operation) % 256}`;
  return service.client.send(operation.method, addressOf(operation, place), as).set('X-Forwarded-For', address);
}

describe.each(operations)('$operationId', (operation) => {
  const { accepted } = operation;
  let tokens: Map<string, string>;

  const makeTokens = async () => {
    tokens = new Map();
    for (const scope of accepted)
      tokens.set(scope, await service.fixtures.token(project.organization, { scopes: [scope] }));
  };
  if (REMOVALS.includes(operation.operationId)) {
    beforeEach(async () => {
      await makeSubjects();
      await makeTokens();
    });
    afterAll(makeSubjects);
  } else beforeAll(makeTokens);

  test.each(accepted)('allows %s alone', async (scope) => {
    const { status } = await call(operation, tokens.get(scope));
    if (SEED.includes(operation.operationId)) expect(status).toBe(200);
    expect([401, 403, 500]).not.toContain(status);
  });

  // Scopes are alternatives: none of them is accepted if all together are not.
  test('refuses all other scopes together', async () => {
    const scopes = SCOPES.filter((scope) => !accepted.includes(scope));
    const { body } = await call(operation, await service.fixtures.token(project.organization, { scopes })).expect(403);
    expect(body).toEqual({ detail: 'You do not have permission to perform this action.', requiredScopes: accepted });
  });

  test('requires a token, also if the subject does not exist', async () => {
    for (const place of [{}, { organization: 'nowhere' }, { project: 'nothing' }]) {
      const reply = await call(operation, undefined, place).expect(401);
      expect(reply.body).toEqual({ detail: 'Authentication credentials were not provided.' });
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('requires a scope, also if the subject does not exist', async () => {
    const other = SCOPES.filter((scope) => !accepted.includes(scope)).slice(0, 1);
    const powerless = await service.fixtures.token(project.organization, { scopes: other });
    for (const place of [{}, { organization: 'nowhere' }, { project: 'nothing', team: 'nobody' }])
      await call(operation, powerless, place).expect(403);
  });

  test('does not distinguish another organization from an unknown one', async () => {
    const foreign = await service.fixtures.project();
    const theirs = await service.fixtures.token(foreign.organization);
    const { body: full } = await service.client.put(foreign.path, theirs).send({}).expect(200);
    const crew = (full as { team: { slug: string } }).team.slug;
    const places = placesIn(operation, [
      { organization: foreign.organization, project: foreign.slug, team: crew },
      { organization: foreign.organization, project: 'nothing', team: 'nobody' },
      { organization: foreign.organization },
      { organization: 'nowhere' },
      { project: foreign.slug, team: crew },
      { project: 'nothing', team: 'nobody' },
    ]);
    if (places.length === 0) return;
    const replies = await Promise.all(places.map((place) => call(operation, token, place)));
    const comparable = replies.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
    expect(comparable[0]).toMatchObject({ status: 404, text: JSON.stringify(MISSING) });
    for (const other of comparable) expect(other).toEqual(comparable[0]);
  });

  test('reports an unknown subject before an invalid query string or body', async () => {
    if (!operation.path.includes('{organization_slug}')) return;
    const address = addressOf(operation, { organization: 'nowhere', project: 'nothing', team: 'nobody' }).replace(
      /(\?.*)?$/,
      '?unknown=1&per_page=x',
    );
    const request = service.client.send(operation.method, address, token);
    const reply = ['put', 'post'].includes(operation.method)
      ? await request.set('Content-Type', 'text/plain').send('{')
      : await request;
    expect([reply.status, reply.body]).toEqual([404, MISSING]);
  });

  test('compares slugs exactly: another case, white space and prefixes are other slugs', async () => {
    const { organization, slug } = project;
    const places = [
      { organization: organization.toUpperCase() },
      { organization: `${organization}%20` },
      { organization: `${organization}%00` },
      { project: slug.toUpperCase(), team: team.toUpperCase() },
      { project: `${slug}%20`, team: `%20${team}` },
      { project: `${slug}%2F`, team: `${team}%2F` },
      { project: '%25', team: '%25' },
      { project: project.id, team: '0' },
    ];
    for (const place of placesIn(operation, places)) await call(operation, token, place).expect(404);
  });

  test('reports the allowed methods of the path, also without a token', async () => {
    const [path = ''] = addressOf(operation).split('?');
    const allowed = operations
      .filter((other) => other.path === operation.path)
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'].filter(
      (name) => !allowed.includes(name),
    )) {
      const reply = await sendRaw(service.url, { method, path });
      expect([method, reply.status, reply.headers['allow']]).toEqual([method, 405, allowed.join(', ')]);
      if (method !== 'HEAD') expect(JSON.parse(reply.text)).toEqual({ detail: expect.stringContaining(method) });
      else expect(reply.text).toBe('');
    }
  });
});

describe.each(operations.filter(isHarmless))('$operationId', (operation) => {
  test('accepts its path without the trailing slash, and percent-encoded', async () => {
    const [path = '', query = ''] = addressOf(operation).split('?');
    const { status } = await call(operation, token);
    await service.client.send(operation.method, `${path.slice(0, -1)}?${query}`, token).expect(status);
    await service.client.send(operation.method, `${path.replace('/org-', '/%6Frg-')}?${query}`, token).expect(status);
  });

  test('accepts repeated slashes', async () => {
    const [path = '', query = ''] = addressOf(operation).split('?');
    const headers = { Authorization: `Bearer ${token}` };
    const method = operation.method.toUpperCase();
    const reply = await sendRaw(service.url, { method, path: `${path.replaceAll('/', '//')}?${query}`, headers });
    expect(reply.status).toBe((await call(operation, token)).status);
  });
});

describe('the session of a member', () => {
  /** Every operation that a session can call, including operations for tokens without scopes. */
  const all = Object.entries(contract.paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Declared>)
      .filter(([, { security }]) => security.some((requirement) => 'session' in requirement))
      .map(([method, { operationId, security }]) => ({
        operationId,
        method: method as Method,
        path,
        security,
        accepted: security.flatMap(({ session }) => session ?? []),
      })),
  );
  /** Calls an operation on a missing subject, so that nothing is changed. */
  const sendTo = (operation: Bearer, headers: Readonly<Record<string, string>>) =>
    service.client
      .send(operation.method, addressOf(operation, { project: 'nothing', team: 'nobody' }).replace(/\{\w+\}/g, '999'))
      .set(headers);
  const sessions = new Map<Role, SessionFixture>();
  /**
   * Returns true unless the operation would remove the organization. Without a body, other operations whose path names
   * only existing subjects change nothing, or end the session of the request.
   */
  const isSafe = ({ operationId }: Bearer) => operationId !== 'removeOrganization';

  beforeEach(async () => {
    for (const role of ROLES)
      sessions.set(role, await service.fixtures.session(project.organization, { role, email: `${role}@acme.test` }));
  });

  test('is an alternative wherever a token is, with the same scopes', () => {
    const withToken = Object.values(contract.paths as Json)
      .flatMap((item) => Object.values(item as Record<string, Declared>))
      .filter(({ security }) => security.some((requirement) => 'bearer' in requirement));
    for (const { operationId, security } of withToken) {
      expect([operationId, security.flatMap(({ session }) => session ?? [])]).toEqual([
        operationId,
        security.flatMap(({ bearer }) => bearer ?? []),
      ]);
      expect(all.map((one) => one.operationId)).toContain(operationId);
    }
  });

  test.each(all.filter(isSafe))('$operationId accepts it with a role that has a scope', async (operation) => {
    for (const role of ROLES) {
      const may =
        operation.accepted.length === 0 || scopesWithin(role, SCOPES).some((one) => operation.accepted.includes(one));
      const { status, body } = await sendTo(operation, sessions.get(role)?.headers ?? {});
      if (may) expect([401, 403, 500]).not.toContain(status);
      else expect([status, body]).toMatchObject([403, { requiredScopes: operation.accepted }]);
    }
  });

  test.each(all.filter(({ method }) => method !== 'get'))(
    '$operationId refuses it without its token',
    async (operation) => {
      const { Cookie } = sessions.get('owner')?.headers ?? { Cookie: '' };
      for (const headers of [
        { Cookie },
        { Cookie, 'X-CSRF-Token': sessions.get('member')?.headers['X-CSRF-Token'] ?? '' },
      ]) {
        const { body } = await sendTo(operation, headers).expect(403);
        expect(body).toMatchObject({ detail: expect.stringContaining('X-CSRF-Token') });
      }
    },
  );

  test.each(all)('$operationId refuses one that has ended', async (operation) => {
    const { body } = await sendTo(operation, { Cookie: 'culprit_session=unknown' }).expect(401);
    expect(body).toEqual({ detail: 'The session has ended; sign in again.' });
  });

  test('is not used by a request with the header Authorization', async () => {
    const { headers } = sessions.get('owner') ?? { headers: {} };
    const operation = operationOf('listProjectEvents');
    await call(operation, 'unknown').set(headers).expect(401);
    await call(operation, await service.fixtures.token(project.organization, { scopes: ['org:read'] }))
      .set(headers)
      .expect(403);
    await call(operation, undefined).set(headers).expect(200);
  });

  test('does not authenticate what SDKs send', async () => {
    const { headers } = sessions.get('owner') ?? { headers: {} };
    await service.client.post(`/api/${project.id}/store/`).set(headers).send({}).expect(401);
  });

  test('has at once what a new role allows, and ends with the member', async () => {
    const email = 'kim@acme.test';
    const session = await service.fixtures.session(project.organization, { email, role: 'member' });
    const update = (name: string) => service.client.put(project.path).set(session.headers).send({ name });
    await update('Shop').expect(403);
    const members = `/api/0/organizations/${project.organization}/members/`;
    const { body } = await service.client.get(`${members}me/`).set(session.headers).expect(200);
    const { id } = body as { id: string };
    await service.client.put(`${members}${id}/`, token).send({ role: 'admin' }).expect(200);
    await update('Shop').expect(200);
    await service.client.delete(`${members}${id}/`, token).expect(204);
    expect((await update('Shop').expect(401)).body).toEqual({ detail: 'The session has ended; sign in again.' });
  });
});

describe('a token', () => {
  const operation = operationOf('listProjectEvents');
  const ask = (authorization: string) => call(operation, undefined).set('Authorization', authorization);

  test.each([
    ['Token abc', 'Authentication credentials were not provided.'],
    ['Basic YTpi', 'Authentication credentials were not provided.'],
    ['Sentry sentry_key=abc', 'Authentication credentials were not provided.'],
    ['Bearertoken', 'Authentication credentials were not provided.'],
    ['Bearer', 'Invalid token header. No credentials provided.'],
    ['bearer', 'Invalid token header. No credentials provided.'],
    ['Bearer    ', 'Invalid token header. No credentials provided.'],
    ['Bearer a b', 'Invalid token header. Token string should not contain spaces.'],
    ['Bearer abc', 'Invalid token'],
    [`Bearer culprit_${'0'.repeat(64)}`, 'Invalid token'],
    [`Bearer ${'x'.repeat(200)}`, 'Invalid token'],
    ["Bearer '--", 'Invalid token'],
  ])('is not read from %s', async (authorization, detail) => {
    const reply = await ask(authorization).expect(401);
    expect(reply.body).toEqual({ detail });
    expect(reply.headers['www-authenticate']).toBe('Bearer');
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async (scheme) => {
    await ask(`${scheme} ${token}`).expect(200);
    await ask(`${scheme}   ${token} `).expect(200);
  });

  test('is compared in full', async () => {
    for (const text of [token.slice(0, -1), `${token}0`, token.toUpperCase(), token.replace(/^culprit_/, '')])
      await ask(`Bearer ${text}`).expect(401);
  });

  test('is accepted only in the header Authorization', async () => {
    const path = addressOf(operation);
    await service.client.send(operation.method, `${path}?token=${token}`).expect(401);
    await service.client
      .send(operation.method, path)
      .set('Cookie', `token=${token}`)
      .set('X-Auth-Token', token)
      .expect(401);
  });

  test('that has expired is rejected as expired', async () => {
    const past = await service.fixtures.token(project.organization, { expires: '2020-01-01T00:00:00Z' });
    expect((await ask(`Bearer ${past}`).expect(401)).body).toEqual({ detail: 'Token expired' });
    const future = await service.fixtures.token(project.organization, { expires: '2999-01-01T00:00:00Z' });
    await ask(`Bearer ${future}`).expect(200);
  });

  test('is rejected once it is revoked', async () => {
    const some = await service.fixtures.token(project.organization);
    await ask(`Bearer ${some}`).expect(200);
    await service.fixtures.revoke(some);
    expect((await ask(`Bearer ${some}`).expect(401)).body).toEqual({ detail: 'Invalid token' });
  });
});

describe('the order of checks', () => {
  const update = () => operationOf('updateProject');
  const debug = () => operationOf('getSourceMapDebug');
  const malformed = (as?: string, place: Place = {}) => {
    const request = call(update(), as, place).set('Content-Type', 'application/json');
    return request.serialize((text: unknown) => text as string).send('{"name":');
  };

  test('is method, token, scope, subject, body', async () => {
    const powerless = await service.fixtures.token(project.organization, { scopes: ['org:read'] });
    const path = addressOf(update());
    expect((await sendRaw(service.url, { method: 'POST', path, body: '{' })).status).toBe(405);
    await malformed().expect(401);
    await malformed('unknown').expect(401);
    await malformed(undefined, { project: 'nothing' }).expect(401);
    await malformed(powerless).expect(403);
    await malformed(powerless, { project: 'nothing' }).expect(403);
    await malformed(token, { project: 'nothing' }).expect(404);
    await malformed(token).expect(400);
  });

  test('is token before a body that is too large or of another type', async () => {
    await call(update(), undefined).set('Content-Type', 'text/plain').send('x').expect(401);
    await call(update(), token, { project: 'nothing' })
      .send({ name: 'x'.repeat(1.5 * 1024 * 1024) })
      .expect(404);
    await call(update(), token)
      .send({ name: 'x'.repeat(1.5 * 1024 * 1024) })
      .expect(413);
  });

  test('is body and query before the event', async () => {
    const address = addressOf(debug(), { event: UNKNOWN_EVENT });
    await service.client.get(address.replace(/\?.*/, ''), token).expect(400);
    await service.client.get(address, token).expect(404);
    await service.client
      .get(addressOf(debug(), { event: UNKNOWN_EVENT, project: 'nothing' }), token)
      .expect(404, MISSING);
  });

  test('is form of the body, fields that the caller may change, values', async () => {
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    await malformed(reader).expect(400);
    await call(update(), reader).send({ name: 5 }).expect(403);
    await call(update(), reader).send({ isBookmarked: 5 }).expect(400);
  });
});

describe('the path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/0/nothing/',
    '/api/0/projects/acme/',
    '/api/0/projects/acme/shop/event/',
    '/api/0/projects/acme/shop/events/0123/json/',
    '/api/0/projects/acme/shop/issues/1/',
    '/api/0/Projects/acme/shop/',
    '/API/0/projects/acme/shop/',
    '/api/1/projects/acme/shop/',
    '/api/v0/projects/acme/shop/',
    '/api/0/teams/acme/backend/stats/',
    '/api/0/teams/acme/backend/projects/1/',
    '/api/1/',
    '/api/envelope/',
    '/api/1/2/store/',
    '/healthz/x',
    '/HEALTHZ',
    '/openapi.yaml',
    '/openapi',
    '/favicon.ico',
    '/robots.txt',
    '/.env',
    '/%2e%2e/etc/passwd',
    '/__proto__',
    '/constructor',
    '*',
    '/api/0/projects/acme/shop/..',
  ])('%s is not served', async (path) => {
    for (const method of ['GET', 'PUT', 'POST', 'OPTIONS']) {
      const { status, text, headers } = await sendRaw(service.url, { method, path });
      expect([method, status]).toEqual([method, 404]);
      expect(headers['content-type']).toBe('application/json');
      expect(JSON.parse(text)).toEqual({ detail: expect.any(String) });
    }
  });

  test.each([
    ['GET', '/api/0/projects/%zz/shop/events/'],
    ['GET', '/api/0/projects/acme/%/events/'],
    ['GET', '/api/0/projects/acme/%C3/events/'],
    ['PUT', '/api/0/projects/acme/%C0%AF/'],
    ['DELETE', '/api/0/projects/acme/%ED%A0%80/issues/'],
    ['GET', '/api/0/teams/acme/%F0%9F/projects/'],
    ['POST', '/api/%f/store/'],
  ])('%s %s is 400: its percent-encoding is broken', async (method, path) => {
    const { status, text } = await sendRaw(service.url, {
      method,
      path,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ detail: expect.any(String) });
  });

  test.each([
    ['GET', '/openapi.json'],
    ['GET', '/healthz'],
    ['HEAD', '/openapi.json'],
    ['HEAD', '/healthz?x=1'],
    ['GET', '//healthz'],
    ['GET', '/healthz/'],
    ['GET', '/healthz//'],
    ['GET', '//readyz'],
    ['GET', '/readyz/'],
    ['GET', '/openapi.json/'],
  ])('%s %s is served without a token', async (method, path) => {
    expect((await sendRaw(service.url, { method, path })).status).toBe(200);
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('OPTIONS %s is 405 with the methods', async (path) => {
    const { status, headers } = await sendRaw(service.url, { method: 'OPTIONS', path });
    expect([status, headers['allow'], headers['access-control-allow-origin']]).toEqual([405, 'GET, HEAD', undefined]);
  });

  test.each(['/api/0', '/api/0/', '/api/0//', '//api//0'])('%s is served to holders of a token', async (path) => {
    const reply = await sendRaw(service.url, { method: 'GET', path, headers: { Authorization: `Bearer ${token}` } });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, expect.objectContaining({ version: '0' })]);
    expect((await sendRaw(service.url, { method: 'GET', path })).status).toBe(401);
  });

  test.each(['x', '', '200-ok', '100-continue, x', 'x=100-continue'])(
    'the expectation %j is rejected, before the token is checked',
    async (expectation) => {
      const path = addressOf(operationOf('updateProject'));
      const headers = { Expect: expectation, 'Content-Type': 'application/json' };
      const reply = await sendRaw(service.url, { method: 'PUT', path, headers, body: '{}' });
      expect([reply.status, JSON.parse(reply.text)]).toEqual([
        417,
        { detail: `Expectation "${expectation}" is not supported; send "100-continue" or no Expect header.` },
      ]);
      expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      const head = await sendRaw(service.url, { method: 'HEAD', path: '/nowhere', headers: { Expect: expectation } });
      expect([head.status, head.text]).toEqual([417, '']);
    },
  );

  test('an HTTP/1.0 request has no expectations', async () => {
    const connection = await RawConnection.open(service.url);
    connection.socket.write('GET /healthz HTTP/1.0\r\nExpect: x\r\n\r\n');
    await connection.waitUntilClosed();
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('accepts HEAD like GET, and replies without a body', async () => {
    const list = operationOf('listProjectEvents');
    const headers = { Authorization: `Bearer ${token}` };
    const get = await sendRaw(service.url, { method: 'GET', path: addressOf(list), headers });
    const head = await sendRaw(service.url, { method: 'HEAD', path: addressOf(list), headers });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['link', 'content-type', 'content-length'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect((await sendRaw(service.url, { method: 'HEAD', path: addressOf(list) })).status).toBe(401);
  });
});

describe('every response', () => {
  const answers = async () => {
    const list = operationOf('listProjectEvents');
    const headers = { Authorization: `Bearer ${token}` };
    const path = addressOf(list);
    return Promise.all([
      sendRaw(service.url, { method: 'GET', path, headers }),
      sendRaw(service.url, { method: 'GET', path: `${path}?x=1`, headers }),
      sendRaw(service.url, { method: 'GET', path }),
      sendRaw(service.url, { method: 'GET', path: '/nowhere' }),
      sendRaw(service.url, { method: 'POST', path }),
      sendRaw(service.url, { method: 'GET', path: '/healthz' }),
      sendRaw(service.url, {
        method: 'POST',
        path: `/api/${project.id}/store/?sentry_key=${project.publicKey}`,
        body: '{}',
      }),
    ]);
  };

  test('has headers that forbid browsers to cache or embed it', async () => {
    const all = await answers();
    expect(all.map(({ status }) => status)).toEqual([200, 400, 401, 404, 405, 200, 200]);
    for (const { headers } of all) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(headers[name]).toBeUndefined();
    }
  });

  test('has its length in bytes and its type', async () => {
    for (const { headers, text } of await answers()) {
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
      expect(headers['content-type']).toBe('application/json');
    }
  });

  const LEAK = /sqlite|brotli|zlib|buffer|broken|node_modules|\.ts|\.js|stack/i;

  test('is 503 with Retry-After while the database is unavailable', async () => {
    const closed = await startService();
    try {
      const made = await closed.fixtures.project();
      const key = await closed.fixtures.token(made.organization);
      await closed.app.database.close();
      const replies = await Promise.all([
        closed.client.put(made.path, key).send({ name: 'x' }),
        closed.client.get(`${made.path}events/`, key),
        closed.client.delete(`${made.path}issues/`, key),
        closed.client.post(`/api/${made.id}/store/?sentry_key=${made.publicKey}`).send({ message: 'x' }),
      ]);
      for (const { status, body, headers } of replies) {
        expect([status, body]).toEqual([503, { detail: expect.not.stringMatching(LEAK) }]);
        expect(headers['retry-after']).toMatch(/^[0-9]+$/);
      }
    } finally {
      await closed.close();
    }
  });

  test('does not reveal the cause of an error in the database', async () => {
    const made = await service.fixtures.project({ organization: project.organization });
    const { id: projectId } = made;
    const hash = 'a'.repeat(32);
    const seen = { type: 'error', level: 'error', firstSeen: 1, lastSeen: 1, timesSeen: 1 } as const;
    const stored = { timestamp: 1, record: '{"broken":1}', body: Buffer.from('broken') };
    await service.app.database.write(async ({ issues, events }) => {
      const ids = await issues.insert(projectId, [{ title: 'x', culprit: null, platform: 'node', hash, ...seen }]);
      await events.insert(projectId, [{ eventId: UNKNOWN_EVENT, issueId: ids.get(hash) ?? '', ...stored }]);
    });
    for (const path of [
      'events/',
      'events/?full=1',
      `events/${UNKNOWN_EVENT}/source-map-debug/?frame_idx=0&exception_idx=0`,
    ]) {
      const { body } = await service.client.get(made.path + path, token).expect(500);
      expect(body).toEqual({ detail: expect.stringMatching(/^Internal error\. .* request [0-9a-f-]{36}\.$/) });
      expect((body as { detail: string }).detail).not.toMatch(LEAK);
    }
    await call(operationOf('updateProject'), token).expect(200);
  });
});
