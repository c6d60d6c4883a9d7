import { describeDoor } from '../../support/door';
import { describeReleaseRemoval } from '../../support/releaseChanging';
import { ReleaseDesk, WRITE_SCOPES } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('door@1', { projects: ['shop'] });
});
afterAll(() => desk.close());

describeDoor(
  () => ({
    service: desk.service,
    method: 'delete',
    organization: desk.organization,
    path: (of) => desk.path('door@1/', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ desk: () => desk, at });
