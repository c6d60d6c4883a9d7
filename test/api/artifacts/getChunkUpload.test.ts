import { startService } from '../../support/service';
import { Uploader } from '../../support/upload';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

describe('getChunkUpload', () => {
  it('returns the limits and the URL for chunks', async () => {
    const { service, token, chunkPath } = uploader;
    const { body } = await service.client.get(chunkPath, token).expect(200);
    expect(body).toEqual({
      url: service.url + chunkPath,
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

  it.each([
    ['sentry-cli/3.8.0', true],
    ['sentry-cli/2.58.6', true],
    ['sentry-cli/2.39.1 vite-plugin/2.23.1', true],
    ['sentry-cli/1.77.3', true],
    ['sentry-cli/1.69.1', false],
    ['sentry-cli/0.45.0 (linux-x64) node/20.20.2', false],
    ['sentry-cli/0.49.0 (linux-x64) node/22.14.0', false],
    ['sentry-cli/2.0.0 (linux-x64) node/22.14.0', false],
    ['other sentry-cli/2.58.6', false],
    ['', false],
  ])('gives %j a URL that it requests as it is, unless it joins paths', async (userAgent, joinsPath) => {
    const { service, token, chunkPath } = uploader;
    const { body } = await service.client.get(chunkPath, token).set('user-agent', userAgent).expect(200);
    expect(body).toMatchObject({ url: joinsPath ? chunkPath : service.url + chunkPath });
  });

  it('has the origin of PUBLIC_URL in the URL', async () => {
    const service = await startService({ PUBLIC_URL: 'https://errors.example.com' });
    try {
      const { organization } = await service.fixtures.project();
      const path = `/api/0/organizations/${organization}/chunk-upload/`;
      const { body } = await service.client.get(path, await service.fixtures.token(organization)).expect(200);
      expect(body).toMatchObject({ url: `https://errors.example.com${path}` });
    } finally {
      await service.close();
    }
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
