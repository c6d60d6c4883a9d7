import { type ExistingIssue, type IssueSubstatus, type NewActivity, type ReleaseMark, SYSTEM } from '../domain/issue';
import { IGNORED_ISSUE } from '../domain/alertCondition';
import type { EventTag } from '../domain/event';
import { countsSince, dependsOnPlace, endOfIgnoring, isRegression, substatusAfter } from '../domain/issueState';
import type { RuleCount } from '../store/alertRules';
import type { RecordedRelease } from '../store/releases';
import type { Writers } from '../store/stores';
import { findUsersOf } from './alertRules';

/** The part of an event that can change the status of its issue. */
interface StatusEvent {
  readonly hash: string;
  readonly eventId: string;
  readonly release: string | null;
  readonly tags: readonly EventTag[];
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly clockLag?: number;
  readonly received: number;
}

/** An ignored issue that returns once a condition is reached, and its events in the batch. */
export interface WatchedIssue {
  readonly id: string;
  readonly condition: NonNullable<ExistingIssue['condition']>;
  readonly events: readonly StatusEvent[];
}

/** Changes of issue status that are determined before counts are read. */
export interface StatusEffects {
  /** The regression of each resolved issue that the events reopen, with the first event that reopens it. */
  readonly regressions: readonly NewActivity[];
  /** The ignored issues of the events that return once a condition is reached. There is hardly ever one. */
  readonly watched: readonly WatchedIssue[];
}

/**
 * Determines the changes that events make to the status of their issues.
 * @param issuesByHash the issues of the events, as they were before
 * @param releases the stored releases of the events
 */
export async function findStatusEffects(
  stores: Pick<Writers, 'releases' | 'activities'>,
  projectId: string,
  events: readonly StatusEvent[],
  issuesByHash: ReadonlyMap<string, ExistingIssue>,
  releases: readonly RecordedRelease[],
): Promise<StatusEffects> {
  const regressions = new Map<string, NewActivity>();
  const watched = new Map<string, { id: string; condition: WatchedIssue['condition']; events: StatusEvent[] }>();
  const resolvedAt = new Map<string, number>();
  for (const event of events) {
    const issue = issuesByHash.get(event.hash);
    if (issue === undefined || issue.status === 'unresolved') continue;
    const { id, condition } = issue;
    if (issue.status === 'ignored') {
      if (condition === undefined) continue;
      const watchedIssue = watched.get(id);
      if (watchedIssue === undefined) watched.set(id, { id, condition, events: [event] });
      else watchedIssue.events.push(event);
    } else if (!regressions.has(id)) {
      const details = condition?.statusDetails ?? null;
      const resolvedMark = details?.inRelease ?? details?.afterRelease ?? null;
      let mark = markOf(event, releases);
      if (mark !== null && resolvedMark !== null && dependsOnPlace(mark, resolvedMark)) {
        mark = await stores.releases.place(projectId, mark);
      }
      if (!isRegression(details, mark)) continue;
      if (!resolvedAt.has(id)) resolvedAt.set(id, (await stores.activities.findResolution({ projectId, id })) ?? 0);
      // An event that was delayed on its device does not reopen an issue that was resolved after it happened.
      if (event.timestamp + (event.clockLag ?? 0) < (resolvedAt.get(id) ?? 0)) continue;
      const { eventId, release, received: at } = event;
      regressions.set(id, { issueId: id, type: 'set_regression', actor: SYSTEM, at, data: { eventId, release } });
    }
  }
  return { regressions: [...regressions.values()], watched: [...watched.values()] };
}

/** Returns the release of an event. A release that is not stored yet begins with the event. */
function markOf({ release, received }: StatusEvent, releases: readonly RecordedRelease[]): ReleaseMark | null {
  if (!release) return null;
  const { dated = received, id = Number.MAX_SAFE_INTEGER } = releases.find(({ version }) => version === release) ?? {};
  return { version: release, dateCreated: dated, id };
}

/**
 * Counts the events that the conditions of watched issues need, by issue id: stored events and events of the batch.
 * Reads nothing unless a condition counts events of a period.
 */
export async function countRecentEvents(
  { issueStats }: Pick<Writers, 'issueStats'>,
  projectId: string,
  watched: readonly WatchedIssue[],
): Promise<Map<string, number>> {
  const counted = watched.map(async ({ id, condition: { statusDetails }, events }): Promise<[string, number]> => {
    const since = countsSince(statusDetails, latest(events));
    if (since === null) return [id, 0];
    const limit = Math.max(statusDetails.ignoreCount ?? 0, statusDetails.ignoreHourlyEvents ?? 0) + 1;
    const stored = await issueStats.countEvents(projectId, id, since, limit);
    return [id, stored + events.filter(({ timestamp }) => timestamp >= since).length];
  });
  return new Map(await Promise.all(counted));
}

/** The users that watched issues had within the minutes of their conditions. */
export interface RecentUsers {
  /** Issue id → number of users, including the users of the events. */
  readonly counts: ReadonlyMap<string, number>;
  /** Counts to add for issues that stay ignored. */
  readonly added: readonly RuleCount[];
}

/** Counts the users that the conditions of watched issues need. Reads nothing unless there is such an issue. */
export async function countRecentUsers(
  { alertRules }: Pick<Writers, 'alertRules'>,
  projectId: string,
  watched: readonly WatchedIssue[],
): Promise<RecentUsers> {
  const added = watched.flatMap(({ id: issueId, condition: { statusDetails }, events }): RuleCount[] => {
    const { ignoreUserWindow } = statusDetails;
    if (ignoreUserWindow === undefined) return [];
    const users = [...findUsersOf(events, ignoreUserWindow)];
    return users.map(([key, count]) => ({ ruleId: IGNORED_ISSUE, issueId, kind: 'users', key, ...count }));
  });
  if (added.length === 0) return { counts: new Map(), added };
  const issueIds = [...new Set(added.map(({ issueId }) => issueId))];
  const now = Math.max(...watched.map(({ events }) => latest(events)));
  const counted = { issueIds, users: [...new Set(added.map(({ key }) => key))], now };
  const [sums, countedUsers] = await Promise.all([
    alertRules.sumCounts(projectId, counted),
    alertRules.findUsers(projectId, counted),
  ]);
  const counts = new Map(
    issueIds.map((id) => {
      const isOfIssue = ({ ruleId, issueId }: Pick<RuleCount, 'ruleId' | 'issueId'>) =>
        ruleId === IGNORED_ISSUE && issueId === id;
      const stored = sums.find((sum) => isOfIssue(sum) && sum.kind === 'users')?.amount ?? 0;
      const storedUsers = new Set(countedUsers.filter(isOfIssue).map(({ key }) => key));
      return [id, stored + added.filter((count) => isOfIssue(count) && !storedUsers.has(count.key)).length] as const;
    }),
  );
  return { counts, added };
}

/** Ignored issues that return, by their new substatus, and the activities that record it. */
export interface ReturnedIssues {
  readonly bySubstatus: ReadonlyMap<IssueSubstatus, readonly string[]>;
  readonly activities: readonly NewActivity[];
  /** Issue id → id of the event that escalates it. */
  readonly escalations: ReadonlyMap<string, string>;
}

/** Returns the ignored issues whose condition is reached. @param newUsers the number of further users by issue */
export function findReturned(
  watched: readonly WatchedIssue[],
  recentEvents: ReadonlyMap<string, number>,
  newUsers: ReadonlyMap<string, number>,
  recentUsers: RecentUsers['counts'],
): ReturnedIssues {
  const bySubstatus = new Map<IssueSubstatus, string[]>();
  const activities: NewActivity[] = [];
  const escalations = new Map<string, string>();
  for (const issue of watched) {
    const { id, condition, events } = issue;
    const now = latest(events);
    const reason = endOfIgnoring(condition.statusDetails, {
      now,
      timesSeen: condition.timesSeen + events.length,
      userCount: condition.userCount + (newUsers.get(id) ?? 0),
      recentEvents: recentEvents.get(id) ?? 0,
      recentUsers: recentUsers.get(id) ?? 0,
    });
    if (reason === null) continue;
    const substatus = substatusAfter(reason);
    bySubstatus.set(substatus, [...(bySubstatus.get(substatus) ?? []), id]);
    const type = reason === 'ignoreUntilEscalating' ? 'set_escalating' : 'set_unresolved';
    activities.push({ issueId: id, type, actor: SYSTEM, at: now, data: { reason } });
    if (substatus === 'escalating') escalations.set(id, escalatingEvent(issue, recentEvents.get(id) ?? 0));
  }
  return { bySubstatus, activities, escalations };
}

/**
 * Returns the event with which an issue exceeds its allowed number of events, as if its events were saved one by one.
 */
function escalatingEvent({ condition: { statusDetails }, events }: WatchedIssue, recentEvents: number): string {
  const since = countsSince(statusDetails, latest(events)) ?? 0;
  const counted = events.filter(({ timestamp }) => timestamp >= since);
  const stored = recentEvents - counted.length;
  const event = counted[Math.max(0, (statusDetails.ignoreHourlyEvents ?? 0) - stored)] ?? events.at(-1);
  return event?.eventId ?? '';
}

function latest(events: readonly StatusEvent[]): number {
  return Math.max(...events.map(({ received }) => received));
}
