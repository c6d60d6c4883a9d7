import { type RuleRecord, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let rule: RuleRecord;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  rule = await rulesOf(service, project, token).create();
});

test('returns a rule', async () => {
  expect(await rulesOf(service, project, token).get(rule.id)).toEqual(rule);
});

test.each(['999999', '0', 'x', '1e1'])('does not find %s', async (id) => {
  const { body } = await service.client.get(`${project.path}rules/${id}/`, token).expect(404);
  expect(body).toEqual({ detail: 'Alert rule not found' });
});

test('does not find the rule of another project', async () => {
  const other = await service.fixtures.project({ organization: project.organization });
  await service.client.get(`${other.path}rules/${rule.id}/`, token).expect(404);
});
