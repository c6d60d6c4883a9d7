import type { Bench, Sides } from '../bench';
import { requestBytes, type SeededDatabase } from '../fixture';
import { after, Connection, type Ending, timeRequest } from '../load';
import { type Cell, figure, type Figure, type Outcome, percentile, ratio } from '../report';
import { SIDE_NAMES, type SideName } from '../setup';
import { pathOf, type Place, placesOf } from './list';

interface Sized {
  readonly events: number;
  readonly seeded: SeededDatabase;
  readonly places: readonly Place[];
  readonly sides: Pick<Sides, SideName>;
}

/** 95th percentiles in milliseconds, and the ratios of the large database to the small one. */
interface Pages {
  readonly small: Figure;
  readonly large: Figure;
  readonly ratio: Figure;
}

/** Measures whether the time of a page depends on its position and on the number of events. */
export async function pages(bench: Bench): Promise<Outcome> {
  const small = await prepare(bench, bench.plan.small);
  const large = await prepare(bench, bench.plan.large);
  try {
    const rows: Cell[][] = [];
    const ratios: number[] = [];
    const cells = ({ small, large, ratio }: Pages): Cell[] => [small, large, ratio];
    for (const isFull of [false, true]) {
      for (const [index, { name }] of small.places.entries()) {
        bench.log(`  ${name}${isFull ? ', full' : ''}`);
        const ours = await measure(bench, [small, large], index, isFull, 'ours');
        const theirs = await measure(bench, [small, large], index, isFull, 'theirs');
        ratios.push(ours.ratio.median);
        rows.push([`${name}${isFull ? ', full' : ''}`, ...cells(ours), ...cells(theirs)]);
      }
    }
    const [few, many] = [sizeOf(bench.plan.small), sizeOf(bench.plan.large)];
    const columnsOf = (name: string) => [`${name}, ${few}`, `${name}, ${many}`, `${many} ÷ ${few}`];
    return {
      tables: [
        {
          title: `Pages at ${few} and ${many} events, one connection`,
          columns: ['p95 in ms', ...columnsOf(bench.setup.ours.name), ...columnsOf(bench.setup.theirs.name)],
          rows,
          note: 'At each place the same request again and again, to the small and the large database by turns.',
        },
      ],
      // The target is for a larger database.
      reached: bench.options.isQuick ? {} : { pages: Math.max(...ratios) },
    };
  } finally {
    for (const { sides } of [small, large]) await Promise.all(SIDE_NAMES.map((name) => sides[name].stop()));
  }
}

/** Nothing is written, so that sides with the same kind of database share one. */
async function prepare(bench: Bench, events: number): Promise<Sized> {
  const seeded = await bench.seeded(events);
  const places = await placesOf(seeded, events);
  const start = async (name: SideName) => bench.start(name, await bench.importFor(name, seeded));
  return { events, seeded, places, sides: { ours: await start('ours'), theirs: await start('theirs') } };
}

async function measure(
  bench: Bench,
  sizes: readonly [Sized, Sized],
  index: number,
  isFull: boolean,
  name: SideName,
): Promise<Pages> {
  const requests = sizes.map(({ seeded, places }) =>
    requestBytes(seeded.fixture, pathOf(places[index] as Place, isFull)),
  );
  const connections = await Promise.all(sizes.map(({ sides }) => Connection.open(sides[name].port)));
  /** Alternates between both after each request, so that other load affects both. */
  const alternate = async (isOver: Ending): Promise<[number[], number[]]> => {
    const times: [number[], number[]] = [[], []];
    const began = performance.now();
    for (let turn = 0; turn % 2 === 1 || !isOver(performance.now() - began); turn += 1) {
      const which = (turn % 2) as 0 | 1;
      times[which].push(await timeRequest(connections[which] as Connection, requests[which] as Buffer));
    }
    return times;
  };
  await alternate(after(bench.plan.warmUpSeconds));
  const [small, large]: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    const [few, many] = await alternate(after(bench.plan.seconds));
    small.push(percentile(few, 0.95));
    large.push(percentile(many, 0.95));
  }
  connections.forEach((connection) => connection.close());
  return { small: figure(small), large: figure(large), ratio: ratio(large, small) };
}

export function sizeOf(events: number): string {
  return events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1000} k`;
}
