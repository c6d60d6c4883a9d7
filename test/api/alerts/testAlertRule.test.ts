import { confirmAddress } from '../../support/alertAddresses';
import { rulesOf } from '../../support/alertRules';
import type { ProjectFixture } from '../../support/fixtures';
import { MailServer, readMail, refusal } from '../../support/mailServer';
import { poll } from '../../support/process';
import { EAGER, type Service, startService } from '../../support/service';
import { connectTickets, REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';
import { isSigned, WebhookServer } from '../../support/webhookServer';

let service: Service;
let project: ProjectFixture;
let token: string;
let mails: MailServer;
let hook: WebhookServer;
beforeAll(async () => {
  mails = await MailServer.start();
  service = await startService({ ...TICKET_ENVIRONMENT, SMTP_URL: mails.url }, EAGER);
});
afterAll(async () => {
  await service.close();
  await mails.close();
});
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  hook = await WebhookServer.start();
  mails.mails.length = 0;
  mails.verdict = () => undefined;
});
afterEach(() => {
  jest.useRealTimers();
  return hook.close();
});

const NOON = Date.UTC(2026, 10, 21, 12);

const test_ = (id: string, as = token) => service.client.post(`${project.path}rules/${id}/test/`, as);

test('sends a test to each recipient, also of a rule that is not active, and says what came of each', async () => {
  const slack = new URL('/slack', hook.url).href;
  const rule = await rulesOf(service, project, token).create({
    name: 'Tested',
    isActive: false,
    recipients: [
      { type: 'email', address: 'ann@acme.test' },
      { type: 'email', address: 'gone@acme.test' },
      { type: 'webhook', url: hook.url },
      { type: 'webhook', url: slack, format: 'slack' },
    ],
  });
  await confirmAddress(service, mails, 'gone@acme.test');
  mails.verdict = (address) => (address.startsWith('gone') ? refusal(550, 'No such user') : undefined);
  hook.answer = (response) => response.writeHead(response.req.url === '/slack' ? 404 : 200).end();
  const { body } = await test_(rule.id).expect(200);
  const durationMs: unknown = expect.any(Number);
  const host = new URL(hook.url).host;
  expect(body).toEqual([
    {
      channel: 'mail',
      recipient: 'ann@acme.test',
      delivered: true,
      detail: 'The mail server accepted the test.',
      durationMs,
    },
    {
      channel: 'mail',
      recipient: 'gone@acme.test',
      delivered: false,
      detail: expect.stringContaining('No such user'),
      durationMs,
    },
    {
      channel: 'webhook',
      recipient: host,
      delivered: true,
      detail: 'The webhook confirmed the test alert.',
      durationMs,
    },
    {
      channel: 'webhook',
      recipient: host,
      delivered: false,
      detail: 'The webhook answered with status 404.',
      durationMs,
    },
  ]);
  expect(mails.mails.map((mail) => readMail(mail).text)).toEqual([expect.stringContaining('"Tested"')]);
  const own = hook.posts.find(({ path }) => path !== '/slack');
  expect(own && isSigned(own, rule.recipients[2]?.secret ?? '')).toBe(true);
  expect(JSON.parse(own?.body ?? '')).toMatchObject({ type: 'test', rule: { name: 'Tested' }, issue: { id: '0' } });
});

test('sends to members of teams, without those who disabled mails', async () => {
  const { organization } = project;
  const made = await service.fixtures.team({ organization });
  await service.fixtures.bind(project, made);
  const { slug: team } = made;
  const member = (email: string) => service.fixtures.token(organization, { email, teams: [team] });
  await member('bob@acme.test');
  const eve = await member('eve@acme.test');
  await service.client.put(`${project.path}alert-settings/`, eve).send({ mail: false }).expect(200);
  const rule = await rulesOf(service, project, token).create();
  const { body } = await test_(rule.id).expect(200);
  expect((body as { recipient: string }[]).map(({ recipient }) => recipient)).toContain('bob@acme.test');
  expect(mails.mails.flatMap(({ to }) => to)).not.toContain('eve@acme.test');
});

test('a confirmed test closes the circuit, and waiting alerts are posted', async () => {
  hook.answer = (response) => response.writeHead(500).end();
  const { create, get } = rulesOf(service, project, token);
  const rule = await create({ recipients: [{ type: 'webhook', url: hook.url }] });
  const delivery = async () => (await get(rule.id)).recipients[0]?.delivery;
  for (let count = 0; count < 8; count += 1) await service.fixtures.event(project, { fingerprint: [`issue ${count}`] });
  await poll(async () => (await delivery())?.circuit === 'open');
  expect(await delivery()).toMatchObject({
    nextAttempt: expect.stringMatching(/Z$/),
    error: 'The webhook answered with status 500.',
  });
  hook.answer = (response) => response.end();
  hook.posts.length = 0;
  await test_(rule.id).expect(200);
  expect(await delivery()).toMatchObject({ circuit: 'closed', failures: 0, nextAttempt: null });
  await poll(() => hook.posts.length >= 2);
});

test('sends five mails from a project to an address in an hour, whatever the rules, and says so', async () => {
  // Counts begin again with the hour.
  jest.useFakeTimers({
    now: NOON,
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'performance'],
  });
  const { create } = rulesOf(service, project, token);
  const address = `stranger@${project.slug}.test`;
  const ids: string[] = [];
  for (const to of [address, address.replace('stranger', 'STRANGER')])
    ids.push((await create({ name: to, recipients: [{ type: 'email', address: to }] })).id);
  await confirmAddress(service, mails, address);
  const delivered: boolean[] = [];
  let detail = '';
  for (let test = 0; test < 8; test += 1) {
    const { body } = await test_(ids[test % 2] ?? '').expect(200);
    const [result] = body as [{ delivered: boolean; detail: string }];
    delivered.push(result.delivered);
    ({ detail } = result);
  }
  expect(delivered).toEqual([true, true, true, true, true, false, false, false]);
  expect(detail).toMatch(/^5 test mails were sent from this project to this address in this hour/);
  expect(mails.mails.filter(({ to }) => to.join().toLowerCase() === address)).toHaveLength(5);
});

test('runs one test of a rule at a time', async () => {
  const held: (() => void)[] = [];
  hook.answer = (response) => void held.push(() => response.end());
  const rule = await rulesOf(service, project, token).create({ recipients: [{ type: 'webhook', url: hook.url }] });
  const first = test_(rule.id)
    .expect(200)
    .then(() => undefined);
  await poll(() => held.length === 1);
  const { body } = await test_(rule.id).expect(503);
  expect(body).toEqual({ detail: 'A test of this rule or too many other tests are in progress; try again later.' });
  held.forEach((release) => release());
  await first;
});

test('says that the service sends no mail', async () => {
  const other = await startService();
  try {
    const made = await other.fixtures.project();
    const as = await other.fixtures.token(made.organization);
    const rule = await rulesOf(other, made, as).create({ recipients: [{ type: 'email', address: 'a@acme.test' }] });
    const { body } = await other.client.post(`${made.path}rules/${rule.id}/test/`, as).expect(200);
    expect(body).toMatchObject([
      { delivered: false, detail: 'The service sends no mail, because SMTP_URL is not set.' },
    ]);
  } finally {
    await other.close();
  }
});

test('asks a ticket system for the project, and creates no ticket', async () => {
  const gitea = await TicketServer.start();
  try {
    gitea.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
    const body = { kind: 'gitea', url: gitea.url, project: 'acme/shop', token: 'secret-token' };
    const connection = await connectTickets(service, { organization: project.organization, token, body });
    const { create, get } = rulesOf(service, project, token);
    const { id } = await create({ recipients: [{ type: 'ticket', connection: connection.id }] });
    gitea.reset();
    const result = { channel: 'ticket', recipient: 'acme/shop' };
    expect((await test_(id).expect(200)).body).toMatchObject([
      { ...result, delivered: false, detail: 'Gitea or Forgejo answered with status 404: 404 Not found.' },
    ]);
    gitea.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
    const detail =
      'Gitea or Forgejo accepts the token. An alert creates a ticket such as “Test alert of Culprit”; the test created none.';
    expect((await test_(id).expect(200)).body).toMatchObject([{ ...result, delivered: true, detail }]);
    expect(gitea.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect((await get(id)).recipients).toMatchObject([{ delivery: { lastSent: expect.any(String), error: null } }]);
    const path = `/api/0/organizations/${project.organization}/ticket-connections/${connection.id}/`;
    await service.client.delete(path, token).expect(204);
    expect((await get(id)).recipients).toMatchObject([{ connection: connection.id, target: null }]);
    expect((await test_(id).expect(200)).body).toMatchObject([
      { delivered: false, detail: 'The connection was removed: nothing creates tickets there.' },
    ]);
  } finally {
    await gitea.close();
  }
});
