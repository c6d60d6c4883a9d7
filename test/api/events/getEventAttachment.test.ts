import { AttachmentClient, fileItem, PNG } from '../../support/attachments';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

const service = useService();
let token: string;
let client: AttachmentClient;
beforeEach(async () => {
  const project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  client = new AttachmentClient(service, project, token);
});

async function stored(name: string, bytes: Buffer | string, header: object = {}): Promise<string> {
  await client.send(ID, [{ type: 'event' }, { message: 'x' }], fileItem(name, bytes, header)).expect(200);
  return (await client.list(ID)).find((one) => one.name === name)?.id ?? '';
}

test.each(['<html><script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF88a', '\x89PNG'])(
  'has browsers save %s, whatever its name and media type say',
  async (text) => {
    const id = await stored('page "1".png', text, { content_type: 'image/png' });
    const reply = await client.download(ID, id).expect(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page _1_.png"; filename*=UTF-8''page%20%221%22.png`,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(text)),
    });
  },
);

test.each([
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
])('shows an image that begins as %s does, under the same policy', async (type, bytes) => {
  const reply = await client.download(ID, await stored('screen.txt', bytes)).expect(200);
  expect(reply.headers).toMatchObject({
    'content-type': type,
    'content-disposition': 'inline; filename="screen.txt"',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
});

test('returns the record without download, and 404 for attachments of other events and projects', async () => {
  const id = await stored('a.log', 'x');
  const { body } = await service.client.get(client.path(ID, id), token).expect(200);
  expect(body).toMatchObject({ id, name: 'a.log', sha1: '11f6ad8ec52a2984abaafd7c3b516503785c2072' });
  const other = 'f'.repeat(32);
  await client.send(other, [{ type: 'event' }, { message: 'x' }]).expect(200);
  await service.client.get(client.path(other, id), token).expect(404, { detail: 'Attachment not found' });
  await service.client.get(client.path(ID, 'x'), token).expect(404);
  const project = await service.fixtures.project({ organization: client.project.organization });
  await service.client.get(`${project.path}events/${ID}/attachments/${id}/`, token).expect(404);
});
