import { useReleases } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.projectPath(`${encodeURIComponent(version)}/`);

describeReleaseRemoval({ fixture: () => fixture, pathOf });

describe('a removed release', () => {
  test('must belong to the project', async () => {
    await fixture.release('blog@1', { projects: ['blog'] });
    await fixture.delete(pathOf('blog@1')).expect(404);
    await fixture.delete(fixture.projectPath('blog@1/', 'nobody')).expect(404);
    await fixture.get(fixture.path('blog@1/')).expect(200);
  });
});
