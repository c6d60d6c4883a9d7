import type { Request, Response } from 'express';
import type { BodyFilter } from '../api/operation';
import {
  type CompressionFormat,
  inflate,
  inflateIfSmall,
  inflateStart,
  inflateStream,
  InflatedTooLargeError,
  InflationRatioError,
  InvalidCompressionError,
  MAX_INFLATION_RATIO,
  SYNC_BYTES,
  UNLIMITED_RATIO_BYTES,
} from '../compression/inflate';
import { BadRequest, InvalidCompression, ServiceError, TooLarge, UnsupportedMedia } from '../domain/errors';
import { isObject } from '../domain/event';
import { describeJsonError } from '../domain/text';
import type { BodyWatch } from './bodyWatch';
import type { MemoryBudget, MemoryHolder, MemoryReservation } from './memoryBudget';

/**
 * Bodies that announce more than this are read piece by piece if the operation keeps only parts of them: the size of a
 * large event.
 */
const LARGE_BODY_BYTES = 1024 * 1024;

/** A compression format in which clients may send bodies. */
type ContentEncoding = Extract<CompressionFormat, 'gzip' | 'deflate' | 'br'>;

/**
 * Inflates a body.
 * @throws TooLarge | BadRequest
 * @throws Unavailable if the reservation cannot grow that far
 */
async function inflateBody(
  body: Buffer,
  format: ContentEncoding,
  limit: number,
  reservation: MemoryReservation,
): Promise<Buffer> {
  if (body.length === 0) return body;
  try {
    return await inflate(body, {
      format,
      limit,
      onBytes: (bytes) => {
        reservation.grow(bytes);
      },
    });
  } catch (error) {
    throw inflationError(error, limit);
  }
}

function inflationError(error: unknown, limit: number): unknown {
  if (error instanceof InflationRatioError) {
    return new TooLarge(
      `The body inflates to more than ${MAX_INFLATION_RATIO} times its length; only its first ${UNLIMITED_RATIO_BYTES} bytes may.`,
    );
  }
  if (error instanceof InflatedTooLargeError)
    return new TooLarge(`The body is larger than ${limit} bytes once inflated.`);
  return error instanceof InvalidCompressionError
    ? new InvalidCompression('The body could not be read; it does not match its content encoding.', [error.message])
    : error;
}

/** Content encodings by the names that clients use. Some old SDKs send a charset. */
const CONTENT_ENCODINGS: ReadonlyMap<string, ContentEncoding | 'none'> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['identity', 'none'],
  ['utf-8', 'none'],
  ['', 'none'],
]);

/** The limits within which a body is read, and the parts of the service that enforce them. */
export interface BodyLimits {
  /** Maximum length, inflated. */
  readonly limit: number;
  /** Maximum length as sent. */
  readonly wireLimit: number;
  readonly budget: MemoryBudget;
  /** The tenant and client that the memory of the body is counted for. */
  readonly holder: MemoryHolder;
  readonly watch: BodyWatch;
  /** Creates the filter of a large body, of which only parts are kept; undefined if the whole body is needed. */
  readonly createFilter?: (() => BodyFilter) | undefined;
}

/** A body that was read. The reservation must be released once the body is no longer needed. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly reservation: MemoryReservation;
}

/**
 * Reads a whole body of any media type; gzip, deflate and br are inflated. A body that is announced as too large is not
 * read at all, any other one up to its limit. Of a large body, only the part that the filter keeps is in memory.
 * @throws TooLarge, UnsupportedMedia, BadRequest
 * @throws Unavailable while the bodies of other requests occupy the memory
 */
export async function readBody(
  request: Request,
  response: Response,
  { limit, wireLimit, budget, holder, watch, createFilter }: BodyLimits,
): Promise<ReadBody> {
  const encoding = contentEncodingOf(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  const maxBytes = encoding === 'none' ? Math.min(limit, wireLimit) : wireLimit;
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const isFiltered = createFilter !== undefined && !isSmall(request, encoding, announced);
  const reservation = budget.reserve(holder);
  try {
    // Node.js rejects other expectations than `100-continue`; HTTP/1.0 has none.
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    if (isFiltered) {
      const body = new LargeBody(request, { encoding, limit, wireLimit: maxBytes, reservation, watch });
      return { bytes: await body.read(createFilter), reservation };
    }
    const sent = request.complete
      ? takeBytes(request, maxBytes, reservation)
      : await readBytes(request, maxBytes, reservation, watch);
    const bytes = encoding === 'none' ? sent : await inflateBody(sent, encoding, limit, reservation);
    return { bytes, reservation };
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/**
 * Returns true if a body is read into memory before it is inspected. Nearly all bodies of SDKs that announce their
 * length are small.
 */
function isSmall({ complete, headers }: Request, encoding: ContentEncoding | 'none', announced: number): boolean {
  const isLengthKnown = complete || headers['transfer-encoding'] === undefined;
  return isLengthKnown && encoding === 'none' && announced <= LARGE_BODY_BYTES;
}

/** Reads a body that may be much larger than the part of it that is kept. */
class LargeBody {
  constructor(
    private readonly request: Request,
    private readonly options: {
      readonly encoding: ContentEncoding | 'none';
      readonly limit: number;
      /** Maximum length as sent. */
      readonly wireLimit: number;
      readonly reservation: MemoryReservation;
      readonly watch: BodyWatch;
    },
  ) {}

  /** Returns the body as it is if it is small once all of it has arrived, else the part that the filter keeps. */
  async read(createFilter: () => BodyFilter): Promise<Buffer> {
    const { encoding, limit, reservation } = this.options;
    const pieces = this.#pieces();
    const head: Buffer[] = [];
    let length = 0;
    let isEnd = false;
    while (length <= SYNC_BYTES && !isEnd) {
      const { done, value } = await pieces.next();
      if (done === true) isEnd = true;
      else {
        head.push(value);
        length += value.length;
      }
    }
    const small = isEnd ? this.#inflateSmall(Buffer.concat(head, length)) : null;
    if (small !== null) {
      reservation.grow(small.length);
      return small;
    }
    const sent = chain(head, pieces);
    try {
      const body = encoding === 'none' ? sent : inflateStream(sent, { format: encoding, limit });
      return await this.#filter(body, createFilter());
    } catch (error) {
      throw inflationError(error, limit);
    }
  }

  /** Inflates a body. Returns null if it is not small once inflated. */
  #inflateSmall(sent: Buffer): Buffer | null {
    const { encoding, limit } = this.options;
    if (encoding === 'none' || sent.length === 0) return sent;
    try {
      return inflateIfSmall(sent, encoding, limit);
    } catch (error) {
      throw inflationError(error, limit);
    }
  }

  /**
   * Yields the pieces of the body as they arrive. A request that is not read to its end stays open: its reply follows.
   * The client is only watched while the next piece is awaited.
   */
  async *#pieces(): AsyncGenerator<Buffer, void> {
    const { wireLimit, reservation, watch } = this.options;
    const pieces = this.request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    // One promise for each piece: a single promise for all pieces would keep each piece that it was raced against in
    // memory.
    const ending: { error?: Error; reject?: (error: Error) => void } = {};
    const fail = (error: Error): void => {
      ending.error ??= error;
      ending.reject?.(error);
    };
    reservation.onRevoke = fail;
    const watched = watch.begin(fail);
    let length = 0;
    try {
      for (;;) {
        watched.isWaiting = true;
        const { done, value } = await new Promise<IteratorResult<Buffer, undefined>>((resolve, reject) => {
          if (ending.error !== undefined) return reject(ending.error);
          ending.reject = reject;
          pieces.next().then(resolve, reject);
        });
        watched.isWaiting = false;
        if (done === true) return;
        watched.received += value.length;
        length += value.length;
        if (length > wireLimit) throw tooLarge(wireLimit);
        yield value;
      }
    } catch (error) {
      throw error instanceof ServiceError ? error : earlyEndError();
    } finally {
      watched.end();
      reservation.onRevoke = undefined;
      // Not awaited: it may wait for a piece that never comes.
      pieces.return?.().catch(() => undefined);
    }
  }

  async #filter(body: AsyncIterable<Buffer>, filter: BodyFilter): Promise<Buffer> {
    const { reservation } = this.options;
    reservation.onRelease = () => filter.close();
    let held = 0;
    let isCut = false;
    try {
      for await (const piece of body) {
        await filter.write(piece);
        reservation.grow(Math.max(0, filter.keptBytes - held));
        held = Math.max(held, filter.keptBytes);
      }
    } catch (error) {
      // The rest of the body is not kept anyway, and is not worth inflating.
      if (!(error instanceof InflationRatioError && filter.hasAll)) throw error;
      isCut = true;
    }
    return filter.end(isCut);
  }
}

async function* chain(head: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}

function earlyEndError(): BadRequest {
  return new BadRequest('The body could not be read; it ends before its announced length.');
}

/** Number of bytes of a body, inflated, that `readBodyStart` returns. */
const START_LENGTH = 1024;

/**
 * Returns the beginning of a body as far as it has arrived, for requests that are refused before their body is read.
 * The body stays unread.
 */
export function readBodyStart(request: Request): string {
  const arrived = request.readableDidRead ? null : (request.read() as Buffer | null);
  if (arrived === null) return '';
  request.unshift(arrived);
  const encoding = CONTENT_ENCODINGS.get((request.headers['content-encoding'] ?? '').trim().toLowerCase());
  if (encoding === undefined) return '';
  const start = encoding === 'none' ? arrived : inflateStart(arrived, encoding);
  return start.toString('latin1', 0, START_LENGTH);
}

function contentEncodingOf({ headers }: Request): ContentEncoding | 'none' {
  const name = headers['content-encoding'];
  const encoding = name === undefined ? 'none' : CONTENT_ENCODINGS.get(name.trim().toLowerCase());
  if (encoding === undefined)
    throw new UnsupportedMedia('The content encoding is not supported; use gzip, deflate, br or none.');
  return encoding;
}

/**
 * Returns a body that has arrived completely, without listening for events. Most bodies have arrived by the time the
 * subject of the request is found.
 */
function takeBytes(request: Request, maxBytes: number, reservation: MemoryReservation): Buffer {
  const bytes = (request.read() as Buffer | null) ?? NO_BYTES;
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  reservation.grow(bytes.length);
  return bytes;
}

const NO_BYTES = Buffer.alloc(0);

/** Reads a body as it arrives. */
function readBytes(
  request: Request,
  maxBytes: number,
  reservation: MemoryReservation,
  watch: BodyWatch,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (error?: Error): void => {
      request.off('data', append).off('end', settle).off('error', fail).off('close', fail);
      request.pause();
      watched.end();
      reservation.onRevoke = undefined;
      if (error !== undefined) return reject(error);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const fail = (): void => settle(earlyEndError());
    const append = (chunk: Buffer): void => {
      watched.received += chunk.length;
      length += chunk.length;
      if (length > maxBytes) return settle(tooLarge(maxBytes));
      try {
        reservation.grow(chunk.length);
      } catch (error) {
        return settle(error as Error);
      }
      chunks.push(chunk);
    };
    const watched = watch.begin(settle);
    reservation.onRevoke = settle;
    if (request.destroyed) fail();
    else request.on('data', append).on('end', settle).on('error', fail).on('close', fail);
  });
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`The body is larger than ${limit} bytes.`);
}

/**
 * Parses a JSON body. An empty one is `{}` (openapi/DECISIONS.md D9).
 * @throws UnsupportedMedia for another content type
 * @throws BadRequest for malformed JSON and for values other than objects
 */
export function parseJsonBody(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (bytes.length === 0) return {};
  if (mediaType !== 'application/json') {
    throw new UnsupportedMedia(`Unsupported media type "${mediaType}" in request; use application/json.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BadRequest(`JSON parse error - ${describeJsonError(error)}`);
  }
  if (!isObject(value)) throw new BadRequest('The body must be a JSON object.');
  return value;
}
