import type { Event, Frame, ProcessingError } from '../domain/event';
import type { Project } from '../domain/project';
import type { Read } from '../store/stores';
import { NO_CONTEXT } from './context';
import { type SourceMap, Unreadable } from './map';
import { type Mapped, rewriteTrace } from './rewrite';
import { addressesOf, type FindScrapings, placeScraped } from './scraped';
import { isUploadable, searchMaps, type Subject, type WantedFile } from './search';
import type { MapPlace, MapShelf } from './shelf';
import { readSources } from './sources';
import { joinUrl } from './url';
import { wantedFrames, type WholeFrame } from './wanted';

const MAX_PROBLEMS = 20;
const PROBLEMS = ['map_not_parsable', 'no_mapping_at_position'];

/** Where artifacts are read from, and where parsed maps are kept. */
export interface Sources {
  readonly read: Read;
  readonly shelf: MapShelf;
  /** Whether anything is uploaded for the project, where that is known already. */
  readonly hasUploads?: boolean;
  /** Finds what was fetched; absent where that is not to be used. */
  readonly scrapings?: FindScrapings | undefined;
}

/** An event with its frames resolved. */
export interface Resolution {
  readonly event: Event;
  /** Addresses of its files for which no map is uploaded, where files may be fetched. */
  readonly notUploaded: readonly string[];
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
 * The event with the frames rewritten whose maps are there by now; the event itself if there are none. A frame that has a map
 * which fails is noted among the errors; one without a map is nobody's fault (reference/ingest.md §5).
 */
export async function resolveEvent(
  event: Event,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: Sources,
): Promise<Event> {
  return (await resolveFrames(event, project, from)).event;
}

const NO_FRAMES: ReadonlyMap<WholeFrame, WantedFile> = new Map();

/** The same, and which files could be fetched. */
export async function resolveFrames(
  event: Event,
  project: Pick<Project, 'id' | 'organizationId'>,
  from: Sources,
): Promise<Resolution> {
  const isHopeless = from.hasUploads === false && from.scrapings === undefined;
  const wanted = isHopeless ? NO_FRAMES : wantedFrames(event, from.scrapings !== undefined);
  if (wanted.size === 0) return { event, notUploaded: [] };
  const subject: Subject = { project, release: event.release, dist: event.dist, platform: event.platform };
  const files = [...new Set(wanted.values())];
  const uploaded = await placeUploads(files, subject, from);
  const others = files.filter((file) => !uploaded.has(file));
  const { scraped, notUploaded } = await lookForScraped(others, event, project, from);
  const placed = await readMaps(wanted, new Map([...uploaded, ...scraped]), subject, from);
  if (placed.length === 0) return { event, notUploaded };
  const mapped = await addContexts(placed.flatMap(findOriginal), subject, from.read);
  return { event: { ...rewriteEvent(event, mapped), errors: withProblems(event.errors, placed, mapped) }, notUploaded };
}

/** Where the maps of files are that were uploaded. What nothing can be uploaded for costs no look. */
async function placeUploads(
  files: readonly WantedFile[],
  subject: Subject,
  from: Sources,
): Promise<Map<WantedFile, MapPlace>> {
  const uploadable = from.hasUploads === false ? [] : files.filter((file) => isUploadable(file, subject));
  if (uploadable.length === 0) return new Map();
  const { read, shelf, hasUploads } = from;
  const trails = await read(async ({ artifacts }) => {
    return hasUploads || (await artifacts.any(subject.project.id))
      ? searchMaps(artifacts, subject, uploadable, shelf)
      : [];
  });
  return new Map(trails.flatMap(({ file, place }) => (place === null ? [] : [[file, place]])));
}

/** Where the maps of files are that were fetched, and the addresses of all files that may be. Without such files it costs no look. */
async function lookForScraped(
  files: readonly WantedFile[],
  { received }: Event,
  project: Pick<Project, 'id'>,
  { scrapings }: Sources,
) {
  const addresses = addressesOf(scrapings === undefined ? [] : files);
  const notUploaded = [...new Set(addresses.values())];
  if (scrapings === undefined || notUploaded.length === 0) return { scraped: [], notUploaded };
  return {
    scraped: placeScraped(addresses, await scrapings(project.id, notUploaded, received), project, received),
    notUploaded,
  };
}

async function readMaps(
  wanted: ReadonlyMap<WholeFrame, WantedFile>,
  places: ReadonlyMap<WantedFile, MapPlace>,
  { project }: Subject,
  { read, shelf }: Sources,
): Promise<Placed[]> {
  const maps = new Map<WantedFile, Omit<Placed, 'frame'>>();
  for (const [file, place] of places) {
    const map = await shelf.map(project.organizationId, place, (content) =>
      read(({ artifacts }) => artifacts.readContent(content)),
    );
    maps.set(file, { url: place.url, map });
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
function withProblems(
  errors: readonly ProcessingError[],
  placed: readonly Placed[],
  mapped: ReadonlyMap<Frame, Mapped>,
): ProcessingError[] {
  const problems = new Map(
    placed.filter(({ frame }) => !mapped.has(frame)).map((one) => [JSON.stringify(problemOf(one)), problemOf(one)]),
  );
  return [...errors.filter(({ type }) => !PROBLEMS.includes(type)), ...[...problems.values()].slice(0, MAX_PROBLEMS)];
}

function problemOf({ frame: { filename, lineno, colno }, map, url }: Placed): ProcessingError {
  if (map instanceof Unreadable)
    return { type: 'map_not_parsable', name: url, value: { filename, reason: map.reason } };
  return { type: 'no_mapping_at_position', name: url, value: { filename, line: lineno, column: colno } };
}
