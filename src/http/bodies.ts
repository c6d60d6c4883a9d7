import type { Request, Response } from 'express';
import {
  type CompressionFormat,
  inflate,
  InflatedTooLargeError,
  InvalidCompressionError,
} from '../compression/inflate';
import { BadRequest, TooLarge, Unavailable, UnsupportedMedia } from '../domain/errors';
import { isObject } from '../domain/event';

/** Of the bytes that a request announces, so many are held for it before they come: those of an event. */
const INITIAL_RESERVATION_BYTES = 1024 * 1024;

/** What the bodies of all requests under way may take of the memory together. A request that is alone may take what it needs. */
export class BodyBudget {
  #taken = 0;

  constructor(private readonly limit: number) {}

  /** Bytes that are taken now. */
  get allocated(): number {
    return this.#taken;
  }

  /**
   * A share for one request, before its body is read.
   * @param announced bytes that its headers tell of; 0 if they do not
   * @throws Unavailable if those of other requests leave too little
   */
  reserve(announced: number): BodyReservation {
    this.#require(announced, 0);
    const share = new BodyReservation(this);
    share.hold(Math.min(announced, INITIAL_RESERVATION_BYTES));
    return share;
  }

  /** For shares. @throws Unavailable if others leave too little */
  allocate(bytes: number, own: number): void {
    this.#require(bytes, own);
    this.#taken += bytes;
  }

  /** For shares. */
  free(bytes: number): void {
    this.#taken -= bytes;
  }

  #require(bytes: number, own: number): void {
    if (this.#taken > own && this.#taken + bytes > this.limit) {
      throw new Unavailable('Too many large requests are being read at the moment; send this one again later.');
    }
  }
}

/** What one request takes: the part held for it, or what its body really has, whichever is more. */
export class BodyReservation {
  #taken = 0;
  #used = 0;

  constructor(private readonly budget: BodyBudget) {}

  /** For the budget: takes bytes that are still to come. */
  hold(bytes: number): void {
    this.budget.allocate(bytes, 0);
    this.#taken = bytes;
  }

  /** More of the body is in memory, read or inflated. @throws Unavailable if that is too much beside others */
  grow(bytes: number): void {
    this.#used += bytes;
    const more = this.#used - this.#taken;
    if (more <= 0) return;
    this.budget.allocate(more, this.#taken);
    this.#taken += more;
  }

  /** Nothing of the body is in memory any more. */
  release(): void {
    this.budget.free(this.#taken);
    this.#taken = 0;
    this.#used = 0;
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
    if (error instanceof InflatedTooLargeError) {
      throw new TooLarge(`The body is larger than ${limit} bytes once inflated.`);
    }
    if (error instanceof InvalidCompressionError) {
      throw new BadRequest('The body could not be read; it does not match its content encoding.', [error.message]);
    }
    throw error;
  }
}

/** Encodings by the names that clients give them; one sends a charset for an encoding. */
const CONTENT_ENCODINGS: ReadonlyMap<string, ContentEncoding | 'none'> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['identity', 'none'],
  ['utf-8', 'none'],
  ['', 'none'],
]);

/** What a body may be and where its bytes are accounted for. */
export interface BodyLimits {
  /** Bytes after inflating. */
  readonly limit: number;
  /** Bytes as they are sent. */
  readonly wireLimit: number;
  readonly budget: BodyBudget;
}

/** A body that was read; `share` is to be released once nothing of it is needed. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly reservation: BodyReservation;
}

/**
 * Reads a body of any media type whole, inflating gzip, deflate and br. Too much is refused by what the headers announce, where
 * they do, and no more is read of it.
 * @throws TooLarge, UnsupportedMedia or BadRequest for what is wrong with it
 * @throws Unavailable while the bodies of other requests fill the memory that is meant for them
 */
export async function readBody(
  request: Request,
  response: Response,
  { limit, wireLimit, budget }: BodyLimits,
): Promise<ReadBody> {
  const packing = contentEncodingOf(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = packing === 'none' ? Math.min(limit, wireLimit) : wireLimit;
  if (announced > most) throw tooLarge(most);
  const share = budget.reserve(announced);
  try {
    if (expectsContinue(request)) response.writeContinue();
    const sent = await readBytes(request, most, share);
    return { bytes: packing === 'none' ? sent : await inflateBody(sent, packing, limit, share), reservation: share };
  } catch (error) {
    share.release();
    throw error;
  }
}

function contentEncodingOf({ headers }: Request): ContentEncoding | 'none' {
  const name = headers['content-encoding'];
  const packing = name === undefined ? 'none' : CONTENT_ENCODINGS.get(name.trim().toLowerCase());
  if (packing === undefined)
    throw new UnsupportedMedia('The content encoding is not supported; use gzip, deflate, br or none.');
  return packing;
}

/** Node refuses other expectations, and knows none of older versions of HTTP. */
function expectsContinue({ headers, httpVersion }: Request): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

function readBytes(request: Request, most: number, share: BodyReservation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (error?: Error): void => {
      request.off('data', take).off('end', settle).off('error', fail).off('close', fail);
      request.pause();
      if (error !== undefined) return reject(error);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const fail = (): void => settle(new BadRequest('The body could not be read; it ends before its length.'));
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > most) return settle(tooLarge(most));
      try {
        share.grow(chunk.length);
      } catch (error) {
        return settle(error as Error);
      }
      chunks.push(chunk);
    };
    if (request.destroyed) fail();
    else request.on('data', take).on('end', settle).on('error', fail).on('close', fail);
  });
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`The body is larger than ${limit} bytes.`);
}

/** Whether the request announces a body, of whatever length it turns out to be. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * A JSON body as an object. An empty one reads as `{}` (decisions.md D9).
 * @throws UnsupportedMedia for another content type
 * @throws BadRequest for malformed JSON or another kind of value
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
