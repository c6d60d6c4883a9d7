import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { useReleases } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

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
