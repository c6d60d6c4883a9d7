import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly shortId: string;
}

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const get = (id: string, organization = project.organization, as = token) =>
  service.client.get(`/api/0/organizations/${organization}/issues/${encodeURIComponent(id)}/`, as);

async function make(of = project): Promise<Row> {
  await service.fixtures.event(of);
  const { body } = await service.client.get(`${of.path}issues/`, token).expect(200);
  return (body as Row[])[0] as Row;
}

test('returns an issue by its id, as the list has it', async () => {
  const issue = await make();
  const { stats, ...body } = (await get(issue.id).expect(200)).body as { stats: object };
  expect(body).toEqual({ ...issue, firstRelease: null, lastRelease: null, userReportCount: 0 });
  expect(Object.keys(stats)).toEqual(['24h', '30d']);
});

test('has the releases of its first and its last event that name one', async () => {
  const now = Math.floor(Date.now() / 1000);
  await service.fixtures.event(project, { release: 'shop@2.0.0', timestamp: now - 60 });
  await service.fixtures.event(project, { release: 'shop@1.0.0', timestamp: now - 120 });
  await service.fixtures.event(project, { release: '3f2a9c1b', timestamp: now - 30 });
  const { id } = await make();
  expect((await get(id).expect(200)).body).toMatchObject({
    firstRelease: { version: 'shop@1.0.0', shortVersion: '1.0.0' },
    lastRelease: { version: '3f2a9c1b', shortVersion: '3f2a9c1b' },
  });
});

test('returns it by its short id, ignoring case', async () => {
  const issue = await make();
  expect((await get(issue.shortId).expect(200)).body).toMatchObject(issue);
  expect((await get(issue.shortId.toLowerCase()).expect(200)).body).toMatchObject(issue);
});

test('returns it by the short id from before its project was renamed', async () => {
  const issue = await make();
  await service.client
    .put(project.path, token)
    .send({ slug: `${project.slug}-new` })
    .expect(200);
  const { body } = await get(issue.shortId).expect(200);
  expect(body).toMatchObject({ id: issue.id, shortId: `${project.slug.toUpperCase()}-NEW-1` });
});

test('returns issues of all projects of the organization', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  const issue = await make(other);
  expect((await get(issue.id).expect(200)).body).toMatchObject({ project: { slug: other.slug } });
});

test.each(['999999', '0', '01', '9007199254740993', 'PROJECT-99', 'x', 'NOBODY-1', 'SHOP-U'])(
  'replies 404 to the id %s',
  async (id) => {
    await make();
    expect((await get(id.replace('PROJECT', project.slug)).expect(404)).body).toEqual({ detail: 'Issue not found' });
  },
);

test('replies 404 for an issue of another organization, in the path of either organization', async () => {
  const other = await service.fixtures.project();
  const theirs = await service.fixtures.token(other.organization, { email: 'bob@other.test' });
  await service.fixtures.event(other);
  const { body } = await service.client.get(`${other.path}issues/`, theirs).expect(200);
  const [issue] = body as Row[];
  await get(issue?.id ?? '').expect(404);
  await get(issue?.shortId ?? '').expect(404);
  expect((await get(issue?.id ?? '', other.organization).expect(404)).body).toEqual({
    detail: 'The requested resource does not exist',
  });
});

test('replies 404 for a removed issue', async () => {
  const issue = await make();
  await service.client.delete(`${project.path}issues/?id=${issue.id}`, token).expect(200);
  await get(issue.id).expect(404);
  await get(issue.shortId).expect(404);
});

test.each(['event:read', 'event:write', 'event:admin'])('is allowed with %s alone', async (scope) => {
  const { id } = await make();
  await get(id, project.organization, await service.fixtures.token(project.organization, { scopes: [scope] })).expect(
    200,
  );
});

test('requires a scope for events', async () => {
  const stranger = await service.fixtures.token(project.organization, { scopes: ['project:admin', 'org:read'] });
  const { body } = await get('1', project.organization, stranger).expect(403);
  expect(body).toMatchObject({ requiredScopes: ['event:admin', 'event:read', 'event:write'] });
});

test('rejects query parameters', async () => {
  const { id } = await make();
  const { body } = await service.client
    .get(`/api/0/organizations/${project.organization}/issues/${id}/?expand=owners`, token)
    .expect(400);
  expect(body).toEqual({
    detail: "Unknown query parameter 'expand'; accepted are 'collapse', 'environment', 'statsPeriod', 'start', 'end'.",
  });
});
