import type { StoredFile } from '../../domain/artifact';
import { ServiceError } from '../../domain/errors';
import type { SourceContext } from '../../domain/event';
import { sanitizeText } from '../../domain/text';

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
/**
 * Maximum length of a line that is shown as a whole. Longer lines are mostly generated code; a part of them is shown.
 */
const MAX_LINE_LENGTH = 150;
/**
 * Characters of that part, and characters of it before the column that it is to show. Fewer than `MIN_OMITTED`
 * characters are not left out.
 */
const PART_LENGTH = 140;
const LENGTH_BEFORE_COLUMN = 60;
const MIN_OMITTED = 5;
const OMITTED = '{snip}';
/** Longer parts of a text are decoded line by line, so that the hidden parts of long lines are not decoded. */
const MAX_PART_BYTES = 8 * 1024;
/** Maximum number of UTF-8 bytes of a UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;
/** Number of lines between two lines whose offsets are in the index. */
const INDEX_STRIDE = 16;
const NEWLINE = 0x0a;

/** Columns up to which a line is read for a single character. */
const MAX_BLANK_COLUMN = 1000;

/** Characters in which the keywords of a declaration are searched. */
const DECLARATION_LENGTH = 40;
const NO_CALL = /^(?:\s|$|[,;)\]'"`]|(?:export(?!.{1,30}\bclass)|const|let|var|function)\b)/;

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

/** The text of a source file, in UTF-8. Decodes only the requested parts. */
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

  /**
   * Returns the context of a line; an empty one if the text has fewer lines. Lines and columns count from 1. Long lines
   * are cut to the part around the column, or else to their beginning.
   */
  around(line: number, column = 1): SourceContext {
    const first = Math.max(1, line - CONTEXT_LINES);
    const index = line - first;
    const lines = this.linesFrom(first, index + 1 + CONTEXT_LINES, (at) => (at === index ? column - 1 : 0));
    if (lines.length <= index) return EMPTY_CONTEXT;
    return {
      preContext: lines.slice(0, index),
      contextLine: lines[index] ?? null,
      postContext: lines.slice(index + 1),
    };
  }

  /**
   * Returns the first column from the given one on at which code begins in a line; the given column if there is none,
   * or if it is far right in a long line.
   */
  codeColumnFrom(line: number, column: number): number {
    const start = this.offsetOf(line);
    if (start === undefined || column > MAX_BLANK_COLUMN) return column;
    const end = Math.min(this.endOfLine(start), start + MAX_UNIT_BYTES * MAX_BLANK_COLUMN);
    const blank = /^\s*(?=\S)/.exec(this.text.toString('utf8', start, end).slice(column - 1));
    return column + (blank?.[0].length ?? 0);
  }

  /**
   * Returns true if the keyword of a declaration or the rest of another expression begins at a position: engines report
   * no position there.
   */
  isNoCallAt(line: number, column: number): boolean {
    const start = this.offsetOf(line);
    if (start === undefined || column > MAX_BLANK_COLUMN) return false;
    const end = Math.min(this.endOfLine(start), start + MAX_UNIT_BYTES * (column + DECLARATION_LENGTH));
    return NO_CALL.test(this.text.toString('utf8', start, end).slice(column - 1));
  }

  /** @param columnOf the column of each line, from 0, around which a long one is cut */
  private linesFrom(first: number, count: number, columnOf: (index: number) => number): string[] {
    const start = this.offsetOf(first);
    if (start === undefined) return [];
    const ends: number[] = [];
    for (let from = start; from <= this.text.length && ends.length < count; from = (ends.at(-1) ?? 0) + 1) {
      ends.push(this.endOfLine(from));
    }
    const last = ends.at(-1) ?? start;
    if (last - start <= MAX_PART_BYTES) {
      const lines = this.text.toString('utf8', start, last).split('\n');
      return lines.map((line, index) => cutLine(line, columnOf(index)));
    }
    return ends.map((end, index) => {
      const from = index === 0 ? start : (ends[index - 1] ?? 0) + 1;
      const column = columnOf(index);
      const visibleEnd = from + MAX_UNIT_BYTES * (column + MAX_LINE_LENGTH + MIN_OMITTED);
      return cutLine(this.text.toString('utf8', from, Math.min(end, visibleEnd)), column);
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

/** Returns the part of a long line around a column, from 0. Marks the places where text was left out. */
function cutLine(text: string, column: number): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const { length } = line;
  if (length <= MAX_LINE_LENGTH) return sanitizeText(line);
  const before = Math.min(column, length) - LENGTH_BEFORE_COLUMN;
  const from = before < MIN_OMITTED ? 0 : before;
  const isAtEnd = from + PART_LENGTH > length - MIN_OMITTED;
  const start = isAtEnd ? Math.min(from, length - PART_LENGTH) : from;
  const part = line.slice(start, isAtEnd ? length : start + PART_LENGTH);
  return sanitizeText(`${start > 0 ? `${OMITTED} ` : ''}${part}${isAtEnd ? '' : ` ${OMITTED}`}`);
}
