import { Uploader } from '../../support/upload';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

describe('getChunkUpload', () => {
  it('returns the limits and the path for chunks', async () => {
    const { service, token, chunkPath } = uploader;
    const { body } = await service.client.get(chunkPath, token).expect(200);
    expect(body).toEqual({
      url: chunkPath,
      chunkSize: 8388608,
      chunksPerRequest: 64,
      maxRequestSize: 33554432,
      maxFileSize: 268435456,
      maxWait: 0,
      concurrency: 1,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      accept: ['release_files', 'sources', 'artifact_bundles', 'artifact_bundles_v2'],
    });
  });

  it('replies 404 for other organizations', async () => {
    const { service, token } = uploader;
    const other = await service.fixtures.organization();
    await service.client.get(`/api/0/organizations/${other.slug}/chunk-upload/`, token).expect(404);
    await service.client.get('/api/0/organizations/nobody/chunk-upload/', token).expect(404);
  });

  it('requires a token with a scope for uploads, and accepts no parameters', async () => {
    const { service, project, chunkPath } = uploader;
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    const { body } = await service.client.get(chunkPath, reader).expect(403);
    expect(body).toMatchObject({ requiredScopes: ['project:admin', 'project:releases', 'project:write'] });
    await service.client.get(chunkPath).expect(401);
    await service.client.get(`${chunkPath}?x=1`, uploader.token).expect(400);
  });
});
