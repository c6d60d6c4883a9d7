import { decodedMap, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import { MappingsIndex } from './mappings';
import { decodeUtf8, SourceText } from './sourceText';

/** Objects and arrays. A map has few; a map with sections has some thousand. */
const MAX_CONTAINERS = 200_000;
const MAX_DEPTH = 100;
/** Members and elements. Most are names. */
const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/**
 * Whether JSON can be parsed without taking many times its size in memory: 64 MB of nested brackets take 3 GB and ten seconds.
 * Strings, which make up nearly all of a source map, are skipped by searching for their end.
 */
export function isWithinJsonLimits(json: Uint8Array): boolean {
  const count = { containers: 0, depth: 0, values: 0 };
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) index = endOfString(json, index);
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
  for (let index = json.indexOf(QUOTE, start + 1); index !== -1; index = json.indexOf(QUOTE, index + 1)) {
    let backslashes = 0;
    while (json[index - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return index;
  }
  return json.length;
}

/** The URL of each source is resolved. The largest applications have some ten thousand. */
const MAX_SOURCES = 200_000;
/** Characters of mappings that may be sorted. Sorting decodes all of them. */
const MAX_UNSORTED_MAPPINGS = 4 * 1024 * 1024;
/** Memory of a source or a name besides its characters. */
const ENTRY_BYTES = 32;

/** Characters of `sourceRoot`, once for each source: resolving a source prepends the root of its section. */
const MAX_ROOT_CHARACTERS = 8 * 1024 * 1024;

/** What the sections of one map may still use together. */
export interface MapBudget {
  rootCharacters: number;
}

export const newMapBudget = (): MapBudget => ({ rootCharacters: MAX_ROOT_CHARACTERS });

/** Why a source map cannot be used. */
export class InvalidSourceMap {
  constructor(readonly reason: string) {}
}

/** A position in an original file. Lines and columns count from 1. */
export interface OriginalPosition {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** The original name of the code at this position. */
  readonly name: string | null;
  /** The text of the file, if the map contains it. */
  readonly content: SourceText | null;
  /** Whether the map lists the file as one that debuggers should ignore. */
  readonly isIgnored: boolean;
}

/** A parsed source map. */
export interface SourceMap {
  /** Returns the original of a line and column of the generated file, which count from 1. Null if there is none. */
  find(line: number, column: number): OriginalPosition | null;
  /** Memory of the parsed map besides the bytes of the file, approximately. */
  readonly extraBytes: number;
}

/** Reads a map without sections (ECMA-426). */
export function readPlainMap(value: object, budget: MapBudget): SourceMap | InvalidSourceMap {
  if (!('mappings' in value)) return new InvalidSourceMap('it has no mappings');
  if ('sources' in value && Array.isArray(value.sources) && value.sources.length > MAX_SOURCES) {
    return new InvalidSourceMap(`it has more than ${MAX_SOURCES} sources`);
  }
  budget.rootCharacters -= countRootCharacters(value);
  if (budget.rootCharacters < 0) return new InvalidSourceMap('its sourceRoot is too long for so many sources');
  try {
    const map = new TraceMap(value as ConstructorParameters<typeof TraceMap>[0]);
    const mappings = new MappingsIndex(encodedMappings(map));
    return mappings.isSorted ? new PlainMap(map, mappings) : sortMap(map);
  } catch (error) {
    return new InvalidSourceMap(
      error instanceof SyntaxError ? `in its mappings, ${error.message}` : 'its members are not those of a source map',
    );
  }
}

function countRootCharacters(value: object): number {
  const { sources, sourceRoot } = value as Record<string, unknown>;
  return Array.isArray(sources) && typeof sourceRoot === 'string' ? sources.length * sourceRoot.length : 0;
}

/** Some tools write the segments of a line in any order. */
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

  /** Does not retain the `TraceMap`, which would hold the mappings a second time once it is used. */
  constructor(
    { resolvedSources, names, sourcesContent, ignoreList }: TraceMap,
    private readonly mappings: MappingsIndex,
  ) {
    this.sources = resolvedSources;
    this.names = names;
    this.contents = sourcesContent ?? [];
    this.ignored = new Set(ignoreList);
    this.extraBytes = mappings.bytes + ENTRY_BYTES * (resolvedSources.length + names.length);
  }

  find(line: number, column: number): OriginalPosition | null {
    const origin = this.mappings.find(line - 1, column - 1);
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
    const cached = this.texts.get(source);
    if (cached !== undefined) return cached;
    const content = textOrNull(this.contents[source]);
    const text = content === null ? null : new SourceText(Buffer.from(content));
    this.texts.set(source, text);
    return text;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Nesting of sections. Tools write one level. */
const MAX_SECTION_DEPTH = 8;

interface MapSection {
  readonly line: number;
  readonly column: number;
  readonly map: SourceMap;
}

/**
 * Reads a map with or without sections (ECMA-426, section 10). Sections are not merged: that would take memory for every line up
 * to the offset that a section claims.
 */
export function readPlainOrIndexedMap(
  value: object,
  depth = MAX_SECTION_DEPTH,
  budget = newMapBudget(),
): SourceMap | InvalidSourceMap {
  if (!('sections' in value)) return readPlainMap(value, budget);
  if (!Array.isArray(value.sections) || depth === 0) {
    return new InvalidSourceMap('its sections are not those of a source map');
  }
  const sections: MapSection[] = [];
  for (const item of value.sections as unknown[]) {
    const section = readSection(item, depth - 1, budget);
    if (section instanceof InvalidSourceMap) return section;
    sections.push(section);
  }
  return new IndexedMap(sections.sort(comparePositions));
}

function readSection(value: unknown, depth: number, budget: MapBudget): MapSection | InvalidSourceMap {
  const { offset, map } = asObject(value);
  const { line, column } = asObject(offset);
  if (!isOffset(line) || !isOffset(column) || typeof map !== 'object' || map === null) {
    return new InvalidSourceMap('one of its sections has no offset or no map');
  }
  const parsed = readPlainOrIndexedMap(map, depth, budget);
  return parsed instanceof InvalidSourceMap ? parsed : { line, column, map: parsed };
}

class IndexedMap implements SourceMap {
  readonly extraBytes: number;

  constructor(private readonly sections: readonly MapSection[]) {
    this.extraBytes = sections.reduce((sum, { map }) => sum + map.extraBytes, 0);
  }

  /** A position belongs to the last section whose offset is not behind it. Offsets count from 0. */
  find(line: number, column: number): OriginalPosition | null {
    const position = { line: line - 1, column: column - 1 };
    let [low, high] = [0, this.sections.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const section = this.sections[middle];
      if (section !== undefined && comparePositions(section, position) <= 0) low = middle + 1;
      else high = middle;
    }
    const section = this.sections[low - 1];
    if (section === undefined) return null;
    return section.map.find(line - section.line, section.line === position.line ? column - section.column : column);
  }
}

function comparePositions(
  one: Pick<MapSection, 'line' | 'column'>,
  other: Pick<MapSection, 'line' | 'column'>,
): number {
  return one.line - other.line || one.column - other.column;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Larger maps are refused: parsing takes several times the size of the map. */
export const MAX_MAP_BYTES = 64 * 1024 * 1024;

/** Parses a source map: version 3, with or without sections, with or without a line that prevents its execution as a script. */
export function readSourceMap(bytes: Uint8Array): SourceMap | InvalidSourceMap {
  if (bytes.byteLength > MAX_MAP_BYTES) return new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`);
  if (!isWithinJsonLimits(bytes)) return new InvalidSourceMap('it has too many parts, or parts nested too deep');
  const value = parseObject(stripJsonPrefix(decodeUtf8(bytes)));
  return value instanceof InvalidSourceMap ? value : readPlainOrIndexedMap(value);
}

/** Removes a byte order mark, and a first line `)]}'`, which keeps browsers from running JSON as a script. */
function stripJsonPrefix(text: string): string {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (!json.startsWith(")]}'")) return json;
  const end = json.indexOf('\n');
  return end === -1 ? '' : json.slice(end);
}

function parseObject(text: string): object | InvalidSourceMap {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    return new InvalidSourceMap('it is not JSON');
  }
  return new InvalidSourceMap('it is not a JSON object');
}
