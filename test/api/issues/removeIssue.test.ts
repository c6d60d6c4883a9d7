import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let id: string;

const issues = async () => {
  const { body } = await service.client.get(`${project.path}issues/?query=`, token).expect(200);
  return body as { id: string; shortId: string }[];
};

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  await service.fixtures.event(project, { message: 'out of stock' });
  id = (await issues())[0]?.id ?? '';
});

const path = (organization: string, issue = id) => `/api/0/organizations/${organization}/issues/${issue}/`;

describe('a caller', () => {});

test('removes an issue with its events; the same error opens another one', async () => {
  const [issue] = await issues();
  await service.client.delete(path(project.organization, issue?.shortId), token).expect(204);
  expect(await issues()).toEqual([]);
  await service.client.delete(path(project.organization), token).expect(404);
  await service.fixtures.event(project, { message: 'out of stock' });
  expect((await issues()).map((other) => other.id === id)).toEqual([false]);
});
