import type { StoredFile } from '../../domain/artifact';
import { ServiceError } from '../../domain/errors';
import type { SourceContext } from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';

export type ReadContent = (file: StoredFile) => Promise<Uint8Array>;

/** Reads the content of a file. Null if it was deleted after the file was found: an event must not fail for that. */
export async function readIfPresent(file: StoredFile, read: ReadContent): Promise<Uint8Array | null> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return null;
  }
}

export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Context lines before the line of a frame, and as many after it. */
const CONTEXT_LINES = 5;
/** Longer lines are generated code; they are truncated. */
const MAX_LINE_LENGTH = 500;
/** Longer parts of a text are decoded line by line, so that what is not shown of long lines is not decoded. */
const MAX_PART_BYTES = 8 * 1024;
/** Bytes of the characters of a line that are shown, and of one more: it has up to three for each UTF-16 code unit. */
const MAX_LINE_BYTES = 3 * (MAX_LINE_LENGTH + 1);
/** The offset of every so many lines is in the index. */
const INDEX_STRIDE = 16;
const NEWLINE = 0x0a;

export const EMPTY_CONTEXT: SourceContext = { preContext: [], contextLine: null, postContext: [] };

/** Returns the offsets of the lines 1, 17, 33 and so on of a text. */
export function indexLines(bytes: Uint8Array): Uint32Array {
  const text = bufferOf(bytes);
  const offsets = [0];
  let count = 1;
  for (let end = text.indexOf(NEWLINE); end !== -1; end = text.indexOf(NEWLINE, end + 1)) {
    if (count % INDEX_STRIDE === 0) offsets.push(end + 1);
    count += 1;
  }
  return Uint32Array.from(offsets);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The text of a source file, in UTF-8. Decodes only what it is asked for. */
export class SourceText {
  private readonly text: Buffer;

  /**
   * @param lines the offsets of its lines (`indexLines`)
   * @param hash identifies the text; null if that is not known
   */
  constructor(
    readonly bytes: Uint8Array,
    private readonly lines = indexLines(bytes),
    readonly hash: string | null = null,
  ) {
    this.text = bufferOf(bytes);
  }

  /** The context of a line, which counts from 1. Empty if the text has fewer lines. */
  around(line: number): SourceContext {
    const first = Math.max(1, line - CONTEXT_LINES);
    const lines = this.linesFrom(first, line - first + 1 + CONTEXT_LINES);
    const index = line - first;
    if (lines.length <= index) return EMPTY_CONTEXT;
    return {
      preContext: lines.slice(0, index),
      contextLine: lines[index] ?? null,
      postContext: lines.slice(index + 1),
    };
  }

  private linesFrom(first: number, count: number): string[] {
    const start = this.offsetOf(first);
    if (start === undefined) return [];
    const ends: number[] = [];
    for (let from = start; from <= this.text.length && ends.length < count; from = (ends.at(-1) ?? 0) + 1) {
      ends.push(this.endOfLine(from));
    }
    const last = ends.at(-1) ?? start;
    if (last - start <= MAX_PART_BYTES) return this.text.toString('utf8', start, last).split('\n').map(shortenLine);
    return ends.map((end, index) => {
      const from = index === 0 ? start : (ends[index - 1] ?? 0) + 1;
      return shortenLine(this.text.toString('utf8', from, Math.min(end, from + MAX_LINE_BYTES)));
    });
  }

  private endOfLine(start: number): number {
    const end = this.text.indexOf(NEWLINE, start);
    return end === -1 ? this.text.length : end;
  }

  private offsetOf(line: number): number | undefined {
    let start = this.lines[Math.floor((line - 1) / INDEX_STRIDE)];
    for (let count = (line - 1) % INDEX_STRIDE; count > 0 && start !== undefined; count -= 1) {
      const end = this.endOfLine(start);
      start = end === this.text.length ? undefined : end + 1;
    }
    return start;
  }
}

function shortenLine(line: string): string {
  return sanitizeText(truncate(line.endsWith('\r') ? line.slice(0, -1) : line, MAX_LINE_LENGTH));
}
