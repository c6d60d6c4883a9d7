import type { Bench } from '../bench';
import type { Outcome } from '../report';
import { compareVariants, cpuRatio, drainedRatio, type Variant, variantsTable } from '../variants';

const LOADS = [
  { kilobytes: 3, count: 50 },
  { kilobytes: 25, count: 50 },
];
const VARIANTS: readonly Variant[] = [
  { name: 'one', services: 1 },
  { name: 'two', services: 2 },
];

/** Measures two services on one PostgreSQL database against one. The connections are spread over both. */
export async function services(bench: Bench): Promise<Outcome> {
  const measured = await compareVariants(bench, VARIANTS, LOADS);
  const [small] = measured;
  const note =
    'CPU and RSS are those of all services of a row. Server CPU is that of the PostgreSQL server; it is not known of a server of TEST_DATABASE_URL.';
  return {
    tables: [variantsTable({ title: 'Two services on one database', note }, VARIANTS, measured)],
    reached: small === undefined ? {} : { services: drainedRatio(small).median, servicesCpu: cpuRatio(small).median },
  };
}
