import { describeAccess } from '../../support/protectedOperation';
import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

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
    method: 'put',
    organization: desk.organization,
    path: (of) => desk.path('door@1/', of),
    body: {},
  }),
  WRITE_SCOPES,
);

describeReleaseFields(() => ({
  fixture: desk,
  async send(fields) {
    const version = freshVersion();
    await desk.release(version);
    const { status, body } = await desk.put(at(version), fields);
    return { status, body, version };
  },
}));

describeReleaseUpdate({ fixture: () => desk, pathOf: at });
