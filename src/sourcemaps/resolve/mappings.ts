/** The digits of Base64, in the order of their values. */
export const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Int8Array(128).fill(-1);
for (let value = 0; value < BASE64_DIGITS.length; value += 1) DIGITS[BASE64_DIGITS.charCodeAt(value)] = value;

const COMMA = 44;
const SEMICOLON = 59;
/** The bit of a digit that is set if another one follows. */
const CONTINUATION = 32;
/** Bits of the digits that 32-bit arithmetic can add up. */
const FAST_BITS = 30;
/** Numbers have 32 bits, one of which is the sign. */
const NUMBER_LIMIT = 2 ** 32;
/** Empty lines skipped in one step. */
const MAX_LINES = 4096;

/** A rule of ECMA-426 ("Mappings structure") that encoded mappings can break. */
export type MappingsRule =
  | 'mappings-character'
  | 'mappings-vlq-incomplete'
  | 'mappings-vlq-too-large'
  | 'mappings-empty-segment'
  | 'mappings-fields'
  | 'mappings-column-negative'
  | 'mappings-source-index'
  | 'mappings-original-line-negative'
  | 'mappings-original-column-negative'
  | 'mappings-name-index';

const REASONS: Record<MappingsRule, string> = {
  'mappings-character': 'a segment has a character that is no Base64 digit',
  'mappings-vlq-incomplete': 'a number of a segment has no last digit',
  'mappings-vlq-too-large': 'a number of a segment has more than 32 bits',
  'mappings-empty-segment': 'a segment is empty',
  'mappings-fields': 'a segment has another number of fields than 1, 4 or 5',
  'mappings-column-negative': 'a segment has a negative column',
  'mappings-source-index': 'a segment refers to a source that is not in the list',
  'mappings-original-line-negative': 'a segment has a negative line of its source',
  'mappings-original-column-negative': 'a segment has a negative column of its source',
  'mappings-name-index': 'a segment refers to a name that is not in the list',
};

/** The error of encoded mappings that break a rule of the standard. */
export class InvalidMappings extends SyntaxError {
  /** @param offset of the segment in the mappings, or behind it */
  constructor(
    readonly rule: MappingsRule,
    readonly line: number,
    readonly offset: number,
  ) {
    super(REASONS[rule]);
  }
}

/** Numbers of the entries that segments may refer to. */
export interface MappingsBounds {
  readonly sources: number;
  readonly names: number;
}

/** The state of a reader of `mappings` between two segments, from which another reader can continue. */
export interface SegmentState {
  /** Characters read. */
  readonly offset: number;
  /** Line and column in the generated file, from 0. */
  readonly line: number;
  readonly column: number;
  readonly source: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
  readonly name: number;
}

/** Reads encoded `mappings` segment by segment, without memory for earlier segments. All numbers count from 0. */
export class SegmentReader implements SegmentState {
  offset = 0;
  line = 0;
  column = 0;
  source = 0;
  sourceLine = 0;
  sourceColumn = 0;
  name = 0;
  /** True if the last step read a segment, and not only separators. */
  isSegment = false;
  /** True if the segment has a source. */
  hasSource = false;
  /** True if the segment has a name. */
  hasName = false;

  constructor(
    private readonly mappings: string,
    from?: SegmentState,
  ) {
    if (from === undefined) return;
    this.offset = from.offset;
    this.line = from.line;
    this.column = from.column;
    this.source = from.source;
    this.sourceLine = from.sourceLine;
    this.sourceColumn = from.sourceColumn;
    this.name = from.name;
    this.isSegment = mappings.charCodeAt(from.offset) === COMMA;
  }

  /**
   * Reads the next segment, or some of many empty lines. Returns false at the end.
   * @throws InvalidMappings if a segment is malformed
   */
  next(): boolean {
    if (this.isSegment) {
      const code = this.mappings.charCodeAt(this.offset);
      if (code === COMMA) {
        this.offset += 1;
        this.readSegment();
        return true;
      }
      if (this.offset >= this.mappings.length) return false;
      if (code !== SEMICOLON) throw this.malformed();
    }
    this.isSegment = this.skipLines();
    if (this.offset >= this.mappings.length) return false;
    if (this.isSegment) this.readSegment();
    return true;
  }

  /** Returns true if a segment follows. */
  private skipLines(): boolean {
    for (const end = this.offset + MAX_LINES; this.offset < end; this.offset += 1) {
      if (this.mappings.charCodeAt(this.offset) !== SEMICOLON) return true;
      this.line += 1;
      this.column = 0;
    }
    return false;
  }

  private readSegment(): void {
    this.column += this.readNumber();
    this.hasSource = this.isAtDigit();
    if (!this.hasSource) return;
    this.source += this.readNumber();
    this.sourceLine += this.readNumber();
    this.sourceColumn += this.readNumber();
    this.hasName = this.isAtDigit();
    if (this.hasName) this.name += this.readNumber();
  }

  private isAtDigit(): boolean {
    return (DIGITS[this.mappings.charCodeAt(this.offset)] ?? -1) >= 0;
  }

  /** Reads a Base64 VLQ: lowest digit first, the sign in the lowest bit. */
  private readNumber(): number {
    let value = 0;
    for (let shift = 0; shift < FAST_BITS; shift += 5) {
      const digit = DIGITS[this.mappings.charCodeAt(this.offset)] ?? -1;
      if (digit < 0) throw this.malformed();
      this.offset += 1;
      value |= (digit & (CONTINUATION - 1)) << shift;
      if (digit < CONTINUATION) return signed(value);
    }
    return this.readLongNumber(value);
  }

  /** Reads the rest of a number of more than 30 bits. Any number of zeros may follow. */
  private readLongNumber(low: number): number {
    let value = low;
    for (let factor = 2 ** FAST_BITS; ; factor *= CONTINUATION) {
      const digit = DIGITS[this.mappings.charCodeAt(this.offset)] ?? -1;
      if (digit < 0) throw this.malformed();
      const bits = digit & (CONTINUATION - 1);
      if (bits > 0) value += bits * factor;
      if (value >= NUMBER_LIMIT) throw this.broken('mappings-vlq-too-large');
      this.offset += 1;
      if (digit < CONTINUATION) return signed(value);
    }
  }

  /**
   * @throws InvalidMappings if the segment has a negative position, or refers to a source or name that does not exist
   */
  checkBounds({ sources, names }: MappingsBounds): void {
    if (this.column < 0) throw this.broken('mappings-column-negative');
    if (!this.hasSource) return;
    if (this.source < 0 || this.source >= sources) throw this.broken('mappings-source-index');
    if (this.sourceLine < 0) throw this.broken('mappings-original-line-negative');
    if (this.sourceColumn < 0) throw this.broken('mappings-original-column-negative');
    if (this.hasName && (this.name < 0 || this.name >= names)) throw this.broken('mappings-name-index');
  }

  /** Returns the rule that is broken where a digit or the end of a segment is expected. */
  private malformed(): InvalidMappings {
    if (this.isAtDigit()) return this.broken('mappings-fields');
    if (!this.isAtEnd()) return this.broken('mappings-character');
    const previous = DIGITS[this.mappings.charCodeAt(this.offset - 1)] ?? -1;
    if (previous >= CONTINUATION) return this.broken('mappings-vlq-incomplete');
    return this.broken(previous < 0 ? 'mappings-empty-segment' : 'mappings-fields');
  }

  private isAtEnd(): boolean {
    const code = this.mappings.charCodeAt(this.offset);
    return code === COMMA || code === SEMICOLON || this.offset >= this.mappings.length;
  }

  private broken(rule: MappingsRule): InvalidMappings {
    return new InvalidMappings(rule, this.line, this.offset);
  }

  /** Continues behind a segment that breaks a rule. */
  skipSegment(): void {
    this.isSegment = true;
    while (!this.isAtEnd()) this.offset += 1;
  }
}

/** Returns the signed form of a number whose lowest bit is the sign. Negative zero stands for the smallest number. */
function signed(value: number): number {
  if ((value & 1) === 0) return value >>> 1;
  return value === 1 ? -NUMBER_LIMIT / 2 : -(value >>> 1);
}

/** Characters of `mappings` between two states of the index. */
const INDEX_STRIDE = 256;
/**
 * Numbers of one state in the index: the members of `SegmentState`, in their order, and the parts of the segment that
 * was read last.
 */
const STATE_NUMBERS = 8;
const IS_SEGMENT = 1;
const HAS_SOURCE = 2;
const HAS_NAME = 4;

/** The original of a position. Lines, columns and indexes count from 0. */
export interface MappingOrigin {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly name: number | null;
}

/**
 * The index of encoded `mappings`, with which `findOrigin` finds positions without decoding them all: one pass stores a
 * state every 256 characters, from which a lookup continues. Decoded, the mappings of a 14 MB map take 65 MB and 0.8 s;
 * the index takes 1 MB and 0.1 s.
 */
export class MappingsIndex {
  /** True if the columns of every line are in ascending order. Lookups need that. */
  readonly isSorted: boolean;
  /** The last position that has a segment. Null if none has. */
  readonly last: { readonly line: number; readonly column: number } | null;
  /** The states, `STATE_NUMBERS` each. */
  readonly states: Float64Array;

  /** @throws InvalidMappings if they break a rule of the standard */
  constructor(mappings: string, bounds: MappingsBounds) {
    const reader = new SegmentReader(mappings);
    const states: number[] = [];
    let isSorted = true;
    let [line, column] = [-1, 0];
    for (let next = 0; reader.next();) {
      if (reader.isSegment) {
        reader.checkBounds(bounds);
        if (reader.line !== line) {
          line = reader.line;
          column = reader.column;
        } else if (reader.column < column) isSorted = false;
        else column = reader.column;
      }
      if (reader.offset < next) continue;
      states.push(reader.offset, reader.line, reader.column);
      states.push(reader.source, reader.sourceLine, reader.sourceColumn, reader.name, flagsOf(reader));
      next = reader.offset + INDEX_STRIDE;
    }
    this.isSorted = isSorted;
    this.last = line === -1 ? null : { line, column };
    this.states = Float64Array.from(states);
  }
}

/** Encoded mappings as bytes, and their index. */
export interface IndexedMappings {
  readonly mappings: Uint8Array;
  readonly states: Float64Array;
}

/**
 * Returns the original of the line's nearest segment at or before a column. Null if there is none, or it has no source.
 */
export function findOrigin(indexed: IndexedMappings, line: number, column: number): MappingOrigin | null {
  const { reader, last } = readBefore(indexed, line, column);
  const isInLine = last !== null && reader.line === line;
  let nearest: MappingOrigin | null = isInLine ? last.origin : null;
  let nearestColumn = isInLine ? reader.column : -1;
  while (reader.next() && (reader.line < line || (reader.line === line && reader.column <= column))) {
    // Of several segments at the column, the first one counts; of segments before it, the last one.
    if (reader.line < line || !reader.isSegment || nearestColumn === column) continue;
    nearestColumn = reader.column;
    nearest = originOf(reader);
  }
  return nearest;
}

/** States of the index behind the start of a line, up to which its first segment with a source is searched. */
const MAX_STATES_IN_LINE = 64;

/** Returns the original of the line's first segment that has a source. Null if there is none near its start. */
export function findFirstOrigin(indexed: IndexedMappings, line: number): MappingOrigin | null {
  const { reader } = readBefore(indexed, line, 0, MAX_STATES_IN_LINE);
  while (reader.next() && reader.line <= line) {
    if (reader.line === line && reader.isSegment && reader.hasSource) return originOf(reader);
  }
  return null;
}

/** A segment of a line. */
export interface MappedColumn {
  readonly column: number;
  /** Null if the segment has no source. */
  readonly origin: MappingOrigin | null;
}

/**
 * Lists the segments of a part of a line, in their order: the one that counts for the column `first`, and those behind
 * it up to the column `last`.
 */
export function* listSegments(
  indexed: IndexedMappings,
  line: number,
  first: number,
  last: number,
): Generator<MappedColumn> {
  const before = firstStateFrom(indexed.states, line, first);
  const statesBehind = firstStateFrom(indexed.states, line, last) - before + 1;
  const { reader, last: previous } = readBefore(indexed, line, first, statesBehind);
  let current: MappedColumn | null =
    previous === null || reader.line !== line ? null : { column: reader.column, origin: previous.origin };
  while (reader.next() && (reader.line < line || (reader.line === line && reader.column <= last))) {
    if (reader.line < line || !reader.isSegment) continue;
    if (reader.column > first && current !== null) yield current;
    // Of several segments at the first column the first one counts.
    if (reader.column !== first || current?.column !== first) {
      current = { column: reader.column, origin: originOf(reader) };
    }
  }
  if (current !== null) yield current;
}

/** A function of a source. Lines and columns count from 0. */
export interface MappedFunction {
  readonly source: number;
  readonly start: Place;
  /** The place of its last character. */
  readonly end: Place;
}

/**
 * States of the index before a position in which the start of an inlined function is searched, and those in a row
 * without any of its code.
 */
const MAX_STATES_OF_FUNCTION = 64;
const MAX_STATES_OF_OTHERS = 4;

/** Columns from the last segment of a function to a call behind it: `}(` and `})(`. */
const MAX_COLUMNS_OF_END = 2;
/** Columns from the segment of a call to the segment of the function's start in its place: `(`, `[(`. */
const MAX_COLUMNS_OF_START = 2;
/** The same to the first segment of its parameters or code: `(async function*(`. */
const MAX_COLUMNS_TO_CODE = 24;

/**
 * Returns the original of a call that is written `(function () { … })()`, because a minifier put a function in the
 * place of its only call. Engines give the position behind the function, where the map has only the function's end. SWC
 * writes the place of the call in the segment before the segment of the function's start, at the same column, at the
 * parenthesis before it or at the word `function`. Null if there is none.
 */
export function findInlinedCall(
  indexed: IndexedMappings,
  line: number,
  column: number,
  called: MappedFunction,
): MappingOrigin | null {
  const next = firstStateFrom(indexed.states, line, column);
  const oldest = Math.max(-1, next - MAX_STATES_OF_FUNCTION);
  let call: MappingOrigin | null = null;
  let others = 0;
  // Backwards, because most functions begin near their end. Each part begins in the one before it, whose last segments
  // can be the call.
  for (let from = next - 1; from >= oldest && others < MAX_STATES_OF_OTHERS; from -= 1) {
    const part = readFrom(indexed, from - 1, from === next - 1 ? next + 1 : from + 1);
    const segments = findCallBefore(part, line, column, called);
    if (from === next - 1 && column - segments.lastColumn > MAX_COLUMNS_OF_END) return null;
    if (segments.ofStart !== undefined) return segments.ofStart;
    if (segments.ofCode !== undefined) call = segments.ofCode;
    others = segments.hasCode ? 0 : others + 1;
  }
  return call;
}

/**
 * The segments of a function in a part of the mappings. Originals are undefined without such a segment, and null if
 * none is before it.
 */
interface FunctionPart {
  /** The original before the last segment of the function's start. */
  readonly ofStart: MappingOrigin | null | undefined;
  /** The original before the first segment of the function's code. Maps of lines have no segment of the start. */
  readonly ofCode: MappingOrigin | null | undefined;
  /** True if a segment belongs to the function's code. */
  readonly hasCode: boolean;
  readonly lastColumn: number;
}

interface SegmentBefore extends Place {
  readonly origin: MappingOrigin | null;
}

const NO_SEGMENT: SegmentBefore = { line: -1, column: 0, origin: null };

function findCallBefore(
  { reader, last }: MappingsPart,
  line: number,
  column: number,
  { source, start, end }: MappedFunction,
): FunctionPart {
  let ofStart: MappingOrigin | null | undefined;
  let ofCode: MappingOrigin | null | undefined;
  let [before, outside] = [NO_SEGMENT, NO_SEGMENT];
  let [wasStart, wasCode, hasCode] = [false, false, false];
  if (last !== null) {
    before = { line: reader.line, column: reader.column, origin: last.origin };
    const origin = last.origin?.source === source ? last.origin : null;
    wasStart = origin !== null && comparePlaces(origin, start) === 0;
    wasCode = origin !== null && isBetween(origin, start, end);
  }
  while (reader.next() && (reader.line < line || (reader.line === line && reader.column <= column))) {
    if (!reader.isSegment) continue;
    const isInSource = reader.hasSource && reader.source === source;
    const place = { line: reader.sourceLine, column: reader.sourceColumn };
    const isStart = isInSource && comparePlaces(place, start) === 0;
    const isCode = isInSource && isBetween(place, start, end);
    const beforeCode = isBehind(reader, outside, MAX_COLUMNS_TO_CODE) ? outside.origin : null;
    // The parenthesis and the word behind it can both have a segment of the start.
    if (isStart && !wasStart) ofStart = isBehind(reader, before, MAX_COLUMNS_OF_START) ? before.origin : beforeCode;
    if (isCode && !wasCode && ofCode === undefined) ofCode = beforeCode;
    before = { line: reader.line, column: reader.column, origin: originOf(reader) };
    // The begin of the line of the start stands for the start in a map of lines.
    const isLineOfStart = isInSource && place.line === start.line && place.column <= start.column;
    if (!isCode && !isLineOfStart) outside = before;
    [wasStart, wasCode] = [isStart, isCode];
    hasCode ||= isCode;
  }
  return { ofStart, ofCode, hasCode, lastColumn: before.column };
}

function isBetween(place: Place, start: Place, end: Place): boolean {
  return comparePlaces(place, start) >= 0 && comparePlaces(place, end) < 0;
}

function isBehind({ line, column }: Place, before: Place, columns: number): boolean {
  return line === before.line && column - before.column <= columns;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function comparePlaces(one: Place, other: Place): number {
  return one.line - other.line || one.column - other.column;
}

/** A part of the mappings that is read, and the segment at which it begins. */
interface MappingsPart {
  readonly reader: SegmentReader;
  readonly last: { readonly origin: MappingOrigin | null } | null;
}

/** Reads the mappings from the last state before a position to some states behind it. */
function readBefore(indexed: IndexedMappings, line: number, column: number, statesBehind = 1): MappingsPart {
  const next = firstStateFrom(indexed.states, line, column);
  // Not to the first state behind it: one that counts only separators may lie before a segment at the same position.
  return readFrom(indexed, next - 1, next + statesBehind);
}

/**
 * Reads the mappings between two states of the index, by their numbers: from the beginning for -1, to the end for one
 * that does not exist.
 */
function readFrom({ mappings, states }: IndexedMappings, first: number, end: number): MappingsPart {
  const from = readState(states, first);
  const start = from?.offset ?? 0;
  const length = (readState(states, end)?.offset ?? mappings.length) - start;
  const text = Buffer.from(mappings.buffer, mappings.byteOffset + start, length).toString('latin1');
  const reader = new SegmentReader(text, from && { ...from, offset: 0 });
  const flags = states[(first + 1) * STATE_NUMBERS - 1] ?? 0;
  if ((flags & IS_SEGMENT) === 0) return { reader, last: null };
  reader.hasSource = (flags & HAS_SOURCE) !== 0;
  reader.hasName = (flags & HAS_NAME) !== 0;
  return { reader, last: { origin: originOf(reader) } };
}

/** Returns the number of the first state that is not certainly before the segment of a position. */
function firstStateFrom(states: Float64Array, line: number, column: number): number {
  let [low, high] = [0, states.length / STATE_NUMBERS];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const stateLine = states[middle * STATE_NUMBERS + 1] ?? 0;
    const isBefore = stateLine < line || (stateLine === line && (states[middle * STATE_NUMBERS + 2] ?? 0) < column);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

function flagsOf({ isSegment, hasSource, hasName }: SegmentReader): number {
  if (!isSegment) return 0;
  return IS_SEGMENT | (hasSource ? HAS_SOURCE : 0) | (hasSource && hasName ? HAS_NAME : 0);
}

function readState(states: Float64Array, number: number): SegmentState | undefined {
  if (number < 0 || number * STATE_NUMBERS >= states.length) return undefined;
  const at = number * STATE_NUMBERS;
  return {
    offset: states[at] ?? 0,
    line: states[at + 1] ?? 0,
    column: states[at + 2] ?? 0,
    source: states[at + 3] ?? 0,
    sourceLine: states[at + 4] ?? 0,
    sourceColumn: states[at + 5] ?? 0,
    name: states[at + 6] ?? 0,
  };
}

function originOf({ hasSource, hasName, source, sourceLine, sourceColumn, name }: SegmentReader): MappingOrigin | null {
  return hasSource ? { source, line: sourceLine, column: sourceColumn, name: hasName ? name : null } : null;
}
