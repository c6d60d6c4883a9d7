import { createHash } from 'node:crypto';
import type { StoredFile } from '../../domain/artifact';
import type { Frame } from '../../domain/event';
import type { Read } from '../../store/stores';
import { functionInMinified, lastNameOf } from './rewriteFrames';
import {
  type FunctionAt,
  functionAt,
  type FunctionRanges,
  functionsToLineEnd,
  isSameFunctionToLineEnd,
  languageOf,
  MAX_PARSED_CHARACTERS,
  startsOfFunctionsEndingAt,
} from './functionRanges';
import type { OriginalPosition, SourceMap } from './sourceMap';
import type { SourceMapCache } from './sourceMapCache';
import { readIfPresent } from './sourceText';

/** Bytes of sources that are parsed for the functions of one event, beside those in the cache. */
const MAX_PARSED_BYTES = 8 * 1024 * 1024;

/** A frame and the original of its position. */
export interface FoundOriginal {
  readonly frame: Pick<Frame, 'lineno' | 'colno' | 'function'>;
  readonly original: OriginalPosition;
  readonly map: SourceMap;
}

/** Finds the functions of the frames of one event. */
export class FunctionFinder {
  private readonly budget = { bytes: MAX_PARSED_BYTES };
  /** The functions of the sources of the event that were asked for, by path and hash of the text. */
  private readonly rangesByFile = new Map<string, FunctionRanges | null>();

  constructor(
    private readonly mapCache: SourceMapCache,
    private readonly read: Read,
  ) {}

  /** Returns the functions of the source of a position; null if it has no text that can be parsed. */
  async rangesOf({ source, content }: OriginalPosition): Promise<FunctionRanges | null> {
    if (content === null) return null;
    const hash = content.hash ?? createHash('sha1').update(content.bytes).digest('hex');
    const key = `${hash} ${source}`;
    let ranges = this.rangesByFile.get(key);
    if (ranges === undefined) {
      const language = languageOf(source);
      const load = () => Promise.resolve(content.bytes);
      ranges = language === null ? null : await this.mapCache.getFunctions(hash, language, load, this.budget);
      this.rangesByFile.set(key, ranges);
    }
    return ranges;
  }

  /**
   * Finds the function around a position in the minified file, if it was uploaded. Null if the file does not show it,
   * or the frame has no column: then its original is only the original of the line.
   */
  async findInMinified(
    { frame: { lineno, colno }, map }: FoundOriginal,
    minified: StoredFile | null,
  ): Promise<FunctionAt | null> {
    if (lineno === null || colno === null) return null;
    if (minified === null || minified.size > MAX_PARSED_CHARACTERS) return null;
    const load = () => this.read(({ artifacts }) => readIfPresent(minified, (file) => artifacts.readContent(file)));
    const ranges = await this.mapCache.getFunctions(minified.sha1, 'javascript', load, this.budget);
    return ranges === null ? null : functionInMinified(ranges, map, { line: lineno, column: colno });
  }
}

/**
 * Finds the function around a position in the text of its source, else in the scopes of the map. Null if neither tells
 * it, or the frame has no column.
 * @param ranges the functions of the source
 */
export function findInOriginal(
  { frame: { lineno, colno }, original }: FoundOriginal,
  ranges: FunctionRanges | null,
): FunctionAt | null {
  if (lineno === null || colno === null) return null;
  return (ranges === null ? null : findInSource(original, ranges)) ?? original.scope;
}

/**
 * Finds the call whose function a minifier put in its place: the map of a position behind such a function has only the
 * function's end, where no call can be. Null if the original is not the end of a function, or the map does not tell the
 * call.
 * @param ranges the functions of the source
 */
export function findCall(
  { frame: { lineno, colno }, original, map }: FoundOriginal,
  ranges: FunctionRanges | null,
): OriginalPosition | null {
  if (lineno === null || colno === null || ranges === null) return null;
  const { line, column, content } = original;
  for (const start of startsOfFunctionsEndingAt(ranges, line, content?.codeColumnFrom(line, column) ?? column)) {
    const call = map.findInlinedCall(lineno, colno, start, original);
    if (call !== null) return call;
  }
  return null;
}

function findInSource(original: OriginalPosition, ranges: FunctionRanges): FunctionAt | null {
  return isAmbiguous(original, ranges) ? null : functionAt(ranges, original.line, original.column);
}

/**
 * Returns true if the position may belong to another function than the call: a map of whole lines or statements has
 * only their beginning.
 */
function isAmbiguous({ line, column, content }: OriginalPosition, ranges: FunctionRanges): boolean {
  return content?.isNoCallAt(line, column) === true && !isSameFunctionToLineEnd(ranges, line, column);
}

/**
 * Finds the function of a position by the sent name, if only its line is known: the function with this name, or else
 * the only one with a name. Null if the frame has no name, because minifiers take names from few functions that have
 * one.
 * @param ranges the functions of the source
 */
export function findBySentName({ frame, original }: FoundOriginal, ranges: FunctionRanges | null): FunctionAt | null {
  const name = lastNameOf(frame.function);
  if (frame.colno === null || ranges === null || name === null || !isAmbiguous(original, ranges)) return null;
  const named = functionsToLineEnd(ranges, original.line, original.column).filter((one) => one.name !== '');
  const same = named.filter((one) => one.name === name);
  const [only = null] = same.length > 0 ? same : named;
  return same.length > 0 || named.length === 1 ? only : null;
}
