import { BadRequest, TooLarge } from '../domain/errors';
import { type JsonObject, parseSentEventId } from '../domain/event';
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
 * attachments and items that are not stored may be cut off: the event is stored without them. Beside an event, other
 * items beyond their limits are marked as surplus.
 * @param options.start the result of `parseEnvelopeStart`, if it was called before
 * @param options.oversized the numbers of items whose payload was too large, and is not in the bytes
 * @throws BadRequest if it is malformed, with the place in `causes`
 * @throws TooLarge if a header line, an item or the number of items is over its limit
 */
export function parseEnvelope(
  bytes: Uint8Array,
  {
    start = parseEnvelopeStart(bytes),
    types = ALL_ITEMS,
    oversized,
  }: {
    readonly start?: EnvelopeStart | undefined;
    readonly types?: ItemTable;
    readonly oversized?: ReadonlySet<number> | undefined;
  } = {},
): Envelope {
  const data = asBuffer(bytes);
  const sizes = new PayloadSizes(types);
  const items: EnvelopeItem[] = [];
  const surplus = new Set<EnvelopeItem>();
  let headerBytes = 0;
  try {
    for (let offset = skipBlanks(data, start.end); offset < data.length;) {
      if (items.length === MAX_ITEMS) throw new TooLarge(`The envelope has more than ${MAX_ITEMS} items.`);
      const { item, next, isWithin } = parseItem(data, offset, items.length, sizes);
      headerBytes += next - offset - item.payload.length;
      if (headerBytes > MAX_HEADER_BYTES) {
        throw new TooLarge(`The headers of the envelope's items have more than ${MAX_HEADER_BYTES} bytes.`);
      }
      if (!isWithin || oversized?.has(items.length) === true) surplus.add(item);
      items.push(item);
      offset = skipBlanks(data, next);
    }
    sizes.end();
  } catch (error) {
    throw sizes.firstError(error);
  }
  if (items.length > 1) findSurplus(items, sizes.hasEvent, surplus);
  return { header: start.header, items: surplus.size === 0 ? items : items.map((item) => marked(item, surplus)) };
}

function marked(item: EnvelopeItem, surplus: ReadonlySet<EnvelopeItem>): EnvelopeItem {
  return surplus.has(item) ? { ...item, isSurplus: true } : item;
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

/**
 * Adds the items of each type beyond its limit to the surplus, in their order.
 * @throws BadRequest if there are several events, or if there is a surplus without an event
 */
function findSurplus(items: readonly EnvelopeItem[], hasEvent: boolean, surplus: Set<EnvelopeItem>): void {
  for (const [limitedType, { maxItems }] of ITEM_TYPES) {
    if (maxItems === undefined) continue;
    const found = items.filter((item) => item.type === limitedType && !surplus.has(item));
    if (found.length <= maxItems) continue;
    if (!hasEvent || limitedType === EVENT_TYPE) {
      throw malformed(
        maxItems === 1
          ? `more than one item of type ${limitedType}`
          : `more than ${maxItems} items of type ${limitedType}`,
      );
    }
    for (const item of found.slice(maxItems)) surplus.add(item);
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
  const eventId = parseSentEventId(text);
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

/**
 * The limits of the payloads of an envelope's items. An event is stored whatever comes with it, and may be the last
 * item, so that an item of another type that is too large refuses the envelope only at its end.
 */
export class PayloadSizes {
  #error: TooLarge | null = null;
  #hasEvent = false;

  constructor(private readonly types: ItemTable) {}

  /** True if an event came. */
  get hasEvent(): boolean {
    return this.#hasEvent;
  }

  /** Called with the type of each item, before its payload. */
  begin(type: string): void {
    this.#hasEvent ||= type === EVENT_TYPE;
  }

  /** Returns true if a payload is within the limit of its type. @throws TooLarge if it is an event that is not */
  isWithin(type: string, bytes: number): boolean {
    const maxBytes = this.#limitOf(type);
    if (bytes <= maxBytes) return true;
    const error = new TooLarge(`The ${type} is ${bytes} bytes long; at most ${maxBytes} are accepted.`);
    if (type === EVENT_TYPE) throw error;
    this.#error ??= error;
    return false;
  }

  /** Returns true if a payload may be cut off: an event came before, which is stored without it. */
  mayBeCut(type: string, bytes: number): boolean {
    if (!this.#hasEvent || type === EVENT_TYPE) return false;
    return !this.types.isRequired(type) || bytes > this.#limitOf(type);
  }

  /** Returns the error to report if an envelope cannot be read further. */
  firstError(error: unknown): unknown {
    return this.#hasEvent ? error : (this.#error ?? error);
  }

  /** Called after the last item. @throws TooLarge if a payload was too large, and no event came */
  end(): void {
    if (this.#error !== null && !this.#hasEvent) throw this.#error;
  }

  #limitOf(type: string): number {
    return this.types.find(type)?.maxBytes ?? Infinity;
  }
}

/** Parses an item. Returns it, the offset behind it, and whether its payload is within the limit of its type. */
function parseItem(
  data: Buffer,
  offset: number,
  index: number,
  sizes: PayloadSizes,
): { readonly item: EnvelopeItem; readonly next: number; readonly isWithin: boolean } {
  const place = `item ${index}`;
  const headerEnd = findHeaderEnd(data, offset, `The header of ${place}`);
  const start = headerEnd + 1;
  const { type, length, json } = parseItemHeader(data.subarray(offset, headerEnd), place);
  sizes.begin(type);
  const isCut = length !== null && start + length > data.length && sizes.mayBeCut(type, length);
  const end = isCut ? data.length : findPayloadEnd(data, start, length, place);
  const isWithin = sizes.isWithin(type, isCut ? length : end - start);
  return { item: { type, header: json, payload: data.subarray(start, end) }, next: end + 1, isWithin };
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
