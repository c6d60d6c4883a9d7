import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
beforeAll(async () => {
  project = await service.fixtures.project();
});

test('returns the defaults of a project without rules', async () => {
  const token = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
  const { body } = await service.client.get(`${project.path}ownership/`, token).expect(200);
  expect(body).toEqual({
    raw: null,
    fallthrough: true,
    autoAssignment: 'Auto Assign to Issue Owner',
    codeownersAutoSync: false,
    isActive: true,
    dateCreated: null,
    lastUpdated: null,
  });
});
