import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { EventBody } from './event';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** The bytes that are stored of an event body: compressed JSON. */
export function packBody(body: EventBody): Uint8Array {
  return brotliCompressSync(JSON.stringify(body), FAST);
}

/** Reads packed bytes back; `size` is the length of the JSON in bytes. */
export function unpackBody(bytes: Uint8Array): { body: EventBody; size: number } {
  const text = brotliDecompressSync(bytes);
  return { body: JSON.parse(text.toString('utf8')) as EventBody, size: text.length };
}
