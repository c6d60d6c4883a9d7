import type { FileHandle } from 'node:fs/promises';
import { sha1Of } from '../../compression/content';
import type { ArtifactFile, ArtifactKind } from '../../domain/artifact';
import { isObject, type JsonObject, parseDebugId } from '../../domain/event';
import { BundleArchive, BundleError, shortenName } from './bundleArchive';

const MANIFEST_NAME = 'manifest.json';
/** Eight hundred bytes for each of the files that a bundle may have. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_NAME_LENGTH = 2000;
const MAX_HEADER_LENGTH = 2000;
const KINDS: readonly ArtifactKind[] = ['minified_source', 'source_map', 'source'];

/** A file of a bundle, with its content. */
export interface BundleFile {
  readonly file: ArtifactFile;
  readonly bytes: Uint8Array;
}

/**
 * Reads the files that the manifest of an artifact bundle lists. Only one of them is in memory at a time.
 * @throws BundleError if the archive exceeds a limit, is damaged or is not a bundle, possibly after some files were
 * read
 */
export async function* readBundle(bundle: FileHandle): AsyncGenerator<BundleFile, void, undefined> {
  const archive = await BundleArchive.read(bundle);
  for (const entry of await listFiles(archive)) yield readFile(entry, await archive.read(entry.member));
}

/** Reads the manifest. Fails if it lists a file that is not in the archive, before any file is read. */
async function listFiles(archive: BundleArchive): Promise<ManifestEntry[]> {
  checkManifestSize(archive.sizeOf(MANIFEST_NAME));
  const entries = readManifest(await archive.read(MANIFEST_NAME));
  const missing = entries.find(({ member }) => !archive.has(member));
  if (missing !== undefined) {
    throw new BundleError(`${MANIFEST_NAME} lists ${shortenName(missing.member)}, which is not in the bundle.`);
  }
  return entries;
}

function readFile({ name, kind, debugId, headers }: ManifestEntry, bytes: Buffer): BundleFile {
  const id = debugId ?? readEmbeddedDebugId(kind, bytes);
  return { file: { name, kind, debugId: id, headers, sha1: sha1Of(bytes), size: bytes.length }, bytes };
}

/** A file of a bundle, as its manifest describes it. */
interface ManifestEntry {
  /** The name of the file in the archive. */
  readonly member: string;
  /** A URL, or `~` and the path of one. */
  readonly name: string;
  readonly kind: ArtifactKind;
  readonly debugId: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

function checkManifestSize(size: number): void {
  if (size > MAX_MANIFEST_BYTES) {
    throw new BundleError(`${MANIFEST_NAME} in the bundle has ${size} bytes; the limit is ${MAX_MANIFEST_BYTES}.`);
  }
}

/**
 * Reads the files that a manifest lists. Its release, dist and project are ignored; the release, dist and project of
 * the request count.
 */
function readManifest(bytes: Uint8Array): ManifestEntry[] {
  const { files } = parseManifest(bytes);
  if (!isObject(files)) throw new BundleError(`${MANIFEST_NAME} in the bundle has no "files".`);
  return Object.entries(files).map(([member, entry]) => {
    if (!isObject(entry)) {
      throw new BundleError(`The entry of ${shortenName(member)} in ${MANIFEST_NAME} is not a JSON object.`);
    }
    return readEntry(member, entry);
  });
}

function parseManifest(bytes: Uint8Array): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch {
    throw new BundleError(`${MANIFEST_NAME} in the bundle is not valid JSON.`);
  }
  throw new BundleError(`${MANIFEST_NAME} in the bundle is not a JSON object.`);
}

function readEntry(member: string, entry: JsonObject): ManifestEntry {
  const headers = readHeaders(member, entry['headers']);
  const name = typeof entry['url'] === 'string' && entry['url'] !== '' ? entry['url'] : member;
  if (name.length > MAX_NAME_LENGTH) {
    throw new BundleError(
      `The url of ${shortenName(member)} in the bundle is longer than ${MAX_NAME_LENGTH} characters.`,
    );
  }
  const kind = KINDS.find((one) => one === entry['type']) ?? 'other';
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

const UUID_LENGTH = 36;
/** Characters after a JSON key that contain its value: the value, a colon and white space. */
const MEMBER_LENGTH = 32 + UUID_LENGTH;
const DEBUG_ID_COMMENT = '//# debugId=';

/**
 * Reads the debug id in the content of a file, for uploads that do not state it. Maps, which can be large, are searched
 * and not parsed: in a JSON string the quotes around the key would be escaped.
 */
export function readEmbeddedDebugId(kind: ArtifactKind, bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'source_map') return readMember(buffer, '"debug_id"') ?? readMember(buffer, '"debugId"');
  return kind === 'minified_source' ? readComment(buffer) : null;
}

function readMember(map: Buffer, key: string): string | null {
  const index = map.indexOf(key);
  if (index === -1) return null;
  const start = index + key.length;
  const after = map.toString('latin1', start, start + MEMBER_LENGTH);
  return parseDebugId(/^\s*:\s*"([^"]*)"/.exec(after)?.[1] ?? '');
}

function readComment(script: Buffer): string | null {
  const index = script.lastIndexOf(DEBUG_ID_COMMENT);
  if (index === -1) return null;
  const start = index + DEBUG_ID_COMMENT.length;
  return parseDebugId(script.toString('latin1', start, start + UUID_LENGTH));
}

const MAP_NAME = /\.(map|json)$/i;
const SCRIPT_NAME = /\.(js|mjs|cjs|jsbundle|bundle)$/i;

/**
 * Finds the kind and the debug id of a file that is uploaded by itself, without a manifest that states them.
 * @param headers by lower-case name
 */
export function describeUploadedFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Pick<ArtifactFile, 'kind' | 'debugId'> {
  const kind = artifactKindOf(name, headers);
  return { kind, debugId: parseDebugId(headers['debug-id'] ?? '') ?? readEmbeddedDebugId(kind, bytes) };
}

function artifactKindOf(name: string, headers: Readonly<Record<string, string>>): ArtifactKind {
  const path = name.replace(/[?#].*$/s, '');
  if (MAP_NAME.test(path)) return 'source_map';
  return SCRIPT_NAME.test(path) || 'sourcemap' in headers || 'x-sourcemap' in headers ? 'minified_source' : 'other';
}
