import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Row {
  readonly eventID: string;
  readonly groupID: string;
}

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

function send(name: string, second = 0): Promise<string> {
  const timestamp = HOUR_AGO + second;
  return service.fixtures.event(project, {
    fingerprint: [name],
    timestamp,
    exception: { values: [{ type: 'Error', value: name }] },
  });
}

async function idOf(name: string): Promise<string> {
  const { body } = await service.client.get(`${project.path}issues/?query=${name}`, token).expect(200);
  return (body as { id: string }[])[0]?.id ?? '';
}

const path = (id: string) => `/api/0/organizations/${project.organization}/issues/${id}/events/`;
const get = (id: string, query = '', as = token) => service.client.get(path(id) + query, as);

test('returns the events of the issue only, newest first, or oldest first', async () => {
  const [old, young] = [await send('apple', 1), await send('apple', 5)];
  await send('banana', 3);
  const middle = await send('apple', 4);
  const id = await idOf('apple');
  const { body } = await get(id).expect(200);
  expect((body as Row[]).map(({ eventID }) => eventID)).toEqual([young, middle, old]);
  expect(new Set((body as Row[]).map(({ groupID }) => groupID))).toEqual(new Set([id]));
  const oldestFirst = (await get(id, '?sort=timestamp').expect(200)).body as Row[];
  expect(oldestFirst.map(({ eventID }) => eventID)).toEqual([old, middle, young]);
});

test('returns the same records as the list of the project, short and full', async () => {
  await send('apple', 1);
  await send('apple', 2);
  const id = await idOf('apple');
  for (const full of ['0', '1']) {
    const { body } = await service.client.get(`${project.path}events/?full=${full}`, token).expect(200);
    expect((await get(id, `?full=${full}`).expect(200)).body).toEqual(body);
  }
});

test('returns pages, also by the short id', async () => {
  const sent: string[] = [];
  for (let second = 0; second < 5; second += 1) sent.unshift(await send('apple', second));
  const id = `${project.slug.toUpperCase()}-1`;
  const seen: string[] = [];
  for (let next: string | null = `${path(id)}?per_page=2`; next !== null;) {
    const response: { body: unknown; headers: unknown } = await service.client.get(next, token).expect(200);
    seen.push(...(response.body as Row[]).map(({ eventID }) => eventID));
    const link = readLink(response);
    next = link.next.results ? link.next.path : null;
  }
  expect(seen).toEqual(sent);
});

test('replies 404 for a removed issue', async () => {
  await send('apple');
  const id = await idOf('apple');
  await service.client.delete(`${project.path}issues/?id=${id}`, token).expect(200);
  expect((await get(id).expect(404)).body).toEqual({ detail: 'Issue not found' });
});

test('replies 404 for an unknown issue and for one of another organization', async () => {
  await get('999999').expect(404);
  const other = await service.fixtures.project();
  const id = await service.fixtures
    .event(other)
    .then(() => service.app.database.read(({ issues }) => issues.findByNumber(other.id, 1)));
  await get(id?.id ?? '').expect(404);
});

test.each([
  ['?cursor=x', 'Invalid cursor parameter.'],
  ['?sort=date', "Query parameter 'sort' must be -timestamp or timestamp."],
])('rejects %s', async (query, detail) => {
  await send('apple');
  expect((await get(await idOf('apple'), query).expect(400)).body).toEqual({ detail });
});

test.each(['event:read', 'event:write', 'event:admin'])('is allowed with %s alone', async (scope) => {
  await send('apple');
  await get(await idOf('apple'), '', await service.fixtures.token(project.organization, { scopes: [scope] })).expect(
    200,
  );
});

test('requires a scope for events', async () => {
  const stranger = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
  expect((await get('1', '', stranger).expect(403)).body).toMatchObject({
    requiredScopes: ['event:admin', 'event:read', 'event:write'],
  });
});
