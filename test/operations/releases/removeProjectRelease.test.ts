import { describeDoor } from '../../support/door';
import { describeReleaseRemoval } from '../../support/releaseChanging';
import { ReleaseDesk, WRITE_SCOPES } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.projectPath(`${encodeURIComponent(version)}/`);

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
    path: (of) => desk.projectPath('door@1/', 'shop', of),
  }),
  WRITE_SCOPES,
);

describeReleaseRemoval({ desk: () => desk, at });

describe('a removed release', () => {
  test('must be bound to the project', async () => {
    await desk.release('blog@1', { projects: ['blog'] });
    await desk.delete(at('blog@1')).expect(404);
    await desk.delete(desk.projectPath('blog@1/', 'nobody')).expect(404);
    await desk.get(desk.path('blog@1/')).expect(200);
  });
});
