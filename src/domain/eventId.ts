import { randomUUID } from 'node:crypto';

const PLAIN = /^[0-9a-f]{32}$/;
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An event id as it is stored, 32 lower-case hexadecimal digits, from either written form in any case; null for other text. */
export function readEventId(text: string): string | null {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return DASHED.test(lower) ? lower.replaceAll('-', '') : null;
}

/** A new random event id. */
export function newEventId(): string {
  return randomUUID().replaceAll('-', '');
}

/** An event's place in lists, as their cursors carry it: timestamp and id (decisions.md D15). */
export function keyOfEvent({ timestamp, eventId }: { readonly timestamp: number; readonly eventId: string }): string[] {
  return [String(timestamp), eventId];
}
