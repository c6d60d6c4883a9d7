import { AttachmentClient, fileItem } from '../../support/attachments';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';

const service = useService();

test('removes one attachment; the audit log and the activity of the issue name it', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const client = new AttachmentClient(service, project, token);
  await client
    .send(ID, [{ type: 'event' }, { message: 'x' }], fileItem('a.log', 'x'), fileItem('b.log', 'x'))
    .expect(200);
  const [first, second] = await client.list(ID);
  await service.client.delete(client.path(ID, first?.id), token).expect(204);
  await service.client.delete(client.path(ID, first?.id), token).expect(404, { detail: 'Attachment not found' });
  expect(await client.names(ID)).toEqual(['b.log']);
  expect((await client.download(ID, second?.id ?? '').expect(200)).body).toEqual(Buffer.from('x'));
  const log = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token).expect(200);
  expect(JSON.stringify(log.body)).toContain('attachment.remove');
  const issue = `/api/0/organizations/${project.organization}/issues/${await client.issueOf(ID)}/`;
  const { body } = await service.client.get(`${issue}activities/`, token).expect(200);
  expect(body).toMatchObject({
    activity: [
      {
        type: 'deleted_attachment',
        data: { name: 'a.log', eventId: ID },
        user: { email: expect.any(String) as string },
      },
      { type: 'first_seen' },
    ],
  });
});
