import type { Bench, Measured, Sides } from './bench';
import { afterCount, type Requests } from './load';
import type { Cell } from './report';
import type { Side } from './side';
import { figure, type Figure, median, ratio } from './stats';

/** Something that is asked of both sides. */
export interface Case<M extends Measured> {
  readonly name: string;
  /** One for each connection; requests of changes are made anew for each side. */
  readonly connections: (side: Side) => readonly Requests[];
  measure(side: Side): Promise<M>;
}

/** What came of it, round by round. */
export interface Comparison<M extends Measured> {
  readonly name: string;
  readonly service: readonly M[];
  readonly bare: readonly M[];
}

/** Measures both sides in turn, each first in every other round, so that what else the machine does meets both. */
export async function compare<M extends Measured>(bench: Bench, sides: Sides, one: Case<M>): Promise<Comparison<M>> {
  const { service, bare } = sides;
  bench.say(one.name);
  for (const side of [service, bare]) await bench.load(side, one.connections(side), afterCount(bench.plan.warmUp));
  const found = { service: [] as M[], bare: [] as M[] };
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.look();
    for (const side of round % 2 === 0 ? [service, bare] : [bare, service]) found[side.kind].push(await one.measure(side));
  }
  return { name: one.name, ...found };
}

export function perSecond(samples: readonly Measured[]): Figure {
  return figure(samples.map((sample) => sample.perSecond));
}

export function ratioOf({ service, bare }: Comparison<Measured>): Figure {
  return ratio(
    service.map((sample) => sample.perSecond),
    bare.map((sample) => sample.perSecond),
  );
}

export const COMPARED = ['case', 'service/s', 'bare/s', 'service ÷ bare', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99', 'CPU µs', 'bare CPU µs', 'busy'];

/** What every comparison tells; CPU is the server's processor time of one request. */
export function compared(comparison: Comparison<Measured>): Cell[] {
  const { name, service, bare } = comparison;
  const middle = (samples: readonly Measured[], value: (sample: Measured) => number) => median(samples.map(value));
  const times = (samples: readonly Measured[]) => [middle(samples, ({ p50 }) => p50), middle(samples, ({ p99 }) => p99)];
  const cpu = (samples: readonly Measured[]) => middle(samples, ({ cpu, count }) => Math.round((1e6 * cpu) / count));
  const share = (value: number) => `${Math.round(100 * value)} %`;
  const busy = `${share(middle(service, ({ cpu, seconds }) => cpu / seconds))} / ${share(middle(service, ({ generator }) => generator))}`;
  return [name, perSecond(service), perSecond(bare), ratioOf(comparison), ...times(service), ...times(bare), cpu(service), cpu(bare), busy];
}

export const COMPARED_NOTE =
  'Service and bare in turn; ratios are taken round by round. p50 and p99 are medians over the rounds. CPU is processor time of the server for one ' +
  'request, which other load changes least. Busy is how much of one processor the service and the load generator used: the ' +
  'generator is no bottleneck while it is well below 100 %.';
