import { type Client, createClient } from '../../src/client/createClient';
import type { ProjectFixture } from '../support/fixtures';
import { useService } from '../support/service';

const PROJECT = '/api/0/projects/{organization_slug}/{project_slug}/';
const EVENTS = '/api/0/projects/{organization_slug}/{project_slug}/events/';
const ISSUES = '/api/0/projects/{organization_slug}/{project_slug}/issues/';
const DEBUG = '/api/0/projects/{organization_slug}/{project_slug}/events/{event_id}/source-map-debug/';
const TEAM = '/api/0/teams/{organization_slug}/{team_id_or_slug}/projects/';

const service = useService();
let culprit: Client;
let project: ProjectFixture;
let path: { organization_slug: string; project_slug: string };

beforeAll(async () => {
  project = await service.fixtures.project({ slug: 'shop' });
  path = { organization_slug: project.organization, project_slug: project.slug };
  culprit = createClient({ baseUrl: service.url, token: await service.fixtures.token(project.organization) });
});

/** Returns the data of a reply that must have succeeded. */
function dataOf<R extends { ok: boolean; response: Response }>(
  reply: R,
): Extract<R, { ok: true }> extends { data: infer D } ? D : never {
  if (!reply.ok) throw new Error(`failed: ${JSON.stringify(reply)}`);
  return (reply as unknown as { data: never }).data;
}

describe('the client calls', () => {
  test('updateProject', async () => {
    const reply = await culprit.PUT(PROJECT, { params: { path }, body: { name: 'Web shop', isBookmarked: true } });
    expect(reply.status).toBe(200);
    expect(dataOf(reply)).toMatchObject({ name: 'Web shop', isBookmarked: true, slug: 'shop' });
  });

  test('listTeamProjects', async () => {
    const { slug } = await service.fixtures.team({ organization: project.organization });
    await service.fixtures.project({ organization: project.organization, team: slug, slug: 'api' });
    const reply = await culprit.GET(TEAM, {
      params: { path: { organization_slug: project.organization, team_id_or_slug: slug } },
    });
    expect(dataOf(reply).map((project) => project.slug)).toEqual(['api']);
  });

  test('listProjectEvents', async () => {
    const id = await service.fixtures.event(project);
    const short = await culprit.GET(EVENTS, { params: { path } });
    const full = await culprit.GET(EVENTS, { params: { path, query: { full: true, per_page: 1 } } });
    expect(dataOf(short).map(({ eventID }) => eventID)).toContain(id);
    expect(dataOf(full)[0]).toHaveProperty('entries');
  });

  test('getSourceMapDebug', async () => {
    const stacktrace = { frames: [{ filename: 'app.js', lineno: 1, colno: 1, in_app: true }] };
    const exception = { values: [{ type: 'Error', value: 'boom', stacktrace }] };
    const event_id = await service.fixtures.event(project, { platform: 'javascript', exception });
    const query = { frame_idx: 0, exception_idx: 0 };
    const reply = await culprit.GET(DEBUG, { params: { path: { ...path, event_id }, query } });
    expect(Array.isArray(dataOf(reply))).toBe(true);
  });

  test('removeIssues, whose reply is text and whose ids repeat', async () => {
    const target = await service.fixtures.project({ organization: project.organization });
    for (const value of ['one', 'two', 'three'])
      await service.fixtures.event(target, { exception: { values: [{ type: value, value }] } });
    const targetPath = { ...path, project_slug: target.slug };
    const events = dataOf(await culprit.GET(EVENTS, { params: { path: targetPath } }));
    const [kept, ...removed] = events.map(({ groupID }) => Number(groupID));
    const reply = await culprit.DELETE(ISSUES, { params: { path: targetPath, query: { id: removed } } });
    expect(dataOf(reply)).toBe('Success.');
    const left = dataOf(await culprit.GET(EVENTS, { params: { path: targetPath } }));
    expect(left.map(({ groupID }) => Number(groupID))).toEqual([kept]);
  });

  test('storeEvent and storeEnvelope, with the key of a DSN', async () => {
    const sender = createClient({ baseUrl: service.url, publicKey: project.publicKey });
    const params = { path: { project_id: project.id } };
    const event = await sender.POST('/api/{project_id}/store/', { params, body: { message: 'by hand' } });
    const eventId = 'e'.repeat(32);
    const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"in an envelope"}\n`;
    const envelope = await sender.POST('/api/{project_id}/envelope/', { params, body });
    const bytes = await sender.POST('/api/{project_id}/envelope/', { params, body: new TextEncoder().encode(body) });
    expect(dataOf(event).id).toMatch(/^[0-9a-f]{32}$/);
    expect([dataOf(envelope), dataOf(bytes)]).toEqual([{ id: eventId }, { id: eventId }]);
  });

  test('storeFeedback, with an encoded form', async () => {
    const eventId = await service.fixtures.event(project);
    const dsn = `http://${project.publicKey}@127.0.0.1/${project.id}`;
    const body = new URLSearchParams({ name: 'Ada', email: 'ada@example.com', comments: 'The cart is empty.' });
    const reply = await culprit.POST('/api/embed/error-page/', { params: { query: { eventId, dsn } }, body });
    expect(dataOf(reply)).toEqual({});
  });

  test('getHealth and getContract, without any credentials', async () => {
    const nobody = createClient({ baseUrl: `${service.url}/` });
    expect(dataOf(await nobody.GET('/healthz'))).toEqual({ status: 'ok' });
    expect(dataOf(await nobody.GET('/openapi.json'))).toHaveProperty('openapi', '3.1.0');
  });
});

describe('errors are values:', () => {
  test('401, with its reason', async () => {
    const reply = await createClient({ baseUrl: service.url, token: 'culprit_wrong' }).GET(EVENTS, {
      params: { path },
    });
    expect(reply).toMatchObject({ ok: false, status: 401, error: { detail: 'Invalid token' } });
  });

  test('403, with the scopes that suffice', async () => {
    const token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    const reply = await createClient({ baseUrl: service.url, token }).DELETE(ISSUES, {
      params: { path, query: { id: [1] } },
    });
    if (reply.ok || reply.status !== 403) throw new Error('it was allowed');
    expect(reply.error.requiredScopes).toEqual(['event:admin']);
  });

  test('400, with the errors by field', async () => {
    const reply = await culprit.PUT(PROJECT, { params: { path }, body: { name: '', resolveAge: -1 } });
    expect(reply).toMatchObject({
      ok: false,
      status: 400,
      error: { name: [expect.any(String)], resolveAge: [expect.any(String)] },
    });
  });

  test('404', async () => {
    const reply = await culprit.GET(EVENTS, { params: { path: { ...path, project_slug: 'nope' } } });
    expect(reply).toMatchObject({ ok: false, status: 404, error: { detail: expect.any(String) } });
  });

  test.each([
    ['an HTML page', new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } })],
    ['an empty body', new Response(null, { status: 503 })],
    ['broken JSON', new Response('{"status', { status: 200, headers: { 'Content-Type': 'application/json' } })],
  ])('an unexpected reply of a proxy: %s', async (_, response) => {
    const reply = await createClient({ baseUrl: service.url, fetch: async () => response }).GET('/healthz');
    expect(reply).toEqual({
      ok: false,
      status: 'unexpected',
      error: { detail: expect.stringContaining(String(response.status)) },
      response,
    });
  });

  test('a call without a reply rejects', async () => {
    await expect(createClient({ baseUrl: 'http://127.0.0.1:1' }).GET('/healthz')).rejects.toThrow('fetch failed');
  });
});

describe('requests', () => {
  test('to a former slug reach the renamed project', async () => {
    const old = await service.fixtures.project({ organization: project.organization });
    await culprit.PUT(PROJECT, { params: { path: { ...path, project_slug: old.slug } }, body: { slug: 'moved-shop' } });
    const reply = await culprit.PUT(PROJECT, {
      params: { path: { ...path, project_slug: old.slug } },
      body: { isBookmarked: true },
    });
    expect(dataOf(reply)).toMatchObject({ slug: 'moved-shop', isBookmarked: true });
  });

  test.each([
    ['an empty list', []],
    ['undefined', undefined],
    ['NaN', [Number.NaN]],
    ['a fraction', [1.5]],
  ])('with %s as ids remove nothing', async (_, id) => {
    await service.fixtures.event(project);
    const query = { id } as { id: number[] };
    const reply = await culprit.DELETE(ISSUES, { params: { path, query } });
    expect(reply).toMatchObject({ ok: false, status: 400 });
    expect(dataOf(await culprit.GET(EVENTS, { params: { path } }))).not.toHaveLength(0);
  });

  test.each(['', '.', '..'])(
    'with the slug %j, which would name another operation, are rejected',
    async (project_slug) => {
      await expect(culprit.DELETE(ISSUES, { params: { path: { ...path, project_slug } } })).rejects.toThrow(
        'project_slug may not be',
      );
    },
  );

  test('encode all other characters', async () => {
    const reply = await culprit.GET(EVENTS, { params: { path: { ...path, project_slug: 'a/b?c#d%e ü' } } });
    expect(reply.response.url).toBe(
      `${service.url}/api/0/projects/${path.organization_slug}/a%2Fb%3Fc%23d%25e%20%C3%BC/events/`,
    );
    expect(reply.status).toBe(404);
  });
});

describe('a page of the service', () => {
  /** Creates a client as in a browser, which adds the cookie of the session. */
  const page = async (csrfToken: (headers: { 'X-CSRF-Token': string }) => string | (() => string | undefined)) => {
    const { headers } = await service.fixtures.session(project.organization);
    const sent: (string | null)[] = [];
    const client = createClient({
      baseUrl: service.url,
      csrfToken: csrfToken(headers),
      fetch(request) {
        sent.push(request.headers.get('X-CSRF-Token'));
        request.headers.set('Cookie', headers.Cookie);
        return fetch(request);
      },
    });
    return { client, sent, token: headers['X-CSRF-Token'] };
  };

  test('sends the token of its session with requests that change something', async () => {
    const { client, sent, token } = await page((headers) => headers['X-CSRF-Token']);
    expect((await client.getProject(path)).status).toBe(200);
    expect((await client.updateProject({ ...path, body: { isBookmarked: true } })).status).toBe(200);
    expect((await client.endSession()).status).toBe(204);
    expect(sent).toEqual([null, token, token]);
  });

  test('may know the token only after it has signed in', async () => {
    const session: { token?: string } = {};
    const { client, sent, token } = await page(() => () => session.token);
    expect((await client.updateProject({ ...path, body: { isBookmarked: false } })).status).toBe(403);
    session.token = token;
    expect((await client.updateProject({ ...path, body: { isBookmarked: false } })).status).toBe(200);
    expect(sent).toEqual([null, token]);
  });
});
