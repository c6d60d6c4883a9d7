import { describeAccess } from '../../support/protectedOperation';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

let desk: ReleaseFixture;
const at = (version: string) => desk.projectPath(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseFixture.open();
  await desk.release('door@1', { projects: ['shop'] });
});
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'delete',
    organization: desk.organization,
    path: (of) => desk.projectPath('door@1/', 'shop', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ fixture: () => desk, pathOf: at });

describe('a removed release', () => {
  test('must be bound to the project', async () => {
    await desk.release('blog@1', { projects: ['blog'] });
    await desk.delete(at('blog@1')).expect(404);
    await desk.delete(desk.projectPath('blog@1/', 'nobody')).expect(404);
    await desk.get(desk.path('blog@1/')).expect(200);
  });
});
