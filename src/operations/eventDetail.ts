import { unpackBody } from '../domain/eventBody';
import type { Page } from '../domain/page';
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

/** The answer that shows a page of events with their bodies. */
export async function showDetails(page: Page<FullEventRow>, project: Project, means: SourceMeans) {
  // One after the other: the first that needs a map reads it for the rest.
  const details: EventDetail[] = [];
  for (const row of page.rows) details.push(await readDetail(row, project, means));
  return { status: 200 as const, body: details, page };
}
