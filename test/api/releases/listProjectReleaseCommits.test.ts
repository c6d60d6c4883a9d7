import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';
import { describeReleaseCommits } from '../../support/releaseReadCases';

let desk: ReleaseFixture;
beforeAll(async () => {
  desk = await ReleaseFixture.open();
  await desk.release('shop@1');
});
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.projectPath('shop@1/commits/', 'shop', of),
  }),
  READ_SCOPES,
);

const at = (version: string, rest = '') => desk.projectPath(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => desk, pathOf: at });

describe('the commits of a release', () => {
  test('of a release that is not bound to the project are not found', async () => {
    await desk.release('blog@1', { projects: ['blog'] });
    await desk.get(desk.projectPath('blog@1/commits/')).expect(404);
    await desk.get(desk.projectPath('blog@1/commits/', 'blog')).expect(200);
  });
});
