import type { AlertReason } from '../domain/alert';
import {
  type AlertCondition,
  bucketOf,
  type FilteredEvent,
  type IngestRule,
  matchesFilters,
} from '../domain/alertCondition';
import type { Issue } from '../domain/issue';
import { groupBy } from '../domain/groups';
import { MINUTE_MS } from '../domain/time';
import type { RuleCount, RuleSum } from '../store/alertRules';
import type { AlertQueue, QueuedAlert } from '../store/alerts';
import type { Writers } from '../store/stores';

/** The members of an event that alert rules read. */
interface RuleEvent extends FilteredEvent {
  readonly eventId: string;
  readonly type: Issue['type'];
  /** Milliseconds since 1970, UTC. */
  readonly received: number;
}

/** Ids of the issues that the events opened, reopened or escalated. */
interface ChangedIssues {
  readonly newIssueIds: readonly string[];
  readonly regressedIssueIds: readonly string[];
  /** Id of the ignored issue → id of the event that escalates it. */
  readonly escalations: ReadonlyMap<string, string>;
}

/** Events of one issue that all filters of one rule match. */
interface MatchedEvents {
  readonly rule: IngestRule;
  readonly issueId: string;
  readonly events: readonly [RuleEvent, ...RuleEvent[]];
  /** The issue's change and the event that caused it; absent unless that event is one of these events. */
  readonly change: { readonly reason: AlertReason; readonly event: RuleEvent } | undefined;
}

type Counting = Extract<AlertCondition, { count: number }>;

/**
 * Compares saved events with the alert rules of their project, in the transaction that saves them, updates the counts
 * of the rules and returns the alerts. A project without rules costs no statement; a project whose rules do not count
 * costs one only if an issue is new or reopened. The issues of the events are locked: if several processes save events,
 * only one of them reaches a threshold, and each rule sends one alert.
 */
export async function applyAlertRules<Event extends RuleEvent>(
  stores: Writers,
  project: { readonly id: string; readonly alertRules?: readonly IngestRule[] | undefined },
  events: readonly Event[],
  issueIdOf: (event: Event) => string,
  saved: ChangedIssues,
  sendsMail: boolean,
): Promise<QueuedAlert[]> {
  const rules = (project.alertRules ?? []).filter((rule) => queuesOf(rule, sendsMail).length > 0);
  if (rules.length === 0) return [];
  const matched = matchRules(rules, events, issueIdOf, saved);
  if (matched.length === 0) return [];
  const now = Math.max(...events.map(({ received }) => received));
  const state = await readState(stores, project.id, matched, now);
  const alerts: QueuedAlert[] = [];
  const counts: RuleCount[] = [];
  const silenced: RuleCount[] = [];
  for (const one of matched) {
    const { rule, issueId } = one;
    if (state.isSilent(one)) continue;
    const result = judge(one, state);
    if (result.reason === undefined) {
      counts.push(...result.counts);
      continue;
    }
    const { eventId } = result.event;
    const alert = { eventId, issueId, reason: result.reason, dateCreated: result.event.received };
    for (const queue of queuesOf(rule, sendsMail)) alerts.push({ ...alert, projectId: project.id, ...queue });
    const expiresAt = now + rule.frequency * MINUTE_MS;
    silenced.push({ ruleId: rule.id, issueId, kind: 'silence', key: '', amount: 0, expiresAt });
  }
  if (silenced.length > 0) stores.alertRules.deleteCounts(project.id, silenced);
  if (counts.length + silenced.length > 0) stores.alertRules.addCounts(project.id, [...counts, ...silenced]);
  return alerts;
}

/** Returns the queues of a rule: one for its mails, and one for each of its webhooks. */
function queuesOf({ id, webhooks, ...rule }: IngestRule, sendsMail: boolean): Omit<AlertQueue, 'projectId'>[] {
  return [
    ...(rule.sendsMail && sendsMail ? [{ channel: 'mail', queueId: id } as const] : []),
    ...webhooks.map((queueId) => ({ channel: 'webhook', queueId }) as const),
  ];
}

/**
 * Returns the events that each rule considers, grouped by issue. Rules that do not count consider only new and reopened
 * issues. Feedback has an issue of its own each time: only its own condition looks at it.
 */
function matchRules<Event extends RuleEvent>(
  rules: readonly IngestRule[],
  events: readonly Event[],
  issueIdOf: (event: Event) => string,
  { newIssueIds, regressedIssueIds, escalations }: ChangedIssues,
): MatchedEvents[] {
  const reasons = new Map<string, AlertReason>();
  for (const id of newIssueIds) reasons.set(id, 'new');
  for (const id of regressedIssueIds) reasons.set(id, 'regression');
  for (const id of escalations.keys()) reasons.set(id, 'escalating');
  const byIssue = groupBy(events, issueIdOf);
  const matched: MatchedEvents[] = [];
  for (const rule of rules) {
    const isCounting = countingOf(rule).length > 0;
    if (!isCounting && reasons.size === 0) continue;
    for (const [issueId, group] of byIssue) {
      const isFeedback = group[0].type === 'feedback';
      const counts = isCounting && !isFeedback;
      const reason = reasonOf(reasons.get(issueId), group[0]);
      if (!counts && reason === undefined) continue;
      const [first, ...others] = group.filter((event) => matchesFilters(rule.filters, event));
      if (first === undefined) continue;
      const causeId = escalations.get(issueId) ?? group[0].eventId;
      const cause = [first, ...others].find(({ eventId }) => eventId === causeId);
      const isChange = reason !== undefined && rule.conditions.some(({ type }) => type === reason);
      if (!counts && !(isChange && cause !== undefined)) continue;
      const change = isChange && cause !== undefined ? { reason, event: cause } : undefined;
      matched.push({ rule, issueId, events: [first, ...others], change });
    }
  }
  return matched;
}

/** Returns the reason of an alert about an issue that changed, by its first event. */
export function reasonOf(reason: AlertReason | undefined, { type }: Pick<RuleEvent, 'type'>): AlertReason | undefined {
  return reason === 'new' && type === 'feedback' ? 'feedback' : reason;
}

function countingOf({ conditions }: IngestRule): Counting[] {
  return conditions.filter((condition): condition is Counting => 'count' in condition);
}

/** Stored counts of the rules for the issues of a batch. */
interface RuleState {
  isSilent(matched: MatchedEvents): boolean;
  amount(matched: MatchedEvents, kind: RuleCount['kind']): number;
  isKnownUser(matched: MatchedEvents, user: string): boolean;
}

/** Reads the stored counts of rules, in statements that do not wait for one another. */
async function readState(
  { alertRules }: Writers,
  projectId: string,
  matched: readonly MatchedEvents[],
  now: number,
): Promise<RuleState> {
  const issueIds = [...new Set(matched.map(({ issueId }) => issueId))];
  const counting = matched.filter(({ rule }) => countingOf(rule).some(({ type }) => type === 'users'));
  const users = [...new Set(counting.flatMap(({ events }) => events.flatMap(userOf)))];
  const [sums, countedUsers] = await Promise.all([
    alertRules.sumCounts(projectId, { issueIds, users, now }),
    users.length === 0 ? [] : alertRules.findUsers(projectId, { issueIds, users, now }),
  ]);
  const keyOf = (...parts: readonly string[]) => parts.join(' ');
  const amounts = new Map(sums.map((sum: RuleSum) => [keyOf(sum.ruleId, sum.issueId, sum.kind), sum.amount]));
  const knownUsers = new Set(countedUsers.map(({ ruleId, issueId, key }) => keyOf(ruleId, issueId, key)));
  return {
    isSilent: ({ rule, issueId }) => amounts.has(keyOf(rule.id, issueId, 'silence')),
    amount: ({ rule, issueId }, kind) => amounts.get(keyOf(rule.id, issueId, kind)) ?? 0,
    isKnownUser: ({ rule, issueId }, user) => knownUsers.has(keyOf(rule.id, issueId, user)),
  };
}

/** Returns the values of the tag `user`, by which issues count their users. */
function userOf({ tags }: Pick<RuleEvent, 'tags'>): string[] {
  const tag = tags.find(({ key }) => key === 'user');
  return tag === undefined ? [] : [tag.value];
}

type Judgement =
  | { readonly reason: AlertReason; readonly event: RuleEvent }
  | { readonly reason: undefined; readonly counts: readonly RuleCount[] };

/** Returns the alert that the events cause; if there is none, the numbers to add to the counts. */
function judge(matched: MatchedEvents, state: RuleState): Judgement {
  const { rule, issueId, events, change } = matched;
  if (change !== undefined) return change;
  const counts: RuleCount[] = [];
  for (const { type, count, minutes } of countingOf(rule)) {
    const added = type === 'events' ? countEvents(events, minutes) : findUsersOf(events, minutes);
    const fresh = type === 'events' ? [...added] : [...added].filter(([user]) => !state.isKnownUser(matched, user));
    const sum = fresh.reduce((total, [, { amount }]) => total + amount, state.amount(matched, type));
    if (sum >= count) return { reason: type, event: events.at(-1) ?? events[0] };
    for (const [key, { amount, expiresAt }] of added)
      counts.push({ ruleId: rule.id, issueId, kind: type, key, amount, expiresAt });
  }
  return { reason: undefined, counts };
}

type Counts = Map<string, { amount: number; expiresAt: number }>;

/** Counts events by the period in which they are counted. */
function countEvents(events: readonly RuleEvent[], minutes: number): Counts {
  const counts: Counts = new Map();
  for (const { received } of events) {
    const { start, expiresAt } = bucketOf(minutes, received);
    const amount = (counts.get(String(start))?.amount ?? 0) + 1;
    counts.set(String(start), { amount, expiresAt });
  }
  return counts;
}

/** Returns the users of events. Each counts for some minutes after their last event. */
export function findUsersOf(events: readonly Pick<RuleEvent, 'tags' | 'received'>[], minutes: number): Counts {
  const counts: Counts = new Map();
  for (const event of events) {
    for (const user of userOf(event)) counts.set(user, { amount: 1, expiresAt: event.received + minutes * MINUTE_MS });
  }
  return counts;
}
