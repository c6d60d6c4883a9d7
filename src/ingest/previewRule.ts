import { setImmediate } from 'node:timers/promises';
import type { AlertReason } from '../domain/alert';
import type { IngestRule } from '../domain/alertCondition';
import type { AlertRuleContent } from '../domain/alertRule';
import { groupBy } from '../domain/groups';
import type { Issue } from '../domain/issue';
import type { Project } from '../domain/project';
import { HOUR_MS, MINUTE_MS } from '../domain/time';
import { filteredEventOf } from '../presenters/alert';
import { readRecordTags } from '../presenters/eventRecord';
import type { RuleCount } from '../store/alertRules';
import type { Read } from '../store/stores';
import { judge, matchRules, type MatchedEvents, type RuleEvent, type RuleState } from './alertRules';

/** Maximum number of events that are compared with a rule. */
export const MAX_REPLAYED_EVENTS = 50_000;
/** Number of events, or of issues, that one statement reads. Other requests run between two statements. */
const ROWS_PER_READ = 500;

/** An alert that a rule would have sent. */
interface PreviewedAlert {
  readonly issueId: string;
  readonly eventId: string;
  readonly reason: AlertReason;
  /** The number that a counting condition reached; null for other conditions. */
  readonly seen: number | null;
  /** Milliseconds since 1970, UTC. */
  readonly date: number;
  /** Number of events of the issue in the hour of the alert. */
  readonly hourEvents: number;
}

/** The alerts that a rule would have sent, oldest first, and the events they rest on. */
export interface RulePreview {
  /** Time of the oldest event that was compared if the preview is partial; else the requested time. */
  readonly from: number;
  /** True if there are more events than the preview compares. */
  readonly isPartial: boolean;
  readonly events: number;
  /** The start of an hour → the number of events in it. */
  readonly eventsOfHours: ReadonlyMap<number, number>;
  readonly alerts: readonly PreviewedAlert[];
  /** The issues of the alerts, by their ids. */
  readonly issues: ReadonlyMap<string, Issue>;
}

type PastEvent = RuleEvent & { readonly issueId: string };
/** Issues by their ids, and the changes that events made to their status, by the ids of the events. */
interface History {
  readonly issues: ReadonlyMap<string, Issue>;
  readonly changes: ReadonlyMap<string, 'regression' | 'escalating'>;
}

/**
 * Compares the stored events of a project with a rule, oldest first, by the code that compares them when they arrive.
 * The time of an event stands for the time of its arrival, which is not stored.
 */
export async function previewRule(
  read: Read,
  project: Pick<Project, 'id'>,
  content: Pick<AlertRuleContent, 'conditions' | 'filters' | 'frequency'>,
  { since, limit = MAX_REPLAYED_EVENTS }: { readonly since: number; readonly limit?: number },
): Promise<RulePreview> {
  const keys = new Set(['user', ...content.filters.tags.map(({ key }) => key)]);
  const { events, isPartial } = await readEvents(read, project.id, { since, limit, keys });
  const from = isPartial ? (events[0]?.received ?? since) : since;
  const history = await readHistory(read, project.id, events, from);
  const { conditions, filters, frequency } = content;
  const rule: IngestRule = { id: '0', conditions, filters, frequency, sendsMail: true, webhooks: [] };
  const state = new ReplayState();
  /** Issue and hour → number of events. */
  const issueHours = new Map<string, number>();
  const eventsOfHours = new Map<number, number>();
  const alerts: PreviewedAlert[] = [];
  const seenIssues = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (index % ROWS_PER_READ === 0) await setImmediate();
    const { issueId, eventId, received } = event;
    const hour = startOfHour(received);
    eventsOfHours.set(hour, (eventsOfHours.get(hour) ?? 0) + 1);
    issueHours.set(`${issueId} ${hour}`, (issueHours.get(`${issueId} ${hour}`) ?? 0) + 1);
    const isFirst = !seenIssues.has(issueId) && (history.issues.get(issueId)?.firstSeen ?? 0) >= from;
    seenIssues.add(issueId);
    const change = history.changes.get(eventId);
    const changedIssues = {
      newIssueIds: isFirst ? [issueId] : [],
      regressedIssueIds: change === 'regression' ? [issueId] : [],
      escalations: new Map(change === 'escalating' ? [[issueId, eventId]] : []),
    };
    const [matched] = matchRules([rule], [event], () => issueId, changedIssues).matched;
    if (matched === undefined) continue;
    state.now = received;
    if (state.isSilent(matched)) continue;
    const result = judge(matched, state);
    if (result.outcome === 'below') state.add(issueId, result.counts);
    else {
      state.silence(issueId, received + frequency * MINUTE_MS);
      const counted = 'seen' in result ? result.seen : null;
      alerts.push({ issueId, eventId, reason: result.reason, seen: counted, date: received, hourEvents: 0 });
    }
  }
  return {
    from,
    isPartial,
    events: events.length,
    eventsOfHours,
    alerts: alerts.map((alert) => {
      return { ...alert, hourEvents: issueHours.get(`${alert.issueId} ${startOfHour(alert.date)}`) ?? 0 };
    }),
    issues: history.issues,
  };
}

/** Returns the start of the hour of a time, in UTC. */
export function startOfHour(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS;
}

/**
 * Reads the newest events since a time, and returns them oldest first.
 * @param keys the tags that are needed
 */
async function readEvents(
  read: Read,
  projectId: string,
  { since, limit, keys }: { since: number; limit: number; keys: ReadonlySet<string> },
): Promise<{ events: PastEvent[]; isPartial: boolean }> {
  const events: PastEvent[] = [];
  let last: { timestamp: number; eventId: string } | undefined;
  for (;;) {
    const after = last;
    const rows = await read((stores) => stores.events.listOlder(projectId, after, ROWS_PER_READ));
    for (const { eventId, issueId, timestamp, record } of rows) {
      if (timestamp < since) return { events: events.reverse(), isPartial: false };
      if (events.length === limit) return { events: events.reverse(), isPartial: true };
      const { tags, ...fields } = filteredEventOf(readRecordTags(record), 'error');
      const needed = tags.filter(({ key }) => keys.has(key));
      events.push({ eventId, issueId, received: timestamp, type: 'error', ...fields, tags: needed });
    }
    last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_READ) return { events: events.reverse(), isPartial: false };
    await setImmediate();
  }
}

/**
 * Reads the issues of events, and the changes of their status since a time; gives the events the type of their issue.
 */
async function readHistory(read: Read, projectId: string, events: PastEvent[], since: number): Promise<History> {
  const ids = [...new Set(events.map(({ issueId }) => issueId))];
  const issues = new Map<string, Issue>();
  const changes = new Map<string, 'regression' | 'escalating'>();
  const eventsOf = groupBy(events, ({ issueId }) => issueId);
  for (let at = 0; at < ids.length; at += ROWS_PER_READ) {
    const some = ids.slice(at, at + ROWS_PER_READ);
    const page = await read(async (stores) => ({
      issues: await stores.issues.listByIds(projectId, some),
      activities: await stores.activities.listReopened(projectId, some, since),
    }));
    for (const issue of page.issues) issues.set(issue.id, issue);
    for (const { issueId, type, dateCreated, data } of page.activities) {
      const issueEvents = eventsOf.get(issueId) ?? [];
      const cause = issueEvents.findLast(({ received }) => received <= dateCreated) ?? issueEvents[0];
      const eventId = typeof data['eventId'] === 'string' ? data['eventId'] : cause?.eventId;
      if (eventId !== undefined) changes.set(eventId, type === 'set_regression' ? 'regression' : 'escalating');
    }
  }
  for (const [index, event] of events.entries()) {
    const type = issues.get(event.issueId)?.type;
    if (type === 'feedback') events[index] = { ...event, type };
  }
  return { issues, changes };
}

type ReplayedCount = Pick<RuleCount, 'kind' | 'amount' | 'expiresAt'>;

/** The counts of one rule in memory, in place of the table `alert_rule_count`. */
class ReplayState implements RuleState {
  now = 0;
  readonly #silentUntil = new Map<string, number>();
  readonly #counts = new Map<string, Map<string, ReplayedCount>>();

  readonly newestDecision = () => undefined;

  isSilent({ issueId }: MatchedEvents): boolean {
    return (this.#silentUntil.get(issueId) ?? 0) > this.now;
  }

  amount({ issueId }: MatchedEvents, kind: RuleCount['kind']): number {
    let sum = 0;
    const counts = this.#counts.get(issueId);
    for (const [key, count] of counts ?? []) {
      if (count.expiresAt <= this.now) counts?.delete(key);
      else if (count.kind === kind) sum += count.amount;
    }
    return sum;
  }

  isKnownUser({ issueId }: MatchedEvents, user: string): boolean {
    return (this.#counts.get(issueId)?.get(`users ${user}`)?.expiresAt ?? 0) > this.now;
  }

  add(issueId: string, added: readonly RuleCount[]): void {
    const counts = this.#counts.get(issueId) ?? new Map<string, ReplayedCount>();
    this.#counts.set(issueId, counts);
    for (const { kind, key, amount, expiresAt } of added) {
      const former = kind === 'events' ? (counts.get(`${kind} ${key}`)?.amount ?? 0) : 0;
      counts.set(`${kind} ${key}`, { kind, amount: former + amount, expiresAt });
    }
  }

  silence(issueId: string, until: number): void {
    this.#silentUntil.set(issueId, until);
    this.#counts.delete(issueId);
  }
}
