import type { TimeRange } from '../domain/outcome';

/** The time at which a step begins, in seconds since 1970, and the number of events in it. */
export type CountPoint = [number, number];

/** Presents the counts of the steps of a range. */
export function presentSeries({ from, step }: TimeRange, counts: readonly number[]): CountPoint[] {
  return counts.map((count, index) => [(from + index * step) / 1000, count]);
}
