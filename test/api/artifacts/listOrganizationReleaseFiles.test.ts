import { putArtifacts } from '../../support/artifacts';
import { everyPage, useReleases } from '../../support/releaseFixture';

const fixture = useReleases();
const at = Date.UTC(2026, 10, 21);
const path = () => fixture.path('shop%401/files/');

beforeAll(async () => {
  await fixture.release('shop@1', { projects: ['shop', 'blog'] });
  await fixture.release('shop@2', { projects: ['shop'] });
  const { database } = fixture.service.app;
  const put = (project: typeof fixture.shop, release: string, names: readonly string[]) =>
    putArtifacts(database, project.row, names.map((name) => ({ name, text: `// ${name}` })), { release, at }); // prettier-ignore
  await put(fixture.shop, 'shop@1', ['~/b.js', '~/a.js']);
  await put(fixture.blog, 'shop@1', ['~/a.js']);
  await put(fixture.shop, 'shop@2', ['~/other.js']);
});

const SORTED = ['~/a.js', '~/b.js', '~/a.js'];

test.each([1, 2, 3])('lists the files of the release in all projects, in pages of %i', async (size) => {
  const pages = await everyPage(fixture, `${path()}?per_page=${size}`);
  expect(pages.flat().map(({ name }) => name)).toEqual(SORTED);
});
