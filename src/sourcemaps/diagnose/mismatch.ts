import type { Artifact, SourceMapProblem } from '../../domain/artifact';
import { compareBytes } from '../../domain/text';
import { unifiedPath } from '../resolve/urls';
import type { Event, Frame, JsonObject } from '../../domain/event';
import type { PositionInSource, SourceMap } from '../resolve/sourceMap';
import type { UploadedPlace, WantedPlace } from './uploadedFile';

/** Artifact names that a problem lists. A release can have many thousands. */
const MAX_LISTED_NAMES = 1000;

/** The part of an artifact of the release that explains a name which does not match. */
export type ListedArtifact = Pick<Artifact, 'name' | 'bundleId'>;

/** The file that an artifact was looked up for. */
export interface NameQuery {
  readonly absPath: string;
  /** The path of the frame, also if the artifact is the map of its file. */
  readonly filename: string | null;
  readonly dist: string | null;
}

/** Describes that no artifact with the right name has the right dist. Null if the first one, in list order, has it. */
export function findDistMismatch(named: readonly Artifact[], { dist, filename }: NameQuery): SourceMapProblem | null {
  const [first] = named.toSorted(compareByNameAndDist);
  if (first === undefined || first.dist === dist) return null;
  const data = dist === null ? { eventDist: null, filename } : { eventDist: dist, artifactDist: first.dist, filename };
  return { type: 'dist_mismatch', data };
}

/** Compares by name, then by dist, none first: the order in which a release lists its artifacts. */
function compareByNameAndDist(one: Artifact, other: Artifact): number {
  return compareBytes(one.name, other.name) || compareBytes(one.dist ?? '', other.dist ?? '');
}

/**
 * Describes that no artifact has the right name, and which name is the most similar one; in a second problem, with
 * which prefix that artifact would have the right name.
 */
export function describeNameMismatch(
  { absPath, filename }: NameQuery,
  listed: readonly ListedArtifact[],
): SourceMapProblem[] {
  const names = [...new Set(listed.map(({ name }) => name))];
  const unified = unifiedPath(absPath);
  const common = { absPath, filename, unifiedPath: unified, artifactNames: names.slice(0, MAX_LISTED_NAMES) };
  const data = names.length > MAX_LISTED_NAMES ? { ...common, artifactCount: names.length } : common;
  const partial = findPartialMatch(unified, names);
  if (partial === null) return [{ type: 'no_url_match', data }];
  const prefix = fittingPrefix(unified, partial, uploadFolder(partial, listed));
  const mismatch: SourceMapProblem = {
    type: 'partial_match',
    data: { ...data, partialMatchPath: partial, urlPrefix: urlPrefix(filename, partial) },
  };
  if (prefix === null) return [mismatch];
  return [mismatch, { type: 'wrong_url_prefix', data: { absPath, filename, artifactName: partial, ...prefix } }];
}

/**
 * Returns the name that has the last segment of the path, and whose end the path ends in after the smallest number of
 * leading segments is dropped; the first of several. Null if no name has the last segment.
 */
export function findPartialMatch(path: string, names: readonly string[]): string | null {
  const base = lastSegment(path);
  let best: { readonly name: string; readonly dropped: number } | null = null;
  for (const name of names) {
    if (lastSegment(name) !== base) continue;
    const dropped = countDroppedSegments(name, path);
    if (best === null || dropped < best.dropped) best = { name, dropped };
  }
  return best === null ? null : best.name;
}

/**
 * Counts the leading segments of a name that are dropped so that the path ends in the rest. Both have the same last
 * segment.
 */
function countDroppedSegments(name: string, path: string): number {
  const start = startOfCommonTail(name, path);
  return start === 0 ? 0 : name.slice(0, start).split('/').length - 1;
}

/** Returns the position in a name at which its longest tail of whole segments begins that the path also ends in. */
function startOfCommonTail(name: string, path: string): number {
  let start = name.length;
  for (let end = path.length; start > 0 && end > 0 && name[start - 1] === path[end - 1]; end -= 1) start -= 1;
  return start === 0 ? 0 : name.indexOf('/', start - 1) + 1;
}

/**
 * Returns the prefix in which the path of a frame and the name of an artifact differ. Null if they differ otherwise.
 */
export function urlPrefix(filename: string | null, name: string): string | null {
  if (filename === null || filename === '') return null;
  const index = name.indexOf(filename);
  if (index !== -1) return name.slice(0, index);
  const [expected, actual] = [filename.split('/'), name.split('/')];
  const segment =
    actual.length === expected.length ? replacedSegment(expected, actual) : addedSegment(expected, actual);
  return segment === null ? null : `${segment}/`;
}

function replacedSegment(expected: readonly string[], actual: readonly string[]): string | null {
  const differing = actual.filter((segment, index) => segment !== expected[index]);
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

function addedSegment(expected: readonly string[], actual: readonly string[]): string | null {
  if (actual.length !== expected.length + 1) return null;
  const [left, right] = [new Set(expected), new Set(actual)];
  const differing = [...new Set([...left, ...right])].filter((segment) => left.has(segment) !== right.has(segment));
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

/**
 * Returns the folder that all artifacts of the same bundle are in. A file that was uploaded alone is in its own folder.
 */
export function uploadFolder(name: string, listed: readonly ListedArtifact[]): string {
  const bundles = new Set(listed.filter((one) => one.name === name).map(({ bundleId }) => bundleId));
  let folder = folderOf(name);
  for (const other of listed) {
    if (other.bundleId === null || !bundles.has(other.bundleId)) continue;
    while (folder !== '' && !other.name.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
  }
  return folder;
}

/** Returns the folder of a path, with the slash at its end. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * Returns the prefix that an artifact was uploaded with, and the prefix with which its name is the path. The files of
 * an upload are in one folder, so the rest of the name remains; if the path does not end in the rest, only the common
 * end of both does.
 */
export function fittingPrefix(
  path: string,
  name: string,
  folder: string,
): { readonly uploadedPrefix: string; readonly urlPrefix: string } | null {
  const isBelow = folder !== '' && path.endsWith(`/${name.slice(folder.length)}`);
  const start = isBelow ? folder.length : startOfCommonTail(name, path);
  const tail = name.slice(start);
  const prefix = path.slice(0, path.length - tail.length);
  if (!/^~\/|^[a-z][a-z0-9+.-]*:\/\//i.test(prefix) || tail === '') return null;
  return { uploadedPrefix: withoutSlash(name.slice(0, start)), urlPrefix: withoutSlash(prefix) };
}

/** Returns a folder without the slash at its end, unless it is a root. */
function withoutSlash(folder: string): string {
  return folder === '~/' ? folder : folder.replace(/\/$/, '');
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Frames of these SDKs have columns in bytecode, not in the uploaded text. */
const SDKS_WITH_BYTECODE = ['sentry.javascript.react-native', 'sentry.javascript.capacitor'];

/**
 * Returns the place of a frame in its minified file. Null if its line is unknown, or counts something else than
 * characters.
 */
export function wantedPlaceOf(frame: Frame, { sdk }: Pick<Event, 'sdk'>): WantedPlace | null {
  if (frame.lineno === null || SDKS_WITH_BYTECODE.includes(String(sdk?.['name']))) return null;
  return { line: frame.lineno, column: frame.colno, word: functionWord(frame.function) };
}

/**
 * Returns the name of a function as its declaration has it: `pay` for `async Cart.pay [as checkout]`. Returns null if
 * the text of the file need not contain the name.
 */
export function functionWord(name: string | null): string | null {
  const bare = (name ?? '').replace(/ \[as .*$/s, '').replace(/^(?:async |new |get |set |static )+/, '');
  const word = bare.slice(bare.lastIndexOf('.') + 1);
  if (!/^[A-Za-z_$][\w$]*$/.test(word) || GENERATED_WORDS.has(word)) return null;
  return word;
}

/** Names that engines, bundlers and SDKs give to code without a name. */
const GENERATED_WORDS: ReadonlySet<string> = new Set([
  'anonymous',
  'eval',
  'default',
  'global',
  'module',
  'Module',
  'Object',
  'constructor',
  'HTMLDocument',
  'Window',
]);

/**
 * Returns the evidence that the uploaded file is from another build than the one that ran, as members of a problem's
 * data. Null if it may be the same build.
 */
export function findOtherBuild(frame: Frame, place: UploadedPlace): JsonObject | null {
  const { lineLength, lineCount } = place;
  if (lineLength === null) return { reason: 'line_beyond_file', lineCount };
  if (frame.colno !== null && frame.colno > lineLength + 1) return { reason: 'column_beyond_line', lineLength };
  if (hasOtherLine(frame, place)) return { reason: 'source_line_differs' };
  if (!place.hasWord) return { reason: 'function_not_in_file', function: frame.function };
  if (frame.colno !== null && isInsideWord(place, frame.colno - 1)) return { reason: 'no_token_at_position' };
  return null;
}

/** Returns true if a column, counted from 0, is inside a word: engines report the beginning or the end of a word. */
function isInsideWord({ text, textColumn }: UploadedPlace, column: number): boolean {
  const index = column - textColumn;
  return isWordCharacter(text[index - 1]) && isWordCharacter(text[index]);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\w$\u0080-\uffff]/.test(character);
}

/** Length of the parts of a source line that are compared: parts of it may have been redacted. */
const COMPARED_LENGTH = 12;

/**
 * Returns true if the line that the client read from the deployed file differs from the uploaded one. Clients shorten
 * lines around the column.
 */
function hasOtherLine({ contextLine }: Frame, { start, text }: UploadedPlace): boolean {
  const sent = (contextLine ?? '').replaceAll('{snip}', '').trim();
  if (sent.length < COMPARED_LENGTH) return false;
  let [count, matching] = [0, 0];
  for (let index = 0; index + COMPARED_LENGTH <= sent.length; index += COMPARED_LENGTH / 2) {
    const part = sent.slice(index, index + COMPARED_LENGTH);
    count += 1;
    if (start.includes(part) || text.includes(part)) matching += 1;
  }
  return 2 * matching < count;
}

/**
 * Mappings that have to be compared before a map counts as one of another text, and how many of them have to differ.
 */
const MIN_MAPPINGS = 8;
const MAX_DIFFERING_SHARE = 0.25;
/** Columns that are searched for mappings on each side of a place. */
const SEARCHED_COLUMNS = 300;

/**
 * Returns true if a map belongs to another text than the one around a place: its mappings begin inside of words, or
 * behind the end of the line. The mappings of a tool begin where tokens begin.
 */
export function isMapOfOtherText(map: SourceMap, { line, column }: WantedPlace, place: UploadedPlace): boolean {
  const { text, textColumn, lineLength } = place;
  if (lineLength === null) return false;
  const middle = (column ?? 1) - 1;
  const first = Math.max(textColumn, middle - SEARCHED_COLUMNS);
  const last = Math.min(textColumn + text.length, middle + SEARCHED_COLUMNS);
  const columns = mappedColumns(map, line, first, last);
  const inside = columns.filter((one) => isInsideWord(place, one));
  if (columns.length >= MIN_MAPPINGS && inside.length > columns.length * MAX_DIFFERING_SHARE) return true;
  return mappedColumns(map, line, lineLength + 1, lineLength + SEARCHED_COLUMNS).length > 0;
}

/**
 * Returns the columns behind the first one, counted from 0, at which another original begins than in the column before.
 * Some tools write a mapping for each character; only the first mapping of such a run counts.
 */
function mappedColumns(map: SourceMap, line: number, first: number, last: number): number[] {
  const columns: number[] = [];
  let before: PositionInSource | null = null;
  for (const { column, original } of map.listOriginals(line, first + 1, last + 1)) {
    if (column > first + 1 && original !== null && !continues(before, original)) columns.push(column - 1);
    before = original;
  }
  return columns;
}

function continues(before: PositionInSource | null, { sourceIndex, line, column }: PositionInSource): boolean {
  if (before?.sourceIndex !== sourceIndex || before.line !== line) return false;
  return column === before.column || column === before.column + 1;
}

/**
 * Originals of a line that are compared if the frame has no column, and the shortest length that a line counts as
 * having.
 */
const MAX_ORIGINALS = 10_000;
const MIN_LENGTH = 20_000;

/**
 * Returns true if all code of a line of the minified file comes from one line of one source, so that no column is
 * needed.
 */
export function hasOneOriginalLine(map: SourceMap, line: number, length: number | null): boolean {
  let count = 0;
  let firstOriginal: PositionInSource | null = null;
  // The uploaded line can be shorter than the one that ran.
  for (const { original } of map.listOriginals(line, 1, Math.max(length ?? 0, MIN_LENGTH))) {
    count += 1;
    if (count > MAX_ORIGINALS) return true;
    if (original === null) continue;
    firstOriginal ??= original;
    if (original.sourceIndex !== firstOriginal.sourceIndex || original.line !== firstOriginal.line) return false;
  }
  return true;
}
