import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { ReplyEncoding } from '../api/reply';

/** Encodings of replies, the one with the smallest bodies first. */
const ENCODINGS: readonly ReplyEncoding[] = ['br', 'gzip'];

/** Shorter replies fit in one packet, compressed or not. */
export const MIN_COMPRESSED_BYTES = 1024;

/** Low levels: higher ones take several times as long and make JSON little smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Returns the first encoding that the client accepts (`Accept-Encoding`, RFC 9110, section 12.5.3); null for none. */
export function negotiateEncoding(request: Request): ReplyEncoding | null {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding) !== false) ?? null;
}

/** Compresses a body on a thread of zlib, so that other requests do not wait. */
export function compress(body: Buffer, encoding: ReplyEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
