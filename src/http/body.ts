import express, { type Request, type Response } from 'express';
import { BadRequest, TooLarge, UnsupportedMedia } from '../domain/errors';
import { isObject } from '../domain/json';

type Reader = (request: Request, response: Response) => Promise<Buffer>;

/** Encodings under other names, and a charset that one client sends for an encoding. */
const ENCODING_ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', 'gzip'], ['utf-8', 'identity'], ['', 'identity']]);

/**
 * Reads a body of any media type whole, inflating gzip, deflate and br.
 * @param limit bytes after inflating
 * @returns a reader that throws TooLarge, UnsupportedMedia or BadRequest
 */
export function bodyReader(limit: number): Reader {
  const raw = express.raw({ type: () => true, limit });
  return (request, response) =>
    new Promise((resolve, reject) => {
      normalizeEncoding(request);
      raw(request, response, (error?: unknown) => {
        if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        else reject(translate(error, limit));
      });
    });
}

function normalizeEncoding({ headers }: Request): void {
  const name = headers['content-encoding'];
  if (name === undefined) return;
  const encoding = name.trim().toLowerCase();
  headers['content-encoding'] = ENCODING_ALIASES.get(encoding) ?? encoding;
}

function translate(error: unknown, limit: number): Error {
  const { type, message } = error as { type?: string; message?: string };
  if (type === 'entity.too.large') return new TooLarge(`The body is larger than ${limit} bytes.`);
  if (type === 'encoding.unsupported') {
    return new UnsupportedMedia('The content encoding is not supported; use gzip, deflate, br or none.');
  }
  return new BadRequest('The body could not be read; it does not match its content encoding or length.', [message ?? '']);
}

/** Whether the request announces a body, of whatever length it turns out to be. */
export function announcesBody({ headers }: Request): boolean {
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
