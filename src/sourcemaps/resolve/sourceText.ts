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
/** The offset of every so many lines is remembered. */
const INDEX_STRIDE = 64;

export const EMPTY_CONTEXT: SourceContext = { preContext: [], contextLine: null, postContext: [] };

/** The text of a source file. Finds lines by an index of offsets, which is built as far as lines are asked for. */
export class SourceText {
  /** Offsets of the lines 1, 65, 129 and so on. */
  private readonly offsets = [0];

  constructor(private readonly text: string) {}

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
    const lines: string[] = [];
    for (let start = this.offsetOf(first); start !== undefined && lines.length < count;) {
      const end = this.text.indexOf('\n', start);
      lines.push(shortenLine(this.text.slice(start, end === -1 ? this.text.length : end)));
      start = end === -1 ? undefined : end + 1;
    }
    return lines;
  }

  private offsetOf(line: number): number | undefined {
    const index = Math.floor((line - 1) / INDEX_STRIDE);
    for (let known = this.offsets.length; known <= index; known += 1) {
      const start = this.skip(this.offsets[known - 1], INDEX_STRIDE);
      if (start === undefined) return undefined;
      this.offsets.push(start);
    }
    return this.skip(this.offsets[index], (line - 1) % INDEX_STRIDE);
  }

  private skip(from: number | undefined, count: number): number | undefined {
    let start = from;
    for (let line = 0; line < count && start !== undefined; line += 1) {
      const end = this.text.indexOf('\n', start);
      start = end === -1 ? undefined : end + 1;
    }
    return start;
  }
}

function shortenLine(line: string): string {
  return sanitizeText(truncate(line.endsWith('\r') ? line.slice(0, -1) : line, MAX_LINE_LENGTH));
}
