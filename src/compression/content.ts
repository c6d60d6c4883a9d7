import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/** Bytes of one slice before it is compressed: what a single statement moves stays small, however large a file is. */
const SLICE_BYTES = 1024 * 1024;
/** Less than this is compressed in place: the way to another thread and back takes longer. */
const SYNC_LIMIT_BYTES = 32 * 1024;
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);

/** The name that stored bytes go by: SHA-1, lower-case hexadecimal. The upload tools choose it, not we. */
export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** Whether `text` is such a name. */
export function isSha1(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** Bytes as they are stored. */
export interface CompressedContent {
  readonly sha1: string;
  readonly slices: readonly Uint8Array[];
}

/** What is stored of a file or chunk: slices, each compressed alone, so that any of them can be written and read by itself. */
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

/** Reads packed slices back. */
export async function decompressContent(slices: readonly Uint8Array[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const slice of slices) parts.push(await brotliDecompressAsync(slice, { maxOutputLength: SLICE_BYTES }));
  return Buffer.concat(parts);
}
