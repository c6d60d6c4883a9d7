import type { Bench, Measured, Sides, Stock } from '../bench';
import type { Kind } from '../build';
import { after, afterCount } from '../load';
import type { Cell, Outcome } from '../report';
import type { Side } from '../side';
import { figure, ratio } from '../stats';
import { repeat, requestBytes } from '../world';
import { pathOf, type Place, placesOf } from './list';

const WARM_UP = 50;

interface Sized {
  readonly events: number;
  readonly stock: Stock;
  readonly places: readonly Place[];
  readonly sides: Pick<Sides, Kind>;
}

/** Whether a page costs the same wherever it is and however many events there are. */
export async function pages(bench: Bench): Promise<Outcome> {
  const small = await prepare(bench, bench.plan.small);
  const large = await prepare(bench, bench.plan.large);
  try {
    const rows: Cell[][] = [];
    const ratios: number[] = [];
    for (const isFull of [false, true]) {
      for (const [index, { name }] of small.places.entries()) {
        bench.say(`  ${name}${isFull ? ', full' : ''}`);
        const service = await measure(bench, [small, large], index, isFull, 'service');
        const bare = await measure(bench, [small, large], index, isFull, 'bare');
        ratios.push(service.ratio.median);
        rows.push([`${name}${isFull ? ', full' : ''}`, service.small, service.large, service.ratio, bare.small, bare.large, bare.ratio]);
      }
    }
    const [few, many] = [sizeOf(bench.plan.small), sizeOf(bench.plan.large)];
    return {
      tables: [
        {
          title: `Pages at ${few} and ${many} events, one connection`,
          columns: ['p95 in ms', `service, ${few}`, `service, ${many}`, `${many} ÷ ${few}`, `bare, ${few}`, `bare, ${many}`, `${many} ÷ ${few}`],
          rows,
          note: 'The same request again and again at each place, small and large database in turn; ratios are taken round by round.',
        },
      ],
      // A smaller database than the target names says nothing of it.
      reached: bench.options.isQuick ? {} : { pages: Math.max(...ratios) },
    };
  } finally {
    for (const { sides } of [small, large]) await Promise.all([sides.service.stop(), sides.bare.stop()]);
  }
}

/** Nothing is written, and so both sides share one database. */
async function prepare(bench: Bench, events: number): Promise<Sized> {
  const stock = await bench.stock(events);
  const places = await placesOf(bench, stock, events);
  return { events, stock, places, sides: { service: await bench.start('service', stock), bare: await bench.start('bare', stock) } };
}

async function measure(bench: Bench, sizes: readonly [Sized, Sized], index: number, isFull: boolean, kind: Kind) {
  const found: [Measured[], Measured[]] = [[], []];
  const request = ({ stock, places }: Sized) => repeat(requestBytes(stock.world, pathOf(places[index] as Place, isFull)));
  const side = ({ sides }: Sized): Side => sides[kind];
  for (const size of sizes) await bench.load(side(size), [request(size)], afterCount(WARM_UP));
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.look();
    for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      found[turn].push(await bench.load(side(sizes[turn]), [request(sizes[turn])], after(bench.plan.seconds / 2)));
    }
  }
  const [small, large] = [found[0].map(({ p95 }) => p95), found[1].map(({ p95 }) => p95)];
  return { small: figure(small), large: figure(large), ratio: ratio(large, small) };
}

function sizeOf(events: number): string {
  return events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1000} k`;
}
