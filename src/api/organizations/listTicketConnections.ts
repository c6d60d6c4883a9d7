import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { presentTicketConnection } from './ticketConnection';

/** Lists the connected ticket systems of an organization. */
export const listTicketConnections = operation('listTicketConnections', {
  subject: findOrganization,

  async handle({ organization, read, publicUrl }) {
    const connections = await read(({ tickets }) => tickets.listConnections(organization.id));
    return { status: 200, body: connections.map((one) => presentTicketConnection(one, publicUrl)) };
  },
});
