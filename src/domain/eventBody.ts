import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EventBody } from './event';
import { EVENT_DICTIONARY as dictionary } from './eventDictionary';

/** Beyond this level events hardly become smaller, only slower. */
const PACKING = { level: 6, dictionary };

/** The bytes that are stored of an event body: compressed JSON. */
export function packBody(body: EventBody): Uint8Array {
  return deflateRawSync(JSON.stringify(body), PACKING);
}

/** Reads packed bytes back, also those packed without a dictionary; `size` is the length of the JSON in bytes. */
export function unpackBody(bytes: Uint8Array): { body: EventBody; size: number } {
  const text = inflateRawSync(bytes, { dictionary });
  return { body: JSON.parse(text.toString('utf8')) as EventBody, size: text.length };
}
