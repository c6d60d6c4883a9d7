import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();
const list = async (version: string) =>
  (await fixture.get(fixture.path(`${encodeURIComponent(version)}/commitfiles/`)).expect(200)).body as object[];

test('lists the files of each commit, in the order of the commits', async () => {
  const commits = [
    { id: 'b'.repeat(40), message: 'Second', patch_set: [{ path: 'src/a.js', type: 'M' }] },
    {
      id: 'a'.repeat(40),
      patch_set: [
        { path: 'src/a.js', type: 'A' },
        { path: 'old.js', type: 'D' },
      ],
    },
  ];
  await fixture.release('shop@1', { commits });
  expect(await list('shop@1')).toMatchObject([
    { id: '1', commitMessage: 'Second', filename: 'src/a.js', type: 'M', author: null },
    { id: '2', commitMessage: null, filename: 'src/a.js', type: 'A' },
    { id: '3', commitMessage: null, filename: 'old.js', type: 'D' },
  ]);
});

test('lists the first 1000 files', async () => {
  const patch_set = Array.from({ length: 1001 }, (_, number) => ({ path: `${number}.js`, type: 'A' }));
  await fixture.release('shop@2', { commits: [{ id: 'c'.repeat(40), patch_set }] });
  const files = await list('shop@2');
  expect([files.length, files.at(-1)]).toMatchObject([1000, { filename: '999.js' }]);
});

test('is empty for a release without commits', async () => {
  await fixture.release('shop@3');
  expect(await list('shop@3')).toEqual([]);
});
