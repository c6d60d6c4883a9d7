import { setImmediate } from 'node:timers/promises';
import { decompressEventBody } from '../../compression/eventBody';
import { eventCursorKey } from '../../domain/event';
import { type Page, type PageRequest, truncatePage } from '../../domain/page';
import type { Project } from '../../domain/project';
import { type EventDetail, presentEvent, presentEventDetail } from '../../presenters/event';
import { jsonList } from '../../presenters/format';
import { resolveContextFor, type SourceMapServices } from '../../sourcemaps/resolveContext';
import { resolveEvent } from '../../sourcemaps/resolve/resolveEvent';
import type { EventRow, FullEventRow } from '../../store/events';

/** Keys of lists of events: timestamp and id. */
export const EVENT_CURSOR = [/^[0-9]{1,16}$/, /^[0-9a-f]{32}$/];

/** A stored event as its frames resolve today: source maps may have come after it. What is stored stays as it is. */
export async function readDetail(
  row: FullEventRow,
  project: Project,
  services: SourceMapServices,
): Promise<EventDetail> {
  const { body, size } = decompressEventBody(row.body);
  const event = await resolveEvent(body.event, project, resolveContextFor(project, services));
  return presentEventDetail(row, { ...body, event }, size);
}

/** The answer that shows a page of events in short. */
export function eventListReply(page: Page<EventRow>) {
  return { status: 200 as const, json: jsonList(page.rows.map(presentEvent)), links: page };
}

/** Bytes of bodies after which a page ends: a hundred of the largest events would take all memory. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Bytes of bodies after which other requests have their turn. */
const YIELD_BYTES = 1024 * 1024;

/** The answer that shows a page of events with their bodies, or as much of it as fits into one answer. */
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

/** One after the other: the first that needs a map reads it for the rest. */
async function readDetails(
  rows: readonly FullEventRow[],
  project: Project,
  services: SourceMapServices,
): Promise<EventDetail[]> {
  const details: EventDetail[] = [];
  let [bytes, turn] = [0, YIELD_BYTES];
  for (const row of rows) {
    if (bytes >= PAGE_BYTES) break;
    const detail = await readDetail(row, project, services);
    details.push(detail);
    bytes += detail.size;
    if (bytes < turn) continue;
    turn = bytes + YIELD_BYTES;
    await setImmediate();
  }
  return details;
}
