import { describeAccess } from '../../support/protectedOperation';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

let desk: ReleaseFixture;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseFixture.open();
  await desk.release('door@1', { projects: ['shop'] });
});
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'delete',
    organization: desk.organization,
    path: (of) => desk.path('door@1/', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ fixture: () => desk, pathOf: at });
