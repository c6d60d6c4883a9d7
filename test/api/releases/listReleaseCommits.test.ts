import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';
import { describeReleaseCommits } from '../../support/releaseReadCases';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await ReleaseFixture.open();
  await fixture.release('shop@1');
});
afterAll(() => fixture.close());

describeAccess(
  () => ({
    service: fixture.service,
    method: 'get',
    organization: fixture.organization,
    path: (of) => fixture.path('shop@1/commits/', of),
  }),
  READ_SCOPES,
);

const pathOf = (version: string, rest = '') => fixture.path(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => fixture, pathOf });
