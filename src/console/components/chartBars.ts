/*
 * The values of charts and the geometry of their bars: which bars the pointer or a key chooses, and where labels have
 * room.
 */

/** A time in whole seconds since 1970, UTC, and the number of events from then on. */
export type PlotPoint = readonly [seconds: number, count: number];

/** A series of a chart. */
export interface ChartSeries {
  readonly label: string;
  readonly points: readonly PlotPoint[];
  /** A custom property of the style sheet, such as `--accent`. */
  readonly color: string;
}

/** A time at which something happened, such as the date of a release. */
export interface ChartMark {
  readonly seconds: number;
  readonly label: string;
}

/** A row of bars that a reader chooses: the bar where the choice began, and the one it has reached. */
export interface BarChoice {
  readonly anchor: number;
  readonly at: number;
}

/** A choice with its time, from `from` until before `until` in seconds since 1970, UTC, and what happened in it. */
export interface ChosenBars {
  /** Positions of the first and the last bar. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly until: number;
  /** The number of events of each series. */
  readonly counts: readonly number[];
  readonly marks: readonly ChartMark[];
}

/** Returns the length of time of a bar in seconds. */
export function stepOf(points: readonly PlotPoint[]): number {
  const [[first] = [0], [second] = [first + 3600]] = points;
  return second - first;
}

/** Returns the position of the bar at a distance from the left edge of the bars. Beside them it is the nearest bar. */
export function barAt(distance: number, width: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((distance / width) * count)));
}

/** Returns what a choice contains. */
export function chosenBars(
  { anchor, at }: BarChoice,
  series: readonly ChartSeries[],
  marks: readonly ChartMark[] = [],
): ChosenBars {
  const points = series[0]?.points ?? [];
  const [first, last] = [Math.min(anchor, at), Math.max(anchor, at)];
  const from = points[first]?.[0] ?? 0;
  const until = (points[last]?.[0] ?? 0) + stepOf(points);
  return {
    first,
    last,
    from,
    until,
    counts: series.map((one) => one.points.slice(first, last + 1).reduce((sum, [, count]) => sum + count, 0)),
    marks: marks.filter(({ seconds }) => seconds >= from && seconds < until),
  };
}

/**
 * Returns the choice after a key, or null for keys that choose nothing. Arrows go to the next bar; with `extend`, the
 * choice grows by it.
 */
export function chosenByKey(key: string, { anchor, at }: BarChoice, count: number, extend: boolean): BarChoice | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count };
  const step = steps[key];
  if (step === undefined) return null;
  const next = Math.max(0, Math.min(count - 1, at + step));
  return { anchor: extend ? anchor : next, at: next };
}

/**
 * Returns the left edge of each label, which stands over its mark within `left` and `right`; null for labels that have
 * no room. Later ones go first, because new releases say most.
 */
export function placeLabels(
  labels: readonly { readonly x: number; readonly width: number }[],
  left: number,
  right: number,
  gap: number,
): (number | null)[] {
  let free = right;
  return labels
    .toReversed()
    .map(({ x, width }) => {
      const start = Math.max(left, Math.min(x - width / 2, right - width));
      if (start + width > free) return null;
      free = start - gap;
      return start;
    })
    .reverse();
}
