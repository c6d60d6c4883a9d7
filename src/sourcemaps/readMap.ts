import { textOf } from './content';
import { readMap } from './indexedMap';
import { type SourceMap, Unreadable } from './map';
import { isModest } from './modest';

/** Larger maps are refused: while one is read, it takes several times its size. */
export const MAX_MAP_BYTES = 64 * 1024 * 1024;

/** Reads a source map: version 3, plain or indexed, with or without a line that guards it (reference/ingest.md §5 step 4). */
export function readSourceMap(bytes: Uint8Array): SourceMap | Unreadable {
  if (bytes.byteLength > MAX_MAP_BYTES) return new Unreadable(`it is larger than ${MAX_MAP_BYTES} bytes`);
  if (!isModest(bytes)) return new Unreadable('it has too many parts, or parts nested too deep');
  const value = parse(withoutGuard(textOf(bytes)));
  return value instanceof Unreadable ? value : readMap(value);
}

/** Leaves out a byte order mark, and the line that keeps browsers from running JSON as a script. */
function withoutGuard(text: string): string {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (!bare.startsWith(")]}'")) return bare;
  const end = bare.indexOf('\n');
  return end === -1 ? '' : bare.slice(end);
}

function parse(text: string): object | Unreadable {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    return new Unreadable('it is not JSON');
  }
  return new Unreadable('it is not a JSON object');
}
