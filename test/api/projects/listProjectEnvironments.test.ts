import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  for (const environment of ['staging', 'production', undefined, 'Preview', 'production'])
    await service.fixtures.event(project, { message: 'late', environment });
});

const list = (query = '') => service.client.get(`${project.path}environments/${query}`, token);

test('returns what events have named, by name', async () => {
  const expected = ['Preview', 'production', 'staging'].map((name) => ({ id: name, name, isHidden: false }));
  for (const query of ['', '?visibility=visible', '?visibility=all'])
    expect((await list(query).expect(200)).body).toEqual(expected);
  expect((await list('?visibility=hidden').expect(200)).body).toEqual([]);
  const { body } = await list('?visibility=none').expect(400);
  expect(body).toEqual({ detail: "Query parameter 'visibility' must be all, hidden or visible." });
});

test('returns what deploys have named', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  const version = 'shop@1';
  const releases = `/api/0/organizations/${project.organization}/releases/`;
  await service.client
    .post(releases, token)
    .send({ version, projects: [other.slug] })
    .expect(201);
  await service.client.post(`${releases}${version}/deploys/`, token).send({ environment: 'qa' }).expect(201);
  const { body } = await service.client.get(`${other.path}environments/`, token).expect(200);
  expect(body).toEqual([{ id: 'qa', name: 'qa', isHidden: false }]);
});
