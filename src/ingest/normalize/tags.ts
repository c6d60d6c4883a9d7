import type { EventTag } from '../../domain/event';
import type { Notes } from './notes';
import { namedValues } from './pairs';
import { readScalar } from './read';

const MAX_TAGS = 200;
const MAX_KEY = 200;
const MAX_VALUE = 200;

/** Keys whose values only the event's own fields tell (reference/ingest.md §2.1). */
const TAKEN = new Set(['release', 'dist', 'user', 'filename', 'function']);

/**
 * The client's tags from a map, pairs or `{key, value}`, in the order sent; of one key the first. An `environment` among them
 * stays for the event to take.
 */
export function readTags(value: unknown, notes: Notes): EventTag[] {
  const tags = new Map<string, string>();
  for (const [name, sent] of namedValues(value)) {
    const [key, text] = [readScalar(name, MAX_KEY + 1), readScalar(sent, MAX_VALUE)];
    if (key === null || text === null || TAKEN.has(key) || tags.has(key)) continue;
    if (key.length > MAX_KEY || tags.size === MAX_TAGS) {
      notes.add(tags.size === MAX_TAGS ? 'too_many_tags' : 'invalid_data', 'tags');
      if (tags.size === MAX_TAGS) break;
    } else {
      tags.set(key, text);
    }
  }
  return Array.from(tags, ([key, text]) => ({ key, value: text }));
}
