import { BadRequest, TooLarge } from '../domain/errors';
import { type JsonObject, parseEventId } from '../domain/event';
import { MAX_EVENT_BYTES, parsePayload } from './payload';

/** What counts of the first line of an envelope; null where it says nothing. */
export interface EnvelopeHeader {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string | null;
  readonly dsn: string | null;
}

/** One part of an envelope. The payload is a view of the envelope's bytes, not a copy. */
export interface EnvelopeItem {
  readonly type: string;
  readonly header: JsonObject;
  readonly payload: Buffer;
}

export interface Envelope {
  readonly header: EnvelopeHeader;
  readonly items: readonly EnvelopeItem[];
}

/** Limits in bytes, and in items (reference/ingest.md §1.9); the last keeps a few megabytes of empty items from filling the memory. */
const MAX_HEADER_LINE = 8 * 1024;
const MAX_ITEMS = 10_000;
/** Of all item headers together: each is parsed, whether its item is kept or skipped. */
const MAX_HEADERS = 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Takes an envelope apart. Items of unknown type are kept like others: whoever reads the result skips them.
 * Format: reference/ingest.md §1.4.
 * @throws BadRequest if it is malformed, with the place in `causes`
 * @throws TooLarge if a header line, the event or the number of items is over its limit
 */
export function parseEnvelope(bytes: Uint8Array): Envelope {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { header, start } = readFirstLine(data);
  const items: EnvelopeItem[] = [];
  let offset = start;
  let headerBytes = 0;
  while (!isBlank(data, offset)) {
    if (items.length === MAX_ITEMS) throw new TooLarge(`The envelope has more than ${MAX_ITEMS} items.`);
    const [item, next] = readItem(data, offset, items.length);
    headerBytes += next - offset - item.payload.length;
    if (headerBytes > MAX_HEADERS)
      throw new TooLarge(`The headers of the envelope's items have more than ${MAX_HEADERS} bytes.`);
    items.push(item);
    offset = next;
  }
  if (items.filter(({ type }) => type === 'event').length > 1) throw malformed('more than one item of type event');
  return { header, items };
}

/**
 * Reads the first line alone, to know who sends before the rest is taken apart.
 * @throws BadRequest or TooLarge as `parseEnvelope` does
 */
export function readEnvelopeHeader(bytes: Uint8Array): EnvelopeHeader {
  return readFirstLine(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).header;
}

function readFirstLine(data: Buffer): { header: EnvelopeHeader; start: number } {
  const [line, start] = readLine(data, 0, 'envelope header');
  if (line.length === 0) throw malformed('missing envelope header');
  return { header: readHeader(line), start };
}

function malformed(...causes: string[]): BadRequest {
  return new BadRequest('The envelope is malformed: ' + (causes[0] ?? 'unreadable') + '.', causes);
}

/** Whether nothing but line ends is left. */
function isBlank(data: Buffer, offset: number): boolean {
  for (let at = offset; at < data.length; at++) {
    if (data[at] !== NEWLINE) return false;
  }
  return true;
}

/** The bytes up to the next line end or the end of the data, and where the next line begins. */
function readLine(data: Buffer, offset: number, name: string): [Buffer, number] {
  const found = data.indexOf(NEWLINE, offset);
  const end = found === -1 ? data.length : found;
  if (end - offset > MAX_HEADER_LINE) throw new TooLarge(`The ${name} is longer than ${MAX_HEADER_LINE} bytes.`);
  return [data.subarray(offset, end), end + 1];
}

function readHeader(line: Buffer): EnvelopeHeader {
  const header = readJson(line, 'invalid envelope header');
  return {
    eventId: readHeaderId(header['event_id']),
    dsn: optionalText(header['dsn'], 'dsn'),
  };
}

function readHeaderId(value: unknown): string | null {
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

function readItem(data: Buffer, offset: number, index: number): [EnvelopeItem, number] {
  const place = `item ${index}`;
  const [line, start] = readLine(data, offset, `header of ${place}`);
  const header = readJson(line, `invalid header of ${place}`);
  const { type } = header;
  if (typeof type !== 'string' || type === '')
    throw malformed(`invalid header of ${place}`, 'type is missing or no text');
  const end = findPayloadEnd(data, start, header['length'], place);
  if (type === 'event' && end - start > MAX_EVENT_BYTES) {
    throw new TooLarge(`The event is ${end - start} bytes long; at most ${MAX_EVENT_BYTES} are accepted.`);
  }
  return [{ type, header, payload: data.subarray(start, end) }, end + 1];
}

/** Where the payload that begins at `start` ends: after its stated length, or before the next line end. */
function findPayloadEnd(data: Buffer, start: number, length: unknown, place: string): number {
  if (length === undefined || length === null) {
    if (start > data.length) throw malformed(`unexpected end after the header of ${place}`);
    const found = data.indexOf(NEWLINE, start);
    return found === -1 ? data.length : found;
  }
  if (!Number.isSafeInteger(length) || (length as number) < 0) {
    throw malformed(`invalid header of ${place}`, 'length is no whole number of bytes');
  }
  const end = start + (length as number);
  // The header may be the last line of the data when the payload is empty.
  if (length === 0 && start >= data.length) return data.length;
  if (end > data.length)
    throw malformed(
      `unexpected end in ${place}`,
      `length says ${length}, ${Math.max(0, data.length - start)} bytes follow`,
    );
  if (end < data.length && data[end] !== NEWLINE) {
    throw malformed(`length mismatch in ${place}`, `no line end after the ${length} bytes that length says`);
  }
  return end;
}

function readJson(line: Buffer, problem: string): JsonObject {
  try {
    return parsePayload(line);
  } catch {
    throw malformed(problem, 'it is no JSON object');
  }
}
