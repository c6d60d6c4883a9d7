import { useReleases } from '../../support/releaseFixture';
import { describeReleaseCommits } from '../../support/releaseReadCases';

const fixture = useReleases();
beforeAll(async () => {
  await fixture.release('shop@1');
});

const pathOf = (version: string, rest = '') => fixture.path(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => fixture, pathOf });
