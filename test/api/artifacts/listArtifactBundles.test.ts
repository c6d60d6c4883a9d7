import { Uploader } from '../../support/upload';
import { bundle, sha1 } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

interface Bundle {
  readonly id: string;
  readonly checksum: string;
  readonly release: string | null;
}

const path = () => `${uploader.project.path}files/artifact-bundles/`;
const list = async (query = '') =>
  (await uploader.service.client.get(path() + query, uploader.token).expect(200)).body as Bundle[];
const archive = (name: string) => bundle([{ name, bytes: `${name}()`, type: 'minified_source' }]);

describe('listArtifactBundles', () => {
  it('returns the bundles of a project, newest first, in pages, and those of a release', async () => {
    expect(await list()).toEqual([]);
    for (const [index, version] of ['v1', 'v2', 'v1'].entries())
      await uploader.upload(archive(`~/${index}.js`), { version });
    await uploader.upload(archive('~/none.js'));
    const all = await list();
    expect(all.map(({ release }) => release)).toEqual([null, 'v1', 'v2', 'v1']);
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as unknown,
      checksum: sha1(archive('~/none.js')),
      release: null,
      dist: null,
      fileCount: 1,
      errorCount: 0,
      warningCount: 1,
      dateCreated: expect.any(String) as unknown,
    });
    expect((await list('?release=v1')).map(({ id }) => id)).toEqual([all[1]?.id, all[3]?.id]);
    const first = await uploader.service.client.get(`${path()}?per_page=3`, uploader.token).expect(200);
    const [, cursor = ''] = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers['link'])) ?? [];
    expect((await list(`?per_page=3&cursor=${cursor}`)).map(({ id }) => id)).toEqual([all[3]?.id]);
  });

  it('lists a bundle until the last of its files is removed or replaced', async () => {
    const version = 'kept';
    const two = bundle([
      { name: '~/one.js', bytes: '1', type: 'minified_source' },
      { name: '~/two.js', bytes: '2', type: 'minified_source' },
    ]);
    await uploader.upload(two, { version });
    const ids = async () => (await list(`?release=${version}`)).map(({ id }) => id);
    const [old] = await ids();
    await uploader.upload(archive('~/one.js'), { version });
    expect(await ids()).toEqual([expect.any(String), old]);
    const file = (await uploader.files(version)).find(({ name }) => name === '~/two.js');
    await uploader.service.client
      .delete(`${uploader.filesPath(version)}${file?.id ?? ''}/`, uploader.token)
      .expect(204);
    expect(await ids()).toEqual([expect.any(String)]);
    expect(await ids()).not.toContain(old);
    await uploader.service.client
      .delete(`${uploader.project.path}files/source-maps/?name=${version}`, uploader.token)
      .expect(204);
    expect(await ids()).toEqual([]);
  });

  it('shows a bundle of several projects in each of them, and in no other', async () => {
    const { service, project, token } = uploader;
    const sibling = await service.fixtures.project({ organization: project.organization });
    const stranger = await service.fixtures.project({ organization: project.organization });
    await uploader.upload(archive('~/shared.js'), { version: 'shared', projects: [project.slug, sibling.slug] });
    const inProject = async (at: string) =>
      (await service.client.get(`${at}files/artifact-bundles/?release=shared`, token).expect(200)).body as Bundle[];
    expect(await inProject(sibling.path)).toHaveLength(1);
    expect(await inProject(project.path)).toEqual(await inProject(sibling.path));
    expect(await inProject(stranger.path)).toEqual([]);
  });

  it('rejects cursors of other lists, page sizes and unknown parameters with 400', async () => {
    for (const query of ['cursor=x', 'cursor=12:0', 'cursor=i12:9:0', 'per_page=0', 'release=', 'query=a']) {
      await uploader.service.client.get(`${path()}?${query}`, uploader.token).expect(400);
    }
  });
});
