import type { components } from '../../generated/api';
import type { ContractClient } from './client';

export type EventDetail = components['schemas']['EventDetail'];

const NEXT = /rel="next"; results="true"; cursor="([^"]+)"/;

/** Reads every event of the project at this path, newest first, page by page; with `full`, each with its body. */
export async function readEvents(
  client: ContractClient,
  path: string,
  token: string,
  full = true,
): Promise<EventDetail[]> {
  const events: EventDetail[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const response = await client.get(`${path}events/?full=${full}&cursor=${cursor}`, token).expect(200);
    events.push(...(response.body as EventDetail[]));
    const headers = response.headers as Record<string, string>;
    cursor = NEXT.exec(headers['link'] ?? '')?.[1];
  }
  return events;
}

/** Returns the tags of an event as an object. */
export function tagsOf(event: EventDetail): Record<string, string> {
  return Object.fromEntries(event.tags.map(({ key, value }) => [key, value]));
}
