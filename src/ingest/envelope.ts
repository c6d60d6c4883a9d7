import { BadRequest, TooLarge } from '../domain/errors';
import { type JsonObject, parseEventId } from '../domain/event';
import { isStored, ITEM_TYPES } from './items/index';
import type { EnvelopeHeader, EnvelopeItem } from './items/itemType';
import { readTime } from './normalize/fields';
import { parseJsonObject } from './payload';

/** An envelope: a header line, then items of one header line and a payload each. */
export interface Envelope {
  readonly header: EnvelopeHeader;
  readonly items: readonly EnvelopeItem[];
}

/** Limit of each header line, in bytes. */
export const MAX_HEADER_LINE = 8 * 1024;
/** Limits of all items of an envelope: without them, a few megabytes of empty items would fill the memory. */
export const MAX_ITEMS = 10_000;
export const MAX_HEADER_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

/** The first line of an envelope. */
export interface EnvelopeStart {
  readonly header: EnvelopeHeader;
  /** The offset of the first item. */
  readonly end: number;
}

/**
 * Parses an envelope. Items of unknown types are returned like others; `ingestEnvelope` skips them.
 * @param start what `parseEnvelopeStart` returned, if it was called before
 * An item that is not stored may end too early if the event came before it: nothing of it is needed.
 * @throws BadRequest if it is malformed, with the place in `causes`
 * @throws TooLarge if a header line, an item or the number of items is over its limit
 */
export function parseEnvelope(bytes: Uint8Array, start = parseEnvelopeStart(bytes)): Envelope {
  const data = asBuffer(bytes);
  const items: EnvelopeItem[] = [];
  let offset = start.end;
  let headerBytes = 0;
  let hasStoredItem = false;
  while (!isBlank(data, offset)) {
    if (items.length === MAX_ITEMS) throw new TooLarge(`The envelope has more than ${MAX_ITEMS} items.`);
    const [item, next] = parseItem(data, offset, items.length, !hasStoredItem);
    headerBytes += next - offset - item.payload.length;
    if (headerBytes > MAX_HEADER_BYTES) {
      throw new TooLarge(`The headers of the envelope's items have more than ${MAX_HEADER_BYTES} bytes.`);
    }
    items.push(item);
    hasStoredItem ||= isStored(item.type);
    offset = next;
  }
  if (items.length > 1) checkItemCounts(items);
  return { header: start.header, items };
}

/**
 * Parses the first line alone, which may carry the DSN: the rest is parsed once the client is authorized.
 * @throws BadRequest or TooLarge as `parseEnvelope` does
 */
export function parseEnvelopeStart(bytes: Uint8Array): EnvelopeStart {
  const data = asBuffer(bytes);
  const lineEnd = findLineEnd(data, 0, 'The envelope header');
  if (lineEnd === 0) throw malformed('missing envelope header');
  const header = parseHeader(parseJsonLine(data, 0, lineEnd, 'invalid envelope header'));
  return { header, end: lineEnd + 1 };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the error of an envelope that cannot be read. @param causes the first one is in the message */
export function malformed(...causes: string[]): BadRequest {
  return new BadRequest(`The envelope is malformed: ${causes[0] ?? 'unreadable'}.`, causes);
}

function checkItemCounts(items: readonly EnvelopeItem[]): void {
  for (const [limitedType, { maxItems }] of ITEM_TYPES) {
    if (maxItems === undefined || items.filter(({ type }) => type === limitedType).length <= maxItems) continue;
    throw malformed(
      maxItems === 1
        ? `more than one item of type ${limitedType}`
        : `more than ${maxItems} items of type ${limitedType}`,
    );
  }
}

/** Whether only line ends follow. */
function isBlank(data: Buffer, offset: number): boolean {
  for (let at = offset; at < data.length; at++) {
    if (data[at] !== NEWLINE) return false;
  }
  return true;
}

/** Returns the offset of the next line end, or the end of the data. */
function findLineEnd(data: Buffer, offset: number, name: string): number {
  const found = data.indexOf(NEWLINE, offset);
  const end = found === -1 ? data.length : found;
  if (end - offset > MAX_HEADER_LINE) throw new TooLarge(`${name} is longer than ${MAX_HEADER_LINE} bytes.`);
  return end;
}

function parseHeader(header: JsonObject): EnvelopeHeader {
  return {
    eventId: parseHeaderEventId(header['event_id']),
    dsn: optionalText(header['dsn'], 'dsn'),
    sentAt: readTime(header['sent_at']),
  };
}

function parseHeaderEventId(value: unknown): string | null {
  const text = optionalText(value, 'event_id');
  if (text === null) return null;
  const eventId = parseEventId(text);
  if (eventId === null) throw malformed('invalid envelope header', 'event_id is no uuid');
  return eventId;
}

function optionalText(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw malformed('invalid envelope header', `${name} is no text`);
  return value;
}

/** The header line of an item. */
export interface EnvelopeItemHeader {
  readonly type: string;
  /** Number of bytes of the payload; null if it ends at the next line end. */
  readonly length: number | null;
  readonly json: JsonObject;
}

/** Parses the header line of an item. @throws BadRequest if it is malformed */
export function parseItemHeader(line: Buffer, place: string): EnvelopeItemHeader {
  const json = parseJsonLine(line, 0, line.length, `invalid header of ${place}`);
  const { type, length = null } = json;
  if (typeof type !== 'string' || type === '') {
    throw malformed(`invalid header of ${place}`, 'type is missing or no text');
  }
  if (length !== null && (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)) {
    throw malformed(`invalid header of ${place}`, 'length is no whole number of bytes');
  }
  return { type, length, json };
}

/** @throws TooLarge if items of the type may not be of this size */
export function requirePayloadSize(type: string, bytes: number): void {
  const maxBytes = ITEM_TYPES.get(type)?.maxBytes ?? Infinity;
  if (bytes > maxBytes) throw new TooLarge(`The ${type} is ${bytes} bytes long; at most ${maxBytes} are accepted.`);
}

/** @param isEndRequired whether an item that is not stored may not end too early */
function parseItem(data: Buffer, offset: number, index: number, isEndRequired: boolean): [EnvelopeItem, number] {
  const place = `item ${index}`;
  const lineEnd = findLineEnd(data, offset, `The header of ${place}`);
  const start = lineEnd + 1;
  const { type, length, json } = parseItemHeader(data.subarray(offset, lineEnd), place);
  const isCut = !isEndRequired && !isStored(type) && length !== null && start + length > data.length;
  const end = isCut ? data.length : findPayloadEnd(data, start, length, place);
  requirePayloadSize(type, end - start);
  return [{ type, header: json, payload: data.subarray(start, end) }, end + 1];
}

/** Returns the offset at which the payload that begins at `start` ends: after its stated length, or at the next line end. */
function findPayloadEnd(data: Buffer, start: number, length: number | null, place: string): number {
  if (length === null) {
    if (start > data.length) throw malformed(`unexpected end after the header of ${place}`);
    const found = data.indexOf(NEWLINE, start);
    return found === -1 ? data.length : found;
  }
  const end = start + length;
  // The header may be the last line of the data when the payload is empty.
  if (length === 0 && start >= data.length) return data.length;
  if (end > data.length) {
    throw malformed(
      `unexpected end in ${place}`,
      `length says ${length}, ${Math.max(0, data.length - start)} bytes follow`,
    );
  }
  if (end < data.length && data[end] !== NEWLINE) {
    throw malformed(`length mismatch in ${place}`, `no line end after the ${length} bytes that length says`);
  }
  return end;
}

function parseJsonLine(data: Buffer, offset: number, end: number, problem: string): JsonObject {
  try {
    return parseJsonObject(data.toString('utf8', offset, end));
  } catch {
    throw malformed(problem, 'it is no JSON object');
  }
}
