import type { AlertReason } from '../domain/alert';
import { type AlertDecision, failedFilters, type NewestDecision, numberOfDecision } from '../domain/alertRule';
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
import type { RuleCount } from '../store/alertRules';
import type { AlertQueue, QueuedAlert } from '../store/alerts';
import type { Writers } from '../store/stores';

/** The members of an event that alert rules read. */
export interface RuleEvent extends FilteredEvent {
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
export interface MatchedEvents {
  readonly rule: IngestRule;
  readonly issueId: string;
  readonly events: readonly [RuleEvent, ...RuleEvent[]];
  /** The change of the issue that the rule names, and its event; undefined unless `events` has that event. */
  readonly change: { readonly reason: AlertReason; readonly event: RuleEvent } | undefined;
}

/** A change of an issue that a rule names, but whose event the filters of the rule do not match. */
interface FilteredChange {
  readonly rule: IngestRule;
  readonly issueId: string;
  readonly reason: AlertReason;
  readonly event: RuleEvent;
}

type Counting = Extract<AlertCondition, { count: number }>;

/**
 * Compares saved events with the alert rules of their project, in the transaction that saves them, updates the counts
 * of the rules, records new decisions and returns the alerts. A project without rules costs no statement; a project
 * whose rules do not count costs one only if an issue is new or reopened. The issues of the events are locked: if
 * several processes save events, only one of them reaches a threshold, and each rule sends one alert.
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
  const { matched, filtered } = matchRules(rules, events, issueIdOf, saved);
  if (matched.length + filtered.length === 0) return [];
  const now = Math.max(...events.map(({ received }) => received));
  const state = await readState(stores, project.id, [...matched, ...filtered], now);
  const alerts: QueuedAlert[] = [];
  const counts: RuleCount[] = [];
  const silenced: RuleCount[] = [];
  const decisions = new Decisions(state.newestDecision);
  for (const { rule, issueId, reason, event } of filtered) {
    const [filter = null] = failedFilters(rule.filters, event);
    decisions.add({ rule, issueId, event }, { outcome: 'filtered', reason, filter });
  }
  for (const match of matched) {
    const { rule, issueId, events, change } = match;
    if (state.isSilent(match)) {
      const event = change?.event ?? events[0];
      decisions.add({ rule, issueId, event }, { outcome: 'silent', reason: change?.reason ?? null });
      continue;
    }
    const result = judge(match, state);
    decisions.add({ rule, issueId, event: result.event }, result);
    if (result.outcome === 'below') {
      counts.push(...result.counts);
      continue;
    }
    const { eventId } = result.event;
    const alert = { eventId, issueId, reason: result.reason, dateCreated: result.event.received };
    for (const queue of queuesOf(rule, sendsMail)) alerts.push({ ...alert, projectId: project.id, ...queue });
    const expiresAt = now + rule.frequency * MINUTE_MS;
    silenced.push({ ruleId: rule.id, issueId, kind: 'silence', key: '', amount: 0, expiresAt });
  }
  if (decisions.kept.size > 0) stores.alertDecisions.record(project.id, [...decisions.kept.values()]);
  if (silenced.length > 0) stores.alertRules.deleteCounts(project.id, silenced);
  if (counts.length + silenced.length > 0) stores.alertRules.addCounts(project.id, [...counts, ...silenced]);
  return alerts;
}

/** The decisions about a batch to record: at most one of each rule and issue, without those that say nothing new. */
class Decisions {
  readonly kept = new Map<string, NewestDecision>();

  constructor(private readonly newestOf: RuleState['newestDecision']) {}

  /** Adds a decision. An alert replaces another decision about the same batch; others leave the first one. */
  add(
    { rule, issueId, event }: { rule: IngestRule; issueId: string; event: RuleEvent },
    { outcome, reason, ...details }: Pick<AlertDecision, 'outcome' | 'reason'> & Partial<AlertDecision>,
  ): void {
    const key = keyOf(rule.id, issueId);
    if (this.kept.has(key) && outcome !== 'fired') return;
    const { seen = null, needed = null, minutes = null, filter = null } = details;
    const { eventId, received: dateCreated } = event;
    const about = { ruleId: rule.id, issueId, eventId, dateCreated };
    const decision = { ...about, outcome, reason, seen, needed, minutes, filter };
    const number = numberOfDecision(this.newestOf(rule.id, issueId), decision);
    if (number !== null) this.kept.set(key, { ...decision, number });
  }
}

/** Returns the queues of a rule: one for its mails, and one for each of its webhooks and ticket connections. */
function queuesOf(
  { id, webhooks, tickets = [], ...rule }: IngestRule,
  sendsMail: boolean,
): Omit<AlertQueue, 'projectId'>[] {
  return [
    ...(rule.sendsMail && sendsMail ? [{ channel: 'mail', queueId: id } as const] : []),
    ...webhooks.map((queueId) => ({ channel: 'webhook', queueId }) as const),
    ...tickets.map((queueId) => ({ channel: 'ticket', queueId }) as const),
  ];
}

/**
 * Returns the events that each rule considers, grouped by issue. Rules that do not count consider only new and reopened
 * issues. Each feedback opens an issue of its own: it meets only the condition `feedback`, and none that counts.
 */
export function matchRules<Event extends RuleEvent>(
  rules: readonly IngestRule[],
  events: readonly Event[],
  issueIdOf: (event: Event) => string,
  { newIssueIds, regressedIssueIds, escalations }: ChangedIssues,
): { matched: MatchedEvents[]; filtered: FilteredChange[] } {
  const reasons = new Map<string, AlertReason>();
  for (const id of newIssueIds) reasons.set(id, 'new');
  for (const id of regressedIssueIds) reasons.set(id, 'regression');
  for (const id of escalations.keys()) reasons.set(id, 'escalating');
  const byIssue = groupBy(events, issueIdOf);
  const matched: MatchedEvents[] = [];
  const filtered: FilteredChange[] = [];
  for (const rule of rules) {
    const isCounting = countingOf(rule).length > 0;
    if (!isCounting && reasons.size === 0) continue;
    for (const [issueId, group] of byIssue) {
      const isFeedback = group[0].type === 'feedback';
      const counts = isCounting && !isFeedback;
      const reason = reasonOf(reasons.get(issueId), group[0]);
      const isChange = reason !== undefined && rule.conditions.some(({ type }) => type === reason);
      if (!counts && !isChange) continue;
      const [first, ...others] = group.filter((event) => matchesFilters(rule.filters, event));
      const causeId = escalations.get(issueId) ?? group[0].eventId;
      const change = isChange
        ? { reason, event: group.find(({ eventId }) => eventId === causeId) ?? group[0] }
        : undefined;
      const isMatching = change !== undefined && matchesFilters(rule.filters, change.event);
      if (change !== undefined && !isMatching) filtered.push({ rule, issueId, ...change });
      if (first === undefined || (!counts && !isMatching)) continue;
      matched.push({ rule, issueId, events: [first, ...others], change: isMatching ? change : undefined });
    }
  }
  return { matched, filtered };
}

/** Returns the reason of an alert about a changed issue: a new issue is `feedback` if its first event is feedback. */
export function reasonOf(reason: AlertReason | undefined, { type }: Pick<RuleEvent, 'type'>): AlertReason | undefined {
  return reason === 'new' && type === 'feedback' ? 'feedback' : reason;
}

function countingOf({ conditions }: IngestRule): Counting[] {
  return conditions.filter((condition): condition is Counting => 'count' in condition);
}

/** Stored counts of the rules for the issues of a batch. */
export interface RuleState {
  isSilent(matched: MatchedEvents): boolean;
  amount(matched: MatchedEvents, kind: RuleCount['kind']): number;
  isKnownUser(matched: MatchedEvents, user: string): boolean;
  readonly newestDecision: (ruleId: string, issueId: string) => NewestDecision | undefined;
}

const keyOf = (...parts: readonly string[]) => parts.join(' ');

/** Reads the stored counts of rules, in statements that do not wait for one another. */
async function readState(
  { alertRules }: Writers,
  projectId: string,
  matched: readonly (Pick<MatchedEvents, 'rule' | 'issueId'> & Partial<MatchedEvents>)[],
  now: number,
): Promise<RuleState> {
  const issueIds = [...new Set(matched.map(({ issueId }) => issueId))];
  const counting = matched.filter(({ rule }) => countingOf(rule).some(({ type }) => type === 'users'));
  const users = [...new Set(counting.flatMap(({ events = [] }) => events.flatMap(userOf)))];
  const [{ sums, newest }, countedUsers] = await Promise.all([
    alertRules.readState(projectId, { issueIds, now }),
    users.length === 0 ? [] : alertRules.findUsers(projectId, { issueIds, users, now }),
  ]);
  const amounts = new Map(sums.map((sum) => [keyOf(sum.ruleId, sum.issueId, sum.kind), sum.amount]));
  const decisions = new Map(newest.map((decision) => [keyOf(decision.ruleId, decision.issueId), decision]));
  const knownUsers = new Set(countedUsers.map(({ ruleId, issueId, key }) => keyOf(ruleId, issueId, key)));
  return {
    isSilent: ({ rule, issueId }) => amounts.has(keyOf(rule.id, issueId, 'silence')),
    amount: ({ rule, issueId }, kind) => amounts.get(keyOf(rule.id, issueId, kind)) ?? 0,
    isKnownUser: ({ rule, issueId }, user) => knownUsers.has(keyOf(rule.id, issueId, user)),
    newestDecision: (ruleId, issueId) => decisions.get(keyOf(ruleId, issueId)),
  };
}

/** Returns the values of the tag `user`, by which issues count their users. */
function userOf({ tags }: Pick<RuleEvent, 'tags'>): string[] {
  const tag = tags.find(({ key }) => key === 'user');
  return tag === undefined ? [] : [tag.value];
}

/** The number of events or users that a condition counted, and the number that it needs. */
interface Counted {
  readonly reason: Counting['type'];
  readonly event: RuleEvent;
  readonly seen: number;
  readonly needed: number;
  readonly minutes: number;
}

type Judgement =
  | { readonly outcome: 'fired'; readonly reason: AlertReason; readonly event: RuleEvent }
  | (Counted & { readonly outcome: 'fired' })
  | (Counted & { readonly outcome: 'below'; readonly counts: readonly RuleCount[] });

/**
 * Returns the alert that the events cause; if there is none, the condition that comes closest, and the numbers to add
 * to the counts.
 */
export function judge(matched: MatchedEvents, state: RuleState): Judgement {
  const { rule, issueId, events, change } = matched;
  if (change !== undefined) return { outcome: 'fired', ...change };
  const counts: RuleCount[] = [];
  let closest: Counted | undefined;
  for (const { type, count, minutes } of countingOf(rule)) {
    const added = type === 'events' ? countEvents(events, minutes) : findUsersOf(events, minutes);
    const fresh = type === 'events' ? [...added] : [...added].filter(([user]) => !state.isKnownUser(matched, user));
    const sum = fresh.reduce((total, [, { amount }]) => total + amount, state.amount(matched, type));
    const counted = { reason: type, event: events.at(-1) ?? events[0], seen: sum, needed: count, minutes };
    if (sum >= count) return { outcome: 'fired', ...counted };
    if (closest === undefined || sum / count > closest.seen / closest.needed) closest = counted;
    for (const [key, { amount, expiresAt }] of added)
      counts.push({ ruleId: rule.id, issueId, kind: type, key, amount, expiresAt });
  }
  // `matchRules` returns a rule without a change only if the rule counts.
  if (closest === undefined) throw new Error('The rule has no condition that these events can meet.');
  return { outcome: 'below', ...closest, counts };
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
