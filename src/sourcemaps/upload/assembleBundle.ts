import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type CompressedContent, compressContent } from '../../compression/eventBody';
import { type FileBytes, openTemporaryFile } from '../../compression/spool';
import type { MapFinding } from '../../domain/artifact';
import { Unavailable } from '../../domain/errors';
import type { BundleKey, UploadedFile } from '../../store/artifacts';
import type { ContentOwner, ContentSlice } from '../../store/contents';
import type { Read, Write, Writers } from '../../store/stores';
import { type CheckedFile, checkFile, type CheckMap, checkTogether, limitFindings } from '../lint/checkFiles';
import { BundleError, readBundle } from './artifactBundle';
import { describeArtifactExcess, MAX_BUNDLE_BYTES, type UploadQuota } from './limits';

/** Compressed bytes that one transaction writes. Events wait for its end. */
const TRANSACTION_BYTES = 1024 * 1024;
/** Files that are looked up and written together. */
const BATCH_FILES = 250;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum time for which compressing small files, which is synchronous, delays other requests. */
const MAX_BLOCKING_MS = 10;

/** Minimum bytes that a chunk counts: many small chunks cost more than their bytes. */
const MIN_CHUNK_BYTES = 16 * 1024;

/** Returns the bytes that chunks count against the quota of their organization while they are not assembled. */
export function chunkBytesOf(chunks: readonly CompressedContent[]): number {
  const sizes = chunks.map(({ slices }) => slices.reduce((bytes, { length }) => bytes + length, 0));
  return sizes.reduce((sum, bytes) => sum + Math.max(MIN_CHUNK_BYTES, bytes), 0);
}

export interface StoreContentsOptions {
  /** True if the contents count as chunks until they are assembled. */
  readonly areChunks?: boolean;
  /** Called in the last transaction. */
  readonly record?: (stores: Writers) => Promise<void>;
}

/** Stores contents in short transactions. All of them become readable in the last one. */
export async function storeContents(
  write: Write,
  owner: ContentOwner,
  contents: readonly CompressedContent[],
  { areChunks = false, record }: StoreContentsOptions = {},
): Promise<void> {
  const transactions = splitIntoTransactions(
    contents.flatMap(({ sha1, slices }) => slices.map((bytes, number) => ({ sha1, number, bytes }))),
  );
  const last = transactions.pop() ?? [];
  for (const transaction of transactions) {
    await write((stores) => stores.contents.putSlices(owner, transaction));
  }
  await write(async (stores) => {
    await stores.contents.putSlices(owner, last);
    await stores.contents.complete(
      owner,
      contents.map((content) => {
        const { sha1, slices } = content;
        return { sha1, sliceCount: slices.length, chunkBytes: areChunks ? chunkBytesOf([content]) : null };
      }),
    );
    await record?.(stores);
  });
}

/**
 * Stores a file unless it is stored already, in transactions of about one slice each. Only one slice is in memory.
 * @param beforeEach called before each transaction. May throw
 */
export async function storeFile(
  { read, write, beforeEach }: { readonly read: Read; readonly write: Write; readonly beforeEach: () => void },
  owner: ContentOwner,
  file: FileBytes,
): Promise<void> {
  const { sha1 } = file;
  const missing = await read(({ contents }) => contents.findMissing(owner.organizationId, [sha1]));
  if (missing.length === 0) return;
  let waiting: ContentSlice | undefined;
  let number = 0;
  for await (const piece of file.pieces()) {
    const slice = waiting;
    beforeEach();
    if (slice !== undefined) await write(({ contents }) => contents.putSlices(owner, [slice]));
    const [bytes = new Uint8Array()] = await compressContent(piece);
    waiting = { sha1, number, bytes };
    number += 1;
  }
  const last = waiting;
  await write(async ({ contents }) => {
    if (last !== undefined) await contents.putSlices(owner, [last]);
    await contents.complete(owner, [{ sha1, sliceCount: number }]);
  });
}

function splitIntoTransactions(slices: readonly ContentSlice[]): ContentSlice[][] {
  const transactions: ContentSlice[][] = [];
  let remaining = 0;
  for (const slice of slices) {
    if (slice.bytes.length > remaining) {
      transactions.push([]);
      remaining = TRANSACTION_BYTES;
    }
    transactions.at(-1)?.push(slice);
    remaining -= slice.bytes.length;
  }
  return transactions;
}

/** Stores the contents of many files in batches. Only one batch is in memory. */
export class ContentBatchWriter {
  readonly #added = new Set<string>();
  #batch: { sha1: string; bytes: Uint8Array }[] = [];
  #batchBytes = 0;

  constructor(
    private readonly read: Read,
    private readonly write: Write,
    private readonly owner: ContentOwner,
  ) {}

  async add(sha1: string, bytes: Uint8Array): Promise<void> {
    if (this.#added.has(sha1)) return;
    this.#added.add(sha1);
    this.#batch.push({ sha1, bytes });
    this.#batchBytes += bytes.length;
    if (this.#batch.length >= BATCH_FILES || this.#batchBytes >= BATCH_BYTES) await this.flush();
  }

  /**
   * Writes the rest. Stored contents are not compressed again: most files of a build are the same as in the previous
   * build.
   */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    const { organizationId } = this.owner;
    const missing = new Set(
      await this.read(({ contents }) =>
        contents.findMissing(
          organizationId,
          batch.map(({ sha1 }) => sha1),
        ),
      ),
    );
    const compressed = await compressFiles(batch.filter(({ sha1 }) => missing.has(sha1)));
    if (compressed.length > 0) await storeContents(this.write, this.owner, compressed);
  }
}

async function compressFiles(files: readonly { sha1: string; bytes: Uint8Array }[]): Promise<CompressedContent[]> {
  const compressed: CompressedContent[] = [];
  let began = performance.now();
  for (const { sha1, bytes } of files) {
    compressed.push({ sha1, slices: await compressContent(bytes) });
    if (performance.now() - began < MAX_BLOCKING_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return compressed;
}

/**
 * Maximum number of artifacts that the last transaction inserts. Events wait for it: two to four seconds for this
 * number; on PostgreSQL, they would be refused after five (`lock_timeout`).
 */
const MAX_ARTIFACTS = 60_000;

/** A bundle to be assembled from its chunks. */
export interface BundleAssembly {
  readonly key: BundleKey;
  /** SHA-1 of each chunk, in order. */
  readonly chunks: readonly string[];
  readonly now: number;
  /** Called in the transaction that makes the bundle visible. */
  readonly record?: (stores: Writers) => Promise<void>;
}

/** Milliseconds by which assembled chunks are deleted earlier than other chunks. */
const ASSEMBLED_EARLIER_MS = 23 * 60 * 60 * 1000;

/** `read` and `write` have no deadline of a request: a large bundle takes longer, also because it waits for others. */
export interface BundleAssemblerOptions {
  readonly read: Read;
  readonly write: Write;
  readonly quota: UploadQuota;
  readonly checkMap: CheckMap;
  /** @throws Unavailable if the disk has too little space left for uploads */
  readonly requireDiskSpace: () => void;
}

/** Assembles one bundle after the other: memory and disk hold one bundle, even if many are uploaded. */
export class BundleAssembler {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BundleAssemblerOptions) {}

  /**
   * Stores the files of a bundle whose chunks are stored. Contents are stored in many transactions; the artifacts that
   * refer to them are inserted in the last one.
   * @throws BundleError if the bundle cannot be used or exceeds the quota. None of its files is visible then
   */
  assemble(assembly: BundleAssembly): Promise<void> {
    const done = this.#last.then(() => assembleBundle(assembly, this.options));
    this.#last = done.catch(() => undefined);
    return done;
  }
}

async function assembleBundle(assembly: BundleAssembly, options: BundleAssemblerOptions): Promise<void> {
  const { key } = assembly;
  const { read, write } = options;
  if ((await read(({ artifacts }) => artifacts.findBundle(key))) !== undefined) return;
  options.requireDiskSpace();
  const bundle = await openTemporaryFile();
  try {
    await joinChunks(assembly, bundle, read);
    const checked = await storeFiles(assembly, bundle, options);
    await write((stores) => insertArtifacts(stores, assembly, checked, options.quota));
  } finally {
    await bundle.close();
  }
}

async function joinChunks(assembly: BundleAssembly, bundle: FileHandle, read: Read): Promise<void> {
  const sha1 = await writeChunks(assembly, bundle, read);
  const { checksum } = assembly.key;
  if (sha1 !== checksum) throw new BundleError(`The chunks make up a bundle with SHA-1 ${sha1}, not ${checksum}.`);
}

async function writeChunks({ key, chunks }: BundleAssembly, file: FileHandle, read: Read): Promise<string> {
  const hash = createHash('sha1');
  let size = 0;
  for (const sha1 of chunks) {
    const bytes = await read(({ contents }) => contents.read(key.organizationId, sha1));
    if (bytes === undefined) throw new Unavailable('A chunk was deleted in the meantime; upload it again.');
    size += bytes.length;
    if (size > MAX_BUNDLE_BYTES) throw new BundleError(`The bundle is larger than ${MAX_BUNDLE_BYTES} bytes.`);
    hash.update(bytes);
    await file.write(bytes);
  }
  return hash.digest('hex');
}

async function storeFiles(
  { key, now }: BundleAssembly,
  bundle: FileHandle,
  { read, write, quota, checkMap, requireDiskSpace }: BundleAssemblerOptions,
): Promise<CheckedBundle> {
  const { organizationId, projectIds } = key;
  const contentWriter = new ContentBatchWriter(read, write, { organizationId, at: now });
  const stored = await read(({ artifacts }) => artifacts.sumBytes(organizationId));
  const files: UploadedFile[] = [];
  const checked: CheckedFile[] = [];
  let size = 0;
  for await (const { file, bytes } of readBundle(bundle)) {
    files.push(file);
    size += file.size;
    checkArtifactCount(files.length, projectIds.length);
    requireWithinQuota(stored, size * projectIds.length, quota);
    requireDiskSpace();
    checked.push(await checkFile(file, bytes, checkMap));
    await contentWriter.add(file.sha1, bytes);
  }
  await contentWriter.flush();
  const findings = checkTogether(checked);
  const limited = limitFindings(findings);
  return {
    files: files.map((file, index) => ({ ...file, findings: limited[index] ?? [] })),
    errorCount: countOf('error', findings),
    warningCount: countOf('warning', findings),
  };
}

/** The files of a bundle, with their problems. */
interface CheckedBundle {
  readonly files: readonly UploadedFile[];
  readonly errorCount: number;
  readonly warningCount: number;
}

function countOf(severity: MapFinding['severity'], findings: readonly (readonly MapFinding[])[]): number {
  return findings.flat().filter((finding) => finding.severity === severity).length;
}

function checkArtifactCount(files: number, projects: number): void {
  if (files * projects <= MAX_ARTIFACTS) return;
  throw new BundleError(
    `The bundle has too many files for ${projects} projects; files times projects is at most ${MAX_ARTIFACTS}.`,
  );
}

function requireWithinQuota(stored: number, added: number, quota: UploadQuota): void {
  const excess = describeArtifactExcess(stored, added, quota);
  if (excess !== null) throw new BundleError(excess);
}

async function insertArtifacts(
  stores: Writers,
  { key, chunks, now, record }: BundleAssembly,
  { files, errorCount, warningCount }: CheckedBundle,
  quota: UploadQuota,
): Promise<void> {
  const { organizationId, checksum, release, dist, projectIds } = key;
  const sha1s = files.map(({ sha1 }) => sha1);
  await stores.contents.touch(organizationId, sha1s, now);
  if ((await stores.contents.findMissing(organizationId, sha1s)).length > 0)
    throw new Unavailable('A file was deleted in the meantime; try again.');
  const fileCount = files.length;
  const bundleId = await stores.artifacts.insertBundle(key, { fileCount, dateCreated: now });
  const bundle = { id: bundleId, checksum, release, dist, fileCount, errorCount, warningCount, dateCreated: now };
  for (const projectId of projectIds) {
    await stores.artifacts.insert({ organizationId, projectId, release, dist, bundleId, dateCreated: now }, files);
    await stores.projectBundles.insert({ projectId, organizationId }, bundle);
  }
  requireWithinQuota(await stores.artifacts.sumBytes(organizationId), 0, quota);
  await stores.contents.releaseChunks(organizationId, chunks, now - ASSEMBLED_EARLIER_MS);
  if (release !== null) await bindRelease(stores, { organizationId, version: release, projectIds, now });
  await record?.(stores);
}

async function bindRelease(
  stores: Writers,
  {
    organizationId,
    version,
    projectIds,
    now,
  }: { organizationId: string; version: string; projectIds: readonly string[]; now: number },
): Promise<void> {
  const { release } = await stores.releases.findOrInsert({ organizationId, version, dateCreated: now });
  for (const projectId of projectIds) await stores.releases.bind(projectId, release);
}
