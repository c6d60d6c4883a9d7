import type { FileHandle } from 'node:fs/promises';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { sha1Of } from '../../compression/eventBody';
import { inflate, InflatedTooLargeError } from '../../compression/inflate';
import type { ArtifactFile, ArtifactKind } from '../../domain/artifact';
import { isObject, type JsonObject, parseDebugId } from '../../domain/event';

/** The error of an uploaded archive that cannot be used. The message is one sentence for its uploader. */
export class BundleError extends Error {}

const MAX_SHOWN_NAME = 200;

/** Shortens the name of an archive member for an error message. */
function shortenName(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}

const BUFFER_BYTES = 1024 * 1024;

/** Reads ranges of a file through a buffer, so that neighbouring ranges are read from the disk once. */
class BufferedFileReader {
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly file: FileHandle) {}

  /** @throws Error if the file ends before the range does */
  async read(position: number, length: number): Promise<Buffer> {
    if (length > BUFFER_BYTES) return requireLength(await this.#load(position, length), length);
    if (position < this.#start || position + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#load(position, BUFFER_BYTES);
      this.#start = position;
    }
    const from = position - this.#start;
    return requireLength(this.#bytes.subarray(from, from + length), length);
  }

  /** Allocates a new buffer each time, since ranges of the previous one may still be in use. */
  async #load(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

function requireLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length < length) throw new Error('the file ends too early');
  return bytes;
}

const MAX_MEMBERS = 20_000;
const MAX_NAME_BYTES = 4096;
/** Size of an inflated member, which is in memory while it is read. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
/** Compression ratio. Source maps have ratios of ten, rarely of fifty. */
const MAX_RATIO = 200;
/** Inflated size from which the ratio is limited. Small maps of empty lines have higher ratios. */
const MIN_RATIO_BYTES = 1024 * 1024;

/** The compression method of uncompressed members. */
const STORED = 0;

/**
 * An uploaded ZIP archive on disk. Members are inflated in memory, one by one. Bytes before the archive are ignored.
 * Member names are never used as paths, so that any name is allowed.
 */
class BundleArchive {
  private constructor(
    private readonly reader: BufferedFileReader,
    private readonly zip: ZipFile,
    private readonly members: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Reads the directory of the archive, and checks all limits before anything is inflated. The caller closes the file.
   * @throws BundleError
   */
  static async read(file: FileHandle): Promise<BundleArchive> {
    const { size } = await file.stat();
    const reader = new BufferedFileReader(file);
    const options = { decodeStrings: false, autoClose: false };
    const zip = await fromRandomAccessReaderPromise(new ArchiveReader(reader), size, options).catch(refuseArchive);
    return new BundleArchive(reader, zip, await readDirectory(zip));
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** Returns the inflated size of a member that the directory states. `read` fails if the member has another size. */
  sizeOf(name: string): number {
    return this.members.get(name)?.uncompressedSize ?? 0;
  }

  /** @throws BundleError if the member does not exist or is damaged */
  async read(name: string): Promise<Buffer> {
    const entry = this.members.get(name);
    if (entry === undefined) throw new BundleError(`The bundle has no ${shortenName(name)}.`);
    try {
      const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return await decode(entry, await this.reader.read(fileDataStart, entry.compressedSize));
    } catch (error) {
      throw new BundleError(`${shortenName(name)} in the bundle is damaged: ${sentenceOf(error)}.`);
    }
  }
}

/** Lets yauzl read through the buffer. */
class ArchiveReader extends RandomAccessReader {
  constructor(private readonly reader: BufferedFileReader) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copied = this.reader.read(position, length).then((bytes) => bytes.copy(buffer, offset));
    copied.then(() => {
      callback(null);
    }, callback);
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_MEMBERS) {
    throw new BundleError(`The bundle has ${zip.entryCount} files; the limit is ${MAX_MEMBERS}.`);
  }
  const members = new Map<string, Entry>();
  let total = 0;
  const entries = zip.eachEntry();
  for (;;) {
    const next: IteratorResult<Entry, unknown> = await entries.next().catch(refuseArchive);
    if (next.done === true) return members;
    const entry = next.value;
    const name = nameOf(entry);
    if (members.has(name)) throw new BundleError(`The bundle has ${shortenName(name)} twice.`);
    checkMember(shortenName(name), entry);
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES) throw new BundleError(`The bundle inflates to more than ${MAX_TOTAL_BYTES} bytes.`);
    members.set(name, entry);
  }
}

/** Decodes a member's name. If yauzl did that, it would reject the whole archive for a name that is not a safe path. */
function nameOf(entry: Entry): string {
  if (entry.fileNameLength > MAX_NAME_BYTES) {
    throw new BundleError(`A file name in the bundle is longer than ${MAX_NAME_BYTES} bytes.`);
  }
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
}

function checkMember(name: string, entry: Entry): void {
  const { uncompressedSize: size, compressedSize } = entry;
  if (entry.isEncrypted()) throw new BundleError(`${name} in the bundle is encrypted.`);
  if (!entry.canDecodeFileData()) {
    throw new BundleError(
      `${name} in the bundle is compressed by method ${entry.compressionMethod}; use deflate or none.`,
    );
  }
  if (size > MAX_MEMBER_BYTES) {
    throw new BundleError(`${name} in the bundle has ${size} bytes; the limit is ${MAX_MEMBER_BYTES}.`);
  }
  if (size >= MIN_RATIO_BYTES && size > compressedSize * MAX_RATIO) {
    throw new BundleError(
      `${name} in the bundle inflates ${Math.floor(size / compressedSize)} times; the limit is ${MAX_RATIO}.`,
    );
  }
}

async function decode({ compressionMethod, uncompressedSize: size }: Entry, compressed: Buffer): Promise<Buffer> {
  const bytes = compressionMethod === STORED ? compressed : await inflateMember(size, compressed);
  if (bytes.length !== size) {
    throw new Error(`it has ${bytes.length > size ? 'more' : 'fewer'} bytes than the archive's directory states`);
  }
  return bytes;
}

/** Inflates a member. Stops at the first byte beyond the size that the directory of the archive states. */
async function inflateMember(size: number, compressed: Buffer): Promise<Buffer> {
  try {
    return await inflate(compressed, { format: 'deflate-raw', limit: size, expectedBytes: size });
  } catch (error) {
    throw error instanceof InflatedTooLargeError
      ? new Error("it has more bytes than the archive's directory states")
      : error;
  }
}

function refuseArchive(error: unknown): never {
  throw new BundleError(`The bundle cannot be read as a ZIP archive: ${sentenceOf(error)}.`);
}

function sentenceOf(error: unknown): string {
  return (error as Error).message.replace(/\.$/, '');
}

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
