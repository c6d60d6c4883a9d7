import type { ProjectSettings } from './project';
import type { ReleaseIssueKind } from './release';
import { HOUR_MS, MINUTE_MS } from './time';

/*
 * The rules by which a release is good or bad. Errors are counted as Poisson counts over an exposure: sessions, or
 * hours of use. All intervals are score intervals of 95 %, which have a closed form and hold for few errors too.
 */

/** The judgement of a release or of one reason; unknown if there is too little data. */
export type Verdict = 'good' | 'bad' | 'unknown';

/** The 0.975 quantile of the normal distribution. */
const Z = 1.959963984540054;
const Z_SQUARED = Z * Z;

/** Errors, and the exposure in which they occurred: a number of sessions or hours above 0. */
export interface CountedErrors {
  readonly errors: number;
  readonly exposure: number;
}

/** An estimate and the ends of its interval. */
export interface EstimatedRate extends CountedErrors {
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Returns the rate of a Poisson count with the score interval of its mean. */
export function estimateRate({ errors, exposure }: CountedErrors): EstimatedRate {
  const middle = errors + Z_SQUARED / 2;
  const half = Z * Math.sqrt(errors + Z_SQUARED / 4);
  const lower = errors === 0 ? 0 : (middle - half) / exposure;
  return { errors, exposure, rate: errors / exposure, lower, upper: (middle + half) / exposure };
}

/** The rate of a release as a multiple of the rate of its baseline, with its interval. */
export interface RateRatio {
  /** Null, as the upper end is, if the baseline has no errors. */
  readonly ratio: number | null;
  readonly lower: number;
  readonly upper: number | null;
}

/**
 * Returns the ratio of the rates of two Poisson counts with its score interval (P. L. Graham, K. Mengersen and
 * A. P. Morton: Confidence limits for the ratio of two rates based on likelihood scores, 2003, doi:10.1002/sim.1405).
 * It is Wilson's interval of the share that the first count has in both.
 */
export function estimateRatio(own: CountedErrors, baseline: CountedErrors): RateRatio {
  const all = own.errors + baseline.errors;
  const scale = baseline.exposure / own.exposure;
  const middle = own.errors + Z_SQUARED / 2;
  const half = Z * Math.sqrt((own.errors * baseline.errors) / Math.max(1, all) + Z_SQUARED / 4);
  const oddsOf = (share: number) => share / (all + Z_SQUARED - share);
  return {
    ratio: baseline.errors === 0 ? null : (own.errors / baseline.errors) * scale,
    lower: own.errors === 0 ? 0 : oddsOf(middle - half) * scale,
    upper: baseline.errors === 0 ? null : oddsOf(middle + half) * scale,
  };
}

/** The time for which a release was in use. Milliseconds since 1970, UTC. */
export interface UsedTime {
  readonly from: number;
  readonly to: number;
}

/** Numbers of events by hour of arrival. The first hour begins at `from`. */
export interface HourCounts {
  readonly from: number;
  readonly counts: readonly number[];
}

/**
 * Returns the events of a release in the time for which it was in use, and this time: at least a minute. The hour in
 * which the next release began is left out if there are others, because only a part of it belongs to the release. Null
 * if the hours are not counted any more.
 * @param now the end of the counted hours
 */
export function eventsWithin({ from: first, to }: UsedTime, hours: HourCounts, now: number): CountedErrors | null {
  const from = Math.max(first, hours.from);
  const lastWhole = Math.floor(to / HOUR_MS) * HOUR_MS;
  const end = to < now && lastWhole - HOUR_MS >= from ? lastWhole : to;
  if (end <= hours.from) return null;
  const indexOf = (time: number) => Math.floor((time - hours.from) / HOUR_MS);
  const errors = hours.counts
    .slice(indexOf(from), indexOf(Math.max(from, end - 1)) + 1)
    .reduce((sum, count) => sum + count, 0);
  return { errors, exposure: Math.max(MINUTE_MS, end - from) / HOUR_MS };
}

/** The use of a release on which a verdict rests. */
export interface ReleaseExposure {
  /** Null if neither an event nor a session has arrived. */
  readonly used: UsedTime | null;
  /** Null if the events are not counted: by environment, or any more. */
  readonly events: number | null;
  readonly users: number | null;
  readonly sessions: number;
}

/** The rates of errors of a release and its baseline, or the reason why they cannot be compared. */
export type ErrorRates =
  | { readonly unit: 'session' | 'hour'; readonly own: CountedErrors; readonly baseline: CountedErrors }
  | 'noBaseline'
  | 'noData'
  | 'notCounted'
  | 'expired';

/** The facts about a release in a project by which it is judged. */
export interface VerdictFacts {
  readonly hasBaseline: boolean;
  readonly exposure: ReleaseExposure;
  /** Numbers of issues of the level error or fatal. */
  readonly counts: Readonly<Record<ReleaseIssueKind, number>>;
  /** True if the release has more issues than were counted. */
  readonly isSample: boolean;
  readonly rates: ErrorRates;
}

/** The settings that are limits. */
export type VerdictLimits = Pick<ProjectSettings, Extract<keyof ProjectSettings, `verdict${string}`>>;

/** The cause of the verdict of a reason. */
export type VerdictCause =
  'within' | 'low' | 'above' | 'uncertain' | 'noData' | 'tooShort' | 'noBaseline' | 'sample' | 'notCounted' | 'expired';

export type VerdictReasonType = 'exposure' | 'newIssues' | 'regressions' | 'escalations' | 'errorRate';

/** One of the reasons of a verdict. */
export interface VerdictReason {
  readonly type: VerdictReasonType;
  readonly verdict: Verdict;
  readonly cause: VerdictCause;
  readonly value: number | null;
  readonly limit: number;
}

/** The rates of a release and its baseline with their intervals. */
export interface ComparedRates extends RateRatio {
  readonly unit: 'session' | 'hour';
  readonly own: EstimatedRate;
  readonly baseline: EstimatedRate;
  readonly maxRatio: number;
}

/** The verdict on a release in a project. */
export interface ProjectVerdict {
  readonly verdict: Verdict;
  /** Null if the rates cannot be compared. */
  readonly rates: ComparedRates | null;
  readonly reasons: readonly VerdictReason[];
}

/** Judges a release in a project. */
export function judgeRelease(facts: VerdictFacts, limits: VerdictLimits): ProjectVerdict {
  const { counts, isSample, hasBaseline } = facts;
  const maxRatio = 1 + limits.verdictMaxIncrease / 100;
  const rates = typeof facts.rates === 'string' ? null : compareRates(facts.rates, maxRatio);
  const judgeCount = (type: VerdictReasonType, value: number, limit: number, isKnown = true): VerdictReason => {
    if (!isKnown) return { type, verdict: 'unknown', cause: 'noBaseline', value, limit };
    if (value > limit) return { type, verdict: 'bad', cause: 'above', value, limit };
    return isSample
      ? { type, verdict: 'unknown', cause: 'sample', value, limit }
      : { type, verdict: 'good', cause: 'within', value, limit };
  };
  const exposure = judgeExposure(facts.exposure, limits.verdictMinMinutes);
  const reasons = [
    exposure,
    // All issues of the first release are new.
    judgeCount('newIssues', counts.new, limits.verdictMaxNewIssues, hasBaseline),
    judgeCount('regressions', counts.regressed, limits.verdictMaxRegressions),
    judgeCount('escalations', counts.escalating, limits.verdictMaxEscalations),
    rates === null
      ? reasonOfRate('unknown', facts.rates as VerdictCause, null, maxRatio)
      : // The time begins with an event: for a while, any rate is high.
        rates.unit === 'hour' && exposure.cause === 'tooShort'
        ? reasonOfRate('unknown', 'tooShort', rates.ratio, maxRatio)
        : judgeRate(rates, limits.verdictLowRate),
  ];
  return { verdict: combineVerdicts(reasons.map(({ verdict }) => verdict)), rates, reasons };
}

/** Returns `bad` if one verdict is bad, and `good` only if there are some and all of them are. */
export function combineVerdicts(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('bad')) return 'bad';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'good') ? 'good' : 'unknown';
}

function judgeExposure({ used, events, sessions }: ReleaseExposure, limit: number): VerdictReason {
  const type = 'exposure';
  const hasData = sessions > 0 || (events ?? 1) > 0;
  if (used === null || !hasData) return { type, verdict: 'unknown', cause: 'noData', value: null, limit };
  const value = Math.floor((used.to - used.from) / MINUTE_MS);
  return value < limit
    ? { type, verdict: 'unknown', cause: 'tooShort', value, limit }
    : { type, verdict: 'good', cause: 'within', value, limit };
}

function compareRates({ unit, own, baseline }: Exclude<ErrorRates, string>, maxRatio: number): ComparedRates {
  return {
    unit,
    own: estimateRate(own),
    baseline: estimateRate(baseline),
    ...estimateRatio(own, baseline),
    maxRatio,
  };
}

/** @param lowRate errors in 100 sessions, or in an hour */
function judgeRate({ unit, own, ratio, lower, upper, maxRatio }: ComparedRates, lowRate: number): VerdictReason {
  const low = unit === 'session' ? lowRate / 100 : lowRate;
  if (own.upper <= low) return reasonOfRate('good', 'low', ratio, maxRatio);
  if (lower > maxRatio && own.rate > low) return reasonOfRate('bad', 'above', ratio, maxRatio);
  if (upper !== null && upper <= maxRatio) return reasonOfRate('good', 'within', ratio, maxRatio);
  return reasonOfRate('unknown', 'uncertain', ratio, maxRatio);
}

function reasonOfRate(verdict: Verdict, cause: VerdictCause, value: number | null, limit: number): VerdictReason {
  return { type: 'errorRate', verdict, cause, value, limit };
}
