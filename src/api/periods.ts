import { BadRequest } from '../domain/errors';
import { parseSearchPeriod, parseSearchTime } from '../domain/issueQuery';
import { OUTCOME_RETENTION_DAYS, type TimeRange, timeRangeBefore } from '../domain/outcome';
import { DAY_MS, HOUR_MS } from '../domain/time';

/** Length of one count of a series. */
type Interval = '1h' | '1d';

const STEPS: Readonly<Record<Interval, number>> = { '1h': HOUR_MS, '1d': DAY_MS };
const DEFAULT_PERIOD = '24h';
const MAX_LENGTH_MS = OUTCOME_RETENTION_DAYS * DAY_MS;

/**
 * Parses a period that ends now, such as `24h` or `14d`, into a range of hours or days.
 * @throws BadRequest if counts are not kept that long
 */
function parsePeriod({ statsPeriod, interval }: { statsPeriod: string; interval: Interval }, now: number): TimeRange {
  const length = parseInt(statsPeriod, 10) * (statsPeriod.endsWith('d') ? DAY_MS : HOUR_MS);
  if (length > MAX_LENGTH_MS)
    throw new BadRequest(
      `Query parameter 'statsPeriod' is ${statsPeriod}; counts are kept for ${OUTCOME_RETENTION_DAYS} days.`,
    );
  return timeRangeBefore(now, length, STEPS[interval]);
}

/**
 * Returns a range of hours or days: of a period that ends now, or from a start to an end.
 * @throws BadRequest if the time range is contradictory, or longer than counts are kept
 */
export function parseCountedRange(
  { interval = '1h', ...time }: TimeQuery & { readonly interval?: Interval | undefined },
  now: number,
): TimeRange {
  const { start, end } = readRange(time, now);
  if (time.start === undefined && time.end === undefined)
    return parsePeriod({ statsPeriod: time.statsPeriod ?? DEFAULT_PERIOD, interval }, now);
  const to = end ?? now;
  const from = start ?? to - DAY_MS;
  if (from >= to) throw new BadRequest("Query parameter 'start' must be before now.");
  if (to - from > MAX_LENGTH_MS)
    throw new BadRequest(
      `Query parameters 'start' and 'end' are more than ${OUTCOME_RETENTION_DAYS} days apart; counts are kept that long.`,
    );
  const step = STEPS[interval];
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step, step };
}

/** The parameters of a request that select a time range: one period, or a start and an end. */
export interface TimeQuery {
  readonly statsPeriod?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** A time range in milliseconds since 1970, UTC; an open end is null. */
export interface SearchRange {
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * Reads the time range of a request.
 * @throws BadRequest if it is contradictory or cannot be read
 */
export function readRange({ statsPeriod, start, end }: TimeQuery, now: number): SearchRange {
  if (statsPeriod !== undefined && (start !== undefined || end !== undefined))
    throw new BadRequest("Query parameter 'statsPeriod' cannot be combined with 'start' and 'end'.");
  if (statsPeriod !== undefined) return { start: now - readPeriod(statsPeriod), end: null };
  const range = { start: readTime('start', start), end: readTime('end', end) };
  if (range.start !== null && range.end !== null && range.start >= range.end)
    throw new BadRequest("Query parameter 'start' must be before 'end'.");
  return range;
}

function readPeriod(text: string): number {
  const period = parseSearchPeriod(text);
  if (period === null)
    throw new BadRequest(
      "Query parameter 'statsPeriod' must be a number with the unit m, h, d or w, such as 24h or 14d.",
    );
  return period;
}

function readTime(name: 'start' | 'end', text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseSearchTime(text);
  if (time === null)
    throw new BadRequest(`Query parameter '${name}' must be a time of ISO 8601, such as 2026-11-21T10:30:00Z.`);
  return time;
}

/**
 * Reads a time range with steps of whole hours, of which a day is a multiple.
 * @param days the number of days for which counts are kept
 * @throws BadRequest if the parameters are contradictory, or counts are not kept that long
 */
export function readSteps(
  { interval = '1h', statsPeriod, start: first, end: last }: TimeQuery & { readonly interval?: string | undefined },
  now: number,
  days: number,
): TimeRange {
  const [, count, unit] = /^([1-9][0-9]{0,3})([mhd])$/.exec(interval) ?? [];
  const step = Number(count) * (unit === 'd' ? DAY_MS : unit === 'h' ? HOUR_MS : HOUR_MS / 60);
  if (!(step >= HOUR_MS && step <= DAY_MS && DAY_MS % step === 0 && step % HOUR_MS === 0))
    throw new BadRequest(
      "Query parameter 'interval' must be from 1h to 1d, in whole hours of which a day is a multiple.",
    );
  const range = readRange({ statsPeriod, start: first, end: last }, now);
  const end = range.end ?? now;
  const start = range.start ?? end - DAY_MS;
  if (start >= end) throw new BadRequest("Query parameter 'start' must be before now.");
  if (end - start > days * DAY_MS)
    throw new BadRequest(`The time is longer than ${days} days; counts are kept that long.`);
  return { from: Math.floor(start / step) * step, to: Math.ceil(end / step) * step, step };
}
