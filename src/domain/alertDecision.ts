import type { AlertReason } from './alert';
import { type AlertFilters, type FilteredEvent, isLike } from './alertCondition';
import { truncate } from './text';
import { DAY_MS } from './time';

/** Time for which decisions of alert rules are kept. */
export const DECISION_RETENTION_MS = 30 * DAY_MS;

/**
 * Result of comparing events of an issue with an alert rule: an alert was queued, a condition held but the rule had
 * sent an alert about the issue within `frequency`, the filters did not match the event that changed the issue, or
 * fewer events or users were counted than the rule requires.
 */
type DecisionOutcome = 'fired' | 'silent' | 'filtered' | 'below';

/** A filter that does not match an event. */
export interface FailedFilter {
  readonly filter: keyof AlertFilters;
  /** The name of the tag; null for other filters. */
  readonly key: string | null;
  /** The value of the event; null if it has none. */
  readonly seen: string | null;
}

/** A decision of an alert rule about an issue. Decisions that repeat the one before are not kept. */
export interface AlertDecision {
  readonly ruleId: string;
  readonly issueId: string;
  /** The event that was decided about. */
  readonly eventId: string;
  readonly outcome: DecisionOutcome;
  /** The condition that held, or came closest to it; null if a rule that counts was silent. */
  readonly reason: AlertReason | null;
  /** The counted number, and the numbers of the condition; null unless the condition counts. */
  readonly seen: number | null;
  readonly needed: number | null;
  readonly minutes: number | null;
  readonly filter: FailedFilter | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** An alert of a rule; its digest is null until it is put into a delivery. */
export interface RuleAlert {
  readonly eventId: string;
  readonly queueId: string;
  readonly digest: string | null;
}

/** The newest decision of a rule about an issue, and its number among the decisions about the issue. */
export interface NewestDecision extends AlertDecision {
  readonly number: number;
}

/** Number of steps of a growing count that are kept: a count that stays in its step changes no row. */
const STEPS = 10;
const MAX_SEEN_LENGTH = 100;

/**
 * Returns the number under which a decision is kept, which is the number of the newest one if it replaces that; null if
 * it says nothing new. A count that has not reached its condition replaces a lower one.
 */
export function numberOfDecision(newest: NewestDecision | undefined, next: AlertDecision): number | null {
  if (newest === undefined) return 1;
  if (next.outcome === 'silent' && newest.outcome === 'silent')
    return next.reason === null || next.reason === newest.reason ? null : newest.number + 1;
  if (next.outcome !== 'below' || newest.outcome !== 'below') return newest.number + 1;
  if (newest.reason === next.reason && (newest.needed !== next.needed || newest.minutes !== next.minutes))
    return newest.number + 1;
  return stepOf(next) > stepOf(newest) ? newest.number : null;
}

function stepOf({ seen, needed }: AlertDecision): number {
  return Math.floor(((seen ?? 0) * STEPS) / (needed ?? 1));
}

/** Returns the filters that do not match an event: none if `matchesFilters` is true. */
export function failedFilters(filters: AlertFilters, event: FilteredEvent): FailedFilter[] {
  const { levels, environments, releases, tags } = filters;
  const failed: FailedFilter[] = [];
  const add = (filter: keyof AlertFilters, key: string | null, seen: string | null) =>
    failed.push({ filter, key, seen: seen === null ? null : truncate(seen, MAX_SEEN_LENGTH) });
  if (levels.length > 0 && !levels.includes(event.level)) add('levels', null, event.level);
  if (environments.length > 0 && !environments.includes(event.environment ?? ''))
    add('environments', null, event.environment);
  if (releases.length > 0 && !releases.some((pattern) => isLike(event.release ?? '', pattern)))
    add('releases', null, event.release);
  for (const { key, value } of tags) {
    const own = event.tags.filter((tag) => tag.key === key);
    if (!own.some((tag) => isLike(tag.value, value))) add('tags', key, own[0]?.value ?? null);
  }
  return failed;
}
