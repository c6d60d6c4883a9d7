import type { Readable } from 'node:stream';
import { type Entry, type ZipFile, getFileNameLowLevel, openPromise } from 'yauzl';
import { BundleFault, shown } from './bundleFault';

const MAX_MEMBERS = 20_000;
const MAX_NAME_BYTES = 4096;
/** Inflated. A member is held in memory as a whole while it is read. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
/** Source maps shrink by ten, rarely by fifty; beyond this a member is made to exhaust who inflates it. */
const MAX_RATIO = 200;
/** Below this, a high ratio is harmless, and honest: a map of empty lines has it. */
const RATIO_COUNTS_FROM = 1024 * 1024;

/**
 * A ZIP archive of somebody else, on disk: its members are read one by one and only in memory. What stands before the archive is
 * skipped by its reader. Member names are only looked up, never used as paths, so that any name is as good as another.
 */
export class BundleArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly members: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Reads the directory of the archive and refuses what exceeds a limit before anything is inflated.
   * @throws BundleFault
   */
  static async open(path: string): Promise<BundleArchive> {
    const zip = await openPromise(path, { decodeStrings: false, autoClose: false }).catch(refuseArchive);
    try {
      return new BundleArchive(zip, await readDirectory(zip));
    } catch (error) {
      zip.close();
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
    if (entry === undefined) throw new BundleFault(`The bundle has no ${shown(name)}.`);
    try {
      return await collect(await this.zip.openReadStreamPromise(entry), entry.uncompressedSize);
    } catch (error) {
      throw new BundleFault(`${shown(name)} in the bundle is damaged: ${sentenceOf(error)}.`);
    }
  }

  close(): void {
    this.zip.close();
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_MEMBERS) {
    throw new BundleFault(`The bundle has ${zip.entryCount} files; the limit is ${MAX_MEMBERS}.`);
  }
  const members = new Map<string, Entry>();
  let total = 0;
  const entries = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await entries.next().catch(refuseArchive);
    if (done === true) return members;
    const name = nameOf(entry);
    if (members.has(name)) throw new BundleFault(`The bundle has ${shown(name)} twice.`);
    checkMember(name, entry);
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES) throw new BundleFault(`The bundle inflates to more than ${MAX_TOTAL_BYTES} bytes.`);
    members.set(name, entry);
  }
}

/** Undecoded names come without the library's check of paths, which would refuse the whole archive for one odd name. */
function nameOf(entry: Entry): string {
  if (entry.fileNameLength > MAX_NAME_BYTES) throw new BundleFault(`A file name in the bundle is longer than ${MAX_NAME_BYTES} bytes.`);
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
}

function checkMember(name: string, entry: Entry): void {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (entry.isEncrypted()) throw new BundleFault(`${shown(name)} in the bundle is encrypted.`);
  if (!entry.canDecodeFileData()) {
    throw new BundleFault(`${shown(name)} in the bundle is compressed by method ${entry.compressionMethod}; use deflate or none.`);
  }
  if (size > MAX_MEMBER_BYTES) throw new BundleFault(`${shown(name)} in the bundle has ${size} bytes; the limit is ${MAX_MEMBER_BYTES}.`);
  if (size >= RATIO_COUNTS_FROM && size > packed * MAX_RATIO) {
    throw new BundleFault(`${shown(name)} in the bundle inflates ${Math.floor(size / packed)} times; the limit is ${MAX_RATIO}.`);
  }
}

/** The library ends the stream with an error if it has more bytes than the entry tells, or fewer. */
async function collect(stream: Readable, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) filled += piece.copy(bytes, filled);
  return bytes;
}

function refuseArchive(error: unknown): never {
  throw new BundleFault(`The bundle cannot be read as a ZIP archive: ${sentenceOf(error)}.`);
}

function sentenceOf(error: unknown): string {
  return (error as Error).message.replace(/\.$/, '');
}
