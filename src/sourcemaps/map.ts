import { TraceMap, decodedMap, encodedMappings, presortedDecodedMap } from '@jridgewell/trace-mapping';
import { SourceText } from './context';
import { Positions } from './positions';

/** Each source costs time to resolve; the largest applications have some ten thousand. */
const MAX_SOURCES = 200_000;
/** Characters of mappings that are put in order, for which they are all decoded. */
const MAX_UNSORTED = 4 * 1024 * 1024;
/** What a source or a name takes beside its characters. */
const ENTRY_BYTES = 32;

/** Characters that the roots of all sources of a map may have together: each source is put behind the root of its section. */
const MAX_ROOTS = 8 * 1024 * 1024;

/** What the sections of one map may still take together. */
export interface MapRoom {
  /** Characters of roots. */
  roots: number;
}

export const newMapRoom = (): MapRoom => ({ roots: MAX_ROOTS });

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
  readonly content: SourceText | null;
  /** Whether the map says that the file is not the application's own. */
  readonly isIgnored: boolean;
}

/** A source map that can be asked. */
export interface SourceMap {
  /** The original of a line and column of the generated file, both counting from 1; null where the map has none. */
  find(line: number, column: number): Original | null;
  /** Bytes that are kept beside those of the file, about. */
  readonly extraBytes: number;
}

/** Reads the JSON of a map without sections (ECMA-426). */
export function readPlainMap(value: object, room: MapRoom): SourceMap | Unreadable {
  if (!('mappings' in value)) return new Unreadable('it has no mappings');
  if ('sources' in value && Array.isArray(value.sources) && value.sources.length > MAX_SOURCES) {
    return new Unreadable(`it has more than ${MAX_SOURCES} sources`);
  }
  room.roots -= rootCharacters(value);
  if (room.roots < 0) return new Unreadable('its sourceRoot is too long for so many sources');
  try {
    const map = new TraceMap(value as ConstructorParameters<typeof TraceMap>[0]);
    const positions = new Positions(encodedMappings(map));
    return positions.isSorted ? new PlainMap(map, positions) : sortMap(map);
  } catch (error) {
    return new Unreadable(
      error instanceof SyntaxError ? `in its mappings, ${error.message}` : 'its members are not those of a source map',
    );
  }
}

function rootCharacters(value: object): number {
  const { sources, sourceRoot } = value as Record<string, unknown>;
  return Array.isArray(sources) && typeof sourceRoot === 'string' ? sources.length * sourceRoot.length : 0;
}

/** Tools may leave the segments of a line in any order. */
function sortMap(map: TraceMap): SourceMap | Unreadable {
  const mappings = encodedMappings(map);
  if (mappings.length > MAX_UNSORTED) return new Unreadable('its mappings are long and not in order');
  const decoded = decodedMap(map) as Parameters<typeof presortedDecodedMap>[0];
  return new PlainMap(map, new Positions(encodedMappings(presortedDecodedMap(decoded))));
}

class PlainMap implements SourceMap {
  readonly extraBytes: number;
  private readonly sources: readonly string[];
  private readonly names: readonly unknown[];
  private readonly contents: readonly unknown[];
  private readonly ignored: ReadonlySet<number>;
  private readonly texts = new Map<number, SourceText | null>();

  /** Keeps what is looked at, and not the library's own view of the mappings. */
  constructor(
    { resolvedSources, names, sourcesContent, ignoreList }: TraceMap,
    private readonly positions: Positions,
  ) {
    this.sources = resolvedSources;
    this.names = names;
    this.contents = sourcesContent ?? [];
    this.ignored = new Set(ignoreList);
    this.extraBytes = positions.bytes + ENTRY_BYTES * (resolvedSources.length + names.length);
  }

  find(line: number, column: number): Original | null {
    const origin = this.positions.find(line - 1, column - 1);
    const source = origin === null ? undefined : this.sources[origin.source];
    if (origin === null || source === undefined || source === '' || origin.line < 0 || origin.column < 0) return null;
    return {
      source,
      line: origin.line + 1,
      column: origin.column + 1,
      name: origin.name === null ? null : textOrNull(this.names[origin.name]),
      content: this.contentOf(origin.source),
      isIgnored: this.ignored.has(origin.source),
    };
  }

  private contentOf(source: number): SourceText | null {
    const known = this.texts.get(source);
    if (known !== undefined) return known;
    const content = textOrNull(this.contents[source]);
    const text = content === null ? null : new SourceText(content);
    this.texts.set(source, text);
    return text;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
