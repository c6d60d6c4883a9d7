import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture, versionsAt } from '../../support/releaseFixture';
import { describeReleaseList } from '../../support/releaseReadCases';

let desk: ReleaseFixture;
beforeAll(async () => (desk = await ReleaseFixture.open()));
afterAll(() => desk.close());

describeAccess(
  () => ({ service: desk.service, method: 'get', organization: desk.organization, path: (of) => desk.path('', of) }),
  READ_SCOPES,
);

const list = () => desk.path();

describeReleaseList(() => desk, list);

describe('the list', () => {
  test('has those of every project, and of none', async () => {
    await desk.release('none@1', { projects: [], dateReleased: '2041-01-01T00:00:00Z' });
    await desk.release('blog@1', { projects: ['blog'], dateReleased: '2042-01-01T00:00:00Z' });
    expect((await versionsAt(desk, list())).slice(0, 2)).toEqual(['blog@1', 'none@1']);
    const other = await desk.service.fixtures.organization();
    const token = await desk.service.fixtures.token(other.slug);
    expect((await desk.service.client.get(desk.path('', other.slug), token).expect(200)).body).toEqual([]);
  });
});
