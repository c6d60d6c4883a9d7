import { type RuleRecord, ruleBody, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let accessToken: string;
let rule: RuleRecord;
beforeEach(async () => {
  project = await service.fixtures.project();
  accessToken = await service.fixtures.token(project.organization);
  rule = await rulesOf(service, project, accessToken).create({
    isActive: false,
    frequency: 5,
    filters: { levels: ['error'] },
    recipients: [{ type: 'webhook', url: 'https://hooks.acme.test/x' }],
  });
});

const put = (body: object) => service.client.put(`${project.path}rules/${rule.id}/`, accessToken).send(body);
const update = async (body: object) => (await put(body).expect(200)).body as RuleRecord;
const count = async () =>
  (
    (await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, accessToken).expect(200))
      .body as {
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
  expect(await rulesOf(service, project, accessToken).get(id)).toEqual(updated);
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
  expect(await rulesOf(service, project, accessToken).get(rule.id)).toEqual(rule);
});

test('never shows a token again, and keeps it for the same format and host only', async () => {
  const token = 'a1b2'.repeat(8);
  const pager = { type: 'webhook', format: 'pagerduty', token };
  const stored = async () => {
    const found = await service.app.database.read(({ alertRules }) => alertRules.find(project.id, rule.id));
    return found?.recipients.map((one) => (one.type === 'webhook' ? one.token : null));
  };
  const first = await update(ruleBody({ recipients: [pager] }));
  expect(first.recipients).toMatchObject([{ url: 'https://events.pagerduty.com', token: '…a1b2', secret: null }]);
  const masked = { ...pager, token: '…a1b2' };
  const again = await update(ruleBody({ recipients: [masked, { ...pager, token: 'c3d4'.repeat(8) }] }));
  expect(again.recipients.map((one) => one.token)).toEqual(['…a1b2', '…c3d4']);
  expect(await stored()).toEqual([token, 'c3d4'.repeat(8)]);
  for (const other of [
    { url: 'https://evil.test' },
    { token: '…9999' },
    { format: 'ntfy', url: 'https://ntfy.sh/x' },
  ]) {
    const { body } = await put(ruleBody({ recipients: [{ ...masked, ...other }] })).expect(400);
    expect(body).toMatchObject({ recipients: [expect.stringMatching(/^recipients\[0\]: Enter the whole token/)] });
  }
  const { body: log } = await service.client.get(
    `/api/0/organizations/${project.organization}/audit-logs/`,
    accessToken,
  );
  expect(JSON.stringify(log)).not.toContain('a1b2');
});
