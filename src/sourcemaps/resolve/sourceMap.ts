import { decodedMap, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import { MappingsIndex } from './mappings';
import { decodeUtf8, SourceText } from './sourceText';

/** Objects and lists: a map has few, one with sections some thousand. */
const MAX_CONTAINERS = 200_000;
const MAX_DEPTH = 100;
/** Members and elements; most are names. */
const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/**
 * Whether JSON can be parsed without taking many times its size: 64 MB of nested brackets take 3 GB and ten seconds. Strings, of
 * which a source map nearly all consists, are passed over at the speed of a search.
 */
export function isWithinJsonLimits(json: Uint8Array): boolean {
  const count = { containers: 0, depth: 0, values: 0 };
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === BRACKET || byte === BRACE) {
      count.containers += 1;
      count.depth += 1;
    } else if (byte === COMMA) count.values += 1;
    else if (byte === BRACKET_END || byte === BRACE_END) count.depth -= 1;
    if (count.containers > MAX_CONTAINERS || count.depth > MAX_DEPTH || count.values > MAX_VALUES) return false;
  }
  return true;
}

function endOfString(json: Uint8Array, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}

/** Each source costs time to resolve; the largest applications have some ten thousand. */
const MAX_SOURCES = 200_000;
/** Characters of mappings that are put in order, for which they are all decoded. */
const MAX_UNSORTED_MAPPINGS = 4 * 1024 * 1024;
/** What a source or a name takes beside its characters. */
const ENTRY_BYTES = 32;

/** Characters that the roots of all sources of a map may have together: each source is put behind the root of its section. */
const MAX_ROOTS = 8 * 1024 * 1024;

/** What the sections of one map may still take together. */
export interface MapBudget {
  /** Characters of roots. */
  rootCharacters: number;
}

export const newMapBudget = (): MapBudget => ({ rootCharacters: MAX_ROOTS });

/** Why a source map cannot be used. */
export class InvalidSourceMap {
  constructor(readonly reason: string) {}
}

/** A place in an original file. Lines and columns count from 1. */
export interface OriginalPosition {
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
  find(line: number, column: number): OriginalPosition | null;
  /** Bytes that are kept beside those of the file, about. */
  readonly extraBytes: number;
}

/** Reads the JSON of a map without sections (ECMA-426). */
export function readPlainMap(value: object, room: MapBudget): SourceMap | InvalidSourceMap {
  if (!('mappings' in value)) return new InvalidSourceMap('it has no mappings');
  if ('sources' in value && Array.isArray(value.sources) && value.sources.length > MAX_SOURCES) {
    return new InvalidSourceMap(`it has more than ${MAX_SOURCES} sources`);
  }
  room.rootCharacters -= rootCharacters(value);
  if (room.rootCharacters < 0) return new InvalidSourceMap('its sourceRoot is too long for so many sources');
  try {
    const map = new TraceMap(value as ConstructorParameters<typeof TraceMap>[0]);
    const positions = new MappingsIndex(encodedMappings(map));
    return positions.isSorted ? new PlainMap(map, positions) : sortMap(map);
  } catch (error) {
    return new InvalidSourceMap(
      error instanceof SyntaxError ? `in its mappings, ${error.message}` : 'its members are not those of a source map',
    );
  }
}

function rootCharacters(value: object): number {
  const { sources, sourceRoot } = value as Record<string, unknown>;
  return Array.isArray(sources) && typeof sourceRoot === 'string' ? sources.length * sourceRoot.length : 0;
}

/** Tools may leave the segments of a line in any order. */
function sortMap(map: TraceMap): SourceMap | InvalidSourceMap {
  const mappings = encodedMappings(map);
  if (mappings.length > MAX_UNSORTED_MAPPINGS) return new InvalidSourceMap('its mappings are long and not in order');
  const decoded = decodedMap(map) as Parameters<typeof presortedDecodedMap>[0];
  return new PlainMap(map, new MappingsIndex(encodedMappings(presortedDecodedMap(decoded))));
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
    private readonly positions: MappingsIndex,
  ) {
    this.sources = resolvedSources;
    this.names = names;
    this.contents = sourcesContent ?? [];
    this.ignored = new Set(ignoreList);
    this.extraBytes = positions.bytes + ENTRY_BYTES * (resolvedSources.length + names.length);
  }

  find(line: number, column: number): OriginalPosition | null {
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

/** Parts within parts; no tool makes more than one level. */
const MAX_LEVELS = 8;

interface MapSection {
  readonly line: number;
  readonly column: number;
  readonly map: SourceMap;
}

/**
 * Reads the JSON of a source map, plain or put together from sections (ECMA-426 §10). Sections stay as they are: to join them
 * would take memory for every line up to the offset that one claims.
 */
export function readPlainOrIndexedMap(
  value: object,
  levels = MAX_LEVELS,
  room = newMapBudget(),
): SourceMap | InvalidSourceMap {
  if (!('sections' in value)) return readPlainMap(value, room);
  if (!Array.isArray(value.sections) || levels === 0)
    return new InvalidSourceMap('its sections are not those of a source map');
  const sections: MapSection[] = [];
  for (const part of value.sections as unknown[]) {
    const section = readSection(part, levels - 1, room);
    if (section instanceof InvalidSourceMap) return section;
    sections.push(section);
  }
  return new IndexedMap(sections.sort(compare));
}

function readSection(value: unknown, levels: number, room: MapBudget): MapSection | InvalidSourceMap {
  const { offset, map } = asObject(value);
  const { line, column } = asObject(offset);
  if (!isOffset(line) || !isOffset(column) || typeof map !== 'object' || map === null)
    return new InvalidSourceMap('one of its sections has no offset or no map');
  const read = readPlainOrIndexedMap(map, levels, room);
  return read instanceof InvalidSourceMap ? read : { line, column, map: read };
}

class IndexedMap implements SourceMap {
  readonly extraBytes: number;

  constructor(private readonly sections: readonly MapSection[]) {
    this.extraBytes = sections.reduce((sum, { map }) => sum + map.extraBytes, 0);
  }

  /** A position belongs to the last section that begins before it; offsets count from 0. */
  find(line: number, column: number): OriginalPosition | null {
    const before = { line: line - 1, column: column - 1 };
    let [low, high] = [0, this.sections.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const section = this.sections[middle];
      if (section !== undefined && compare(section, before) <= 0) low = middle + 1;
      else high = middle;
    }
    const section = this.sections[low - 1];
    if (section === undefined) return null;
    return section.map.find(line - section.line, section.line === before.line ? column - section.column : column);
  }
}

function compare(one: Pick<MapSection, 'line' | 'column'>, other: Pick<MapSection, 'line' | 'column'>): number {
  return one.line - other.line || one.column - other.column;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Larger maps are refused: while one is read, it takes several times its size. */
export const MAX_MAP_BYTES = 64 * 1024 * 1024;

/** Reads a source map: version 3, plain or indexed, with or without a line that guards it (reference/ingest.md §5 step 4). */
export function readSourceMap(bytes: Uint8Array): SourceMap | InvalidSourceMap {
  if (bytes.byteLength > MAX_MAP_BYTES) return new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`);
  if (!isWithinJsonLimits(bytes)) return new InvalidSourceMap('it has too many parts, or parts nested too deep');
  const value = parse(stripJsonPrefix(decodeUtf8(bytes)));
  return value instanceof InvalidSourceMap ? value : readPlainOrIndexedMap(value);
}

/** Leaves out a byte order mark, and the line that keeps browsers from running JSON as a script. */
function stripJsonPrefix(text: string): string {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (!bare.startsWith(")]}'")) return bare;
  const end = bare.indexOf('\n');
  return end === -1 ? '' : bare.slice(end);
}

function parse(text: string): object | InvalidSourceMap {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    return new InvalidSourceMap('it is not JSON');
  }
  return new InvalidSourceMap('it is not a JSON object');
}
