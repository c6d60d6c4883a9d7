import { setImmediate } from 'node:timers/promises';
import { decompressEventBody } from '../../compression/eventBody';
import { NotFound } from '../../domain/errors';
import { type Event, eventCursorKey, parseEventId } from '../../domain/event';
import type { Issue } from '../../domain/issue';
import { type Page, type PageRequest, truncatePage } from '../../domain/page';
import type { Project } from '../../domain/project';
import { linksCommit, sourceLinkOf } from '../../domain/sourceLink';
import { type EventDetail, presentEventDetail } from '../../presenters/event';
import { presentEvent } from '../../presenters/eventRecord';
import { json, type Json, jsonList } from '../../presenters/format';
import { resolveContextFor, type SourceMapServices } from '../../sourcemaps/resolveContext';
import { resolveEvent } from '../../sourcemaps/resolve/resolveEvent';
import type { FullEventRow } from '../../store/events';
import type { Read } from '../../store/stores';
import type { EventRow } from '../../store/visibleEvents';

/** The dependencies of reading an event with its body. */
export interface DetailServices extends SourceMapServices {
  readonly checkSchema: (schema: string, value: unknown) => void;
  readonly holdReply: (bytes: number) => void;
}

/**
 * Memory of an event while it is read, in multiples of the length of its body: its objects, and the objects of its
 * record.
 */
const DETAIL_FACTOR = 6;
/** Memory of a text, in multiples of its length: it is encoded before it is sent. */
const TEXT_FACTOR = 2;

/**
 * Finds the event whose id the path has.
 * @throws NotFound if the text is not an id of an event, or the project has no such event
 */
export async function requireEvent(read: Read, project: Pick<Project, 'id'>, text: string): Promise<FullEventRow> {
  const eventId = parseEventId(text);
  const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
  if (row === undefined) throw new NotFound('Event not found');
  return row;
}

/**
 * Reads an event with its frames resolved by the present source maps, which may be newer than the event.
 * @param held bytes that the reply already holds
 */
async function readDetail(
  row: FullEventRow,
  project: Project,
  services: DetailServices,
  held = 0,
): Promise<EventDetail> {
  const { event, body, size } = await readResolvedEvent(row, project, services, held);
  const version = { release: event.release, commit: await findCommit(event, project, services) };
  return presentEventDetail(project.id, row, { ...body, event }, size, (frame) =>
    sourceLinkOf(frame, project.settings, version),
  );
}

/** Returns the last commit of an event's release, if links to the source need it and it is known. */
async function findCommit(
  { release: version }: Pick<Event, 'release'>,
  { organizationId, settings }: Project,
  { read }: Pick<DetailServices, 'read'>,
): Promise<string | null> {
  if (version === null || !linksCommit(settings)) return null;
  return read(async ({ releases }) => {
    const release = await releases.findByVersion(organizationId, version);
    if (release === undefined) return null;
    return (await releases.findRelations(organizationId, [release])).get(release.id)?.lastCommit?.id ?? null;
  });
}

/** Reads the body of an event, and the event with its frames resolved, as `readDetail` does. */
export async function readResolvedEvent(
  row: FullEventRow,
  project: Project,
  services: Omit<DetailServices, 'checkSchema'>,
  held = 0,
) {
  const { body, size } = decompressEventBody(row.body);
  services.holdReply(held + DETAIL_FACTOR * size);
  return { event: await resolveEvent(body.event, project, resolveContextFor(project, services)), body, size };
}

/**
 * Reads an event as `readDetail` does, with the ids of the events before and after it in its issue.
 * @param collapse parts to leave out
 */
export async function readNavigated(
  row: FullEventRow,
  project: Project,
  services: DetailServices,
  collapse: readonly 'adjacentEvents'[] = [],
): Promise<EventDetail> {
  const issue = { id: row.issueId, projectId: project.id };
  const { newer, older } = collapse.includes('adjacentEvents')
    ? { newer: null, older: null }
    : await services.read(({ events }) => events.findNeighbours(issue, row));
  const detail = await readDetail(row, project, services);
  return { ...detail, nextEventID: newer, previousEventID: older };
}

/** Number of the newest events of an issue from which the recommended event is chosen. */
const RECOMMENDATION_CANDIDATES = 10;

/**
 * Finds the most informative of the newest events of an issue; of equal ones, the newest. Other requests are served
 * after each event.
 */
export async function findRecommended(
  issue: Pick<Issue, 'id' | 'projectId'>,
  services: Pick<DetailServices, 'read' | 'holdReply'>,
): Promise<FullEventRow | undefined> {
  const page = { cursor: null, size: RECOMMENDATION_CANDIDATES };
  const { rows } = await services.read(({ events }) => events.listByIssue(issue, page));
  let best: { row: FullEventRow; score: number } | undefined;
  for (const { eventId } of rows) {
    const [row] = await services.read(({ events }) => events.readBodies(issue.projectId, [eventId]));
    if (row === undefined) continue;
    const { body, size } = decompressEventBody(row.body);
    services.holdReply(DETAIL_FACTOR * size);
    const score = scoreContext(body.event);
    if (best === undefined || score > best.score) best = { row, score };
    await setImmediate();
  }
  return best?.row;
}

/** Returns the reply for a page of events. */
export function eventListReply(project: Pick<Project, 'id'>, page: Page<EventRow>) {
  const records = page.rows.map((row) => presentEvent(project.id, row));
  return { status: 200 as const, json: jsonList(records), links: page };
}

/** Bytes of event bodies after which a page ends: a hundred of the largest events are too much for most clients. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Bytes of event bodies after which other requests are served. */
const YIELD_BYTES = 1024 * 1024;
/** Number of bodies that one statement reads. */
const BODIES_AT_ONCE = 8;

/**
 * Returns the reply for a page of events with their bodies, shortened to the events that fit into one reply. Only a few
 * bodies are in memory at the same time, and only the objects of one event: the other events are already JSON.
 */
export async function eventDetailListReply(
  events: Page<EventRow>,
  request: PageRequest,
  project: Project,
  services: DetailServices,
) {
  const isBackwards = request.cursor?.backwards ?? false;
  const ids = events.rows.map(({ eventId }) => eventId);
  const { texts, count } = await readTexts(isBackwards ? ids.reverse() : ids, project, services);
  const page = truncatePage(events, count, request, eventCursorKey);
  return { status: 200 as const, json: jsonList(isBackwards ? texts.reverse() : texts), links: page };
}

/**
 * Reads events one after the other, so that a source map is parsed once for all of them.
 * @returns the JSON of the events, and the number of ids that were read: an event may have been removed in the meantime
 */
async function readTexts(
  ids: readonly string[],
  project: Project,
  services: DetailServices,
): Promise<{ texts: Json<EventDetail>[]; count: number }> {
  const texts: Json<EventDetail>[] = [];
  let [bytes, length, nextYield] = [0, 0, YIELD_BYTES];
  for (let start = 0; start < ids.length; start += BODIES_AT_ONCE) {
    const batch = ids.slice(start, start + BODIES_AT_ONCE);
    for (const row of await services.read(({ events }) => events.readBodies(project.id, batch))) {
      const detail = await readDetail(row, project, services, TEXT_FACTOR * length);
      services.checkSchema('EventDetail', detail);
      const text = json<EventDetail>(JSON.stringify(detail));
      texts.push(text);
      length += text.length;
      bytes += detail.size;
      services.holdReply(TEXT_FACTOR * length);
      if (bytes >= PAGE_BYTES) return { texts, count: ids.indexOf(row.eventId) + 1 };
      if (bytes < nextYield) continue;
      nextYield = bytes + YIELD_BYTES;
      await setImmediate();
    }
  }
  return { texts, count: ids.length };
}

/**
 * Points of a stack trace, and of source lines of the application. Each is worth more than the four other parts of an
 * event together, which have a point each.
 */
const STACK_TRACE = 10;
const SOURCE_LINES = 20;

/**
 * Scores how much an event helps to find the cause of an issue: a stack trace with lines of the application's source,
 * else a stack trace, then as many as possible of breadcrumbs, user, request and release.
 */
function scoreContext(event: Event): number {
  const traced = [...event.exceptions, ...event.threads, event];
  const frames = traced.flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  const hasSource = frames.some(({ inApp, contextLine }) => inApp && contextLine !== null);
  const others = [event.breadcrumbs.length > 0, event.user !== null, event.request !== null, event.release !== null];
  return (
    (frames.length > 0 ? STACK_TRACE : 0) +
    (hasSource ? SOURCE_LINES : 0) +
    others.filter((isPresent) => isPresent).length
  );
}
