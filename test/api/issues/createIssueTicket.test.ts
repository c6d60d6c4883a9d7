/** Tickets of issues, and how their states follow those of the issues. */
import { FollowTicketsJob } from '../../../src/jobs/followTickets';
import { createTicketSender, TicketClient } from '../../../src/tickets/ticketClient';
import { runUntilIdle } from '../../support/jobs';
import { startService, type Service } from '../../support/service';
import {
  giteaIssue,
  makeTicket,
  REPOSITORY,
  TICKET_ENVIRONMENT,
  type TicketFixture,
  TicketServer,
} from '../../support/tickets';

const MINUTE_MS = 60_000;
/** The jobs of the service itself do not run in these tests: they run as another process, at any time. */
const IDLE = { idleFactor: 500 };

let server: TicketServer;
let service: Service;
beforeAll(async () => {
  server = await TicketServer.start();
  service = await startService(TICKET_ENVIRONMENT, IDLE);
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => server.reset());

const errors: unknown[] = [];
/** Runs the job as a process of its own, a time after now. */
async function follow(afterMs = 0): Promise<void> {
  const client = new TicketClient(
    Buffer.from(TICKET_ENVIRONMENT.ENCRYPTION_KEY, 'hex'),
    createTicketSender({ allowsPrivate: true }),
  );
  const { database } = service.app;
  const clock = () => Date.now() + afterMs;
  await runUntilIdle(new FollowTicketsJob({ database, client, onError: (error) => errors.push(error), clock }));
}
const listed = async ({ issue, token }: TicketFixture) =>
  (await service.client.get(`${issue}tickets/`, token).expect(200)).body as Record<string, unknown>[];
const resolve = ({ issue, token }: TicketFixture, status = 'resolved') =>
  service.client.put(issue, token).send({ status }).expect(200);
/** What the system was told, except when the ticket was made. */
const told = () =>
  server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown);
const PATCH = `PATCH ${REPOSITORY}/issues/7`;

test('creates a ticket that describes the issue, with an entry of the audit log and without the token', async () => {
  const { issue, token, project, connection } = await makeTicket(service, server);
  const [, created] = server.requests;
  const { title, body } = JSON.parse(created?.body ?? '') as { title: string; body: string };
  expect(title).toBe('Error: boom');
  expect(body).toMatch(/^http:\/\/\S+\/organizations\/\S+\/issues\/\d+\/\n\n```\nError: boom\n/);
  expect(await listed({ issue, token } as TicketFixture)).toMatchObject([
    { connection: connection.id, kind: 'gitea', key: '#7', state: 'open', waitingState: null, error: null },
  ]);
  const log = await service.client.get(
    `/api/0/organizations/${project.organization}/audit-logs/?event=ticket.create`,
    token,
  );
  expect(JSON.stringify(log.body)).toContain(`${server.url}/acme/shop/issues/7`);
  expect(JSON.stringify(log.body)).not.toContain('secret-token');
});

test('links an existing ticket once, and refuses one that the project does not have', async () => {
  const { issue, token, connection } = await makeTicket(service, server);
  server.replies.set(`GET ${REPOSITORY}/issues/8`, [200, giteaIssue(server, { number: 8, state: 'closed' })]);
  const link = (ticket: string) =>
    service.client.post(`${issue}tickets/`, token).send({ connection: connection.id, ticket });
  expect((await link(`${server.url}/acme/shop/issues/8`).expect(201)).body).toMatchObject({
    key: '#8',
    state: 'closed',
  });
  expect((await link('#8').expect(400)).body).toEqual({ ticket: ['The issue has this ticket already.'] });
  expect((await link('9').expect(400)).body).toEqual({
    detail: 'Gitea or Forgejo answered with status 404: 404 Not found.',
  });
  const elsewhere = 'Not the number, key or address of a ticket of acme/shop.';
  expect((await link('https://x.test/acme/shop/issues/8').expect(400)).body).toEqual({ ticket: [elsewhere] });
  server.replies.set(`GET ${REPOSITORY}/issues/9`, [429, null, { 'Retry-After': '30' }]);
  expect((await link('9').expect(503)).headers['retry-after']).toBe('30');
});

test('a resolved issue closes its ticket, and a regression reopens it', async () => {
  const fixture = await makeTicket(service, server);
  await resolve(fixture);
  expect(await listed(fixture)).toMatchObject([{ state: 'open', waitingState: 'closed' }]);
  server.replies.set(PATCH, [200, giteaIssue(server, { state: 'closed', updated_at: '2026-11-21T10:40:00Z' })]);
  await follow();
  expect(await listed(fixture)).toMatchObject([{ state: 'closed', waitingState: null }]);
  await service.fixtures.event(fixture.project, { message: 'boom' });
  server.replies.set(PATCH, [200, giteaIssue(server, { updated_at: '2026-11-21T10:50:00Z' })]);
  await follow();
  expect(await listed(fixture)).toMatchObject([{ state: 'open', waitingState: null }]);
  expect(told()).toEqual([{ state: 'closed' }, { state: 'open' }]);
  // What is not a change is not told.
  await service.fixtures.event(fixture.project, { message: 'boom' });
  await resolve(fixture, 'unresolved');
  await follow();
  expect(told()).toHaveLength(2);
});

test('a change is told after the system was down, and only the last one', async () => {
  const fixture = await makeTicket(service, server);
  server.replies.set(PATCH, [502, null]);
  await resolve(fixture);
  await follow();
  expect(await listed(fixture)).toMatchObject([
    { waitingState: 'closed', error: 'Gitea or Forgejo answered with status 502.' },
  ]);
  await follow();
  expect(told()).toHaveLength(1);
  await resolve(fixture, 'unresolved');
  await resolve(fixture);
  server.replies.set(PATCH, [200, giteaIssue(server, { state: 'closed' })]);
  await follow(2 * MINUTE_MS);
  expect(told()).toEqual([{ state: 'closed' }, { state: 'closed' }]);
  expect(await listed(fixture)).toMatchObject([{ state: 'closed', waitingState: null, error: null }]);
});

test('a rate limit postpones all tickets of the connection, and a missing ticket is given up', async () => {
  const fixture = await makeTicket(service, server);
  server.replies.set(PATCH, [429, null, { 'Retry-After': '600' }]);
  await resolve(fixture);
  await follow();
  server.replies.set(PATCH, [404, null]);
  await follow(9 * MINUTE_MS);
  expect(told()).toHaveLength(1);
  await follow(11 * MINUTE_MS);
  await follow(59 * MINUTE_MS);
  expect(told()).toHaveLength(2);
  expect(await listed(fixture)).toMatchObject([{ error: 'Gitea or Forgejo answered with status 404.' }]);
});

test('a claimed change is told by another process if the first one ends', async () => {
  const fixture = await makeTicket(service, server);
  await resolve(fixture);
  const now = Date.now();
  await service.app.database.write(({ tickets }) => tickets.claim(now, [], 10, now + MINUTE_MS));
  server.replies.set(PATCH, [200, giteaIssue(server, { state: 'closed' })]);
  await follow();
  expect(told()).toEqual([]);
  await follow(2 * MINUTE_MS);
  expect(told()).toEqual([{ state: 'closed' }]);
  expect(errors).toEqual([]);
});

test('a merged issue takes its tickets along, and a removed one loses them', async () => {
  const fixture = await makeTicket(service, server);
  const { project, token, ticket } = fixture;
  const { client, fixtures, app } = service;
  for (const count of [1, 2, 3]) await fixtures.event(project, { message: `other ${count}`, fingerprint: ['other'] });
  const issues = (await client.get(`${project.path}issues/?sort=freq`, token)).body as { id: string }[];
  const ids = issues.map(({ id }) => `id=${id}`).join('&');
  const reply = await client.put(`${project.path}issues/?${ids}`, token).send({ merge: 1 }).expect(200);
  const { parent } = (reply.body as { merge: { parent: string } }).merge;
  const target = { ...fixture, issue: `/api/0/organizations/${project.organization}/issues/${parent}/` };
  const [moved] = await listed(target);
  expect(ticket).toContain(`/tickets/${String(moved?.['id'])}/`);
  await client.delete(target.issue, token).expect(204);
  await app.database.write(async ({ removedIssues }) => {
    for (const step of ['deleteEvents', 'deleteRest'] as const)
      for (let left = true; left;) left = (await removedIssues[step](1000)).hasMore;
  });
  const rest = await app.database.read(({ tickets }) => tickets.listOfIssue({ projectId: project.id, id: parent }));
  expect(rest).toEqual([]);
});
