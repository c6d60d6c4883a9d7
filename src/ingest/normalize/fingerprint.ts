import { readScalar } from './read';

const MAX_PARTS = 50;

/** The client's own key for grouping, its parts as text; null where there is none (reference/ingest.md §2.1). */
export function readFingerprint(value: unknown): string[] | null {
  const sent: unknown[] = Array.isArray(value) ? value.slice(0, MAX_PARTS) : [value];
  const parts = sent.map((part) => readScalar(part, 1024)).filter((part) => part !== null);
  return parts.length === 0 ? null : parts;
}
