import type { Issue } from '../../domain/issue';
import { type TimeRange, timeRangeBefore } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import type { IssueRecord } from '../../presenters/issue';
import { type CountPoint, presentSeries } from '../../presenters/outcomes';
import type { Readers } from '../../store/stores';
import type { SearchRange } from '../periods';

/** Periods of the counts in records of issues. */
const PERIODS = {
  '24h': { length: DAY_MS, step: HOUR_MS },
  '14d': { length: 14 * DAY_MS, step: DAY_MS },
  '30d': { length: 30 * DAY_MS, step: DAY_MS },
  '90d': { length: 90 * DAY_MS, step: DAY_MS },
} as const;

/** A period; `auto` is the time range of the listed issues. */
export type SeriesPeriod = keyof typeof PERIODS | 'auto';

/** The period of `auto` if the list has no time range. */
const DEFAULT_LENGTH = PERIODS['14d'].length;
/** Maximum length of a period with counts by hour; longer periods have counts by day. */
const MAX_LENGTH_BY_HOUR = 2 * DAY_MS;
const MAX_LENGTH = PERIODS['90d'].length;

function rangeOf(period: SeriesPeriod, now: number, listed: SearchRange): TimeRange {
  if (period !== 'auto') return timeRangeBefore(now, PERIODS[period].length, PERIODS[period].step);
  const { start, end } = listed;
  // The end is exclusive.
  const last = Math.min(now, (end ?? Infinity) - 1);
  const length = Math.min(start === null ? DEFAULT_LENGTH : last - start, MAX_LENGTH);
  const step = length > MAX_LENGTH_BY_HOUR ? DAY_MS : HOUR_MS;
  const range = timeRangeBefore(last, Math.max(length, step), step);
  // In a period up to now, the unfinished last hour or day counts; a period that has ended is covered from its start.
  return end === null || start === null ? range : { ...range, from: Math.min(range.from, stepOf(last - length, step)) };
}

function stepOf(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

const ANY_TIME: SearchRange = { start: null, end: null };

/**
 * Adds the counts over a period to the records of a page of issues; adds nothing without a period.
 * @param listed the time range of the listed issues
 */
export async function addSeries(
  stores: Readers,
  issues: readonly Pick<Issue, 'id' | 'projectId'>[],
  records: readonly IssueRecord[],
  { periods, now, listed = ANY_TIME }: { periods: readonly SeriesPeriod[]; now: number; listed?: SearchRange },
): Promise<IssueRecord[]> {
  if (periods.length === 0) return [...records];
  const idsByProject = new Map<string, string[]>();
  for (const { projectId, id } of issues) idsByProject.set(projectId, [...(idsByProject.get(projectId) ?? []), id]);
  const statsById = new Map<string, Record<string, CountPoint[]>>();
  for (const period of periods) {
    const range = rangeOf(period, now, listed);
    for (const [projectId, ids] of idsByProject) {
      for (const [id, counts] of await stores.issueStats.series(projectId, ids, range))
        statsById.set(id, { ...statsById.get(id), [period]: presentSeries(range, counts) });
    }
  }
  return records.map((record) => ({ ...record, stats: statsById.get(record.id) ?? {} }));
}
