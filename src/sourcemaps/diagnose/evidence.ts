import { setImmediate } from 'node:timers/promises';
import { type Artifact, type FetchAttempt, type FetchFailure, fetchFailureAt } from '../../domain/artifact';
import { BadRequest, ServiceError } from '../../domain/errors';
import { type Event, type Frame, isJavaScript } from '../../domain/event';
import { groupBy } from '../../domain/groups';
import type { Read, Readers } from '../../store/stores';
import {
  type ArtifactOwner,
  type BuildScope,
  DebugIds,
  keyOfFile,
  lookUpMaps,
  type MapLookup,
  type MinifiedFile,
  minifiedFileOf,
} from '../resolve/mapLookup';
import { fetchableUrlsOf, type ResolveContext, resolveEvent, selectFetchedMaps } from '../resolve/resolveEvent';
import { isMapped } from '../resolve/rewriteFrames';
import { InvalidSourceMap, type SourceMap } from '../resolve/sourceMap';
import { sliceReader } from '../resolve/sourceMapCache';
import { type ListedArtifact, isMapOfOtherText, wantedPlaceOf } from './mismatch';
import { readPlaces, type UploadedPlace, type WantedPlace } from './uploadedFile';

/** Artifacts of a release among which a similar name is searched. */
const MAX_LISTED_ARTIFACTS = 10_000;
/** Debug ids that are searched in other projects for one event. */
const MAX_FOREIGN_IDS = 20;
/** Maximum bytes of minified files that are compared with the frames of one event, and of one such file. */
const MAX_COMPARED_BYTES = 64 * 1024 * 1024;
const MAX_COMPARED_FILE_BYTES = 32 * 1024 * 1024;
/** Different places in one of these files. */
const MAX_COMPARED_PLACES = 200;
/** Maps that are compared with their minified file for one event. */
const MAX_COMPARED_MAPS = 20;

/** Everything that a diagnosis depends on. */
export interface Evidence {
  readonly event: Pick<Event, 'platform' | 'release' | 'dist' | 'sdk'>;
  /** The frame as the client sent it. */
  readonly frame: Frame;
  readonly isReleaseKnown: boolean;
  /** Artifacts of the release, in list order. Empty if an uploaded map was found. */
  readonly listed: readonly ListedArtifact[];
  readonly lookup: MapLookup;
  /** The map, if one was found. */
  readonly map: SourceMap | InvalidSourceMap | null;
  /** The frame, resolved with the present artifacts. Null if it is not mapped. */
  readonly resolved: Frame | null;
  /** True if the map was fetched, because none is uploaded. */
  readonly isFetched: boolean;
  /** The attempts to fetch the file. */
  readonly attempts: readonly FetchAttempt[];
  /** The reason why the map could not be fetched, if that was tried. */
  readonly fetchFailure: FetchFailure | null;
  /**
   * The code of the uploaded minified file at the place of the frame. Null if there is none, or it cannot be compared.
   */
  readonly place: UploadedPlace | null;
  /** True if the map was made for another text than the uploaded minified file. */
  readonly isMapOfOtherBuild: boolean;
  /** The slug of another project of the organization that has a file with the debug id, if this one has none. */
  readonly otherProject: string | null;
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

/** Returns the debug id that the event has for the file of a frame. */
export function debugIdOf(event: Event, frame: Frame): string | null {
  return new DebugIds(event.debugImages).of(frame);
}

/**
 * Collects the evidence about frames of one event from the present artifacts. The number of queries depends neither on
 * the number of frames nor on the number of their files, except for queries that read the contents of maps and files.
 */
export async function collectEvidence(
  event: Event,
  frames: readonly Frame[],
  project: ArtifactOwner,
  context: ResolveContext,
): Promise<Evidence[]> {
  const build: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const files = filesOf(event, frames);
  const distinct = [...new Set(files)];
  const uploads = await context.read((stores) => findUploads(stores, build, distinct, context));
  const resolvedFrames = await showFrames(event, frames, project, context);
  const maps = await findMaps(uploads.lookups, event, project, context);
  const places = await comparePlaces(event, frames, files, maps, project, context);
  return frames.map((frame, index): Evidence => {
    const file = files[index];
    const mapOfFile = file === undefined ? undefined : maps.get(file);
    if (file === undefined || mapOfFile === undefined)
      throw new Error('Every frame has a file, and every file a lookup.');
    const { lookup, map, isFetched, attempts } = mapOfFile;
    return {
      event,
      frame,
      isReleaseKnown: uploads.isReleaseKnown,
      listed: lookup.location === null || isFetched ? uploads.listed : [],
      lookup,
      map,
      resolved: resolvedFrame(event, frame, resolvedFrames[index], map),
      isFetched,
      attempts,
      fetchFailure: isFetched ? null : fetchFailureAt(attempts, event.received),
      place: places.places.get(frame) ?? null,
      isMapOfOtherBuild: places.otherMaps.has(file),
      otherProject: uploads.otherProjects.get(file.debugId ?? '') ?? null,
    };
  });
}

/** Returns the minified file of each frame: one object for all frames of a file. */
function filesOf(event: Event, frames: readonly Frame[]): MinifiedFile[] {
  const debugIds = new DebugIds(event.debugImages);
  const files = new Map<string, MinifiedFile>();
  return frames.map((frame) => {
    const key = keyOfFile(frame);
    const file = files.get(key) ?? minifiedFileOf(frame, event.platform, debugIds);
    files.set(key, file);
    return file;
  });
}

interface Uploads {
  readonly lookups: readonly MapLookup[];
  readonly isReleaseKnown: boolean;
  readonly listed: readonly ListedArtifact[];
  /** Slugs of other projects by debug id. */
  readonly otherProjects: ReadonlyMap<string, string>;
}

async function findUploads(
  stores: Readers,
  build: BuildScope,
  files: readonly MinifiedFile[],
  { mapCache }: ResolveContext,
): Promise<Uploads> {
  const lookups = await lookUpMaps(stores.artifacts, build, files, mapCache);
  const isMissing = lookups.some(({ location }) => location === null);
  const unknownIds = lookups.flatMap(({ file, withDebugId }) => (withDebugId.length > 0 ? [] : (file.debugId ?? [])));
  return {
    lookups,
    isReleaseKnown: await hasRelease(stores, build),
    listed: isMissing ? await listArtifacts(stores, build) : [],
    otherProjects: await findOtherProjects(stores, build.project, [...new Set(unknownIds)].slice(0, MAX_FOREIGN_IDS)),
  };
}

async function hasRelease({ releases }: Readers, { project, release }: BuildScope): Promise<boolean> {
  return release !== null && (await releases.findByVersion(project.organizationId, release)) !== undefined;
}

async function listArtifacts({ artifacts }: Readers, { project, release }: BuildScope): Promise<ListedArtifact[]> {
  if (release === null) return [];
  return artifacts.listByRelease(project.id, release, MAX_LISTED_ARTIFACTS);
}

async function findOtherProjects(
  { artifacts, projects }: Readers,
  { id, organizationId }: ArtifactOwner,
  debugIds: readonly string[],
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  if (debugIds.length === 0) return slugs;
  const projectsOfIds = await artifacts.findProjectsByDebugIds(organizationId, debugIds);
  for (const { debugId, projectId } of projectsOfIds) {
    if (projectId === id || slugs.has(debugId)) continue;
    const project = await projects.findById(organizationId, projectId);
    if (project !== undefined) slugs.set(debugId, project.slug);
  }
  return slugs;
}

/** Returns the frames as a reader of the event sees them: the frames themselves where nothing maps them. */
async function showFrames(
  event: Event,
  frames: readonly Frame[],
  project: ArtifactOwner,
  context: ResolveContext,
): Promise<readonly Frame[]> {
  const stacktrace = { frames: [...frames], framesOmitted: null, registers: null };
  const exception = { type: null, value: null, module: null, threadId: null, mechanism: null };
  const exceptions = [{ ...exception, stacktrace, rawStacktrace: null }];
  const reduced: Event = { ...event, exceptions, threads: [], stacktrace: null };
  delete reduced.rawStacktrace;
  const resolved = await resolveEvent(reduced, project, context);
  return resolved.exceptions[0]?.stacktrace?.frames ?? [];
}

/**
 * Returns a frame as it is resolved; null if it is not. Frames of other languages are never mapped; they count as
 * resolved if the map has their place.
 */
function resolvedFrame(event: Event, frame: Frame, resolved: Frame | undefined, map: Evidence['map']): Frame | null {
  if (resolved !== undefined && isMapped(resolved)) return resolved;
  if (isJavaScript(frame.platform ?? event.platform) || map === null || map instanceof InvalidSourceMap) return null;
  const original = frame.lineno === null ? null : map.find(frame.lineno, frame.colno);
  return original === null ? null : { ...frame, contextLine: frame.contextLine ?? '' };
}

/** The map of a file, and how it was found. */
interface FoundMap {
  readonly lookup: MapLookup;
  readonly map: Evidence['map'];
  readonly isFetched: boolean;
  readonly attempts: readonly FetchAttempt[];
}

async function findMaps(
  lookups: readonly MapLookup[],
  event: Event,
  project: ArtifactOwner,
  { read, mapCache, findFetchAttempts }: ResolveContext,
): Promise<Map<MinifiedFile, FoundMap>> {
  const missing = lookups.flatMap(({ location, file }) => (location === null ? [file] : []));
  const urls = isJavaScript(event.platform) ? fetchableUrlsOf(missing) : new Map<MinifiedFile, string>();
  const attempts =
    findFetchAttempts === undefined || urls.size === 0
      ? new Map<string, readonly FetchAttempt[]>()
      : await findFetchAttempts(project.id, [...new Set(urls.values())], event.received);
  const fetched = selectFetchedMaps(urls, attempts, project, event.received);
  const mapsByFile = new Map<MinifiedFile, FoundMap>();
  for (const lookup of lookups) {
    const location = lookup.location ?? fetched.get(lookup.file) ?? null;
    const map = location && (await mapCache.getMap(project.organizationId, location, sliceReader(read)));
    mapsByFile.set(lookup.file, {
      lookup: { ...lookup, location },
      map,
      isFetched: location !== null && lookup.location === null,
      attempts: attempts.get(urls.get(lookup.file) ?? '') ?? [],
    });
  }
  return mapsByFile;
}

interface ComparedPlaces {
  readonly places: ReadonlyMap<Frame, UploadedPlace>;
  /** Files whose map is of another text. */
  readonly otherMaps: ReadonlySet<MinifiedFile>;
}

/** Reads the code of the uploaded minified files at the places of the frames. */
async function comparePlaces(
  event: Event,
  frames: readonly Frame[],
  files: readonly MinifiedFile[],
  maps: ReadonlyMap<MinifiedFile, FoundMap>,
  { organizationId }: ArtifactOwner,
  { read, mapCache }: ResolveContext,
): Promise<ComparedPlaces> {
  const places = new Map<Frame, UploadedPlace>();
  const otherMaps = new Set<MinifiedFile>();
  let [bytes, comparisons] = [0, 0];
  for (const [file, framesOfFile] of groupBy(frames, (_, index) => files[index])) {
    const mapOfFile = maps.get(file);
    if (mapOfFile === undefined) continue;
    const { lookup, map } = mapOfFile;
    const minified = lookup.location === null ? null : lookup.minified;
    const comparedPlaces = wantedPlaces(event, framesOfFile).slice(0, MAX_COMPARED_PLACES);
    const size = minified?.size ?? 0;
    const isTooLarge = size > MAX_COMPARED_FILE_BYTES || bytes + size > MAX_COMPARED_BYTES;
    if (minified === null || minified.kind === 'source_map' || comparedPlaces.length === 0 || isTooLarge) continue;
    bytes += size;
    const comparedPositions = comparedPlaces.map(({ place }) => place);
    const load = () => readUploadedPlaces(minified, comparedPositions, read);
    const uploaded = await mapCache.getPlaces(organizationId, minified, comparedPositions, load);
    for (const [index, { frames: framesAtPlace }] of comparedPlaces.entries()) {
      const place = uploaded?.[index];
      if (place !== undefined) for (const frame of framesAtPlace) places.set(frame, place);
    }
    const [first] = comparedPlaces;
    const place = uploaded?.[0];
    if (map === null || map instanceof InvalidSourceMap || first === undefined || place === undefined) continue;
    comparisons += 1;
    if (comparisons > MAX_COMPARED_MAPS) continue;
    if (hasOtherDebugId(lookup) || isMapOfOtherText(map, first.place, place)) otherMaps.add(file);
    await setImmediate();
  }
  return { places, otherMaps };
}

/** Returns the places of frames that the client did not map, each with all frames that are there. */
function wantedPlaces(event: Event, frames: readonly Frame[]): { place: WantedPlace; frames: Frame[] }[] {
  const byPlace = new Map<string, { place: WantedPlace; frames: Frame[] }>();
  for (const frame of frames) {
    const place = isMapped(frame) ? null : wantedPlaceOf(frame, event);
    if (place === null) continue;
    const key = `${place.line}:${place.column} ${place.word}`;
    const group = byPlace.get(key);
    if (group === undefined) byPlace.set(key, { place, frames: [frame] });
    else group.frames.push(frame);
  }
  return [...byPlace.values()];
}

/**
 * Reads the code of a minified file at places; returns null if the file was deleted in the meantime, or cannot be
 * compared.
 */
async function readUploadedPlaces(
  minified: Artifact,
  places: readonly WantedPlace[],
  read: Read,
): Promise<UploadedPlace[] | null> {
  try {
    return await readPlaces(minified, places, (file, number) =>
      read(({ artifacts }) => artifacts.readSlice(file, number)),
    );
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return null;
  }
}

/** Returns true if a map that was found by name has another debug id than the minified file. */
function hasOtherDebugId({ location, minified, mapCandidates }: MapLookup): boolean {
  const map = mapCandidates.find((candidate) => candidate === location?.artifact);
  if (map === undefined || minified === null) return false;
  return map.debugId !== null && minified.debugId !== null && map.debugId !== minified.debugId;
}
