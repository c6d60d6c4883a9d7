import { OrganizationIssues } from '../../support/organizationIssues';
import { useService } from '../../support/service';

const service = useService();
const issues = new OrganizationIssues(service);

test('removes issues of several projects', async () => {
  const [a, b] = [await issues.open(issues.shop), await issues.open(issues.admin)];
  await service.client.delete(issues.path(`?id=${a}&id=${b}`), issues.token).expect(200);
  expect(await issues.statuses()).toEqual([]);
});

test('removes none if one of the issues is unknown, or none is named', async () => {
  const [a, b] = [await issues.open(issues.shop), await issues.open(issues.admin)];
  await service.client.delete(issues.path(`?id=${a}&id=999999&id=${b}`), issues.token).expect(200);
  await service.client.delete(issues.path(''), issues.token).expect(400);
  expect(await issues.statuses()).toEqual(['unresolved', 'unresolved']);
});

test('requires event:admin', async () => {
  const scopes = ['event:read', 'event:write', 'project:admin'];
  const writer = await service.fixtures.token(issues.shop.organization, { scopes });
  await service.client.delete(issues.path(`?id=${await issues.open(issues.shop)}`), writer).expect(403);
  expect(await issues.statuses()).toEqual(['unresolved']);
});
