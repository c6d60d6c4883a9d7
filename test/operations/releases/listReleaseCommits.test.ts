import { describeDoor } from '../../support/door';
import { describeReleaseCommits } from '../../support/releaseReading';
import { READ_SCOPES, ReleaseDesk } from '../../support/releases';

let desk: ReleaseDesk;
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
    path: (of) => desk.path('shop@1/commits/', of),
  }),
  READ_SCOPES,
);

const at = (version: string, rest = '') => desk.path(`${encodeURIComponent(version)}/${rest}`);

describeReleaseCommits({ desk: () => desk, at });
