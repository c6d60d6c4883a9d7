import {
  type Artifact,
  fetchableUrl,
  type FetchAttempt,
  type FetchedMap,
  fetchedMapAt,
  isHttpUrl,
} from '../../domain/artifact';
import { type Event, type Frame, isJavaScript, type ProcessingError } from '../../domain/event';
import type { Project } from '../../domain/project';
import type { ArtifactReader } from '../../store/artifacts';
import type { Read } from '../../store/stores';
import type { FilePosition, FunctionRanges } from './functionRanges';
import { FunctionFinder, findBySentName, findCall, findInOriginal } from './functionFinder';
import {
  type BuildScope,
  DebugIds,
  findArtifactsByName,
  isUploadable,
  keyOfFile,
  lookUpMaps,
  type MapLookup,
  type MinifiedFile,
  minifiedFileOf,
  type ArtifactOwner,
  selectArtifact,
  selectByName,
} from './mapLookup';
import { type FrameMapping, isMapped, rawFrames, rewriteStacktraces } from './rewriteFrames';
import { InvalidSourceMap, type OriginalPosition, type SourceMap } from './sourceMap';
import { keyOfMap, type MapLocation, type OriginalFiles, type SourceMapCache, sliceReader } from './sourceMapCache';
import { EMPTY_CONTEXT, readIfPresent, SourceText } from './sourceText';
import { candidateNames, cleanFilename, isInNoFile, joinUrl } from './urls';

/** Finds the attempts to fetch files of a project, by URL, as far as they concern events received at a time. */
export type FindFetchAttempts = (
  projectId: string,
  urls: readonly string[],
  received: number,
) => Promise<Map<string, readonly FetchAttempt[]>>;

/** The places where source maps are found. */
export interface ResolveContext {
  readonly read: Read;
  readonly mapCache: SourceMapCache;
  /** True if the project has artifacts, if that is known. */
  readonly hasUploads?: boolean;
  /** Absent if fetched files are not to be used. */
  readonly findFetchAttempts?: FindFetchAttempts | undefined;
}

/** An event with its frames resolved. */
export interface ResolvedEvent {
  readonly event: Event;
  /** URLs of its minified files without an uploaded map, which could be fetched. */
  readonly fetchCandidates: readonly string[];
  /** Ids of uploaded artifacts that were used, unless that is recorded already for the last day. */
  readonly usedArtifacts: readonly string[];
}

/** A frame with a line. */
type PositionedFrame = Frame & { readonly lineno: number };

/** A frame with the map of its file. */
interface FrameWithMap {
  readonly frame: PositionedFrame;
  readonly map: SourceMap | InvalidSourceMap;
  readonly location: MapLocation;
}

/** A frame with its original position. */
interface FrameWithOriginal {
  readonly frame: PositionedFrame;
  readonly original: OriginalPosition;
  readonly map: SourceMap;
  readonly location: MapLocation;
}

/** Minified files that are looked up for one event. Stack traces have few; events made to cost time have more. */
const MAX_MINIFIED_FILES = 200;
/** Original files that are read for the context lines of one event, and their size. */
const MAX_SOURCE_FILES = 20;
const MAX_SOURCE_BYTES = 4 * 1024 * 1024;
const MAX_SOURCE_MAP_ERRORS = 20;
const SOURCE_MAP_ERRORS = ['map_not_parsable', 'map_invalid', 'no_mapping_at_position'];

/** Resolves the frames of an event with the maps that exist now. See `resolveFrames`. */
export async function resolveEvent(event: Event, project: ArtifactOwner, context: ResolveContext): Promise<Event> {
  return (await resolveFrames(event, project, context)).event;
}

/**
 * Resolves the frames of an event, and finds the files that could be fetched. Returns the same event if no frame has a
 * map. A map that cannot be used for a frame becomes one of the event's errors; a missing map does not.
 */
export async function resolveFrames(
  event: Event,
  project: ArtifactOwner,
  context: ResolveContext,
): Promise<ResolvedEvent> {
  const mappable = findMappableFrames(event, context.findFetchAttempts !== undefined);
  if (mappable.size === 0) return { event, fetchCandidates: [], usedArtifacts: [] };

  const build: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const files = [...new Set(mappable.values())];
  const uses = new ArtifactUses(event.received);
  const uploaded = await locateUploadedMaps(files, build, context, uses);
  const withoutUpload = files.filter((file) => !uploaded.has(file));
  const { fetched, fetchCandidates } = await locateFetchedMaps(withoutUpload, event, project, context);

  const framesWithMaps = await loadMaps(mappable, new Map([...uploaded, ...fetched]), project, context);
  if (framesWithMaps.length === 0) return { event, fetchCandidates, usedArtifacts: uses.ids };
  const mappings = knownMappings(framesWithMaps, project, context);
  const unknown = framesWithMaps.filter(({ frame }) => !mappings.has(frame));
  await describeOriginals(unknown.flatMap(findOriginal), mappings, build, context, uses);
  const errors = replaceSourceMapErrors(event.errors, framesWithMaps, mappings);
  return { event: { ...rewriteFrames(event, mappings), errors }, fetchCandidates, usedArtifacts: uses.ids };
}

/** Precision with which the last use of an artifact is stored: most events then write nothing. */
const USE_PRECISION_MS = 24 * 60 * 60 * 1000;

/** Collects the artifacts that an event uses. */
class ArtifactUses {
  private readonly usedIds = new Set<string>();

  /** @param received the time of the use */
  constructor(private readonly received: number) {}

  add({ id, lastUsed }: Artifact): void {
    if (lastUsed + USE_PRECISION_MS <= this.received) this.usedIds.add(id);
  }

  /** Adds the minified file of a lookup and its map. */
  addLookup({ minified, location, withDebugId, mapCandidates }: MapLookup): void {
    if (location === null) return;
    for (const artifact of [...withDebugId, ...mapCandidates]) if (artifact === location.artifact) this.add(artifact);
    if (minified !== null) this.add(minified);
  }

  get ids(): string[] {
    return [...this.usedIds];
  }
}

/** Finds the frames that can have a map, with their files. Empty if all of them are mapped already. */
function findMappableFrames(event: Event, mayFetch: boolean): Map<PositionedFrame, MinifiedFile> {
  const files = new MinifiedFiles(event, mayFetch);
  const mappable = new Map<PositionedFrame, MinifiedFile>();
  let hasUnmapped = false;
  // The main exception comes first, in case there are too many files.
  for (const traces of [...event.exceptions.toReversed(), ...event.threads, event]) {
    for (const [index, frame] of (rawFrames(traces) ?? []).entries()) {
      if (!hasPosition(frame) || isMapped(frame)) continue;
      const file = files.of(frame);
      if (file === null) continue;
      mappable.set(frame, file);
      hasUnmapped ||= !isMapped(traces.stacktrace?.frames[index] ?? frame);
    }
  }
  return hasUnmapped ? mappable : new Map<PositionedFrame, MinifiedFile>();
}

function hasPosition(frame: Frame): frame is PositionedFrame {
  return frame.lineno !== null;
}

/** The minified files of an event: one object for each file, so that each file is looked up once. */
class MinifiedFiles {
  private readonly debugIds: DebugIds;
  private readonly byFrame = new Map<string, MinifiedFile | null>();
  private count = 0;

  constructor(
    private readonly event: Event,
    private readonly mayFetch: boolean,
  ) {
    this.debugIds = new DebugIds(event.debugImages);
  }

  /**
   * Returns the minified file of a frame. Returns null if the frame is not in a JavaScript file, or neither an upload
   * nor a fetch can have the file's map.
   */
  of(frame: Frame): MinifiedFile | null {
    const key = keyOfFile(frame);
    const cached = this.byFrame.get(key);
    if (cached !== undefined) return cached;
    const file = this.count < MAX_MINIFIED_FILES ? this.find(frame) : null;
    if (file !== null) this.count += 1;
    this.byFrame.set(key, file);
    return file;
  }

  private find(frame: Frame): MinifiedFile | null {
    const { platform } = this.event;
    if (!isJavaScript(frame.platform ?? platform)) return null;
    const file = minifiedFileOf(frame, platform, this.debugIds);
    if (isInNoFile(file.path)) return null;
    return isUploadable(file, this.event) || (this.mayFetch && isHttpUrl(file.path)) ? file : null;
  }
}

/** Finds the locations of uploaded maps. Reads nothing if no file can have one. */
async function locateUploadedMaps(
  files: readonly MinifiedFile[],
  build: BuildScope,
  { read, mapCache, hasUploads }: ResolveContext,
  uses: ArtifactUses,
): Promise<Map<MinifiedFile, MapLocation>> {
  const uploadable = hasUploads === false ? [] : files.filter((file) => isUploadable(file, build));
  if (uploadable.length === 0) return new Map();
  const lookups = await read(async ({ artifacts }) => {
    const hasArtifacts = hasUploads === true || (await artifacts.hasAny(build.project.id));
    return hasArtifacts ? lookUpMaps(artifacts, build, uploadable, mapCache) : [];
  });
  for (const lookup of lookups) uses.addLookup(lookup);
  return new Map(
    lookups.flatMap(({ file, location, minified }) => (location === null ? [] : [[file, { ...location, minified }]])),
  );
}

/**
 * Finds the locations of fetched maps, and the URLs of all files that could be fetched. Reads nothing if there are no
 * such files.
 */
async function locateFetchedMaps(
  files: readonly MinifiedFile[],
  { received }: Event,
  project: ArtifactOwner,
  { findFetchAttempts }: ResolveContext,
): Promise<{ fetched: ReadonlyMap<MinifiedFile, MapLocation>; fetchCandidates: readonly string[] }> {
  const urls = findFetchAttempts === undefined ? new Map<MinifiedFile, string>() : fetchableUrlsOf(files);
  const fetchCandidates = [...new Set(urls.values())];
  if (findFetchAttempts === undefined || fetchCandidates.length === 0) return { fetched: new Map(), fetchCandidates };
  const attempts = await findFetchAttempts(project.id, fetchCandidates, received);
  return { fetched: selectFetchedMaps(urls, attempts, project, received), fetchCandidates };
}

/** Returns the URLs of the files that can be fetched. */
export function fetchableUrlsOf(files: readonly MinifiedFile[]): Map<MinifiedFile, string> {
  const urls = new Map<MinifiedFile, string>();
  for (const file of files) {
    const url = fetchableUrl(file.path);
    if (url !== null) urls.set(file, url);
  }
  return urls;
}

/** Returns the locations of the fetched maps of files, without maps of another debug id. */
export function selectFetchedMaps(
  urls: ReadonlyMap<MinifiedFile, string>,
  attempts: ReadonlyMap<string, readonly FetchAttempt[]>,
  project: Pick<Project, 'id'>,
  received: number,
): Map<MinifiedFile, MapLocation> {
  const locations = new Map<MinifiedFile, MapLocation>();
  for (const [file, url] of urls) {
    const map = fetchedMapAt(attempts.get(url) ?? [], received);
    if (map !== null && isSameBuild(map, file)) locations.set(file, locationOf(map, project.id));
  }
  return locations;
}

function isSameBuild({ debugId }: FetchedMap, file: MinifiedFile): boolean {
  return debugId === null || file.debugId === null || debugId === file.debugId;
}

function locationOf({ url, sha1, size }: FetchedMap, projectId: string): MapLocation {
  return { artifact: { projectId, name: url, headers: {}, sha1, size }, isInline: false, url };
}

async function loadMaps(
  mappable: ReadonlyMap<PositionedFrame, MinifiedFile>,
  locations: ReadonlyMap<MinifiedFile, MapLocation>,
  { organizationId }: ArtifactOwner,
  { read, mapCache }: ResolveContext,
): Promise<FrameWithMap[]> {
  const maps = new Map<MinifiedFile, Omit<FrameWithMap, 'frame'>>();
  const readSlice = sliceReader(read);
  for (const [file, location] of locations) {
    const map = await mapCache.getMap(organizationId, location, readSlice);
    maps.set(file, { location, map });
  }
  return [...mappable].flatMap(([frame, file]) => {
    const loaded = maps.get(file);
    return loaded === undefined ? [] : [{ frame, ...loaded }];
  });
}

/** Returns the frames whose positions are in the cache. */
function knownMappings(
  frames: readonly FrameWithMap[],
  { organizationId }: ArtifactOwner,
  { mapCache: { positions } }: ResolveContext,
): Map<Frame, FrameMapping> {
  const mappings = new Map<Frame, FrameMapping>();
  for (const { frame, location } of frames) {
    const position = positionOf(frame);
    const cached = position === null ? undefined : positions.get(keyOfMap(organizationId, location), position);
    if (cached !== undefined) mappings.set(frame, { ...cached, url: location.url });
  }
  return mappings;
}

function positionOf({ lineno, colno }: PositionedFrame): FilePosition | null {
  return colno === null ? null : { line: lineno, column: colno };
}

function findOriginal({ frame, map, location }: FrameWithMap): FrameWithOriginal[] {
  if (map instanceof InvalidSourceMap) return [];
  const original = map.find(frame.lineno, frame.colno);
  return original === null ? [] : [{ frame, map, original, location }];
}

/**
 * Adds the context lines and the function of each frame, from the map's `sourcesContent` or an uploaded original file.
 */
async function describeOriginals(
  frames: readonly FrameWithOriginal[],
  mappings: Map<Frame, FrameMapping>,
  build: BuildScope,
  { read, mapCache }: ResolveContext,
  uses: ArtifactUses,
): Promise<void> {
  const missing = new Map<string, OriginalFile>();
  for (const frame of frames) if (frame.original.content === null) missing.set(...originalFileOf(frame));
  const texts = await readOriginalFiles(missing, build, read, uses);
  const finder = new FunctionFinder(mapCache, read);
  const withText = (frame: FrameWithOriginal): FrameWithOriginal => {
    const content = frame.original.content === null ? texts.get(originalFileOf(frame)[0]) : undefined;
    return content === undefined ? frame : { ...frame, original: { ...frame.original, content } };
  };
  for (const mapped of frames) {
    const { frame, location } = mapped;
    const [frameAtCall, ranges] = await atCall(withText(mapped), finder, withText);
    const { original } = frameAtCall;
    const context = original.content?.around(original.line, original.column) ?? EMPTY_CONTEXT;
    const inOriginal = findInOriginal(frameAtCall, ranges);
    const inFunction =
      inOriginal ??
      findBySentName(frameAtCall, ranges) ??
      (await finder.findInMinified(frameAtCall, location.minified ?? null));
    const described = { original, context, function: inFunction };
    mappings.set(frame, { ...described, url: location.url });
    const position = positionOf(frame);
    // The rest can depend on other files than the map, on the sent name, and on the event's remaining budget for
    // parsing.
    const isOfMap = texts.size === 0 && ranges !== null && inOriginal !== null;
    if (isOfMap && position !== null) {
      mapCache.positions.add(keyOfMap(build.project.organizationId, location), position, described);
    }
  }
}

/** Returns the frame at the place of its call, if a minifier put a function there, with the functions of its source. */
async function atCall(
  mapped: FrameWithOriginal,
  finder: FunctionFinder,
  withText: (frame: FrameWithOriginal) => FrameWithOriginal,
): Promise<[FrameWithOriginal, FunctionRanges | null]> {
  const ranges = await finder.rangesOf(mapped.original);
  const call = findCall(mapped, ranges);
  if (call === null) return [mapped, ranges];
  const frameAtCall = withText({ ...mapped, original: call });
  return [frameAtCall, await finder.rangesOf(call)];
}

/** An original file whose text the map does not have. */
interface OriginalFile {
  readonly url: string;
  /** Its path in the project. */
  readonly path: string;
  readonly originals: OriginalFiles | undefined;
}

/** Returns the original file of a frame, by a key. */
function originalFileOf({ original: { source }, location }: FrameWithOriginal): [string, OriginalFile] {
  const { url, originals, artifact } = location;
  return [`${artifact.sha1} ${source}`, { url: joinUrl(url, source), path: cleanFilename(source), originals }];
}

/** Reads original files that were uploaded: beside the map, or for the release. */
async function readOriginalFiles(
  files: ReadonlyMap<string, OriginalFile>,
  build: BuildScope,
  read: Read,
  uses: ArtifactUses,
): Promise<Map<string, SourceText>> {
  const limitedFiles = [...files].slice(0, MAX_SOURCE_FILES);
  const isUploaded = ({ originals }: OriginalFile) => build.release !== null || originals !== undefined;
  if (!limitedFiles.some(([, file]) => isUploaded(file))) return new Map();
  return read(async ({ artifacts }) => {
    const named = await findOriginalsByName(
      artifacts,
      build,
      limitedFiles.map(([, file]) => file),
    );
    const texts = new Map<string, SourceText>();
    for (const [key, file] of limitedFiles) {
      const artifact = selectOriginal(file, named, build);
      if (artifact === null || artifact.size > MAX_SOURCE_BYTES) continue;
      uses.add(artifact);
      const bytes = await readIfPresent(artifact, (content) => artifacts.readContent(content));
      if (bytes !== null) texts.set(key, new SourceText(bytes, undefined, artifact.sha1));
    }
    return texts;
  });
}

/**
 * Finds artifacts with the names of original files, of the event's release and of the releases of the bundles that have
 * the maps.
 */
async function findOriginalsByName(
  artifacts: ArtifactReader,
  build: BuildScope,
  files: readonly OriginalFile[],
): Promise<Artifact[]> {
  const names = files.flatMap(({ url }) => candidateNames(url));
  const candidates = [...(await findArtifactsByName(artifacts, build, names)).values()].flat();
  const bundles = files.flatMap(({ originals }) => originals?.bundle ?? []).filter(({ bundleId }) => bundleId !== null);
  const releases = new Set(bundles.map(({ release }) => release).filter((release) => release !== build.release));
  if (build.release === null && bundles.length > 0) releases.add(null);
  for (const release of releases) candidates.push(...(await artifacts.findByNames(build.project.id, release, names)));
  return candidates;
}

/**
 * Selects the artifact of an original file: with the debug id of the map, in its bundle, or of the event's release and
 * dist.
 */
function selectOriginal(
  { url, path, originals }: OriginalFile,
  named: readonly Artifact[],
  { release, dist }: BuildScope,
): Artifact | null {
  const ofRelease = release === null ? [] : named.filter((artifact) => artifact.release === release);
  if (originals === undefined) return selectArtifact(ofRelease, url, dist, null);
  const { withDebugId, bundle } = originals;
  const inBundle = bundle.bundleId === null ? [] : named.filter(({ bundleId }) => bundleId === bundle.bundleId);
  const similar = withDebugId.filter(({ name }) => name.endsWith(`/${path}`));
  return (
    selectByName([...withDebugId, ...inBundle], url) ??
    (similar.length === 1 ? similar[0] : selectArtifact(ofRelease, url, dist, null)) ??
    null
  );
}

function rewriteFrames(event: Event, mappings: ReadonlyMap<Frame, FrameMapping>): Event {
  const exceptions = event.exceptions.map((exception) => rewriteStacktraces(exception, mappings));
  const threads = event.threads.map((thread) => rewriteStacktraces(thread, mappings));
  return { ...rewriteStacktraces(event, mappings), exceptions, threads };
}

/**
 * Replaces the event's source map errors by the present ones: unusable maps, and positions that their map does not
 * have.
 */
function replaceSourceMapErrors(
  errors: readonly ProcessingError[],
  frames: readonly FrameWithMap[],
  mappings: ReadonlyMap<Frame, FrameMapping>,
): ProcessingError[] {
  const current = frames.filter(({ frame }) => !mappings.has(frame)).map(sourceMapErrorOf);
  const distinct = new Map(current.map((error) => [JSON.stringify(error), error]));
  return [
    ...errors.filter(({ type }) => !SOURCE_MAP_ERRORS.includes(type)),
    ...[...distinct.values()].slice(0, MAX_SOURCE_MAP_ERRORS),
  ];
}

function sourceMapErrorOf({ frame: { filename, lineno, colno }, map, location }: FrameWithMap): ProcessingError {
  const name = location.url;
  if (map instanceof InvalidSourceMap) {
    const { reason, rule, where } = map;
    if (rule === null) return { type: 'map_not_parsable', name, value: { filename, reason } };
    return { type: 'map_invalid', name, value: { filename, reason, rule, where } };
  }
  return { type: 'no_mapping_at_position', name, value: { filename, line: lineno, column: colno } };
}
