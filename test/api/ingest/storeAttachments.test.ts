import { AttachmentClient } from '../../support/attachments';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';

const service = useService();
let client: AttachmentClient;
let path: string;
beforeEach(async () => {
  const project = await service.fixtures.project();
  client = new AttachmentClient(service, project, await service.fixtures.token(project.organization));
  path = `/api/${project.id}/events/${ID}/attachments/?sentry_key=${project.publicKey}`;
  await client.send(ID, [{ type: 'event' }, { message: 'boom' }]).expect(200);
});

test('stores each part that has a file name', async () => {
  await service.client
    .post(path)
    .field('note', 'no file')
    .attach('one', Buffer.from('{}'), { filename: '/tmp/a.json', contentType: 'application/json' })
    .attach('two', Buffer.from('x'), 'b.log')
    .expect(201, {});
  expect(await client.list(ID)).toMatchObject([
    { name: 'a.json', mimetype: 'application/json', type: 'event.attachment', size: 2 },
    { name: 'b.log', size: 1 },
  ]);
});

test('refuses other keys, other bodies and other ids', async () => {
  const form = (address: string) => service.client.post(address).attach('file', Buffer.from('x'), 'a.log');
  await form(path.replace(/=.*/, `=${'0'.repeat(32)}`)).expect(403);
  await form(path.replace(/\?.*/, '')).expect(401);
  await form(path.replace(ID, 'none')).expect(400);
  await service.client.post(path).set('Content-Type', 'text/plain').send('x').expect(415);
  await service.client.post(path).set('Content-Type', 'multipart/form-data; boundary=b').send('x').expect(400);
  expect(await client.list(ID)).toEqual([]);
});
