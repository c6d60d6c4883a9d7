import { readEventId } from './eventId';

/** A debug id as it is stored, a lower-case uuid with dashes, from any written form of it; null for other text. */
export function readDebugId(text: string): string | null {
  const plain = readEventId(text.trim());
  return plain === null ? null : plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
