import { decodedMap, encodedMappings, presortedDecodedMap, TraceMap } from '@jridgewell/trace-mapping';
import { isObject, type JsonObject } from '../../domain/event';
import type { FilePosition, FunctionAt } from './functionRanges';
import {
  addOffset,
  checkOverlap,
  type GeneratedPosition,
  hasSections,
  type MapFields,
  type MapRule,
  type MapViolation,
  readMapFields,
  readSections,
  type SectionFields,
} from './mapFields';
import { type FoundScopes, readScopes } from './mapScopes';
import { InvalidMappings, MappingsIndex } from './mappings';
import { decodeUtf8, type SourceText } from './sourceText';

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
 * Returns true if JSON can be parsed without taking many times its size in memory: 64 MB of nested brackets take 3 GB
 * and ten seconds. Strings, which make up nearly all of a source map, are skipped by searching for their end.
 */
function isWithinJsonLimits(json: Uint8Array): boolean {
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
export const MAX_SOURCES = 200_000;
/** Characters of mappings that may be sorted. Sorting decodes all of them. */
export const MAX_UNSORTED_MAPPINGS = 4 * 1024 * 1024;

/** Characters of `sourceRoot`, once for each source: resolving a source prepends the root of its section. */
const MAX_ROOT_CHARACTERS = 8 * 1024 * 1024;

/** The remaining budget that the sections of one map share. */
interface MapBudget {
  rootCharacters: number;
}

/** The reason why a source map cannot be used. */
export class InvalidSourceMap {
  /**
   * @param reason the rest of a sentence about the map
   * @param rule the rule of ECMA-426 that it breaks; null if it cannot be parsed at all, or exceeds a limit
   * @param where the field or the entry that breaks the rule
   */
  constructor(
    readonly reason: string,
    readonly rule: MapRule | null = null,
    readonly where: string | null = null,
  ) {}
}

/** The error that ends the reading of a map at its first violation. */
class UnusableMap extends Error {
  constructor(readonly invalid: InvalidSourceMap) {
    super(invalid.reason);
  }
}

function refuse({ rule, where, reason }: MapViolation): never {
  throw new UnusableMap(new InvalidSourceMap(reason, rule, where));
}

/** A position in an original file. Lines and columns count from 1. */
export interface OriginalPosition {
  /** Empty if the map has the text of the file, but no name for it. */
  readonly source: string;
  /** The number of the file in the map. */
  readonly sourceIndex: number;
  readonly line: number;
  readonly column: number;
  /** The original name of the code at this position. */
  readonly name: string | null;
  /** The text of the file, if the map contains it. */
  readonly content: SourceText | null;
  /** True if the map lists the file as one that debuggers should ignore. */
  readonly isIgnored: boolean;
  /** The function at this position, if the map itself contains scopes. */
  readonly scope: FunctionAt | null;
}

/** A position in one of the files of a map. Lines and columns count from 1. */
export type PositionInSource = Pick<OriginalPosition, 'sourceIndex' | 'line' | 'column'>;

/** A column of the generated file, counting from 1, and its original. Null if it has none. */
export interface MappedPlace {
  readonly column: number;
  readonly original: PositionInSource | null;
}

/** A parsed source map. */
export interface SourceMap {
  /**
   * Returns the original of a line and column of the generated file, which count from 1; without a column, of the first
   * position of the line that has one. Null if there is none.
   */
  find(line: number, column: number | null): OriginalPosition | null;
  /**
   * Returns the original of a call whose function a minifier put in its place, if a line and column are behind that
   * function. See `findInlinedCall` of the mappings.
   * @param start the beginning of the function
   * @param end the result of `find` for the line and column
   */
  findInlinedCall(line: number, column: number, start: FilePosition, end: PositionInSource): OriginalPosition | null;
  /**
   * Lists where originals begin in a part of a line, in the order of their columns: the original of the column `first`,
   * and the originals up to `last`.
   */
  listOriginals(line: number, first: number, last: number): Iterable<MappedPlace>;
  /** Memory of the parsed map. */
  readonly bytes: number;
}

/** The parts of a map without sections, and where it begins in the generated file, counting from 0. */
export interface MapPart {
  readonly line: number;
  readonly column: number;
  /** Encoded, with the columns of each line in ascending order, and their index. */
  readonly mappings: string;
  readonly states: Float64Array;
  /** Resolved; empty where the map has no name. */
  readonly sources: readonly string[];
  readonly names: readonly string[];
  /** One for each source, or fewer. */
  readonly contents: readonly (string | null)[];
  readonly ignored: ReadonlySet<number>;
  /** Null if the map has none. */
  readonly scopes: FoundScopes | null;
}

/** Reads a map without sections. */
function readPlainMap(value: JsonObject, path: string, budget: MapBudget): ReadMap {
  const fields = readMapFields(value, path, refuse);
  const { sources, sourceRoot, names, sourcesContent, ignoreList } = fields;
  if (sources.length > MAX_SOURCES) exceedLimit(`it has more than ${MAX_SOURCES} sources`);
  budget.rootCharacters -= sources.length * (sourceRoot?.length ?? 0);
  if (budget.rootCharacters < 0) exceedLimit('its sourceRoot is too long for so many sources');
  const { mappings, index } = readMappingsOf(fields, path);
  const part: MapPart = {
    line: 0,
    column: 0,
    mappings,
    states: index.states,
    sources: resolveSources(fields),
    names,
    contents: sourcesContent,
    ignored: new Set(ignoreList),
    scopes: readScopes(value, sources.length),
  };
  return { parts: [part], last: index.last };
}

function exceedLimit(reason: string): never {
  throw new UnusableMap(new InvalidSourceMap(reason));
}

function resolveSources({ sources, sourceRoot }: MapFields): string[] {
  const root = sourceRoot === null ? {} : { sourceRoot };
  const { resolvedSources } = new TraceMap({ version: 3, names: [], mappings: '', sources: [...sources], ...root });
  return resolvedSources.map((resolved, index) => ((sources[index] ?? '') === '' ? '' : resolved));
}

function readMappingsOf(fields: MapFields, path: string): { mappings: string; index: MappingsIndex } {
  const bounds = { sources: fields.sources.length, names: fields.names.length };
  try {
    const index = new MappingsIndex(fields.mappings, bounds);
    if (index.isSorted) return { mappings: fields.mappings, index };
    const mappings = sortMappings(fields);
    return { mappings, index: new MappingsIndex(mappings, bounds) };
  } catch (error) {
    if (!(error instanceof InvalidMappings)) throw error;
    return refuse(mappingsViolation(error, fields.mappings, path));
  }
}

/** @param path of the map in its file */
export function mappingsViolation(
  { rule, line, offset, message }: InvalidMappings,
  mappings: string,
  path: string,
): MapViolation {
  const start = mappings.lastIndexOf(';', offset - 1) + 1;
  const segment = mappings.slice(start, offset).split(',').length;
  return {
    rule,
    where: `${path}mappings, line ${line + 1}, segment ${segment}`,
    reason: `in its mappings, ${message}`,
  };
}

/** Sorts the segments of each line. Some tools write them in any order, which the standard does not forbid. */
function sortMappings({ mappings }: MapFields): string {
  if (mappings.length > MAX_UNSORTED_MAPPINGS) exceedLimit('its mappings are long and not in order');
  const decoded = decodedMap(new TraceMap({ version: 3, names: [], sources: [], mappings }));
  return encodedMappings(presortedDecodedMap(decoded as Parameters<typeof presortedDecodedMap>[0]));
}

/** Nesting of sections. The standard has one level; tools that join maps with sections write more. */
const MAX_SECTION_DEPTH = 8;

/** A map without its sections: the parts of the generated file, in their order. */
interface ReadMap {
  readonly parts: readonly MapPart[];
  /** The last position that has a mapping. Null if none has. */
  readonly last: GeneratedPosition | null;
}

const NO_MAPPINGS: Omit<MapPart, 'line' | 'column'> = {
  mappings: '',
  states: new Float64Array(),
  sources: [],
  names: [],
  contents: [],
  ignored: new Set(),
  scopes: null,
};

/** Reads a map with or without sections. */
function readPlainOrIndexedMap(value: JsonObject, path: string, depth: number, budget: MapBudget): ReadMap {
  if (!hasSections(value)) return readPlainMap(value, path, budget);
  if (depth === 0) exceedLimit('its sections are nested too deep');
  const parts: MapPart[] = [];
  let last: GeneratedPosition | null = null;
  let previous: { fields: SectionFields; last: GeneratedPosition | null } | null = null;
  for (const fields of readSections(value, path, refuse)) {
    const map = readPlainOrIndexedMap(fields.map, `${fields.path}.map.`, depth - 1, budget);
    if (previous !== null) checkOverlap(fields, previous.fields, previous.last, refuse);
    previous = { fields, last: map.last === null ? null : addOffset(map.last, fields.offset) };
    last = previous.last ?? last;
    // A section ends the one before it, also if the first of its own sections begins later.
    const [first] = map.parts;
    if (first === undefined || first.line > 0 || first.column > 0) parts.push({ ...NO_MAPPINGS, ...fields.offset });
    for (const part of map.parts) parts.push({ ...part, ...addOffset(part, fields.offset) });
  }
  return { parts, last };
}

/** Larger maps are refused: parsing takes several times the size of the map. */
export const MAX_MAP_BYTES = 64 * 1024 * 1024;

/**
 * Parses a source map: version 3, with or without sections, with or without a line that prevents its execution as a
 * script.
 */
export function readSourceMap(bytes: Uint8Array): readonly MapPart[] | InvalidSourceMap {
  const value = parseMapObject(bytes);
  if (value instanceof InvalidSourceMap) return value;
  try {
    return readPlainOrIndexedMap(value, '', MAX_SECTION_DEPTH, { rootCharacters: MAX_ROOT_CHARACTERS }).parts;
  } catch (error) {
    if (error instanceof UnusableMap) return error.invalid;
    throw error;
  }
}

/** Parses the JSON of a source map. */
export function parseMapObject(bytes: Uint8Array): JsonObject | InvalidSourceMap {
  if (bytes.byteLength > MAX_MAP_BYTES) return new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`);
  if (!isWithinJsonLimits(bytes)) return new InvalidSourceMap('it has too many parts, or parts nested too deep');
  try {
    const value: unknown = JSON.parse(stripJsonPrefix(decodeUtf8(bytes)));
    return isObject(value) ? value : new InvalidSourceMap('it is not a JSON object', 'map-type', '');
  } catch {
    return new InvalidSourceMap('it is not JSON');
  }
}

/** Removes a byte order mark, and a first line `)]}'`, which keeps browsers from running JSON as a script. */
function stripJsonPrefix(text: string): string {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (!json.startsWith(")]}'")) return json;
  const end = json.indexOf('\n');
  return end === -1 ? '' : json.slice(end);
}
