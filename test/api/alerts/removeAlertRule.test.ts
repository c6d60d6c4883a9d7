import { type RuleRecord, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let rule: RuleRecord;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  rule = await rulesOf(service, project, token).create();
});

const remove = (id = rule.id) => service.client.delete(`${project.path}rules/${id}/`, token);

test('removes one rule for good', async () => {
  const { create, list } = rulesOf(service, project, token);
  const other = await create();
  await remove().expect(204);
  expect(await list()).toEqual([other]);
  expect((await remove().expect(404)).body).toEqual({ detail: 'Alert rule not found' });
});

test('events are not compared with it any more', async () => {
  await remove().expect(204);
  const stored = await service.app.database.read(({ projects }) => projects.findByKey(project.id, project.publicKey));
  expect(stored?.project.alertRules).toEqual([]);
});
