import { LRUCache } from 'lru-cache';
import { SLICE_BYTES, decompressContent } from '../../compression/eventBody';
import type { Artifact, StoredFile } from '../../domain/artifact';
import { ServiceError } from '../../domain/errors';
import type { Read } from '../../store/stores';
import type { Parse, ParserFailure, ParserWork } from '../parse/parse';
import { parseHere } from '../parse/parserThread';
import {
  type FilePosition,
  type FunctionRanges,
  MAX_PARSED_CHARACTERS,
  sizeOfRanges,
  type SourceLanguage,
} from './functionRanges';
import { PackedSourceMap } from './packedMap';
import type { DescribedPosition } from './rewriteFrames';
import { InvalidSourceMap, MAX_MAP_BYTES, type SourceMap } from './sourceMap';
import { decodeUtf8 } from './sourceText';
import type { UploadedPlace, WantedPlace } from '../diagnose/uploadedFile';
import { isInline, referenceInHeaders, referenceInText } from './urls';

const MAX_MAP_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_REFERENCE_CACHE_BYTES = 1024 * 1024;
const MAX_FUNCTION_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_PLACE_CACHE_BYTES = 1024 * 1024;
const MAX_POSITION_CACHE_BYTES = 8 * 1024 * 1024;
/** Memory of an entry besides its value, approximately: its key and its places in tables. */
const ENTRY_BYTES = 512;
const TEXT_BYTES = 24;
/** A UTF-16 code unit takes up to three bytes in UTF-8. */
const MAX_CHARACTER_BYTES = 3;
/**
 * Time for which a map or source that took too long or too much memory is not parsed again: each event would wait for
 * it.
 */
const FAILURE_LIFETIME_MS = 10 * 60 * 1000;

/** A value, and the memory that it takes. A value whose memory is null is not cached. */
export interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number | null;
  /** Time for which it is cached, unless others need the memory before. */
  readonly lifetimeMs?: number;
}

/**
 * Least-recently-used cache, limited in bytes, of values that take time to load. Each value is loaded once at a time.
 */
export class LoadingCache<Value> {
  readonly #entries: LRUCache<string, Sized<Value> & { readonly bytes: number }>;
  readonly #loading = new Map<string, Promise<Value>>();

  /** @param maxBytes memory of all cached values; larger values are not cached */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** Memory of all cached values. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Returns the cached value, or else loads it. Errors are not cached. */
  async get(key: string, load: () => Promise<Sized<Value>>): Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry !== undefined) return entry.value;
    const loading = this.#loading.get(key) ?? this.#load(key, load);
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(key: string, load: () => Promise<Sized<Value>>): Promise<Value> {
    try {
      const { value, bytes, lifetimeMs } = await load();
      if (bytes !== null) this.#entries.set(key, { value, bytes }, lifetimeMs === undefined ? {} : { ttl: lifetimeMs });
      return value;
    } finally {
      this.#loading.delete(key);
    }
  }
}

/** The remaining cost of parsing the sources of one event: bytes of sources that are not in the cache. */
export interface ParseBudget {
  bytes: number;
}

/** The place of a source map: in a file of its own, or in a data URL in the minified file. */
export interface MapLocation {
  readonly artifact: StoredFile;
  readonly isInline: boolean;
  /** The URL of the map. Its sources are relative to it. */
  readonly url: string;
  /** The minified file, if it was uploaded. */
  readonly minified?: StoredFile | null;
  /** The places of its originals, if it was found by debug id. */
  readonly originals?: OriginalFiles;
}

/** Original files that were uploaded beside a map. */
export interface OriginalFiles {
  /** The artifacts with the debug id of the map. */
  readonly withDebugId: readonly Artifact[];
  /** The bundle that has the map, and may have others. */
  readonly bundle: Pick<Artifact, 'bundleId' | 'release'>;
}

/** Reads a slice of a file as it is stored, by its number from 0; null after the last one. */
export type ReadSlice = (file: StoredFile, number: number) => Promise<Uint8Array | null>;

/** Reads slices one by one, between which others can read. */
export function sliceReader(read: Read): ReadSlice {
  return (file, number) => read(({ artifacts }) => artifacts.readCompressedSlice(file, number));
}

/**
 * Remembers results for positions of minified files: most events of a project have the positions of others. Only
 * results that depend on nothing but the bytes of the map may be added.
 */
class PositionCache {
  readonly #positions = new LRUCache<string, DescribedPosition>({
    maxSize: MAX_POSITION_CACHE_BYTES,
    sizeCalculation: sizeOfPosition,
  });

  get size(): number {
    return this.#positions.size;
  }

  get(map: string, { line, column }: FilePosition): DescribedPosition | undefined {
    return this.#positions.get(`${map} ${line}:${column}`);
  }

  add(
    map: string,
    { line, column }: FilePosition,
    { original, context, function: enclosing }: DescribedPosition,
  ): void {
    // A copy, because the original has the text of its file, and the lines can be parts of a longer text in memory.
    const { source, line: originalLine, column: originalColumn, name, isIgnored } = original;
    const copy = { source, line: originalLine, column: originalColumn, name, isIgnored };
    this.#positions.set(`${map} ${line}:${column}`, structuredClone({ original: copy, context, function: enclosing }));
  }
}

/** Returns the memory of the key, the value and its lines. */
function sizeOfPosition({ original, context: { preContext, contextLine, postContext } }: DescribedPosition): number {
  const texts = [original.source, contextLine ?? '', ...preContext, ...postContext];
  return texts.reduce((sum, { length }) => sum + 2 * length, ENTRY_BYTES + TEXT_BYTES * texts.length);
}

/**
 * Parsed source maps, and the references to them in minified files. The keys contain the organization and the SHA-1 of
 * the content, so that a new upload has a new key and no entry is ever stale.
 */
export class SourceMapCache {
  readonly #maps: LoadingCache<SourceMap | InvalidSourceMap>;
  readonly #references = new LoadingCache<string | null>(MAX_REFERENCE_CACHE_BYTES);
  readonly #functions = new LoadingCache<FunctionRanges | null>(MAX_FUNCTION_CACHE_BYTES);
  readonly #places = new LoadingCache<readonly UploadedPlace[] | null>(MAX_PLACE_CACHE_BYTES);
  readonly positions = new PositionCache();
  #lastLoad: Promise<unknown> = Promise.resolve();

  /** @param parse parses maps, on another thread if there is one */
  constructor(
    private readonly parse: Parse = parseHere,
    maxBytes = MAX_MAP_CACHE_BYTES,
  ) {
    this.#maps = new LoadingCache(maxBytes);
  }

  /**
   * Returns the map at a location. Not to be called inside of a read transaction: it may wait for others that begin
   * one.
   */
  getMap(organizationId: string, location: MapLocation, read: ReadSlice): Promise<SourceMap | InvalidSourceMap> {
    return this.#maps.get(keyOfMap(organizationId, location), () =>
      this.#loadAlone(() => this.#loadMap(location, read)),
    );
  }

  /**
   * Returns a minified file's reference to its source map, from a header or a comment. Of a data URL, only the scheme.
   */
  async getReference(organizationId: string, minified: Artifact, read: ReadSlice): Promise<string | null> {
    const header = referenceInHeaders(minified.headers);
    if (header !== null) return header;
    return this.#references.get(`${organizationId} ${minified.sha1}`, () => loadReference(minified, read));
  }

  /** Returns the code of a minified file at places, which `load` reads. Null if that is not known. */
  getPlaces(
    organizationId: string,
    minified: Artifact,
    places: readonly WantedPlace[],
    load: () => Promise<readonly UploadedPlace[] | null>,
  ): Promise<readonly UploadedPlace[] | null> {
    return this.#places.get(`${organizationId} ${minified.sha1} ${JSON.stringify(places)}`, async () => {
      const places = await load();
      const texts = (places ?? []).flatMap(({ start, text }) => [start, text]);
      return {
        value: places,
        bytes:
          places === null ? null : texts.reduce((sum, { length }) => sum + 2 * length, ENTRY_BYTES * places.length),
      };
    });
  }

  /**
   * Returns the functions of a source. Null if it cannot be parsed, or the event has parsed too much.
   * @param hash identifies the text
   */
  getFunctions(
    hash: string,
    language: SourceLanguage,
    load: () => Promise<Uint8Array | null>,
    budget: ParseBudget,
  ): Promise<FunctionRanges | null> {
    return this.#functions.get(`${language} ${hash}`, async () => this.#parseFunctions(await load(), language, budget));
  }

  /** Loads one map after the other, so that few of the maps that wait to be parsed are in memory. */
  #loadAlone<Value>(load: () => Promise<Value>): Promise<Value> {
    const result = this.#lastLoad.then(load);
    this.#lastLoad = result.catch(() => undefined);
    return result;
  }

  async #loadMap({ artifact, isInline }: MapLocation, read: ReadSlice): Promise<Sized<SourceMap | InvalidSourceMap>> {
    if (artifact.size > MAX_MAP_BYTES) return sized(new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`));
    const slices = await readSlices(artifact, read);
    if (slices === null) return { value: new InvalidSourceMap('its bytes are gone'), bytes: null };
    const request = { slices, size: artifact.size, inlineHeaders: isInline ? artifact.headers : null };
    return sizedResult(await this.parse('map', request));
  }

  async #parseFunctions(
    bytes: Uint8Array | null,
    language: SourceLanguage,
    budget: ParseBudget,
  ): Promise<Sized<FunctionRanges | null>> {
    if (bytes === null || bytes.byteLength > budget.bytes) return { value: null, bytes: null };
    if (bytes.byteLength > MAX_CHARACTER_BYTES * MAX_PARSED_CHARACTERS) return sized(null);
    budget.bytes -= bytes.byteLength;
    // A copy, because its buffer is transferred.
    const result = await this.parse('functions', { text: new Uint8Array(bytes), language });
    if ('failure' in result) return { ...sized(null), lifetimeMs: FAILURE_LIFETIME_MS };
    const { functions } = result;
    return sized(functions, functions === null ? 0 : sizeOfRanges(functions));
  }
}

/** Identifies the bytes of a map. */
export function keyOfMap(organizationId: string, { artifact, isInline }: MapLocation): string {
  return `${organizationId} ${artifact.sha1}${isInline ? ' inline' : ''}`;
}

/** Reads the slices of a file. Returns null if it was deleted after it was found: an event must not fail for that. */
async function readSlices(file: StoredFile, read: ReadSlice): Promise<Uint8Array[] | null> {
  const slices: Uint8Array[] = [];
  try {
    for (let number = 0; number < sliceCount(file); number += 1) {
      const slice = await read(file, number);
      if (slice === null) return null;
      // Its copy has a buffer of its own, which can be transferred.
      slices.push(new Uint8Array(slice));
      // Reads of SQLite settle in the turn of the event loop in which they begin.
      await new Promise(setImmediate);
    }
    return slices;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return null;
  }
}

function sliceCount({ size }: StoredFile): number {
  return Math.ceil(size / SLICE_BYTES);
}

function sizedResult(result: ParserWork['map']['result'] | ParserFailure): Sized<SourceMap | InvalidSourceMap> {
  if ('failure' in result) return { ...sized(new InvalidSourceMap(result.failure)), lifetimeMs: FAILURE_LIFETIME_MS };
  if ('invalid' in result) return sized(reviveInvalid(result.invalid));
  const map = new PackedSourceMap(result.map);
  return sized(map, map.bytes);
}

/** Restores the class of a result: a message between threads has the fields of an object, and not its class. */
function reviveInvalid({ reason, rule, where }: InvalidSourceMap): InvalidSourceMap {
  return new InvalidSourceMap(reason, rule, where);
}

/**
 * Reads the reference, which can be in the last lines and in the first ones. The text between them in a long file is
 * not read.
 */
async function loadReference(minified: Artifact, read: ReadSlice): Promise<Sized<string | null>> {
  const text = minified.size > MAX_MAP_BYTES ? null : await readEnds(minified, read);
  if (text === null) return { value: null, bytes: null };
  const reference = referenceInText(text);
  if (reference !== null && isInline(reference)) return sized('data:');
  return sized(reference, 2 * (reference?.length ?? 0));
}

/** The text that a comment with a reference contains. */
const REFERENCE_MARK = 'sourceMappingURL=';
/** Texts up to this size are searched as a whole. */
const MAX_WHOLE_BYTES = 2 * SLICE_BYTES;
/** Bytes that are searched at the beginning of a longer text, and kept of its end behind the last mark. */
const END_BYTES = 64 * 1024;
/** More than the URL of a file may have. A longer one contains the map. */
const URL_BYTES = 4 * 1024;

/**
 * Returns the text of a file as far as it can have a reference: of a long one, the first lines, and the text from the
 * slice on that has the last mark. Slices are read backwards, one at a time. Null if the file was deleted.
 */
async function readEnds(file: StoredFile, read: ReadSlice): Promise<string | null> {
  try {
    let tail: Buffer = Buffer.alloc(0);
    let number = sliceCount(file) - 1;
    for (let hasMark = false; number >= 0 && !(hasMark && file.size > MAX_WHOLE_BYTES); number -= 1) {
      const rest = file.size > MAX_WHOLE_BYTES ? shortenRest(tail) : tail;
      tail = Buffer.concat([await inflateSlice(file, number, read), rest]);
      hasMark = tail.includes(REFERENCE_MARK);
    }
    if (number < 0) return decodeUtf8(tail);
    const head = await inflateSlice(file, 0, read);
    return `${decodeUtf8(head.subarray(0, END_BYTES))}\n${decodeUtf8(tail)}`;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return null;
  }
}

async function inflateSlice(file: StoredFile, number: number, read: ReadSlice): Promise<Uint8Array> {
  const slice = await read(file, number);
  if (slice === null) throw new Error(`slice ${number} of a file is missing`);
  return decompressContent([slice]);
}

/** Shortens the text behind a slice to the rest of a URL that may begin in the slice, and the last lines. */
function shortenRest(bytes: Buffer): Buffer {
  if (bytes.length <= URL_BYTES + END_BYTES) return bytes;
  const [url, end] = [bytes.subarray(0, URL_BYTES), bytes.subarray(-END_BYTES)];
  const hasLines = bytes.subarray(URL_BYTES, -END_BYTES).includes('\n');
  return Buffer.concat([url, Buffer.from(hasLines ? '\n' : ''), end]);
}

function sized<Value>(value: Value, bytes = 0): Sized<Value> {
  return { value, bytes: bytes + ENTRY_BYTES };
}
