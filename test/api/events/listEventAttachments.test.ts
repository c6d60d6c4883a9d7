import { AttachmentClient, fileItem } from '../../support/attachments';
import { readLink } from '../../support/client';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';

const service = useService();
let token: string;
let client: AttachmentClient;
beforeEach(async () => {
  const project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  client = new AttachmentClient(service, project, token);
  const names = ['Screenshot-1.png', 'é.log', 'b.log', 'a.log', 'crash SCREENSHOT.txt'];
  await client
    .send(ID, [{ type: 'event' }, { message: 'x' }], ...names.map((name) => fileItem(name, name)))
    .expect(200);
});

test('is ordered by name, and searched by a part of it', async () => {
  expect(await client.names(ID)).toEqual(['Screenshot-1.png', 'a.log', 'b.log', 'crash SCREENSHOT.txt', 'é.log']);
  expect(await client.names(ID, '?query=.LOG')).toEqual(['a.log', 'b.log', 'é.log']);
  expect(await client.names(ID, '?query=is:screenshot')).toEqual(['Screenshot-1.png', 'crash SCREENSHOT.txt']);
});

test('has pages', async () => {
  const first = await service.client.get(`${client.path(ID)}?per_page=2&query=log`, token).expect(200);
  const second = await service.client.get(readLink(first).next.path, token).expect(200);
  expect(second.body).toMatchObject([{ name: 'é.log' }]);
  expect(readLink(second).next.results).toBe(false);
  const back = await service.client.get(readLink(second).previous.path, token).expect(200);
  expect(back.body).toEqual(first.body);
});

test('is 404 for an unknown event, and once the issue of the event is removed', async () => {
  await service.client.get(client.path('f'.repeat(32)), token).expect(404, { detail: 'Event not found' });
  await service.client.delete(`${client.project.path}issues/`, token).expect(200);
  await service.client.get(client.path(ID), token).expect(404);
});
