import { describeAccess } from '../../support/protectedOperation';
import { everyPage, ORGANIZATION_SCOPES, ReleaseFixture } from '../../support/releaseFixture';

let desk: ReleaseFixture;
const path = (organization = desk.organization) => `/api/0/organizations/${organization}/projects/`;

beforeAll(async () => (desk = await ReleaseFixture.open()));
afterAll(() => desk.close());

describeAccess(
  () => ({ service: desk.service, method: 'get', organization: desk.organization, path }),
  ORGANIZATION_SCOPES,
);

describe('the list', () => {
  test("has the projects of all teams by slug, and no other organization's", async () => {
    await desk.service.fixtures.project({ slug: 'theirs' });
    for (const slug of ['zebra', 'b-1', 'b_1', '0z'])
      await desk.service.fixtures.project({ organization: desk.organization, slug });
    const { body } = await desk.get(path()).expect(200);
    expect((body as { slug: string }[]).map(({ slug }) => slug)).toEqual(['0z', 'b-1', 'b_1', 'blog', 'shop', 'zebra']);
  });

  test('has the same records as the lists of teams', async () => {
    const shop = await desk.project('shop');
    const { slug } = shop['team'] as { slug: string };
    const { body } = await desk.get(`/api/0/teams/${desk.organization}/${slug}/projects/`).expect(200);
    expect(body).toEqual([shop]);
    expect(shop).toMatchObject({
      id: desk.shop.id,
      name: 'Shop',
      platform: 'node',
      latestRelease: null,
      latestDeploys: null,
    });
  });

  test.each([1, 2, 3, 6])('comes in pages of %i', async (size) => {
    const pages = await everyPage(desk, `${path()}?per_page=${size}`);
    expect(pages.flat().map(({ slug }) => slug)).toEqual(['0z', 'b-1', 'b_1', 'blog', 'shop', 'zebra']);
    expect(pages).toHaveLength(Math.ceil(6 / size));
  });

  test('refuses a cursor of another list', async () => {
    expect((await desk.get(`${path()}?cursor=1:2:0`).expect(400)).body).toEqual({
      detail: 'Invalid cursor parameter.',
    });
  });

  test('is empty for an organization without projects', async () => {
    const { slug } = await desk.service.fixtures.organization();
    const { body } = await desk.service.client.get(path(slug), await desk.service.fixtures.token(slug)).expect(200);
    expect(body).toEqual([]);
  });
});

describe('the latest release of a project', () => {
  const latest = async () => (await desk.project('zebra'))['latestRelease'];

  test('is the newest that was bound to it, by tools or by events', async () => {
    expect(await latest()).toBeNull();
    await desk.release('z@1', { projects: ['zebra'] });
    expect(await latest()).toEqual({ version: 'z@1' });
    const zebra = await desk.service.fixtures.project({ organization: desk.organization, slug: 'other' });
    await desk.service.fixtures.event(zebra, { release: 'z@2' });
    expect(await latest()).toEqual({ version: 'z@1' });
    await desk.release('z@3', { projects: ['zebra'], dateReleased: '2020-01-01T00:00:00Z' });
    expect(await latest()).toEqual({ version: 'z@1' });
    expect((await desk.project('zebra'))['features']).toEqual(['releases']);
  });
});
