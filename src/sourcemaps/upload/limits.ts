import type { AuditedChange } from '../../domain/audit';
import type { Organization } from '../../domain/organization';
import { HOUR_MS } from '../../domain/time';
import type { Readers, Writers } from '../../store/stores';

/*
 * Limits of chunked uploads, which upload tools ask for before an upload. The limits of a bundle's content are in
 * artifactBundle.ts.
 */

/** Bytes that an organization may store. */
export interface UploadQuota {
  /** Compressed bytes of chunks that are not assembled. */
  readonly chunkBytes: number;
  /** Bytes of all artifacts of its projects, uncompressed. */
  readonly artifactBytes: number;
}

const MEBIBYTE = 1024 * 1024;

/** Returns the reason why chunks of `added` bytes do not fit beside the stored ones; null if they fit. */
export function describeChunkExcess(stored: number, added: number, { chunkBytes }: UploadQuota): string | null {
  if (stored + added <= chunkBytes) return null;
  return `The organization has ${inMebibytes(stored)} MiB of chunks that are not assembled, and its quota is ${inMebibytes(chunkBytes)} MiB: assemble them, wait a day until they are deleted, or ask an operator to run culprit upload purge.`;
}

/** Returns the reason why artifacts of `added` bytes do not fit beside the stored ones; null if they fit. */
export function describeArtifactExcess(stored: number, added: number, { artifactBytes }: UploadQuota): string | null {
  if (stored + added <= artifactBytes) return null;
  return `The organization has ${inMebibytes(stored)} MiB of artifacts, and with these ${inMebibytes(added)} MiB it would exceed its quota of ${inMebibytes(artifactBytes)} MiB: remove artifacts of old releases.`;
}

function inMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(bytes % MEBIBYTE === 0 ? 0 : 1);
}

export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
export const MAX_CHUNKS_PER_REQUEST = 64;
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
export const MAX_BUNDLE_BYTES = 256 * 1024 * 1024;

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
 * Marks chunks as garbage that are not assembled and that nobody used for some hours. They count until garbage is
 * collected.
 * @returns the number and the bytes of these chunks, and the change for the audit log
 */
export async function expireUnassembledChunks(
  { contents }: Pick<Writers, 'contents'>,
  { id, slug }: Pick<Organization, 'id' | 'slug'>,
  { hours, now }: { readonly hours: number; readonly now: number },
): Promise<{ expired: Pick<UploadUsage, 'chunks' | 'chunkBytes'>; change: AuditedChange | null }> {
  const { count, bytes } = await contents.expireChunks(id, now - hours * HOUR_MS + 1);
  return {
    expired: { chunks: count, chunkBytes: bytes },
    change: count === 0 ? null : { event: 'chunk.purge', target: { id, name: slug }, details: { count } },
  };
}
