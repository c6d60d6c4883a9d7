import type { Artifact, ArtifactKind, StoredFile } from '../../domain/artifact';
import type { DebugImage, Event, Frame, JsonObject } from '../../domain/event';
import { groupBy } from '../../domain/groups';
import type { Project } from '../../domain/project';
import type { ArtifactReader } from '../../store/artifacts';
import type { MapLocation, SourceMapCache } from './sourceMapCache';
import { candidateNames, decodePath, isAbsoluteUrl, isInline, joinUrl, withoutAsync } from './urls';

/** SDKs whose bundles cannot carry debug ids, whatever their version. */
const SDKS_WITHOUT_DEBUG_IDS = [
  'sentry.javascript.react-native',
  'sentry.javascript.remix',
  'sentry.javascript.nextjs',
];
/** The first SDK version that sends debug ids. */
const FIRST_VERSION: readonly [number, number, number] = [7, 44, 0];

/** The debug ids of an event's files. A file's path is compared exactly first, then in normalized form. */
export class DebugIds {
  private readonly byPath = new Map<string, string>();
  private readonly byNormalizedPath = new Map<string, string>();

  constructor(images: readonly DebugImage[]) {
    // In reverse, so that the first image of a path wins.
    for (const { type, codeFile, debugId } of images.toReversed()) {
      if (type !== 'sourcemap' || codeFile === null || debugId === null) continue;
      this.byPath.set(codeFile, debugId);
      this.byNormalizedPath.set(normalizePath(codeFile), debugId);
    }
  }

  /** Returns the debug id of a frame's file, if the event has one. */
  of({ absPath, filename }: Pick<Frame, 'absPath' | 'filename'>): string | null {
    if (this.byPath.size === 0) return null;
    const paths = [absPath, filename].filter((path) => path !== null).map(withoutAsync);
    const ids = [
      ...paths.map((path) => this.byPath.get(path)),
      ...paths.map((path) => this.byNormalizedPath.get(normalizePath(path))),
    ];
    return ids.find((id) => id !== undefined) ?? null;
  }
}

/**
 * Returns a path with forward slashes, decoded, and without `file://`: `file:///C:/my%20app/a.js` and `C:\my app\a.js`
 * are the same file.
 */
function normalizePath(path: string): string {
  return decodePath(path)
    .replaceAll('\\', '/')
    .replace(/^file:\/\/(?:localhost)?/i, '')
    .replace(/^\/(?=[a-z]:\/)/i, '');
}

/** Returns true if the SDK is new enough to send debug ids; false if its version is missing or cannot be read. */
export function canSendDebugIds(sdk: JsonObject | null): boolean {
  const { name, version } = sdk ?? {};
  if (typeof version !== 'string' || SDKS_WITHOUT_DEBUG_IDS.includes(String(name))) return false;
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)$/s.exec(version.trim());
  if (match === null) return false;
  const [, major, minor, patch, suffix = ''] = match;
  const difference = compareVersions([Number(major), Number(minor ?? 0), Number(patch ?? 0)], FIRST_VERSION);
  return difference > 0 || (difference === 0 && !isPrerelease(suffix));
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((part, position) => part !== b[position]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function isPrerelease(suffix: string): boolean {
  return /^[-._]?(a|alpha|b|beta|c|rc|pre|preview|dev|next|canary)/i.test(suffix);
}

/** The project whose artifacts are searched. */
export type ArtifactOwner = Pick<Project, 'id' | 'organizationId'>;

/** The build of an event, whose artifacts are searched. */
export type BuildScope = Pick<Event, 'release' | 'dist' | 'platform'> & { readonly project: ArtifactOwner };

/** A minified file of an event. */
export interface MinifiedFile {
  /** The path of its frames, without the additions that parsers of SDKs leave in it. */
  readonly path: string | null;
  readonly debugId: string | null;
  /** True if an artifact can be found by the path: it is a URL, or a path of Node.js. */
  readonly isNamed: boolean;
}

/** The steps of the search for a file's source map. Fields of steps after a failed one are empty. */
export interface MapLookup {
  readonly file: MinifiedFile;
  /** Artifacts with the file's debug id, newest first. */
  readonly withDebugId: readonly Artifact[];
  /**
   * Artifacts of the release, of every dist, with a name of the file. Empty if there are artifacts with the debug id.
   */
  readonly fileCandidates: readonly Artifact[];
  readonly minified: Artifact | null;
  /** The reference to the map in the minified file. */
  readonly reference: string | null;
  /** The URL of the map: the URL of the reference, or the conventional one if there is none. */
  readonly mapUrl: string | null;
  /** Artifacts of the release, of every dist, with a name of the map. */
  readonly mapCandidates: readonly Artifact[];
  readonly location: MapLocation | null;
}

/** Returns a key that is the same for all frames of an event in one file. */
export function keyOfFile({ platform, absPath, filename }: Frame): string {
  return `${platform} ${absPath} ${filename}`;
}

/** Returns the minified file of a frame. */
export function minifiedFileOf(frame: Frame, platform: string, debugIds: DebugIds): MinifiedFile {
  const sent = frame.absPath ?? frame.filename;
  const path = sent === null ? null : withoutAsync(sent);
  const isNode = (frame.platform ?? platform) === 'node';
  return { path, debugId: debugIds.of(frame), isNamed: path !== null && (isNode || isAbsoluteUrl(path)) };
}

/** Returns true if an artifact can be found for the file, by debug id or by name. */
export function isUploadable({ debugId, isNamed }: MinifiedFile, { release }: Pick<BuildScope, 'release'>): boolean {
  return debugId !== null || (release !== null && isNamed);
}

/**
 * Looks up the source maps of files: by debug id, or else by release, dist and name. Runs three queries whatever the
 * number of files, and reads each minified file whose headers have no reference to its map.
 */
export async function lookUpMaps(
  artifacts: ArtifactReader,
  build: BuildScope,
  files: readonly MinifiedFile[],
  cache: SourceMapCache,
): Promise<MapLookup[]> {
  const ids = files.flatMap(({ debugId }) => debugId ?? []);
  const byId = groupBy(
    ids.length === 0 ? [] : await artifacts.findByDebugIds(build.project.id, ids),
    ({ debugId }) => debugId ?? '',
  );
  const filesWithoutId = files.filter((file) => byId.get(file.debugId ?? '') === undefined);
  const byName = await findArtifactsByName(artifacts, build, filesWithoutId.flatMap(namesOfFile));
  const read = (file: StoredFile, number: number) => artifacts.readCompressedSlice(file, number);
  const lookups: MapLookup[] = [];
  for (const file of files) {
    const lookup = startLookup(file, byId.get(file.debugId ?? '') ?? [], byName, build);
    const { location, minified } = lookup;
    const isFinished = location !== null || minified === null;
    const reference = isFinished ? null : await cache.getReference(build.project.organizationId, minified, read);
    lookups.push(followMapReference(lookup, reference));
  }
  const mapNames = lookups.flatMap(({ withDebugId, mapUrl }) =>
    withDebugId.length > 0 || mapUrl === null ? [] : candidateNames(mapUrl),
  );
  const mapsByName = await findArtifactsByName(artifacts, build, mapNames);
  return lookups.map((lookup) => finishLookup(lookup, mapsByName, build));
}

/**
 * Selects the artifact with the best name for a URL, among the artifacts of exactly the dist and not of another debug
 * id.
 */
export function selectArtifact(
  artifacts: readonly Artifact[],
  url: string,
  dist: string | null,
  debugId: string | null,
): Artifact | null {
  const isOfBuild = (artifact: Artifact) =>
    artifact.dist === dist && (debugId === null || artifact.debugId === null || artifact.debugId === debugId);
  return selectByName(artifacts.filter(isOfBuild), url);
}

/** Selects the artifact with the best name for a URL. */
export function selectByName(artifacts: readonly Artifact[], url: string): Artifact | null {
  for (const name of candidateNames(url)) {
    const match = artifacts.find((artifact) => artifact.name === name);
    if (match !== undefined) return match;
  }
  return null;
}

/** Finds the artifacts of the release by name. */
export async function findArtifactsByName(
  artifacts: ArtifactReader,
  { project, release }: BuildScope,
  names: readonly string[],
): Promise<Map<string, Artifact[]>> {
  if (release === null || names.length === 0) return new Map();
  return groupBy(await artifacts.findByNames(project.id, release, [...new Set(names)]), ({ name }) => name);
}

function startLookup(
  file: MinifiedFile,
  withDebugId: Artifact[],
  byName: Map<string, Artifact[]>,
  { dist }: BuildScope,
): MapLookup {
  const empty = { file, withDebugId, fileCandidates: [], reference: null, mapUrl: null, mapCandidates: [] };
  if (withDebugId.length > 0) {
    const map = withDebugId.find(({ kind }) => kind === 'source_map');
    const location = map === undefined ? null : locationByDebugId(map, withDebugId);
    return { ...empty, location, minified: minifiedOf(withDebugId) };
  }
  const fileCandidates = namesOfFile(file).flatMap((name) => byName.get(name) ?? []);
  const minified = selectArtifact(fileCandidates, file.path ?? '', dist, file.debugId);
  return { ...empty, fileCandidates, location: null, minified };
}

function locationByDebugId(map: Artifact, withDebugId: readonly Artifact[]): MapLocation {
  const originals = { withDebugId: withDebugId.filter(({ kind }) => kind === 'source'), bundle: map };
  return { artifact: map, isInline: false, url: map.name, originals };
}

/**
 * Returns the minified file among artifacts with a debug id. Originals can have it, too, and files without a known kind
 * can be minified.
 */
function minifiedOf(artifacts: readonly Artifact[]): Artifact | null {
  const isOfKind = (kind: ArtifactKind) => artifacts.find((artifact) => artifact.kind === kind);
  return isOfKind('minified_source') ?? isOfKind('other') ?? null;
}

/**
 * Adds the reference to the map, and the URL of the map. Without a reference there can still be a map with the
 * conventional name.
 */
function followMapReference(lookup: MapLookup, reference: string | null): MapLookup {
  const { file, minified, location, withDebugId } = lookup;
  if (location !== null || minified === null) return lookup;
  if (reference !== null && isInline(reference)) {
    return { ...lookup, reference, location: { artifact: minified, isInline: true, url: minified.name } };
  }
  const base = withDebugId.length > 0 ? minified.name : (file.path ?? '');
  return { ...lookup, reference, mapUrl: reference === null ? conventionalMapUrl(base) : joinUrl(base, reference) };
}

function conventionalMapUrl(url: string): string {
  return `${url.split(/[?#]/, 1)[0] ?? ''}.map`;
}

function finishLookup(lookup: MapLookup, mapsByName: Map<string, Artifact[]>, { dist }: BuildScope): MapLookup {
  const { file, mapUrl, location, withDebugId } = lookup;
  if (location !== null || mapUrl === null || withDebugId.length > 0) return lookup;
  const mapCandidates = candidateNames(mapUrl).flatMap((name) => mapsByName.get(name) ?? []);
  const artifact = selectArtifact(mapCandidates, mapUrl, dist, file.debugId);
  return {
    ...lookup,
    mapCandidates,
    location: artifact === null ? null : { artifact, isInline: false, url: mapUrl },
  };
}

function namesOfFile({ path, isNamed }: MinifiedFile): string[] {
  return path === null || !isNamed ? [] : candidateNames(path);
}
