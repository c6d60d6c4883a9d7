import { HOUR_MS } from './time';

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
 * The URL from which the file of a frame can be fetched, without its fragment; null if it is no such URL or has
 * credentials.
 */
export function fetchableUrl(path: string | null): string | null {
  if (path === null || !isHttpUrl(path) || path.length > MAX_URL_LENGTH || !URL.canParse(path)) return null;
  if (NORMALIZED_URL.test(path)) return path;
  const url = new URL(path);
  url.hash = '';
  return url.username + url.password === '' && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** True if a path begins as an HTTP URL does. */
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
 * True if a file is to be fetched: no attempt is pending, none succeeded in the last 45 minutes and none failed in the
 * last hour.
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
