import type { Project } from '../domain/project';
import { type ScrapedMap, type Scraping, scrapableUrl, scrapedMapAt } from '../domain/scraping';
import type { WantedFile } from './search';
import type { MapPlace } from './shelf';

/** Finds the attempts to fetch files, by URL, that may matter to what was received at that time. */
export type FindScrapings = (
  projectId: string,
  urls: readonly string[],
  received: number,
) => Promise<Map<string, readonly Scraping[]>>;

/** The files that can be fetched, with their addresses. */
export function addressesOf(files: readonly WantedFile[]): Map<WantedFile, string> {
  const addresses = new Map<WantedFile, string>();
  for (const file of files) {
    const url = scrapableUrl(file.path);
    if (url !== null) addresses.set(file, url);
  }
  return addresses;
}

/** Where the fetched maps of files are; those of another build than the file's are left out. */
export function placeScraped(
  addresses: ReadonlyMap<WantedFile, string>,
  found: ReadonlyMap<string, readonly Scraping[]>,
  project: Pick<Project, 'id'>,
  received: number,
): Map<WantedFile, MapPlace> {
  const places = new Map<WantedFile, MapPlace>();
  for (const [file, url] of addresses) {
    const map = scrapedMapAt(found.get(url) ?? [], received);
    if (map !== null && isOfBuild(map, file)) places.set(file, placeOf(map, project.id));
  }
  return places;
}

function isOfBuild({ debugId }: ScrapedMap, file: WantedFile): boolean {
  return debugId === null || file.debugId === null || debugId === file.debugId;
}

function placeOf({ url, sha1, size }: ScrapedMap, projectId: string): MapPlace {
  return { artifact: { projectId, name: url, headers: {}, sha1, size }, isInline: false, url };
}
