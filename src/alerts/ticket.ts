import { type Delivery, MAX_RECENT_DELIVERIES, MAX_RETRY_AGE_MS } from '../domain/alert';
import { formatShortId } from '../domain/issue';
import { type FoundTicket, MAX_TICKETS_OF_ISSUE, type TicketConnection, type TicketDraft } from '../domain/ticket';
import { issuePermalink, presentTicketDraft } from '../presenters/issue';
import type { AlertRow, PendingAlerts } from '../store/alerts';
import type { Read, Readers, Writers } from '../store/stores';
import { TicketFailure, type TicketClient } from '../tickets/ticketClient';
import { type DeliveryChannel, MAX_COUNTED_ALERTS, newDelivery, newDigestId, RefusedRequest } from './channel';
import { recordRuleResult } from './webhook';

/** Maximum numbers of tickets that are created at the same time. */
const SLOTS = { total: 32, perOrganization: 4, perProject: 2 };

interface TicketChannelOptions {
  readonly read: Read;
  readonly client: TicketClient;
  readonly publicUrl: () => string;
}

/**
 * Creates the tickets of alert rules: one of each connection about an issue, whichever rules ask for it. Deliveries are
 * queued by one process at a time, and only for issues without a ticket and without a waiting delivery. An attempt that
 * is not the first looks for the ticket that the one before may have created (src/DECISIONS.md, Tickets). At most ten
 * tickets are created in a minute; further alerts wait.
 */
export function createTicketChannel({ read, client, publicUrl }: TicketChannelOptions): DeliveryChannel {
  return {
    name: 'ticket',
    slots: SLOTS,
    isDue: (pending, now) => freeDeliveries(pending) > 0 || pending.first < now - MAX_RETRY_AGE_MS,

    async createDeliveries(stores, pending, now) {
      const { alerts } = stores;
      const target = await findTarget(stores, pending.project.organizationId, pending);
      if (target === undefined) {
        await alerts.deletePending(pending, MAX_COUNTED_ALERTS);
        return;
      }
      await alerts.deleteOutdated(pending, now - MAX_RETRY_AGE_MS);
      const { connection, resumeAt } = target;
      const eventIds = await findEventsWithoutTicket(stores, pending, connection.id);
      const assigned = eventIds.map((eventId) => ({ eventId, digest: newDigestId() }));
      await alerts.assignDigests(pending, assigned, now);
      const to = { channel: 'ticket', queueId: pending.queueId, recipient: connection.id } as const;
      await alerts.insertDeliveries(
        assigned.map(({ digest }) =>
          newDelivery(pending.project, { ...to, digest, alertCount: 1, dueAt: resumeAt ?? now }, now),
        ),
      );
    },

    async deliver(delivery, _now, signal) {
      const wanted = await read((stores) => findWanted(stores, delivery, publicUrl()));
      if (wanted === undefined) return false;
      const { connection, draft } = wanted;
      try {
        const access = client.access(connection);
        const since = delivery.dateCreated;
        const former =
          delivery.attempts > 1 ? await client.findCreated(access, { url: draft.url, since }, signal) : null;
        const ticket = former ?? (await client.create(access, draft, signal));
        return (stores, at) => storeTicket(stores, delivery, ticket, at);
      } catch (error) {
        if (error instanceof TicketFailure) throw new RefusedRequest(error.message, error.retryAfterMs);
        throw error;
      }
    },

    async recordResult(stores, { queueId, ...delivery }, now, error) {
      if (queueId !== null) await recordRuleResult(stores, { ...delivery, queueId }, { now, error });
    },

    close: () => undefined,
  };
}

/** Returns the connection of a queue; undefined if the rule is off, or it or the connection was removed. */
async function findTarget(
  { alertRules, tickets }: Pick<Readers, 'alertRules' | 'tickets'>,
  organizationId: string,
  { projectId, queueId }: { readonly projectId: string; readonly queueId: string | null },
): Promise<{ connection: TicketConnection; resumeAt: number | null } | undefined> {
  const queue = queueId === null ? undefined : await alertRules.findQueue(projectId, queueId);
  if (queue?.recipient.type !== 'ticket' || !queue.rule.isActive) return undefined;
  const connection = await tickets.findConnection(organizationId, queue.recipient.connection);
  return connection && { connection, resumeAt: queue.health.resumeAt };
}

function freeDeliveries({ waiting, recent }: PendingAlerts): number {
  return MAX_RECENT_DELIVERIES - Math.max(waiting, recent);
}

/** Returns the events of pending alerts whose issues are to get a ticket, and deletes the other alerts. */
async function findEventsWithoutTicket(
  { alerts, tickets }: Writers,
  queue: PendingAlerts,
  connectionId: string,
): Promise<string[]> {
  const { projectId } = queue;
  const { pending, waiting } = await alerts.listPendingIssues(queue, connectionId, Math.max(0, freeDeliveries(queue)));
  const taken = new Set(waiting);
  const found: string[] = [];
  const needless: string[] = [];
  for (const { eventId, issueId } of pending) {
    const isWanted =
      issueId !== null &&
      !taken.has(issueId) &&
      (await mayGetTicket(tickets, { projectId, id: issueId }, connectionId));
    (isWanted ? found : needless).push(eventId);
    if (isWanted) taken.add(issueId);
  }
  await alerts.deleteAlerts(queue, needless);
  return found;
}

/** Returns true if an issue has no ticket of a connection, and room for one. */
async function mayGetTicket(
  tickets: Readers['tickets'],
  issue: Pick<AlertRow['issue'], 'projectId' | 'id'>,
  connectionId: string,
): Promise<boolean> {
  const present = await tickets.listOfIssue(issue);
  return present.length < MAX_TICKETS_OF_ISSUE && present.every((ticket) => ticket.connectionId !== connectionId);
}

/**
 * Returns the ticket that a delivery is to create. Undefined if nothing is to be created any more: the issue was
 * removed or resolved, or has got a ticket.
 */
async function findWanted(
  stores: Readers,
  delivery: Delivery,
  publicUrl: string,
): Promise<{ connection: TicketConnection; draft: TicketDraft } | undefined> {
  const { projectId, organizationId, digest } = delivery;
  const target = await findTarget(stores, organizationId, delivery);
  const [alert] = await stores.alerts.listByDigest(projectId, digest);
  const organization = await stores.organizations.find(organizationId);
  const project = await stores.projects.findById(organizationId, projectId);
  if (target === undefined || alert === undefined || organization === undefined || project === undefined)
    return undefined;
  const { connection } = target;
  const { issue } = alert;
  if (issue.status === 'resolved' || !(await mayGetTicket(stores.tickets, issue, connection.id))) return undefined;
  const url = issuePermalink({ publicUrl, organization }, issue);
  const draft = presentTicketDraft(issue, { shortId: formatShortId(project.slug, issue.number), url });
  return { connection, draft };
}

/** Adds a created ticket to its issue. The issue is locked, so that it is neither merged nor resolved meanwhile. */
async function storeTicket(
  { alerts, issueStates, tickets }: Writers,
  { projectId, organizationId, digest, recipient: connectionId }: Delivery,
  ticket: FoundTicket,
  now: number,
): Promise<void> {
  const [alert] = await alerts.listByDigest(projectId, digest);
  if (alert === undefined || (await tickets.findConnection(organizationId, connectionId)) === undefined) return;
  const [issue] = await issueStates.lock(projectId, [Number(alert.issue.id)]);
  // The work is repeated.
  if (issue === undefined) throw new Error('The issue was merged or removed while its ticket was stored.');
  const present = await tickets.listOfIssue(issue);
  const isKnown = present.some((one) => one.connectionId === connectionId && one.externalId === ticket.externalId);
  if (isKnown) return;
  await tickets.insert(issue, connectionId, ticket, now);
  if (issue.status === 'resolved') await tickets.want(projectId, [issue.id], 'closed', now);
}
