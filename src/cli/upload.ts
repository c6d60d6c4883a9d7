import { openForCommand } from '../administration';
import { readConfig } from '../config';
import { expireUnassembledChunks, MAX_CHUNK_HOURS, readUploadUsage } from '../sourcemaps/upload/unassembledChunks';
import { type CommandContext, findOrganization, type OutputRow, recordChange } from './command';

/** Number of slices that one transaction deletes, the same as in the service. */
const SLICES_PER_TRANSACTION = 32;
/** Garbage collection deletes chunks that were idle since before this time; expired chunks have 0. */
const AFTER_EXPIRED = 1;

/** Returns the bytes that an organization has uploaded and that count against its quotas. */
export async function showUploads({ stores }: CommandContext, options: { organization: string }): Promise<OutputRow> {
  const organization = await findOrganization(stores, options.organization);
  return { organization: options.organization, ...(await readUploadUsage(stores, organization)) };
}

/**
 * Deletes chunks that were uploaded and not assembled for some hours, in short transactions, also while the service
 * runs.
 * @throws Error if the number of hours is wrong or the organization is unknown
 */
export async function purgeUploads(options: { organization: string; olderThan: string }): Promise<OutputRow> {
  const hours = Number(options.olderThan);
  if (!/^[0-9]{1,6}$/.test(options.olderThan) || hours > MAX_CHUNK_HOURS) {
    throw new Error(
      `--older-than is "${options.olderThan}", but must be a number of hours from 0 to ${MAX_CHUNK_HOURS}.`,
    );
  }
  const database = await openForCommand(readConfig(process.env), false);
  try {
    const now = Date.now();
    const purged = await database.write(async (stores) => {
      const organization = await findOrganization(stores, options.organization);
      const { expired, change } = await expireUnassembledChunks(stores, organization, { hours, now });
      await recordChange({ stores, now }, organization.id, change);
      return expired;
    });
    while (await database.write(({ contents }) => contents.collectGarbage(AFTER_EXPIRED, SLICES_PER_TRANSACTION)))
      continue;
    return { organization: options.organization, ...purged };
  } finally {
    await database.close();
  }
}
