import type { ProjectFixture } from '../../support/fixtures';
import { describeAccess } from '../../support/protectedOperation';
import { type Service, startService } from '../../support/service';

let service: Service;
let project: ProjectFixture;
beforeAll(async () => {
  service = await startService();
  project = await service.fixtures.project();
});
afterAll(() => service.close());

test('returns the defaults of a project without rules', async () => {
  const token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
  const { body } = await service.client.get(`${project.path}ownership/`, token).expect(200);
  expect(body).toEqual({
    ...{ raw: null, fallthrough: true, autoAssignment: 'Auto Assign to Issue Owner', isActive: true },
    ...{ dateCreated: null, lastUpdated: null },
  });
});

describeAccess(
  () => ({
    ...{ service, method: 'get', organization: project.organization },
    path: (organization) => `/api/0/projects/${organization}/${project.slug}/ownership/`,
  }),
  ['project:admin', 'project:read', 'project:write'],
);
