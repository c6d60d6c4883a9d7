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
    path: (of) => desk.path('shop@1/commits/', of),
  }),
  READ_SCOPES,
);

const at = (version: string, rest = '') => desk.path(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => desk, pathOf: at });
