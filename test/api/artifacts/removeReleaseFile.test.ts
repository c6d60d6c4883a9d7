import { Uploader } from '../../support/upload';
import { bundle } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

describe('removeReleaseFile', () => {
  it('removes a single file or a file of a bundle, and no other', async () => {
    await uploader.upload(
      bundle([
        { name: '~/a.js', bytes: 'a' },
        { name: '~/b.js', bytes: 'b' },
      ]),
      { version: 'v1' },
    );
    await uploader.sendFile('v1', '~/c.js', 'c');
    const [first, , third] = await uploader.files('v1');
    const { client } = uploader.service;
    for (const id of [first?.id, third?.id]) {
      const response = await client.delete(`${uploader.filesPath('v1')}${id}/`, uploader.token).expect(204);
      expect(response.headers['content-length']).toBeUndefined();
      await client.delete(`${uploader.filesPath('v1')}${id}/`, uploader.token).expect(404);
    }
    expect((await uploader.files('v1')).map(({ name }) => name)).toEqual(['~/b.js']);
  });

  it('finds a file only by its own release and project, and requires a scope to write', async () => {
    const { service, project, token } = uploader;
    const { body } = await uploader.sendFile('v2', '~/mine.js', 'a()');
    const { id } = body as { id: string };
    const sibling = await service.fixtures.project({ organization: project.organization });
    await service.client.post(`${sibling.path}releases/`, token).send({ version: 'v2' }).expect(208);
    expect((await service.client.delete(`${sibling.path}releases/v2/files/${id}/`, token).expect(404)).body).toEqual({
      detail: 'File not found',
    });
    await service.client.delete(`${uploader.filesPath('v1')}${id}/`, token).expect(404);
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read', 'event:admin'] });
    await service.client.delete(`${uploader.filesPath('v2')}${id}/`, reader).expect(403);
    await service.client.delete(`${uploader.filesPath('v2')}${id}/?x=1`, token).expect(400);
    expect(await uploader.files('v2')).toHaveLength(1);
  });
});
