import { setImmediate } from 'node:timers/promises';
import { unpackBody } from '../domain/eventBody';
import { keyOfEvent } from '../domain/eventId';
import { cutPage, type Page, type PageRequest } from '../domain/page';
import type { Project } from '../domain/project';
import { resolveEvent } from '../sourcemaps/resolve';
import type { EventRow, FullEventRow } from '../store/eventStores';
import { type EventDetail, presentEvent, presentEventDetail } from '../views/event';
import { jsonList } from '../views/json';
import { type SourceMeans, sourcesOf } from './sources';

/** Keys of lists of events: timestamp and id. */
export const EVENT_CURSOR = [/^[0-9]{1,16}$/, /^[0-9a-f]{32}$/];

/** A stored event as its frames resolve today: source maps may have come after it. What is stored stays as it is. */
export async function readDetail(row: FullEventRow, project: Project, means: SourceMeans): Promise<EventDetail> {
  const { body, size } = unpackBody(row.body);
  const event = await resolveEvent(body.event, project, sourcesOf(project, means));
  return presentEventDetail(row, { ...body, event }, size);
}

/** The answer that shows a page of events in short. */
export function showEvents(page: Page<EventRow>) {
  return { status: 200 as const, json: jsonList(page.rows.map(presentEvent)), page };
}

/** Bytes of bodies after which a page ends: a hundred of the largest events would take all memory. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Bytes of bodies after which other requests have their turn. */
const TURN_BYTES = 1024 * 1024;

/** The answer that shows a page of events with their bodies, or as much of it as fits into one answer. */
export async function showDetails(
  whole: Page<FullEventRow>,
  wanted: PageRequest,
  project: Project,
  means: SourceMeans,
) {
  const isBackwards = wanted.cursor?.backwards ?? false;
  const details = await readDetails(isBackwards ? whole.rows.toReversed() : whole.rows, project, means);
  const page = cutPage(whole, details.length, wanted, keyOfEvent);
  return { status: 200 as const, body: isBackwards ? details.reverse() : details, page };
}

/** One after the other: the first that needs a map reads it for the rest. */
async function readDetails(
  rows: readonly FullEventRow[],
  project: Project,
  means: SourceMeans,
): Promise<EventDetail[]> {
  const details: EventDetail[] = [];
  let [bytes, turn] = [0, TURN_BYTES];
  for (const row of rows) {
    if (bytes >= PAGE_BYTES) break;
    const detail = await readDetail(row, project, means);
    details.push(detail);
    bytes += detail.size;
    if (bytes < turn) continue;
    turn = bytes + TURN_BYTES;
    await setImmediate();
  }
  return details;
}
