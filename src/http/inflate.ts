import zlib from 'node:zlib';
import { BadRequest, TooLarge } from '../domain/errors';
import type { BodyShare } from './budget';

/** How a body can be packed. */
export type Packing = 'gzip' | 'deflate' | 'br';

interface Inflater {
  readonly atOnce: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;
  readonly inPieces: () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress;
}

const INFLATERS: Record<Packing, Inflater> = {
  gzip: { atOnce: zlib.gunzipSync, inPieces: () => zlib.createGunzip() },
  deflate: { atOnce: zlib.inflateSync, inPieces: () => zlib.createInflate() },
  br: { atOnce: zlib.brotliDecompressSync, inPieces: () => zlib.createBrotliDecompress() },
};

/** What is small is inflated in place, which takes less time than another thread would take to begin. */
const AT_ONCE_BYTES = 64 * 1024;
const AT_ONCE_INFLATED = 512 * 1024;

/**
 * Inflates a body that is in memory whole.
 * @throws TooLarge beyond `limit` bytes, BadRequest if it is not packed so, Unavailable if the share may not grow so far
 */
export async function inflate(packed: Buffer, packing: Packing, limit: number, share: BodyShare): Promise<Buffer> {
  if (packed.length === 0) return packed;
  return inflateAtOnce(packed, packing, limit, share) ?? inflateInPieces(packed, packing, limit, share);
}

/** Undefined for what is not small, packed or inflated. */
function inflateAtOnce(packed: Buffer, packing: Packing, limit: number, share: BodyShare): Buffer | undefined {
  if (packed.length > AT_ONCE_BYTES) return undefined;
  try {
    const bytes = INFLATERS[packing].atOnce(packed, { maxOutputLength: Math.min(limit, AT_ONCE_INFLATED) });
    share.use(bytes.length);
    return bytes;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw translate(error);
  }
}

async function inflateInPieces(packed: Buffer, packing: Packing, limit: number, share: BodyShare): Promise<Buffer> {
  const stream = INFLATERS[packing].inPieces();
  const pieces: Buffer[] = [];
  let length = 0;
  stream.end(packed);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > limit) throw new TooLarge(`The body is larger than ${limit} bytes once inflated.`);
      share.use(piece.length);
      pieces.push(piece);
    }
  } catch (error) {
    throw translate(error);
  }
  return Buffer.concat(pieces, length);
}

/** Zlib tells what is wrong by codes of its own; others tell what they are. */
function translate(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === undefined) return error;
  return new BadRequest('The body could not be read; it does not match its content encoding.', [message ?? '']);
}
