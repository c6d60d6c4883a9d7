import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';

/** Uncompressed size of a slice: it bounds the parameters of one SQL statement, however large a file is. */
export const SLICE_BYTES = 1024 * 1024;
/** Slices up to this size are compressed on this thread: handing them to another thread takes longer. */
const SYNC_LIMIT_BYTES = 32 * 1024;
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);

/**
 * The SHA-1 of bytes in lower-case hexadecimal digits. Stored files are identified by it, as the upload protocol
 * requires.
 */
export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** True if `text` is a SHA-1 in lower-case hexadecimal digits. */
export function isSha1(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** A file in its stored form. */
export interface CompressedContent {
  readonly sha1: string;
  readonly slices: readonly Uint8Array[];
}

/** Compresses a file or a chunk in slices, so that each slice can be written and read separately. */
export async function compressContent(bytes: Uint8Array): Promise<Uint8Array[]> {
  const slices: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const slice = bytes.subarray(start, start + SLICE_BYTES);
    slices.push(
      slice.length <= SYNC_LIMIT_BYTES
        ? brotliCompressSync(slice, BROTLI_OPTIONS)
        : await brotliCompressAsync(slice, BROTLI_OPTIONS),
    );
  }
  return slices;
}

/** Restores the bytes of compressed slices. */
export async function decompressContent(slices: readonly Uint8Array[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const slice of slices) parts.push(await brotliDecompressAsync(slice, { maxOutputLength: SLICE_BYTES }));
  return Buffer.concat(parts);
}

/** Decompresses content on this thread, for a thread that has nothing else to do. @param size of the bytes */
export function decompressContentSync(slices: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const slice of slices) end += brotliDecompressSync(slice, { maxOutputLength: SLICE_BYTES }).copy(bytes, end);
  return bytes.subarray(0, end);
}
