import { aboutComment } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Removes a ticket from an issue. At the ticket system, it stays as it is. */
export const removeIssueTicket = operation('removeIssueTicket', {
  subject: findIssue,

  async handle({ issue, project, params: { ticket_id: id }, write, audit }) {
    await write(async ({ tickets, auditLog }) => {
      if (!(await tickets.remove(issue, id))) throw new NotFound('Ticket not found');
      await auditLog.insert(audit({ event: 'ticket.remove', ...aboutComment(project, issue, id) }));
    });
    return { status: 204 };
  },
});
