/** What became of an event that was sent. */
export type Outcome = 'accepted' | 'filtered' | 'invalid' | 'rate_limited';

/** Why an event was dropped → what that is called as an outcome. */
const OUTCOME_OF_DROP = {
  /** Sent by a page whose origin `allowedDomains` does not have. */
  cors: 'invalid',
  'ip-address': 'filtered',
  'release-version': 'filtered',
  'error-message': 'filtered',
  'react-hydration-errors': 'filtered',
  'chunk-load-error': 'filtered',
  'spike-protection': 'rate_limited',
} as const satisfies Record<string, Outcome>;

export type DropReason = keyof typeof OUTCOME_OF_DROP;

/** The outcome and the reason that stand for a drop, or for an event that was taken in. */
export function outcomeOf(dropped: DropReason | null): { outcome: Outcome; reason: string } {
  return dropped === null
    ? { outcome: 'accepted', reason: '' }
    : { outcome: OUTCOME_OF_DROP[dropped], reason: dropped };
}

export const HOUR_MS = 3_600_000;

/** So many events of a project became the same in one hour. */
export interface OutcomeCount {
  /** When the hour began: milliseconds since 1970, UTC. */
  readonly hour: number;
  readonly outcome: Outcome;
  /** Empty for events that were accepted. */
  readonly reason: string;
  readonly quantity: number;
}

export const DAY_MS = 24 * HOUR_MS;

/** How long counts are kept. */
export const OUTCOME_RETENTION_DAYS = 90;

/** A time that is looked at in equal steps, which begin on full hours or days of UTC; milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  /** When the last step ends. */
  readonly to: number;
  readonly step: number;
}

/** The steps that cover the last `length` milliseconds; the last of them is the present one. */
export function timeRangeBefore(now: number, length: number, step: number): TimeRange {
  const to = (Math.floor(now / step) + 1) * step;
  return { from: to - Math.ceil(length / step) * step, to, step };
}
