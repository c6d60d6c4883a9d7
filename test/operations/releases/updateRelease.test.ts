import { describeDoor } from '../../support/door';
import { describeReleaseFields, freshVersion } from '../../support/releaseCases';
import { describeReleaseUpdate } from '../../support/releaseChanging';
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
    method: 'put',
    organization: desk.organization,
    path: (of) => desk.path('door@1/', of),
    body: {},
  }),
  WRITE_SCOPES,
);

describeReleaseFields(() => ({
  desk,
  async send(fields) {
    const version = freshVersion();
    await desk.release(version);
    const { status, body } = await desk.put(at(version), fields);
    return { status, body, version };
  },
}));

describeReleaseUpdate({ desk: () => desk, at });
