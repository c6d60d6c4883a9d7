import { BadRequest } from '../domain/errors';
import { OUTCOME_RETENTION_DAYS, type TimeRange, timeRangeBefore } from '../domain/outcome';
import { DAY_MS, HOUR_MS } from '../domain/time';

/**
 * The range of a period that ends now, such as `24h` or `14d`, in steps of hours or days.
 * @throws BadRequest if counts are not kept that long
 */
export function parsePeriod(
  { statsPeriod, interval }: { statsPeriod: string; interval: '1h' | '1d' },
  now: number,
): TimeRange {
  const length = parseInt(statsPeriod, 10) * (statsPeriod.endsWith('d') ? DAY_MS : HOUR_MS);
  if (length > OUTCOME_RETENTION_DAYS * DAY_MS)
    throw new BadRequest(
      `Query parameter 'statsPeriod' is ${statsPeriod}; counts are kept for ${OUTCOME_RETENTION_DAYS} days.`,
    );
  return timeRangeBefore(now, length, interval === '1d' ? DAY_MS : HOUR_MS);
}
