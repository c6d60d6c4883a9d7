import { decompressContentSync } from '../../compression/content';
import type { MapFinding } from '../../domain/artifact';
import { checkMap } from '../lint/checkMap';
import { type FunctionRanges, functionRanges, type SourceLanguage } from '../resolve/functionRanges';
import { InvalidSourceMap, readSourceMap } from '../resolve/sourceMap';
import { type PackedMap, packMap } from '../resolve/packedMap';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, referenceInHeaders, referenceInText } from '../resolve/urls';

/** A source map to parse. */
export interface MapRequest {
  /** The file in its stored form, compressed in slices. */
  readonly slices: readonly Uint8Array[];
  /** Size of the file. */
  readonly size: number;
  /** The headers of a minified file whose reference is a data URL with the map; null if the file is the map. */
  readonly inlineHeaders: Readonly<Record<string, string>> | null;
}

/** A source whose functions are to be found. */
interface FunctionsRequest {
  /** The text in UTF-8. */
  readonly text: Uint8Array;
  readonly language: SourceLanguage;
}

/**
 * The kinds of work that may be done on another thread: the input and the result of each. Buffers are transferred both
 * ways.
 */
export interface ParserWork {
  check: { request: { readonly map: Uint8Array }; result: { readonly findings: readonly MapFinding[] } };
  map: { request: MapRequest; result: { readonly map: PackedMap } | { readonly invalid: InvalidSourceMap } };
  functions: { request: FunctionsRequest; result: { readonly functions: FunctionRanges | null } };
}

export type ParserKind = keyof ParserWork;

/**
 * The reason why something could not be parsed to the end: a limit of time or memory, or a defect. The rest of a
 * sentence about it.
 */
export interface ParserFailure {
  readonly failure: string;
}

/**
 * Does work, on this thread or on another one.
 * @throws Unavailable if too much waits, or the service is being stopped
 */
export type Parse = <Kind extends ParserKind>(
  kind: Kind,
  request: ParserWork[Kind]['request'],
) => Promise<ParserWork[Kind]['result'] | ParserFailure>;

/** One piece of work, and its result. */
export type ParseRequest = { [Kind in ParserKind]: { kind: Kind; request: ParserWork[Kind]['request'] } }[ParserKind];
export type ParseResult = ParserWork[ParserKind]['result'] | ParserFailure;

const WORK: { [Kind in ParserKind]: (request: ParserWork[Kind]['request']) => ParserWork[Kind]['result'] } = {
  check: ({ map }) => ({ findings: checkMap(map) }),
  map: parseMap,
  functions: ({ text, language }) => ({ functions: functionRanges(decodeUtf8(text), language) }),
};

/** Does work on this thread. */
export function parseNow<Kind extends ParserKind>(
  kind: Kind,
  request: ParserWork[Kind]['request'],
): ParserWork[Kind]['result'] {
  return WORK[kind](request);
}

/** Parses on this thread, where there is no other one. */
export const parseHere: Parse = async (kind, request) => parseNow(kind, request);

function parseMap({ slices, size, inlineHeaders }: MapRequest): ParserWork['map']['result'] {
  const bytes = decompressContentSync(slices, size);
  const map = inlineHeaders === null ? readSourceMap(bytes) : readInline(bytes, inlineHeaders);
  return map instanceof InvalidSourceMap ? { invalid: map } : { map: packMap(map) };
}

function readInline(bytes: Uint8Array, headers: Readonly<Record<string, string>>): ReturnType<typeof readSourceMap> {
  const reference = referenceInHeaders(headers) ?? referenceInText(decodeUtf8(bytes)) ?? '';
  const content = decodeInline(reference);
  return content === null ? new InvalidSourceMap('its data URL cannot be decoded') : readSourceMap(content);
}
