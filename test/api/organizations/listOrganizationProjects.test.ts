import { everyPage, useReleases } from '../../support/releaseFixture';

const fixture = useReleases();
const path = (organization = fixture.organization) => `/api/0/organizations/${organization}/projects/`;

describe('the list', () => {
  test('has the projects of all teams by slug, and none of other organizations', async () => {
    await fixture.service.fixtures.project({ slug: 'theirs' });
    for (const slug of ['zebra', 'b-1', 'b_1', '0z'])
      await fixture.service.fixtures.project({ organization: fixture.organization, slug });
    const { body } = await fixture.get(path()).expect(200);
    expect((body as { slug: string }[]).map(({ slug }) => slug)).toEqual(['0z', 'b-1', 'b_1', 'blog', 'shop', 'zebra']);
  });

  test('has the same records as the lists of teams', async () => {
    const shop = await fixture.project('shop');
    const { slug } = shop['team'] as { slug: string };
    const { body } = await fixture.get(`/api/0/teams/${fixture.organization}/${slug}/projects/`).expect(200);
    expect(body).toEqual([shop]);
    expect(shop).toMatchObject({
      id: fixture.shop.id,
      name: 'Shop',
      platform: 'node',
      latestRelease: null,
      latestDeploys: null,
    });
  });

  test.each([1, 2, 3, 6])('has pages of %i', async (size) => {
    const pages = await everyPage(fixture, `${path()}?per_page=${size}`);
    expect(pages.flat().map(({ slug }) => slug)).toEqual(['0z', 'b-1', 'b_1', 'blog', 'shop', 'zebra']);
    expect(pages).toHaveLength(Math.ceil(6 / size));
  });

  test('rejects a cursor of another list with 400', async () => {
    expect((await fixture.get(`${path()}?cursor=1:2:0`).expect(400)).body).toEqual({
      detail: 'Invalid cursor parameter.',
    });
  });

  test('is empty for an organization without projects', async () => {
    const { slug } = await fixture.service.fixtures.organization();
    const { body } = await fixture.service.client
      .get(path(slug), await fixture.service.fixtures.token(slug))
      .expect(200);
    expect(body).toEqual([]);
  });
});

describe('the unresolved issues of a project', () => {
  test('are counted', async () => {
    const counts = async () => [
      (await fixture.project('shop'))['unresolvedIssues'],
      (await fixture.project('blog'))['unresolvedIssues'],
    ];
    expect(await counts()).toEqual([0, 0]);
    for (const value of ['one', 'two'])
      await fixture.service.fixtures.event(fixture.shop, { exception: { values: [{ type: 'Error', value }] } });
    expect(await counts()).toEqual([2, 0]);
    const [{ id }] = (await fixture.get(`${fixture.shop.path}issues/`).expect(200)).body as [{ id: string }];
    await fixture.put(`${fixture.shop.path}issues/?id=${id}`, { status: 'resolved' }).expect(200);
    expect(await counts()).toEqual([1, 0]);
  });
});

describe('the latest release of a project', () => {
  const latest = async () => (await fixture.project('zebra'))['latestRelease'];

  test('is the newest that tools or events have added to it', async () => {
    expect(await latest()).toBeNull();
    await fixture.release('z@1', { projects: ['zebra'] });
    expect(await latest()).toEqual({ version: 'z@1' });
    const zebra = await fixture.service.fixtures.project({ organization: fixture.organization, slug: 'other' });
    await fixture.service.fixtures.event(zebra, { release: 'z@2' });
    expect(await latest()).toEqual({ version: 'z@1' });
    await fixture.release('z@3', { projects: ['zebra'], dateReleased: '2020-01-01T00:00:00Z' });
    expect(await latest()).toEqual({ version: 'z@1' });
    expect((await fixture.project('zebra'))['features']).toEqual(['releases']);
  });
});
