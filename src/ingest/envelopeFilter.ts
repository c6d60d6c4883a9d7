import { TooLarge } from '../domain/errors';
import type { JsonObject } from '../domain/event';
import {
  EVENT_TYPE,
  type EnvelopeItemHeader,
  headerTooLarge,
  malformed,
  MAX_HEADER_BYTES,
  MAX_HEADER_LINE,
  MAX_ITEMS,
  parseEnvelopeStart,
  parseItemHeader,
  requirePayloadSize,
} from './envelope';
import { ALL_ITEMS, type ItemTable } from './items/index';
import type { EnvelopeHeader } from './items/itemType';
import { isBlank, ObjectEndScanner } from './jsonText';

const NEWLINE = 0x0a;
const LINE_END = Buffer.of(NEWLINE);

/** The part of the envelope that the next bytes belong to. */
type Part =
  | { readonly kind: 'header' }
  | { readonly kind: 'itemHeader' }
  /** @param left bytes that follow; null if the payload ends at the next line end */
  | { readonly kind: 'payload'; readonly header: EnvelopeItemHeader; left: number | null; length: number }
  /** The line end behind a payload with a length. */
  | { readonly kind: 'payloadEnd'; readonly header: EnvelopeItemHeader };

/**
 * Reads an envelope piece by piece and drops the payloads of items that are not stored; only their headers are kept, to
 * count the items. The memory of an envelope therefore depends on its stored items, whatever the size of its
 * attachments. The result is a valid envelope, which `parseEnvelope` reads.
 */
export class EnvelopeFilter {
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #part: Part = { kind: 'header' };
  /** The part of the present header that was read so far. */
  #headerPieces: Buffer[] = [];
  #headerLength = 0;
  #scanner = new ObjectEndScanner();
  /** Number of bytes of the first line of a header that has several; null before its end. */
  #firstLineLength: number | null = null;
  #items = 0;
  #allHeaderBytes = 0;
  #hasEvent = false;

  /** @param authorize called with the first line, which may carry the DSN, before anything else is kept. May throw. */
  constructor(
    private readonly authorize: (header: EnvelopeHeader) => Promise<void>,
    private readonly types: ItemTable = ALL_ITEMS,
  ) {}

  /** Number of bytes in memory. */
  get keptBytes(): number {
    return this.#keptBytes + this.#headerLength;
  }

  /** True if the event was read and the next bytes belong to an item that is not stored. */
  get hasAll(): boolean {
    const part = this.#part;
    return part.kind === 'payload' && this.#hasEvent && !this.types.isStored(part.header.type);
  }

  /** Reads the next piece. @throws BadRequest or TooLarge as `parseEnvelope` does, or an error of `authorize` */
  async write(piece: Buffer): Promise<void> {
    let offset = 0;
    while (offset < piece.length) {
      const part = this.#part;
      if (part.kind === 'payload') offset = this.#readPayload(part, piece, offset);
      else if (part.kind === 'payloadEnd') offset = this.#readPayloadEnd(part, piece, offset);
      else {
        const end = piece.indexOf(NEWLINE, offset);
        const isWithin = this.#appendToHeader(piece.subarray(offset, end === -1 ? piece.length : end));
        offset = end === -1 ? piece.length : end + 1;
        if (isWithin && (end === -1 || this.#continueHeader())) continue;
        if (part.kind === 'header') await this.#endHeader();
        else this.#endItemHeader();
      }
    }
  }

  /**
   * Called at the end of a line. Returns true if the next line also belongs to the header, or if the line is blank.
   * Keeps the line end within a header.
   */
  #continueHeader(): boolean {
    if (this.#headerLength === 0) return true;
    this.#firstLineLength ??= this.#headerLength;
    if (!this.#scanner.isOpen) return false;
    this.#headerPieces.push(LINE_END);
    this.#headerLength += LINE_END.length;
    return true;
  }

  /** Returns the kept parts of the envelope after the last piece. @throws BadRequest if the envelope ends too early */
  async end(): Promise<Buffer> {
    const { kind } = this.#part;
    if (kind === 'header') await this.#endHeader();
    else if (kind === 'itemHeader' && this.#headerLength > 0) this.#endItemHeader();
    if (this.#part.kind === 'payload') this.#endPayload(this.#part);
    return Buffer.concat(this.#kept, this.#keptBytes);
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
  }

  /**
   * Appends bytes to the header. Returns true if it is within its limit; otherwise only its first line remains.
   * @throws TooLarge if that line is too long
   */
  #appendToHeader(sent: Buffer): boolean {
    const bytes = this.#headerLength === 0 ? withoutBlanks(sent) : sent;
    if (this.#headerLength + bytes.length > MAX_HEADER_LINE) {
      if (this.#firstLineLength === null) {
        throw headerTooLarge(
          this.#part.kind === 'header' ? 'The envelope header' : `The header of item ${this.#items}`,
        );
      }
      this.#headerPieces = [Buffer.concat(this.#headerPieces).subarray(0, this.#firstLineLength)];
      this.#headerLength = this.#firstLineLength;
      return false;
    }
    this.#headerLength += bytes.length;
    this.#scanner.read(bytes);
    // Copies the bytes: a piece is much larger than one of its lines.
    if (bytes.length > 0) this.#headerPieces.push(Buffer.from(bytes));
    return true;
  }

  #takeHeader(): Buffer {
    const line = Buffer.concat(this.#headerPieces, this.#headerLength);
    this.#headerPieces = [];
    this.#headerLength = 0;
    this.#scanner = new ObjectEndScanner();
    this.#firstLineLength = null;
    return line;
  }

  async #endHeader(): Promise<void> {
    const line = this.#takeHeader();
    await this.authorize(parseEnvelopeStart(line).header);
    this.#keep(line);
    this.#keep(LINE_END);
    this.#part = { kind: 'itemHeader' };
  }

  #endItemHeader(): void {
    const line = this.#takeHeader();
    const place = `item ${this.#items}`;
    const header = parseItemHeader(line, place);
    this.#items += 1;
    this.#allHeaderBytes += line.length + 2;
    if (this.#items > MAX_ITEMS) throw new TooLarge(`The envelope has more than ${MAX_ITEMS} items.`);
    if (this.#allHeaderBytes > MAX_HEADER_BYTES) {
      throw new TooLarge(`The headers of the envelope's items have more than ${MAX_HEADER_BYTES} bytes.`);
    }
    requirePayloadSize(this.types, header.type, header.length ?? 0);
    this.#hasEvent ||= header.type === EVENT_TYPE;
    this.#keep(this.types.isStored(header.type) ? line : skippedHeader(header));
    this.#keep(LINE_END);
    const left = header.length;
    this.#part = left === 0 ? { kind: 'payloadEnd', header } : { kind: 'payload', header, left, length: 0 };
  }

  #readPayload(part: Part & { kind: 'payload' }, piece: Buffer, offset: number): number {
    const lineEnd = part.left === null ? piece.indexOf(NEWLINE, offset) : -1;
    const end =
      part.left === null ? (lineEnd === -1 ? piece.length : lineEnd) : Math.min(piece.length, offset + part.left);
    const bytes = piece.subarray(offset, end);
    part.length += bytes.length;
    requirePayloadSize(this.types, part.header.type, part.length);
    if (this.types.isStored(part.header.type)) this.#keep(Buffer.from(bytes));
    if (part.left !== null) part.left -= bytes.length;
    if (part.left === 0 || lineEnd !== -1) this.#part = { kind: 'payloadEnd', header: part.header };
    return end;
  }

  #readPayloadEnd({ header }: Part & { kind: 'payloadEnd' }, piece: Buffer, offset: number): number {
    if (piece[offset] !== NEWLINE) {
      const place = `item ${this.#items - 1}`;
      throw malformed(
        `length mismatch in ${place}`,
        `no line end after the ${header.length ?? 0} bytes that length says`,
      );
    }
    this.#keep(LINE_END);
    this.#part = { kind: 'itemHeader' };
    return offset + 1;
  }

  /** Ends a payload. An item that is not stored may be incomplete if the event came before it. */
  #endPayload({ left, length }: Part & { kind: 'payload' }): void {
    if (left === null || this.hasAll) return;
    throw malformed(
      `unexpected end in item ${this.#items - 1}`,
      `length says ${length + left}, ${length} bytes follow`,
    );
  }
}

function withoutBlanks(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => !isBlank(byte));
  return bytes.subarray(first === -1 ? bytes.length : first);
}

/** Returns the header of an item without its payload: the members by which it is counted. */
function skippedHeader({ type, json }: EnvelopeItemHeader): Buffer {
  const header: JsonObject = { type, length: 0 };
  if (typeof json['item_count'] === 'number') header['item_count'] = json['item_count'];
  return Buffer.from(JSON.stringify(header));
}
