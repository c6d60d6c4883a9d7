import type { Bench } from '../bench';
import { judgePairs, type PairCounts, precisionOf, recallOf, sumOf } from '../groupingPairs';
import type { Cell, Outcome } from '../report';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Judges pairs of events by each algorithm. Nothing is timed: each machine has the same figures. */
export function grouping(bench: Bench): Promise<Outcome> {
  const counts = judgePairs('simple:4');
  const former = judgePairs('simple:3');
  for (const { platform, wrong } of counts) {
    for (const { one, other, expected, reason } of wrong)
      bench.log(
        `  ${platform}: ${one} and ${other} are not ${expected === 'same' ? 'in one issue' : 'apart'}: ${reason}`,
      );
  }
  const row = (found: PairCounts, before: PairCounts): readonly Cell[] => [
    found.platform,
    found.pairs,
    percent(precisionOf(found)),
    percent(recallOf(found)),
    percent(precisionOf(before)),
    percent(recallOf(before)),
  ];
  const table = {
    title: 'Grouping',
    columns: ['platform', 'pairs', 'precision', 'recall', 'precision of simple:3', 'recall of simple:3'],
    rows: [...counts.map((found, at) => row(found, former[at] ?? found)), row(sumOf(counts), sumOf(former))],
    note:
      'Precision is the share of pairs in one issue that belong there, recall the share of pairs that belong into one issue and are there. ' +
      'The pairs are those of test/corpora/grouping.',
  };
  return Promise.resolve({ tables: [table], reached: {} });
}
