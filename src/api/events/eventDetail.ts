import { setImmediate } from 'node:timers/promises';
import { decompressEventBody } from '../../compression/eventBody';
import { eventCursorKey } from '../../domain/event';
import { type Page, type PageRequest, truncatePage } from '../../domain/page';
import type { Project } from '../../domain/project';
import { type EventDetail, presentEventDetail } from '../../presenters/event';
import { presentEvent } from '../../presenters/eventRecord';
import { jsonList } from '../../presenters/format';
import { resolveContextFor, type SourceMapServices } from '../../sourcemaps/resolveContext';
import { resolveEvent } from '../../sourcemaps/resolve/resolveEvent';
import type { EventRow, FullEventRow } from '../../store/events';

/** Reads an event with its frames resolved by the source maps that exist now, which may be newer than the event. */
export async function readDetail(
  row: FullEventRow,
  project: Project,
  services: SourceMapServices,
): Promise<EventDetail> {
  const { body, size } = decompressEventBody(row.body);
  const event = await resolveEvent(body.event, project, resolveContextFor(project, services));
  return presentEventDetail(project.id, row, { ...body, event }, size);
}

/** Returns the reply for a page of events. */
export function eventListReply(project: Pick<Project, 'id'>, page: Page<EventRow>) {
  const records = page.rows.map((row) => presentEvent(project.id, row));
  return { status: 200 as const, json: jsonList(records), links: page };
}

/** A page ends after so many bytes of event bodies: a hundred of the largest events would not fit into memory. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Other requests are served after so many bytes of event bodies. */
const YIELD_BYTES = 1024 * 1024;

/** Returns the reply for a page of events with their bodies, shortened to the events that fit into one reply. */
export async function eventDetailListReply(
  events: Page<FullEventRow>,
  request: PageRequest,
  project: Project,
  services: SourceMapServices,
) {
  const isBackwards = request.cursor?.backwards ?? false;
  const details = await readDetails(isBackwards ? events.rows.toReversed() : events.rows, project, services);
  const page = truncatePage(events, details.length, request, eventCursorKey);
  return { status: 200 as const, body: isBackwards ? details.reverse() : details, links: page };
}

/** Reads events one after the other, so that a source map is parsed once for all of them. */
async function readDetails(
  rows: readonly FullEventRow[],
  project: Project,
  services: SourceMapServices,
): Promise<EventDetail[]> {
  const details: EventDetail[] = [];
  let [bytes, nextYield] = [0, YIELD_BYTES];
  for (const row of rows) {
    if (bytes >= PAGE_BYTES) break;
    const detail = await readDetail(row, project, services);
    details.push(detail);
    bytes += detail.size;
    if (bytes < nextYield) continue;
    nextYield = bytes + YIELD_BYTES;
    await setImmediate();
  }
  return details;
}
