import { putArtifacts } from '../../support/artifacts';
import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

test('gets a file of any project of the release, and none of other releases', async () => {
  await fixture.release('shop@1', { projects: ['shop', 'blog'] });
  await fixture.release('shop@2', { projects: ['shop', 'blog'] });
  const { database } = fixture.service.app;
  await putArtifacts(database, fixture.blog.row, [{ name: '~/a.js', text: '// blog' }], { release: 'shop@1' });
  const path = (release: string, id = '') => fixture.path(`${encodeURIComponent(release)}/files/${id}`);
  const { body } = await fixture.get(path('shop@1')).expect(200);
  const [file] = body as [{ id: string }];
  expect((await fixture.get(path('shop@1', `${file.id}/`)).expect(200)).body).toEqual(file);
  const { body: bytes } = await fixture.get(path('shop@1', `${file.id}/?download=1`)).expect(200);
  expect(Buffer.from(bytes as Buffer).toString()).toBe('// blog');
  expect((await fixture.get(path('shop@2', `${file.id}/`)).expect(404)).body).toEqual({ detail: 'File not found' });
});
