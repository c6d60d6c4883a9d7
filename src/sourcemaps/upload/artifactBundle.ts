import { sha1Of } from '../../compression/content';
import type { ArtifactFile, ArtifactKind } from '../../domain/artifact';
import { isObject, parseDebugId } from '../../domain/event';
import { BundleArchive, BundleError, shortenName } from './bundleArchive';
import { readEmbeddedDebugId } from './uploadedFile';

export const MANIFEST_NAME = 'manifest.json';
/** Room for eight hundred bytes on each of as many files as a bundle may have. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_NAME_LENGTH = 2000;
const MAX_HEADER_LENGTH = 2000;
const KINDS: readonly ArtifactKind[] = ['minified_source', 'source_map', 'source'];

/** What a bundle's manifest says of one of its files. */
export interface ManifestEntry {
  /** Its name in the archive. */
  readonly member: string;
  /** A full URL, or `~` and the path of one. */
  readonly name: string;
  readonly kind: ArtifactKind;
  readonly debugId: string | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

/** @throws BundleFault if a manifest of that size would not be read */
export function checkManifestSize(size: number): void {
  if (size > MAX_BYTES)
    throw new BundleError(`${MANIFEST_NAME} in the bundle has ${size} bytes; the limit is ${MAX_BYTES}.`);
}

/**
 * Reads the files that a manifest lists (reference/ingest.md §3.4). Release, dist and project in it do not count: those of the
 * request do.
 * @throws BundleFault if it is no manifest
 */
export function readManifest(bytes: Uint8Array): ManifestEntry[] {
  const { files } = parse(bytes);
  if (!isObject(files)) throw new BundleError(`${MANIFEST_NAME} in the bundle has no "files".`);
  return Object.entries(files).map(([member, entry]) => {
    if (!isObject(entry))
      throw new BundleError(`${MANIFEST_NAME} in the bundle says nothing of ${shortenName(member)}.`);
    return readEntry(member, entry);
  });
}

function parse(bytes: Uint8Array): Json {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch {
    throw new BundleError(`${MANIFEST_NAME} in the bundle is not valid JSON.`);
  }
  throw new BundleError(`${MANIFEST_NAME} in the bundle is not a JSON object.`);
}

function readEntry(member: string, entry: Json): ManifestEntry {
  const headers = readHeaders(member, entry['headers']);
  const name = typeof entry['url'] === 'string' && entry['url'] !== '' ? entry['url'] : member;
  if (name.length > MAX_NAME_LENGTH) {
    throw new BundleError(
      `The url of ${shortenName(member)} in the bundle is longer than ${MAX_NAME_LENGTH} characters.`,
    );
  }
  const kind = KINDS.find((known) => known === entry['type']) ?? 'other';
  return { member, name, kind, debugId: parseDebugId(headers['debug-id'] ?? ''), headers };
}

function readHeaders(member: string, headers: unknown): Record<string, string> {
  if (!isObject(headers)) return {};
  const texts = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (texts.some(([name, value]) => name.length + value.length > MAX_HEADER_LENGTH)) {
    throw new BundleError(
      `A header of ${shortenName(member)} in the bundle is longer than ${MAX_HEADER_LENGTH} characters.`,
    );
  }
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}

/** A file out of a bundle, with its bytes. */
export interface BundleFile {
  readonly file: ArtifactFile;
  readonly bytes: Uint8Array;
}

/**
 * Gives the files of an artifact bundle on disk one after the other: those its manifest lists, found by its keys. Only one is in
 * memory at a time.
 * @throws BundleFault if the archive exceeds a limit, is damaged or is no bundle, perhaps after some files were given
 */
export async function* readBundle(path: string): AsyncGenerator<BundleFile, void, undefined> {
  const archive = await BundleArchive.open(path);
  try {
    for (const entry of await listFiles(archive)) yield readFile(entry, await archive.read(entry.member));
  } finally {
    await archive.close();
  }
}

/** A file that the manifest lists and the archive lacks is told before anything is read. */
async function listFiles(archive: BundleArchive): Promise<ManifestEntry[]> {
  checkManifestSize(archive.sizeOf(MANIFEST_NAME));
  const entries = readManifest(await archive.read(MANIFEST_NAME));
  const lost = entries.find(({ member }) => !archive.has(member));
  if (lost !== undefined)
    throw new BundleError(`${MANIFEST_NAME} in the bundle lists ${shortenName(lost.member)}, which is not there.`);
  return entries;
}

function readFile({ name, kind, debugId, headers }: ManifestEntry, bytes: Buffer): BundleFile {
  const id = debugId ?? readEmbeddedDebugId(kind, bytes);
  return { file: { name, kind, debugId: id, headers, sha1: sha1Of(bytes), size: bytes.length }, bytes };
}
