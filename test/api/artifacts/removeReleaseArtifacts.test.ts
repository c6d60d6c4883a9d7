import { Uploader } from '../../support/upload';
import { bundle } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const path = (query: string) => `${uploader.project.path}files/source-maps/${query}`;

describe('removeReleaseArtifacts', () => {
  it('removes all files of one release in one project', async () => {
    const { service, project, token } = uploader;
    const sibling = await service.fixtures.project({ organization: project.organization });
    const version = 'a b&c';
    await uploader.upload(bundle([{ name: '~/a.js', bytes: 'a' }]), {
      version,
      projects: [project.slug, sibling.slug],
    });
    await uploader.sendFile(version, '~/c.js', 'c');
    await uploader.sendFile('other', '~/c.js', 'c');
    await service.client.delete(path(`?name=${encodeURIComponent(version)}`), token).expect(204);
    expect(await uploader.files(version)).toEqual([]);
    expect(await uploader.files('other')).toHaveLength(1);
    const { body } = await service.client
      .get(`${sibling.path}releases/${encodeURIComponent(version)}/files/`, token)
      .expect(200);
    expect(body).toHaveLength(1);
  });

  it('replies 204 for a release that does not exist', async () => {
    await uploader.service.client.delete(path('?name=unknown'), uploader.token).expect(204);
  });

  it('requires the parameter name once, a scope to write, and an existing project', async () => {
    const { service, project, token } = uploader;
    expect((await service.client.delete(path(''), token).expect(400)).body).toEqual({
      detail: "Query parameter 'name' is required.",
    });
    await service.client.delete(path('?name=a&name=b'), token).expect(400);
    await service.client.delete(path('?name=a&x=1'), token).expect(400);
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    await service.client.delete(path('?name=a'), reader).expect(403);
    await service.client.delete('/api/0/projects/nobody/nothing/files/source-maps/?name=a', token).expect(404);
  });
});
