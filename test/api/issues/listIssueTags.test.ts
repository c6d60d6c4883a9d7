import { countsOf, TaggedIssue, type TagValue, timeOf } from '../../support/issueTags';
import { useService } from '../../support/service';

const service = useService();
const issue = new TaggedIssue(service);

test('counts the values of each tag, with their shares and times', async () => {
  await issue.send(1, { region: 'eu', server_room: 'a' });
  await issue.send(2, { region: 'us' }, { environment: 'qa', release: 'shop@1', user: { id: '7' } });
  await issue.send(3, { region: 'eu' });
  await service.fixtures.event(issue.project, { message: 'other', fingerprint: ['other'], tags: { region: 'asia' } });
  const tags = await issue.list();
  expect(tags.map(({ key }) => key)).toEqual(['environment', 'level', 'region', 'release', 'server_room', 'user']);
  expect(tags.find(({ key }) => key === 'region')).toEqual({
    key: 'region',
    name: 'Region',
    totalValues: 3,
    uniqueValues: 2,
    countedEvents: 3,
    isSample: false,
    topValues: [
      { key: 'region', name: 'eu', value: 'eu', count: 2, share: 0.6667, firstSeen: timeOf(1), lastSeen: timeOf(3) },
      { key: 'region', name: 'us', value: 'us', count: 1, share: 0.3333, firstSeen: timeOf(2), lastSeen: timeOf(2) },
    ],
  });
  expect(tags.find(({ key }) => key === 'server_room')).toMatchObject({ name: 'Server Room', totalValues: 1 });
  for (const tag of tags) expect(await issue.get(tag.key)).toEqual(tag);
});

test('counts only events of some environments', async () => {
  for (const [index, environment] of ['qa', 'production', 'qa', 'staging'].entries())
    await issue.send(index, { region: environment === 'qa' ? 'eu' : 'us' }, { environment });
  expect(await issue.get('region', '?environment=qa')).toMatchObject({
    totalValues: 2,
    uniqueValues: 1,
    countedEvents: 2,
  });
  const both = await issue.list('?environment=qa&environment=staging');
  expect(countsOf(both.find(({ key }) => key === 'region')?.topValues ?? [])).toEqual([
    ['eu', 2],
    ['us', 1],
  ]);
  const values = await service.client.get(issue.path('region/values/?environment=staging'), issue.token).expect(200);
  expect(countsOf(values.body as TagValue[])).toEqual([['us', 1]]);
});

test('leaves out entries that are stored for searching', async () => {
  await issue.send(1, { region: 'eu' });
  const { database } = service.app;
  const issueId = (await database.read(({ issues }) => issues.findByNumber(issue.project.id, 1)))?.id ?? '';
  await database.write(({ issueTags }) =>
    issueTags.insert(issue.project.id, [{ issueId, key: '~secret', value: 'x' }]),
  );
  expect((await issue.list()).map(({ key }) => key)).toEqual(['level', 'region']);
  await service.client.get(issue.path('~secret/'), issue.token).expect(404);
  expect((await service.client.get(issue.path('~secret/values/'), issue.token).expect(200)).body).toEqual([]);
});
