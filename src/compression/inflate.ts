import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

/**
 * Compression formats; `zlib` is deflate with or without a gzip header, `deflate-raw` is deflate without any header.
 */
export type CompressionFormat = 'gzip' | 'deflate' | 'deflate-raw' | 'zlib' | 'br';

export interface InflateOptions {
  readonly format: CompressionFormat;
  /** Bytes that the data may have once inflated. */
  readonly limit: number;
}

export interface InflateInPiecesOptions extends InflateOptions {
  /** Size of the inflated data, if it is known; the data is then inflated into one buffer of that size. */
  readonly expectedBytes?: number;
  /** Called with the size of each inflated piece. May throw to stop. */
  readonly onBytes?: (bytes: number) => void;
}

/** The inflated data exceeds its limit. */
export class InflatedTooLargeError extends Error {}

/** Maximum ratio of inflated bytes to received bytes, and the inflated size from which the ratio is limited. */
export const MAX_INFLATION_RATIO = 200;
export const UNLIMITED_RATIO_BYTES = 2 * 1024 * 1024;

/** Few bytes inflate to very many, which costs the service far more than the sender (src/DECISIONS.md, "Inflation"). */
export class InflationRatioError extends InflatedTooLargeError {}

/** The data is not of the given format, or is damaged. The message is zlib's. */
export class InvalidCompressionError extends Error {}

const FORMATS = {
  gzip: { sync: zlib.gunzipSync, stream: zlib.createGunzip },
  deflate: { sync: zlib.inflateSync, stream: zlib.createInflate },
  'deflate-raw': { sync: zlib.inflateRawSync, stream: zlib.createInflateRaw },
  zlib: { sync: zlib.unzipSync, stream: zlib.createUnzip },
  br: { sync: zlib.brotliDecompressSync, stream: zlib.createBrotliDecompress },
} as const;

/** Data of at most these sizes is inflated on this thread: handing it to zlib's threads takes longer. */
export const SYNC_BYTES = 64 * 1024;
const SYNC_INFLATED_BYTES = 512 * 1024;
/** The smallest chunk size that zlib accepts. */
const MIN_CHUNK_BYTES = 64;
const CHUNK_BYTES = 16 * 1024;
const STREAM_CHUNK_BYTES = 64 * 1024;

/**
 * Inflates untrusted data. Small data is inflated at once, other data on zlib's threads, piece by piece, so that data
 * that inflates beyond the limit never occupies more memory than the limit and one piece.
 * @throws InflatedTooLargeError | InvalidCompressionError
 */
export async function inflate(data: Uint8Array, options: InflateInPiecesOptions): Promise<Buffer> {
  const { format, limit, expectedBytes = 0, onBytes } = options;
  if (data.length <= SYNC_BYTES && expectedBytes <= SYNC_INFLATED_BYTES) {
    const bytes = inflateIfSmall(data, format, limit);
    if (bytes !== null) {
      onBytes?.(bytes.length);
      return bytes;
    }
  }
  return inflateInPieces(data, options);
}

/**
 * Inflates untrusted data on this thread. For data that is small whatever it contains.
 * @throws InflatedTooLargeError | InvalidCompressionError
 */
export function inflateSync(data: Uint8Array, { format, limit }: InflateOptions): Buffer {
  const most = Math.min(limit, bytesByRatio(data.length));
  try {
    const bytes = FORMATS[format].sync(data, { maxOutputLength: Math.max(most, 1) });
    if (bytes.length > most) throw tooLarge(limit, data.length);
    return bytes;
  } catch (error) {
    throw translate(error, limit, data.length);
  }
}

/** Bytes of compressed data that contain its beginning, and the maximum size of these once inflated. */
const START_BYTES = 512;
const START_INFLATED_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** Inflates the beginning of untrusted data. Returns nothing if it is damaged, or inflates to very much. */
export function inflateStart(data: Uint8Array, format: CompressionFormat): Buffer {
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
  const finishFlush = format === 'br' ? BROTLI_OPERATION_FLUSH : Z_SYNC_FLUSH;
  try {
    return FORMATS[format].sync(data.subarray(0, START_BYTES), { finishFlush, maxOutputLength: START_INFLATED_BYTES });
  } catch {
    return NOTHING;
  }
}

/** Returns the maximum inflated size of data by its length. */
function bytesByRatio(sent: number): number {
  return Math.max(UNLIMITED_RATIO_BYTES, MAX_INFLATION_RATIO * sent);
}

/**
 * Inflates untrusted data piece by piece as it arrives. Only a few pieces are in memory at a time.
 * @throws InflatedTooLargeError | InvalidCompressionError, or an error of `source`
 */
export async function* inflateStream(
  source: AsyncIterable<Buffer>,
  { format, limit }: InflateOptions,
): AsyncGenerator<Buffer> {
  const stream = FORMATS[format].stream({ chunkSize: STREAM_CHUNK_BYTES });
  void feed(source, stream);
  let length = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > Math.min(limit, bytesByRatio(stream.bytesWritten))) throw tooLarge(limit, stream.bytesWritten);
      yield piece;
    }
  } catch (error) {
    throw translate(error, limit, stream.bytesWritten);
  } finally {
    stream.destroy();
  }
}

/** Ends once the source does, or with the first piece after the stream was destroyed. */
async function feed(source: AsyncIterable<Buffer>, stream: Transform): Promise<void> {
  try {
    for await (const piece of source) {
      if (stream.destroyed) return;
      if (!stream.write(piece)) await writable(stream);
    }
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  }
}

function writable(stream: Transform): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle);
  });
}

/** Null if the inflated data is not small. */
export function inflateIfSmall(data: Uint8Array, format: CompressionFormat, limit: number): Buffer | null {
  try {
    return inflateSync(data, { format, limit: Math.min(limit, SYNC_INFLATED_BYTES) });
  } catch (error) {
    if (error instanceof InflatedTooLargeError && limit > SYNC_INFLATED_BYTES) return null;
    throw error;
  }
}

async function inflateInPieces(
  data: Uint8Array,
  { format, limit, expectedBytes, onBytes }: InflateInPiecesOptions,
): Promise<Buffer> {
  // One byte more than expected, so that longer data shows in the first piece.
  const chunkSize = expectedBytes === undefined ? CHUNK_BYTES : Math.max(expectedBytes + 1, MIN_CHUNK_BYTES);
  const stream = FORMATS[format].stream({ chunkSize });
  const pieces: Buffer[] = [];
  let length = 0;
  stream.end(data);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > Math.min(limit, bytesByRatio(data.length))) throw tooLarge(limit, data.length);
      onBytes?.(piece.length);
      pieces.push(piece);
    }
  } catch (error) {
    throw translate(error, limit, data.length);
  }
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces, length);
}

/** zlib's errors have a code; errors of `onBytes` are passed on. @param sent length of the data as it was sent */
function translate(error: unknown, limit: number, sent: number): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit, sent) : new InvalidCompressionError(message);
}

function tooLarge(limit: number, sent: number): InflatedTooLargeError {
  return limit <= bytesByRatio(sent)
    ? new InflatedTooLargeError(`The data has more than ${limit} bytes once inflated.`)
    : new InflationRatioError(`The data inflates to more than ${MAX_INFLATION_RATIO} times its length.`);
}
