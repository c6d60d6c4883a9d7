import { HOUR_MS, MINUTE_MS } from './time';

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

/** What an alert says. It is stored, so that a repeated attempt says the same. */
export interface CrashFreeNotice extends CrashFreeCondition, CrashFreeCounts {
  /** The ids of its deliveries: one for all mails, and one for each webhook. */
  readonly digests: readonly string[];
  readonly rate: number;
  readonly environments: readonly string[];
  readonly releases: readonly string[];
}

/** What the last alerts of a condition were. */
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

/** Returns the hours that a condition looks at, since 1970: the present one and those before it. */
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
 * Returns what changes: the share has become `low`, it has `recovered`, or no session is left that could say so
 * (`ended`); null for nothing. Few sessions change nothing. Two alerts that a share is low are at least the frequency
 * of the rule apart, so that a share around the limit does not send one after the other.
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
