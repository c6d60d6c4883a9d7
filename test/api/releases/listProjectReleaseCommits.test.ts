import { useReleases } from '../../support/releaseFixture';
import { describeReleaseCommits } from '../../support/releaseReadCases';

const fixture = useReleases();
beforeAll(async () => {
  await fixture.release('shop@1');
});

const pathOf = (version: string, rest = '') => fixture.projectPath(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ fixture: () => fixture, pathOf });

describe('the commits of a release', () => {
  test('of a release of another project are not found', async () => {
    await fixture.release('blog@1', { projects: ['blog'] });
    await fixture.get(fixture.projectPath('blog@1/commits/')).expect(404);
    await fixture.get(fixture.projectPath('blog@1/commits/', 'blog')).expect(200);
  });
});
