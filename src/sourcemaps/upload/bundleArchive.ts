import { type FileHandle, open } from 'node:fs/promises';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { inflate, InflatedTooLargeError } from '../../compression/inflate';

/** What is wrong with an uploaded archive, as one sentence for the person who uploads it. */
export class BundleError extends Error {}

const MAX_SHOWN_NAME = 200;

/** A member's name for such a sentence: it can be as long as its maker likes. */
export function shortenName(name: string): string {
  return name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
}

const WINDOW_BYTES = 1024 * 1024;

/** Reads a file here and there. What lies close together is read from the disk once: archives of many small files are quick. */
export class BufferedFileReader {
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly file: FileHandle) {}

  /** @throws Error if the file ends before */
  async read(position: number, length: number): Promise<Buffer> {
    if (length > WINDOW_BYTES) return requireLength(await this.#load(position, length), length);
    if (position < this.#start || position + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#load(position, WINDOW_BYTES);
      this.#start = position;
    }
    const from = position - this.#start;
    return requireLength(this.#bytes.subarray(from, from + length), length);
  }

  /** A new buffer each time: what was read before may still be in use. */
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
/** Inflated. A member is held in memory as a whole while it is read. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
/** Source maps shrink by ten, rarely by fifty; beyond this a member is made to exhaust who inflates it. */
const MAX_RATIO = 200;
/** Below this, a high ratio is harmless, and honest: a map of empty lines has it. */
const RATIO_COUNTS_FROM = 1024 * 1024;

const STORED = 0;

/**
 * A ZIP archive of somebody else, on disk: its members are read one by one and only in memory. What stands before the archive is
 * skipped by its reader. Member names are only looked up, never used as paths, so that any name is as good as another.
 */
export class BundleArchive {
  private constructor(
    private readonly file: FileHandle,
    private readonly window: BufferedFileReader,
    private readonly zip: ZipFile,
    private readonly members: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Reads the directory of the archive and refuses what exceeds a limit before anything is inflated.
   * @throws BundleFault
   */
  static async open(path: string): Promise<BundleArchive> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const window = new BufferedFileReader(file);
      const options = { decodeStrings: false, autoClose: false };
      const zip = await fromRandomAccessReaderPromise(new ArchiveReader(window), size, options).catch(refuseArchive);
      return new BundleArchive(file, window, zip, await readDirectory(zip));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** Bytes of the member as the directory tells them; a member that has another number is refused when it is read. */
  sizeOf(name: string): number {
    return this.members.get(name)?.uncompressedSize ?? 0;
  }

  /** @throws BundleFault if there is no such member, or it is damaged */
  async read(name: string): Promise<Buffer> {
    const entry = this.members.get(name);
    if (entry === undefined) throw new BundleError(`The bundle has no ${shortenName(name)}.`);
    try {
      const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return await decode(entry, await this.window.read(fileDataStart, entry.compressedSize));
    } catch (error) {
      throw new BundleError(`${shortenName(name)} in the bundle is damaged: ${sentenceOf(error)}.`);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** What the library asks for, out of the window. */
class ArchiveReader extends RandomAccessReader {
  constructor(private readonly window: BufferedFileReader) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copied = this.window.read(position, length).then((bytes) => bytes.copy(buffer, offset));
    copied.then(() => callback(null), callback);
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
    const { done, value: entry } = await entries.next().catch(refuseArchive);
    if (done === true) return members;
    const name = nameOf(entry);
    if (members.has(name)) throw new BundleError(`The bundle has ${shortenName(name)} twice.`);
    checkMember(shortenName(name), entry);
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES) throw new BundleError(`The bundle inflates to more than ${MAX_TOTAL_BYTES} bytes.`);
    members.set(name, entry);
  }
}

/** Undecoded names come without the library's check of paths, which would refuse the whole archive for one odd name. */
function nameOf(entry: Entry): string {
  if (entry.fileNameLength > MAX_NAME_BYTES)
    throw new BundleError(`A file name in the bundle is longer than ${MAX_NAME_BYTES} bytes.`);
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
}

function checkMember(name: string, entry: Entry): void {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (entry.isEncrypted()) throw new BundleError(`${name} in the bundle is encrypted.`);
  if (!entry.canDecodeFileData()) {
    throw new BundleError(
      `${name} in the bundle is compressed by method ${entry.compressionMethod}; use deflate or none.`,
    );
  }
  if (size > MAX_MEMBER_BYTES)
    throw new BundleError(`${name} in the bundle has ${size} bytes; the limit is ${MAX_MEMBER_BYTES}.`);
  if (size >= RATIO_COUNTS_FROM && size > packed * MAX_RATIO) {
    throw new BundleError(
      `${name} in the bundle inflates ${Math.floor(size / packed)} times; the limit is ${MAX_RATIO}.`,
    );
  }
}

async function decode({ compressionMethod, uncompressedSize: size }: Entry, compressed: Buffer): Promise<Buffer> {
  const bytes = compressionMethod === STORED ? compressed : await inflateMember(size, compressed);
  if (bytes.length !== size) {
    throw new Error(`it has ${bytes.length > size ? 'more' : 'fewer'} bytes than the directory tells`);
  }
  return bytes;
}

/** Inflates a member. Stops at the first byte beyond the size that the directory of the archive states. */
async function inflateMember(size: number, compressed: Buffer): Promise<Buffer> {
  try {
    return await inflate(compressed, { format: 'deflate-raw', limit: size, expectedBytes: size });
  } catch (error) {
    throw error instanceof InflatedTooLargeError ? new Error('it has more bytes than the directory tells') : error;
  }
}

function refuseArchive(error: unknown): never {
  throw new BundleError(`The bundle cannot be read as a ZIP archive: ${sentenceOf(error)}.`);
}

function sentenceOf(error: unknown): string {
  return (error as Error).message.replace(/\.$/, '');
}
