import type { components } from '../../generated/api';
import type { DiscardCount, OutcomeCount, TimeRange } from '../domain/outcome';
import { DAY_MS } from '../domain/time';
import { presentTime } from './format';

/** The time at which a step begins, in seconds since 1970, and the number of events in it. */
export type CountPoint = [number, number];

/** Presents the counts of the steps of a range. */
export function presentSeries({ from, step }: TimeRange, counts: readonly number[]): CountPoint[] {
  return counts.map((count, index) => [(from + index * step) / 1000, count]);
}

type ProjectOutcomes = components['schemas']['ProjectOutcomes'];
/** A group of counts: `by` says what they have in common. */
interface CountGroup<By> {
  readonly by: By;
  readonly totals: { readonly 'sum(quantity)': number };
  readonly series: { readonly 'sum(quantity)': number[] };
}

/** Presents hourly counts as sums over the steps of a time range. */
export function presentOutcomes(
  range: TimeRange,
  counts: readonly OutcomeCount[],
  discards: readonly DiscardCount[],
): ProjectOutcomes {
  const { from, to, step } = range;
  return {
    start: presentTime(from),
    end: presentTime(to),
    interval: step === DAY_MS ? '1d' : '1h',
    intervals: Array.from({ length: (to - from) / step }, (_, index) => presentTime(from + index * step)),
    groups: sumUp(range, counts, ({ outcome, reason, category }) => ({
      outcome,
      reason: reason === '' ? null : reason,
      category,
    })),
    clientDiscards: sumUp(range, discards, ({ reason, category }) => ({ reason, category })),
  };
}

/** Sums up the counts of each group, sorted by what they have in common. */
function sumUp<Count extends OutcomeCount | DiscardCount, By>(
  { from, to, step }: TimeRange,
  counts: readonly Count[],
  byOf: (count: Count) => By,
): CountGroup<By>[] {
  const groups = new Map<string, { by: By; sums: number[] }>();
  for (const count of counts) {
    const { hour, outcome, reason, category, quantity } = count;
    const key = `${outcome} ${reason} ${category}`;
    const group = groups.get(key) ?? { by: byOf(count), sums: Array<number>((to - from) / step).fill(0) };
    groups.set(key, group);
    const index = Math.floor((hour - from) / step);
    group.sums[index] = (group.sums[index] ?? 0) + quantity;
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { by, sums }]) => ({
      by,
      totals: { 'sum(quantity)': sums.reduce((total, sum) => total + sum, 0) },
      series: { 'sum(quantity)': sums },
    }));
}
