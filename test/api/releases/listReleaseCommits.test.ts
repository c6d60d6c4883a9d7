import { ReleaseFixture } from '../../support/releaseFixture';
import { describeReleaseCommits } from '../../support/releaseReadCases';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await ReleaseFixture.open();
  await fixture.release('shop@1');
});
afterAll(() => fixture.close());

const pathOf = (version: string, rest = '') => fixture.path(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => fixture, pathOf });
