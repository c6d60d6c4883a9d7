import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture, versionsAt } from '../../support/releaseFixture';
import { describeReleaseList } from '../../support/releaseReadCases';

let desk: ReleaseFixture;
beforeAll(async () => (desk = await ReleaseFixture.open()));
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.projectPath('', 'shop', of),
  }),
  READ_SCOPES,
);

const list = () => desk.projectPath();

describeReleaseList(() => desk, list);

describe('the list', () => {
  test('has only those bound to the project, and those its events named', async () => {
    await desk.release('blog@1', { projects: ['blog'], dateReleased: '2041-01-01T00:00:00Z' });
    expect(await versionsAt(desk, desk.projectPath('', 'blog'))).toEqual(['blog@1']);
    expect(await versionsAt(desk, list())).not.toContain('blog@1');
    await desk.service.fixtures.event(desk.shop, { release: 'blog@1' });
    expect((await versionsAt(desk, list()))[0]).toBe('blog@1');
    await desk.get(desk.projectPath('', 'nobody')).expect(404);
  });
});
