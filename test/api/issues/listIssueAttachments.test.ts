import { AttachmentClient, fileItem } from '../../support/attachments';
import { useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const OTHER = 'f'.repeat(32);

const service = useService();

test('lists the files of all events of the issue that match, newest first', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const client = new AttachmentClient(service, project, token);
  const event = (message: string, environment = 'production') => [{ type: 'event' }, { message, environment }] as const;
  await client.send(ID, event('one', 'staging'), fileItem('a.log', 'x')).expect(200);
  await client.send(OTHER, event('one'), fileItem('screenshot.png', 'x')).expect(200);
  await client.send(OTHER, fileItem('view.json', '{}', { attachment_type: 'event.view_hierarchy' })).expect(200);
  await client.send('e'.repeat(32), event('two'), fileItem('not.log', 'x')).expect(200);
  const issue = await client.issueOf(ID);
  const names = async (query = '') => {
    const path = `/api/0/organizations/${project.organization}/issues/${issue}/attachments/${query}`;
    const reply = await service.client.get(path, token).expect(200);
    return (reply.body as { name: string }[]).map(({ name }) => name);
  };
  expect(await names()).toEqual(['view.json', 'screenshot.png', 'a.log']);
  expect(await names('?screenshot=')).toEqual(['screenshot.png']);
  expect(await names('?query=is:screenshot')).toEqual(['screenshot.png']);
  expect(await names('?query=.LOG')).toEqual(['a.log']);
  expect(await names('?query=none')).toEqual([]);
  expect(await names('?query=%20')).toHaveLength(3);
  expect(await names('?environment=staging')).toEqual(['a.log']);
  expect(await names('?environment=staging&environment=production')).toHaveLength(3);
  expect(await names('?environment=production&query=view')).toEqual(['view.json']);
  expect(await names('?types=event.attachment&types=event.view_hierarchy')).toHaveLength(3);
  expect(await names('?types=event.view_hierarchy')).toEqual(['view.json']);
  expect(await names(`?event_id=${ID}&event_id=none`)).toEqual(['a.log']);
  expect(await names('?event_id=none')).toEqual([]);
  expect(await names('?statsPeriod=1h')).toHaveLength(3);
  expect(await names('?end=2020-01-01T00:00:00Z')).toEqual([]);
});
