import { useReleases } from '../../support/releaseFixture';
import { describeRelease } from '../../support/releaseReadCases';

const fixture = useReleases();
const pathOf = (version: string) => fixture.projectPath(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  await fixture.release('shop@1');
});

describeRelease({ fixture: () => fixture, pathOf });

describe('a release', () => {
  test('of another project is not found', async () => {
    await fixture.release('blog@1', { projects: ['blog'] });
    await fixture.get(fixture.projectPath('blog@1/', 'blog')).expect(200);
    expect((await fixture.get(pathOf('blog@1')).expect(404)).body).toEqual({ detail: 'Release not found' });
    await fixture.get(fixture.projectPath('shop@1/', 'nobody')).expect(404);
  });

  test('is added to the project by its first event', async () => {
    await fixture.release('later@1', { projects: [] });
    await fixture.get(pathOf('later@1')).expect(404);
    await fixture.service.fixtures.event(fixture.shop, { release: 'later@1' });
    await fixture.get(pathOf('later@1')).expect(200);
  });

  test('is redirected to from a former slug of the project', async () => {
    await fixture.service.fixtures.project({ organization: fixture.organization, slug: 'before' });
    await fixture.put(`/api/0/projects/${fixture.organization}/before/`, { slug: 'after' }).expect(200);
    const { headers } = await fixture.get(fixture.projectPath('shop@1/', 'before')).expect(302);
    expect(headers['location']).toBe(fixture.projectPath('shop@1/', 'after'));
  });
});
