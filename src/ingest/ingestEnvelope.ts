import type { ProjectFlag } from '../domain/project';
import { type AuthorizedClient, authorizeEnvelope, countRefusal, type IngestRequest } from './authorizeDsn';
import { type Envelope, parseEnvelope, parseEnvelopeStart } from './envelope';
import { saveFlags } from './items/event';
import { ALL_ITEMS, categoryOf, ItemTable } from './items/index';
import type { EnvelopeItem } from './items/itemType';

/** The result of an envelope that was accepted. */
export interface EnvelopeReceipt {
  /** The id of its event; without an event, the id in its header; null if there is neither. */
  readonly eventId: string | null;
  /** Value of the header `X-Sentry-Rate-Limits` if an item came that is not stored; null if none did. */
  readonly rateLimits: string | null;
}

/**
 * Parses an envelope and handles its items, in their order.
 * @param authorized the client that the key in the request authorizes; null if the key is in the envelope
 * @throws the errors of `authorizeEnvelope` and `parseEnvelope`; BadRequest, TooLarge or Unavailable
 */
export async function ingestEnvelope(
  request: IngestRequest,
  authorized: AuthorizedClient | null,
  projectId: string,
  body: Uint8Array,
): Promise<EnvelopeReceipt> {
  const types = new ItemTable(request.ingest.disabledItems);
  let client = authorized;
  let envelope: Envelope;
  try {
    const start = parseEnvelopeStart(body);
    client = await authorizeEnvelope(request, client, projectId, start.header.dsn);
    envelope = parseEnvelope(body, start, types);
  } catch (error) {
    if (client !== null) countRefusal(request, client, error, 'invalid_envelope');
    throw error;
  }
  const { header, items } = envelope;
  const context = { request, client, envelopeHeader: header, flags: flagsOf(items, types) };
  let { eventId } = header;
  let areFlagsSaved = context.flags.length === 0;
  const skipped: string[] = [];
  const batched: EnvelopeItem[] = [];
  for (const item of items) {
    const type = types.find(item.type);
    if (type?.handle === undefined) {
      countSkipped(request, client, item);
      skipped.push(item.type);
    } else if (type.isBatched === true) batched.push(item);
    else eventId = (await type.handle(item, context)) ?? eventId;
    areFlagsSaved ||= type?.savesFlags === true;
  }
  if (batched.length > 0)
    await Promise.all(batched.map(async (item) => types.find(item.type)?.handle?.(item, context)));
  if (!areFlagsSaved) await saveFlags(request, client, context.flags);
  return { eventId, rateLimits: types.rateLimits(skipped) };
}

/** Maximum number of logs or spans in an item; a larger number is taken for a mistake. */
const MAX_ITEM_COUNT = 1_000_000;

/** Counts an item that is not stored, or the logs or spans that it contains. */
function countSkipped(
  { ingest, now }: IngestRequest,
  { project }: AuthorizedClient,
  { type, header }: EnvelopeItem,
): void {
  const { item_count: count } = header;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count > 0 && count <= MAX_ITEM_COUNT;
  ingest.quota.count(project.id, 'feature_disabled', now, categoryOf(type), isCount ? count : 1);
}

/** Returns the project flags that the items of an envelope set, each once. */
export function flagsOf(items: readonly Pick<EnvelopeItem, 'type'>[], types = ALL_ITEMS): ProjectFlag[] {
  const flags: ProjectFlag[] = [];
  for (const { type } of items) {
    const flag = types.find(type)?.flag;
    if (flag !== undefined && !flags.includes(flag)) flags.push(flag);
  }
  return flags;
}
