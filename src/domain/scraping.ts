/** Why a file of a page could not be fetched (reference/endpoints.md §6.8). */
export type ScrapingReason =
  'not_found' | 'disabled' | 'invalid_host' | 'permission_denied' | 'timeout' | 'download_error' | 'other';

/** That a file or its source map could not be fetched. */
export interface ScrapingFailure {
  readonly url: string;
  readonly reason: ScrapingReason;
  /** One sentence. */
  readonly details: string;
}

/** A fetched source map; its bytes are kept as those of uploads are. */
export interface ScrapedMap {
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
export interface Scraping {
  readonly url: string;
  /** When it ended, or else when it was asked for: milliseconds since 1970, UTC. */
  readonly at: number;
  readonly map: ScrapedMap | null;
  readonly failure: ScrapingFailure | null;
}

/** Files without a hash in their name change with each deployment: what was fetched tells of so much time before and after. */
export const VALID_MS = 60 * 60 * 1000;
/** After so long a file that events still point to is fetched again, so that these never meet an hour without one. */
const REFRESH_MS = 45 * 60 * 1000;
/** What is asked for twice within the same quarter of an hour is asked for once. */
const SLOT_MS = 15 * 60 * 1000;
/** Longer ones are not fetched: they are keys of the store. */
const MAX_URL = 1024;

/** Of an address that stays as it is; most are such, and taking others apart costs more. */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?\/[!"$-~]*$/;

/** The address to fetch a frame's file from: public by its looks, without fragment and credentials; null if there is none. */
export function scrapableUrl(path: string | null): string | null {
  if (path === null || !isWebAddress(path) || path.length > MAX_URL || !URL.canParse(path)) return null;
  if (PLAIN.test(path)) return path;
  const url = new URL(path);
  url.hash = '';
  return url.username + url.password === '' && url.href.length <= MAX_URL ? url.href : null;
}

/** Whether a path is on the web; a quick look. */
export function isWebAddress(path: string | null): boolean {
  return path !== null && /^https?:\/\//i.test(path);
}

/** The map to use for what was received at that time: the one that was fetched nearest to it. */
export function scrapedMapAt(scrapings: readonly Scraping[], received: number): ScrapedMap | null {
  return nearest(scrapings, received, ({ map }) => map !== null)?.map ?? null;
}

/** Why there is no such map, if it was tried. */
export function scrapingFailureAt(scrapings: readonly Scraping[], received: number): ScrapingFailure | null {
  return nearest(scrapings, received, ({ failure }) => failure !== null)?.failure ?? null;
}

/** Whether a file is to be fetched: it neither waits to be, nor was it a while ago. What failed is left alone for an hour. */
export function needsScraping(scrapings: readonly Scraping[], now: number): boolean {
  return scrapings.every(({ at, map }) => now - at >= (map === null ? VALID_MS : REFRESH_MS));
}

/** Tells attempts apart that must not both be made. */
export function scrapingSlot(at: number): number {
  return Math.floor(at / SLOT_MS);
}

function nearest(
  scrapings: readonly Scraping[],
  received: number,
  isSo: (scraping: Scraping) => boolean,
): Scraping | undefined {
  const distance = ({ at }: Scraping) => Math.abs(at - received);
  return scrapings.filter((one) => isSo(one) && distance(one) <= VALID_MS).sort((a, b) => distance(a) - distance(b))[0];
}
