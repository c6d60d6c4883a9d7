import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';
import { describeRelease } from '../../support/releaseReadCases';

let desk: ReleaseFixture;
const at = (version: string) => desk.projectPath(`${encodeURIComponent(version)}/`);

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
    path: (of) => desk.projectPath('shop@1/', 'shop', of),
  }),
  READ_SCOPES,
);

describeRelease({ fixture: () => desk, pathOf: at });

describe('a release', () => {
  test('that is not bound to the project is not found', async () => {
    await desk.release('blog@1', { projects: ['blog'] });
    await desk.get(desk.projectPath('blog@1/', 'blog')).expect(200);
    expect((await desk.get(at('blog@1')).expect(404)).body).toEqual({ detail: 'Release not found' });
    await desk.get(desk.projectPath('shop@1/', 'nobody')).expect(404);
  });

  test('is bound by the first event of it', async () => {
    await desk.release('later@1', { projects: [] });
    await desk.get(at('later@1')).expect(404);
    await desk.service.fixtures.event(desk.shop, { release: 'later@1' });
    await desk.get(at('later@1')).expect(200);
  });

  test('leads from a former slug to the present one', async () => {
    await desk.service.fixtures.project({ organization: desk.organization, slug: 'before' });
    await desk.put(`/api/0/projects/${desk.organization}/before/`, { slug: 'after' }).expect(200);
    const { headers } = await desk.get(desk.projectPath('shop@1/', 'before')).expect(302);
    expect(headers['location']).toBe(desk.projectPath('shop@1/', 'after'));
  });
});
