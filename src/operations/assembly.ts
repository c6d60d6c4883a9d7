import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ArtifactFile } from '../domain/artifact';
import { type PackedContent, packContent } from '../domain/content';
import { Unavailable } from '../domain/errors';
import { type BundleFile, readBundle } from '../sourcemaps/bundle';
import { BundleFault } from '../sourcemaps/bundleFault';
import type { BundleKey, Read, Write, Writers } from '../store/stores';
import { MAX_BUNDLE_BYTES, keepContents } from './artifact';

/** Files whose bytes wait to be written together: few transactions for many small files. */
const BATCH_FILES = 250;
const BATCH_BYTES = 1024 * 1024;
/** How long small files, which are handled in place, may keep other requests waiting. */
const TURN_MS = 10;

/** An archive to be put together and taken in. */
export interface Assembly {
  readonly key: BundleKey;
  /** SHA-1 of each chunk, in order. */
  readonly chunks: readonly string[];
  readonly read: Read;
  readonly write: Write;
  readonly now: number;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Takes in the files of a bundle whose chunks are all there. Bytes are stored file by file; what refers to them appears at once,
 * in the last transaction. Bundles take turns, so that memory and disk hold one of them however many are sent.
 * @throws BundleFault if the archive is not to be used; nothing of it can be seen then
 */
export function assemble(assembly: Assembly): Promise<void> {
  const done = turn.then(() => takeIn(assembly));
  turn = done.catch(() => undefined);
  return done;
}

async function takeIn(assembly: Assembly): Promise<void> {
  const { key, read, write } = assembly;
  if ((await read(({ artifacts }) => artifacts.findBundle(key))) !== undefined) return;
  const directory = await mkdtemp(join(tmpdir(), 'culprit-bundle-'));
  try {
    const path = join(directory, 'bundle');
    await joinChunks(assembly, path);
    const files = await storeFiles(assembly, path);
    await write((stores) => publish(stores, assembly, files));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function joinChunks(assembly: Assembly, path: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const sha1 = await writeChunks(assembly, file);
    const { checksum } = assembly.key;
    if (sha1 !== checksum) throw new BundleFault(`The chunks make up a bundle of SHA-1 ${sha1}, not ${checksum}.`);
  } finally {
    await file.close();
  }
}

async function writeChunks({ key, chunks, read }: Assembly, file: FileHandle): Promise<string> {
  const hash = createHash('sha1');
  let size = 0;
  for (const sha1 of chunks) {
    const bytes = await read(({ contents }) => contents.read(key.organizationId, sha1));
    if (bytes === undefined) throw new Unavailable('A chunk was dropped meanwhile; upload it again.');
    size += bytes.length;
    if (size > MAX_BUNDLE_BYTES) throw new BundleFault(`The bundle is larger than ${MAX_BUNDLE_BYTES} bytes.`);
    hash.update(bytes);
    await file.write(bytes);
  }
  return hash.digest('hex');
}

/** Bytes that are kept already are not compressed again: most files of a build are those of the one before. */
async function storeFiles({ key: { organizationId }, read, write, now }: Assembly, path: string): Promise<ArtifactFile[]> {
  const files: ArtifactFile[] = [];
  const known = new Set<string>();
  let batch: PackedContent[] = [];
  const flush = async () => {
    await keepContents(write, { organizationId, at: now }, batch);
    batch = [];
  };
  const isKept = async (sha1: string) => (await read(({ contents }) => contents.missing(organizationId, [sha1]))).length === 0;
  const add = async ({ file, bytes }: BundleFile) => {
    files.push(file);
    if (known.has(file.sha1)) return;
    known.add(file.sha1);
    if (await isKept(file.sha1)) return;
    batch.push({ sha1: file.sha1, slices: await packContent(bytes) });
    if (batch.length >= BATCH_FILES || sizeOf(batch) >= BATCH_BYTES) await flush();
  };
  let began = performance.now();
  for await (const file of readBundle(path)) {
    await add(file);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  if (batch.length > 0) await flush();
  return files;
}

function sizeOf(batch: readonly PackedContent[]): number {
  return batch.reduce((sum, { slices }) => slices.reduce((size, slice) => size + slice.length, sum), 0);
}

async function publish(stores: Writers, { key, now }: Assembly, files: readonly ArtifactFile[]): Promise<void> {
  const { organizationId, release, dist, projectIds } = key;
  const sha1s = files.map(({ sha1 }) => sha1);
  await stores.contents.keep(organizationId, sha1s, now);
  if ((await stores.contents.missing(organizationId, sha1s)).length > 0) throw new Unavailable('A file was dropped meanwhile; try again.');
  const bundleId = await stores.artifacts.insertBundle(key, { fileCount: files.length, dateCreated: now });
  for (const projectId of projectIds) {
    await stores.artifacts.insert({ organizationId, projectId, release, dist, bundleId, dateCreated: now }, files);
  }
  if (release !== null) await bindRelease(stores, { organizationId, version: release, projectIds, now });
}

async function bindRelease(
  stores: Writers,
  given: { organizationId: string; version: string; projectIds: readonly string[]; now: number },
): Promise<void> {
  const { organizationId, version, projectIds, now } = given;
  const { release } = await stores.releases.upsert({ organizationId, version, dateCreated: now });
  for (const projectId of projectIds) await stores.releases.bind(projectId, release);
}
