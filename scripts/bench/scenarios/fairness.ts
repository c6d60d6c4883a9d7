import type { Bench } from '../bench';
import { takeTurns } from '../compare';
import { addProject, type SeededDatabase } from '../fixture';
import { connectionsOf, type IngestLoad, nameOfLoad } from '../ingested';
import { after, either, type Sample } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, median, type Outcome, ratio } from '../report';

/** What the flooding project sends. */
const FLOODS: readonly IngestLoad[] = [
  { kilobytes: 3, count: 50 },
  { kilobytes: 3, count: 200 },
  { kilobytes: 25, count: 50 },
];
/** What the other project sends. */
const SMALL: IngestLoad = { kilobytes: 3, count: 1 };

/** The same project alone, then beside the flood, and the flood itself. */
interface Latencies {
  readonly quiet: Sample[];
  readonly beside: Sample[];
  readonly flood: Sample[];
}

/** Measures the latency of a project with one connection while another project floods the service. */
export async function fairness(bench: Bench): Promise<Outcome> {
  const flooding = await bench.copy(await bench.seeded(bench.plan.small));
  const small = { ...flooding, fixture: await addProject(flooding.url, flooding.fixture, 'small') };
  const copy = await bench.copyFor('ours', flooding);
  const side = await bench.start('ours', copy);
  try {
    await bench.settle([side], () => connectionsOf(flooding, FLOODS[0] as IngestLoad));
    const rows: Cell[][] = [];
    for (const load of FLOODS) {
      bench.log(`  ${nameOfLoad(load)}`);
      rows.push(rowOf(load, await measure(bench, side, small, () => connectionsOf(flooding, load))));
    }
    return {
      tables: [
        {
          title: 'One project beside a flood of another',
          columns: ['flood', 'quiet p50 / p99 ms', 'p50 / p99 ms', 'p50 ÷ quiet', 'p99 ÷ quiet', "flood's p50 / p99"],
          rows,
          note:
            'A project sends events of 3 KB on one connection: alone (quiet), and while another project sends on the connections of ' +
            'the flood.',
        },
      ],
      reached: {},
    };
  } finally {
    await side.stop();
    await copy.databases.drop(copy.url);
  }
}

async function measure(
  bench: Bench,
  side: RunningProgram,
  small: SeededDatabase,
  flood: () => ReturnType<typeof connectionsOf>,
): Promise<Latencies> {
  const found: Latencies = { quiet: [], beside: [], flood: [] };
  const { seconds } = bench.plan;
  await bench.warmUp(side, flood());
  await takeTurns(bench, [
    async () => found.quiet.push(await bench.load(side, connectionsOf(small, SMALL), after(seconds))),
    async () => {
      let isOver = false;
      const flooded = bench.load(
        side,
        flood(),
        either(after(2 * seconds), () => isOver),
      );
      const beside = bench.load(side, connectionsOf(small, SMALL), after(seconds)).finally(() => (isOver = true));
      found.beside.push(await beside);
      found.flood.push(await flooded);
    },
  ]);
  return found;
}

function rowOf(load: IngestLoad, { quiet, beside, flood }: Latencies): Cell[] {
  const latencies = (samples: readonly Sample[]): Cell => [
    median(samples.map(({ p50 }) => p50)),
    median(samples.map(({ p99 }) => p99)),
  ];
  const over = (value: (sample: Sample) => number) => ratio(beside.map(value), quiet.map(value));
  return [
    nameOfLoad(load),
    latencies(quiet),
    latencies(beside),
    over(({ p50 }) => p50),
    over(({ p99 }) => p99),
    latencies(flood),
  ];
}
