import { decompressContentSync } from '../../compression/content';
import { InvalidSourceMap, readSourceMap } from '../resolve/sourceMap';
import { type PackedMap, packMap } from '../resolve/packedMap';
import { decodeUtf8 } from '../resolve/sourceText';
import { decodeInline, referenceInHeaders, referenceInText } from '../resolve/urls';

/** A source map to parse. Its buffers are transferred. */
export interface ParseRequest {
  /** The file in its stored form, compressed in slices. Each has a buffer of its own. */
  readonly slices: readonly Uint8Array[];
  /** Size of the file. */
  readonly size: number;
  /** The headers of a minified file whose reference is a data URL with the map; null if the file is the map. */
  readonly inlineHeaders: Readonly<Record<string, string>> | null;
}

/** What parsing gives: the map, or why it cannot be used, or why it could not be parsed to the end. */
export type ParseResult =
  { readonly map: PackedMap } | { readonly invalid: InvalidSourceMap } | { readonly failure: string };

/** What the thread sends in place of a result if parsing throws: a defect of the service. */
export interface ParserError {
  readonly error: unknown;
}

/** Parses a map, on this thread or on another one. @throws Unavailable if too much waits, or the service is being stopped */
export type ParseMap = (request: ParseRequest) => Promise<ParseResult>;

/** Inflates and parses a map on this thread. */
export function parseMap({ slices, size, inlineHeaders }: ParseRequest): ParseResult {
  const bytes = decompressContentSync(slices, size);
  const map = inlineHeaders === null ? readSourceMap(bytes) : readInline(bytes, inlineHeaders);
  return map instanceof InvalidSourceMap ? { invalid: map } : { map: packMap(map) };
}

/** A `ParseMap` for where there is no other thread. */
export const parseHere: ParseMap = (request) => Promise.resolve(parseMap(request));

function readInline(bytes: Uint8Array, headers: Readonly<Record<string, string>>): ReturnType<typeof readSourceMap> {
  const reference = referenceInHeaders(headers) ?? referenceInText(decodeUtf8(bytes)) ?? '';
  const content = decodeInline(reference);
  return content === null ? new InvalidSourceMap('its data URL cannot be decoded') : readSourceMap(content);
}
