import { BadRequest, TooLarge } from '../domain/errors';
import { type JsonObject, parseEventId } from '../domain/event';
import { ALL_ITEMS, ITEM_TYPES, type ItemTable } from './items/index';
import type { EnvelopeHeader, EnvelopeItem } from './items/itemType';
import { readTime } from './normalize/fields';
import { isBlank, ObjectEndScanner, parseJsonObject } from './payload';

/**
 * An envelope: a header, then items of one header and one payload each. Headers are JSON objects, usually one line
 * each.
 */
export interface Envelope {
  readonly header: EnvelopeHeader;
  readonly items: readonly EnvelopeItem[];
}

/** Limit of each header, in bytes. */
export const MAX_HEADER_LINE = 8 * 1024;
/** Maximum number of items of an envelope: a few megabytes of empty items would otherwise fill the memory. */
export const MAX_ITEMS = 10_000;
/** Maximum size of the headers of all items together, in bytes. */
export const MAX_HEADER_BYTES = 1024 * 1024;

/** Type of the item that is stored even if an attachment after it is incomplete. */
export const EVENT_TYPE = 'event';

export const NEWLINE = 0x0a;

/** The first line of an envelope. */
export interface EnvelopeStart {
  readonly header: EnvelopeHeader;
  /** The offset of the first item. */
  readonly end: number;
}

/**
 * Parses an envelope. Items of unknown types are returned like others; `ingestEnvelope` skips them. After an event,
 * attachments and items that are not stored may be cut off: the event is stored without them.
 * @param start the result of `parseEnvelopeStart`, if it was called before
 * @throws BadRequest if it is malformed, with the place in `causes`
 * @throws TooLarge if a header line, an item or the number of items is over its limit
 */
export function parseEnvelope(bytes: Uint8Array, start = parseEnvelopeStart(bytes), types = ALL_ITEMS): Envelope {
  const data = asBuffer(bytes);
  const items: EnvelopeItem[] = [];
  let offset = skipBlanks(data, start.end);
  let headerBytes = 0;
  let hasEvent = false;
  while (offset < data.length) {
    if (items.length === MAX_ITEMS) throw new TooLarge(`The envelope has more than ${MAX_ITEMS} items.`);
    const [item, next] = parseItem(data, offset, { index: items.length, mustBeComplete: !hasEvent, types });
    headerBytes += next - offset - item.payload.length;
    if (headerBytes > MAX_HEADER_BYTES) {
      throw new TooLarge(`The headers of the envelope's items have more than ${MAX_HEADER_BYTES} bytes.`);
    }
    items.push(item);
    hasEvent ||= item.type === EVENT_TYPE;
    offset = skipBlanks(data, next);
  }
  if (items.length > 1) checkItemCounts(items);
  return { header: start.header, items };
}

/**
 * Parses the first line alone, which may carry the DSN. The rest is parsed after the client is authorized.
 * @throws BadRequest or TooLarge as `parseEnvelope` does
 */
export function parseEnvelopeStart(bytes: Uint8Array): EnvelopeStart {
  const data = asBuffer(bytes);
  const offset = skipBlanks(data, 0);
  if (offset === data.length) throw malformed('missing envelope header');
  const end = findHeaderEnd(data, offset, 'The envelope header');
  const sent = parseJsonLine(data, offset, end, 'invalid envelope header');
  const header = {
    eventId: parseHeaderEventId(sent['event_id']),
    dsn: optionalText(sent['dsn'], 'dsn'),
    sentAt: readTime(sent['sent_at']),
  };
  return { header, end: end + 1 };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the error of an envelope that cannot be read. @param causes the first one is a part of the message */
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

/** Returns the offset of the next byte that is not white space, or the end of the data. */
function skipBlanks(data: Buffer, offset: number): number {
  let at = Math.min(offset, data.length);
  while (isBlank(data[at])) at++;
  return at;
}

/**
 * Returns the offset of the line end behind a header, or the end of the data. A header that is not JSON ends with its
 * first line.
 */
function findHeaderEnd(data: Buffer, start: number, name: string): number {
  const scanner = new ObjectEndScanner();
  let firstEnd: number | null = null;
  for (let from = start; ;) {
    const lineEnd = data.indexOf(NEWLINE, from);
    const end = lineEnd === -1 ? data.length : lineEnd;
    firstEnd ??= end;
    if (end - start > MAX_HEADER_LINE) {
      if (firstEnd < end) return firstEnd;
      throw headerTooLarge(name);
    }
    scanner.read(data.subarray(from, end));
    if (lineEnd === -1 || !scanner.isOpen) return end;
    from = lineEnd + 1;
  }
}

/** Returns the error of a header that is too long. @param name first words of the message */
export function headerTooLarge(name: string): TooLarge {
  return new TooLarge(`${name} is longer than ${MAX_HEADER_LINE} bytes.`);
}

function parseHeaderEventId(value: unknown): string | null {
  const text = optionalText(value, 'event_id');
  if (text === null) return null;
  const eventId = parseEventId(text.replace(/^(?:urn:uuid:|\{)|\}$/gi, ''));
  if (eventId === null) throw malformed('invalid envelope header', 'event_id is no uuid');
  return eventId;
}

function optionalText(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw malformed('invalid envelope header', `${name} is no text`);
  return value;
}

/** The header of an item. */
export interface EnvelopeItemHeader {
  readonly type: string;
  /** Number of bytes of the payload; null if it ends at the next line end. */
  readonly length: number | null;
  readonly json: JsonObject;
}

/** Parses the header of an item. @throws BadRequest if it is malformed */
export function parseItemHeader(line: Buffer, place: string): EnvelopeItemHeader {
  const json = parseJsonLine(line, 0, line.length, `invalid header of ${place}`);
  const { type, length = null } = json;
  if (typeof type !== 'string') {
    throw malformed(`invalid header of ${place}`, 'type is missing or no text');
  }
  if (length !== null && (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)) {
    throw malformed(`invalid header of ${place}`, 'length is no whole number of bytes');
  }
  return { type, length, json };
}

/** Checks the size of a payload. @throws TooLarge if it exceeds the limit of items of the type */
export function requirePayloadSize(types: ItemTable, type: string, bytes: number): void {
  const maxBytes = types.find(type)?.maxBytes ?? Infinity;
  if (bytes > maxBytes) throw new TooLarge(`The ${type} is ${bytes} bytes long; at most ${maxBytes} are accepted.`);
}

/**
 * Parses an item. Returns it and the offset behind it.
 * @param mustBeComplete true if no event came before it: then no payload may be cut off
 */
function parseItem(
  data: Buffer,
  offset: number,
  { index, mustBeComplete, types }: { index: number; mustBeComplete: boolean; types: ItemTable },
): [EnvelopeItem, number] {
  const place = `item ${index}`;
  const headerEnd = findHeaderEnd(data, offset, `The header of ${place}`);
  const start = headerEnd + 1;
  const { type, length, json } = parseItemHeader(data.subarray(offset, headerEnd), place);
  const isCut = !mustBeComplete && !types.isRequired(type) && length !== null && start + length > data.length;
  const end = isCut ? data.length : findPayloadEnd(data, start, length, place);
  requirePayloadSize(types, type, end - start);
  return [{ type, header: json, payload: data.subarray(start, end) }, end + 1];
}

/**
 * Returns the offset at which the payload that begins at `start` ends: after its stated length, or at the next line
 * end.
 */
function findPayloadEnd(data: Buffer, start: number, length: number | null, place: string): number {
  if (length === null) {
    const lineEnd = data.indexOf(NEWLINE, start);
    return lineEnd === -1 ? data.length : lineEnd;
  }
  const end = start + length;
  // The header may be the last line of the data if the payload is empty.
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
