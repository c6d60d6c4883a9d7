import type { Artifact, StoredFile } from '../domain/artifact';
import { ByteCache, type Weighed } from './cache';
import { readIfThere, type ReadContent, textOf } from './content';
import { type SourceMap, Unreadable } from './map';
import { MAX_MAP_BYTES, readSourceMap } from './readMap';
import { decodeInline, isInline, referenceInHeaders, referenceInText } from './reference';

const MAPS_BYTES = 64 * 1024 * 1024;
const REFERENCES_BYTES = 1024 * 1024;
/** What an entry takes beside its value, about: key, places in tables. */
const ENTRY_BYTES = 512;

/** Where a source map is: a file of its own, or written into the minified file. */
export interface MapPlace {
  readonly artifact: StoredFile;
  readonly isInline: boolean;
  /** The address of the map; sources are relative to it. */
  readonly url: string;
}

/**
 * Source maps and references to them, read once and kept within a limit. Entries are named by organization and content, so
 * that a new upload is a new entry and nothing is ever stale.
 */
export class MapShelf {
  private readonly maps: ByteCache<SourceMap | Unreadable>;
  private readonly references = new ByteCache<string | null>(REFERENCES_BYTES);
  private turn: Promise<unknown> = Promise.resolve();

  constructor(limit = MAPS_BYTES) {
    this.maps = new ByteCache(limit);
  }

  /** The map at a place. Not to be called inside of a `read`: it may wait for others, which read. */
  map(organizationId: string, place: MapPlace, read: ReadContent): Promise<SourceMap | Unreadable> {
    const key = `${organizationId} ${place.artifact.sha1}${place.isInline ? ' inline' : ''}`;
    return this.maps.get(key, () => this.inTurn(() => loadMap(place, read)));
  }

  /** The reference to a source map that a minified file makes, by header or by comment; of an inline map only the scheme. */
  async reference(organizationId: string, minified: Artifact, read: ReadContent): Promise<string | null> {
    const header = referenceInHeaders(minified.headers);
    if (header !== null) return header;
    return this.references.get(`${organizationId} ${minified.sha1}`, () => loadReference(minified, read));
  }

  /** One after the other: only one map at a time takes the memory that reading needs. */
  private inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

async function loadMap({ artifact, isInline }: MapPlace, read: ReadContent): Promise<Weighed<SourceMap | Unreadable>> {
  if (artifact.size > MAX_MAP_BYTES) return kept(new Unreadable(`it is larger than ${MAX_MAP_BYTES} bytes`));
  const bytes = await readIfThere(artifact, read);
  if (bytes === null) return { value: new Unreadable('its bytes are gone'), bytes: Infinity };
  const map = isInline ? readInline(artifact, bytes) : readSourceMap(bytes);
  return kept(map, map instanceof Unreadable ? 0 : artifact.size + map.extraBytes);
}

async function loadReference(minified: Artifact, read: ReadContent): Promise<Weighed<string | null>> {
  const bytes = minified.size > MAX_MAP_BYTES ? null : await readIfThere(minified, read);
  if (bytes === null) return { value: null, bytes: Infinity };
  const reference = referenceInText(textOf(bytes));
  if (reference !== null && isInline(reference)) return kept('data:');
  return kept(reference, 2 * (reference?.length ?? 0));
}

function readInline(artifact: StoredFile, bytes: Uint8Array): SourceMap | Unreadable {
  const reference = referenceInHeaders(artifact.headers) ?? referenceInText(textOf(bytes)) ?? '';
  const content = decodeInline(reference);
  return content === null ? new Unreadable('its data URL cannot be decoded') : readSourceMap(content);
}

function kept<Value>(value: Value, bytes = 0): Weighed<Value> {
  return { value, bytes: bytes + ENTRY_BYTES };
}
