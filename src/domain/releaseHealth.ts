import { DAY_MS, HOUR_MS, MINUTE_MS } from './time';

/** Numbers of sessions of a release. A session has one status, the worst that its client has reported. */
export interface SessionCounts {
  /** All sessions that began. A crash may be reported without the beginning of its session. */
  readonly sessions: number;
  /** Sessions with an error, including those of the next three statuses. */
  readonly errored: number;
  readonly unhandled: number;
  readonly abnormal: number;
  readonly crashed: number;
}

export const NO_SESSIONS: SessionCounts = Object.freeze({
  sessions: 0,
  errored: 0,
  unhandled: 0,
  abnormal: 0,
  crashed: 0,
});

/** The statuses of sessions, from the best to the worst. The position of a status is its level. */
export const SESSION_LEVELS = ['healthy', 'errored', 'unhandled', 'abnormal', 'crashed'] as const;

/** The status of a session. A later report can only make it worse. */
export type SessionStatus = (typeof SESSION_LEVELS)[number];

/** The users of sessions that are stored as sets: of all sessions, or of those with a status. */
export type UserKind = 'all' | Exclude<SessionStatus, 'healthy'>;

/** The kinds of users by the number under which their set is stored. The users `errored` include the next three. */
export const USER_KINDS: readonly UserKind[] = ['all', 'errored', 'unhandled', 'abnormal', 'crashed'];

/** Returns the kinds of users to which the user of a session with a status belongs. */
export function userKindsOf(status: SessionStatus): readonly UserKind[] {
  if (status === 'healthy') return ['all'];
  return status === 'errored' ? ['all', 'errored'] : ['all', 'errored', status];
}

/** Adds the counts of sessions to others. */
export function addCounts(one: SessionCounts, other: SessionCounts): SessionCounts {
  return {
    sessions: one.sessions + other.sessions,
    errored: one.errored + other.errored,
    unhandled: one.unhandled + other.unhandled,
    abnormal: one.abnormal + other.abnormal,
    crashed: one.crashed + other.crashed,
  };
}

/** Returns the changes of the counts if one session changes its status, without the count of begun sessions. */
export function changeOfStatus(former: SessionStatus, status: SessionStatus): SessionCounts {
  const changes = { ...NO_SESSIONS };
  if (former === 'healthy' && status !== 'healthy') changes.errored += 1;
  if (former !== 'healthy' && former !== 'errored') changes[former] -= 1;
  if (status !== 'healthy' && status !== 'errored') changes[status] += 1;
  return changes;
}

/**
 * Returns the number of sessions, or of users, with each status. They add up to all of them: reports without the
 * beginning of their session, and estimates of users, may exceed it. The worst statuses come first.
 */
export function countByStatus(counts: SessionCounts): Record<SessionStatus, number> {
  const { sessions, errored, unhandled, abnormal, crashed } = counts;
  let left = Math.max(0, sessions);
  const take = (count: number) => {
    const taken = Math.min(left, Math.max(0, count));
    left -= taken;
    return taken;
  };
  const worst = { crashed: take(crashed), abnormal: take(abnormal), unhandled: take(unhandled) };
  return { ...worst, errored: take(errored - unhandled - abnormal - crashed), healthy: left };
}

/** Returns the share of sessions, or of users, that have crashed, from 0 to 1; null without any. */
export function crashRate({ sessions, crashed }: Pick<SessionCounts, 'sessions' | 'crashed'>): number | null {
  return sessions <= 0 ? null : Math.min(1, Math.max(0, crashed / sessions));
}

/** A session that began earlier, or later than its arrival by more than this, is not counted. */
const MAX_AGE_MS = 5 * DAY_MS;
const MAX_AHEAD_MS = 60_000;

/** Time for which the status of a failing session is remembered, so that a repeated update does not count again. */
export const FAILURE_RETENTION_MS = MAX_AGE_MS;

/** Returns the hour, since 1970, in which a session is counted that began at a time; null if it is not counted. */
export function hourOfSession(started: number, now: number): number | null {
  return started < now - MAX_AGE_MS || started > now + MAX_AHEAD_MS ? null : Math.floor(started / HOUR_MS);
}

/** The counts of one session item, or of one bucket of a `sessions` item. */
export interface SessionReport {
  readonly release: string;
  /** Empty without one. */
  readonly environment: string;
  /** The hour, since 1970, in which the sessions began. */
  readonly hour: number;
  /** Sessions to add. Of one session whose status is not healthy, only its beginning. */
  readonly counts: SessionCounts;
  /** The session whose status is not healthy; null for others, and for sessions that the client has added up. */
  readonly failure: SessionFailure | null;
  /** The hash of the user's id; null if it is not known. */
  readonly user: string | null;
  /** The kinds of users to which the user belongs. */
  readonly userKinds: readonly UserKind[];
}

/** A session whose status is not healthy. */
interface SessionFailure {
  /** 32 lower-case hexadecimal digits. */
  readonly sessionId: string;
  readonly status: Exclude<SessionStatus, 'healthy'>;
  /** True if the report is the first one of its session. */
  readonly isInit: boolean;
}

/** Number of rows of a project in an hour. Sessions of further releases and environments are counted together. */
export const MAX_HEALTH_ROWS_PER_HOUR = 1_000;

/** Days for which sessions are counted, and after which the counts of the hours of a day are added up. */
export const SESSION_RETENTION_DAYS = 365;
export const HOURLY_SESSION_DAYS = 90;

/** The same for the users of sessions. */
export const USER_RETENTION_DAYS = 90;
export const HOURLY_USER_DAYS = 14;

/** Share of the sessions of an environment from which on a release is adopted there. */
export const ADOPTED_SHARE = 0.1;
/** Number of hours whose sessions are compared for it: the present one, which is not complete, and the ones before. */
export const ADOPTION_HOURS = 6;

/** The times at which a release was adopted in an environment of a project: milliseconds since 1970, UTC. */
export interface ReleaseAdoption {
  readonly release: number;
  readonly environment: string;
  /** Null if it never was. */
  readonly adoptedAt: number | null;
  /** Null before that. */
  readonly unadoptedAt: number | null;
}

/** Numbers of the sessions of a release in a project. */
export interface ReleaseHealth {
  readonly counts: SessionCounts;
  readonly users: number;
  readonly crashedUsers: number;
  readonly recent: { readonly sessions: number; readonly users: number };
  /** Of all releases of the project. */
  readonly projectRecent: { readonly sessions: number; readonly users: number };
  /** The sessions of each of the last 24 hours. */
  readonly hours: readonly { readonly start: number; readonly sessions: number }[];
}

/** The sessions of releases. Keys are the ids of the release and the project, with a space between. */
export interface HealthOfReleases {
  /** The releases that had sessions in the last 90 days. */
  readonly withSessions: ReadonlySet<string>;
  /** Null if it was not requested. */
  readonly health: ReadonlyMap<string, ReleaseHealth> | null;
  /** By release id; null if they were not requested. */
  readonly adoptions: ReadonlyMap<string, readonly ReleaseAdoption[]> | null;
}

/** The shares of sessions or users without a crash that alert rules compare. */
export const CRASH_FREE_TYPES = ['crashFreeSessions', 'crashFreeUsers'] as const;
export type CrashFreeType = (typeof CRASH_FREE_TYPES)[number];

/** Holds while the share of the last hours is below a limit. */
export interface CrashFreeCondition {
  readonly type: CrashFreeType;
  /** From 0 to 100. */
  readonly percent: number;
  readonly hours: number;
  /** Number of sessions or users from which on the share counts. */
  readonly minimum: number;
}

/** Numbers of the sessions or users of a rule. */
export interface CrashFreeCounts {
  readonly total: number;
  readonly crashed: number;
  /** Version of the release with the most crashed sessions; null without any. */
  readonly release: string | null;
}

/** The content of an alert. It is stored, so that a repeated attempt sends the same. */
export interface CrashFreeNotice extends CrashFreeCondition, CrashFreeCounts {
  /** The ids of its deliveries: one for all mails, and one for each webhook. */
  readonly digests: readonly string[];
  readonly rate: number;
  readonly environments: readonly string[];
  readonly releases: readonly string[];
}

/** The last alerts of a condition. */
export interface CrashFreeState {
  /** True from an alert until the share is back. */
  readonly isLow: boolean;
  /** Time of the last alert that it is low. Milliseconds since 1970, UTC. */
  readonly alertedAt: number;
  readonly low: CrashFreeNotice;
  /** Null until the share is back. */
  readonly recovered: CrashFreeNotice | null;
}

/** A condition of an active rule. Its state is null before its first alert. */
export interface CrashFreeWatch {
  readonly projectId: string;
  readonly organizationId: string;
  readonly ruleId: string;
  readonly type: CrashFreeType;
  readonly state: CrashFreeState | null;
}

/** Returns the hours of a condition, since 1970: the present one and the ones before it. */
export function watchedHours({ hours }: CrashFreeCondition, now: number): { from: number; to: number } {
  const present = Math.floor(now / HOUR_MS);
  return { from: present - hours, to: present + 1 };
}

/** Returns the share without a crash, from 0 to 100, rounded down: a share below a limit never looks like the limit. */
export function crashFreeRate({ total, crashed }: Pick<CrashFreeCounts, 'total' | 'crashed'>): number {
  const free = Math.max(0, total - crashed);
  return total === 0 ? 100 : Math.floor((free * 10_000) / total) / 100;
}

/**
 * Returns the change of a condition: the share has become `low`, it has `recovered`, or there are no sessions any more
 * (`ended`); null for none, and while there are fewer sessions than the minimum. Two alerts that a share is low are at
 * least the frequency of the rule apart, so that a share around the limit does not send one after the other.
 * @param frequency in minutes
 */
export function judgeCrashFree(
  { percent, minimum }: CrashFreeCondition,
  state: CrashFreeState | null,
  { total, crashed }: Pick<CrashFreeCounts, 'total' | 'crashed'>,
  { now, frequency }: { readonly now: number; readonly frequency: number },
): 'low' | 'recovered' | 'ended' | null {
  const wasLow = state?.isLow === true;
  if (total === 0) return wasLow ? 'ended' : null;
  if (total < minimum) return null;
  // Whole numbers: 995 of 1000 sessions are not below 99.5 %.
  const isLow = Math.round((total - crashed) * 1e8) < Math.round(percent * total * 1e6);
  if (isLow === wasLow) return null;
  if (!isLow) return 'recovered';
  const isSilent = state !== null && now < state.alertedAt + frequency * MINUTE_MS;
  return isSilent ? null : 'low';
}
