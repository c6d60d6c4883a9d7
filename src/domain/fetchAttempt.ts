/** Why a file of a page could not be fetched (reference/endpoints.md §6.8). */
export type FetchFailureReason =
  'not_found' | 'disabled' | 'invalid_host' | 'permission_denied' | 'timeout' | 'download_error' | 'other';

/** That a file or its source map could not be fetched. */
export interface FetchFailure {
  readonly url: string;
  readonly reason: FetchFailureReason;
  /** One sentence. */
  readonly details: string;
}

/** A fetched source map; its bytes are kept as those of uploads are. */
export interface FetchedMap {
  /** Its address, to which its sources are relative; of a map that is written into the file, that of the file. */
  readonly url: string;
  /** SHA-1 of the bytes, lower-case hexadecimal. */
  readonly sha1: string;
  /** Bytes, inflated. */
  readonly size: number;
  /** What the file says of its build: lower-case uuid with dashes. */
  readonly debugId: string | null;
}

/** One attempt to fetch a minified file and its source map. Without a map and a failure it waits. */
export interface FetchAttempt {
  readonly url: string;
  /** When it ended, or else when it was asked for: milliseconds since 1970, UTC. */
  readonly at: number;
  readonly map: FetchedMap | null;
  readonly failure: FetchFailure | null;
}

/** Files without a hash in their name change with each deployment: what was fetched tells of so much time before and after. */
export const FETCH_VALID_MS = 60 * 60 * 1000;
/** After so long a file that events still point to is fetched again, so that these never meet an hour without one. */
const FETCH_REFRESH_MS = 45 * 60 * 1000;
/** What is asked for twice within the same quarter of an hour is asked for once. */
const FETCH_SLOT_MS = 15 * 60 * 1000;
/** Longer ones are not fetched: they are keys of the store. */
const MAX_URL_LENGTH = 1024;

/** Of an address that stays as it is; most are such, and taking others apart costs more. */
const NORMALIZED_URL = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?\/[!"$-~]*$/;

/** The address to fetch a frame's file from: public by its looks, without fragment and credentials; null if there is none. */
export function fetchableUrl(path: string | null): string | null {
  if (path === null || !isHttpUrl(path) || path.length > MAX_URL_LENGTH || !URL.canParse(path)) return null;
  if (NORMALIZED_URL.test(path)) return path;
  const url = new URL(path);
  url.hash = '';
  return url.username + url.password === '' && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** Whether a path is on the web; a quick look. */
export function isHttpUrl(path: string | null): boolean {
  return path !== null && /^https?:\/\//i.test(path);
}

/** The map to use for what was received at that time: the one that was fetched nearest to it. */
export function fetchedMapAt(scrapings: readonly FetchAttempt[], received: number): FetchedMap | null {
  return nearestAttempt(scrapings, received, ({ map }) => map !== null)?.map ?? null;
}

/** Why there is no such map, if it was tried. */
export function fetchFailureAt(scrapings: readonly FetchAttempt[], received: number): FetchFailure | null {
  return nearestAttempt(scrapings, received, ({ failure }) => failure !== null)?.failure ?? null;
}

/** Whether a file is to be fetched: it neither waits to be, nor was it a while ago. What failed is left alone for an hour. */
export function needsFetch(scrapings: readonly FetchAttempt[], now: number): boolean {
  return scrapings.every(({ at, map }) => now - at >= (map === null ? FETCH_VALID_MS : FETCH_REFRESH_MS));
}

/** Tells attempts apart that must not both be made. */
export function fetchSlot(at: number): number {
  return Math.floor(at / FETCH_SLOT_MS);
}

function nearestAttempt(
  scrapings: readonly FetchAttempt[],
  received: number,
  isSo: (scraping: FetchAttempt) => boolean,
): FetchAttempt | undefined {
  const distance = ({ at }: FetchAttempt) => Math.abs(at - received);
  return scrapings
    .filter((one) => isSo(one) && distance(one) <= FETCH_VALID_MS)
    .sort((a, b) => distance(a) - distance(b))[0];
}
