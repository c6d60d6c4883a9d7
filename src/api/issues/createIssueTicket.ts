import { aboutComment } from '../../domain/audit';
import { BadRequest, InvalidFields } from '../../domain/errors';
import { formatShortId } from '../../domain/issue';
import { type IssueTicket, MAX_TICKETS_OF_ISSUE } from '../../domain/ticket';
import { issuePermalink, presentIssueTicket, presentTicketDraft } from '../../presenters/issue';
import { TICKET_SYSTEMS } from '../../tickets/systems';
import { operation } from '../operation';
import { callTicketSystem, requireConnection } from '../organizations/ticketConnection';
import { fieldErrorsOf, findIssue } from '../subjects';

/** Creates a ticket of an issue, or adds an existing one to it. */
export const createIssueTicket = operation('createIssueTicket', {
  subject: findIssue,

  async validate({ organization, body: { connection: id, ticket, title }, read }) {
    const surplus = ticket === undefined || title === undefined ? [] : ['An existing ticket has a title.'];
    if (id === undefined) return fieldErrorsOf('title', surplus);
    const connection = await read(({ tickets }) => tickets.findConnection(organization.id, id));
    if (connection === undefined)
      return {
        ...fieldErrorsOf('connection', [`The organization has no connection "${id}".`]),
        ...fieldErrorsOf('title', surplus),
      };
    const system = TICKET_SYSTEMS[connection.kind];
    const isWrong = ticket !== undefined && system.parseReference(connection, ticket.trim()) === null;
    const message = `Not the number, key or address of a ticket of ${connection.project}.`;
    return { ...fieldErrorsOf('ticket', isWrong ? [message] : []), ...fieldErrorsOf('title', surplus) };
  },

  async handle({ organization, project, issue, body, read, write, audit, tickets: client, publicUrl, now }) {
    const { connection, present } = await read(async ({ tickets }) => ({
      connection: requireConnection(await tickets.findConnection(organization.id, body.connection)),
      present: await tickets.listOfIssue(issue),
    }));
    requireRoom(present);
    const named = body.ticket?.trim();
    const url = issuePermalink({ publicUrl, organization }, issue);
    const shortId = formatShortId(project.slug, issue.number);
    const found = await callTicketSystem((signal) =>
      client.during(organization.id, async () => {
        const access = client.access(connection);
        if (named === undefined)
          return client.create(access, presentTicketDraft(issue, { shortId, url, title: body.title }), signal);
        const reference = TICKET_SYSTEMS[connection.kind].parseReference(access, named) ?? '';
        return client.find(access, reference, signal);
      }),
    );
    const ticket = await write(async ({ tickets, auditLog }) => {
      requireConnection(await tickets.findConnection(organization.id, connection.id));
      const others = await tickets.listOfIssue(issue);
      requireRoom(others);
      const isKnown = others.some(
        ({ connectionId, externalId }) => connectionId === connection.id && externalId === found.externalId,
      );
      if (isKnown) throw new InvalidFields({ ticket: ['The issue has this ticket already.'] });
      const created = await tickets.insert(issue, connection.id, found, now);
      const details = { ticket: found.url, isNew: named === undefined };
      await auditLog.insert(audit({ event: 'ticket.create', ...aboutComment(project, issue, created.id), details }));
      return created;
    });
    return { status: 201, body: presentIssueTicket(ticket, connection.kind) };
  },
});

function requireRoom(tickets: readonly IssueTicket[]): void {
  if (tickets.length >= MAX_TICKETS_OF_ISSUE)
    throw new BadRequest(`An issue has at most ${MAX_TICKETS_OF_ISSUE} tickets.`);
}
