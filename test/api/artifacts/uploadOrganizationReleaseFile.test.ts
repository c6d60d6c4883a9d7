import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

test('stores a file in each project of the release, in place of the file of that name', async () => {
  await fixture.release('shop@1', { projects: ['shop', 'blog'] });
  const path = fixture.path('shop%401/files/');
  const post = (text: string) =>
    fixture.service.client
      .post(path, fixture.token)
      .attach('file', Buffer.from(text), 'app.js')
      .field('name', '~/app.js')
      .expect(201);
  await post('a()');
  const { body: uploaded } = await post('b()');
  const files = (await fixture.get(path).expect(200)).body as { sha1: string }[];
  expect(files).toHaveLength(2);
  expect(files).toContainEqual(uploaded);
  for (const project of ['shop', 'blog']) {
    const { body } = await fixture.get(fixture.projectPath('shop%401/files/', project)).expect(200);
    expect(body).toMatchObject([{ name: '~/app.js', sha1: (uploaded as { sha1: string }).sha1 }]);
  }
});
