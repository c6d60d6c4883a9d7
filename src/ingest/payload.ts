import { BadRequest } from '../domain/errors';
import type { JsonObject } from '../domain/event';
import { isObject } from '../domain/json';

/** Bytes of an event as JSON, unpacked (reference/ingest.md §1.9). */
export const MAX_EVENT = 1024 * 1024;

/**
 * Reads the payload of an event item.
 * @throws BadRequest if it is no JSON object
 */
export function parsePayload(bytes: Uint8Array): JsonObject {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const value = parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  if (!isObject(value)) throw new BadRequest('The event is not a JSON object.', ['the JSON is of another type']);
  return value;
}

const BYTE_ORDER_MARK = 0xfeff;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest('The event is not valid JSON.', [error instanceof Error ? error.message : String(error)]);
  }
}
