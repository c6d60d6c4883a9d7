import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';
import { describeRelease } from '../../support/releaseReadCases';

let desk: ReleaseFixture;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseFixture.open();
  await desk.release('shop@1');
});
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.path('shop@1/', of),
  }),
  READ_SCOPES,
);

describeRelease({ fixture: () => desk, pathOf: at });

describe('a release', () => {
  test('made by an event is there', async () => {
    await desk.service.fixtures.event(desk.shop, { release: 'by-event@1' });
    expect((await desk.get(at('by-event@1')).expect(200)).body).toMatchObject({ projects: [{ slug: 'shop' }] });
  });
});
