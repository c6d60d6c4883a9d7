import { describeAccess } from '../../support/protectedOperation';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';
import { describeReleaseRemoval } from '../../support/releaseWriteCases';

let fixture: ReleaseFixture;
const pathOf = (version: string) => fixture.projectPath(`${encodeURIComponent(version)}/`);

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
    path: (of) => fixture.projectPath('access@1/', 'shop', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ fixture: () => fixture, pathOf });

describe('a removed release', () => {
  test('must belong to the project', async () => {
    await fixture.release('blog@1', { projects: ['blog'] });
    await fixture.delete(pathOf('blog@1')).expect(404);
    await fixture.delete(fixture.projectPath('blog@1/', 'nobody')).expect(404);
    await fixture.get(fixture.path('blog@1/')).expect(200);
  });
});
