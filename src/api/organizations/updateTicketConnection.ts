import { TICKET_SYSTEMS } from '../../tickets/systems';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { typeErrors } from './createTicketConnection';
import { callTicketSystem, presentTicketConnection, requireConnection } from './ticketConnection';

/** Replaces the token of a connection, its user or the type of its tickets. */
export const updateTicketConnection = operation('updateTicketConnection', {
  subject: findOrganization,

  async validate({ organization, params, body, read }) {
    const found = await read(({ tickets }) => tickets.findConnection(organization.id, params.connection_id));
    return typeErrors(TICKET_SYSTEMS[requireConnection(found).kind], body);
  },

  async handle({ organization, params, body, read, write, audit, tickets: client, publicUrl, now }) {
    const { id: organizationId } = organization;
    const find = ({ tickets }: Parameters<Parameters<typeof read>[0]>[0]) =>
      tickets.findConnection(organizationId, params.connection_id);
    const { token, user, issueType } = body;
    const others = { ...(user !== undefined && { user }), ...(issueType !== undefined && { issueType }) };
    const former = requireConnection(await read(find));
    const plain = token ?? (await callTicketSystem(() => Promise.resolve(client.open(organizationId, former.token))));
    await callTicketSystem((signal) => client.check({ ...former, ...others, token: plain }, signal));
    const connection = await write(async (stores) => {
      const present = requireConnection(await find(stores));
      const sealed = token === undefined ? {} : { token: client.seal(organizationId, token) };
      const updated = { ...present, ...others, ...sealed };
      await stores.tickets.updateConnection(updated, now);
      const target = { id: updated.id, name: updated.project };
      const details = { fields: Object.keys(body) };
      await stores.auditLog.insert(audit({ event: 'ticket_connection.update', target, details }));
      return updated;
    });
    return { status: 200, body: presentTicketConnection(connection, publicUrl) };
  },
});
