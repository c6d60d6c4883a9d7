import type { ArtifactFile } from '../domain/artifact';
import { sha1Of } from '../domain/content';
import { BundleArchive } from './bundleArchive';
import { BundleFault, shown } from './bundleFault';
import { MANIFEST_NAME, type ManifestEntry, checkManifestSize, readManifest } from './bundleManifest';
import { readEmbeddedDebugId } from './embeddedDebugId';

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
    throw new BundleFault(`${MANIFEST_NAME} in the bundle lists ${shown(lost.member)}, which is not there.`);
  return entries;
}

function readFile({ name, kind, debugId, headers }: ManifestEntry, bytes: Buffer): BundleFile {
  const id = debugId ?? readEmbeddedDebugId(kind, bytes);
  return { file: { name, kind, debugId: id, headers, sha1: sha1Of(bytes), size: bytes.length }, bytes };
}
