import { type IssueRow, OrganizationIssues } from '../../support/organizationIssues';
import { useService } from '../../support/service';

const service = useService();
const issues = new OrganizationIssues(service);

test('updates issues of several projects, each in the releases of its own project', async () => {
  const ids = [await issues.open(issues.shop), await issues.open(issues.admin)];
  const query = `?id=${ids.join('&id=')}`;
  const { body } = await service.client
    .put(issues.path(query), issues.token)
    .send({ status: 'resolvedInNextRelease', isBookmarked: true })
    .expect(200);
  expect(body).toMatchObject({ status: 'resolved', statusDetails: { inNextRelease: true }, isBookmarked: true });
  expect([...(await issues.rows(issues.shop)), ...(await issues.rows(issues.admin))]).toMatchObject(
    ids.map((id) => ({ id, status: 'resolved', isBookmarked: true })),
  );
  const { body: log } = await service.client
    .get(`/api/0/organizations/${issues.shop.organization}/audit-logs/?event=issue.update`, issues.token)
    .expect(200);
  expect(JSON.stringify(log)).toContain(issues.shop.slug);
});

test('updates and removes none if one of the issues is unknown or of another organization', async () => {
  const foreign = await service.fixtures.project();
  const foreignToken = await service.fixtures.token(foreign.organization);
  await service.fixtures.event(foreign, { message: 'foreign' });
  const { body } = await service.client.get(`${foreign.path}issues/`, foreignToken).expect(200);
  const [a, b] = [await issues.open(issues.shop), await issues.open(issues.admin)];
  for (const out of ['999999', (body as IssueRow[])[0]?.id]) {
    const query = issues.path(`?id=${a}&id=${out}&id=${b}`);
    await service.client.put(query, issues.token).send({ status: 'resolved' }).expect(200);
    await service.client.delete(query, issues.token).expect(200);
  }
  expect(await issues.statuses()).toEqual(['unresolved', 'unresolved']);
});

test('changes no project if a release is missing in one of them', async () => {
  const ids = [await issues.open(issues.shop), await issues.open(issues.admin)];
  await service.client
    .post(`/api/0/organizations/${issues.shop.organization}/releases/`, issues.token)
    .send({ version: 'shop@1.0.0', projects: [issues.shop.slug] })
    .expect(201);
  const { body } = await service.client
    .put(issues.path(`?id=${ids.join('&id=')}`), issues.token)
    .send({ status: 'resolved', statusDetails: { inRelease: 'shop@1.0.0' } })
    .expect(400);
  expect(body).toEqual({
    statusDetails: [expect.stringContaining(`The project "${issues.admin.slug}" has no release`)],
  });
  expect(await issues.statuses()).toEqual(['unresolved', 'unresolved']);
});

test('names no issue: refused, so that nothing happens to all of them', async () => {
  await issues.open(issues.shop);
  await service.client.put(issues.path(''), issues.token).send({ status: 'resolved' }).expect(400);
  expect(await issues.statuses()).toEqual(['unresolved']);
});

describe('a member who may only read issues', () => {
  let reader: string;
  let id: string;
  let paths: string[];

  beforeEach(async () => {
    const organization = issues.shop.organization;
    reader = await service.fixtures.token(organization, { email: 'reader@acme.test', scopes: ['event:read'] });
    id = await issues.open(issues.shop);
    paths = [issues.path(`${id}/`), issues.path(`?id=${id}`), `${issues.shop.path}issues/?id=${id}`];
  });

  const marks = async (token: string) =>
    (await service.client.get(issues.path(`${id}/`), token).expect(200)).body as object;
  const undo = (changeId: string) =>
    service.client.post(`/api/0/organizations/${issues.shop.organization}/issue-changes/${changeId}/undo/`, reader);

  test('sets its own marks with each operation, and undoes that', async () => {
    for (const path of paths) {
      const body = { isBookmarked: true, hasSeen: true };
      const reply = await service.client.put(path, reader).send(body).expect(200);
      expect(await marks(reader)).toMatchObject(body);
      expect(await marks(issues.token)).toMatchObject({ isBookmarked: false, hasSeen: false });
      await undo((reply.body as { changeId: string }).changeId).expect(200);
      expect(await marks(reader)).toMatchObject({ isBookmarked: false });
    }
  });

  test('changes nothing else, even beside a mark, and undoes no other change', async () => {
    const requiredScopes = ['event:admin', 'event:write'];
    for (const path of paths) {
      for (const field of [{ status: 'resolved' }, { assignedTo: '' }, { merge: 1 }, { unknown: 1 }]) {
        const reply = await service.client.put(path, reader).send({ isBookmarked: true, ...field });
        expect([reply.status, reply.body]).toMatchObject([403, { requiredScopes }]);
      }
    }
    expect(await marks(reader)).toMatchObject({ status: 'unresolved', isBookmarked: false });
    const resolved = await service.client.put(paths[0]!, issues.token).send({ status: 'resolved' }).expect(200);
    const refused = await undo((resolved.body as { changeId: string }).changeId).expect(403);
    expect(refused.body).toMatchObject({ requiredScopes });
    expect(await marks(reader)).toMatchObject({ status: 'resolved' });
  });
});

describe('a search in place of ids', () => {
  let ids: string[];

  beforeEach(async () => {
    ids = [await issues.open(issues.shop), await issues.open(issues.admin)];
    const event = { message: 'boom', fingerprint: ['boom'], environment: 'production' };
    await service.fixtures.event(issues.shop, event);
  });

  const put = (query: string, body: object) => service.client.put(issues.path(query), issues.token).send(body);
  const headersOf = ({ headers }: { headers: Record<string, string> }) => [headers['x-hits'], headers['x-max-hits']];

  test('updates the issues that it finds in all projects, which one request undoes', async () => {
    const reply = await put('?query=stock', { status: 'resolved' }).expect(200);
    expect(headersOf(reply)).toEqual(['2', '1000']);
    expect(await issues.statuses()).toEqual(['unresolved', 'resolved', 'resolved']);
    const { changeId } = reply.body as { changeId: string };
    const path = `/api/0/organizations/${issues.shop.organization}/issue-changes/${changeId}/undo/`;
    const { body } = await service.client.post(path, issues.token).expect(200);
    expect((body as { issues: string[] }).issues.toSorted()).toEqual(ids.toSorted());
    expect(await issues.statuses()).toEqual(['unresolved', 'unresolved', 'unresolved']);
  });

  test('regards the environment, the period and the projects', async () => {
    const production = await put('?query=&environment=production&statsPeriod=1h', { status: 'resolved' }).expect(200);
    expect(headersOf(production)).toEqual(['1', '1000']);
    expect(await issues.statuses()).toEqual(['resolved', 'unresolved', 'unresolved']);
    await put('?query=&end=2001-01-01', { status: 'ignored' }).expect(200);
    expect(await issues.statuses()).toEqual(['resolved', 'unresolved', 'unresolved']);
    await put(`?query=is:unresolved&project=${issues.admin.slug}`, { status: 'ignored' }).expect(200);
    expect(await issues.statuses()).toEqual(['resolved', 'unresolved', 'ignored']);
  });

  test('removes the issues that it finds', async () => {
    const reply = await service.client.delete(issues.path('?query=stock'), issues.token).expect(200);
    expect([reply.text, ...headersOf(reply)]).toEqual(['Success.', '2', '1000']);
    expect(await issues.statuses()).toEqual(['unresolved']);
  });

  test.each([
    [`?query=&id=1`, "Query parameters 'id' and 'query' exclude each other. Nothing was changed."],
    [`?project=-1`, "Query parameter 'project' needs 'query'. Nothing was changed."],
    ['?query=is:lost', expect.stringContaining("Query parameter 'query' is invalid at character 1")],
    ['', "Name issues by the query parameter 'id' or 'query'."],
  ])('changes and removes nothing with %j', async (query, detail) => {
    for (const reply of [
      await put(query, { status: 'resolved' }),
      await service.client.delete(issues.path(query), issues.token),
    ])
      expect([reply.status, reply.body]).toEqual([400, { detail }]);
    expect(await issues.statuses()).toEqual(['unresolved', 'unresolved', 'unresolved']);
  });

  test('does not merge', async () => {
    const { body } = await put('?query=', { merge: 1 }).expect(400);
    expect(body).toEqual({ detail: "Query parameter 'query' cannot be used with the field 'merge'." });
  });
});
