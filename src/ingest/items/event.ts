import type { DataCategory } from '../../domain/outcome';
import type { DsnProject, ProjectFlag } from '../../domain/project';
import type { AppliedRateLimit } from '../../domain/rateLimit';
import { type AuthorizedClient, type IngestRequest, keepReason, refuseEvent } from '../authorizeDsn';
import { MAX_EVENT_BYTES } from '../payload';
import { findPayloadEventId } from '../quota';
import { type IncomingEvent, type IngestResult, readPayloadEventId } from '../processEvent';
import { rateLimitError, rateLimitReason } from '../rateLimiter';
import { missingFlags } from '../saveEvents';
import type { ItemContext, ItemType } from './itemType';

/** An error or a message. */
export const eventItem: ItemType = {
  maxBytes: MAX_EVENT_BYTES,
  maxItems: 1,
  savesFlags: true,
  handle: ({ payload }, context) => ingestEventItem(payload, context),
};

/** Ingests the event of an envelope. Returns its id. */
export async function ingestEventItem(payload: Buffer, context: ItemContext): Promise<string> {
  const { request, client, envelopeHeader, flags } = context;
  const { eventId: sentId, sentAt } = envelopeHeader;
  const sent = { payload, format: 'item' as const, eventId: sentId, flags };
  const event = sentAt === null ? sent : Object.assign(sent, { sentAt });
  const { eventId, dropped } = await ingestEvent(request, client, event);
  // A client that lost the reply sends an event again, with its files: these may not have been stored.
  context.dropped = dropped === 'repeated' ? null : dropped;
  return eventId;
}

/**
 * Processes and saves an event of an authorized client, and counts its outcome. Resolves once the event is durable or
 * dropped.
 * @param category the category under which it is counted
 * @throws BadRequest, TooLarge, RateLimited or Unavailable
 */
export async function ingestEvent(
  request: IngestRequest,
  client: AuthorizedClient,
  event: Pick<IncomingEvent, 'payload' | 'format' | 'eventId' | 'flags'> & Partial<Pick<IncomingEvent, 'sentAt'>>,
  category: DataCategory = 'error',
): Promise<IngestResult> {
  const { quota, processAndSave } = request.ingest;
  const { project } = client;
  const limits = client.isFiltered ? [] : project.rateLimits;
  const now = limits.length === 0 ? request.now : countAgainst(limits, request, client, event, category);
  try {
    const result: IngestResult = client.isFiltered
      ? { eventId: readPayloadEventId(event), dropped: 'ip-address' }
      : await processAndSave(Object.assign(incomingEventOf(request, client), event));
    const { eventId, dropped } = result;
    if (dropped !== null) quota.rateLimits.giveBack(limits, now);
    const isTransaction = dropped === 'feature_disabled';
    const countedCategory = isTransaction ? 'transaction' : category;
    if (dropped !== null) {
      const reason = dropped === 'repeated' ? 'duplicate' : dropped;
      keepReason(request, project, { reason, eventId: () => eventId, category: countedCategory });
    }
    // A client that lost the reply sends an event again.
    if (dropped === 'repeated') return result;
    quota.count(project.id, dropped, request.now, countedCategory);
    if (isTransaction) await saveFlags(request, client, [...event.flags, 'firstTransactionEvent']);
    return result;
  } catch (error) {
    quota.rateLimits.giveBack(limits, now);
    refuseEvent(request, client, error, 'invalid_json', () => sentEventId(event), category);
    throw error;
  }
}

/** Returns the id of an event that is refused; null if none is found in one that cannot be read. */
function sentEventId(event: Pick<IncomingEvent, 'payload' | 'format' | 'eventId'>): string | null {
  if (event.eventId !== null) return event.eventId;
  try {
    return readPayloadEventId(event);
  } catch {
    return findPayloadEventId(event.payload);
  }
}

/**
 * Counts the event against rate limits before it is processed, so that events which are processed together do not
 * exceed them. Returns the time of counting, which can be later than the arrival of the request: a body may take long.
 * @throws RateLimited
 */
function countAgainst(
  limits: readonly AppliedRateLimit[],
  request: IngestRequest,
  { project }: AuthorizedClient,
  event: Pick<IncomingEvent, 'payload' | 'format' | 'eventId'>,
  category: DataCategory,
): number {
  const { quota } = request.ingest;
  const now = Date.now();
  const exhausted = quota.rateLimits.take(limits, now);
  const [limit] = exhausted;
  if (limit === undefined) return now;
  const reason = rateLimitReason(exhausted);
  quota.count(project.id, reason, now, category);
  keepReason(request, project, { reason, eventId: () => sentEventId(event), category, limit });
  throw rateLimitError(exhausted, now);
}

/** Sets the flags that the project does not have yet. */
export async function saveFlags(
  { ingest }: Pick<IngestRequest, 'ingest'>,
  { project }: { readonly project: Pick<DsnProject, 'id' | 'flags'> },
  flags: readonly ProjectFlag[],
): Promise<void> {
  const missing = missingFlags(project, flags);
  if (missing.length > 0) await ingest.write(({ projects }) => projects.setFlags(project.id, missing));
}

/** Returns the members that all events of a request have in common. */
export function incomingEventOf(
  {
    dsnClient,
    now,
  }: Pick<IngestRequest, 'now'> & {
    readonly dsnClient: Pick<IngestRequest['dsnClient'], 'ipAddress' | 'sentAt'>;
  },
  { project }: Pick<AuthorizedClient, 'project'>,
): Omit<IncomingEvent, 'payload' | 'format' | 'eventId' | 'flags'> {
  return { project, ipAddress: dsnClient.ipAddress, received: now, sentAt: dsnClient.sentAt };
}
