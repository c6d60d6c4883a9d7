import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

test('lists the projects of the token with their organization, and none of others', async () => {
  await fixture.service.fixtures.project({ slug: 'theirs' });
  const { body } = await fixture.get('/api/0/projects/').expect(200);
  const { body: own } = await fixture.get('/api/0/organizations/').expect(200);
  const [organization] = own as object[];
  const expected = [await fixture.project('blog'), await fixture.project('shop')];
  expect(body).toEqual(expected.map((project) => ({ ...project, status: 'active', organization })));
});
