import type { components } from '../../generated/api';
import type { OutcomeCount, TimeRange } from '../domain/outcome';
import { DAY_MS } from '../domain/time';
import { presentTime } from './format';

/** The time at which a step begins, in seconds since 1970, and the number of events in it. */
export type CountPoint = [number, number];

/** Presents the counts of the steps of a range. */
export function presentSeries({ from, step }: TimeRange, counts: readonly number[]): CountPoint[] {
  return counts.map((count, index) => [(from + index * step) / 1000, count]);
}

type ProjectOutcomes = components['schemas']['ProjectOutcomes'];
type Group = ProjectOutcomes['groups'][number];

/** Presents hourly counts as sums over the steps of a time range. */
export function presentOutcomes({ from, to, step }: TimeRange, counts: readonly OutcomeCount[]): ProjectOutcomes {
  const length = (to - from) / step;
  const series = new Map<string, { by: Group['by']; sums: number[] }>();
  for (const { hour, outcome, reason, category, quantity } of counts) {
    const key = `${outcome} ${reason} ${category}`;
    const group = series.get(key) ?? {
      by: { outcome, reason: reason === '' ? null : reason, category },
      sums: Array<number>(length).fill(0),
    };
    series.set(key, group);
    const index = Math.floor((hour - from) / step);
    group.sums[index] = (group.sums[index] ?? 0) + quantity;
  }
  return {
    start: presentTime(from),
    end: presentTime(to),
    interval: step === DAY_MS ? '1d' : '1h',
    intervals: Array.from({ length }, (_, index) => presentTime(from + index * step)),
    groups: [...series].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => presentGroup(group)),
  };
}

function presentGroup({ by, sums }: { by: Group['by']; sums: number[] }): Group {
  return {
    by,
    totals: { 'sum(quantity)': sums.reduce((total, sum) => total + sum, 0) },
    series: { 'sum(quantity)': sums },
  };
}
