import type { components } from '../../../generated/api';
import { BadRequest, NotFound, Unavailable } from '../../domain/errors';
import type { TicketConnection } from '../../domain/ticket';
import { presentTime } from '../../presenters/format';
import { TicketFailure } from '../../tickets/ticketClient';

/** Presents a connection, without its secrets. */
export function presentTicketConnection(
  { id, kind, url, project, user, issueType, dateCreated }: TicketConnection,
  publicUrl: string,
): components['schemas']['TicketConnection'] {
  const webhookUrl = `${publicUrl}/api/0/ticket-webhooks/${id}/`;
  return { id, kind, url, project, user, issueType, webhookUrl, dateCreated: presentTime(dateCreated) };
}

/** Returns the connection. @throws NotFound unless it exists: another request may have removed it since */
export function requireConnection(connection: TicketConnection | undefined): TicketConnection {
  if (connection === undefined) throw new NotFound('Connection not found');
  return connection;
}

/** Calls a ticket system for a request. @throws BadRequest if it refuses, Unavailable if it may do it later */
export async function callTicketSystem<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(new AbortController().signal);
  } catch (error) {
    if (!(error instanceof TicketFailure)) throw error;
    if (error.kind === 'later') throw new Unavailable(error.message, Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
    throw new BadRequest(error.message);
  }
}
