/*
 * Limits of chunked uploads, which upload tools ask for before an upload. The limits of a bundle's content are in
 * bundleArchive.ts.
 */

/** Bytes that an organization may store. */
export interface UploadQuota {
  /** Compressed bytes of chunks that are not assembled. */
  readonly chunkBytes: number;
  /** Bytes of all artifacts of its projects, uncompressed. */
  readonly artifactBytes: number;
}

const MEBIBYTE = 1024 * 1024;

/** @returns the reason why chunks of `added` bytes do not fit beside the stored ones; null if they do */
export function describeChunkExcess(stored: number, added: number, { chunkBytes }: UploadQuota): string | null {
  if (stored + added <= chunkBytes) return null;
  return `The organization has ${inMebibytes(stored)} MiB of chunks that are not assembled, and its quota is ${inMebibytes(chunkBytes)} MiB: assemble them, wait a day until they are deleted, or ask an operator to run culprit upload purge.`;
}

/** @returns the reason why artifacts of `added` bytes do not fit beside the stored ones; null if they do */
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
