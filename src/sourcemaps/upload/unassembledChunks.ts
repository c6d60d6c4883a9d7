import type { AuditedChange } from '../../domain/audit';
import type { Organization } from '../../domain/organization';
import { HOUR_MS } from '../../domain/time';
import type { Readers, Writers } from '../../store/stores';

/** Maximum number of hours for which unused chunks may be kept when older ones are removed. */
export const MAX_CHUNK_HOURS = 100_000;

/** Bytes that an organization has uploaded and that count against its quotas. */
export interface UploadUsage {
  /** Chunks that are not assembled. */
  readonly chunks: number;
  readonly chunkBytes: number;
  readonly artifactBytes: number;
}

/** Reads the bytes that an organization has uploaded. */
export async function readUploadUsage(
  { contents, artifacts }: Pick<Readers, 'contents' | 'artifacts'>,
  { id }: Pick<Organization, 'id'>,
): Promise<UploadUsage> {
  const { count, bytes } = await contents.sumChunks(id);
  return { chunks: count, chunkBytes: bytes, artifactBytes: await artifacts.sumBytes(id) };
}

/**
 * Makes chunks garbage that were uploaded and not assembled, and that nobody used for some hours. They count until
 * garbage is collected.
 * @returns the number and the bytes of these chunks, and the change for the audit log
 */
export async function expireUnassembledChunks(
  { contents }: Pick<Writers, 'contents'>,
  { id, slug }: Pick<Organization, 'id' | 'slug'>,
  { hours, now }: { readonly hours: number; readonly now: number },
): Promise<{ expired: Pick<UploadUsage, 'chunks' | 'chunkBytes'>; change: AuditedChange }> {
  const { count, bytes } = await contents.expireChunks(id, now - hours * HOUR_MS + 1);
  return {
    expired: { chunks: count, chunkBytes: bytes },
    change: { event: 'chunk.purge', target: { id, name: slug }, details: { count } },
  };
}
