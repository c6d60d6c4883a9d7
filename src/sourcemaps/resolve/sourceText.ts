import type { StoredFile } from '../../domain/artifact';
import { ServiceError } from '../../domain/errors';
import type { SourceContext } from '../../domain/event';
import { sanitizeText, truncate } from '../../domain/text';

export type ReadContent = (file: StoredFile) => Promise<Uint8Array>;

/** The bytes of a file; null if they went after it was found, which must not cost an event. */
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

/** Lines of source shown before and after that of a frame (reference/ingest.md §5 step 7). */
const LINES_EACH = 5;
/** What is longer was not written by a person; the rest of the line says no more. */
const MAX_LINE = 500;
/** Lines between two of which the offset is noted. */
const STRIDE = 64;

export const EMPTY_CONTEXT: SourceContext = { preContext: [], contextLine: null, postContext: [] };

/** The text of a source file. Lines are found without cutting up all of it, and without counting them from the start each time. */
export class SourceText {
  /** Offsets of the lines 1, 65, 129 and so on, as far as they were looked for. */
  private readonly starts = [0];

  constructor(private readonly text: string) {}

  /** The lines around a line, which counts from 1; none where the text is shorter. */
  around(line: number): SourceContext {
    const first = Math.max(1, line - LINES_EACH);
    const lines = this.linesFrom(first, line - first + 1 + LINES_EACH);
    const at = line - first;
    if (lines.length <= at) return EMPTY_CONTEXT;
    return { preContext: lines.slice(0, at), contextLine: lines[at] ?? null, postContext: lines.slice(at + 1) };
  }

  private linesFrom(first: number, count: number): string[] {
    const lines: string[] = [];
    for (let start = this.startOf(first); start !== undefined && lines.length < count;) {
      const end = this.text.indexOf('\n', start);
      lines.push(shortenLine(this.text.slice(start, end === -1 ? this.text.length : end)));
      start = end === -1 ? undefined : end + 1;
    }
    return lines;
  }

  private startOf(line: number): number | undefined {
    const wanted = Math.floor((line - 1) / STRIDE);
    for (let known = this.starts.length; known <= wanted; known += 1) {
      const start = this.skip(this.starts[known - 1], STRIDE);
      if (start === undefined) return undefined;
      this.starts.push(start);
    }
    return this.skip(this.starts[wanted], (line - 1) % STRIDE);
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
  return sanitizeText(truncate(line.endsWith('\r') ? line.slice(0, -1) : line, MAX_LINE));
}
