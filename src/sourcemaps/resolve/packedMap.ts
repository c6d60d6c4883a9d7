import { createHash } from 'node:crypto';
import type { FilePosition } from './functionRanges';
import { functionInScopes, type MapScopes, packScopes } from './mapScopes';
import {
  findFirstOrigin,
  findInlinedCall,
  findOrigin,
  type IndexedMappings,
  listSegments,
  type MappingOrigin,
} from './mappings';
import type { MapPart, MappedPlace, OriginalPosition, PositionInSource, SourceMap } from './sourceMap';
import { indexLines, SourceText } from './sourceText';

/** Texts as UTF-8, one after another. `ends` has the end of each. */
interface PackedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/**
 * A parsed source map in few buffers, which another thread is given without copying them, and whose memory is known
 * exactly. Sections are kept beside each other instead of merged: that would take memory for every line up to the
 * offset that a section claims.
 */
export interface PackedMap {
  /** Numbers of each section: see `SECTION`. In the order of their offsets. */
  readonly sections: Float64Array;
  /** The mappings of all sections, encoded. */
  readonly mappings: Uint8Array;
  /** States of a reader of the mappings, from which lookups continue. */
  readonly states: Float64Array;
  readonly sources: PackedTexts;
  readonly names: PackedTexts;
  /** The contents of the sources; empty where there is none. */
  readonly contents: PackedTexts;
  /** The SHA-1 of each content. */
  readonly hashes: Uint8Array;
  /** Offsets of lines in the contents (`indexLines`), and for each source the end of its part. */
  readonly lines: Uint32Array;
  readonly lineEnds: Uint32Array;
  /** For each source, `HAS_CONTENT` and `IS_IGNORED`. */
  readonly flags: Uint8Array;
  /** The functions of the sources, if the map contains scopes. */
  readonly scopes: MapScopes | null;
}

/** Places of the numbers of a section. The numbers of mappings, states, sources and names are the ends of its parts. */
const SECTION = { line: 0, column: 1, mappings: 2, states: 3, sources: 4, names: 5 } as const;
const SECTION_NUMBERS = 6;

const HAS_CONTENT = 1;
const IS_IGNORED = 2;
const HASH_BYTES = 20;

/** Packs the parts of a map, which are in the order of their offsets. */
export function packMap(parts: readonly MapPart[]): PackedMap {
  const contents = parts.flatMap((part) => part.sources.map((_, source) => part.contents[source] ?? null));
  const ignored = parts.flatMap((part) => part.sources.map((_, source) => part.ignored.has(source)));
  const mappings = packTexts(parts.map((part) => part.mappings));
  const packedContents = packTexts(contents.map((content) => content ?? ''));
  const flags = contents.map(
    (content, source) => (content === null ? 0 : HAS_CONTENT) | (ignored[source] === true ? IS_IGNORED : 0),
  );
  return {
    sections: packSections(parts, mappings),
    mappings: mappings.bytes,
    states: concatenate(
      Float64Array,
      parts.map((part) => part.states),
    ),
    sources: packTexts(parts.flatMap((part) => part.sources)),
    names: packTexts(parts.flatMap((part) => part.names)),
    contents: packedContents,
    ...describeContents(packedContents),
    flags: Uint8Array.from(flags),
    scopes: packScopes(parts.flatMap((part) => part.sources.map((_, source) => part.scopes?.[source] ?? null))),
  };
}

function packSections(parts: readonly MapPart[], mappings: PackedTexts): Float64Array {
  const sections = new Float64Array(parts.length * SECTION_NUMBERS);
  let [states, sources, names] = [0, 0, 0];
  for (const [index, part] of parts.entries()) {
    states += part.states.length;
    sources += part.sources.length;
    names += part.names.length;
    const numbers = [part.line, part.column, mappings.ends[index] ?? 0, states, sources, names];
    sections.set(numbers, index * SECTION_NUMBERS);
  }
  return sections;
}

function describeContents(contents: PackedTexts): Pick<PackedMap, 'hashes' | 'lines' | 'lineEnds'> {
  const count = contents.ends.length;
  const hashes = new Uint8Array(count * HASH_BYTES);
  const lineEnds = new Uint32Array(count);
  const lines: Uint32Array[] = [];
  let end = 0;
  for (let source = 0; source < count; source += 1) {
    const bytes = textAt(contents, source);
    const offsets = indexLines(bytes);
    lines.push(offsets);
    end += offsets.length;
    lineEnds[source] = end;
    hashes.set(createHash('sha1').update(bytes).digest(), source * HASH_BYTES);
  }
  return { hashes, lineEnds, lines: concatenate(Uint32Array, lines) };
}

/** Returns all numbers of some arrays in one of exactly their length. */
function concatenate<T extends Float64Array | Uint32Array>(Type: new (length: number) => T, parts: readonly T[]): T {
  const all = new Type(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) ends[index] = end += Buffer.byteLength(text);
  // Small buffers of Node.js share one, which cannot be transferred.
  const bytes = new Uint8Array(end);
  const buffer = Buffer.from(bytes.buffer);
  for (const [index, text] of texts.entries()) buffer.write(text, ends[index - 1] ?? 0, 'utf8');
  return { bytes, ends };
}

function textAt({ bytes, ends }: PackedTexts, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

function readText(texts: PackedTexts, index: number): string {
  const { bytes, ends } = texts;
  return utf8Of(bytes, index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0);
}

function utf8Of({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString('utf8');
}

/** Finds positions in a packed map. Keeps no results, so that its buffers are its only memory. */
export class PackedSourceMap implements SourceMap {
  readonly bytes: number;
  readonly #sectionCount: number;

  constructor(private readonly packed: PackedMap) {
    this.bytes = buffersOf(packed).reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#sectionCount = packed.sections.length / SECTION_NUMBERS;
  }

  find(line: number, column: number | null): OriginalPosition | null {
    if (column === null) return this.#findFirst(line - 1);
    const at = this.#locate(line, column);
    return at === null ? null : this.#describe(at.section, findOrigin(at.mappings, at.line, at.column));
  }

  findInlinedCall(line: number, column: number, start: FilePosition, end: PositionInSource): OriginalPosition | null {
    const at = this.#locate(line, column);
    if (at === null) return null;
    const called = {
      source: end.sourceIndex - this.#start(at.section, SECTION.sources),
      start: { line: start.line - 1, column: start.column - 1 },
      end: { line: end.line - 1, column: end.column - 1 },
    };
    return this.#describe(at.section, findInlinedCall(at.mappings, at.line, at.column, called));
  }

  *listOriginals(line: number, first: number, last: number): Generator<MappedPlace> {
    for (let column = first; column <= last;) {
      const at = this.#locate(line, column);
      const next = this.#columnOfNextSection(line, at?.section ?? -1);
      const end = Math.min(last, next - 1);
      if (at !== null) {
        const offset = column - at.column;
        for (const segment of listSegments(at.mappings, at.line, at.column, end - offset)) {
          yield { column: segment.column + offset, original: this.#positionOf(at.section, segment.origin) };
        }
      }
      column = next;
    }
  }

  /**
   * Returns the column, from 1, at which the section behind another one begins. Infinite if it does not begin in the
   * line.
   */
  #columnOfNextSection(line: number, section: number): number {
    const isInLine = section + 1 < this.#sectionCount && this.#number(section + 1, SECTION.line) === line - 1;
    return isInLine ? this.#number(section + 1, SECTION.column) + 1 : Infinity;
  }

  #positionOf(section: number, origin: MappingOrigin | null): PositionInSource | null {
    const sourceIndex = origin === null ? null : this.#indexOf(section, SECTION.sources, origin.source);
    return origin === null || sourceIndex === null
      ? null
      : { sourceIndex, line: origin.line + 1, column: origin.column + 1 };
  }

  /** Locates the section of a position, which counts from 1, and the position in the section, which counts from 0. */
  #locate(
    line: number,
    column: number,
  ): { section: number; mappings: IndexedMappings; line: number; column: number } | null {
    const section = this.#sectionBefore(line - 1, column - 1);
    if (section < 0) return null;
    const firstLine = this.#number(section, SECTION.line);
    const firstColumn = line - 1 === firstLine ? this.#number(section, SECTION.column) : 0;
    return {
      section,
      mappings: this.#mappingsOf(section),
      line: line - 1 - firstLine,
      column: column - 1 - firstColumn,
    };
  }

  /**
   * Finds the first original of a line. A line belongs to the section before the sections that begin in it, and to
   * these.
   */
  #findFirst(line: number): OriginalPosition | null {
    for (let section = Math.max(0, this.#sectionBefore(line, 0)); section < this.#sectionCount; section += 1) {
      const firstLine = this.#number(section, SECTION.line);
      if (firstLine > line) return null;
      const position = this.#describe(section, findFirstOrigin(this.#mappingsOf(section), line - firstLine));
      if (position !== null) return position;
    }
    return null;
  }

  #mappingsOf(section: number): IndexedMappings {
    const { mappings, states } = this.packed;
    return {
      mappings: mappings.subarray(this.#start(section, SECTION.mappings), this.#end(section, SECTION.mappings)),
      states: states.subarray(this.#start(section, SECTION.states), this.#end(section, SECTION.states)),
    };
  }

  #describe(section: number, origin: MappingOrigin | null): OriginalPosition | null {
    const source = origin === null ? null : this.#indexOf(section, SECTION.sources, origin.source);
    if (origin === null || source === null) return null;
    const { packed } = this;
    const path = readText(packed.sources, source);
    const content = this.#contentOf(source);
    if (path === '' && content === null) return null;
    const name = origin.name === null ? null : this.#indexOf(section, SECTION.names, origin.name);
    const [line, column] = [origin.line + 1, origin.column + 1];
    const { scopes } = packed;
    return {
      source: path,
      sourceIndex: source,
      line,
      column,
      scope: scopes === null ? null : functionInScopes(scopes, source, line, column),
      name: (name === null ? '' : readText(packed.names, name)) || null,
      content,
      isIgnored: ((packed.flags[source] ?? 0) & IS_IGNORED) !== 0,
    };
  }

  #contentOf(source: number): SourceText | null {
    const { contents, flags, hashes, lines, lineEnds } = this.packed;
    if (((flags[source] ?? 0) & HAS_CONTENT) === 0) return null;
    const offsets = lines.subarray(source === 0 ? 0 : lineEnds[source - 1], lineEnds[source]);
    const hash = Buffer.from(hashes.buffer, source * HASH_BYTES, HASH_BYTES).toString('latin1');
    return new SourceText(textAt(contents, source), offsets, hash);
  }

  /** Returns the last section whose offset is not behind a position; -1 if there is none. */
  #sectionBefore(line: number, column: number): number {
    let [low, high] = [0, this.#sectionCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const difference = this.#number(middle, SECTION.line) - line || this.#number(middle, SECTION.column) - column;
      if (difference <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #number(section: number, place: number): number {
    return this.packed.sections[section * SECTION_NUMBERS + place] ?? 0;
  }

  #start(section: number, place: number): number {
    return section === 0 ? 0 : this.#number(section - 1, place);
  }

  #end(section: number, place: number): number {
    return this.#number(section, place);
  }

  /** Returns the index among all sections of the source or name of a section; null if the section has no such one. */
  #indexOf(section: number, place: number, index: number): number | null {
    const start = this.#start(section, place);
    return index < 0 || start + index >= this.#end(section, place) ? null : start + index;
  }
}

/**
 * Returns the buffers of a value whose members are typed arrays, or objects that contain typed arrays. Each array has a
 * buffer of its own.
 */
export function buffersOf(value: object): ArrayBuffer[] {
  return Object.values(value).flatMap((member: unknown) => {
    if (ArrayBuffer.isView(member)) return [member.buffer as ArrayBuffer];
    return typeof member === 'object' && member !== null ? buffersOf(member) : [];
  });
}
