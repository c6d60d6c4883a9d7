import { ReleaseFixture } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

let fixture: ReleaseFixture;
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  fixture = await ReleaseFixture.open();
});
afterAll(() => fixture.close());

describeReleaseRemoval({ fixture: () => fixture, pathOf });
