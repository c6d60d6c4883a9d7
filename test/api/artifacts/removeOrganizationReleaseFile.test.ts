import { putArtifacts } from '../../support/artifacts';
import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

test('removes the file of one project, and none of other releases', async () => {
  await fixture.release('shop@1', { projects: ['shop', 'blog'] });
  await fixture.release('shop@2', { projects: ['shop'] });
  const { database } = fixture.service.app;
  for (const { row } of [fixture.shop, fixture.blog])
    await putArtifacts(database, row, [{ name: '~/a.js', text: '// a' }], { release: 'shop@1' });
  const path = (release: string, id = '') => fixture.path(`${encodeURIComponent(release)}/files/${id}`);
  const list = async () => (await fixture.get(path('shop@1')).expect(200)).body as { id: string }[];
  const [first, second] = await list();
  const id = second?.id ?? '';
  expect((await fixture.delete(path('shop@2', `${id}/`)).expect(404)).body).toEqual({ detail: 'File not found' });
  await fixture.delete(path('shop@1', `${id}/`)).expect(204);
  expect(await list()).toEqual([first]);
  await fixture.delete(path('shop@1', `${id}/`)).expect(404);
});
