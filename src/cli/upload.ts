import { openForCommand } from '../administration';
import { readConfig } from '../config';
import { type CommandContext, findOrganization, type OutputRow, recordChange } from './command';
import { HOUR_MS } from '../domain/time';

const MAX_HOURS = 100_000;
/** What one transaction deletes, as the service does. */
const SLICES_PER_TRANSACTION = 32;
/** Garbage collection deletes what was idle since before this time: chunks that were expired have 0. */
const AFTER_EXPIRED = 1;

/** Returns what an organization has uploaded, in bytes that count against its quotas. */
export async function showUploads({ stores }: CommandContext, options: { organization: string }): Promise<OutputRow> {
  const { id } = await findOrganization(stores, options.organization);
  const { count, bytes } = await stores.contents.sumChunks(id);
  const artifactBytes = await stores.artifacts.sumBytes(id);
  return { organization: options.organization, chunks: count, chunkBytes: bytes, artifactBytes };
}

/**
 * Deletes chunks that were uploaded and not assembled for some hours, in short transactions, also while the service runs.
 * @throws Error if the number of hours is wrong or the organization is unknown
 */
export async function purgeUploads(options: { organization: string; olderThan: string }): Promise<OutputRow> {
  const hours = Number(options.olderThan);
  if (!/^[0-9]{1,6}$/.test(options.olderThan) || hours > MAX_HOURS) {
    throw new Error(`--older-than is "${options.olderThan}", but must be a number of hours from 0 to ${MAX_HOURS}.`);
  }
  const database = await openForCommand(readConfig(process.env), false);
  try {
    const now = Date.now();
    const purged = await database.write(async (stores) => {
      const { id, slug } = await findOrganization(stores, options.organization);
      const expired = await stores.contents.expireChunks(id, now - hours * HOUR_MS + 1);
      const details = { count: expired.count };
      await recordChange({ stores, now }, id, { event: 'chunk.purge', target: { id, name: slug }, details });
      return expired;
    });
    while (await database.write(({ contents }) => contents.collectGarbage(AFTER_EXPIRED, SLICES_PER_TRANSACTION)))
      continue;
    return { organization: options.organization, chunks: purged.count, chunkBytes: purged.bytes };
  } finally {
    await database.close();
  }
}
