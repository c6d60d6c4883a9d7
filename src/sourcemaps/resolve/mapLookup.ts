import type { Artifact, StoredFile } from '../../domain/artifact';
import type { DebugImage, Event, Frame, JsonObject } from '../../domain/event';
import type { Project } from '../../domain/project';
import type { ArtifactReader } from '../../store/artifacts';
import type { MapLocation, SourceMapCache } from './sourceMapCache';
import { candidateNames, isAbsoluteUrl, isInline, joinUrl } from './urls';

/** SDKs whose bundles cannot carry debug ids (reference/endpoints.md §6.2). */
const INCAPABLE_SDKS = ['sentry.javascript.react-native', 'sentry.javascript.remix', 'sentry.javascript.nextjs'];
const FIRST_CAPABLE: readonly [number, number, number] = [7, 44, 0];

/** Which debug id belongs to which file: by the path exactly, else by the path written alike (reference/ingest.md §5 step 2). */
export class DebugIds {
  private readonly exact = new Map<string, string>();
  private readonly alike = new Map<string, string>();

  constructor(images: readonly DebugImage[]) {
    for (const { type, codeFile, debugId } of images.toReversed()) {
      if (type !== 'sourcemap' || codeFile === null || debugId === null) continue;
      this.exact.set(codeFile, debugId);
      this.alike.set(plainPath(codeFile), debugId);
    }
  }

  /** The debug id of the frame's file, if the event carries one. */
  of({ absPath, filename }: Pick<Frame, 'absPath' | 'filename'>): string | null {
    const paths = [absPath, filename].filter((path) => path !== null);
    const exact = paths.map((path) => this.exact.get(path)).find((id) => id !== undefined);
    return exact ?? paths.map((path) => this.alike.get(plainPath(path))).find((id) => id !== undefined) ?? null;
  }
}

/** A path with forward slashes and without `file://`: `file:///C:/app/a.js` and `C:\app\a.js` are the same file. */
function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^file:\/\/(?:localhost)?/i, '')
    .replace(/^\/(?=[a-z]:\/)/i, '');
}

/** Whether the SDK is new enough to send debug ids; one that does not say what it is, or whose version cannot be read, is not. */
export function canSendDebugIds(sdk: JsonObject | null): boolean {
  const { name, version } = sdk ?? {};
  if (typeof version !== 'string' || INCAPABLE_SDKS.includes(String(name))) return false;
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)$/.exec(version.trim());
  if (match === null) return false;
  const [, major, minor, patch, suffix = ''] = match;
  const difference = compare([Number(major), Number(minor ?? 0), Number(patch ?? 0)], FIRST_CAPABLE);
  return difference > 0 || (difference === 0 && !isPrerelease(suffix));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function isPrerelease(suffix: string): boolean {
  return /^[-._]?(a|alpha|b|beta|c|rc|pre|preview|dev|next|canary)/i.test(suffix);
}

/** Whose artifacts are searched, and of which build. */
export type BuildScope = Pick<Event, 'release' | 'dist' | 'platform'> & {
  readonly project: Pick<Project, 'id' | 'organizationId'>;
};

/** A minified file whose source map is wanted. */
export interface MinifiedFile {
  readonly path: string | null;
  readonly debugId: string | null;
  /** Whether uploaded names can tell it: it has a URL, or a path of Node.js. */
  readonly isNamed: boolean;
}

/** Where the search for the map of a file went, step by step; what comes after a step that failed is empty. */
export interface MapLookup {
  readonly file: MinifiedFile;
  /** What was uploaded with the file's debug id, newest first. */
  readonly withDebugId: readonly Artifact[];
  /** What was uploaded for the release under a name of the file, of every dist; not looked for if the id is found. */
  readonly fileCandidates: readonly Artifact[];
  readonly minified: Artifact | null;
  /** What the minified file says of its map. */
  readonly reference: string | null;
  /** Where that leads, or where a map would be by custom. */
  readonly mapUrl: string | null;
  /** What was uploaded for the release under a name of the map, of every dist. */
  readonly mapCandidates: readonly Artifact[];
  readonly location: MapLocation | null;
}

/** Says what file a frame is in (reference/ingest.md §5 steps 2–3, endpoints.md §6.1 step 15). */
export function minifiedFileOf(frame: Frame, platform: string, debugIds: DebugIds): MinifiedFile {
  const path = frame.absPath ?? frame.filename;
  const isNode = (frame.platform ?? platform) === 'node';
  return { path, debugId: debugIds.of(frame), isNamed: path !== null && (isNode || isAbsoluteUrl(path)) };
}

/** Whether an upload could be found for the file, by debug id or by name. */
export function isUploadable({ debugId, isNamed }: MinifiedFile, { release }: Pick<BuildScope, 'release'>): boolean {
  return debugId !== null || (release !== null && isNamed);
}

/**
 * Searches the maps of many files at once: by debug id, and where nothing has the id, by release, dist and name. Three queries
 * whatever the number of files, and the text of each minified file that names its map in no header.
 */
export async function lookUpMaps(
  artifacts: ArtifactReader,
  subject: BuildScope,
  files: readonly MinifiedFile[],
  shelf: SourceMapCache,
): Promise<MapLookup[]> {
  const named = (names: readonly string[]) => findArtifactsByName(artifacts, subject, names);
  const ids = files.flatMap(({ debugId }) => debugId ?? []);
  const byId = groupByKey(
    ids.length === 0 ? [] : await artifacts.findByDebugIds(subject.project.id, ids),
    ({ debugId }) => debugId ?? '',
  );
  const byName = await named(files.filter((file) => byId.get(file.debugId ?? '') === undefined).flatMap(namesOfFile));
  const read = (file: StoredFile) => artifacts.readContent(file);
  const trails: MapLookup[] = [];
  for (const file of files) {
    const start = startLookup(file, byId.get(file.debugId ?? '') ?? [], byName, subject);
    const { location: place, minified } = start;
    const reference =
      place !== null || minified === null
        ? null
        : await shelf.getReference(subject.project.organizationId, minified, read);
    trails.push(followMapReference(start, reference));
  }
  const maps = await named(
    trails.flatMap(({ withDebugId: sameId, mapUrl }) =>
      sameId.length > 0 || mapUrl === null ? [] : candidateNames(mapUrl),
    ),
  );
  return trails.map((trail) => finishLookup(trail, maps, subject));
}

/** The artifact that serves a file: by the best of its names, of exactly the dist, and not known to be of another build. */
export function selectArtifact(
  artifacts: readonly Artifact[],
  url: string,
  dist: string | null,
  debugId: string | null,
): Artifact | null {
  const serves = (artifact: Artifact) =>
    artifact.dist === dist && (debugId === null || artifact.debugId === null || artifact.debugId === debugId);
  for (const name of candidateNames(url)) {
    const found = artifacts.find((artifact) => artifact.name === name && serves(artifact));
    if (found !== undefined) return found;
  }
  return null;
}

/** Artifacts of the release by name. */
export async function findArtifactsByName(
  artifacts: ArtifactReader,
  { project, release }: BuildScope,
  names: readonly string[],
): Promise<Map<string, Artifact[]>> {
  if (release === null || names.length === 0) return new Map();
  return groupByKey(await artifacts.findByNames(project.id, release, [...new Set(names)]), ({ name }) => name);
}

function startLookup(
  file: MinifiedFile,
  sameId: Artifact[],
  byName: Map<string, Artifact[]>,
  { dist }: BuildScope,
): MapLookup {
  const empty = { file, withDebugId: sameId, fileCandidates: [], reference: null, mapUrl: null, mapCandidates: [] };
  const map = sameId.find(({ kind }) => kind === 'source_map');
  const place = map === undefined ? null : { artifact: map, isInline: false, url: map.name };
  if (sameId.length > 0)
    return { ...empty, location: place, minified: sameId.find(({ kind }) => kind !== 'source_map') ?? null };
  const named = namesOfFile(file).flatMap((name) => byName.get(name) ?? []);
  return {
    ...empty,
    fileCandidates: named,
    location: null,
    minified: selectArtifact(named, file.path ?? '', dist, file.debugId),
  };
}

/** Without a reference a map may still be there under the custom name. */
function followMapReference(trail: MapLookup, reference: string | null): MapLookup {
  const { file, minified, location: place, withDebugId: sameId } = trail;
  if (place !== null || minified === null) return trail;
  if (reference !== null && isInline(reference)) {
    return { ...trail, reference, location: { artifact: minified, isInline: true, url: minified.name } };
  }
  const base = sameId.length > 0 ? minified.name : (file.path ?? '');
  return { ...trail, reference, mapUrl: reference === null ? conventionalMapUrl(base) : joinUrl(base, reference) };
}

function conventionalMapUrl(url: string): string {
  return `${url.split(/[?#]/, 1)[0] ?? ''}.map`;
}

function finishLookup(trail: MapLookup, maps: Map<string, Artifact[]>, { dist }: BuildScope): MapLookup {
  const { file, mapUrl, location: place, withDebugId: sameId } = trail;
  if (place !== null || mapUrl === null || sameId.length > 0) return trail;
  const mapsNamed = candidateNames(mapUrl).flatMap((name) => maps.get(name) ?? []);
  const artifact = selectArtifact(mapsNamed, mapUrl, dist, file.debugId);
  return {
    ...trail,
    mapCandidates: mapsNamed,
    location: artifact === null ? null : { artifact, isInline: false, url: mapUrl },
  };
}

function namesOfFile({ path, isNamed }: MinifiedFile): string[] {
  return path === null || !isNamed ? [] : candidateNames(path);
}

function groupByKey(artifacts: readonly Artifact[], keyOf: (artifact: Artifact) => string): Map<string, Artifact[]> {
  const groups = new Map<string, Artifact[]>();
  for (const artifact of artifacts) {
    const key = keyOf(artifact);
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [artifact]);
    else others.push(artifact);
  }
  return groups;
}
