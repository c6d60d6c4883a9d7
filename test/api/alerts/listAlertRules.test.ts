import { rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

test('lists the rules of the project, oldest first', async () => {
  const { create, list } = rulesOf(service, project, token);
  const other = await service.fixtures.project({ organization: project.organization });
  // Eleven ids in a row have different numbers of digits, or end with 9 and 0: they are compared as numbers.
  const rules: object[] = [];
  for (let number = 11; number > 0; number -= 1) rules.push(await create({ name: `${number}` }));
  await rulesOf(service, other, token).create();
  expect(await list()).toEqual(rules);
});

test('shows URLs and secrets of webhooks to callers that may write only', async () => {
  const webhooks = [
    { type: 'webhook', url: 'https://hooks.acme.test/secret' },
    { type: 'webhook', url: 'https://hooks.slack.com/services/secret', format: 'slack' },
    { type: 'webhook', url: 'https://acme.test/x', format: 'template', token: 'secret-0123456789', template: '["x"]' },
  ];
  await rulesOf(service, project, token).create({ recipients: webhooks });
  const reader = await service.fixtures.token(project.organization, { scopes: ['alerts:read'] });
  const { body } = await service.client.get(`${project.path}rules/`, reader).expect(200);
  expect(JSON.stringify(body)).not.toMatch(/secret"?:"whsec|hooks/);
  expect((body as object[]).at(-1)).toMatchObject({
    recipients: [
      { url: '', format: 'culprit', secret: '' },
      { url: '', format: 'slack', secret: null },
      { url: '', format: 'template', secret: null, token: '', template: '' },
    ],
  });
});
