import { fileOfBytes } from '../compression/spool';
import { BadRequest } from '../domain/errors';
import type { JsonObject } from '../domain/event';
import type { DataCategory } from '../domain/outcome';
import type { ProjectFlag } from '../domain/project';
import {
  type AuthorizedClient,
  authorizeEnvelope,
  countRefusal,
  type EventRefusal,
  type IngestRequest,
  refuseEvent,
} from './authorizeDsn';
import { type Envelope, type EnvelopeStart, EVENT_TYPE, parseEnvelope, parseEnvelopeStart } from './envelope';
import { ingestEventItem, saveFlags } from './items/event';
import type { AttachedFiles, LeftOut } from './envelopeFilter';
import { ALL_ITEMS, categoryOf, ItemTable } from './items/index';
import type { EnvelopeItem, ItemContext } from './items/itemType';
import { type CrashReport, readCrashReport } from './minidump/crashReport';
import { parsePayload } from './payload';
import { findPayloadEventId } from './quota';
import { ingestAttachments, QUOTA_LIMIT, quotaError, type SentFile } from './storeAttachments';

/** The result of an envelope that was accepted. */
export interface EnvelopeReceipt {
  /** The id of its event; without an event, the id in its header; null if there is neither. */
  readonly eventId: string | null;
  /** Value of the header `X-Sentry-Rate-Limits`; null if all items that came are of types that are stored. */
  readonly rateLimits: string | null;
}

/**
 * Parses an envelope and handles its items, in their order.
 * @param authorized the client that the key in the request authorizes; null if the key is in the envelope
 * @param leftOut what is not in the body of a large envelope
 * @throws the errors of `authorizeEnvelope` and `parseEnvelope`; BadRequest, TooLarge, RateLimited or Unavailable
 */
export async function ingestEnvelope(
  request: IngestRequest,
  authorized: AuthorizedClient | null,
  projectId: string,
  body: Uint8Array,
  leftOut?: LeftOut,
): Promise<EnvelopeReceipt> {
  const types = new ItemTable(request.ingest.disabledItems);
  let client = authorized;
  let envelope: Envelope;
  let start: EnvelopeStart | undefined;
  try {
    start = parseEnvelopeStart(body);
    client = await authorizeEnvelope(request, client, projectId, start.header.dsn);
    envelope = parseEnvelope(body, { start, types, oversized: leftOut?.oversized });
  } catch (error) {
    // While a limit refuses events, its error takes precedence over errors of the body.
    const reported = client?.refusal?.error ?? error;
    const sentId = start?.header.eventId ?? null;
    if (client !== null) refuseEvent(request, client, reported, 'invalid_envelope', () => sentId);
    throw reported;
  }
  return ingestItems(request, client, envelope, filesOf(envelope.items, types, leftOut?.attachments));
}

/**
 * Handles the items of an envelope, in their order, then its files. Files that describe a crash complete the event, or
 * make one if there is none. While limits refuse events, other items are handled before the error.
 * @throws BadRequest, TooLarge, RateLimited or Unavailable
 */
export async function ingestItems(
  request: IngestRequest,
  client: AuthorizedClient,
  { header: envelopeHeader, items }: Envelope,
  sentFiles: readonly SentFile[],
): Promise<EnvelopeReceipt> {
  const types = new ItemTable(request.ingest.disabledItems);
  // Most envelopes have no files.
  const crash = sentFiles.length === 0 ? null : await readCrashReport(request, sentFiles);
  const files = crash?.files ?? sentFiles;
  const header =
    crash === null ? envelopeHeader : { ...envelopeHeader, eventId: envelopeHeader.eventId ?? crash.eventId };
  const context: ItemContext = {
    request,
    client,
    envelopeHeader: header,
    hasEvent: crash !== null || items.some(({ type }) => type === EVENT_TYPE),
    flags: flagsOf(items, types),
    dropped: null,
  };
  let { eventId } = header;
  let hasEvent = false;
  let exceedsQuota = false;
  let areFlagsSaved = context.flags.length === 0;
  const refuse = ({ reason, error }: EventRefusal, category: DataCategory, payload?: Buffer) => {
    const findId = () => header.eventId ?? (payload ? findPayloadEventId(payload) : null);
    refuseEvent(request, client, error, reason, findId, category);
    context.dropped = reason;
  };
  const skipped: string[] = [];
  const batched: EnvelopeItem[] = [];
  try {
    for (const item of items) {
      const type = types.find(item.type);
      if (type?.isAttached === true) continue;
      if (type?.handle === undefined) {
        countSkipped(request, client, item);
        skipped.push(item.type);
      } else if (item.isSurplus === true)
        request.ingest.quota.count(client.project.id, 'too_large', request.now, categoryOf(item.type));
      else if (client.refusal !== null && type.isUnlimited !== true)
        refuse(client.refusal, categoryOf(item.type), item.payload);
      else if (type.isBatched === true) batched.push(item);
      else if (crash !== null && item.type === EVENT_TYPE) {
        eventId = await ingestCrash(crash, readSentEvent(item), context);
        hasEvent = true;
      } else eventId = (await type.handle(item, context)) ?? eventId;
      areFlagsSaved ||= type?.savesFlags === true;
    }
    if (batched.length > 0)
      await Promise.all(batched.map(async (item) => types.find(item.type)?.handle?.(item, context)));
    if (crash !== null && client.refusal !== null) {
      if (context.dropped === null) refuse(client.refusal, 'error');
    } else if (crash !== null && !hasEvent) {
      eventId = await ingestCrash(crash, {}, context);
      areFlagsSaved = true;
    }
    if (!areFlagsSaved) await saveFlags(request, client, context.flags);
    if (files.length > 0)
      exceedsQuota = await ingestAttachments(request, client, { eventId, dropped: context.dropped, files });
  } catch (error) {
    if (files.length > 0) countRefusal(request, client, error, 'invalid_json', 'attachment', files.length);
    throw error;
  }
  if (client.refusal !== null && context.dropped !== null) throw client.refusal.error;
  if (exceedsQuota && crash === null && !items.some(({ type }) => types.isRequired(type))) throw quotaError();
  const limits = [types.rateLimits(skipped) ?? [], exceedsQuota ? QUOTA_LIMIT : []].flat();
  return { eventId, rateLimits: limits.length === 0 ? null : limits.join(', ') };
}

/** Returns the event that a client sent beside a dump; only a processing error if it cannot be read. */
function readSentEvent({ payload }: EnvelopeItem): JsonObject {
  try {
    return parsePayload(payload);
  } catch (error) {
    if (error instanceof BadRequest) return { errors: [{ type: 'invalid_data', name: 'event' }] };
    throw error;
  }
}

/** Ingests the event of a crash, and counts the files that became parts of it. Returns its id. */
async function ingestCrash(crash: CrashReport, sent: JsonObject, context: ItemContext): Promise<string | null> {
  const { request, client } = context;
  const payload = Buffer.from(JSON.stringify(crash.complete(sent)));
  const eventId = await ingestEventItem(payload, context);
  const { quota } = request.ingest;
  if (crash.consumed > 0) quota.count(client.project.id, context.dropped, request.now, 'attachment', crash.consumed);
  return eventId;
}

/** Returns the attachments of an envelope, with the bytes that were written to the disk while it was read. */
function filesOf(items: readonly EnvelopeItem[], types: ItemTable, attached: AttachedFiles | undefined): SentFile[] {
  return items.flatMap(({ type, header, payload }, index) => {
    if (!types.isAttached(type)) return [];
    const { filename: name, attachment_type: fileType, content_type: contentType, length } = header;
    const isCut = typeof length === 'number' && length > payload.length;
    const spooled = attached?.get(index);
    const bytes = spooled === undefined ? (isCut ? null : fileOfBytes(payload)) : spooled;
    return [{ name, type: fileType, contentType, bytes }];
  });
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
