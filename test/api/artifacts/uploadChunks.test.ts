import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CHUNK_BYTES, Uploader } from '../../support/upload';
import { sha1 } from '../../support/zip';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const post = () => uploader.service.client.post(uploader.chunkPath, uploader.token);
const missing = (chunks: readonly Buffer[]) =>
  uploader.service.app.database.read(async ({ organizations, contents }) => {
    const organization = await organizations.findBySlug(uploader.project.organization);
    return contents.findMissing(organization?.id ?? '', chunks.map(sha1));
  });

describe('uploadChunks', () => {
  it.each(['file', 'file_gzip'] as const)('stores chunks of parts named %s, also repeatedly', async (name) => {
    const chunks = [randomBytes(10), randomBytes(CHUNK_BYTES), Buffer.from(`\r\n--x\r\n${name}`)];
    for (const _ of ['once', 'again']) {
      const response = await uploader.sendChunks(chunks, name);
      expect([response.status, response.text]).toEqual([200, '']);
      expect(await missing(chunks)).toEqual([]);
    }
  });

  it('accepts as many bytes and chunks as getChunkUpload states', async () => {
    const chunks = Array.from({ length: 4 }, () => randomBytes(CHUNK_BYTES));
    expect((await uploader.sendChunks(chunks)).status).toBe(200);
    const small = Array.from({ length: 64 }, () => randomBytes(8));
    expect((await uploader.sendChunks(small)).status).toBe(200);
  });

  it('refuses a chunk that inflates to far more than was sent', async () => {
    const head = `--X\r\nContent-Disposition: form-data; name="file_gzip"; filename="${sha1('x')}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), gzipSync(Buffer.alloc(CHUNK_BYTES)), Buffer.from('\r\n--X--\r\n')]);
    const { body: reply } = await post().set('Content-Type', 'multipart/form-data; boundary=X').send(body).expect(413);
    expect(reply).toEqual({ detail: `Chunk ${sha1('x')} inflates to more than 200 times its length.` });
  });

  it('accepts SHA-1 names in upper case, and forms as curl writes them', async () => {
    const chunk = randomBytes(100);
    const head = `--X\r\nContent-Disposition: form-data; name="file"; filename="${sha1(chunk).toUpperCase()}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), chunk, Buffer.from('\r\n--X--\r\n')]);
    await post().set('Content-Type', 'multipart/form-data; boundary=X').send(body).expect(200);
    expect(await missing([chunk])).toEqual([]);
  });

  it.each([
    ['has a different SHA-1', 'file', sha1('other'), Buffer.from('x'), `Chunk ${sha1('other')} has a different SHA-1.`],
    [
      'is too large',
      'file',
      sha1('x'),
      Buffer.alloc(CHUNK_BYTES + 1),
      `Chunk ${sha1('x')} has more than 8388608 bytes.`,
    ],
    [
      'inflates to more than the limit',
      'file_gzip',
      sha1('x'),
      gzipSync(randomBytes(CHUNK_BYTES + 1), { level: 1 }),
      `Chunk ${sha1('x')} has more than 8388608 bytes.`,
    ],
    ['is not compressed', 'file_gzip', sha1('x'), Buffer.from('x'), `Chunk ${sha1('x')} is not compressed with gzip.`],
    [
      'is truncated',
      'file_gzip',
      sha1('x'),
      gzipSync('x').subarray(0, -4),
      `Chunk ${sha1('x')} is not compressed with gzip.`,
    ],
    [
      'has a name that is not a SHA-1',
      'file',
      'a.js',
      Buffer.from('x'),
      'A part has the file name "a.js", which is not a SHA-1 in hexadecimal digits.',
    ],
    [
      'is in a part of another name',
      'chunk',
      sha1('x'),
      Buffer.from('x'),
      'The form has an unknown part "chunk"; accepted are file, file_gzip.',
    ],
  ])('stores nothing if a chunk %s', async (_, name, filename, bytes, detail) => {
    const valid = randomBytes(10);
    const response = await post()
      .attach('file', valid, { filename: sha1(valid) })
      .attach(name, bytes, { filename })
      .expect(400);
    expect(response.body).toEqual({ detail });
    expect(await missing([valid])).toEqual([sha1(valid)]);
  });

  it('rejects more than 64 chunks', async () => {
    const response = await uploader.sendChunks(Array.from({ length: 65 }, (_, index) => Buffer.from([index])));
    expect([response.status, response.body]).toEqual([400, { detail: 'The form has more than 64 parts.' }]);
  });

  it.each([
    ['has no chunk', '--X--\r\n', 'The form has no chunks; send them as "file" or "file_gzip".'],
    ['is empty', '', 'The body is not a multipart form; its boundary is not in it.'],
    [
      'is truncated',
      '--X\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc',
      'The body is not a multipart form; it ends before its last boundary.',
    ],
    [
      'has headers that do not end',
      `--X\r\nA: ${'x'.repeat(20_000)}`,
      'The body is not a multipart form; the headers of a part do not end.',
    ],
    [
      'has a part without a name',
      '--X\r\nA: b\r\n\r\nabc\r\n--X--',
      'The body is not a multipart form; a part has no name.',
    ],
    [
      'has text behind a boundary',
      '--X!\r\n',
      'The body is not a multipart form; a boundary is not at the end of its line.',
    ],
  ])('rejects a form that %s', async (_, body, detail) => {
    const response = await post()
      .set('Content-Type', 'multipart/form-data; boundary="X"')
      .send(Buffer.from(body))
      .expect(400);
    expect(response.body).toEqual({ detail });
  });

  it('rejects a content type without a boundary, and other content types', async () => {
    await post().set('Content-Type', 'multipart/form-data').send(Buffer.from('x')).expect(400);
    const response = await post().set('Content-Type', 'application/json').send('{}').expect(415);
    expect(response.body).toEqual({
      detail: 'Unsupported media type "application/json" in request; use multipart/form-data.',
    });
  });

  it('rejects bodies over the limit with 413', async () => {
    const request = post().attach('file', Buffer.alloc(35 * 1024 * 1024), { filename: sha1('x') });
    const { body } = await request.expect(413);
    expect(body).toEqual({ detail: 'The body is larger than 34603008 bytes.' });
  });

  it('requires a scope for uploads and the token’s organization', async () => {
    const { service, project, token, chunkPath } = uploader;
    const reader = await service.fixtures.token(project.organization, { scopes: ['project:read', 'event:admin'] });
    await service.client.post(chunkPath, reader).expect(403);
    await service.client.post(chunkPath).expect(401);
    await service.client.post('/api/0/organizations/nobody/chunk-upload/', token).expect(404);
  });
});
