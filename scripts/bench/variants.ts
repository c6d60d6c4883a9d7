import type { Bench } from './bench';
import type { SeededDatabase } from './fixture';
import { cpuPerRequest, takeTurns } from './compare';
import type { Databases } from './databases';
import { connectionsOf, type Ingested, type IngestLoad, nameOfLoad, storeAndRead } from './ingested';
import type { RunningProgram, StartOptions } from './programs';
import { type Cell, figure, type Figure, median, ratio, type Table } from './report';

/** One way to run the service. The first of a list is what the others are compared with. */
export interface Variant {
  readonly name: string;
  /** Number of events in its database. */
  readonly events?: number;
  /** Number of services that share its database. */
  readonly services?: number;
  /** Where its database is, if not where the setup has it. */
  readonly databases?: Databases;
  readonly how?: Pick<StartOptions, 'node' | 'processors'>;
}

/** The rounds of each variant under one load. */
export interface VariantsUnderLoad {
  readonly load: IngestLoad;
  readonly found: readonly (readonly Ingested[])[];
}

interface RunningVariant {
  readonly seeded: SeededDatabase;
  readonly programs: readonly RunningProgram[];
}

/** Measures the ingestion of all variants, which run side by side and are put under each load in turn. */
export async function compareVariants(
  bench: Bench,
  variants: readonly Variant[],
  loads: readonly IngestLoad[],
  rounds = bench.plan.rounds,
): Promise<VariantsUnderLoad[]> {
  const running: RunningVariant[] = [];
  try {
    for (const variant of variants) running.push(await startVariant(bench, variant));
    const measured = [];
    for (const [index, load] of loads.entries()) {
      bench.log(`  ${nameOfLoad(load)}`);
      for (const { seeded, programs } of running) {
        const connections = () => connectionsOf(seeded, load);
        await (index === 0 ? bench.settle([programs], connections) : bench.warmUp(programs, connections()));
      }
      const found = variants.map((): Ingested[] => []);
      const turns = running.map(({ seeded, programs }, place) => async () => {
        found[place]?.push(await storeAndRead(bench, programs, seeded, connectionsOf(seeded, load)));
      });
      await takeTurns(bench, turns, rounds);
      measured.push({ load, found });
    }
    return measured;
  } finally {
    for (const { seeded, programs } of running) {
      await Promise.all(programs.map((program) => program.stop()));
      await seeded.databases.drop(seeded.url);
    }
  }
}

async function startVariant(bench: Bench, variant: Variant): Promise<RunningVariant> {
  const { events = bench.plan.small, services = 1, databases, how } = variant;
  const seeded = await bench.copyFor('ours', await bench.seeded(events), databases);
  const programs = [];
  for (let number = 0; number < services; number += 1) programs.push(await bench.start('ours', seeded, how));
  return { seeded, programs };
}

/** The drained events of a variant by those of the first, round by round. */
export function drainedRatio({ found: [first = [], ...others] }: VariantsUnderLoad, place = 1): Figure {
  return ratio((others[place - 1] ?? []).map(drained), first.map(drained));
}

/** The processor time per event of a variant by that of the first. */
export function cpuRatio({ found: [first = [], ...others] }: VariantsUnderLoad, place = 1): Figure {
  return ratio((others[place - 1] ?? []).map(cpuPerRequest), first.map(cpuPerRequest));
}

/** A table with a row for each variant under each load. */
export function variantsTable(
  { title, note }: { readonly title: string; readonly note: string },
  variants: readonly Variant[],
  measured: readonly VariantsUnderLoad[],
): Table {
  const hasServer = measured.some(({ found }) => found.flat().some(({ serverCpu }) => serverCpu !== null));
  const [first] = variants;
  return {
    title,
    columns: [
      'load',
      'service',
      'drained/s',
      `÷ ${first?.name}`,
      'p50 / p99 ms',
      'CPU µs',
      `÷ ${first?.name}`,
      ...(hasServer ? ['server CPU µs'] : []),
      'RSS MB',
    ],
    rows: measured.flatMap((under) =>
      variants.map(({ name }, place): Cell[] => {
        const samples = under.found[place] ?? [];
        return [
          nameOfLoad(under.load),
          name,
          figure(samples.map(drained)),
          place === 0 ? '' : drainedRatio(under, place),
          latencies(samples),
          Math.round(median(samples.map(cpuPerRequest))),
          place === 0 ? '' : cpuRatio(under, place),
          ...(hasServer ? [Math.round(median(samples.map(serverCpuPerEvent)))] : []),
          Math.round(Math.max(...samples.map(({ memory }) => memory)) / 1e6),
        ];
      }),
    ),
    note: `Ratios are those of a row to the first with the same load. ${note}`,
  };
}

function drained(sample: Ingested): number {
  return sample.drained;
}

function latencies(samples: readonly Ingested[]): Cell {
  return [median(samples.map(({ p50 }) => p50)), median(samples.map(({ p99 }) => p99))];
}

function serverCpuPerEvent({ serverCpu, count }: Ingested): number {
  return serverCpu === null ? NaN : (1e6 * serverCpu) / count;
}
