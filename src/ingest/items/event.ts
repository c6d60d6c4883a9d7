import type { AppliedRateLimit } from '../../domain/rateLimit';
import { type AuthorizedClient, countRefusal, type IngestRequest } from '../authorizeDsn';
import { MAX_EVENT_BYTES } from '../payload';
import { type IncomingEvent, type IngestResult, readPayloadEventId } from '../processEvent';
import { rateLimitError, rateLimitReason } from '../rateLimiter';
import type { ItemType } from './itemType';

/** An error or a message. */
export const eventItem: ItemType = {
  maxBytes: MAX_EVENT_BYTES,
  maxItems: 1,
  savesFlags: true,
  handle: ({ payload }, { request, client, envelopeHeader, flags }) => {
    const { eventId, sentAt } = envelopeHeader;
    const event = { payload, format: 'item' as const, eventId, flags };
    return ingestEvent(request, client, sentAt === null ? event : Object.assign(event, { sentAt }));
  },
};

/**
 * Processes and saves an event of an authorized client, and counts its outcome. Returns the event's id once the event is durable
 * or dropped.
 * @throws BadRequest, TooLarge, RateLimited or Unavailable
 */
export async function ingestEvent(
  request: IngestRequest,
  client: AuthorizedClient,
  event: Pick<IncomingEvent, 'payload' | 'format' | 'eventId' | 'flags'> & Partial<Pick<IncomingEvent, 'sentAt'>>,
): Promise<string> {
  const { quota, processAndSave } = request.ingest;
  const limits = client.isFiltered ? [] : client.project.rateLimits;
  const now = limits.length === 0 ? request.now : countAgainst(limits, request, client);
  try {
    const result: IngestResult = client.isFiltered
      ? { eventId: readPayloadEventId(event), dropped: 'ip-address' }
      : await processAndSave(Object.assign(incomingEventOf(request, client), event));
    if (result.dropped !== null) quota.rateLimits.giveBack(limits, now);
    quota.count(client.project.id, result.dropped, request.now);
    return result.eventId;
  } catch (error) {
    quota.rateLimits.giveBack(limits, now);
    countRefusal(request, client, error, 'invalid_json');
    throw error;
  }
}

/**
 * Counts the event against rate limits before it is processed, so that events which are processed together do not exceed them.
 * Returns the time for which it was counted: bodies may take long to arrive.
 * @throws RateLimited
 */
function countAgainst(
  limits: readonly AppliedRateLimit[],
  { ingest: { quota } }: IngestRequest,
  { project }: AuthorizedClient,
): number {
  const now = Date.now();
  const exhausted = quota.rateLimits.take(limits, now);
  if (exhausted.length === 0) return now;
  quota.count(project.id, rateLimitReason(exhausted), now);
  throw rateLimitError(exhausted, now);
}

/** Returns what is known of every event of a request. */
export function incomingEventOf(
  { dsnClient, now }: Pick<IngestRequest, 'dsnClient' | 'now'>,
  { project }: Pick<AuthorizedClient, 'project'>,
): Omit<IncomingEvent, 'payload' | 'format' | 'eventId' | 'flags'> {
  return { project, ipAddress: dsnClient.ipAddress, received: now, sentAt: dsnClient.sentAt };
}
