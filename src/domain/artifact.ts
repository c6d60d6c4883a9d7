import type { JsonObject } from './event';
import { HOUR_MS } from './time';

/** The type of an uploaded file, as bundle manifests name it. */
export type ArtifactKind = 'minified_source' | 'source_map' | 'source' | 'other';

/**
 * An uploaded file and the name by which frames refer to it. Its bytes are stored once for all artifacts that share
 * them.
 */
export interface Artifact {
  readonly id: string;
  readonly projectId: string;
  /** Null if the bundle was uploaded without a release; the file is then found by debug id only. */
  readonly release: string | null;
  readonly dist: string | null;
  /** A URL, or `~` and the path of a URL on any host. */
  readonly name: string;
  readonly kind: ArtifactKind;
  /** Lower-case uuid with dashes. */
  readonly debugId: string | null;
  /** HTTP headers of the file, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-1 of the bytes, lower-case hexadecimal. */
  readonly sha1: string;
  /** Number of uncompressed bytes. */
  readonly size: number;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  /** Time at which it last resolved a frame, to the day, or was uploaded. Milliseconds since 1970, UTC. */
  readonly lastUsed: number;
  /** Id of its bundle; null for a file that was uploaded alone. */
  readonly bundleId: string | null;
}

/** The fields needed to read the bytes of a stored file, uploaded or fetched. */
export type StoredFile = Pick<Artifact, 'projectId' | 'name' | 'headers' | 'sha1' | 'size'>;

/** A problem of an uploaded file, and its place. */
export interface MapFinding {
  /** An identifier, such as `mappings-source-index`. */
  readonly rule: string;
  /** An error keeps frames from being resolved, a warning makes the result worse. */
  readonly severity: 'error' | 'warning';
  /** The first place in the file; null if it is the whole file. */
  readonly where: string | null;
  /** A sentence. */
  readonly message: string;
  /** Number of places with the same mistake. */
  readonly count: number;
}

/** Files that were uploaded as one archive. */
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

/** A bundle in one of the projects that it was uploaded to. */
export interface ProjectBundle extends Pick<ArtifactBundle, 'id' | 'release' | 'dist' | 'fileCount' | 'dateCreated'> {
  /** Null for some bundles of earlier versions. */
  readonly checksum: string | null;
  /** Findings of its files. Null if it was not checked, because an earlier version stored it. */
  readonly errorCount: number | null;
  readonly warningCount: number | null;
}

/** The fields of an artifact that differ between the files of one upload. */
export type ArtifactFile = Pick<Artifact, 'name' | 'kind' | 'debugId' | 'headers' | 'sha1' | 'size'>;

/** The fields of an artifact that all files of one upload share. */
export type Upload = Pick<Artifact, 'projectId' | 'release' | 'dist' | 'bundleId' | 'dateCreated'> & {
  readonly organizationId: string;
};

/** A reason for which a frame cannot be resolved by a source map (openapi/DECISIONS.md D6). */
export type SourceMapProblemType =
  | 'no_release_on_event'
  | 'no_sourcemaps_on_release'
  | 'url_not_valid'
  | 'no_url_match'
  | 'partial_match'
  | 'wrong_url_prefix'
  | 'dist_mismatch'
  | 'sourcemap_not_found'
  | 'debug_id_no_sourcemaps'
  | 'debug_id_source_not_found'
  | 'debug_id_in_other_project'
  | 'release_file_has_other_debug_id'
  | 'debug_id_map_not_found'
  | 'wrong_build'
  | 'map_not_parsable'
  | 'map_invalid'
  | 'map_too_large'
  | 'position_missing'
  | 'missing_source_content'
  | 'no_mapping_at_position';

/**
 * The reason for which one frame cannot be resolved, with the names that were searched and the artifacts that were
 * found.
 */
export interface SourceMapProblem {
  readonly type: SourceMapProblemType;
  readonly data: JsonObject | null;
  /** The failed request for the file or its map, if it was tried: only of the first problem of a frame. */
  readonly fetchFailure?: FetchFailure;
}

/** The instructions that make a frame resolvable: a sentence, and a line for a shell if a command can do it. */
export interface SourceMapFix {
  readonly text: string;
  readonly command: string | null;
}

/** A problem with its fix. */
export interface SourceMapFinding extends SourceMapProblem {
  readonly fix: SourceMapFix;
}

/** The reason for which a file could not be fetched, as the contract lists it in `scraping_attempts`. */
export type FetchFailureReason =
  'not_found' | 'disabled' | 'invalid_host' | 'permission_denied' | 'timeout' | 'download_error' | 'other';

/** A failed request for a minified file or its source map. */
export interface FetchFailure {
  readonly url: string;
  readonly reason: FetchFailureReason;
  /** One sentence. */
  readonly details: string;
}

/** A fetched source map. Its bytes are stored like the bytes of uploaded files. */
export interface FetchedMap {
  /**
   * The URL that its sources are relative to: the URL of the map, or the URL of the minified file if the map is inlined
   * in it.
   */
  readonly url: string;
  /** SHA-1 of the bytes, lower-case hexadecimal. */
  readonly sha1: string;
  /** Number of uncompressed bytes. */
  readonly size: number;
  /** Debug id of the minified file, a lower-case uuid with dashes. */
  readonly debugId: string | null;
}

/** An attempt to fetch a minified file and its source map. It is pending while it has neither a map nor a failure. */
export interface FetchAttempt {
  readonly url: string;
  /** The time when it ended, or was requested if it is pending: milliseconds since 1970, UTC. */
  readonly at: number;
  readonly map: FetchedMap | null;
  readonly failure: FetchFailure | null;
}

/**
 * A fetched file is used for events received at most this long before or after: files without a hash in their name
 * change with each deployment.
 */
export const FETCH_VALID_MS = HOUR_MS;
/** Time after which a file that events still refer to is fetched again, so that a valid copy is always stored. */
const FETCH_REFRESH_MS = 45 * 60 * 1000;
/** Length of the period in which requests for the same file are one attempt. */
const FETCH_SLOT_MS = 15 * 60 * 1000;
/** Longer URLs are not fetched: URLs are part of a primary key. */
const MAX_URL_LENGTH = 1024;

/** Matches URLs that need no normalization, which are most; parsing a URL takes longer. */
const NORMALIZED_URL = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?\/[!"$-~]*$/;

/**
 * Returns the URL from which the file of a frame can be fetched, without its fragment; null if the path is no HTTP URL,
 * is too long or has credentials.
 */
export function fetchableUrl(path: string | null): string | null {
  if (path === null || !isHttpUrl(path) || path.length > MAX_URL_LENGTH || !URL.canParse(path)) return null;
  if (NORMALIZED_URL.test(path)) return path;
  const url = new URL(path);
  url.hash = '';
  return url.username + url.password === '' && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** Returns true if a path begins as an HTTP URL does. */
export function isHttpUrl(path: string | null): boolean {
  return path !== null && /^https?:\/\//i.test(path);
}

/** Returns the source map for an event received at this time: the one fetched nearest to it. */
export function fetchedMapAt(attempts: readonly FetchAttempt[], received: number): FetchedMap | null {
  return nearestAttempt(attempts, received, ({ map }) => map !== null)?.map ?? null;
}

/** Returns the failure nearest to this time; null if no attempt failed. */
export function fetchFailureAt(attempts: readonly FetchAttempt[], received: number): FetchFailure | null {
  return nearestAttempt(attempts, received, ({ failure }) => failure !== null)?.failure ?? null;
}

/**
 * Returns true if a file is to be fetched: no attempt is pending, none succeeded in the last 45 minutes and none failed
 * in the last hour.
 */
export function needsFetch(attempts: readonly FetchAttempt[], now: number): boolean {
  return attempts.every(({ at, map }) => now - at >= (map === null ? FETCH_VALID_MS : FETCH_REFRESH_MS));
}

/** Returns the number of the period in which at most one attempt for a file is made. */
export function fetchSlot(at: number): number {
  return Math.floor(at / FETCH_SLOT_MS);
}

function nearestAttempt(
  attempts: readonly FetchAttempt[],
  received: number,
  matches: (attempt: FetchAttempt) => boolean,
): FetchAttempt | undefined {
  const distance = ({ at }: FetchAttempt) => Math.abs(at - received);
  return attempts
    .filter((attempt) => matches(attempt) && distance(attempt) <= FETCH_VALID_MS)
    .sort((a, b) => distance(a) - distance(b))[0];
}
