import { LRUCache } from 'lru-cache';
import type { Artifact, StoredFile } from '../../domain/artifact';
import { InvalidSourceMap, MAX_MAP_BYTES, readSourceMap, type SourceMap } from './sourceMap';
import { decodeUtf8, type ReadContent, readIfPresent } from './sourceText';
import { decodeInline, isInline, referenceInHeaders, referenceInText } from './urls';

const MAX_MAP_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_REFERENCE_CACHE_BYTES = 1024 * 1024;
/** Memory of an entry besides its value, approximately: its key and its places in tables. */
const ENTRY_BYTES = 512;

/** A value, and the memory that it takes. A value whose memory is null is not cached. */
export interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number | null;
}

/** Least-recently-used cache, limited in bytes, of values that take time to load. Each value is loaded once at a time. */
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
      const { value, bytes } = await load();
      if (bytes !== null) this.#entries.set(key, { value, bytes });
      return value;
    } finally {
      this.#loading.delete(key);
    }
  }
}

/** Where a source map is: in a file of its own, or in a data URL in the minified file. */
export interface MapLocation {
  readonly artifact: StoredFile;
  readonly isInline: boolean;
  /** The URL of the map. Its sources are relative to it. */
  readonly url: string;
}

/**
 * Parsed source maps, and the references to them in minified files. The keys contain the organization and the SHA-1 of the
 * content, so that a new upload has a new key and no entry is ever stale.
 */
export class SourceMapCache {
  readonly #maps: LoadingCache<SourceMap | InvalidSourceMap>;
  readonly #references = new LoadingCache<string | null>(MAX_REFERENCE_CACHE_BYTES);
  #lastLoad: Promise<unknown> = Promise.resolve();

  constructor(maxBytes = MAX_MAP_CACHE_BYTES) {
    this.#maps = new LoadingCache(maxBytes);
  }

  /** Returns the map at a location. Not to be called inside of a read transaction: it may wait for others that begin one. */
  getMap(organizationId: string, location: MapLocation, read: ReadContent): Promise<SourceMap | InvalidSourceMap> {
    const key = `${organizationId} ${location.artifact.sha1}${location.isInline ? ' inline' : ''}`;
    return this.#maps.get(key, () => this.#loadAlone(() => loadMap(location, read)));
  }

  /** Returns a minified file's reference to its source map, from a header or a comment. Of a data URL, only the scheme. */
  async getReference(organizationId: string, minified: Artifact, read: ReadContent): Promise<string | null> {
    const header = referenceInHeaders(minified.headers);
    if (header !== null) return header;
    return this.#references.get(`${organizationId} ${minified.sha1}`, () => loadReference(minified, read));
  }

  /** Loads one map after the other, since parsing takes several times the memory of a map. */
  #loadAlone<Value>(load: () => Promise<Value>): Promise<Value> {
    const result = this.#lastLoad.then(load);
    this.#lastLoad = result.catch(() => undefined);
    return result;
  }
}

async function loadMap(
  { artifact, isInline }: MapLocation,
  read: ReadContent,
): Promise<Sized<SourceMap | InvalidSourceMap>> {
  if (artifact.size > MAX_MAP_BYTES) return sized(new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`));
  const bytes = await readIfPresent(artifact, read);
  if (bytes === null) return { value: new InvalidSourceMap('its bytes are gone'), bytes: null };
  const map = isInline ? readInline(artifact, bytes) : readSourceMap(bytes);
  return sized(map, map instanceof InvalidSourceMap ? 0 : artifact.size + map.extraBytes);
}

async function loadReference(minified: Artifact, read: ReadContent): Promise<Sized<string | null>> {
  const bytes = minified.size > MAX_MAP_BYTES ? null : await readIfPresent(minified, read);
  if (bytes === null) return { value: null, bytes: null };
  const reference = referenceInText(decodeUtf8(bytes));
  if (reference !== null && isInline(reference)) return sized('data:');
  return sized(reference, 2 * (reference?.length ?? 0));
}

function readInline(artifact: StoredFile, bytes: Uint8Array): SourceMap | InvalidSourceMap {
  const reference = referenceInHeaders(artifact.headers) ?? referenceInText(decodeUtf8(bytes)) ?? '';
  const content = decodeInline(reference);
  return content === null ? new InvalidSourceMap('its data URL cannot be decoded') : readSourceMap(content);
}

function sized<Value>(value: Value, bytes = 0): Sized<Value> {
  return { value, bytes: bytes + ENTRY_BYTES };
}
