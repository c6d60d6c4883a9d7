import { FlattenMap, encodedMappings } from '@jridgewell/trace-mapping';
import { textOf } from './content';
import { Positions } from './positions';

/** Larger maps are refused: while one is read, it takes several times its size. */
export const MAX_MAP_BYTES = 64 * 1024 * 1024;
/** An indexed map is put together from its parts, which decodes them all. */
const MAX_INDEXED_BYTES = 16 * 1024 * 1024;

/** Why a source map cannot be used. */
export class Unreadable {
  constructor(readonly reason: string) {}
}

/** A place in an original file. Lines and columns count from 1. */
export interface Original {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** What the code at this place is called in the original. */
  readonly name: string | null;
  /** The text of the whole file, if the map carries it. */
  readonly content: string | null;
  /** Whether the map says that the file is not the application's own. */
  readonly isIgnored: boolean;
}

/** A parsed source map. */
export class SourceMap {
  constructor(
    private readonly map: FlatMap,
    private readonly positions: Positions,
    /** Bytes in memory, about. */
    readonly bytes: number,
  ) {}

  /** The original of a line and column of the generated file, both counting from 1; null where the map has none. */
  find(line: number, column: number): Original | null {
    const origin = this.positions.find(line - 1, column - 1);
    const source = origin === null ? undefined : this.map.resolvedSources[origin.source];
    if (origin === null || source === undefined || source === '' || origin.line < 0 || origin.column < 0) return null;
    return {
      source,
      line: origin.line + 1,
      column: origin.column + 1,
      name: origin.name === null ? null : textOrNull(this.map.names[origin.name]),
      content: textOrNull(this.map.sourcesContent?.[origin.source]),
      isIgnored: this.map.ignoreList?.includes(origin.source) ?? false,
    };
  }
}

type FlatMap = Pick<InstanceType<typeof FlattenMap>, 'resolvedSources' | 'names' | 'sourcesContent' | 'ignoreList'>;

/** Reads a source map: version 3, plain or indexed, with or without a line that guards it (reference/ingest.md §5 step 4). */
export function readSourceMap(bytes: Uint8Array): SourceMap | Unreadable {
  if (bytes.byteLength > MAX_MAP_BYTES) return new Unreadable(`it is larger than ${MAX_MAP_BYTES} bytes`);
  const value = parse(withoutGuard(textOf(bytes)));
  if (value instanceof Unreadable) return value;
  if ('sections' in value && bytes.byteLength > MAX_INDEXED_BYTES) {
    return new Unreadable(`it has sections and is larger than ${MAX_INDEXED_BYTES} bytes`);
  }
  return flatten(value, bytes.byteLength);
}

/** A byte order mark, and the line that keeps browsers from running JSON as a script. */
function withoutGuard(text: string): string {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  return bare.startsWith(")]}'") ? bare.slice(lineEnd(bare)) : bare;
}

function lineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
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

function flatten(value: object, size: number): SourceMap | Unreadable {
  if (!('mappings' in value) && !('sections' in value)) return new Unreadable('it has no mappings');
  try {
    const map = new FlattenMap(value as ConstructorParameters<typeof FlattenMap>[0]);
    const positions = new Positions(encodedMappings(map));
    // Only what is looked at is kept: not the library's own view of the mappings.
    const { resolvedSources, names, sourcesContent, ignoreList } = map;
    return new SourceMap({ resolvedSources, names, sourcesContent, ignoreList }, positions, size + positions.bytes);
  } catch (error) {
    return new Unreadable(error instanceof SyntaxError ? `in its mappings, ${error.message}` : 'its members are not those of a source map');
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
