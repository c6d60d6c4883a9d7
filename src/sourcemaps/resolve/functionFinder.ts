import { createHash } from 'node:crypto';
import type { StoredFile } from '../../domain/artifact';
import type { Frame } from '../../domain/event';
import type { Read } from '../../store/stores';
import { functionInMinified } from './frameFunction';
import {
  type FunctionAt,
  functionAt,
  type FunctionRanges,
  isSameFunctionToLineEnd,
  languageOf,
  MAX_PARSED_CHARACTERS,
  type NamePosition,
  startsOfFunctionsEndingAt,
} from './functionRanges';
import type { OriginalPosition, SourceMap } from './sourceMap';
import type { SourceMapCache } from './sourceMapCache';
import { readIfPresent } from './sourceText';

/** Bytes of sources that are parsed for the functions of one event, beside those in the cache. */
const MAX_PARSED_BYTES = 8 * 1024 * 1024;

/** Finds the functions of the frames of one event. */
export class FunctionFinder {
  private readonly budget = { bytes: MAX_PARSED_BYTES };

  constructor(
    private readonly mapCache: SourceMapCache,
    private readonly read: Read,
  ) {}

  /**
   * Finds the call whose function a minifier put in its place: the map of a position behind such a function has only the function's end,
   * where no call can be. Null if the original is not the end of a function, or the map does not tell the call.
   */
  async findCall(
    { lineno, colno }: Pick<Frame, 'lineno' | 'colno'>,
    original: OriginalPosition,
    map: SourceMap,
  ): Promise<OriginalPosition | null> {
    if (lineno === null || colno === null) return null;
    const ranges = await this.rangesOf(original);
    const starts = ranges === null ? [] : startsOfFunctionsEndingAt(ranges, original.line, original.column);
    for (const start of starts) {
      const call = map.findInlinedCall(lineno, colno, start);
      if (call !== null) return call;
    }
    return null;
  }

  /**
   * Finds the function around a position: in the text of its source, else in the scopes of the map, else in the minified file. Null if
   * none of them tells it, or the frame has no column: then its original is only that of the line.
   * @param minified the minified file, if it was uploaded
   */
  async find(
    { lineno, colno }: Pick<Frame, 'lineno' | 'colno'>,
    original: OriginalPosition,
    map: SourceMap,
    minified: StoredFile | null,
  ): Promise<FunctionAt | null> {
    if (lineno === null || colno === null) return null;
    const inSource = await this.findInSource(original);
    return inSource ?? original.scope ?? this.findInMinified({ line: lineno, column: colno }, map, minified);
  }

  private async findInSource(original: OriginalPosition): Promise<FunctionAt | null> {
    const { line, column, content } = original;
    const ranges = await this.rangesOf(original);
    if (ranges === null) return null;
    // Maps of whole lines have the beginning of the line, which can belong to another function than the call.
    if (content?.isBlankAt(line, column) === true && !isSameFunctionToLineEnd(ranges, line, column)) return null;
    return functionAt(ranges, line, column);
  }

  private async rangesOf({ source, content: text }: OriginalPosition): Promise<FunctionRanges | null> {
    const language = languageOf(source);
    if (language === null || text === null) return null;
    const hash = text.hash ?? createHash('sha1').update(text.bytes).digest('hex');
    const load = () => Promise.resolve(text.bytes);
    return this.mapCache.getFunctions(hash, language, load, this.budget);
  }

  private async findInMinified(
    generated: NamePosition,
    map: SourceMap,
    minified: StoredFile | null,
  ): Promise<FunctionAt | null> {
    if (minified === null || minified.size > MAX_PARSED_CHARACTERS) return null;
    const load = () => this.read(({ artifacts }) => readIfPresent(minified, (file) => artifacts.readContent(file)));
    const ranges = await this.mapCache.getFunctions(minified.sha1, 'javascript', load, this.budget);
    return ranges === null ? null : functionInMinified(ranges, map, generated);
  }
}
