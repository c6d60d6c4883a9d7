import { describeAccess } from '../../support/protectedOperation';
import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

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
    method: 'put',
    organization: fixture.organization,
    path: (of) => fixture.path('access@1/', of),
    body: {},
  }),
  WRITE_SCOPES,
);

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
