import type { Artifact, StoredFile } from '../domain/artifact';
import type { Event, Frame } from '../domain/event';
import type { Project } from '../domain/project';
import type { ArtifactReader } from '../store/artifactStores';
import type { DebugIds } from './debugIds';
import type { MapPlace, MapShelf } from './shelf';
import { isInline } from './reference';
import { candidateNames, isAbsoluteUrl, joinUrl } from './url';

/** Whose artifacts are searched, and of which build. */
export type Subject = Pick<Event, 'release' | 'dist' | 'platform'> & {
  readonly project: Pick<Project, 'id' | 'organizationId'>;
};

/** A minified file whose source map is wanted. */
export interface WantedFile {
  readonly path: string | null;
  readonly debugId: string | null;
  /** Whether uploaded names can tell it: it has a URL, or a path of Node.js. */
  readonly isNamed: boolean;
}

/** Where the search for the map of a file went, step by step; what comes after a step that failed is empty. */
export interface Trail {
  readonly file: WantedFile;
  /** What was uploaded with the file's debug id, newest first. */
  readonly sameId: readonly Artifact[];
  /** What was uploaded for the release under a name of the file, of every dist; not looked for if the id is found. */
  readonly named: readonly Artifact[];
  readonly minified: Artifact | null;
  /** What the minified file says of its map. */
  readonly reference: string | null;
  /** Where that leads, or where a map would be by custom. */
  readonly mapUrl: string | null;
  /** What was uploaded for the release under a name of the map, of every dist. */
  readonly mapsNamed: readonly Artifact[];
  readonly place: MapPlace | null;
}

/** Says what file a frame is in (reference/ingest.md §5 steps 2–3, endpoints.md §6.1 step 15). */
export function fileOf(frame: Frame, platform: string, debugIds: DebugIds): WantedFile {
  const path = frame.absPath ?? frame.filename;
  const isNode = (frame.platform ?? platform) === 'node';
  return { path, debugId: debugIds.of(frame), isNamed: path !== null && (isNode || isAbsoluteUrl(path)) };
}

/** Whether an upload could be found for the file, by debug id or by name. */
export function isUploadable({ debugId, isNamed }: WantedFile, { release }: Pick<Subject, 'release'>): boolean {
  return debugId !== null || (release !== null && isNamed);
}

/**
 * Searches the maps of many files at once: by debug id, and where nothing has the id, by release, dist and name. Three queries
 * whatever the number of files, and the text of each minified file that names its map in no header.
 */
export async function searchMaps(
  artifacts: ArtifactReader,
  subject: Subject,
  files: readonly WantedFile[],
  shelf: MapShelf,
): Promise<Trail[]> {
  const named = (names: readonly string[]) => findNamed(artifacts, subject, names);
  const ids = files.flatMap(({ debugId }) => debugId ?? []);
  const byId = group(
    ids.length === 0 ? [] : await artifacts.findByDebugIds(subject.project.id, ids),
    ({ debugId }) => debugId ?? '',
  );
  const byName = await named(files.filter((file) => byId.get(file.debugId ?? '') === undefined).flatMap(namesOf));
  const read = (file: StoredFile) => artifacts.readContent(file);
  const trails: Trail[] = [];
  for (const file of files) {
    const start = startTrail(file, byId.get(file.debugId ?? '') ?? [], byName, subject);
    const { place, minified } = start;
    const reference =
      place !== null || minified === null
        ? null
        : await shelf.reference(subject.project.organizationId, minified, read);
    trails.push(followReference(start, reference));
  }
  const maps = await named(
    trails.flatMap(({ sameId, mapUrl }) => (sameId.length > 0 || mapUrl === null ? [] : candidateNames(mapUrl))),
  );
  return trails.map((trail) => finishTrail(trail, maps, subject));
}

/** The artifact that serves a file: by the best of its names, of exactly the dist, and not known to be of another build. */
export function fit(
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
export async function findNamed(
  artifacts: ArtifactReader,
  { project, release }: Subject,
  names: readonly string[],
): Promise<Map<string, Artifact[]>> {
  if (release === null || names.length === 0) return new Map();
  return group(await artifacts.findByNames(project.id, release, [...new Set(names)]), ({ name }) => name);
}

function startTrail(file: WantedFile, sameId: Artifact[], byName: Map<string, Artifact[]>, { dist }: Subject): Trail {
  const empty = { file, sameId, named: [], reference: null, mapUrl: null, mapsNamed: [] };
  const map = sameId.find(({ kind }) => kind === 'source_map');
  const place = map === undefined ? null : { artifact: map, isInline: false, url: map.name };
  if (sameId.length > 0) return { ...empty, place, minified: sameId.find(({ kind }) => kind !== 'source_map') ?? null };
  const named = namesOf(file).flatMap((name) => byName.get(name) ?? []);
  return { ...empty, named, place: null, minified: fit(named, file.path ?? '', dist, file.debugId) };
}

/** Without a reference a map may still be there under the custom name. */
function followReference(trail: Trail, reference: string | null): Trail {
  const { file, minified, place, sameId } = trail;
  if (place !== null || minified === null) return trail;
  if (reference !== null && isInline(reference)) {
    return { ...trail, reference, place: { artifact: minified, isInline: true, url: minified.name } };
  }
  const base = sameId.length > 0 ? minified.name : (file.path ?? '');
  return { ...trail, reference, mapUrl: reference === null ? customName(base) : joinUrl(base, reference) };
}

function customName(url: string): string {
  return `${url.split(/[?#]/, 1)[0] ?? ''}.map`;
}

function finishTrail(trail: Trail, maps: Map<string, Artifact[]>, { dist }: Subject): Trail {
  const { file, mapUrl, place, sameId } = trail;
  if (place !== null || mapUrl === null || sameId.length > 0) return trail;
  const mapsNamed = candidateNames(mapUrl).flatMap((name) => maps.get(name) ?? []);
  const artifact = fit(mapsNamed, mapUrl, dist, file.debugId);
  return { ...trail, mapsNamed, place: artifact === null ? null : { artifact, isInline: false, url: mapUrl } };
}

function namesOf({ path, isNamed }: WantedFile): string[] {
  return path === null || !isNamed ? [] : candidateNames(path);
}

function group(artifacts: readonly Artifact[], keyOf: (artifact: Artifact) => string): Map<string, Artifact[]> {
  const groups = new Map<string, Artifact[]>();
  for (const artifact of artifacts) {
    const key = keyOf(artifact);
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [artifact]);
    else others.push(artifact);
  }
  return groups;
}
