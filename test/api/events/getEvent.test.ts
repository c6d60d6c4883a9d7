import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const get = (id: string, of = project, as = token) => service.client.get(`${of.path}events/${id}/`, as);

test('returns the record that the full list has', async () => {
  const id = await service.fixtures.event(project, { message: 'late', extra: { tries: 3 }, user: { id: '7' } });
  const { body } = await service.client.get(`${project.path}events/?full=1`, token).expect(200);
  const [listed] = body as unknown[];
  expect((await get(id).expect(200)).body).toEqual({ ...(listed as object), nextEventID: null, previousEventID: null });
});

test('links frames of the application to the last commit of the release, or else to the release', async () => {
  const pattern = { sourceLinkPattern: 'https://git.test/{commit}/{path}#L{line}', sourceLinkRoot: '/srv/' };
  await service.client.put(project.path, token).send(pattern).expect(200);
  const frames = [
    { filename: '/srv/node_modules/a.js', lineno: 3, in_app: false },
    { filename: '/srv/src/b.js', lineno: 7, in_app: true },
  ];
  const exception = { values: [{ type: 'Error', value: 'boom', stacktrace: { frames } }] };
  const linksOf = async (release: string) => {
    const id = await service.fixtures.event(project, { message: undefined, release, exception });
    const { body } = await get(id).expect(200);
    const { entries } = body as {
      entries: { data: { values: { stacktrace: { frames: { sourceLink: unknown }[] } }[] } }[];
    };
    return entries[0]?.data.values[0]?.stacktrace.frames.map(({ sourceLink }) => sourceLink);
  };
  await service.client
    .post(`/api/0/organizations/${project.organization}/releases/`, token)
    .send({ version: 'shop@2', projects: [project.slug], commits: [{ id: 'f00d' }, { id: 'beef' }] })
    .expect(201);
  expect(await linksOf('shop@2')).toEqual([null, 'https://git.test/f00d/src/b.js#L7']);
  expect(await linksOf('shop@3')).toEqual([null, 'https://git.test/shop%403/src/b.js#L7']);
});

test('accepts an id with dashes and in upper case', async () => {
  const id = await service.fixtures.event(project);
  const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
  expect((await get(dashed).expect(200)).body).toMatchObject({ eventID: id });
});

test.each(['0'.repeat(32), '0', 'latest', 'x'.repeat(100)])('replies 404 to the id %s', async (id) => {
  expect((await get(id).expect(404)).body).toEqual({ detail: 'Event not found' });
});

test('replies 404 for an event of another project or of a removed issue', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  const id = await service.fixtures.event(project);
  await get(id, other).expect(404);
  await service.client.delete(`${project.path}issues/`, token).expect(200);
  await get(id).expect(404);
});

test.each(['event:read', 'event:write', 'event:admin', 'project:read', 'project:write', 'project:admin'])(
  'is allowed with %s alone',
  async (scope) => {
    const id = await service.fixtures.event(project);
    await get(id, project, await service.fixtures.token(project.organization, { scopes: [scope] })).expect(200);
  },
);

test('requires one of these scopes', async () => {
  const id = await service.fixtures.event(project);
  const stranger = await service.fixtures.token(project.organization, { scopes: ['org:read', 'project:releases'] });
  const { body } = await get(id, project, stranger).expect(403);
  expect(body).toMatchObject({
    requiredScopes: ['event:admin', 'event:read', 'event:write', 'project:admin', 'project:read', 'project:write'],
  });
});

test('rejects query parameters', async () => {
  const id = await service.fixtures.event(project);
  const { body } = await service.client.get(`${project.path}events/${id}/?full=1`, token).expect(400);
  expect(body).toEqual({ detail: "Unknown query parameter 'full'; accepted are 'collapse'." });
});
