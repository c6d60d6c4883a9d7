import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { useReleases } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.projectPath(`${encodeURIComponent(version)}/`);

describeReleaseFields(() => ({
  fixture,
  async send(fields) {
    const version = freshVersion();
    await fixture.release(version);
    const { status, body } = await fixture.put(pathOf(version), fields);
    return { status, body, version };
  },
}));

describeReleaseUpdate({ fixture: () => fixture, pathOf });

describe('an update', () => {
  test('does not find a release of another project', async () => {
    await fixture.release('blog@1', { projects: ['blog'] });
    await fixture.put(pathOf('blog@1'), { projects: ['shop'] }).expect(404);
    await fixture.put(fixture.projectPath('blog@1/', 'blog'), { projects: ['shop'] }).expect(200);
    await fixture.put(pathOf('blog@1'), { ref: 'main' }).expect(200);
  });
});
