import type { Artifact, StoredFile } from '../../domain/artifact';
import { InvalidSourceMap, MAX_MAP_BYTES, readSourceMap, type SourceMap } from './sourceMap';
import { decodeUtf8, type ReadContent, readIfPresent } from './sourceText';
import { decodeInline, isInline, referenceInHeaders, referenceInText } from './urls';

/** A value with the bytes it takes in memory; what takes more than the cache holds is used and not kept. */
export interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Keeps the values used last, up to a limit of bytes, and makes none of them twice at the same time. */
export class ByteCache<Value> {
  /** In the order of their last use, the latest at the end. */
  private readonly kept = new Map<string, Sized<Value>>();
  private readonly coming = new Map<string, Promise<Value>>();
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Bytes of what is kept. */
  get bytes(): number {
    return this.total;
  }

  /** The value of the key: the kept one, the one that is being made, or else a new one. A failure is not kept. */
  get(key: string, make: () => Promise<Sized<Value>>): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, kept);
      return Promise.resolve(kept.value);
    }
    return this.coming.get(key) ?? this.begin(key, make);
  }

  private begin(key: string, make: () => Promise<Sized<Value>>): Promise<Value> {
    const coming = this.make(key, make).finally(() => this.coming.delete(key));
    this.coming.set(key, coming);
    return coming;
  }

  private async make(key: string, make: () => Promise<Sized<Value>>): Promise<Value> {
    const made = await make();
    if (made.bytes <= this.limit) this.keep(key, made);
    return made.value;
  }

  private keep(key: string, made: Sized<Value>): void {
    this.kept.set(key, made);
    this.total += made.bytes;
    for (const [oldest, { bytes }] of this.kept) {
      if (this.total <= this.limit) return;
      this.kept.delete(oldest);
      this.total -= bytes;
    }
  }
}

const MAPS_BYTES = 64 * 1024 * 1024;
const REFERENCES_BYTES = 1024 * 1024;
/** What an entry takes beside its value, about: key, places in tables. */
const ENTRY_BYTES = 512;

/** Where a source map is: a file of its own, or written into the minified file. */
export interface MapLocation {
  readonly artifact: StoredFile;
  readonly isInline: boolean;
  /** The address of the map; sources are relative to it. */
  readonly url: string;
}

/**
 * Source maps and references to them, read once and kept within a limit. Entries are named by organization and content, so
 * that a new upload is a new entry and nothing is ever stale.
 */
export class SourceMapCache {
  private readonly maps: ByteCache<SourceMap | InvalidSourceMap>;
  private readonly references = new ByteCache<string | null>(REFERENCES_BYTES);
  private turn: Promise<unknown> = Promise.resolve();

  constructor(limit = MAPS_BYTES) {
    this.maps = new ByteCache(limit);
  }

  /** The map at a place. Not to be called inside of a `read`: it may wait for others, which read. */
  getMap(organizationId: string, place: MapLocation, read: ReadContent): Promise<SourceMap | InvalidSourceMap> {
    const key = `${organizationId} ${place.artifact.sha1}${place.isInline ? ' inline' : ''}`;
    return this.maps.get(key, () => this.runExclusively(() => loadMap(place, read)));
  }

  /** The reference to a source map that a minified file makes, by header or by comment; of an inline map only the scheme. */
  async getReference(organizationId: string, minified: Artifact, read: ReadContent): Promise<string | null> {
    const header = referenceInHeaders(minified.headers);
    if (header !== null) return header;
    return this.references.get(`${organizationId} ${minified.sha1}`, () => loadReference(minified, read));
  }

  /** One after the other: only one map at a time takes the memory that reading needs. */
  private runExclusively<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

async function loadMap(
  { artifact, isInline }: MapLocation,
  read: ReadContent,
): Promise<Sized<SourceMap | InvalidSourceMap>> {
  if (artifact.size > MAX_MAP_BYTES) return sized(new InvalidSourceMap(`it is larger than ${MAX_MAP_BYTES} bytes`));
  const bytes = await readIfPresent(artifact, read);
  if (bytes === null) return { value: new InvalidSourceMap('its bytes are gone'), bytes: Infinity };
  const map = isInline ? readInline(artifact, bytes) : readSourceMap(bytes);
  return sized(map, map instanceof InvalidSourceMap ? 0 : artifact.size + map.extraBytes);
}

async function loadReference(minified: Artifact, read: ReadContent): Promise<Sized<string | null>> {
  const bytes = minified.size > MAX_MAP_BYTES ? null : await readIfPresent(minified, read);
  if (bytes === null) return { value: null, bytes: Infinity };
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
