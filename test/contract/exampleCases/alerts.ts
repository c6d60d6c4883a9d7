import { hashToken } from '../../../src/domain/access';
import type { ExampleCases, ExampleFixtures } from '../exampleCase';
import { all, EXCEPTION, type Prepare, send } from './prepare';

const ADDRESS = 'oncall@acme.test';
/** The token of the examples. */
const TOKEN = 'Zk3c0vQhY8m1rT5xWn2bJ7uLpE9sDaG4iKoHfXyVqR6';

/** Asks the owner of the address, like a mail. */
async function withQuestion({ service, project: { row } }: ExampleFixtures): Promise<void> {
  const key = { organizationId: row.organizationId, address: ADDRESS };
  await service.app.database.write(({ alertAddresses }) =>
    alertAddresses.requestConfirmation(key, hashToken(TOKEN), Date.now(), Date.now()),
  );
}

/** Creates the rule whose id is in the examples. The owner of its address has confirmed it. */
async function withRule({ service, project, token }: ExampleFixtures): Promise<void> {
  const { row, id: projectId } = project;
  const rule = {
    name: 'Production',
    isActive: true,
    frequency: 60,
    conditions: [{ type: 'new' }, { type: 'regression' }, { type: 'events', count: 100, minutes: 5 }],
    filters: { levels: ['error', 'fatal'], environments: ['production'], releases: ['web-*'], tags: [] },
    recipients: [
      { type: 'team', id: '1', key: '2' },
      { type: 'email', address: ADDRESS, key: '3' },
      // The host is in a private network, so that a test sends nothing. Its result has the same form.
      { type: 'webhook', url: 'http://127.0.0.1:9/', format: 'slack', secret: null, key: '4' },
    ],
    projectId,
    organizationId: row.organizationId,
    id: '1',
    dateCreated: Date.now(),
    dateUpdated: Date.now(),
  } as const;
  await withQuestion({ service, project, token });
  await service.app.database.write(async ({ alertRules, alertAddresses }) => {
    await alertAddresses.confirm(hashToken(TOKEN), Date.now());
    await alertRules.insert(rule);
  });
}

/** Creates a mail of the rule that failed once. */
const withDelivery: Prepare = async (fixtures) => {
  await withRule(fixtures);
  const { service, project } = fixtures;
  const now = Date.now();
  await service.app.database.write(({ alerts: stored }) =>
    stored.insertDeliveries([
      {
        projectId: project.id,
        organizationId: project.row.organizationId,
        channel: 'mail',
        kind: 'alerts',
        digest: '9c1e5a7b3d2f48609ab1c2d3e4f50617',
        queueId: '1',
        recipient: '-3',
        alertCount: 2,
        state: 'waiting',
        attempts: 1,
        dueAt: now + 60_000,
        dateCreated: now - 2000,
        dateSettled: null,
        error: 'The mail server refused the connection.',
      },
    ]),
  );
};

/** Sends an event about which the rule alerts, and a mail of the rule that failed once. */
const withAlert = all(withDelivery, send({ ...EXCEPTION, release: 'web-2.4.1' }), async ({ service, project }) => {
  await service.app.database.write(async ({ alerts: stored }) => {
    const queue = { projectId: project.id, channel: 'mail', queueId: '1' } as const;
    const alert = { eventId: EXCEPTION.event_id, issueId: '1', reason: 'new', dateCreated: Date.now() } as const;
    await stored.insert([{ ...queue, ...alert }]);
    const assigned = [{ eventId: EXCEPTION.event_id, digest: '9c1e5a7b3d2f48609ab1c2d3e4f50617' }];
    await stored.assignDigests(queue, assigned, Date.now());
  });
});

/** A rule with a value for each member that the example leaves out. */
const OTHERS = {
  name: 'Others',
  isActive: false,
  frequency: 5,
  conditions: [{ type: 'users', count: 5, minutes: 60 }],
  filters: { levels: ['fatal'], environments: [''], releases: ['1.*'], tags: [{ key: 'browser', value: 'Safari*' }] },
};

export const alerts = {
  listIssueAlertDecisions: {
    cases: [{ response: 'decisions', prepare: withAlert }],
  },
  listAlertDeliveries: { cases: [{ response: 'deliveries', prepare: withDelivery }] },
  listAlertRules: { cases: [{ response: 'rules', prepare: withRule }] },
  listOrganizationAlertRules: { cases: [{ response: 'rules', prepare: withRule }] },
  createAlertRule: {
    cases: [{ body: 'rule', response: 'created' }],
    furtherBodies: [
      {
        ...OTHERS,
        recipients: [{ type: 'project' }, { type: 'webhook', url: 'https://hooks.acme.test/x', format: 'culprit' }],
      },
    ],
  },
  getAlertRule: { cases: [{ response: 'rule', prepare: withRule }] },
  updateAlertRule: {
    cases: [{ body: 'rule', response: 'replaced', prepare: withRule }],
    furtherBodies: [
      {
        name: 'Others',
        isActive: false,
        frequency: 5,
        conditions: [{ type: 'new' }],
        filters: {
          levels: ['fatal'],
          environments: [''],
          releases: ['1.*'],
          tags: [{ key: 'browser', value: 'Safari*' }],
        },
        recipients: [
          { type: 'team', id: '1' },
          { type: 'email', address: 'a@acme.test' },
          { type: 'webhook', url: 'https://hooks.acme.test/x', format: 'slack' },
        ],
      },
    ],
  },
  removeAlertRule: { cases: [{ response: '204', prepare: withRule }] },
  confirmAlertAddress: {
    cases: [
      { body: 'token', response: 'confirmed', prepare: withQuestion },
      { body: 'preview', response: 'waiting', prepare: withQuestion },
    ],
  },
  previewAlertRule: {
    cases: [
      { body: 'rule', response: 'preview', prepare: send(EXCEPTION), omitted: ['days'] },
      { body: 'rule', response: 'preview', prepare: send(EXCEPTION) },
    ],
    furtherBodies: [
      {
        ...OTHERS,
        recipients: [
          { type: 'team', id: '1' },
          { type: 'email', address: 'a@acme.test' },
          { type: 'webhook', url: 'https://hooks.acme.test/x', format: 'slack' },
        ],
      },
    ],
  },
  testAlertRule: { cases: [{ response: 'results', prepare: withRule }] },
} satisfies Partial<ExampleCases>;
