import { type RuleRecord, ruleBody, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
let rule: RuleRecord;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  rule = await rulesOf(service, project, token).create({
    isActive: false,
    frequency: 5,
    filters: { levels: ['error'] },
    recipients: [{ type: 'webhook', url: 'https://hooks.acme.test/x' }],
  });
});

const put = (body: object) => service.client.put(`${project.path}rules/${rule.id}/`, token).send(body);
const update = async (body: object) => (await put(body).expect(200)).body as RuleRecord;
const count = async () =>
  (
    (await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token).expect(200)).body as {
      event: string;
    }[]
  ).filter(({ event }) => event === 'alert_rule.update').length;

test('replaces the whole rule: what is absent has its default', async () => {
  const { id, dateCreated } = rule;
  const updated = await update(ruleBody({ name: 'Other' }));
  expect(updated).toMatchObject({
    id,
    dateCreated,
    name: 'Other',
    isActive: true,
    frequency: 30,
    filters: { levels: [] },
    recipients: [{ type: 'project' }],
  });
  expect(await rulesOf(service, project, token).get(id)).toEqual(updated);
});

test('changes nothing if it is repeated', async () => {
  const body = ruleBody({ name: 'Other', conditions: [{ type: 'events', count: 5, minutes: 1 }] });
  const first = await update(body);
  expect(await update(body)).toEqual(first);
  expect(await count()).toBe(1);
});

test('keeps the secret of a webhook with the same URL and format, and forgets those that are gone', async () => {
  const same = { type: 'webhook', url: 'https://hooks.acme.test/x' };
  const updated = await update(ruleBody({ recipients: [{ type: 'project' }, { ...same, format: 'culprit' }] }));
  expect(updated.recipients[1]?.secret).toBe(rule.recipients[0]?.secret);
  const slack = await update(ruleBody({ recipients: [{ ...same, format: 'slack' }] }));
  expect(slack.recipients).toMatchObject([{ format: 'slack', secret: null }]);
  const again = await update(ruleBody({ recipients: [same] }));
  expect(again.recipients[0]?.secret).not.toBe(rule.recipients[0]?.secret);
});

test('rejects an invalid rule, and changes nothing', async () => {
  const { body } = await put(ruleBody({ name: ' ', conditions: [{ type: 'events' }] })).expect(400);
  expect(body).toEqual({
    name: ['This field may not be blank.'],
    conditions: ['conditions[0]: events requires count and minutes.'],
  });
  expect(await rulesOf(service, project, token).get(rule.id)).toEqual(rule);
});
