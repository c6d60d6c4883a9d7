import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { ReleaseFixture } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

let fixture: ReleaseFixture;
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  fixture = await ReleaseFixture.open();
});
afterAll(() => fixture.close());

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
