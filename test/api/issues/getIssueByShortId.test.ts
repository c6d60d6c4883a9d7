import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let shortId: string;
let issueId: string;

beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  await service.fixtures.event(project);
  const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
  [{ id: issueId, shortId }] = body as [{ id: string; shortId: string }];
});

const path = (id: string, organization = project.organization) =>
  `/api/0/organizations/${organization}/shortids/${encodeURIComponent(id)}/`;
const get = (id: string, query = '') => service.client.get(`${path(id)}${query}`, token);

test.each(['', '?collapse=stats&collapse=lifetime'])(
  'returns the issue and where it is, with the query "%s"',
  async (query) => {
    const { body: group } = await service.client
      .get(`/api/0/organizations/${project.organization}/issues/${issueId}/?collapse=stats`, token)
      .expect(200);
    const expected = {
      organizationSlug: project.organization,
      projectSlug: project.slug,
      groupId: issueId,
      group,
      shortId,
    };
    expect((await get(shortId, query).expect(200)).body).toEqual(expected);
    expect((await get(shortId.toLowerCase(), query).expect(200)).body).toEqual(expected);
  },
);

test.each(['x', 'NOBODY-1', 'PROJECT-99', 'ID', '-1'])('replies 404 to %s', async (id) => {
  const given = id.replace('PROJECT', project.slug).replace('ID', issueId);
  expect((await get(given).expect(404)).body).toEqual({ detail: 'Issue not found' });
});
