import type { Event, Frame } from '../domain/event';
import type { Project } from '../domain/project';
import { type ScrapingFailure, scrapingFailureAt } from '../domain/scraping';
import type { Readers } from '../store/stores';
import { DebugIds } from './debugIds';
import { type Original, type SourceMap, Unreadable } from './map';
import type { Sources } from './resolve';
import { addressesOf, placeScraped } from './scraped';
import { fileOf, searchMaps, type Subject, type Trail } from './search';
import { isJavaScript } from './wanted';

/** Artifacts of a release that are looked through for a similar name. */
const MAX_LISTED = 10_000;

/** All that a diagnosis looks at. */
export interface Evidence {
  readonly event: Pick<Event, 'platform' | 'release' | 'dist' | 'sdk'>;
  /** The frame as the client sent it. */
  readonly frame: Frame;
  readonly isReleaseKnown: boolean;
  /** Names of what was uploaded for the release, in list order; not looked for where a map was found. */
  readonly names: readonly string[];
  readonly trail: Trail;
  /** The map, where one was found. */
  readonly map: SourceMap | Unreadable | null;
  readonly original: Original | null;
  /** Whether the map was fetched, since none is uploaded. */
  readonly isScraped: boolean;
  /** Why none was fetched either, where it was tried. */
  readonly scraping: ScrapingFailure | null;
}

/** Collects what tells why a frame is not mapped, from what is uploaded now: one `read`, and one for the bytes of a map. */
export async function collectEvidence(
  event: Event,
  frame: Frame,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: Sources,
): Promise<Evidence> {
  const subject: Subject = { project, release: event.release, dist: event.dist, platform: event.platform };
  const file = fileOf(frame, event.platform, new DebugIds(event.debugImages));
  const { isReleaseKnown, trail, names } = await from.read(async (stores) => {
    const [found] = await searchMaps(stores.artifacts, subject, [file], from.shelf);
    if (found === undefined) throw new Error('a search answers for each file');
    return {
      trail: found,
      isReleaseKnown: await isKnown(stores, subject),
      names: found.place === null ? await listNames(stores, subject) : [],
    };
  });
  const isMissing = trail.place === null && isJavaScript(frame, event.platform);
  const scraped = isMissing ? await findScraped(trail, event, project, from) : NOT_SCRAPED;
  const place = trail.place ?? scraped.place;
  const map = place && (await loadMap(place, project, from));
  const original = map === null || map instanceof Unreadable ? null : find(map, frame);
  const { failure: scraping } = scraped;
  return {
    event,
    frame,
    isReleaseKnown,
    names,
    trail: { ...trail, place },
    map,
    original,
    isScraped: scraped.place !== null,
    scraping,
  };
}

const NOT_SCRAPED = { place: null, failure: null };

/** What there is of the file because it was fetched. */
async function findScraped({ file }: Trail, { received }: Event, project: Pick<Project, 'id'>, { scrapings }: Sources) {
  const addresses = addressesOf([file]);
  const url = addresses.get(file);
  if (scrapings === undefined || url === undefined) return NOT_SCRAPED;
  const found = await scrapings(project.id, [url], received);
  const place = placeScraped(addresses, found, project, received).get(file) ?? null;
  return { place, failure: place === null ? scrapingFailureAt(found.get(url) ?? [], received) : null };
}

async function isKnown({ releases }: Readers, { project, release }: Subject): Promise<boolean> {
  return release !== null && (await releases.findByVersion(project.organizationId, release)) !== undefined;
}

async function listNames({ artifacts }: Readers, { project, release }: Subject): Promise<string[]> {
  if (release === null) return [];
  const listed = await artifacts.listOfRelease(project.id, release, MAX_LISTED);
  return [...new Set(listed.map(({ name }) => name))];
}

function loadMap(
  place: NonNullable<Trail['place']>,
  project: Pick<Project, 'organizationId'>,
  { read, shelf }: Sources,
) {
  return shelf.map(project.organizationId, place, (content) => read(({ artifacts }) => artifacts.readContent(content)));
}

function find(map: SourceMap, { lineno, colno }: Frame): Original | null {
  return lineno === null || colno === null ? null : map.find(lineno, colno);
}
