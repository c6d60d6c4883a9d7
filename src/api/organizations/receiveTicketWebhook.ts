import { BadRequest, Unauthenticated } from '../../domain/errors';
import { isObject } from '../../domain/event';
import { SYSTEM } from '../../domain/issue';
import { changeStatus } from '../../domain/issueState';
import { type FoundTicket, reportTicket, type TicketConnection, type TicketReport } from '../../domain/ticket';
import type { Writers } from '../../store/stores';
import { TICKET_SYSTEMS } from '../../tickets/systems';
import { publicOperation } from '../operation';
import { callTicketSystem, requireConnection } from './ticketConnection';

/** Takes what a ticket system reports: its issues follow the state of a ticket. */
export const receiveTicketWebhook = publicOperation('receiveTicketWebhook', {
  async handle({ params, query, body, contentType, header, read, write, tickets: client, now }) {
    const connection = requireConnection(await read(({ tickets }) => tickets.findConnectionById(params.connection_id)));
    const { organizationId, kind, webhookSecret } = connection;
    const secret = await callTicketSystem(() => Promise.resolve(client.open(organizationId, webhookSecret)));
    const system = TICKET_SYSTEMS[kind];
    const proof = {
      hub256: header('x-hub-signature-256'),
      hub: header('x-hub-signature'),
      gitea: header('x-gitea-signature'),
      forgejo: header('x-forgejo-signature'),
      gitlab: header('x-gitlab-token'),
      query: query.secret ?? '',
    };
    if (!system.isAuthentic(proof, secret, body))
      throw new Unauthenticated('The signature of the webhook is missing or wrong.');
    const found = system.readWebhook(connection, parsePayload(body, contentType), now);
    if (found !== null) await write((stores) => applyReport(stores, connection, found, now));
    return { status: 204 };
  },
});

function parsePayload(body: Uint8Array, contentType: string): unknown {
  const text = Buffer.from(body).toString('utf8');
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  try {
    const payload: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
    if (isObject(payload)) return payload;
  } catch {
    // The same error as for another value.
  }
  throw new BadRequest('The body is not a JSON object.');
}

/** Stores the state of a ticket for each of its issues, and gives them the status that follows. */
async function applyReport(stores: Writers, { id }: TicketConnection, found: FoundTicket, now: number): Promise<void> {
  for (const { projectId, id: ticketId } of await stores.tickets.listByExternalId(id, found.externalId)) {
    const ticket = await stores.tickets.lock({ projectId, id: ticketId });
    const report = ticket && reportTicket(ticket, found);
    if (!report) continue;
    await stores.tickets.save(report.ticket);
    if (report.issue !== null) await follow(stores, report, report.issue, now);
  }
}

/** Gives the issue of a ticket its status. A ticket that is reopened leaves an ignored issue as it is. */
async function follow(
  { issueStates, activities }: Writers,
  { ticket: { projectId, issueId, key, url } }: TicketReport,
  status: 'resolved' | 'unresolved',
  now: number,
): Promise<void> {
  const [issue] = await issueStates.lock(projectId, [Number(issueId)]);
  if (issue === undefined || (issue.status === 'resolved') === (status === 'resolved')) return;
  const change = status === 'resolved' ? ({ status, in: null } as const) : ({ status } as const);
  const state = changeStatus(issue, change, { now, release: null, hourlyEvents: 0 });
  await issueStates.save(projectId, new Map([[issueId, state]]));
  const type = status === 'resolved' ? 'set_resolved' : 'set_unresolved';
  await activities.insert(projectId, [{ issueId, type, actor: SYSTEM, at: now, data: { ticket: key, url } }]);
}
