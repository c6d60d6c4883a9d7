import { createHmac } from 'node:crypto';
import { startService, type Service } from '../../support/service';
import {
  connectTickets,
  giteaIssue,
  makeTicket,
  REPOSITORY,
  TICKET_ENVIRONMENT,
  type TicketFixture,
  TicketServer,
} from '../../support/tickets';

let server: TicketServer;
let service: Service;
beforeAll(async () => {
  server = await TicketServer.start();
  service = await startService(TICKET_ENVIRONMENT, { idleFactor: 500 });
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => server.reset());

/** Sends what Gitea reports about the ticket. */
function report({ connection: { webhookUrl, webhookSecret } }: TicketFixture, changes: object, secret = webhookSecret) {
  const payload = { action: 'edited', issue: giteaIssue(server, changes), repository: { full_name: 'acme/shop' } };
  const body = JSON.stringify(payload);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return service.client
    .post(new URL(webhookUrl).pathname)
    .set({ 'Content-Type': 'application/json', 'X-Gitea-Signature': signature })
    .send(body);
}
const ticketOf = async ({ issue, token }: TicketFixture) =>
  ((await service.client.get(`${issue}tickets/`, token).expect(200)).body as Record<string, unknown>[])[0];
const statusOf = async ({ issue, token }: TicketFixture) =>
  ((await service.client.get(issue, token).expect(200)).body as { status: string }).status;
const at = (minute: number) => ({ updated_at: `2026-11-21T10:${minute}:00Z` });

test('a closed ticket resolves its issue and a reopened one reopens it, and neither is sent back', async () => {
  const fixture = await makeTicket(service, server);
  await report(fixture, { state: 'closed', title: 'Renamed', ...at(40) }).expect(204);
  expect(await statusOf(fixture)).toBe('resolved');
  expect(await ticketOf(fixture)).toMatchObject({ state: 'closed', title: 'Renamed', waitingState: null });
  await report(fixture, { state: 'open', ...at(41) }).expect(204);
  expect(await statusOf(fixture)).toBe('unresolved');
  expect(await ticketOf(fixture)).toMatchObject({ state: 'open', waitingState: null });
  const { body } = await service.client.get(`${fixture.issue}activities/`, fixture.token).expect(200);
  const ticket = { ticket: '#7', url: `${server.url}/acme/shop/issues/7` };
  expect((body as { activity: object[] }).activity).toMatchObject([
    { type: 'set_unresolved', user: null, data: ticket },
    { type: 'set_resolved', user: null, data: ticket },
    { type: 'first_seen' },
  ]);
});

test('stores a title that no database takes, and no address that a browser would run', async () => {
  const fixture = await makeTicket(service, server);
  await report(fixture, { title: 'a\0b\ud83d', html_url: 'javascript:alert(1)', ...at(40) }).expect(204);
  expect(await ticketOf(fixture)).toMatchObject({ title: 'a\ufffdb\ufffd', url: server.url });
});

test('the report of a change of the service itself changes nothing, however late it comes', async () => {
  const fixture = await makeTicket(service, server);
  const { issue, token } = fixture;
  await service.client.put(issue, token).send({ status: 'resolved' }).expect(200);
  // The system reports the close before the reply to it was noted.
  await report(fixture, { state: 'closed', ...at(40) }).expect(204);
  expect(await ticketOf(fixture)).toMatchObject({ state: 'closed', waitingState: null });
  await service.client.put(issue, token).send({ status: 'unresolved' }).expect(200);
  await report(fixture, { state: 'closed', ...at(40) }).expect(204);
  expect(await statusOf(fixture)).toBe('unresolved');
  expect(await ticketOf(fixture)).toMatchObject({ state: 'closed', waitingState: 'open' });
  await report(fixture, { state: 'open', ...at(39) }).expect(204);
  expect(await ticketOf(fixture)).toMatchObject({ state: 'closed', waitingState: 'open' });
});

test('a ticket of two issues resolves both, and closes the other ticket of one', async () => {
  const first = await makeTicket(service, server);
  const { connection, project, token } = first;
  server.replies.set(`GET ${REPOSITORY}/issues/7`, [200, giteaIssue(server)]);
  server.replies.set(`GET ${REPOSITORY}/issues/8`, [200, giteaIssue(server, { number: 8 })]);
  await service.fixtures.event(project, { message: 'other', fingerprint: ['other'] });
  const issues = (await service.client.get(`${project.path}issues/`, token)).body as { id: string }[];
  const other = issues.find(({ id }) => !first.issue.endsWith(`/${id}/`))?.id;
  const second = { ...first, issue: `/api/0/organizations/${project.organization}/issues/${other}/` };
  for (const ticket of ['8', '7'])
    await service.client.post(`${second.issue}tickets/`, token).send({ connection: connection.id, ticket }).expect(201);
  await report(first, { state: 'closed', ...at(40) }).expect(204);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['resolved', 'resolved']);
  expect(await ticketOf(second)).toMatchObject({ key: '#8', state: 'open', waitingState: 'closed' });
});

test('refuses what the secret does not sign, and a body that is not JSON', async () => {
  const fixture = await makeTicket(service, server);
  await report(fixture, { state: 'closed', ...at(40) }, 'wrong').expect(401);
  expect(await statusOf(fixture)).toBe('unresolved');
  const path = new URL(fixture.connection.webhookUrl).pathname;
  await service.client.post(path).send({}).expect(401);
  await service.client.post('/api/0/ticket-webhooks/999/').send({}).expect(404);
  const signature = createHmac('sha256', fixture.connection.webhookSecret).update('[]').digest('hex');
  const json = { 'Content-Type': 'application/json', 'X-Forgejo-Signature': signature };
  await service.client.post(path).set(json).send('[]').expect(400);
});

test('takes the form of GitHub, the token of GitLab and the secret in the address of Jira', async () => {
  const { project, token } = await makeTicket(service, server);
  const connect = (body: object) => {
    const described = { url: server.url, token: 's3cret', ...body };
    return connectTickets(service, { organization: project.organization, token, body: described });
  };
  server.replies.set('GET /api/v3/repos/acme/shop', [200, {}]);
  server.replies.set('GET /api/v4/projects/acme%2Fshop', [200, {}]);
  server.replies.set('GET /rest/api/2/project/SHOP', [200, {}]);
  const github = await connect({ kind: 'github', project: 'acme/shop' });
  const gitlab = await connect({ kind: 'gitlab', project: 'acme/shop' });
  const jira = await connect({ kind: 'jira', project: 'SHOP' });
  const pathOf = ({ webhookUrl }: { webhookUrl: string }) => new URL(webhookUrl).pathname;
  const form = `payload=${encodeURIComponent('{"zen":"ping"}')}`;
  const signature = `sha256=${createHmac('sha256', github.webhookSecret).update(form).digest('hex')}`;
  const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Hub-Signature-256': signature };
  await service.client.post(pathOf(github)).set(urlEncoded).send(form).expect(204);
  await service.client.post(pathOf(gitlab)).set('X-Gitlab-Token', gitlab.webhookSecret).send({}).expect(204);
  await service.client
    .post(`${pathOf(jira)}?secret=${jira.webhookSecret}`)
    .send({})
    .expect(204);
  await service.client
    .post(`${pathOf(jira)}?secret=wrong`)
    .send({})
    .expect(401);
});
