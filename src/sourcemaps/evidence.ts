import type { Artifact } from '../domain/artifact';
import type { Event, Frame } from '../domain/event';
import type { Project } from '../domain/project';
import type { Readers } from '../store/stores';
import { DebugIds } from './debugIds';
import { type Original, type SourceMap, Unreadable } from './map';
import type { Sources } from './resolve';
import { fileOf, searchMaps, type Subject, type Trail } from './search';

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
}

/** Collects what tells why a frame is not mapped, from what is uploaded now: one `read`, and one for the bytes of a map. */
export async function collectEvidence(event: Event, frame: Frame, project: Pick<Project, 'id' | 'organizationId'>, from: Sources): Promise<Evidence> {
  const subject: Subject = { project, release: event.release, dist: event.dist, platform: event.platform };
  const file = fileOf(frame, event.platform, new DebugIds(event.debugImages));
  const { isReleaseKnown, trail, names } = await from.read(async (stores) => {
    const [found] = await searchMaps(stores.artifacts, subject, [file], from.shelf);
    if (found === undefined) throw new Error('a search answers for each file');
    return { trail: found, isReleaseKnown: await isKnown(stores, subject), names: found.place === null ? await listNames(stores, subject) : [] };
  });
  const map = trail.place && (await loadMap(trail.place, project, from));
  const original = map === null || map instanceof Unreadable ? null : find(map, frame);
  return { event, frame, isReleaseKnown, names, trail, map, original };
}

async function isKnown({ releases }: Readers, { project, release }: Subject): Promise<boolean> {
  return release !== null && (await releases.findByVersion(project.organizationId, release)) !== undefined;
}

async function listNames({ artifacts }: Readers, { project, release }: Subject): Promise<string[]> {
  if (release === null) return [];
  const listed = await artifacts.listOfRelease(project.id, release, MAX_LISTED);
  return [...new Set(listed.map(({ name }) => name))];
}

function loadMap(place: NonNullable<Trail['place']>, project: Pick<Project, 'organizationId'>, { read, shelf }: Sources) {
  return shelf.map(project.organizationId, place, (artifact: Artifact) => read(({ artifacts }) => artifacts.readContent(artifact)));
}

function find(map: SourceMap, { lineno, colno }: Frame): Original | null {
  return lineno === null || colno === null ? null : map.find(lineno, colno);
}
