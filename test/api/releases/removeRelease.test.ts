import { describeAccess } from '../../support/protectedOperation';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

let fixture: ReleaseFixture;
const pathOf = (version: string) => fixture.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  fixture = await ReleaseFixture.open();
  await fixture.release('access@1', { projects: ['shop'] });
});
afterAll(() => fixture.close());

describeAccess(
  () => ({
    service: fixture.service,
    method: 'delete',
    organization: fixture.organization,
    path: (of) => fixture.path('access@1/', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ fixture: () => fixture, pathOf });
