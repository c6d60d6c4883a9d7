/** Tickets that alert rules create: at most one of a connection about an issue. */
import { createTicketChannel } from '../../src/alerts/ticket';
import { DeliverAlertsJob } from '../../src/jobs/deliverAlerts';
import { openDatabase } from '../../src/store/engine/open';
import type { Database } from '../../src/store/stores';
import { type SendTicketRequest, TicketClient } from '../../src/tickets/ticketClient';
import { runUntilIdle, waitingForTurns } from '../support/jobs';
import { hex } from '../support/rows';
import { AlertFixture, MINUTE, PUBLIC_URL } from './alertFixture';

/** A Gitea that keeps its tickets, and answers as the tests say. */
class PlayedGitea {
  readonly tickets: { number: number; title: string; body: string }[] = [];
  /** The methods of the requests. */
  readonly asked: string[] = [];
  /** Reply to the creation of a ticket, which exists nevertheless; null for the ticket. */
  refusal: { readonly status: number; readonly headers: Record<string, string> } | null = null;
  /** True if the reply never arrives. */
  hangs = false;

  readonly send: SendTicketRequest = async ({ method, body, url }, signal) => {
    const reply = (status: number, value: unknown, headers = {}) => ({ status, headers, text: JSON.stringify(value) });
    this.asked.push(method);
    if (method === 'GET') return reply(200, new URL(url).searchParams.get('page') === '1' ? this.tickets : []);
    if (this.refusal !== null) return reply(this.refusal.status, { message: 'later' }, this.refusal.headers);
    const number = this.tickets.length + 1;
    const ticket = { number, state: 'open', ...(body as { title: string; body: string }) };
    this.tickets.push(ticket);
    if (this.hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('x'))));
    return reply(201, ticket);
  };
}

let fixture: AlertFixture;
let gitea: PlayedGitea;
let connection: string;
beforeEach(async () => {
  fixture = await AlertFixture.open();
  gitea = new PlayedGitea();
  connection = await connect();
});
afterEach(() => fixture.close());

const KEY = Buffer.alloc(32, 1);

async function connect(): Promise<string> {
  const { id: organizationId } = fixture.organization;
  const seal = (secret: string) => new TicketClient(KEY, gitea.send).seal(organizationId, secret);
  const project = { url: 'https://git.acme.test', project: 'acme/shop', user: null, issueType: null };
  const secrets = { token: seal('s3cret'), webhookSecret: seal('hook') };
  const { id } = await fixture.write(({ tickets }) =>
    tickets.insertConnection({ organizationId, kind: 'gitea', ...project, ...secrets, dateCreated: fixture.now }),
  );
  return id;
}

/** The job as a service on the database has it. */
function ticketJob(database: Database = fixture.database): DeliverAlertsJob {
  const client = new TicketClient(KEY, gitea.send, () => fixture.now);
  return new DeliverAlertsJob({
    database: waitingForTurns(database),
    channel: createTicketChannel({ read: database.read, client, publicUrl: () => PUBLIC_URL }),
    onError: (error) => fixture.errors.push(error),
    clock: () => fixture.now,
  });
}

const rule = (given = {}) => fixture.rule({ frequency: 1, recipients: [{ type: 'ticket', connection }], ...given });
const ticketsOf = async (eventId: string) =>
  fixture.database.read(async ({ events, tickets }) => {
    const issueId = (await events.find(fixture.project.id, eventId))?.issueId ?? '';
    return tickets.listOfIssue({ projectId: fixture.project.id, id: issueId });
  });
const states = async () => (await fixture.deliveries()).map(({ channel, state }) => `${channel} ${state}`);
const conditions = [{ type: 'events', count: 1, minutes: 60 }] as const;

test('an issue gets one ticket, however often the rule fires', async () => {
  await rule({ conditions });
  const hash = hex();
  const first = await fixture.event('boom', { hash });
  await runUntilIdle(ticketJob());
  fixture.now += 10 * MINUTE;
  await fixture.event('boom', { hash });
  await runUntilIdle(ticketJob());
  expect(gitea.tickets).toMatchObject([
    { title: 'boom', body: expect.stringMatching(/^https:\/\/errors.acme.test\//) },
  ]);
  expect(await ticketsOf(first)).toMatchObject([
    { connectionId: connection, externalId: '1', key: '#1', state: 'open' },
  ]);
  expect(await states()).toEqual(['ticket sent']);
  expect(fixture.errors).toEqual([]);
});

test('two rules on two services create one ticket of each issue', async () => {
  await rule();
  await rule();
  const events = await Promise.all(['a', 'b', 'c'].map((title) => fixture.event(title)));
  const other = await openDatabase(fixture.temporary.url);
  try {
    await Promise.all([fixture.database, other].map((database) => runUntilIdle(ticketJob(database))));
    fixture.now += 2 * MINUTE;
    await Promise.all([fixture.database, other].map((database) => runUntilIdle(ticketJob(database))));
  } finally {
    await other.close();
  }
  expect(gitea.tickets.map(({ title }) => title).sort()).toEqual(['a', 'b', 'c']);
  for (const event of events) expect(await ticketsOf(event)).toHaveLength(1);
});

test('a ticket whose creation was interrupted is found again by the next attempt', async () => {
  await rule();
  const event = await fixture.event('boom');
  gitea.hangs = true;
  const killed = new AbortController();
  const job = ticketJob();
  // The process ends between the request and its record: nothing of it is stored.
  while (gitea.tickets.length === 0) await job.step(killed.signal);
  gitea.hangs = false;
  fixture.now += 2 * MINUTE;
  await runUntilIdle(ticketJob());
  expect(gitea.asked).toEqual(['POST', 'GET']);
  expect(await ticketsOf(event)).toMatchObject([{ externalId: '1' }]);
  killed.abort();
  await job.finish();
  expect(await ticketsOf(event)).toHaveLength(1);
  expect(await states()).toEqual(['ticket sent']);
});

test('what the ticket system refuses is repeated as it wants, and shown', async () => {
  const { id, recipients } = await rule();
  gitea.refusal = { status: 429, headers: { 'retry-after': '600' } };
  const event = await fixture.event('boom');
  await runUntilIdle(ticketJob());
  fixture.now += 9 * MINUTE;
  gitea.refusal = null;
  await runUntilIdle(ticketJob());
  const error = 'Gitea or Forgejo answered with status 429: later.';
  expect(await fixture.deliveries()).toMatchObject([{ ruleId: id, email: null, attempts: 1, state: 'waiting', error }]);
  const key = recipients[0]?.key ?? '';
  const health = async () =>
    (await fixture.database.read(({ alertRules }) => alertRules.findQueue(fixture.project.id, key)))?.health;
  expect(await health()).toMatchObject({ error, failures: 1 });
  fixture.now += 2 * MINUTE;
  await runUntilIdle(ticketJob());
  expect(await ticketsOf(event)).toHaveLength(1);
  expect(await health()).toMatchObject({ error: null, failures: 0 });
});

test('alerts beyond ten in a minute wait for the next one', async () => {
  await rule();
  for (let count = 0; count < 12; count++) await fixture.event(`boom ${count}`);
  await runUntilIdle(ticketJob());
  expect(gitea.tickets).toHaveLength(10);
  fixture.now += 2 * MINUTE;
  await runUntilIdle(ticketJob());
  expect(gitea.tickets).toHaveLength(12);
});

test('no ticket is created by a rule that is off, or for a connection that was removed', async () => {
  const { organization, project } = fixture;
  const { id } = await rule();
  await fixture.event('boom');
  await fixture.write(async ({ tickets }) => {
    const present = await tickets.findConnection(organization.id, connection);
    if (present !== undefined) await tickets.removeConnection(present);
  });
  await runUntilIdle(ticketJob());
  expect([gitea.asked, await states()]).toEqual([[], []]);
  const state = await fixture.database.read(({ alertRules }) => alertRules.findState(project.id, id));
  expect(state?.connected.has(connection)).toBe(false);
  connection = await connect();
  const { dateUpdated, ...active } = await rule();
  await fixture.event('boom');
  await fixture.write(({ alertRules }) => alertRules.update({ ...active, dateUpdated, isActive: false }));
  await runUntilIdle(ticketJob());
  expect([gitea.asked, await states()]).toEqual([[], []]);
});
