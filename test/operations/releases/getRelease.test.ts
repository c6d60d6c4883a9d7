import { describeDoor } from '../../support/door';
import { describeRelease } from '../../support/releaseReading';
import { READ_SCOPES, ReleaseDesk } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('shop@1');
});
afterAll(() => desk.close());

describeDoor(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.path('shop@1/', of),
  }),
  READ_SCOPES,
);

describeRelease({ desk: () => desk, at });

describe('a release', () => {
  test('made by an event is there', async () => {
    await desk.service.world.event(desk.shop, { release: 'by-event@1' });
    expect((await desk.get(at('by-event@1')).expect(200)).body).toMatchObject({ projects: [{ slug: 'shop' }] });
  });
});
