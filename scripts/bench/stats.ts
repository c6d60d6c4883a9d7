/** A value over several rounds. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Between the two in the middle, if there are two. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

export function figure(values: readonly number[]): Figure {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Round by round, since what disturbs a round disturbs both sides of it. */
export function ratio(over: readonly number[], under: readonly number[]): Figure {
  return figure(over.map((value, round) => value / (under[round] ?? NaN)));
}
