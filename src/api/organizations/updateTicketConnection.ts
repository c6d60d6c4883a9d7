import { changedFields } from '../../domain/audit';
import type { TicketConnection } from '../../domain/ticket';
import { TICKET_SYSTEMS } from '../../tickets/systems';
import { type TicketClient, TicketFailure } from '../../tickets/ticketClient';
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
    const { user, issueType } = body;
    const others = { ...(user !== undefined && { user }), ...(issueType !== undefined && { issueType }) };
    const former = requireConnection(await read(find));
    const formerToken = await openToken(client, former, body.token !== undefined);
    const token = body.token ?? formerToken ?? '';
    await callTicketSystem((signal) => client.check({ ...former, ...others, token }, signal));
    const connection = await write(async (stores) => {
      const present = requireConnection(await find(stores));
      const fields = [
        ...(token === formerToken ? [] : ['token']),
        ...changedFields(Object.keys(others), present, { ...present, ...others }),
      ];
      const sealed = token === formerToken ? present.token : client.seal(organizationId, token);
      const updated = { ...present, ...others, token: sealed };
      await stores.tickets.updateConnection(updated, now);
      const target = { id: updated.id, name: updated.project };
      if (fields.length > 0)
        await stores.auditLog.insert(audit({ event: 'ticket_connection.update', target, details: { fields } }));
      return updated;
    });
    return { status: 200, body: presentTicketConnection(connection, publicUrl) };
  },
});

/**
 * Returns the stored token of a connection; null if it cannot be decrypted and is replaced.
 * @throws Unavailable if it cannot be decrypted and is needed
 */
function openToken(client: TicketClient, connection: TicketConnection, isReplaced: boolean): Promise<string | null> {
  return callTicketSystem(() => {
    try {
      return Promise.resolve(client.open(connection.organizationId, connection.token));
    } catch (error) {
      if (isReplaced && error instanceof TicketFailure) return Promise.resolve(null);
      throw error;
    }
  });
}
