import type { Request, Response } from 'express';
import type { BodyFilter } from '../api/operation';
import {
  type CompressionFormat,
  inflate,
  inflateIfSmall,
  inflateStream,
  InflatedTooLargeError,
  InflationRatioError,
  InvalidCompressionError,
  MAX_INFLATION_RATIO,
  SYNC_BYTES,
  UNLIMITED_RATIO_BYTES,
} from '../compression/inflate';
import { BadRequest, InvalidCompression, TooLarge, Unavailable, UnsupportedMedia } from '../domain/errors';
import { isObject } from '../domain/event';

/** Of the announced length of a body, at most this is reserved before the body arrives: the size of a large event. */
const INITIAL_RESERVATION_BYTES = 1024 * 1024;

/** The memory for the bodies of all requests together. A single request may exceed it as long as there is no other. */
export class BodyBudget {
  #allocated = 0;

  constructor(private readonly limit: number) {}

  get allocated(): number {
    return this.#allocated;
  }

  /**
   * Reserves memory for a request before its body is read.
   * @param announced the length that its headers announce; 0 if they do not
   * @throws Unavailable if the other requests leave too little
   */
  reserve(announced: number): BodyReservation {
    this.#require(announced, 0);
    const reservation = new BodyReservation(this);
    reservation.hold(Math.min(announced, INITIAL_RESERVATION_BYTES));
    return reservation;
  }

  /** For reservations. @throws Unavailable if the other requests leave too little */
  allocate(bytes: number, own: number): void {
    this.#require(bytes, own);
    this.#allocated += bytes;
  }

  /** For reservations. */
  free(bytes: number): void {
    this.#allocated -= bytes;
  }

  #require(bytes: number, own: number): void {
    if (this.#allocated > own && this.#allocated + bytes > this.limit) {
      throw new Unavailable('Too many large requests are being read at the moment; send this one again later.');
    }
  }
}

/** The memory of one request's body: the reserved length or the actual one, whichever is larger. */
export class BodyReservation {
  #allocated = 0;
  #length = 0;

  constructor(private readonly budget: BodyBudget) {}

  /** For the budget: reserves bytes that have not arrived yet. */
  hold(bytes: number): void {
    this.budget.allocate(bytes, 0);
    this.#allocated = bytes;
  }

  /** Counts bytes of the body in memory, read or inflated. @throws Unavailable if the other requests leave too little */
  grow(bytes: number): void {
    this.#length += bytes;
    const more = this.#length - this.#allocated;
    if (more <= 0) return;
    this.budget.allocate(more, this.#allocated);
    this.#allocated += more;
  }

  /** Frees the memory once the body is no longer needed. */
  release(): void {
    this.budget.free(this.#allocated);
    this.#allocated = 0;
    this.#length = 0;
  }
}

/** Compression of request bodies that clients may use. */
export type ContentEncoding = Extract<CompressionFormat, 'gzip' | 'deflate' | 'br'>;

/**
 * Inflates a body.
 * @throws TooLarge | BadRequest
 * @throws Unavailable if the reservation cannot grow that far
 */
async function inflateBody(
  body: Buffer,
  format: ContentEncoding,
  limit: number,
  reservation: BodyReservation,
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

export interface BodyLimits {
  /** Maximum length, inflated. */
  readonly limit: number;
  /** Maximum length as sent. */
  readonly wireLimit: number;
  readonly budget: BodyBudget;
  /** Reads large bodies in place of memory; undefined if the whole body is needed. */
  readonly createFilter?: (() => BodyFilter) | undefined;
}

/** A body that was read. The reservation must be released once the body is no longer needed. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly reservation: BodyReservation;
}

/**
 * Reads a whole body of any media type; gzip, deflate and br are inflated. A body that is announced as too large is not read at
 * all, any other one up to its limit. Of a large body, only what the filter keeps is in memory.
 * @throws TooLarge, UnsupportedMedia, BadRequest
 * @throws Unavailable while the bodies of other requests occupy the memory
 */
export async function readBody(
  request: Request,
  response: Response,
  { limit, wireLimit, budget, createFilter }: BodyLimits,
): Promise<ReadBody> {
  const encoding = contentEncodingOf(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  const maxBytes = encoding === 'none' ? Math.min(limit, wireLimit) : wireLimit;
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const isFiltered = createFilter !== undefined && !isSmall(request, encoding, announced);
  const reservation = budget.reserve(isFiltered ? Math.min(announced, INITIAL_RESERVATION_BYTES) : announced);
  try {
    if (expectsContinue(request)) response.writeContinue();
    if (isFiltered) {
      const body = new LargeBody(request, { encoding, limit, wireLimit: maxBytes, reservation });
      return { bytes: await body.read(createFilter), reservation };
    }
    const sent = request.complete
      ? takeBytes(request, maxBytes, reservation)
      : await readBytes(request, maxBytes, reservation);
    const bytes = encoding === 'none' ? sent : await inflateBody(sent, encoding, limit, reservation);
    return { bytes, reservation };
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/** Whether a body is read into memory before it is looked at. Nearly all bodies of SDKs that announce their length are small. */
function isSmall({ complete, headers }: Request, encoding: ContentEncoding | 'none', announced: number): boolean {
  return (complete || headers['transfer-encoding'] === undefined) && encoding === 'none'
    ? announced <= INITIAL_RESERVATION_BYTES
    : false;
}

/** A body that may be much larger than what is kept of it. */
class LargeBody {
  constructor(
    private readonly request: Request,
    private readonly options: {
      readonly encoding: ContentEncoding | 'none';
      readonly limit: number;
      /** Maximum length as sent. */
      readonly wireLimit: number;
      readonly reservation: BodyReservation;
    },
  ) {}

  /** Returns the body as it is if it is small once all of it has arrived, else what the filter keeps. */
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

  /** Null if it is not small once inflated. */
  #inflateSmall(sent: Buffer): Buffer | null {
    const { encoding, limit } = this.options;
    if (encoding === 'none' || sent.length === 0) return sent;
    try {
      return inflateIfSmall(sent, encoding, limit);
    } catch (error) {
      throw inflationError(error, limit);
    }
  }

  /** The pieces of the body as they arrive. A request that is not read to its end stays open: its reply follows. */
  async *#pieces(): AsyncGenerator<Buffer, void> {
    const { wireLimit } = this.options;
    let length = 0;
    try {
      for await (const piece of this.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        length += piece.length;
        if (length > wireLimit) throw tooLarge(wireLimit);
        yield piece;
      }
    } catch (error) {
      throw error instanceof TooLarge ? error : endsEarly();
    }
  }

  async #filter(body: AsyncIterable<Buffer>, filter: BodyFilter): Promise<Buffer> {
    const { reservation } = this.options;
    let held = 0;
    try {
      for await (const piece of body) {
        await filter.write(piece);
        reservation.grow(Math.max(0, filter.keptBytes - held));
        held = Math.max(held, filter.keptBytes);
      }
    } catch (error) {
      // What follows is not kept anyway, and is not worth inflating.
      if (!(error instanceof InflationRatioError && filter.hasAll)) throw error;
    }
    return filter.end();
  }
}

async function* chain(head: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}

function endsEarly(): BadRequest {
  return new BadRequest('The body could not be read; it ends before its length.');
}

function contentEncodingOf({ headers }: Request): ContentEncoding | 'none' {
  const name = headers['content-encoding'];
  const encoding = name === undefined ? 'none' : CONTENT_ENCODINGS.get(name.trim().toLowerCase());
  if (encoding === undefined)
    throw new UnsupportedMedia('The content encoding is not supported; use gzip, deflate, br or none.');
  return encoding;
}

/** Whether the client waits for `100 Continue`. Node rejects other expectations; HTTP/1.0 has none. */
function expectsContinue({ headers, httpVersion }: Request): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

/** Takes a body that has arrived as a whole, as most have by the time their subject is found: no listener has to wait for it. */
function takeBytes(request: Request, maxBytes: number, reservation: BodyReservation): Buffer {
  const bytes = (request.read() as Buffer | null) ?? NO_BYTES;
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  reservation.grow(bytes.length);
  return bytes;
}

const NO_BYTES = Buffer.alloc(0);

function readBytes(request: Request, maxBytes: number, reservation: BodyReservation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (error?: Error): void => {
      request.off('data', append).off('end', settle).off('error', fail).off('close', fail);
      request.pause();
      if (error !== undefined) return reject(error);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const fail = (): void => settle(endsEarly());
    const append = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) return settle(tooLarge(maxBytes));
      try {
        reservation.grow(chunk.length);
      } catch (error) {
        return settle(error as Error);
      }
      chunks.push(chunk);
    };
    if (request.destroyed) fail();
    else request.on('data', append).on('end', settle).on('error', fail).on('close', fail);
  });
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`The body is larger than ${limit} bytes.`);
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
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
  const value = parseJson(bytes);
  if (!isObject(value)) throw new BadRequest('The body must be a JSON object.');
  return value;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BadRequest(`JSON parse error - ${(error as Error).message}`);
  }
}
