import type { EventTag, EventType, Level } from './event';
import { sanitizeText } from './text';
import type { Caller } from './access';

/** The status of an issue. A new event reopens a resolved issue, but not an ignored one. */
export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

/** The reason for the status of an issue; a resolved issue has none. */
export type IssueSubstatus =
  | 'new'
  | 'ongoing'
  | 'regressed'
  | 'escalating'
  | 'archived_forever'
  | 'archived_until_condition_met'
  | 'archived_until_escalating';

/** The member or team that is to resolve an issue. */
export interface Assignee {
  readonly type: 'member' | 'team';
  readonly id: string;
}

/** The values of a release on which the status of an issue depends. It outlives the release. */
export interface ReleaseMark {
  readonly version: string;
  /** The time of its place among the releases of other packages, in milliseconds since 1970, UTC (`placeRelease`). */
  readonly dateCreated: number;
  /** Orders releases of the same time; absent in older marks. */
  readonly id?: number;
}

/** Conditions of an issue's status. Stored as JSON. */
export interface StatusDetails {
  /** Resolved in this release: events of this release and of later ones reopen the issue. */
  readonly inRelease?: ReleaseMark;
  /** Resolved in any release after this one, which was the project's newest; null if it had none. */
  readonly afterRelease?: ReleaseMark | null;
  /** The issue is resolved as soon as its project has a release with this commit. */
  readonly inCommit?: { readonly commit: string; readonly repository: string | null };
  /** Ignored until this time. */
  readonly ignoreUntil?: number;
  /** Ignored until this number of further events, within `ignoreWindow` minutes if that is set. */
  readonly ignoreCount?: number;
  readonly ignoreWindow?: number;
  /** Ignored until this number of further users, within `ignoreUserWindow` minutes if that is set. */
  readonly ignoreUserCount?: number;
  readonly ignoreUserWindow?: number;
  /** Ignored until an hour has more events than this. */
  readonly ignoreHourlyEvents?: number;
  /** The counts of the issue when it was ignored. */
  readonly ignoredAt?: { readonly time: number; readonly timesSeen: number; readonly userCount: number };
}

/**
 * A group of events with the same cause. Title, culprit, type, level and platform come from its newest event: the first
 * one of the list of its events.
 */
export interface Issue {
  readonly id: string;
  readonly projectId: string;
  /** Number of the issue in its project, from 1; never reused. */
  readonly number: number;
  readonly status: IssueStatus;
  readonly substatus: IssueSubstatus | null;
  /** True if it was resolved because it had no event for the project's `resolveAge`. */
  readonly isAutoResolved: boolean;
  /** Null for most issues. */
  readonly statusDetails: StatusDetails | null;
  /** Time at which it was last made unresolved; null if it was never resolved or ignored. */
  readonly reopenedAt: number | null;
  readonly assignee: Assignee | null;
  readonly title: string;
  readonly culprit: string | null;
  readonly type: EventType;
  readonly level: Level;
  readonly platform: string;
  /** Milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly timesSeen: number;
  /** Number of affected users. */
  readonly userCount: number;
  readonly commentCount: number;
}

/** The categories of issues, as the contract names them. */
export const ISSUE_CATEGORIES = ['error', 'feedback', 'cron'] as const;

export type IssueCategory = (typeof ISSUE_CATEGORIES)[number];

/** Returns the category of issues with events of a type. */
export function issueCategoryOf(type: EventType): IssueCategory {
  return type === 'feedback' || type === 'cron' ? type : 'error';
}

const ISSUE_TYPES = { error: 'error', feedback: 'feedback', cron: 'monitor_check_in_failure' } as const;

/** Returns the type of the issues of a category, as the contract names it. */
export function issueTypeOf(category: IssueCategory): (typeof ISSUE_TYPES)[IssueCategory] {
  return ISSUE_TYPES[category];
}

/** The environments and the period whose events are counted. */
export interface CountFilter {
  /** Names; none for all environments. */
  readonly environments: readonly string[];
  /** Milliseconds since 1970, UTC; an open end is null. The end is exclusive. */
  readonly start: number | null;
  readonly end: number | null;
  readonly now: number;
}

/** Numbers of the events of an issue that match a filter. */
export interface FilteredCounts {
  readonly events: number;
  readonly users: number;
  /** Times of the first and the last of them, in milliseconds since 1970, UTC; null if there is none. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
}

/** An issue in a list. */
export interface FilteredIssue extends Issue {
  /** Null if the list has no filter of environments and no period. */
  readonly filtered: FilteredCounts | null;
}

/** An issue to insert, with the grouping hash of its events. */
export type NewIssue = Pick<
  Issue,
  'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  readonly hash: string;
  /** Number of its users; 0 if it is omitted. */
  readonly userCount?: number;
  /** Its words, as `storedText` returns them. If they are omitted, a background job writes them. */
  readonly words?: string;
};

/** The issue that has a grouping hash. */
export interface ExistingIssue extends Pick<Issue, 'id' | 'status' | 'firstSeen' | 'lastSeen'> {
  /** The conditions of the status, and the counts before the events; absent from most issues. */
  readonly condition?: { readonly statusDetails: StatusDetails } & Pick<Issue, 'timesSeen' | 'userCount'>;
}

/** A new hash that belongs to the issue of another hash. */
export interface HashLink {
  readonly hash: string;
  readonly olderHash: string;
  /**
   * True if the other hash is the hash of the event without source maps. Such a hash passes on its issue to one hash
   * only.
   */
  readonly passesOn: boolean;
}

/**
 * Further occurrences of an issue: their number, the times of the first and the last, and the description by the
 * newest.
 */
export type IssueOccurrences = Pick<
  Issue,
  'id' | 'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  /** Id of the newest event; `lastSeen` is its time. Of events of one time, the highest id is the newest. */
  readonly newestEventId: string;
  /** Number of users that the issue did not have; 0 if it is omitted. */
  readonly userCount?: number;
  /** The times of the issue before these events. */
  readonly stored: Pick<Issue, 'firstSeen' | 'lastSeen'>;
};

/** Tags of an issue's events. */
export interface IssueTags {
  readonly issueId: string;
  readonly tags: readonly EventTag[];
}

/** A tag of an issue. */
export interface IssueTag extends EventTag {
  readonly issueId: string;
}

/**
 * Keys of tags that are always stored, with all values: search must find each of them, and the values of `user` count
 * an issue's users.
 */
export const UNLIMITED_KEYS: ReadonlySet<string> = new Set([
  'environment',
  'level',
  'release',
  'user',
  '~user.username',
  '~user.email',
]);

/**
 * First character of the keys of search entries: values that issues are searched by beside the tags of their events.
 */
export const SEARCH_ENTRY_MARK = '~';

/** The keys of search entries. They have the values of a user that the tag `user` does not have. */
export type SearchEntryKey =
  `${typeof SEARCH_ENTRY_MARK}${'error.type' | 'error.value' | 'user.username' | 'user.email' | 'user.ip'}`;

/** Returns each tag of each issue once, as it is stored. */
export function distinctTags(tags: readonly IssueTags[]): IssueTag[] {
  const distinct = new Map<string, IssueTag>();
  for (const { issueId, tags: ofIssue } of tags) {
    for (const { key, value } of ofIssue) {
      const name = `${issueId}\n${key}\n${value}`;
      if (!distinct.has(name)) distinct.set(name, { issueId, key: sanitizeText(key), value: sanitizeText(value) });
    }
  }
  return [...distinct.values()];
}

/** Returns the number of users among new tags of issues, by issue. */
export function countUsers(tags: readonly IssueTag[]): Map<string, number> {
  const users = new Map<string, number>();
  for (const { issueId, key } of tags) if (key === 'user') users.set(issueId, (users.get(issueId) ?? 0) + 1);
  return users;
}

/** The marks of a member on an issue. */
export interface MarksOfIssue {
  readonly isBookmarked: boolean;
  /** Time at which the member last marked it as seen; null if never. */
  readonly seenAt: number | null;
}

/** The marks of an issue that a member has not marked. */
export const NO_MARKS: MarksOfIssue = Object.freeze({ isBookmarked: false, seenAt: null });

/** The digits of Crockford's Base32, which omits letters that look like digits. */
const BASE32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_ID = /^([a-z0-9_-]+)-([0-9a-hjkmnp-tv-z]{1,10})$/;

/**
 * Formats the short id of an issue: the slug of its project in capitals and its number in Base32, such as `SHOP-1A`.
 */
export function formatShortId(projectSlug: string, number: number): string {
  let digits = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (BASE32_DIGITS[rest % 32] ?? '') + digits;
  return `${projectSlug.toUpperCase()}-${digits}`;
}

/** Parses a short id in either case; `o`, `i` and `l` are read as digits. @returns null for other text */
export function parseShortId(text: string): { projectSlug: string; number: number } | null {
  const dash = text.lastIndexOf('-');
  const digits = text
    .slice(dash + 1)
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  const [, projectSlug, number] = SHORT_ID.exec(`${text.slice(0, Math.max(dash, 0)).toLowerCase()}-${digits}`) ?? [];
  if (projectSlug === undefined || number === undefined) return null;
  return {
    projectSlug,
    number: [...number.toUpperCase()].reduce((sum, digit) => sum * 32 + BASE32_DIGITS.indexOf(digit), 0),
  };
}

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

/** Compares values in the order of lists: by count, descending, then by value. */
export function compareCounts(
  one: Pick<TagValueCount, 'value' | 'count'>,
  other: Pick<TagValueCount, 'value' | 'count'>,
): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.value === other.value ? 0 : one.value < other.value ? -1 : 1;
}

/** Type of an event in the history of an issue. */
export type ActivityType =
  | 'set_resolved'
  | 'set_resolved_in_release'
  | 'set_resolved_in_commit'
  | 'set_resolved_by_age'
  | 'set_unresolved'
  | 'set_ignored'
  | 'set_regression'
  | 'set_escalating'
  | 'assigned'
  | 'unassigned'
  | 'comment'
  | 'deleted_attachment'
  | 'merge'
  | 'unmerge'
  | 'undo'
  | 'first_seen';

/** The actor of an activity: a member, a token that belongs to no member, or the service itself. */
export type ActivityActor = { readonly kind: 'member' | 'token'; readonly id: string } | { readonly kind: 'system' };

/** The service itself as an actor. */
export const SYSTEM: ActivityActor = { kind: 'system' };

/** Returns the caller of an operation as an actor. */
export function actorOf(caller: Caller): ActivityActor {
  if (caller.session !== null) return { kind: 'member', id: caller.memberId };
  const { memberId, tokenId } = caller;
  return memberId === null ? { kind: 'token', id: tokenId } : { kind: 'member', id: memberId };
}

/** Returns the type of an assignee, as clients name it. */
export function assigneeTypeOf({ type }: Assignee): 'user' | 'team' {
  return type === 'member' ? 'user' : 'team';
}

type ActivityValue = string | number | boolean | null;
type ActivityObject = Readonly<Record<string, ActivityValue>>;

/** Details of an activity; the members depend on its type (openapi/guides/activity.md). */
export type ActivityData = Readonly<
  Record<string, ActivityValue | readonly string[] | ActivityObject | readonly ActivityObject[]>
>;

/** An activity before it has an id. `first_seen` is not stored, because the issue has its time. */
export interface NewActivity {
  readonly issueId: string;
  readonly type: Exclude<ActivityType, 'first_seen'>;
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly data?: ActivityData;
  /** Id of the change of issues that it is part of, if that can be undone. */
  readonly changeId?: string;
}

const RESOLUTIONS: readonly ActivityType[] = [
  ...(['set_resolved', 'set_resolved_in_release', 'set_resolved_in_commit', 'set_resolved_by_age'] as const),
];

/** Returns true if an issue is resolved since the activity; undoing a change can resolve it, too. */
export function isResolution({ type, data }: NewActivity): boolean {
  return RESOLUTIONS.includes(type) || (type === 'undo' && data?.['status'] === 'resolved');
}

/** True if an issue is open again since the activity. */
export function isReopening({ type, data }: NewActivity): boolean {
  const isUndone = type === 'undo' && data?.['status'] === 'unresolved';
  return isUndone || type === 'set_unresolved' || type === 'set_regression' || type === 'set_escalating';
}

/** An activity of an issue. */
export interface Activity {
  /** Ids grow in the order in which activities are stored. The activity `first_seen` has the id 0. */
  readonly id: string;
  readonly issueId: string;
  readonly type: ActivityType;
  /** Null if it was not a member. */
  readonly memberId: string | null;
  /** Null unless it was a token that belongs to no member. */
  readonly tokenId: string | null;
  /** The e-mail address of the member at that time. */
  readonly email: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly data: ActivityData;
  /** Id of the change of issues that it is part of, which may have expired; null if it is part of none. */
  readonly changeId: string | null;
}

/** Returns the oldest activity of an issue. */
export function firstSeenActivity(issue: { readonly id: string; readonly firstSeen: number }): Activity {
  const nobody = { memberId: null, tokenId: null, email: null };
  return {
    id: '0',
    issueId: issue.id,
    type: 'first_seen',
    ...nobody,
    dateCreated: issue.firstSeen,
    data: {},
    changeId: null,
  };
}
