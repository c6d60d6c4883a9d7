import { cut, harmless } from '../domain/text';

/** Lines of source shown before and after that of a frame (reference/ingest.md §5 step 7). */
const LINES_EACH = 5;
/** What is longer was not written by a person; the rest of the line says no more. */
const MAX_LINE = 500;

/** The source line of a frame with its neighbours. */
export interface Context {
  readonly preContext: string[];
  readonly contextLine: string | null;
  readonly postContext: string[];
}

export const NO_CONTEXT: Context = { preContext: [], contextLine: null, postContext: [] };

/** The lines of `text` around a line, which counts from 1; none where the text is shorter. */
export function contextAt(text: string, line: number): Context {
  const first = Math.max(1, line - LINES_EACH);
  const lines = linesFrom(text, first, line - first + 1 + LINES_EACH);
  const at = line - first;
  if (lines.length <= at) return NO_CONTEXT;
  return { preContext: lines.slice(0, at), contextLine: lines[at] ?? null, postContext: lines.slice(at + 1) };
}

/** Some lines of a text, found without cutting up all of it. */
function linesFrom(text: string, first: number, count: number): string[] {
  let start = 0;
  for (let line = 1; line < first; line += 1) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return [];
  }
  const lines: string[] = [];
  while (lines.length < count) {
    const end = text.indexOf('\n', start);
    lines.push(shorten(text.slice(start, end === -1 ? text.length : end)));
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

function shorten(line: string): string {
  return harmless(cut(line.endsWith('\r') ? line.slice(0, -1) : line, MAX_LINE));
}
