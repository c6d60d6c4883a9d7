import { poll } from '../../support/process';
import { templateErrors } from '../../../src/presenters/alertTemplate';
import { ruleBody, rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { EAGER, startService, useOwnService } from '../../support/service';
import { giteaIssue, makeTicket, REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';
import { WebhookServer } from '../../support/webhookServer';

const service = useOwnService(TICKET_ENVIRONMENT, EAGER);
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const post = (body: object, path = `${project.path}rules/`) => service.client.post(path, token).send(body);

test('creates a rule with the defaults of what is absent', async () => {
  const { create, list } = rulesOf(service, project, token);
  const rule = await create({ name: ' New issues ' });
  expect(rule).toMatchObject({
    name: 'New issues',
    isActive: true,
    frequency: 30,
    conditions: [{ type: 'new', count: null, minutes: null }],
    filters: { levels: [], environments: [], releases: [], tags: [] },
    recipients: [
      {
        ...{ type: 'project', id: null, address: null, url: null, format: null, secret: null, delivery: null },
        ...{ connection: null, token: null, target: null, template: null },
      },
    ],
  });
  expect(await list()).toEqual([rule]);
});

test('compares the next event with it, also on the threads of ingestion', async () => {
  const server = await WebhookServer.start();
  try {
    const { create, get } = rulesOf(service, project, token);
    const send = (title: string, environment: string) =>
      service.fixtures.event(project, { message: title, fingerprint: [title], environment });
    await send('before', 'production');
    const rule = await create({
      filters: { environments: ['production'] },
      recipients: [{ type: 'webhook', url: server.url }],
    });
    expect(rule.recipients).toMatchObject([{ format: 'culprit', secret: expect.stringMatching(/^whsec_.{44}$/) }]);
    const titles = Array.from({ length: 8 }, (_, index) => `after ${index}`);
    await Promise.all(titles.flatMap((title) => [send(title, 'production'), send(`not ${title}`, 'staging')]));
    await poll(() => server.posts.length === 8);
    type Post = { issue: { id: string }; event: { tags: { key: string; value: string }[] } };
    const posts = server.posts.map(({ body }) => JSON.parse(body) as Post);
    expect(new Set(posts.map(({ issue }) => issue.id)).size).toBe(8);
    const environments = posts.flatMap(({ event }) => event.tags.filter(({ key }) => key === 'environment'));
    expect(new Set(environments.map(({ value }) => value))).toEqual(new Set(['production']));
    await poll(async () => (await get(rule.id)).recipients[0]?.delivery?.lastSent !== null);
  } finally {
    await server.close();
  }
});

test.each<[object, Record<string, string[]>]>([
  [
    {},
    {
      name: ['This field is required.'],
      conditions: ['This field is required.'],
      recipients: ['This field is required.'],
    },
  ],
  [ruleBody({ conditions: [] }), { conditions: ['Name at least one condition.'] }],
  [ruleBody({ recipients: [] }), { recipients: ['Name at least one recipient.'] }],
  [
    ruleBody({ conditions: [{ type: 'new', count: 1 }, { type: 'users', count: 1001, minutes: 5 }, { type: 'new' }] }),
    {
      conditions: [
        'conditions[0]: new has no count and no minutes.',
        'conditions[1]: At most 1000 users are counted.',
        'conditions[2]: new occurs twice.',
      ],
    },
  ],
  [
    ruleBody({
      conditions: [
        { type: 'crashFreeSessions', percent: 99, hours: 1 },
        { type: 'crashFreeUsers', percent: 99, hours: 1, minimum: 1, minutes: 5 },
        { type: 'new', hours: 1 },
      ],
    }),
    {
      conditions: [
        'conditions[0]: crashFreeSessions requires percent, hours and minimum.',
        'conditions[1]: crashFreeUsers has no count and no minutes.',
        'conditions[2]: new has no percent and no hours and no minimum.',
      ],
    },
  ],
  [
    ruleBody({
      recipients: [
        { type: 'team' },
        { type: 'team', id: '9999' },
        { type: 'email', id: '1' },
        { type: 'project' },
        { type: 'project' },
        { type: 'webhook', url: 'ftp://x' },
      ],
    }),
    {
      recipients: [
        'recipients[5].url: Not a URL such as https://hooks.example.com/culprit, without credentials and fragment.',
      ],
    },
  ],
  [
    ruleBody({
      recipients: [
        { type: 'webhook', format: 'slack', token: 'x' },
        { type: 'webhook', format: 'telegram', token: '1', target: 'somewhere' },
        { type: 'webhook', format: 'zulip', url: 'https://zulip.acme.test', target: 'ops' },
        { type: 'webhook', format: 'pagerduty', token: '…' },
        { type: 'webhook', format: 'template', url: 'https://acme.test/x', template: '{"a": "{{b}}"}' },
      ],
    }),
    {
      recipients: [
        'recipients[0]: slack requires url.',
        'recipients[0]: slack has no token.',
        'recipients[1]: Not the token of a bot, such as 123456789:AAF-x…, which @BotFather gives.',
        'recipients[1]: Not a chat: its id, such as -1001234567890, or @ and its name; a topic of it follows after a slash.',
        'recipients[2]: zulip requires token.',
        'recipients[3]: Enter the whole token: the rule has no webhook of this format and host whose token ends like this.',
        `recipients[4]: ${templateErrors('["{{b}}"]').join()}`,
      ],
    },
  ],
  [
    ruleBody({
      recipients: [
        { type: 'team' },
        { type: 'team', id: '9999' },
        { type: 'email', id: '1', address: 'a@b.c' },
        { type: 'project' },
        { type: 'project' },
      ],
    }),
    {
      recipients: [
        'recipients[0]: team requires id.',
        'recipients[1]: The organization has no team with the id 9999.',
        'recipients[2]: email has no id.',
        'recipients[4]: The same as recipients[3].',
      ],
    },
  ],
  [
    ruleBody({ filters: { levels: ['log'], environment: 'production' }, frequency: 0, muted: true }),
    {
      filters: [
        'levels[0]: Must be debug, info, warning, error or fatal.',
        'Unknown member "environment"; accepted are levels, environments, releases, tags.',
      ],
      frequency: ['Ensure this value is greater than or equal to 1.'],
      muted: [
        'Unknown or read-only field "muted"; accepted are name, isActive, conditions, filters, recipients, frequency.',
      ],
    },
  ],
])('rejects %j with an error for each invalid field', async (body, errors) => {
  const reply = await post(body).expect(400);
  const texts = Object.entries(reply.body as Record<string, string[]>).map(([field, messages]) => [
    field,
    messages.toSorted(),
  ]);
  expect(Object.fromEntries(texts)).toEqual(
    Object.fromEntries(
      Object.entries(errors).map(([field, messages]) => [
        field,
        messages
          .map((message) => (field === 'filters' && message.startsWith('levels') ? `filters.${message}` : message))
          .toSorted(),
      ]),
    ),
  );
  expect(await rulesOf(service, project, token).list()).toEqual([]);
});

test('rejects webhooks in private networks, unless they are permitted', async () => {
  const other = await startService();
  try {
    const made = await other.fixtures.project();
    const reply = await other.client
      .post(`${made.path}rules/`, await other.fixtures.token(made.organization))
      .send(ruleBody({ recipients: [{ type: 'webhook', url: 'http://192.168.0.1/hook', format: 'slack' }] }))
      .expect(400);
    expect(reply.body).toEqual({ recipients: [expect.stringMatching(/^recipients\[0\]: The host is in a private/)] });
  } finally {
    await other.close();
  }
});

test('knows the members and teams of its own organization only', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const { slug } = await service.fixtures.team({ organization });
  const foreign = await service.app.database.read(async ({ organizations, teams }) =>
    teams.findBySlug((await organizations.findBySlug(organization))?.id ?? '', slug),
  );
  const reply = await post(ruleBody({ recipients: [{ type: 'team', id: foreign?.id ?? '' }] })).expect(400);
  expect(reply.body).toEqual({ recipients: [expect.stringContaining('has no team with the id')] });
});

test('creates at most 50 rules', async () => {
  const { create, list } = rulesOf(service, project, token);
  for (let count = 0; count < 50; count += 1) await create();
  const reply = await post(ruleBody()).expect(400);
  expect(reply.body).toEqual({
    name: ['The project has 50 alert rules, which is the limit; remove one first.'],
  });
  expect(await list()).toHaveLength(50);
});

test('creates tickets in a connection of the organization, and shows no token', async () => {
  const gitea = await TicketServer.start();
  try {
    const { connection, project: shop, token: own } = await makeTicket(service, gitea);
    const { create } = rulesOf(service, shop, own);
    const recipients = [{ type: 'ticket', connection: connection.id }];
    const rule = await create({ name: 'Tickets', recipients });
    expect(rule.recipients).toMatchObject([{ type: 'ticket', connection: connection.id, target: 'acme/shop' }]);
    expect(JSON.stringify(rule)).not.toContain('secret-token');
    gitea.replies.set(`POST ${REPOSITORY}/issues`, [201, giteaIssue(gitea, { number: 8, title: 'Checkout' })]);
    await service.fixtures.event(shop, {
      exception: { values: [{ type: 'Error', value: 'another' }] },
      fingerprint: ['b'],
    });
    const created = () => gitea.requests.filter(({ method }) => method === 'POST');
    await poll(() => created().length === 2);
    expect(JSON.parse(created()[1]?.body ?? '')).toMatchObject({ title: 'Error: another' });
    const deliveries = `/api/0/organizations/${shop.organization}/alert-deliveries/`;
    await poll(async () => {
      const { body } = await service.client.get(deliveries, own).expect(200);
      return (body as { channel: string; state: string }[])[0]?.state === 'sent';
    });
    const post = (body: object) => service.client.post(`${shop.path}rules/`, own).send(ruleBody(body));
    const unknown = 'recipients[0]: The organization has no ticket connection with the id 999.';
    const wrong = await post({ recipients: [{ type: 'ticket', connection: '999' }] }).expect(400);
    expect(wrong.body).toEqual({ recipients: [unknown] });
    const surplus = await post({ recipients: [{ type: 'ticket', id: '1' }] }).expect(400);
    const needed = ['recipients[0]: ticket requires connection.', 'recipients[0]: ticket has no id.'];
    expect(surplus.body).toEqual({ recipients: needed });
    const conditions = [{ type: 'crashFreeUsers', percent: 99, hours: 1, minimum: 1 }];
    expect((await post({ recipients, conditions }).expect(400)).body).toEqual({
      recipients: ['recipients[0]: Only alerts about issues create tickets, not those about sessions.'],
    });
  } finally {
    await gitea.close();
  }
});
