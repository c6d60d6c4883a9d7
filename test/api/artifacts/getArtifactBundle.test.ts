import { Uploader } from '../../support/upload';
import { bundle, sha1 } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';
const MAP = { version: 3, sources: ['a.ts'], sourcesContent: ['a()'], names: [], mappings: 'AAAA' };

interface BundleDetail {
  readonly id: string;
  readonly errorCount: number | null;
  readonly warningCount: number | null;
  readonly files: { name: string; findings: { rule: string }[] | null }[];
}

const pathOf = (id: string) => `${uploader.project.path}artifact-bundles/${id}/files/`;

async function newestId(): Promise<string> {
  const path = `${uploader.project.path}files/artifact-bundles/`;
  const { body } = await uploader.service.client.get(path, uploader.token).expect(200);
  return (body as [{ id: string }])[0].id;
}

const get = async (id: string, query = '') =>
  (await uploader.service.client.get(pathOf(id) + query, uploader.token).expect(200)).body as BundleDetail;

const script = (name: string, text = `a();\n//# sourceMappingURL=${name.slice(2)}.map`) => ({
  name,
  bytes: text,
  type: 'minified_source',
});

describe('getArtifactBundle', () => {
  it('returns the files of a bundle by name, with what is wrong with each', async () => {
    const broken = JSON.stringify({ ...MAP, mappings: ';AAAA,CCAA' });
    const archive = bundle([
      { ...script('~/a.js'), headers: { 'debug-id': ID } },
      { name: '~/a.js.map', bytes: JSON.stringify(MAP), headers: { 'debug-id': ID } },
      script('~/b.js'),
      { name: '~/b.js.map', bytes: broken },
      script('~/c.js'),
      { name: '~/d.js.map', bytes: JSON.stringify({ ...MAP, sourcesContent: [null], mappings: '' }) },
      { name: '~/e.ts', bytes: 'e()', type: 'source' },
    ]);
    expect(await uploader.upload(archive, { version: 'v1', dist: '7' })).toMatchObject({ state: 'ok', detail: null });
    const detail = await get(await newestId());
    expect(detail).toMatchObject({
      checksum: sha1(archive),
      release: 'v1',
      dist: '7',
      fileCount: 7,
      errorCount: 2,
      warningCount: 3,
    });
    expect(detail.files.map(({ name, findings }) => [name, findings?.map(({ rule }) => rule)])).toEqual([
      ['~/a.js', []],
      ['~/a.js.map', []],
      ['~/b.js', []],
      ['~/b.js.map', ['mappings-source-index']],
      ['~/c.js', ['map-not-found']],
      ['~/d.js.map', ['no-sources-content', 'mappings-empty', 'map-without-file']],
      ['~/e.ts', []],
    ]);
    expect(detail.files[0]).toMatchObject({ type: 'minified_source', debugId: ID, size: 34 });
    expect(detail.files[3]).toMatchObject({
      type: 'source_map',
      debugId: null,
      sha1: sha1(broken),
      findings: [
        {
          rule: 'mappings-source-index',
          severity: 'error',
          where: 'mappings, line 2, segment 2',
          message: 'A segment refers to a source that is not in the list.',
          count: 1,
        },
      ],
    });
  });

  it('returns the same findings with the files of the release', async () => {
    await uploader.upload(bundle([script('~/lonely.js')]), { version: 'v2' });
    const [file] = (await uploader.files('v2')) as unknown as [{ id: string; findings: unknown }];
    expect(file.findings).toMatchObject([{ rule: 'map-not-found', severity: 'error' }]);
    const { body } = await uploader.service.client
      .get(`${uploader.filesPath('v2')}${file.id}/`, uploader.token)
      .expect(200);
    expect(body).toEqual(file);
  });

  it('returns files in pages', async () => {
    await uploader.upload(bundle(['~/a:1.js', '~/b.js', '~/c.js'].map((name) => script(name, ''))), { version: 'v3' });
    const id = await newestId();
    const first = await uploader.service.client.get(`${pathOf(id)}?per_page=2`, uploader.token).expect(200);
    expect((first.body as BundleDetail).files.map(({ name }) => name)).toEqual(['~/a:1.js', '~/b.js']);
    const [, cursor = ''] = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers['link'])) ?? [];
    const second = await get(id, `?per_page=2&cursor=${encodeURIComponent(cursor)}`);
    expect(second.files.map(({ name }) => name)).toEqual(['~/c.js']);
  });

  it('is 404 for an unknown bundle, and for one of another project', async () => {
    await uploader.upload(bundle([script('~/mine.js', '')]), { version: 'v4' });
    const id = await newestId();
    const { service, project, token } = uploader;
    const sibling = await service.fixtures.project({ organization: project.organization });
    const detail = { detail: 'Artifact bundle not found' };
    for (const path of [pathOf('999999'), pathOf('x'), `${sibling.path}artifact-bundles/${id}/files/`]) {
      expect((await service.client.get(path, token).expect(404)).body).toEqual(detail);
    }
  });

  it('rejects cursors of other lists and unknown parameters with 400', async () => {
    for (const query of ['cursor=x', 'cursor=fi9h:1:0', 'per_page=101', 'query=a']) {
      await uploader.service.client.get(`${pathOf('1')}?${query}`, uploader.token).expect(400);
    }
  });
});

describe('a single file', () => {
  it('is checked when it is uploaded', async () => {
    const { body } = await uploader.sendFile('v5', '~/x.js.map', JSON.stringify({ ...MAP, version: 2 }));
    expect(body).toMatchObject({ findings: [{ rule: 'version', severity: 'error', where: 'version' }] });
    expect(await uploader.files('v5')).toEqual([body]);
  });
});
