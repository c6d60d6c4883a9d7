import { median } from '../support/statistics';
import type { Bench, LoadedPrograms, Measured, Sides } from './bench';
import { after, type Requests } from './load';
import type { RunningProgram } from './programs';
import { type Cell, figure, ratio, type Table } from './report';
import { call } from './requests';
import type { BenchFixture } from './seed';

/** Requests that both sides are measured with. */
export interface Case<P extends LoadedPrograms = RunningProgram> {
  readonly name: string;
  /** The requests of each connection to a side, created again for each round. */
  readonly connections: (side: P) => readonly Requests[];
}

/** The measurements of a case, by round, of the measured side and of the side that it is compared with. */
export interface Comparison<M extends Measured = Measured> {
  readonly name: string;
  readonly ours: readonly M[];
  readonly theirs: readonly M[];
  /** Rounds of the floor; empty if it was not measured. */
  readonly floor: readonly Measured[];
}

type Pair<P extends LoadedPrograms = RunningProgram> = readonly [ours: P, theirs: P];

/**
 * Puts both sides under load in turn, each first in every other round, so that other load on the machine affects both.
 */
export function compare(bench: Bench, pair: Pair, one: Case): Promise<Comparison> {
  return compareBy(bench, pair, one, (side) => bench.load(side, one.connections(side), after(bench.plan.seconds)));
}

/**
 * Compares both sides by another measurement.
 * @param floor a program that receives the same load in every round, if there is one
 */
export async function compareBy<M extends Measured, P extends LoadedPrograms>(
  bench: Bench,
  [ours, theirs]: Pair<P>,
  one: Case<P>,
  measure: (side: P) => Promise<M>,
  floor?: P,
): Promise<Comparison<M>> {
  bench.log(`  ${one.name}`);
  const result = { name: one.name, ours: [] as M[], theirs: [] as M[], floor: [] as Measured[] };
  const turns = [
    async () => result.ours.push(await measure(ours)),
    async () => result.theirs.push(await measure(theirs)),
  ];
  if (floor !== undefined)
    turns.push(async () =>
      result.floor.push(await bench.load(floor, one.connections(floor), after(bench.plan.seconds))),
    );
  for (const side of floor === undefined ? [ours, theirs] : [ours, theirs, floor])
    await bench.warmUp(side, one.connections(side));
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    // Each round begins with another side, so that other load on the machine affects all.
    for (let place = 0; place < turns.length; place += 1) await turns[(round + place) % turns.length]?.();
  }
  return result;
}

export function perSecond({ perSecond }: Measured): number {
  return perSecond;
}

/** Returns the microseconds of processor time of the server for one request. */
export function cpuPerRequest({ cpu, count }: Measured): number {
  return (1e6 * cpu) / count;
}

/** The title of a table, an additional note, and the names of its sides if they differ from the names in the setup. */
interface Heading {
  readonly title: string;
  readonly note?: string;
  readonly names?: readonly string[];
}

export function comparedTable(
  { setup }: Bench,
  { names = [setup.ours.name, setup.theirs.name], ...heading }: Heading,
  comparisons: readonly Comparison[],
): Table {
  const [ours = '', theirs = ''] = names;
  const rates = [`${ours}/s`, `${theirs}/s`, `${ours} ÷ ${theirs}`];
  const columns = ['case', ...rates, 'p50 / p99 ms', `${theirs} p50 / p99`, 'CPU µs', `${theirs} CPU µs`, 'busy'];
  return { ...heading, columns, rows: comparisons.map(comparedRow) };
}

function comparedRow({ name, ours, theirs }: Comparison): Cell[] {
  const middle = (samples: readonly Measured[], value: (sample: Measured) => number) => median(samples.map(value));
  const times = (samples: readonly Measured[]) => [
    middle(samples, (one) => one.p50),
    middle(samples, (one) => one.p99),
  ];
  const cpu = (samples: readonly Measured[]) => Math.round(middle(samples, cpuPerRequest));
  const share = (value: (sample: Measured) => number) => `${Math.round(100 * middle(ours, value))} %`;
  const busy = `${share((one) => one.cpu / one.seconds)} / ${share((one) => one.generator)}`;
  const rates = [
    figure(ours.map(perSecond)),
    figure(theirs.map(perSecond)),
    ratio(ours.map(perSecond), theirs.map(perSecond)),
  ];
  return [name, ...rates, times(ours), times(theirs), cpu(ours), cpu(theirs), busy];
}

/** Requires that both sides do the same work. @throws Error unless they reply to a request with the same bytes */
export async function requireSameResponse(fixture: BenchFixture, { ours, theirs }: Sides, path: string): Promise<void> {
  const read = async ({ port }: RunningProgram): Promise<string> => {
    const response = await call(fixture, port, path);
    return `${response.headers.get('link')} ${await response.text()}`.replaceAll(`127.0.0.1:${port}`, '127.0.0.1');
  };
  const [our, their] = [await read(ours), await read(theirs)];
  if (our === their) return;
  const place = [...our].findIndex((letter, index) => letter !== their[index]);
  const near = (text: string) => text.slice(Math.max(0, place - 60), place + 60);
  throw new Error(`${path} has different replies: …${near(our)}… and …${near(their)}…`);
}
