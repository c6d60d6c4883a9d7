import type { Event, Frame, JsonObject } from '../../domain/event';
import type { PositionInSource, SourceMap } from '../resolve/sourceMap';
import type { UploadedPlace, WantedPlace } from './uploadedFile';

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
