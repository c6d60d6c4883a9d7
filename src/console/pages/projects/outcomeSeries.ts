import type { components } from '../../../client/createClient';

export type OutcomeCounts = components['schemas']['ProjectOutcomes'];
export type OutcomeName = OutcomeCounts['groups'][number]['by']['outcome'];

/** The outcomes in the order in which they are stacked, with their colours. */
export const OUTCOMES: readonly { readonly name: OutcomeName; readonly color: string }[] = [
  { name: 'accepted', color: '--accent' },
  { name: 'filtered', color: '--border-strong' },
  { name: 'rate_limited', color: '--level-warning' },
  { name: 'invalid', color: '--level-error' },
];

/** Categories of events. The others are counted, but are not stored. */
const EVENT_CATEGORIES: ReadonlySet<string> = new Set(['error', 'default', 'security']);

/** The events of one outcome, as a chart has them. */
interface OutcomeSeries {
  readonly label: string;
  readonly color: string;
  readonly points: readonly (readonly [seconds: number, count: number])[];
}

/** Returns the number of events of each outcome over time, and in total. */
export function outcomeSeries(
  { intervals, groups }: OutcomeCounts,
  labels: Readonly<Record<OutcomeName, string>>,
): { readonly series: readonly OutcomeSeries[]; readonly totals: Readonly<Record<OutcomeName, number>> } {
  const totals: Record<OutcomeName, number> = { accepted: 0, filtered: 0, rate_limited: 0, invalid: 0 };
  const series = OUTCOMES.map(({ name, color }): OutcomeSeries => {
    const own = groups.filter(({ by }) => by.outcome === name && EVENT_CATEGORIES.has(by.category));
    totals[name] = own.reduce((sum, group) => sum + group.totals['sum(quantity)'], 0);
    const points = intervals.map((time, index) => {
      const count = own.reduce((sum, group) => sum + (group.series['sum(quantity)'][index] ?? 0), 0);
      return [Date.parse(time) / 1000, count] as const;
    });
    return { label: labels[name], color, points };
  });
  return { series, totals };
}

/** Returns the number of events that each reason dropped, such as `chunk-load-error`. */
export function droppedByReason({ groups }: OutcomeCounts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { by, totals } of groups) {
    if (by.outcome === 'accepted' || by.reason === null) continue;
    counts.set(by.reason, (counts.get(by.reason) ?? 0) + totals['sum(quantity)']);
  }
  return counts;
}
