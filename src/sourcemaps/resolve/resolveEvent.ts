import type { Event, Frame, ProcessingError } from '../../domain/event';
import { fetchableUrl, type FetchAttempt, type FetchedMap, fetchedMapAt, isHttpUrl } from '../../domain/fetchAttempt';
import type { Project } from '../../domain/project';
import type { Read } from '../../store/stores';
import {
  type BuildScope,
  DebugIds,
  findArtifactsByName,
  isUploadable,
  lookUpMaps,
  type MinifiedFile,
  minifiedFileOf,
  selectArtifact,
} from './mapLookup';
import { type FrameMapping, isMapped, rawFrames, rewriteStacktraces } from './rewriteFrames';
import { InvalidSourceMap, type SourceMap } from './sourceMap';
import type { MapLocation, SourceMapCache } from './sourceMapCache';
import { decodeUtf8, EMPTY_CONTEXT, readIfPresent, SourceText } from './sourceText';
import { candidateNames, joinUrl } from './urls';

/** Finds the attempts to fetch files, by URL, that may matter to what was received at that time. */
export type FindFetchAttempts = (
  projectId: string,
  urls: readonly string[],
  received: number,
) => Promise<Map<string, readonly FetchAttempt[]>>;

/** The files that can be fetched, with their addresses. */
export function fetchableUrlsOf(files: readonly MinifiedFile[]): Map<MinifiedFile, string> {
  const addresses = new Map<MinifiedFile, string>();
  for (const file of files) {
    const url = fetchableUrl(file.path);
    if (url !== null) addresses.set(file, url);
  }
  return addresses;
}

/** Where the fetched maps of files are; those of another build than the file's are left out. */
export function selectFetchedMaps(
  addresses: ReadonlyMap<MinifiedFile, string>,
  found: ReadonlyMap<string, readonly FetchAttempt[]>,
  project: Pick<Project, 'id'>,
  received: number,
): Map<MinifiedFile, MapLocation> {
  const places = new Map<MinifiedFile, MapLocation>();
  for (const [file, url] of addresses) {
    const map = fetchedMapAt(found.get(url) ?? [], received);
    if (map !== null && isSameBuild(map, file)) places.set(file, locationOf(map, project.id));
  }
  return places;
}

function isSameBuild({ debugId }: FetchedMap, file: MinifiedFile): boolean {
  return debugId === null || file.debugId === null || debugId === file.debugId;
}

function locationOf({ url, sha1, size }: FetchedMap, projectId: string): MapLocation {
  return { artifact: { projectId, name: url, headers: {}, sha1, size }, isInline: false, url };
}

/** Files looked for of one event. A trace has few; a hostile one is not worth more. */
const MAX_MINIFIED_FILES = 200;

/** A frame that says where it is. */
export type PositionedFrame = Frame & { readonly lineno: number; readonly colno: number };

/**
 * The frames that may have a map, with their files; none if all of them are mapped.
 * @param fetchesJavaScript whether files may be fetched for which nothing is uploaded
 */
export function findMappableFrames(event: Event, fetchesJavaScript = false): Map<PositionedFrame, MinifiedFile> {
  const files = new MinifiedFiles(event, fetchesJavaScript);
  const wanted = new Map<PositionedFrame, MinifiedFile>();
  let isWanting = false;
  // The main exception comes first, in case that there are too many files.
  for (const traces of [...event.exceptions.toReversed(), ...event.threads, event]) {
    for (const [index, frame] of (rawFrames(traces) ?? []).entries()) {
      const file = hasPosition(frame) && !isMapped(frame) ? files.of(frame) : null;
      if (file === null) continue;
      wanted.set(frame as PositionedFrame, file);
      isWanting ||= !isMapped(traces.stacktrace?.frames[index] ?? frame);
    }
  }
  return isWanting ? wanted : new Map<PositionedFrame, MinifiedFile>();
}

/** Whether a frame is of a language that source maps are made for. */
export function isJavaScript(frame: Pick<Frame, 'platform'>, platform: string): boolean {
  return ['javascript', 'node'].includes(frame.platform ?? platform);
}

function hasPosition(frame: Frame): frame is PositionedFrame {
  return frame.lineno !== null && frame.colno !== null;
}

/** The files of an event's frames: one object for each, which is looked at once. */
class MinifiedFiles {
  private readonly debugIds: DebugIds;
  private readonly known = new Map<string, MinifiedFile | null>();
  private count = 0;

  constructor(
    private readonly event: Event,
    private readonly fetchesJavaScript: boolean,
  ) {
    this.debugIds = new DebugIds(event.debugImages);
  }

  /** Null if the frame is in no file of JavaScript, or nothing could tell the file's map (reference/ingest.md §5 step 1). */
  of(frame: Frame): MinifiedFile | null {
    const key = `${frame.platform} ${frame.absPath} ${frame.filename}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const file = this.count < MAX_MINIFIED_FILES ? this.find(frame) : null;
    if (file !== null) this.count += 1;
    this.known.set(key, file);
    return file;
  }

  private find(frame: Frame): MinifiedFile | null {
    const { platform } = this.event;
    if (!isJavaScript(frame, platform)) return null;
    if (/^(?:node:|<anonymous>|native$|\[native code\])/.test(frame.absPath ?? frame.filename ?? 'native')) return null;
    const file = minifiedFileOf(frame, platform, this.debugIds);
    return isUploadable(file, this.event) || (this.fetchesJavaScript && isHttpUrl(file.path)) ? file : null;
  }
}

/** Files read for the source lines of one event, and bytes of one of them. */
const MAX_SOURCE_FILES = 20;
const MAX_SOURCE_BYTES = 4 * 1024 * 1024;

/** The texts of original files that were uploaded for the release, by address. */
export async function readUploadedSources(
  urls: readonly string[],
  subject: BuildScope,
  read: Read,
): Promise<Map<string, SourceText>> {
  const wanted = [...new Set(urls)].slice(0, MAX_SOURCE_FILES);
  if (subject.release === null || wanted.length === 0) return new Map();
  return read(async ({ artifacts }) => {
    const named = [...(await findArtifactsByName(artifacts, subject, wanted.flatMap(candidateNames))).values()].flat();
    const texts = new Map<string, SourceText>();
    for (const url of wanted) {
      const artifact = selectArtifact(named, url, subject.dist, null);
      const fits = artifact !== null && artifact.size <= MAX_SOURCE_BYTES;
      const bytes = fits ? await readIfPresent(artifact, (one) => artifacts.readContent(one)) : null;
      if (bytes !== null) texts.set(url, new SourceText(decodeUtf8(bytes)));
    }
    return texts;
  });
}

const MAX_SOURCE_MAP_ERRORS = 20;
const SOURCE_MAP_ERRORS = ['map_not_parsable', 'no_mapping_at_position'];

/** Where artifacts are read from, and where parsed maps are kept. */
export interface ResolveContext {
  readonly read: Read;
  readonly mapCache: SourceMapCache;
  /** Whether anything is uploaded for the project, where that is known already. */
  readonly hasUploads?: boolean;
  /** Finds what was fetched; absent where that is not to be used. */
  readonly findFetchAttempts?: FindFetchAttempts | undefined;
}

/** An event with its frames resolved. */
export interface ResolvedEvent {
  readonly event: Event;
  /** Addresses of its files for which no map is uploaded, where files may be fetched. */
  readonly fetchCandidates: readonly string[];
}

/** A frame with the map of its file. */
interface FrameWithMap {
  readonly frame: PositionedFrame;
  readonly map: SourceMap | InvalidSourceMap;
  readonly url: string;
}

/** A frame with its original. */
type FrameWithOriginal = Omit<FrameMapping, 'context'> & { readonly frame: Frame };

/**
 * The event with the frames rewritten whose maps are there by now; the event itself if there are none. A frame that has a map
 * which fails is noted among the errors; one without a map is nobody's fault (reference/ingest.md §5).
 */
export async function resolveEvent(
  event: Event,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: ResolveContext,
): Promise<Event> {
  return (await resolveFrames(event, project, from)).event;
}

const NO_FRAMES: ReadonlyMap<PositionedFrame, MinifiedFile> = new Map();

/** The same, and which files could be fetched. */
export async function resolveFrames(
  event: Event,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: ResolveContext,
): Promise<ResolvedEvent> {
  const isHopeless = from.hasUploads === false && from.findFetchAttempts === undefined;
  const wanted = isHopeless ? NO_FRAMES : findMappableFrames(event, from.findFetchAttempts !== undefined);
  if (wanted.size === 0) return { event, fetchCandidates: [] };
  const subject: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const files = [...new Set(wanted.values())];
  const uploaded = await locateUploadedMaps(files, subject, from);
  const others = files.filter((file) => !uploaded.has(file));
  const { scraped, notUploaded } = await locateFetchedMaps(others, event, project, from);
  const placed = await loadMaps(wanted, new Map([...uploaded, ...scraped]), subject, from);
  if (placed.length === 0) return { event, fetchCandidates: notUploaded };
  const mapped = await addContexts(placed.flatMap(findOriginal), subject, from.read);
  return {
    event: { ...rewriteEvent(event, mapped), errors: withSourceMapErrors(event.errors, placed, mapped) },
    fetchCandidates: notUploaded,
  };
}

/** Where the maps of files are that were uploaded. What nothing can be uploaded for costs no look. */
async function locateUploadedMaps(
  files: readonly MinifiedFile[],
  subject: BuildScope,
  from: ResolveContext,
): Promise<Map<MinifiedFile, MapLocation>> {
  const uploadable = from.hasUploads === false ? [] : files.filter((file) => isUploadable(file, subject));
  if (uploadable.length === 0) return new Map();
  const { read, mapCache: shelf, hasUploads } = from;
  const trails = await read(async ({ artifacts }) => {
    return hasUploads || (await artifacts.hasAny(subject.project.id))
      ? lookUpMaps(artifacts, subject, uploadable, shelf)
      : [];
  });
  return new Map(trails.flatMap(({ file, location: place }) => (place === null ? [] : [[file, place]])));
}

/** Where the maps of files are that were fetched, and the addresses of all files that may be. Without such files it costs no look. */
async function locateFetchedMaps(
  files: readonly MinifiedFile[],
  { received }: Event,
  project: Pick<Project, 'id'>,
  { findFetchAttempts: scrapings }: ResolveContext,
) {
  const addresses = fetchableUrlsOf(scrapings === undefined ? [] : files);
  const notUploaded = [...new Set(addresses.values())];
  if (scrapings === undefined || notUploaded.length === 0) return { scraped: [], notUploaded };
  return {
    scraped: selectFetchedMaps(addresses, await scrapings(project.id, notUploaded, received), project, received),
    notUploaded,
  };
}

async function loadMaps(
  wanted: ReadonlyMap<PositionedFrame, MinifiedFile>,
  places: ReadonlyMap<MinifiedFile, MapLocation>,
  { project }: BuildScope,
  { read, mapCache: shelf }: ResolveContext,
): Promise<FrameWithMap[]> {
  const maps = new Map<MinifiedFile, Omit<FrameWithMap, 'frame'>>();
  for (const [file, place] of places) {
    const map = await shelf.getMap(project.organizationId, place, (content) =>
      read(({ artifacts }) => artifacts.readContent(content)),
    );
    maps.set(file, { url: place.url, map });
  }
  return [...wanted].flatMap(([frame, file]) => {
    const found = maps.get(file);
    return found === undefined ? [] : [{ frame, ...found }];
  });
}

function findOriginal({ frame, map, url }: FrameWithMap): FrameWithOriginal[] {
  const original = map instanceof InvalidSourceMap ? null : map.find(frame.lineno, frame.colno);
  return original === null ? [] : [{ frame, original, url }];
}

/** Source lines come with the map, or else from a file that was uploaded under the name the map gives (reference/ingest.md §5 step 7). */
async function addContexts(
  found: readonly FrameWithOriginal[],
  subject: BuildScope,
  read: Read,
): Promise<Map<Frame, FrameMapping>> {
  const urlOf = ({ original, url }: FrameWithOriginal) => joinUrl(url, original.source);
  const missing = found.filter(({ original }) => original.content === null).map(urlOf);
  const texts = await readUploadedSources(missing, subject, read);
  const mapped = new Map<Frame, FrameMapping>();
  for (const one of found) {
    const text = one.original.content ?? texts.get(urlOf(one));
    mapped.set(one.frame, { ...one, context: text?.around(one.original.line) ?? EMPTY_CONTEXT });
  }
  return mapped;
}

function rewriteEvent(event: Event, mapped: ReadonlyMap<Frame, FrameMapping>): Event {
  const exceptions = event.exceptions.map((exception) => rewriteStacktraces(exception, mapped));
  const threads = event.threads.map((thread) => rewriteStacktraces(thread, mapped));
  return { ...rewriteStacktraces(event, mapped), exceptions, threads };
}

/** The errors with one for each map that fails and each position that is not in its map, as they are now. */
function withSourceMapErrors(
  errors: readonly ProcessingError[],
  placed: readonly FrameWithMap[],
  mapped: ReadonlyMap<Frame, FrameMapping>,
): ProcessingError[] {
  const problems = new Map(
    placed
      .filter(({ frame }) => !mapped.has(frame))
      .map((one) => [JSON.stringify(sourceMapErrorOf(one)), sourceMapErrorOf(one)]),
  );
  return [
    ...errors.filter(({ type }) => !SOURCE_MAP_ERRORS.includes(type)),
    ...[...problems.values()].slice(0, MAX_SOURCE_MAP_ERRORS),
  ];
}

function sourceMapErrorOf({ frame: { filename, lineno, colno }, map, url }: FrameWithMap): ProcessingError {
  if (map instanceof InvalidSourceMap)
    return { type: 'map_not_parsable', name: url, value: { filename, reason: map.reason } };
  return { type: 'no_mapping_at_position', name: url, value: { filename, line: lineno, column: colno } };
}
