import type { CrashFreeCondition } from './releaseHealth';
import type { EventTag, Level } from './event';
import { matchesPattern } from './text';
import { MINUTE_MS } from './time';

/** The cause of an alert of a rule. `events` and `users` count within some minutes; a job evaluates the last kind. */
export type AlertCondition =
  | { readonly type: 'new' | 'regression' | 'escalating' | 'feedback' }
  | { readonly type: 'events' | 'users'; readonly count: number; readonly minutes: number }
  | CrashFreeCondition;

/** Filters that select the events of a rule. All filters must match; an empty list matches every event. */
export interface AlertFilters {
  readonly levels: readonly Level[];
  /** The empty text stands for events without an environment. */
  readonly environments: readonly string[];
  /** Patterns in which `*` stands for any characters. */
  readonly releases: readonly string[];
  /** The values are patterns too. */
  readonly tags: readonly EventTag[];
}

/**
 * The part of an active rule that events are compared with. It is stored with the project, so that events need no
 * further read.
 */
export interface IngestRule {
  readonly id: string;
  readonly conditions: readonly AlertCondition[];
  readonly filters: AlertFilters;
  /** Minutes in which at most one alert about the same issue is sent. */
  readonly frequency: number;
  /** True if the rule has recipients of mails. */
  readonly sendsMail: boolean;
  /** The keys of its webhooks. */
  readonly webhooks: readonly string[];
  /** The keys of its ticket connections. Absent in rules that earlier versions have stored. */
  readonly tickets?: readonly string[];
}

/** The part of an event that is compared with filters. */
export interface FilteredEvent {
  readonly level: Level;
  readonly environment: string | null;
  readonly release: string | null;
  readonly tags: readonly EventTag[];
}

/** Returns true if all filters match an event. */
export function matchesFilters({ levels, environments, releases, tags }: AlertFilters, event: FilteredEvent): boolean {
  if (levels.length > 0 && !levels.includes(event.level)) return false;
  if (environments.length > 0 && !environments.includes(event.environment ?? '')) return false;
  if (releases.length > 0 && !releases.some((pattern) => isLike(event.release ?? '', pattern))) return false;
  return tags.every(({ key, value }) => event.tags.some((tag) => tag.key === key && isLike(tag.value, value)));
}

/** Returns true if a text matches a pattern in which `*` stands for any characters. */
export function isLike(text: string, pattern: string): boolean {
  return matchesPattern(text, pattern.split('*'));
}

/**
 * Used in place of the id of a rule: the users of an issue are counted under it while the issue is ignored until a
 * number of users within some minutes.
 */
export const IGNORED_ISSUE = '0';

/** Number of buckets of the time in which events are counted. An event counts until its bucket expires. */
const BUCKETS = 10;

/** Returns the bucket that counts an event, and the end of the bucket. Times are in milliseconds since 1970, UTC. */
export function bucketOf(minutes: number, received: number): { start: number; expiresAt: number } {
  const length = minutes * MINUTE_MS;
  const width = length / BUCKETS;
  const start = Math.floor(received / width) * width;
  return { start, expiresAt: start + width + length };
}
