/*
 * Limits of chunked uploads, which upload tools ask for before an upload. The limits of a bundle's content are in bundleArchive.ts.
 */
export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
export const MAX_CHUNKS_PER_REQUEST = 64;
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
export const MAX_BUNDLE_BYTES = 256 * 1024 * 1024;
