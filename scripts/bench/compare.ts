import { median } from '../support/statistics';
import type { Bench, LoadedPrograms, Measured, Sides } from './bench';
import { type BenchFixture, call } from './fixture';
import { after, type Requests } from './load';
import type { RunningProgram } from './programs';
import { type Cell, figure, type Figure, ratio, type Table } from './report';

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
  for (const side of [ours, theirs, ...(floor === undefined ? [] : [floor])])
    await bench.warmUp(side, one.connections(side));
  const [ourSamples, theirSamples, floorSamples] = [[] as M[], [] as M[], [] as Measured[]];
  const turns = [
    async () => ourSamples.push(await measure(ours)),
    async () => theirSamples.push(await measure(theirs)),
    ...(floor === undefined
      ? []
      : [async () => floorSamples.push(await bench.load(floor, one.connections(floor), after(bench.plan.seconds)))]),
  ];
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    // Each round begins with another side, so that other load on the machine affects all.
    for (let place = 0; place < turns.length; place += 1) await turns[(round + place) % turns.length]?.();
  }
  return { name: one.name, ours: ourSamples, theirs: theirSamples, floor: floorSamples };
}

function perSecond(samples: readonly Measured[]): Figure {
  return figure(samples.map((sample) => sample.perSecond));
}

export function ratioOf({ ours, theirs }: Comparison): Figure {
  return ratio(
    ours.map((sample) => sample.perSecond),
    theirs.map((sample) => sample.perSecond),
  );
}

/** Returns the microseconds of processor time of the server for one request. */
export function cpuPerRequest({ cpu, count }: Measured): number {
  return (1e6 * cpu) / count;
}

/** The title of a table, an additional note, and the names of its sides if they differ from the names in the setup. */
interface Heading {
  readonly title: string;
  readonly note?: string;
  readonly names?: readonly [ours: string, theirs: string];
}

/** Returns the table of a comparison. */
export function comparedTable(
  { setup }: Bench,
  { title, note, names }: Heading,
  comparisons: readonly Comparison[],
): Table {
  const [ours, theirs] = names ?? [setup.ours.name, setup.theirs.name];
  return {
    title,
    columns: comparedColumns(ours, theirs),
    rows: comparisons.map(compared),
    ...(note === undefined ? {} : { note }),
  };
}

function comparedColumns(ours: string, theirs: string): string[] {
  const rates = [`${ours}/s`, `${theirs}/s`, `${ours} ÷ ${theirs}`];
  return ['case', ...rates, 'p50 / p99 ms', `${theirs} p50 / p99`, 'CPU µs', `${theirs} CPU µs`, 'busy'];
}

function compared(comparison: Comparison): Cell[] {
  const { name, ours, theirs } = comparison;
  const middle = (samples: readonly Measured[], value: (sample: Measured) => number) => median(samples.map(value));
  const times = (samples: readonly Measured[]) => [
    middle(samples, ({ p50 }) => p50),
    middle(samples, ({ p99 }) => p99),
  ];
  const cpu = (samples: readonly Measured[]) => Math.round(middle(samples, cpuPerRequest));
  const share = (value: number) => `${Math.round(100 * value)} %`;
  const busy = `${share(middle(ours, ({ cpu, seconds }) => cpu / seconds))} / ${share(middle(ours, ({ generator }) => generator))}`;
  return [
    name,
    perSecond(ours),
    perSecond(theirs),
    ratioOf(comparison),
    times(ours),
    times(theirs),
    cpu(ours),
    cpu(theirs),
    busy,
  ];
}

/** Requires that both sides do the same work. @throws Error unless they reply to a request with the same bytes */
export async function requireSameResponse(
  fixture: BenchFixture,
  sides: Sides,
  path: string,
  init: RequestInit = {},
): Promise<void> {
  const answers = [];
  for (const { port } of [sides.ours, sides.theirs]) {
    const response = await call(fixture, port, path, init);
    answers.push(
      `${response.headers.get('link')} ${await response.text()}`.replaceAll(`127.0.0.1:${port}`, '127.0.0.1'),
    );
  }
  const [ours = '', theirs = ''] = answers;
  if (ours === theirs) return;
  const place = [...ours].findIndex((letter, index) => letter !== theirs[index]);
  const near = (text: string) => text.slice(Math.max(0, place - 60), place + 60);
  throw new Error(`${path} has different replies: …${near(ours)}… and …${near(theirs)}…`);
}
