import type { Issue } from '../../domain/issue';
import { type TimeRange, timeRangeBefore } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import type { IssueRecord } from '../../presenters/issue';
import { type CountPoint, presentSeries } from '../../presenters/series';
import type { Readers } from '../../store/stores';

/** Periods of the counts in records of issues. `auto` is that of the list that clients show by default. */
const PERIODS = {
  '24h': { length: DAY_MS, step: HOUR_MS },
  '14d': { length: 14 * DAY_MS, step: DAY_MS },
  '30d': { length: 30 * DAY_MS, step: DAY_MS },
  '90d': { length: 90 * DAY_MS, step: DAY_MS },
  auto: { length: 14 * DAY_MS, step: DAY_MS },
} as const;

export type SeriesPeriod = keyof typeof PERIODS;

function rangeOf(period: SeriesPeriod, now: number): TimeRange {
  const { length, step } = PERIODS[period];
  return timeRangeBefore(now, length, step);
}

/** Adds the counts over a period to the records of a page of issues; no period adds nothing. */
export async function addSeries(
  stores: Readers,
  issues: readonly Pick<Issue, 'id' | 'projectId'>[],
  records: readonly IssueRecord[],
  { periods, now }: { periods: readonly SeriesPeriod[]; now: number },
): Promise<IssueRecord[]> {
  if (periods.length === 0) return [...records];
  const idsByProject = new Map<string, string[]>();
  for (const { projectId, id } of issues) idsByProject.set(projectId, [...(idsByProject.get(projectId) ?? []), id]);
  const found = new Map<string, Record<string, CountPoint[]>>();
  for (const period of periods) {
    const range = rangeOf(period, now);
    for (const [projectId, ids] of idsByProject) {
      for (const [id, counts] of await stores.issueStats.series(projectId, ids, range))
        found.set(id, { ...found.get(id), [period]: presentSeries(range, counts) });
    }
  }
  return records.map((record) => ({ ...record, stats: found.get(record.id) ?? {} }));
}
