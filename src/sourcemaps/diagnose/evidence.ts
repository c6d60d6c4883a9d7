import { BadRequest } from '../../domain/errors';
import { type Event, type Frame, isJavaScript } from '../../domain/event';
import { type FetchFailure, fetchFailureAt } from '../../domain/fetchAttempt';
import type { Readers } from '../../store/stores';
import {
  type BuildScope,
  DebugIds,
  lookUpMaps,
  type MapLookup,
  minifiedFileOf,
  type ArtifactOwner,
} from '../resolve/mapLookup';
import { fetchableUrlsOf, type ResolveContext, selectFetchedMaps } from '../resolve/resolveEvent';
import { InvalidSourceMap, type OriginalPosition, type SourceMap } from '../resolve/sourceMap';
import { type MapLocation, sliceReader } from '../resolve/sourceMapCache';

/** Artifacts of a release among which a similar name is searched. */
const MAX_LISTED_ARTIFACTS = 10_000;

/** Everything that a diagnosis depends on. */
export interface Evidence {
  readonly event: Pick<Event, 'platform' | 'release' | 'dist' | 'sdk'>;
  /** The frame as the client sent it. */
  readonly frame: Frame;
  readonly isReleaseKnown: boolean;
  /** Names of the release's artifacts, in list order. Empty if an uploaded map was found. */
  readonly names: readonly string[];
  readonly lookup: MapLookup;
  /** The map, if one was found. */
  readonly map: SourceMap | InvalidSourceMap | null;
  readonly original: OriginalPosition | null;
  /** Whether the map was fetched, because none is uploaded. */
  readonly isFetched: boolean;
  /** Why the map could not be fetched, if that was tried. */
  readonly fetchFailure: FetchFailure | null;
}

/**
 * Selects a frame of an event as the client sent it. Indexes count from the oldest; negative ones count from the end.
 * @throws BadRequest if the event has no exception, or an index is out of bounds
 */
export function selectFrame(event: Event, exceptionIndex: number, frameIndex: number): Frame {
  if (event.exceptions.length === 0) throw new BadRequest('Event does not contain an exception.');
  const exception = elementAt(event.exceptions, exceptionIndex, 'exception_idx');
  const stacktrace = exception.rawStacktrace ?? exception.stacktrace;
  return elementAt(stacktrace?.frames ?? [], frameIndex, 'frame_idx');
}

function elementAt<T>(list: readonly T[], index: number, parameter: string): T {
  const element = list.at(index);
  if (element !== undefined) return element;
  const range = list.length === 0 ? 'there is none' : `it must be from ${-list.length} to ${list.length - 1}`;
  throw new BadRequest(`Query parameter '${parameter}' is out of bounds: ${range}.`);
}

/** Collects the evidence about a frame from the present artifacts: with one read, and one for the content of the map. */
export async function collectEvidence(
  event: Event,
  frame: Frame,
  project: ArtifactOwner,
  context: ResolveContext,
): Promise<Evidence> {
  const build: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const file = minifiedFileOf(frame, event.platform, new DebugIds(event.debugImages));
  const uploads = await context.read(async (stores) => {
    const [lookup] = await lookUpMaps(stores.artifacts, build, [file], context.mapCache);
    if (lookup === undefined) throw new Error('lookUpMaps returns a lookup for each file.');
    return {
      lookup,
      isReleaseKnown: await hasRelease(stores, build),
      names: lookup.location === null ? await listNames(stores, build) : [],
    };
  });
  const { lookup } = uploads;
  const isMissing = lookup.location === null && isJavaScript(frame.platform ?? event.platform);
  const fetched = isMissing ? await findFetchedMap(lookup, event, project, context) : NOT_FETCHED;
  const location = lookup.location ?? fetched.location;
  const map = location && (await loadMap(location, project, context));
  return {
    ...uploads,
    event,
    frame,
    lookup: { ...lookup, location },
    map,
    original: map === null || map instanceof InvalidSourceMap ? null : findOriginal(map, frame),
    isFetched: fetched.location !== null,
    fetchFailure: fetched.failure,
  };
}

interface FetchResult {
  readonly location: MapLocation | null;
  readonly failure: FetchFailure | null;
}

const NOT_FETCHED: FetchResult = { location: null, failure: null };

/** The fetched map of a file, or the reason why there is none. */
async function findFetchedMap(
  { file }: MapLookup,
  { received }: Event,
  project: ArtifactOwner,
  { findFetchAttempts }: ResolveContext,
): Promise<FetchResult> {
  const urls = fetchableUrlsOf([file]);
  const url = urls.get(file);
  if (findFetchAttempts === undefined || url === undefined) return NOT_FETCHED;
  const attempts = await findFetchAttempts(project.id, [url], received);
  const location = selectFetchedMaps(urls, attempts, project, received).get(file) ?? null;
  return { location, failure: location === null ? fetchFailureAt(attempts.get(url) ?? [], received) : null };
}

async function hasRelease({ releases }: Readers, { project, release }: BuildScope): Promise<boolean> {
  return release !== null && (await releases.findByVersion(project.organizationId, release)) !== undefined;
}

async function listNames({ artifacts }: Readers, { project, release }: BuildScope): Promise<string[]> {
  if (release === null) return [];
  const listed = await artifacts.listByRelease(project.id, release, MAX_LISTED_ARTIFACTS);
  return [...new Set(listed.map(({ name }) => name))];
}

function loadMap(location: MapLocation, { organizationId }: ArtifactOwner, { read, mapCache }: ResolveContext) {
  return mapCache.getMap(organizationId, location, sliceReader(read));
}

function findOriginal(map: SourceMap, { lineno, colno }: Frame): OriginalPosition | null {
  return lineno === null || colno === null ? null : map.find(lineno, colno);
}
