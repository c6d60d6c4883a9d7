import type { EventTag } from './event';
import { sanitizeText } from './text';

/** Number of events that have a value of a tag, and the times of the first and the last of them. */
export interface TagValueCount {
  readonly value: string;
  readonly count: number;
  /** Milliseconds since 1970, UTC; null if no counted event has the value. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
}

/** Counts the tags of events of one issue. */
export class TagCounts {
  /** Number of counted events. */
  events = 0;
  readonly #keys = new Map<string, Map<string, TagValueCount>>();

  add(timestamp: number, tags: readonly EventTag[]): void {
    this.events += 1;
    for (const tag of tags) {
      const [key, value] = [sanitizeText(tag.key), sanitizeText(tag.value)];
      const values = this.#keys.get(key) ?? new Map<string, TagValueCount>();
      this.#keys.set(key, values);
      const { count = 0, firstSeen, lastSeen } = values.get(value) ?? {};
      values.set(value, {
        value,
        count: count + 1,
        firstSeen: Math.min(firstSeen ?? timestamp, timestamp),
        lastSeen: Math.max(lastSeen ?? timestamp, timestamp),
      });
    }
  }

  keys(): string[] {
    return [...this.#keys.keys()];
  }

  /** Returns the values of a key: the most frequent first, then by value. */
  valuesOf(key: string): TagValueCount[] {
    return [...(this.#keys.get(key)?.values() ?? [])].sort(compareCounts);
  }
}

/** Compares in the order of the lists of values. */
export function compareCounts(
  one: Pick<TagValueCount, 'value' | 'count'>,
  other: Pick<TagValueCount, 'value' | 'count'>,
): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.value === other.value ? 0 : one.value < other.value ? -1 : 1;
}
