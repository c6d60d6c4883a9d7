import { ingestOperation } from '../operation';
import { Unauthenticated } from '../../domain/errors';
import { type AuthorizedClient, authorizeDsn, type IngestRequest, refuseEvent } from '../../ingest/authorizeDsn';
import { ingestEnvelope } from '../../ingest/ingestEnvelope';
import { ingestEvent } from '../../ingest/items/event';
import { newEventId } from '../../ingest/processEvent';

/** Stores one event of a client that does not use envelopes. */
export const storeEvent = ingestOperation<'storeEvent', Sender>('storeEvent', {
  subject: (context) => findSender(context, context.params.project_id),
  refuseBody: countUnread,
  handle: receiveEvent,
});

/* The common steps of the operations for clients that send a single event in place of an envelope. */

/** The client that the key in the request authorizes. */
export interface Sender {
  readonly client: AuthorizedClient;
}

/**
 * Authorizes the client by the key in the request.
 * @param projectId the project to which the key must belong; null if the key alone decides
 * @throws Unauthenticated, Forbidden, RateLimited
 */
export async function findSender(request: IngestRequest, projectId: string | null): Promise<Sender> {
  const { publicKey } = request.dsnClient;
  if (publicKey === null) throw new Unauthenticated();
  return { client: await authorizeDsn(request, { projectId, publicKey }) };
}

/** Counts an event whose body could not be read. */
export function countUnread(request: IngestRequest & Sender, error: unknown): void {
  refuseEvent(request, request.client, error, 'invalid_json');
}

/** Stores the event of a body. Returns the reply. */
export async function receiveEvent(
  request: IngestRequest & Sender & { readonly body: Uint8Array; readonly contentType: string },
): Promise<{ status: 200; body: { id: string }; rateLimits: string | null }> {
  const { client, body, contentType } = request;
  if (/^application\/x-sentry-envelope\s*(?:;|$)/i.test(contentType)) {
    const { eventId, rateLimits } = await ingestEnvelope(request, client, client.project.id, body);
    return { status: 200, body: { id: eventId ?? newEventId() }, rateLimits };
  }
  const event = { payload: body, format: 'store' as const, eventId: null, flags: [] };
  const { eventId } = await ingestEvent(request, client, event);
  return { status: 200, body: { id: eventId }, rateLimits: null };
}
