import type { Bench } from '../bench';
import type { Outcome } from '../report';
import { compareVariants, drainedRatio, type Variant, variantsTable } from '../variants';
import { sizeOf } from './pages';

const LOADS = [
  { kilobytes: 3, count: 10 },
  { kilobytes: 3, count: 50 },
];
/** The ratio is near 1, so that it takes more rounds than those of other scenarios. */
const ROUNDS = 12;
const QUICK_ROUNDS = 3;

/** Measures whether ingestion depends on the number of stored events. */
export async function growth(bench: Bench): Promise<Outcome> {
  const { isQuick } = bench.options;
  const variants = [bench.plan.small, bench.plan.large].map((events): Variant => ({
    name: `${sizeOf(events)} events`,
    events,
  }));
  const measured = await compareVariants(bench, variants, LOADS, isQuick ? QUICK_ROUNDS : ROUNDS);
  const [ten] = measured;
  const note = 'The databases have this number of events before the first round.';
  return {
    tables: [variantsTable({ title: 'Ingest by the number of stored events', note }, variants, measured)],
    // The target is for a larger database.
    reached: isQuick || ten === undefined ? {} : { growth: drainedRatio(ten).median },
  };
}
