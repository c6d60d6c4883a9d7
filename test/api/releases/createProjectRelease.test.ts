import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

describeReleaseFields(() => ({
  fixture,
  async send(fields) {
    const version = freshVersion();
    // The project of the path gets the release in any case; cases that name projects also name it.
    const { status, body } = await fixture.post(fixture.projectPath(), { version, ...fields });
    return { status, body, version };
  },
}));

describe('the project of the path', () => {
  const slugs = (body: { projects: { slug: string }[] }) => body.projects.map(({ slug }) => slug);

  test('gets the release, whether the body names it or not', async () => {
    expect(slugs((await fixture.post(fixture.projectPath(), { version: 'a@1' }).expect(201)).body)).toEqual(['shop']);
    expect(
      slugs((await fixture.post(fixture.projectPath(), { version: 'a@2', projects: ['shop'] }).expect(201)).body),
    ).toEqual(['shop']);
    expect(
      slugs((await fixture.post(fixture.projectPath(), { version: 'a@3', projects: ['blog'] }).expect(201)).body),
    ).toEqual(['blog', 'shop']);
  });

  test('gets a release that another project has', async () => {
    const first = await fixture.release('shared@1', { projects: ['blog'] });
    const { body } = await fixture.post(fixture.projectPath(), { version: 'shared@1' }).expect(208);
    expect(slugs(body)).toEqual(['blog', 'shop']);
    expect(body.id).toBe(first['id']);
  });

  test('must exist', async () => {
    await fixture.post(fixture.projectPath('', 'nobody'), { version: 'b@1' }).expect(404);
    await fixture.get(fixture.path('b@1/')).expect(404);
  });

  test('is redirected to from its former slug', async () => {
    await fixture.service.fixtures.project({ organization: fixture.organization, slug: 'before' });
    await fixture.put(`/api/0/projects/${fixture.organization}/before/`, { slug: 'after' }).expect(200);
    const { headers } = await fixture.post(fixture.projectPath('', 'before'), { version: 'c@1' }).expect(302);
    expect(headers['location']).toBe(fixture.projectPath('', 'after'));
  });
});
