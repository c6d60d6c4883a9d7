import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture, versionsAt } from '../../support/releaseFixture';
import { describeReleaseList } from '../../support/releaseReadCases';

let fixture: ReleaseFixture;
beforeAll(async () => (fixture = await ReleaseFixture.open()));
afterAll(() => fixture.close());

describeAccess(
  () => ({
    service: fixture.service,
    method: 'get',
    organization: fixture.organization,
    path: (of) => fixture.path('', of),
  }),
  READ_SCOPES,
);

const list = () => fixture.path();

describeReleaseList(() => fixture, list);

describe('the list', () => {
  test('has the releases of every project, and those without a project', async () => {
    await fixture.release('none@1', { projects: [], dateReleased: '2041-01-01T00:00:00Z' });
    await fixture.release('blog@1', { projects: ['blog'], dateReleased: '2042-01-01T00:00:00Z' });
    expect((await versionsAt(fixture, list())).slice(0, 2)).toEqual(['blog@1', 'none@1']);
    const other = await fixture.service.fixtures.organization();
    const token = await fixture.service.fixtures.token(other.slug);
    expect((await fixture.service.client.get(fixture.path('', other.slug), token).expect(200)).body).toEqual([]);
  });
});
