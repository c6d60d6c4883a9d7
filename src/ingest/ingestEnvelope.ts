import type { ProjectFlag } from '../domain/project';
import type { AuthorizedClient, IngestRequest } from './authorizeDsn';
import type { Envelope } from './envelope';
import { categoryOf, ITEM_TYPES } from './items/index';
import type { EnvelopeItem } from './items/itemType';
import { missingFlags } from './saveEvents';

/**
 * Handles the items of an envelope, in their order. Returns the id of its event; without an event, the id in its header; null if
 * there is neither.
 * @throws BadRequest, TooLarge or Unavailable
 */
export async function ingestEnvelope(
  request: IngestRequest,
  client: AuthorizedClient,
  { header, items }: Envelope,
): Promise<string | null> {
  const context = { request, client, envelopeHeader: header, flags: flagsOf(items) };
  let { eventId } = header;
  let areFlagsSaved = context.flags.length === 0;
  for (const item of items) {
    const type = ITEM_TYPES.get(item.type);
    if (type?.handle === undefined) countSkipped(request, client, item);
    else eventId = (await type.handle(item, context)) ?? eventId;
    areFlagsSaved ||= type?.savesFlags === true;
  }
  if (!areFlagsSaved) await saveFlags(request, client, context.flags);
  return eventId;
}

/** An item may contain so many others: more are taken for a mistake. */
const MAX_ITEM_COUNT = 1_000_000;

/** Counts an item that is not stored, or the logs or spans that are in it. */
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
export function flagsOf(items: readonly Pick<EnvelopeItem, 'type'>[]): ProjectFlag[] {
  const flags: ProjectFlag[] = [];
  for (const { type } of items) {
    const flag = ITEM_TYPES.get(type)?.flag;
    if (flag !== undefined && !flags.includes(flag)) flags.push(flag);
  }
  return flags;
}

async function saveFlags(
  { ingest }: IngestRequest,
  { project }: AuthorizedClient,
  flags: readonly ProjectFlag[],
): Promise<void> {
  const missing = missingFlags(project, flags);
  if (missing.length > 0) await ingest.write(({ projects }) => projects.setFlags(project.id, missing));
}
