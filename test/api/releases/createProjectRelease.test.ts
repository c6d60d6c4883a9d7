import { describeAccess } from '../../support/protectedOperation';
import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { ReleaseFixture, WRITE_SCOPES } from '../../support/releaseFixture';

let desk: ReleaseFixture;
beforeAll(async () => (desk = await ReleaseFixture.open()));
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'post',
    organization: desk.organization,
    path: (of) => desk.projectPath('', 'shop', of),
    body: { version: 'door' },
  }),
  WRITE_SCOPES,
);

describeReleaseFields(() => ({
  fixture: desk,
  async send(fields) {
    const version = freshVersion();
    // The project of the path is bound in any case; cases that name projects name it too.
    const { status, body } = await desk.post(desk.projectPath(), { version, ...fields });
    return { status, body, version };
  },
}));

describe('the project of the path', () => {
  const slugs = (body: { projects: { slug: string }[] }) => body.projects.map(({ slug }) => slug);

  test('is bound to the release, named in the body or not', async () => {
    expect(slugs((await desk.post(desk.projectPath(), { version: 'a@1' }).expect(201)).body)).toEqual(['shop']);
    expect(
      slugs((await desk.post(desk.projectPath(), { version: 'a@2', projects: ['shop'] }).expect(201)).body),
    ).toEqual(['shop']);
    expect(
      slugs((await desk.post(desk.projectPath(), { version: 'a@3', projects: ['blog'] }).expect(201)).body),
    ).toEqual(['blog', 'shop']);
  });

  test('is bound to a release that another project has', async () => {
    const first = await desk.release('shared@1', { projects: ['blog'] });
    const { body } = await desk.post(desk.projectPath(), { version: 'shared@1' }).expect(208);
    expect(slugs(body)).toEqual(['blog', 'shop']);
    expect(body.id).toBe(first['id']);
  });

  test('must exist', async () => {
    await desk.post(desk.projectPath('', 'nobody'), { version: 'b@1' }).expect(404);
    await desk.get(desk.path('b@1/')).expect(404);
  });

  test('leads from a former slug to the present one', async () => {
    await desk.service.fixtures.project({ organization: desk.organization, slug: 'before' });
    await desk.put(`/api/0/projects/${desk.organization}/before/`, { slug: 'after' }).expect(200);
    const { headers } = await desk.post(desk.projectPath('', 'before'), { version: 'c@1' }).expect(302);
    expect(headers['location']).toBe(desk.projectPath('', 'after'));
  });
});
