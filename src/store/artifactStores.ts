import type { Artifact, ArtifactBundle, ArtifactFile, StoredFile, Upload } from '../domain/artifact';
import type { Page, PageRequest } from '../domain/page';

/** Bytes by their SHA-1, within an organization: chunks of uploads, and files that artifacts and fetched source maps refer to. */
export interface ContentReader {
  /** Those among `sha1s` that are not kept whole, once each, in the given order. */
  missing(organizationId: string, sha1s: readonly string[]): Promise<string[]>;
  /** For readers: bytes are inflated on the way, for which a transaction should not wait. */
  read(organizationId: string, sha1: string): Promise<Uint8Array | undefined>;
  /** Whether `collectGarbage` has something to look at. */
  hasGarbage(before: number): Promise<boolean>;
}

/** Bytes come and go in slices (`domain/content`), so that no transaction is long. */
export interface ContentWriter extends ContentReader {
  /** Keeps a slice, the first one first; keeping it again is fine. */
  putSlice(slice: {
    organizationId: string;
    sha1: string;
    number: number;
    bytes: Uint8Array;
    at: number;
  }): Promise<void>;
  /** Makes bytes readable whose slices are all there. */
  finish(content: { organizationId: string; sha1: string; sliceCount: number; at: number }): Promise<void>;
  /** Postpones the collection of bytes that nothing refers to yet. */
  keep(organizationId: string, sha1s: readonly string[], at: number): Promise<void>;
  /** Drops bytes that nothing used since `before` and nothing refers to, at most `limit` slices. Answers whether there is more. */
  collectGarbage(before: number, limit: number): Promise<boolean>;
}

/** What makes two uploads of an archive the same. */
export interface BundleKey {
  readonly organizationId: string;
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  /** In any order. */
  readonly projectIds: readonly string[];
}

export interface ArtifactReader {
  /** The bundle of that key if all it brought is still there: the same archive has nothing to add. */
  findBundle(key: BundleKey): Promise<ArtifactBundle | undefined>;
  /** Whether the project has any artifact at all: most have none, and need no further look. */
  any(projectId: string): Promise<boolean>;
  /** The artifact of that id, if it belongs to the release. */
  find(projectId: string, release: string, id: string): Promise<Artifact | undefined>;
  /** Artifacts with one of these debug ids, newest upload first. */
  findByDebugIds(projectId: string, debugIds: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release with one of these names, of every dist, newest upload first. */
  findByNames(projectId: string, release: string, names: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release in list order: by name, then dist; at most `limit`. */
  listOfRelease(projectId: string, release: string, limit: number): Promise<Artifact[]>;
  /** The same list in pages. */
  pageOfRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>>;
  /** The bytes of an artifact, inflated. For readers, as `ContentReader.read` is. */
  readContent(artifact: StoredFile): Promise<Uint8Array>;
}

export interface ArtifactWriter extends ArtifactReader {
  /** A new bundle; answers its id. */
  insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string>;
  /** Adds files to a project, whose bytes are kept already. Answers the artifacts; older ones of the same place and debug id are gone. */
  insert(upload: Upload, files: readonly ArtifactFile[]): Promise<Artifact[]>;
  /** Removes an artifact of a release; answers whether there was one. */
  remove(projectId: string, release: string, id: string, at: number): Promise<boolean>;
  /** Removes the artifacts of a release; answers how many. */
  removeOfRelease(projectId: string, release: string, at: number): Promise<number>;
}
