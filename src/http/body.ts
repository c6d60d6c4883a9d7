import type { Request, Response } from 'express';
import { BadRequest, TooLarge, UnsupportedMedia } from '../domain/errors';
import { isObject } from '../domain/json';
import type { BodyBudget, BodyShare } from './budget';
import { type Packing, inflate } from './inflate';

/** Encodings by the names that clients give them; one sends a charset for an encoding. */
const PACKINGS: ReadonlyMap<string, Packing | 'none'> = new Map([
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
  readonly share: BodyShare;
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
  const packing = packingOf(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = packing === 'none' ? Math.min(limit, wireLimit) : wireLimit;
  if (announced > most) throw tooLarge(most);
  const share = budget.open(announced);
  try {
    if (awaitsContinue(request)) response.writeContinue();
    const sent = await collect(request, most, share);
    return { bytes: packing === 'none' ? sent : await inflate(sent, packing, limit, share), share };
  } catch (error) {
    share.release();
    throw error;
  }
}

function packingOf({ headers }: Request): Packing | 'none' {
  const name = headers['content-encoding'];
  const packing = name === undefined ? 'none' : PACKINGS.get(name.trim().toLowerCase());
  if (packing === undefined)
    throw new UnsupportedMedia('The content encoding is not supported; use gzip, deflate, br or none.');
  return packing;
}

/** Node refuses other expectations, and knows none of older versions of HTTP. */
function awaitsContinue({ headers, httpVersion }: Request): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

function collect(request: Request, most: number, share: BodyShare): Promise<Buffer> {
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
        share.use(chunk.length);
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
export function announcesBody({ headers }: Pick<Request, 'headers'>): boolean {
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
