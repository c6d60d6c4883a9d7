import type { Assignee, Issue, IssueStatus, IssueSubstatus, ReleaseMark, StatusDetails } from './issue';
import { HOUR_MS, MINUTE_MS, DAY_MS } from './time';
import { orderOfVersion } from './release';

/** The part of an issue that people set, and that its events do not describe. */
export type IssueState = Pick<
  Issue,
  'status' | 'substatus' | 'isAutoResolved' | 'statusDetails' | 'reopenedAt' | 'assignee'
>;

/**
 * Limits that end the ignoring of an issue: it comes back as soon as one of them is reached. Without limits, it never
 * comes back.
 */
export interface IgnoreLimits {
  readonly minutes?: number;
  readonly events?: number;
  /** Minutes in which the events must arrive. */
  readonly window?: number;
  readonly users?: number;
  /** Minutes in which the users must be affected. */
  readonly userWindow?: number;
  readonly untilEscalating?: true;
}

/** A change of the status of issues. */
export type StatusChange =
  | { readonly status: 'unresolved' }
  | {
      readonly status: 'resolved';
      readonly in: null | { readonly type: 'next' } | ResolvedInRelease | ResolvedInCommit;
    }
  | { readonly status: 'ignored'; readonly limits: IgnoreLimits };

interface ResolvedInRelease {
  readonly type: 'release';
  /** Null for the newest one of the project. */
  readonly version: string | null;
}

interface ResolvedInCommit {
  readonly type: 'commit';
  readonly commit: string;
  readonly repository: string | null;
}

/** Values beside the issue that a change of the status depends on. */
export interface StatusContext {
  readonly now: number;
  /** The release that the change names, or the project's newest one if it names none; null if there is none. */
  readonly release: ReleaseMark | null;
  /** The issue's number of events in an hour, on average; needed if it is to be ignored until it escalates. */
  readonly hourlyEvents: number;
}

/**
 * An issue escalates if it has more events in an hour than this number, and more than its mean multiplied by the factor
 * below.
 */
const MIN_ESCALATING_EVENTS = 10;
const ESCALATING_FACTOR = 5;

/** Returns the state of an issue after a change of its status; the same object if nothing changes. */
export function changeStatus(
  issue: IssueState & Pick<Issue, 'timesSeen' | 'userCount'>,
  change: StatusChange,
  context: StatusContext,
): IssueState {
  const { status, substatus, statusDetails } = describeStatus(issue, change, context);
  if (status === issue.status && statusDetails === null && issue.statusDetails === null) return issue;
  return {
    status,
    substatus,
    statusDetails,
    assignee: issue.assignee,
    isAutoResolved: false,
    reopenedAt: status === 'unresolved' && issue.status !== 'unresolved' ? context.now : issue.reopenedAt,
  };
}

function describeStatus(
  issue: Pick<Issue, 'status' | 'substatus' | 'timesSeen' | 'userCount'>,
  change: StatusChange,
  { now, release, hourlyEvents }: StatusContext,
): Pick<Issue, 'status' | 'substatus' | 'statusDetails'> {
  const reopened = issue.status === 'unresolved' ? issue.substatus : 'ongoing';
  if (change.status === 'unresolved') return { status: 'unresolved', substatus: reopened, statusDetails: null };
  if (change.status === 'ignored') {
    const { timesSeen, userCount } = issue;
    return describeIgnored(change.limits, { time: now, timesSeen, userCount }, hourlyEvents);
  }
  const resolved = { status: 'resolved', substatus: null } as const;
  if (change.in === null) return { ...resolved, statusDetails: null };
  if (change.in.type === 'next') return { ...resolved, statusDetails: { afterRelease: release } };
  if (release !== null) return { ...resolved, statusDetails: { inRelease: release } };
  if (change.in.type === 'release') return { ...resolved, statusDetails: null };
  const { commit, repository } = change.in;
  return { status: 'unresolved', substatus: reopened, statusDetails: { inCommit: { commit, repository } } };
}

function describeIgnored(
  limits: IgnoreLimits,
  ignoredAt: NonNullable<StatusDetails['ignoredAt']>,
  hourlyEvents: number,
): Pick<Issue, 'status' | 'substatus' | 'statusDetails'> {
  const { minutes, events, window, users, userWindow, untilEscalating } = limits;
  if (untilEscalating !== undefined) {
    const ignoreHourlyEvents = Math.max(MIN_ESCALATING_EVENTS, Math.ceil(ESCALATING_FACTOR * hourlyEvents));
    const statusDetails = { ignoreHourlyEvents, ignoredAt };
    return { status: 'ignored', substatus: 'archived_until_escalating', statusDetails };
  }
  if (minutes === undefined && events === undefined && users === undefined)
    return { status: 'ignored', substatus: 'archived_forever', statusDetails: null };
  const statusDetails = {
    ...(minutes !== undefined && { ignoreUntil: ignoredAt.time + minutes * MINUTE_MS }),
    ...(events !== undefined && { ignoreCount: events }),
    ...(window !== undefined && { ignoreWindow: window }),
    ...(users !== undefined && { ignoreUserCount: users }),
    ...(userWindow !== undefined && { ignoreUserWindow: userWindow }),
    ignoredAt,
  };
  return { status: 'ignored', substatus: 'archived_until_condition_met', statusDetails };
}

/** Returns the state of an issue without its other properties. */
export function stateOf({
  status,
  substatus,
  isAutoResolved,
  statusDetails,
  reopenedAt,
  assignee,
}: IssueState): IssueState {
  return { status, substatus, isAutoResolved, statusDetails, reopenedAt, assignee };
}

/** Returns true if two states are the same in the values that people set. */
export function isSameState(one: IssueState, other: IssueState): boolean {
  return JSON.stringify(stateValues(one)) === JSON.stringify(stateValues(other));
}

function stateValues({ status, substatus, isAutoResolved, statusDetails, assignee }: IssueState): unknown[] {
  return [status, substatus, isAutoResolved, comparable(statusDetails), assignee?.type, assignee?.id];
}

/** Releases are the same by their version. */
function comparable(details: StatusDetails | null): unknown {
  const { inRelease, afterRelease, ...others } = details ?? {};
  return details && [inRelease?.version, afterRelease === null ? null : [afterRelease?.version], others];
}

/** The state that a change of the status gives to issues, as far as it is the same for all of them. */
export interface TargetState {
  readonly status: IssueStatus;
  /** The conditions of the status, or the limits that end the ignoring of an issue, counted from the change. */
  readonly details: StatusDetails | { readonly limits: IgnoreLimits } | null;
}

/** Returns the state that a change gives to any issue. */
export function targetStateOf(change: StatusChange, context: StatusContext): TargetState {
  const { status, statusDetails } = describeStatus(NO_ISSUE, change, context);
  if (change.status !== 'ignored' || statusDetails === null) return { status, details: statusDetails };
  return { status, details: { limits: change.limits } };
}

const NO_ISSUE = { status: 'unresolved', substatus: null, timesSeen: 0, userCount: 0 } as const;

/**
 * Returns true if an event of a resolved issue reopens it.
 * @param release the release of the event; null if the event names none, as before there were releases
 */
export function isRegression(details: StatusDetails | null, release: ReleaseMark | null): boolean {
  if (details?.inRelease !== undefined) return release !== null && compareReleases(release, details.inRelease) >= 0;
  if (details?.afterRelease === undefined) return true;
  return release !== null && (details.afterRelease === null || compareReleases(release, details.afterRelease) > 0);
}

/** The events that count for an ignored issue. */
export interface IgnoredCounts {
  readonly now: number;
  /** All events and users of the issue. */
  readonly timesSeen: number;
  readonly userCount: number;
  /** Events since `countsSince`. */
  readonly recentEvents: number;
  /** Users with events within `ignoreUserWindow`, since the issue was ignored. */
  readonly recentUsers: number;
}

/** Returns the time from which events count for the end of ignoring an issue; null if their times do not matter. */
export function countsSince(
  { ignoreWindow, ignoreHourlyEvents, ignoredAt }: StatusDetails,
  now: number,
): number | null {
  if (ignoreHourlyEvents !== undefined) return Math.floor(now / HOUR_MS) * HOUR_MS;
  return ignoreWindow === undefined ? null : Math.max(now - ignoreWindow * MINUTE_MS, ignoredAt?.time ?? 0);
}

/**
 * Returns the reason why an ignored issue comes back: the member of its details that is reached; null if it stays
 * ignored.
 */
export function endOfIgnoring(
  details: StatusDetails,
  { now, timesSeen, userCount, recentEvents, recentUsers }: IgnoredCounts,
): 'ignoreUntil' | 'ignoreCount' | 'ignoreUserCount' | 'ignoreUntilEscalating' | null {
  const { ignoreUntil, ignoreCount, ignoreWindow, ignoreUserCount, ignoreUserWindow } = details;
  const { ignoreHourlyEvents, ignoredAt } = details;
  const events = ignoreWindow === undefined ? timesSeen - (ignoredAt?.timesSeen ?? 0) : recentEvents;
  const users = ignoreUserWindow === undefined ? userCount - (ignoredAt?.userCount ?? 0) : recentUsers;
  if (ignoreUntil !== undefined && now >= ignoreUntil) return 'ignoreUntil';
  if (ignoreCount !== undefined && events >= ignoreCount) return 'ignoreCount';
  if (ignoreUserCount !== undefined && users >= ignoreUserCount) return 'ignoreUserCount';
  if (ignoreHourlyEvents !== undefined && recentEvents > ignoreHourlyEvents) return 'ignoreUntilEscalating';
  return null;
}

/** Time for which an issue is new, regressed or escalating; then it is ongoing. */
const RECENT_MS = 7 * DAY_MS;

/** Returns the earliest time since which an issue can still be new, regressed or escalating. */
export function recentSince(now: number): number {
  return now - RECENT_MS;
}

/** Returns the present substatus of an issue: the stored one, set by the last event or change, becomes `ongoing`. */
export function presentSubstatus(
  { substatus, firstSeen, reopenedAt }: Pick<Issue, 'substatus' | 'firstSeen' | 'reopenedAt'>,
  now: number,
): IssueSubstatus | null {
  if (substatus !== 'new' && substatus !== 'regressed' && substatus !== 'escalating') return substatus;
  const since = substatus === 'new' ? firstSeen : (reopenedAt ?? 0);
  return since > recentSince(now) ? substatus : 'ongoing';
}

/** Returns the substatus of an issue that comes back for this reason. */
export function substatusAfter(reason: NonNullable<ReturnType<typeof endOfIgnoring>>): IssueSubstatus {
  return reason === 'ignoreUntilEscalating' ? 'escalating' : 'ongoing';
}

function packageOf({ version }: ReleaseMark): string {
  return orderOfVersion(version).package;
}

/**
 * Compares releases at their places (`placeRelease`): negative if the first is the older one. Versions of one package
 * compare as semantic versions (https://semver.org, section 11), all others by time (openapi/DECISIONS.md, "Order of
 * releases").
 */
export function compareReleases(one: ReleaseMark, other: ReleaseMark): number {
  if (one.version === other.version) return 0;
  const [a, b] = [orderOfVersion(one.version), orderOfVersion(other.version)];
  return (
    (a.package === b.package && compareTexts(a.order, b.order)) ||
    compareTimes(one, other) ||
    compareTexts(one.version, other.version)
  );
}

function compareTimes(one: ReleaseMark, other: ReleaseMark): number {
  return one.dateCreated - other.dateCreated || (one.id ?? 0) - (other.id ?? 0);
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * Returns true if the place of a release (`placeRelease`) decides which of two is the older one, instead of its version
 * or its own time.
 */
export function dependsOnPlace(release: ReleaseMark, other: ReleaseMark): boolean {
  return packageOf(release) !== '' && packageOf(release) !== packageOf(other);
}

/**
 * Returns a release with the time of its place among the releases of other packages: the time of the first release of
 * its package that is not older. A fix of an old branch is thus placed where the branch ended, and the order of all
 * releases has no cycle: times alone would put the fix after a release of another package that is newer than its
 * successor.
 * @param releases the releases of the project, or only the first ones of newer versions
 */
export function placeRelease(release: ReleaseMark, releases: readonly ReleaseMark[]): ReleaseMark {
  return releases
    .filter((one) => packageOf(one) === packageOf(release) && compareReleases(one, release) > 0)
    .reduce((placed, one) => {
      if (compareTimes(one, placed) >= 0) return placed;
      const { dateCreated, id } = one;
      return { version: release.version, dateCreated, ...(id !== undefined && { id }) };
    }, release);
}

/**
 * Returns the newest of the releases of a project: of the newest version of each package, the one with the latest time;
 * null if there are none.
 * @param releases the releases of the project, or only the newest ones of packages
 */
export function newestRelease(releases: readonly ReleaseMark[]): ReleaseMark | null {
  const ofPackages = new Map<string, ReleaseMark>();
  for (const one of releases) {
    const newest = ofPackages.get(packageOf(one));
    if (newest === undefined || compareReleases(one, newest) > 0) ofPackages.set(packageOf(one), one);
  }
  return [...ofPackages.values()].reduce<ReleaseMark | null>(
    (newest, one) => (newest === null || compareTimes(one, newest) > 0 ? one : newest),
    null,
  );
}

/** Returns the status of an issue by its name in requests. */
export function statusOf(given: IssueStatus | 'muted' | 'resolvedInNextRelease'): IssueStatus {
  if (given === 'resolvedInNextRelease') return 'resolved';
  return given === 'muted' ? 'ignored' : given;
}

/** Returns the state with another assignee. */
export function assign(state: IssueState, assignee: Assignee | null): IssueState {
  return { ...state, assignee };
}

/** Time for which a change can be undone. */
export const UNDO_MS = DAY_MS;

/** A change of the state of an issue. */
export interface StateChange {
  readonly id: string;
  readonly before: IssueState;
  readonly after: IssueState;
}

/** The bookmarks of a member that a change has set or removed. */
export interface BookmarkChange {
  readonly memberId: string;
  readonly isBookmarked: boolean;
  /** Issues that had another value before. */
  readonly issueIds: readonly string[];
}

/** An issue that was merged into another one. */
export interface MergedChild {
  readonly id: string;
  readonly state: IssueState;
  readonly hashes: readonly string[];
  /** Ids of issues that were merged into this one earlier. */
  readonly formerIds: readonly string[];
  /** Ids of its activities, comments included. */
  readonly activityIds: readonly string[];
  readonly commentCount: number;
  /** Time of its first event, which may not be stored any more; absent from changes of earlier versions. */
  readonly firstSeen?: number;
}

export interface MergeChange {
  readonly target: string;
  /** As for `MergedChild`. */
  readonly firstSeen?: number;
  readonly children: readonly MergedChild[];
}

/** The changes that a request made to the issues of one project. At least one member is not empty. */
export interface IssueChange {
  readonly states: readonly StateChange[];
  readonly bookmarks: BookmarkChange | null;
  readonly merge: MergeChange | null;
  /** Id of the grouping preview that was applied; absent from other changes. */
  readonly regrouping?: string;
}

/** Returns true if there is nothing to undo. */
export function isEmptyChange({ states, bookmarks, merge, regrouping }: IssueChange): boolean {
  const hasMarks = bookmarks !== null && bookmarks.issueIds.length > 0;
  return states.length === 0 && merge === null && !hasMarks && regrouping === undefined;
}
