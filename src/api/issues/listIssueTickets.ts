import { presentIssueTicket } from '../../presenters/issue';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Lists the tickets of an issue. */
export const listIssueTickets = operation('listIssueTickets', {
  subject: findIssue,

  async handle({ organization, issue, read }) {
    const { connections, rows } = await read(async ({ tickets }) => ({
      connections: await tickets.listConnections(organization.id),
      rows: await tickets.listOfIssue(issue),
    }));
    const kinds = new Map(connections.map(({ id, kind }) => [id, kind]));
    // A connection that was removed meanwhile takes its tickets along.
    const body = rows.flatMap((ticket) => {
      const kind = kinds.get(ticket.connectionId);
      return kind === undefined ? [] : [presentIssueTicket(ticket, kind)];
    });
    return { status: 200, body };
  },
});
