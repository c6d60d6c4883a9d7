import type { JsonObject } from '../../domain/event';
import { type AuthorizedClient, countRefusal, type IngestRequest } from '../authorizeDsn';
import { readCheckIn, saveCheckIn } from '../checkIns';
import { parsePayload } from '../payload';
import type { ItemType } from './itemType';

/** A check-in of a scheduled job. */
export const checkInItem: ItemType = {
  kind: 'check-ins',
  flag: 'hasMonitors',
  isUnlimited: true,
  maxBytes: 100 * 1024,
  async handle({ payload }, { request, client }) {
    await ingestCheckIn(request, client, () => parsePayload(payload));
    // The id in the header of its envelope is not the id of an event.
    return null;
  },
};

/**
 * Saves a check-in, and counts its outcome. An invalid one is only counted: its client cannot correct it. Settles once
 * the check-in is durable.
 * @param parse returns the payload. @throws BadRequest or TooLarge
 */
export async function ingestCheckIn(
  request: IngestRequest,
  client: AuthorizedClient,
  parse: () => JsonObject,
): Promise<void> {
  const { ingest, now } = request;
  const { project, isFiltered } = client;
  const count = (dropped: Parameters<typeof ingest.quota.count>[1]) =>
    ingest.quota.count(project.id, dropped, now, 'monitor');
  if (isFiltered || ingest.disabledItems.has('check-ins')) {
    count(isFiltered ? 'ip-address' : 'feature_disabled');
    return;
  }
  const sent = readOrNull(parse);
  if (sent === null) {
    count('invalid_json');
    return;
  }
  try {
    const result = await ingest.write((stores) => saveCheckIn(stores, project, sent, now), { projects: [project.id] });
    if (result !== 'repeated') count(result);
  } catch (error) {
    countRefusal(request, client, error, 'internal');
    throw error;
  }
}

function readOrNull(parse: () => JsonObject): ReturnType<typeof readCheckIn> {
  try {
    return readCheckIn(parse());
  } catch {
    return null;
  }
}
