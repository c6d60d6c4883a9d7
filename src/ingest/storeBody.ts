import { unzipSync } from 'node:zlib';
import { BadRequest, TooLarge } from '../domain/errors';
import type { JsonObject } from '../domain/event';
import { MAX_EVENT, parsePayload } from './payload';

/**
 * Reads the body of the store endpoint: a JSON object, or base64 text of such an object compressed with zlib, as old SDKs
 * send it without saying so (reference/ingest.md §1.10).
 * @throws BadRequest if it is neither
 * @throws TooLarge if the JSON is over its limit
 */
export function parseStoreBody(bytes: Uint8Array): JsonObject {
  const json = isJson(bytes) ? bytes : inflate(decodeBase64(bytes));
  if (json.byteLength > MAX_EVENT) throw tooLarge();
  return parsePayload(json);
}

function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  // A byte order mark can only stand before text.
  return first === 0x7b || first === 0xef;
}

function decodeBase64(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // What base64 makes of more bytes than this cannot be an event within the limit, whatever the compression.
  if (buffer.length > 2 * MAX_EVENT) throw tooLarge();
  const text = buffer.toString('latin1').trim();
  if (text === '' || !/^[A-Za-z0-9+/_=\r\n-]+$/.test(text)) {
    throw new BadRequest('The body is neither a JSON object nor base64 text.');
  }
  return Buffer.from(text, 'base64');
}

function inflate(packed: Buffer): Buffer {
  try {
    return unzipSync(packed, { maxOutputLength: MAX_EVENT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new BadRequest('The body is base64 text, but not of zlib-compressed data.', [
      error instanceof Error ? error.message : String(error),
    ]);
  }
}

function tooLarge(): TooLarge {
  return new TooLarge(`The event is larger than ${MAX_EVENT} bytes.`);
}
