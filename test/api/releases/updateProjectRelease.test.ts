import { describeAccess } from '../../support/protectedOperation';
import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseUpdate } from '../../support/releaseWriteCases';

let desk: ReleaseFixture;
const at = (version: string) => desk.projectPath(`${encodeURIComponent(version)}/`);

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
    path: (of) => desk.projectPath('door@1/', 'shop', of),
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

describe('an update', () => {
  test('does not reach a release that is not bound to the project', async () => {
    await desk.release('blog@1', { projects: ['blog'] });
    await desk.put(at('blog@1'), { projects: ['shop'] }).expect(404);
    await desk.put(desk.projectPath('blog@1/', 'blog'), { projects: ['shop'] }).expect(200);
    await desk.put(at('blog@1'), { ref: 'main' }).expect(200);
  });
});
