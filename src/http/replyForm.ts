import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import type { ReplyEncoding } from '../api/contractTypes';

/**
 * Returns the headers of replies that may be stored and must be revalidated before each use (RFC 9111, section
 * 5.2.2.4).
 */
export function revalidationHeaders(etag: string): Record<string, string> {
  return { ETag: etag, 'Cache-Control': 'no-cache' };
}

/** Creates the entity tag of a body, or of several parts of a reply: 132 bits of their hash. */
export function entityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns true if the `If-None-Match` header of a request names the tag. The comparison is weak: the prefix `W/` makes
 * no difference (RFC 9110, section 13.1.2).
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

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
