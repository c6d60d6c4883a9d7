import type { Artifact } from '../domain/artifact';
import type { Event, Frame, ProcessingError } from '../domain/event';
import type { Project } from '../domain/project';
import type { Read } from '../store/stores';
import { NO_CONTEXT } from './context';
import { type SourceMap, Unreadable } from './map';
import { type Mapped, rewriteTrace } from './rewrite';
import { searchMaps, type Subject, type WantedFile } from './search';
import type { MapShelf } from './shelf';
import { readSources } from './sources';
import { joinUrl } from './url';
import { wantedFrames, type WholeFrame } from './wanted';

const MAX_PROBLEMS = 20;
const PROBLEMS = ['map_not_parsable', 'no_mapping_at_position'];

/** Where artifacts are read from, and where parsed maps are kept. */
export interface Sources {
  readonly read: Read;
  readonly shelf: MapShelf;
}

/** A frame with the map of its file. */
interface Placed {
  readonly frame: WholeFrame;
  readonly map: SourceMap | Unreadable;
  readonly url: string;
}

/** A frame with its original. */
type Found = Omit<Mapped, 'context'> & { readonly frame: Frame };

/**
 * The event with the frames rewritten whose maps are uploaded by now; the event itself if there are none. A frame that has a map
 * which fails is noted among the errors; one without a map is nobody's fault (reference/ingest.md §5).
 */
export async function resolveEvent(event: Event, project: Pick<Project, 'id' | 'organizationId'>, from: Sources): Promise<Event> {
  const wanted = wantedFrames(event);
  if (wanted.size === 0) return event;
  const subject: Subject = { project, release: event.release, dist: event.dist, platform: event.platform };
  const placed = await placeFrames(wanted, subject, from);
  if (placed.length === 0) return event;
  const mapped = await addContexts(placed.flatMap(findOriginal), subject, from.read);
  return { ...rewriteEvent(event, mapped), errors: withProblems(event.errors, placed, mapped) };
}

async function placeFrames(wanted: ReadonlyMap<WholeFrame, WantedFile>, subject: Subject, { read, shelf }: Sources): Promise<Placed[]> {
  const { id, organizationId } = subject.project;
  const files = [...new Set(wanted.values())];
  const trails = await read(async ({ artifacts }) => ((await artifacts.any(id)) ? searchMaps(artifacts, subject, files, shelf) : []));
  const readContent = (artifact: Artifact) => read(({ artifacts }) => artifacts.readContent(artifact));
  const maps = new Map<WantedFile, Omit<Placed, 'frame'>>();
  for (const { file, place } of trails) {
    if (place !== null) maps.set(file, { url: place.url, map: await shelf.map(organizationId, place, readContent) });
  }
  return [...wanted].flatMap(([frame, file]) => {
    const found = maps.get(file);
    return found === undefined ? [] : [{ frame, ...found }];
  });
}

function findOriginal({ frame, map, url }: Placed): Found[] {
  const original = map instanceof Unreadable ? null : map.find(frame.lineno, frame.colno);
  return original === null ? [] : [{ frame, original, url }];
}

/** Source lines come with the map, or else from a file that was uploaded under the name the map gives (reference/ingest.md §5 step 7). */
async function addContexts(found: readonly Found[], subject: Subject, read: Read): Promise<Map<Frame, Mapped>> {
  const urlOf = ({ original, url }: Found) => joinUrl(url, original.source);
  const missing = found.filter(({ original }) => original.content === null).map(urlOf);
  const texts = await readSources(missing, subject, read);
  const mapped = new Map<Frame, Mapped>();
  for (const one of found) {
    const text = one.original.content ?? texts.get(urlOf(one));
    mapped.set(one.frame, { ...one, context: text?.around(one.original.line) ?? NO_CONTEXT });
  }
  return mapped;
}

function rewriteEvent(event: Event, mapped: ReadonlyMap<Frame, Mapped>): Event {
  const exceptions = event.exceptions.map((exception) => rewriteTrace(exception, mapped));
  const threads = event.threads.map((thread) => rewriteTrace(thread, mapped));
  return { ...rewriteTrace(event, mapped), exceptions, threads };
}

/** The errors with one for each map that fails and each position that is not in its map, as they are now. */
function withProblems(errors: readonly ProcessingError[], placed: readonly Placed[], mapped: ReadonlyMap<Frame, Mapped>): ProcessingError[] {
  const problems = new Map(placed.filter(({ frame }) => !mapped.has(frame)).map((one) => [JSON.stringify(problemOf(one)), problemOf(one)]));
  return [...errors.filter(({ type }) => !PROBLEMS.includes(type)), ...[...problems.values()].slice(0, MAX_PROBLEMS)];
}

function problemOf({ frame: { filename, lineno, colno }, map, url }: Placed): ProcessingError {
  if (map instanceof Unreadable) return { type: 'map_not_parsable', name: url, value: { filename, reason: map.reason } };
  return { type: 'no_mapping_at_position', name: url, value: { filename, line: lineno, column: colno } };
}
