import { TaggedIssue } from '../../support/issueTags';
import { useService } from '../../support/service';

const service = useService();
const issue = new TaggedIssue(service);

test('returns the tag as the list has it, or 404', async () => {
  await issue.send(1, { region: 'eu' });
  await issue.send(2, { region: 'us' });
  const [, region] = await issue.list();
  expect(region).toMatchObject({ key: 'region', totalValues: 2 });
  expect(await issue.get('region')).toEqual(region);
  expect((await service.client.get(issue.path('regions/'), issue.token).expect(404)).body).toEqual({
    detail: 'Tag not found',
  });
  // A key that the issue has, but none of the counted events.
  expect(await issue.get('region', '?environment=qa')).toMatchObject({
    totalValues: 0,
    uniqueValues: 0,
    topValues: [],
  });
});
