import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openTemporaryFile } from '../../compression/spool';
import type { MapFinding } from '../../domain/artifact';
import { Unavailable } from '../../domain/errors';
import type { BundleKey, UploadedFile } from '../../store/artifacts';
import type { Read, Write, Writers } from '../../store/stores';
import { type CheckedFile, checkFile, type CheckMap, checkTogether, limitFindings } from '../lint/checkFiles';
import { BundleError, readBundle } from './artifactBundle';
import { describeArtifactExcess, MAX_BUNDLE_BYTES, type UploadQuota } from './limits';
import { ContentBatchWriter } from './storeContents';

/**
 * Maximum number of artifacts that the last transaction inserts. Events wait for it: about a second for this number.
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
  given: { organizationId: string; version: string; projectIds: readonly string[]; now: number },
): Promise<void> {
  const { organizationId, version, projectIds, now } = given;
  const { release } = await stores.releases.findOrInsert({ organizationId, version, dateCreated: now });
  for (const projectId of projectIds) await stores.releases.bind(projectId, release);
}
