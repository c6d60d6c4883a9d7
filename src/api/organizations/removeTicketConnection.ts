import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { requireConnection } from './ticketConnection';

/** Removes a connection with its token. Tickets stay at the ticket system as they are. */
export const removeTicketConnection = operation('removeTicketConnection', {
  subject: findOrganization,

  async handle({ organization, params, write, audit }) {
    await write(async ({ tickets, auditLog }) => {
      const connection = requireConnection(await tickets.findConnection(organization.id, params.connection_id));
      await tickets.removeConnection(connection);
      const { id, project, kind, url } = connection;
      const target = { id, name: project };
      await auditLog.insert(audit({ event: 'ticket_connection.remove', target, details: { kind, url } }));
    });
    return { status: 204 };
  },
});
