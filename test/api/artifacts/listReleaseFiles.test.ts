import { Uploader } from '../../support/upload';
import { bundle } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const names = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);

describe('listReleaseFiles', () => {
  it('returns single files and files of bundles, by name, in pages', async () => {
    const version = 'pages/are here'.replace('/', ' ');
    await uploader.upload(
      bundle([
        { name: 'https://h:8080/a.js?x=1:2', bytes: '' },
        { name: '~/c.js', bytes: 'c' },
      ]),
      { version },
    );
    await uploader.sendFile(version, '~/b.js', 'b');
    const { client } = uploader.service;
    const first = await client.get(`${uploader.filesPath(version)}?per_page=2&cursor=`, uploader.token).expect(200);
    expect(names(first.body)).toEqual(['https://h:8080/a.js?x=1:2', '~/b.js']);
    const [, cursor = ''] = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers['link'])) ?? [];
    const second = await client
      .get(`${uploader.filesPath(version)}?per_page=2&cursor=${encodeURIComponent(cursor)}`, uploader.token)
      .expect(200);
    expect(names(second.body)).toEqual(['~/c.js']);
    expect(second.headers['link']).toContain('rel="next"; results="false"');
  });

  it('returns an empty list for a release without files', async () => {
    await uploader.makeRelease('empty');
    expect(await uploader.files('empty')).toEqual([]);
  });

  it('rejects invalid cursors and page sizes and unknown parameters with 400', async () => {
    await uploader.makeRelease('queries');
    const { client } = uploader.service;
    for (const query of ['cursor=x', 'cursor=a:b:!:0', 'per_page=0', 'per_page=101', 'query=a']) {
      await client.get(`${uploader.filesPath('queries')}?${query}`, uploader.token).expect(400);
    }
  });

  it('requires a release of the project and a scope to read projects', async () => {
    const { service, project, token } = uploader;
    expect((await service.client.get(uploader.filesPath('unknown'), token).expect(404)).body).toEqual({
      detail: 'Release not found',
    });
    await uploader.makeRelease('known');
    const sibling = await service.fixtures.project({ organization: project.organization });
    await service.client.get(`${sibling.path}releases/known/files/`, token).expect(404);
    await service.client
      .get(uploader.filesPath('known'), await service.fixtures.token(project.organization, { scopes: ['event:read'] }))
      .expect(403);
    await service.client
      .get(
        uploader.filesPath('known'),
        await service.fixtures.token(project.organization, { scopes: ['project:read'] }),
      )
      .expect(200);
    await service.client.get(uploader.filesPath('known')).expect(401);
  });

  it.each(['get', 'post', 'delete'] as const)(
    'redirects from a former slug of the project, also for %s',
    async (method) => {
      const { service, project, token } = uploader;
      const old = await service.fixtures.project({ organization: project.organization });
      await service.client
        .put(old.path, token)
        .send({ slug: `${old.slug}-new` })
        .expect(200);
      const rest = { get: 'releases/v1/files/1/', post: 'releases/v1/files/', delete: 'files/source-maps/?name=v1' }[
        method
      ];
      const response = await service.client.send(method, `${old.path}${rest}`, token).expect(302);
      expect(response.headers['location']).toBe(`${old.path.replace(old.slug, `${old.slug}-new`)}${rest}`);
    },
  );
});
