import { isObject, type JsonObject } from '../../domain/event';
import type { MappingsRule } from './mappings';

/** A rule of ECMA-426 ("Decoding source maps", "Index source map") that a map can break. */
export type MapRule =
  | 'map-type'
  | 'version'
  | 'file-type'
  | 'source-root-type'
  | 'sources-missing'
  | 'sources-type'
  | 'sources-entry'
  | 'sources-content-type'
  | 'sources-content-entry'
  | 'names-type'
  | 'names-entry'
  | 'ignore-list-type'
  | 'ignore-list-entry'
  | 'ignore-list-index'
  | 'mappings-missing'
  | 'mappings-type'
  | MappingsRule
  | 'sections-type'
  | 'sections-and-mappings'
  | 'section-type'
  | 'section-offset'
  | 'section-map'
  | 'sections-order'
  | 'sections-overlap';

/** A place where a map breaks a rule. */
export interface MapViolation {
  readonly rule: MapRule;
  /** A JSON path, such as `sections[2].map.sources[0]`; in mappings also a line and a segment. */
  readonly where: string;
  /** The rest of a sentence about the map. */
  readonly reason: string;
}

/** Receives the places where a map breaks a rule. It throws to stop at the first one, or collects them. */
export type ReportViolation = (violation: MapViolation) => void;

/** The fields of a map without sections. Optional ones that are absent or null are empty. */
export interface MapFields {
  readonly sources: readonly (string | null)[];
  readonly sourceRoot: string | null;
  readonly sourcesContent: readonly (string | null)[];
  readonly names: readonly string[];
  /** Indexes of the sources that debuggers should ignore. */
  readonly ignoreList: readonly number[];
  readonly mappings: string;
}

/**
 * Reads the fields of a map without sections.
 * @param path of the map in its file, ending with a period; empty for the file itself
 */
export function readMapFields(map: JsonObject, path: string, report: ReportViolation): MapFields {
  checkVersion(map, path, report);
  readOptionalText(map, 'file', 'file-type', path, report);
  const sources = readSources(map, path, report);
  return {
    sources,
    sourceRoot: readOptionalText(map, 'sourceRoot', 'source-root-type', path, report),
    sourcesContent: readSourcesContent(map, path, report),
    names: readNames(map, path, report),
    ignoreList: readIgnoreList(map, sources.length, path, report),
    mappings: readMappings(map, path, report),
  };
}

function checkVersion({ version }: JsonObject, path: string, report: ReportViolation): void {
  if (version === 3) return;
  const reason =
    version === undefined
      ? 'it has no version, which must be the number 3'
      : `its version is ${describe(version)}, not the number 3`;
  report({ rule: 'version', where: `${path}version`, reason });
}

function readOptionalText(
  map: JsonObject,
  key: 'file' | 'sourceRoot',
  rule: MapRule,
  path: string,
  report: ReportViolation,
): string | null {
  const value = map[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  report({ rule, where: `${path}${key}`, reason: `its ${key} is ${describe(value)}, not a string` });
  return null;
}

function readSources(map: JsonObject, path: string, report: ReportViolation): (string | null)[] {
  if ((map['sources'] ?? null) === null) {
    report({ rule: 'sources-missing', where: `${path}sources`, reason: 'it has no sources' });
    return [];
  }
  return readTextsOrNulls(map, 'sources', ['sources-type', 'sources-entry'], path, report);
}

function readSourcesContent(map: JsonObject, path: string, report: ReportViolation): (string | null)[] {
  return readTextsOrNulls(map, 'sourcesContent', ['sources-content-type', 'sources-content-entry'], path, report);
}

function readTextsOrNulls(
  map: JsonObject,
  key: 'sources' | 'sourcesContent',
  [typeRule, entryRule]: readonly [MapRule, MapRule],
  path: string,
  report: ReportViolation,
): (string | null)[] {
  const values = readList(map, key, typeRule, path, report);
  const isRight = (value: unknown) => value === null || typeof value === 'string';
  if (values.every(isRight)) return values;
  return values.map((value, index) => {
    if (isRight(value)) return value;
    const where = `${path}${key}[${index}]`;
    report({ rule: entryRule, where, reason: `an entry of its ${key} is ${describe(value)}, not a string or null` });
    return null;
  });
}

function readNames(map: JsonObject, path: string, report: ReportViolation): string[] {
  const values = readList(map, 'names', 'names-type', path, report);
  const isRight = (value: unknown) => typeof value === 'string';
  if (values.every(isRight)) return values;
  return values.map((value, index) => {
    if (isRight(value)) return value;
    const where = `${path}names[${index}]`;
    report({ rule: 'names-entry', where, reason: `an entry of its names is ${describe(value)}, not a string` });
    return '';
  });
}

/**
 * Reads the sources to ignore. The older name `x_google_ignoreList` is not in the standard: errors in it are ignored,
 * as every unknown field is.
 */
function readIgnoreList(map: JsonObject, sourceCount: number, path: string, report: ReportViolation): number[] {
  const isIndex = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < sourceCount;
  const formerList = map['x_google_ignoreList'];
  if ((map['ignoreList'] ?? null) === null) return Array.isArray(formerList) ? formerList.filter(isIndex) : [];
  const values = readList(map, 'ignoreList', 'ignore-list-type', path, report);
  for (const [index, value] of values.entries()) {
    if (value === null || isIndex(value)) continue;
    const where = `${path}ignoreList[${index}]`;
    if (Number.isInteger(value)) {
      const reason = `its ignoreList refers to source ${describe(value)}, and it has ${sourceCount} sources`;
      report({ rule: 'ignore-list-index', where, reason });
    } else {
      const reason = `an entry of its ignoreList is ${describe(value)}, not the index of a source`;
      report({ rule: 'ignore-list-entry', where, reason });
    }
  }
  return values.filter(isIndex);
}

function readMappings(map: JsonObject, path: string, report: ReportViolation): string {
  const value = map['mappings'] ?? null;
  if (typeof value === 'string') return value;
  const where = `${path}mappings`;
  if (value === null) report({ rule: 'mappings-missing', where, reason: 'it has no mappings' });
  else report({ rule: 'mappings-type', where, reason: `its mappings are ${describe(value)}, not a string` });
  return '';
}

function readList(
  map: JsonObject,
  key: 'sources' | 'sourcesContent' | 'names' | 'ignoreList',
  rule: MapRule,
  path: string,
  report: ReportViolation,
): unknown[] {
  const value = map[key] ?? null;
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  report({ rule, where: `${path}${key}`, reason: `its ${key} is ${describe(value)}, not a list` });
  return [];
}

/** A position in the generated file. Lines and columns count from 0. */
export interface GeneratedPosition {
  readonly line: number;
  readonly column: number;
}

/** A section of a map with sections. */
export interface SectionFields {
  readonly offset: GeneratedPosition;
  readonly map: JsonObject;
  /** Path of the section in the file. */
  readonly path: string;
}

/** Returns true if a map has sections: an index source map. */
export function hasSections(map: JsonObject): boolean {
  return (map['sections'] ?? null) !== null;
}

/**
 * Reads the fields of a map with sections. Of invalid sections, the ones with an offset and a map are returned too.
 * Sections with a `url` are from an older draft; the standard knows only `map`.
 */
export function readSections(map: JsonObject, path: string, report: ReportViolation): SectionFields[] {
  checkVersion(map, path, report);
  readOptionalText(map, 'file', 'file-type', path, report);
  // Empty mappings contradict no section.
  if ((map['mappings'] ?? '') !== '') {
    const reason = 'it has both mappings and sections';
    report({ rule: 'sections-and-mappings', where: `${path}mappings`, reason });
  }
  const { sections } = map;
  if (!Array.isArray(sections)) {
    const reason = `its sections are ${describe(sections)}, not a list`;
    report({ rule: 'sections-type', where: `${path}sections`, reason });
    return [];
  }
  const read: SectionFields[] = [];
  for (const [index, value] of sections.entries()) {
    const section = readSection(value, `${path}sections[${index}]`, report);
    if (section === null) continue;
    const previous = read.at(-1);
    if (previous !== undefined && comparePositions(section.offset, previous.offset) < 0) {
      const reason = 'its sections are not in the order of their offsets';
      report({ rule: 'sections-order', where: `${section.path}.offset`, reason });
    }
    read.push(section);
  }
  return read;
}

function readSection(value: unknown, path: string, report: ReportViolation): SectionFields | null {
  if (!isObject(value)) {
    report({ rule: 'section-type', where: path, reason: `one of its sections is ${describe(value)}, not an object` });
    return null;
  }
  const { offset, map } = value;
  const { line, column } = isObject(offset) ? offset : {};
  if (!isOffset(line) || !isOffset(column)) {
    const reason = 'one of its sections has no offset of a line and a column, both integers from 0';
    report({ rule: 'section-offset', where: `${path}.offset`, reason });
  }
  if (!isObject(map)) {
    const reason = 'url' in value && map === undefined ? 'has a url instead of a map' : 'has no map';
    report({ rule: 'section-map', where: `${path}.map`, reason: `one of its sections ${reason}` });
  }
  if (!isOffset(line) || !isOffset(column) || !isObject(map)) return null;
  return { offset: { line, column }, map, path };
}

/**
 * Checks that a section begins behind the mappings of the section before it. A last mapping exactly there is the end of
 * the code before, unless that section begins there as well.
 * @param last the last mapping of the section before; null if it has none
 */
export function checkOverlap(
  section: SectionFields,
  previous: SectionFields,
  last: GeneratedPosition | null,
  report: ReportViolation,
): void {
  if (last === null) return;
  const isSameStart = comparePositions(section.offset, previous.offset) === 0;
  if (!isSameStart && comparePositions(section.offset, last) >= 0) return;
  const reason = 'one of its sections begins before the mappings of the section before it end';
  report({ rule: 'sections-overlap', where: `${section.path}.offset`, reason });
}

/** Returns the position in the whole file of a position in a section. */
export function addOffset(position: GeneratedPosition, { line, column }: GeneratedPosition): GeneratedPosition {
  return { line: line + position.line, column: position.line === 0 ? column + position.column : position.column };
}

function comparePositions(one: GeneratedPosition, other: GeneratedPosition): number {
  return one.line - other.line || one.column - other.column;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const MAX_SHOWN_TEXT = 40;

/** Returns a short form of a JSON value for a message. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length > MAX_SHOWN_TEXT ? 'a string' : JSON.stringify(value);
}
