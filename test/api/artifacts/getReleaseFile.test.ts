import { randomBytes } from 'node:crypto';
import { Uploader } from '../../support/upload';
import { sha1 } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

describe('getReleaseFile', () => {
  it('returns the record of the file', async () => {
    const { body: file } = await uploader.sendFile('v1', '~/a.js', 'a()', { headers: ['Sourcemap:a.js.map'] });
    const { id } = file as { id: string };
    const { client } = uploader.service;
    for (const query of ['', '?download=0', '?download=false']) {
      const { body } = await client.get(`${uploader.filesPath('v1')}${id}/${query}`, uploader.token).expect(200);
      expect(body).toEqual(file);
    }
  });

  it.each([0, 1, 3_000_000])('returns its %i bytes unchanged with download=1', async (size) => {
    const bytes = randomBytes(size);
    const { body: file } = await uploader.sendFile('v1', `~/${size}.js`, bytes);
    const { id } = file as { id: string };
    const response = await uploader.service.client
      .get(`${uploader.filesPath('v1')}${id}/?download=1`, uploader.token)
      .buffer(true)
      .expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
    });
    expect(sha1(response.body as Buffer)).toBe(sha1(bytes));
  });

  it('finds a file only by its own release and project', async () => {
    const { service, project, token } = uploader;
    const { body } = await uploader.sendFile('v1', '~/mine.js', 'a()');
    const { id } = body as { id: string };
    await uploader.makeRelease('v2');
    const sibling = await service.fixtures.project({ organization: project.organization });
    await service.client.post(`${sibling.path}releases/`, token).send({ version: 'v1' }).expect(208);
    const paths = [
      `${uploader.filesPath('v2')}${id}/`,
      `${sibling.path}releases/v1/files/${id}/`,
      `${uploader.filesPath('v1')}0/`,
      `${uploader.filesPath('v1')}x/`,
    ];
    for (const path of paths)
      expect((await service.client.get(path, token).expect(404)).body).toEqual({ detail: 'File not found' });
    await service.client.get(`${uploader.filesPath('v9')}${id}/`, token).expect(404);
  });

  it('requires a scope to read projects, and rejects other parameters and values', async () => {
    const { service, project, token } = uploader;
    const { body } = await uploader.sendFile('v1', '~/scope.js', 'a()');
    const path = `${uploader.filesPath('v1')}${(body as { id: string }).id}/`;
    await service.client
      .get(path, await service.fixtures.token(project.organization, { scopes: ['event:admin'] }))
      .expect(403);
    await service.client.get(path).expect(401);
    await service.client.get(`${path}?download=yes`, token).expect(400);
    await service.client.get(`${path}?raw=1`, token).expect(400);
  });
});
