import type { JsonObject } from './event';

/** What an uploaded file is, in the words of bundle manifests. */
export type ArtifactKind = 'minified_source' | 'source_map' | 'source' | 'other';

/** An uploaded file under the name it is looked up by; its bytes are stored once for all artifacts that share them. */
export interface Artifact {
  readonly id: string;
  readonly projectId: string;
  /** Null where the bundle was uploaded without a release: only debug ids find it. */
  readonly release: string | null;
  readonly dist: string | null;
  /** A full URL, or `~` and the path of one. */
  readonly name: string;
  readonly kind: ArtifactKind;
  /** Lower-case uuid with dashes. */
  readonly debugId: string | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-1 of the bytes, lower-case hexadecimal. */
  readonly sha1: string;
  /** Bytes, inflated. */
  readonly size: number;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  /** The bundle it came in; null for a single file. */
  readonly bundleId: string | null;
}

/** What it takes to read a file whose bytes are kept, also of one that was fetched and not uploaded. */
export type StoredFile = Pick<Artifact, 'projectId' | 'name' | 'headers' | 'sha1' | 'size'>;

/** Several files that were uploaded as one archive. */
export interface ArtifactBundle {
  readonly id: string;
  readonly organizationId: string;
  /** SHA-1 of the whole archive, lower-case hexadecimal. */
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  readonly fileCount: number;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** One file of an upload. */
export type ArtifactFile = Pick<Artifact, 'name' | 'kind' | 'debugId' | 'headers' | 'sha1' | 'size'>;

/** What all files of an upload have in common. */
export type Upload = Pick<Artifact, 'projectId' | 'release' | 'dist' | 'bundleId' | 'dateCreated'> & {
  readonly organizationId: string;
};

/** What can keep a frame from being mapped to its source (decisions.md D6, §5; reference/endpoints.md §6.6). */
export type SourceMapProblemType =
  | 'no_release_on_event'
  | 'no_sourcemaps_on_release'
  | 'url_not_valid'
  | 'no_url_match'
  | 'partial_match'
  | 'dist_mismatch'
  | 'sourcemap_not_found'
  | 'debug_id_no_sourcemaps'
  | 'debug_id_source_not_found'
  | 'debug_id_map_not_found'
  | 'map_not_parsable'
  | 'no_mapping_at_position';

/** Why a frame is not mapped: what was looked for and what was found. */
export interface SourceMapProblem {
  readonly type: SourceMapProblemType;
  readonly data: JsonObject | null;
}
