import { BadRequest } from '../../domain/errors';
import type { Event, Frame } from '../../domain/event';
import { type FetchFailure, fetchFailureAt } from '../../domain/fetchAttempt';
import type { Project } from '../../domain/project';
import type { Readers } from '../../store/stores';
import { type BuildScope, DebugIds, lookUpMaps, type MapLookup, minifiedFileOf } from '../resolve/mapLookup';
import { fetchableUrlsOf, isJavaScript, type ResolveContext, selectFetchedMaps } from '../resolve/resolveEvent';
import { InvalidSourceMap, type OriginalPosition, type SourceMap } from '../resolve/sourceMap';

/** The element at `index`; a negative one counts from the end (reference/endpoints.md §6.1). */
function elementAt<T>(list: readonly T[], index: number, name: string): T {
  const element = list.at(index);
  if (element !== undefined) return element;
  const range = list.length === 0 ? 'there is none' : `it must be from ${-list.length} to ${list.length - 1}`;
  throw new BadRequest(`Query parameter '${name}' is out of bounds: ${range}.`);
}

/**
 * The raw frame that is asked for, oldest call first.
 * @throws BadRequest if the event has no exception, or an index is out of bounds
 */
export function selectFrame(event: Event, exceptionIndex: number, frameIndex: number): Frame {
  if (event.exceptions.length === 0) throw new BadRequest('Event does not contain an exception.');
  const exception = elementAt(event.exceptions, exceptionIndex, 'exception_idx');
  const stacktrace = exception.rawStacktrace ?? exception.stacktrace;
  return elementAt(stacktrace?.frames ?? [], frameIndex, 'frame_idx');
}

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
  readonly lookup: MapLookup;
  /** The map, where one was found. */
  readonly map: SourceMap | InvalidSourceMap | null;
  readonly original: OriginalPosition | null;
  /** Whether the map was fetched, since none is uploaded. */
  readonly isFetched: boolean;
  /** Why none was fetched either, where it was tried. */
  readonly fetchFailure: FetchFailure | null;
}

/** Collects what tells why a frame is not mapped, from what is uploaded now: one `read`, and one for the bytes of a map. */
export async function collectEvidence(
  event: Event,
  frame: Frame,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: ResolveContext,
): Promise<Evidence> {
  const subject: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const file = minifiedFileOf(frame, event.platform, new DebugIds(event.debugImages));
  const { isReleaseKnown, trail, names } = await from.read(async (stores) => {
    const [found] = await lookUpMaps(stores.artifacts, subject, [file], from.mapCache);
    if (found === undefined) throw new Error('a search answers for each file');
    return {
      trail: found,
      isReleaseKnown: await hasRelease(stores, subject),
      names: found.location === null ? await listNames(stores, subject) : [],
    };
  });
  const isMissing = trail.location === null && isJavaScript(frame, event.platform);
  const scraped = isMissing ? await findFetchedMap(trail, event, project, from) : NOT_FETCHED;
  const place = trail.location ?? scraped.place;
  const map = place && (await loadMap(place, project, from));
  const original = map === null || map instanceof InvalidSourceMap ? null : find(map, frame);
  const { failure: scraping } = scraped;
  return {
    event,
    frame,
    isReleaseKnown,
    names,
    lookup: { ...trail, location: place },
    map,
    original,
    isFetched: scraped.place !== null,
    fetchFailure: scraping,
  };
}

const NOT_FETCHED = { place: null, failure: null };

/** What there is of the file because it was fetched. */
async function findFetchedMap(
  { file }: MapLookup,
  { received }: Event,
  project: Pick<Project, 'id'>,
  { findFetchAttempts: scrapings }: ResolveContext,
) {
  const addresses = fetchableUrlsOf([file]);
  const url = addresses.get(file);
  if (scrapings === undefined || url === undefined) return NOT_FETCHED;
  const found = await scrapings(project.id, [url], received);
  const place = selectFetchedMaps(addresses, found, project, received).get(file) ?? null;
  return { place, failure: place === null ? fetchFailureAt(found.get(url) ?? [], received) : null };
}

async function hasRelease({ releases }: Readers, { project, release }: BuildScope): Promise<boolean> {
  return release !== null && (await releases.findByVersion(project.organizationId, release)) !== undefined;
}

async function listNames({ artifacts }: Readers, { project, release }: BuildScope): Promise<string[]> {
  if (release === null) return [];
  const listed = await artifacts.listByRelease(project.id, release, MAX_LISTED);
  return [...new Set(listed.map(({ name }) => name))];
}

function loadMap(
  place: NonNullable<MapLookup['location']>,
  project: Pick<Project, 'organizationId'>,
  { read, mapCache: shelf }: ResolveContext,
) {
  return shelf.getMap(project.organizationId, place, (content) =>
    read(({ artifacts }) => artifacts.readContent(content)),
  );
}

function find(map: SourceMap, { lineno, colno }: Frame): OriginalPosition | null {
  return lineno === null || colno === null ? null : map.find(lineno, colno);
}
