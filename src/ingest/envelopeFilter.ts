import { type FileBytes, Spool } from '../compression/spool';
import { TooLarge } from '../domain/errors';
import type { JsonObject } from '../domain/event';
import {
  type EnvelopeItemHeader,
  headerTooLarge,
  malformed,
  MAX_HEADER_BYTES,
  MAX_HEADER_LINE,
  MAX_ITEMS,
  NEWLINE,
  parseEnvelopeStart,
  parseItemHeader,
  PayloadSizes,
} from './envelope';
import { ALL_ITEMS, type ItemTable } from './items/index';
import type { EnvelopeHeader } from './items/itemType';
import { isBlank, ObjectEndScanner } from './payload';

const LINE_END = Buffer.of(NEWLINE);

/** The part of the envelope that the next bytes belong to. */
type Part =
  | { readonly kind: 'header' }
  | { readonly kind: 'itemHeader' }
  /** @param left bytes that follow; null if the payload ends at the next line end */
  | {
      readonly kind: 'payload';
      readonly header: EnvelopeItemHeader;
      left: number | null;
      length: number;
      isOversized: boolean;
    }
  /** The line end behind a payload with a length. */
  | { readonly kind: 'payloadEnd'; readonly header: EnvelopeItemHeader };

/** The attachments of an envelope, by the number of their item; null for one that could not be read completely. */
export type AttachedFiles = ReadonlyMap<number, FileBytes | null>;

/** What is not in the kept parts of an envelope. */
export interface LeftOut {
  readonly attachments: AttachedFiles;
  /** The numbers of items whose payload is larger than its limit. */
  readonly oversized: ReadonlySet<number>;
}

/**
 * Reads an envelope piece by piece. Attachments are written to a temporary file, and the payloads of items that are not
 * stored, or are too large, are dropped; only the headers of these are kept. The memory of an envelope therefore
 * depends on its other items, whatever the size of its attachments. The result is a valid envelope, which
 * `parseEnvelope` reads.
 */
export class EnvelopeFilter implements LeftOut {
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
  readonly #sizes: PayloadSizes;
  readonly #oversized = new Set<number>();
  /** Numbers of kept parts and bytes before the present item. */
  #keptBefore = { parts: 0, bytes: 0 };
  readonly #spool = new Spool();
  readonly #attachments = new Map<number, FileBytes | null>();
  /** The attachment that is being read; null if the payload is not one, or cannot be stored. */
  #attachment: ReturnType<Spool['begin']> | null = null;

  /**
   * @param authorize called with the first line, which may carry the DSN, before anything else is kept. May throw.
   * @param hasSpace returns false if the disk has too little space for attachments
   */
  constructor(
    private readonly authorize: (header: EnvelopeHeader) => Promise<void>,
    private readonly types: ItemTable = ALL_ITEMS,
    private readonly hasSpace: () => boolean = () => true,
  ) {
    this.#sizes = new PayloadSizes(types);
  }

  get attachments(): AttachedFiles {
    return this.#attachments;
  }

  get oversized(): ReadonlySet<number> {
    return this.#oversized;
  }

  /** Number of bytes in memory. */
  get keptBytes(): number {
    return this.#keptBytes + this.#headerLength;
  }

  /** True if the event was read and the next bytes belong to an item that may be cut off. */
  get hasAll(): boolean {
    const part = this.#part;
    return part.kind === 'payload' && this.#sizes.mayBeCut(part.header.type, part.header.length ?? part.length);
  }

  /** Reads the next piece. @throws BadRequest or TooLarge as `parseEnvelope` does, or an error of `authorize` */
  async write(piece: Buffer): Promise<void> {
    try {
      await this.#read(piece);
    } catch (error) {
      throw this.#sizes.firstError(error);
    }
  }

  async #read(piece: Buffer): Promise<void> {
    let offset = 0;
    while (offset < piece.length) {
      const part = this.#part;
      if (part.kind === 'payload') offset = await this.#readPayload(part, piece, offset);
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

  /**
   * Returns the kept parts of the envelope after the last piece.
   * @param isCut true if further pieces were not read
   * @throws BadRequest if the envelope ends too early
   * @throws TooLarge if an item is too large, and there is no event
   */
  async end(isCut = false): Promise<Buffer> {
    try {
      const { kind } = this.#part;
      if (kind === 'header') await this.#endHeader();
      else if (kind === 'itemHeader' && this.#headerLength > 0) this.#endItemHeader();
      if (this.#part.kind === 'payload') this.#endPayload(this.#part, isCut);
      this.#sizes.end();
    } catch (error) {
      throw this.#sizes.firstError(error);
    }
    return Buffer.concat(this.#kept, this.#keptBytes);
  }

  /** Frees the disk space of the attachments. */
  close(): void {
    this.#spool.close();
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
    this.#sizes.begin(header.type);
    const isOversized = !this.#sizes.isWithin(header.type, header.length ?? 0);
    if (isOversized) this.#oversized.add(this.#items - 1);
    this.#keptBefore = { parts: this.#kept.length, bytes: this.#keptBytes };
    this.#attachment = null;
    if (this.types.isAttached(header.type)) {
      this.#attachment = this.hasSpace() ? this.#spool.begin() : null;
      this.#attachments.set(this.#items - 1, this.#attachment);
      this.#keep(withoutPayload(header));
    } else this.#keep(this.types.isStored(header.type) && !isOversized ? line : skippedHeader(header));
    this.#keep(LINE_END);
    const left = header.length;
    this.#part =
      left === 0 ? { kind: 'payloadEnd', header } : { kind: 'payload', header, left, length: 0, isOversized };
  }

  async #readPayload(part: Part & { kind: 'payload' }, piece: Buffer, offset: number): Promise<number> {
    const lineEnd = part.left === null ? piece.indexOf(NEWLINE, offset) : -1;
    const end =
      part.left === null ? (lineEnd === -1 ? piece.length : lineEnd) : Math.min(piece.length, offset + part.left);
    const bytes = piece.subarray(offset, end);
    part.length += bytes.length;
    if (!part.isOversized && !this.#sizes.isWithin(part.header.type, part.length)) this.#dropOversized(part);
    if (this.types.isAttached(part.header.type)) await this.#append(bytes);
    else if (this.types.isStored(part.header.type) && !part.isOversized) this.#keep(Buffer.from(bytes));
    if (part.left !== null) part.left -= bytes.length;
    if (part.left === 0 || lineEnd !== -1) this.#part = { kind: 'payloadEnd', header: part.header };
    return end;
  }

  /** Drops the part of a payload without a length that was kept before it became too large. */
  #dropOversized(part: Part & { kind: 'payload' }): void {
    part.isOversized = true;
    this.#oversized.add(this.#items - 1);
    this.#kept.length = this.#keptBefore.parts;
    this.#keptBytes = this.#keptBefore.bytes;
    this.#keep(skippedHeader(part.header));
    this.#keep(LINE_END);
  }

  /** Writes bytes of an attachment. If the disk has no space for it, the event is stored without the attachment. */
  async #append(bytes: Buffer): Promise<void> {
    try {
      await this.#attachment?.append(bytes);
    } catch {
      this.#dropAttachment();
    }
  }

  #dropAttachment(): void {
    if (this.#attachments.has(this.#items - 1)) this.#attachments.set(this.#items - 1, null);
    this.#attachment = null;
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

  /** Ends the last payload. @throws BadRequest if it is incomplete, unless it may be cut off */
  #endPayload({ left, length }: Part & { kind: 'payload' }, isCut: boolean): void {
    if (left === null && !isCut) return;
    if (this.hasAll) return this.#dropAttachment();
    if (left === null) return;
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

/** The members of an attachment's header that describe it. */
const DESCRIBING_MEMBERS = ['filename', 'content_type', 'attachment_type'];

/** Returns the header of an attachment without its payload, which is in a file. */
function withoutPayload({ type, json }: EnvelopeItemHeader): Buffer {
  const header: JsonObject = { type, length: 0 };
  for (const name of DESCRIBING_MEMBERS) if (typeof json[name] === 'string') header[name] = json[name];
  return Buffer.from(JSON.stringify(header));
}

/** Returns the header of an item that is not stored: the members by which it is counted. */
function skippedHeader({ type, json }: EnvelopeItemHeader): Buffer {
  const header: JsonObject = { type, length: 0 };
  if (typeof json['item_count'] === 'number') header['item_count'] = json['item_count'];
  return Buffer.from(JSON.stringify(header));
}
