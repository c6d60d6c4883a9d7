import { median } from '../../support/statistics';
import type { Bench, LoadedPrograms, Sides } from '../bench';
import { compareBy, comparedTable, type Comparison, cpuPerRequest } from '../compare';
import type { SeededDatabase } from '../fixture';
import { connectionsOf, type Ingested, type IngestLoad, nameOfLoad, storeAndRead } from '../ingested';
import { type RunningProgram, startProgram } from '../programs';
import { type Cell, figure, type Figure, type Outcome, ratio, type Table } from '../report';
import { disk, logSize } from './storage';

const KILOBYTES = [3, 25, 50];
const CONNECTIONS = [1, 10, 50];
const WARM_UP = { kilobytes: 3, count: 10 };

/** Measures ingestion and the size of the stored data; with another clone, ingestion only. */
export async function ingest(bench: Bench): Promise<Outcome> {
  const { setup } = bench;
  const outcomes = [await throughput(bench)];
  if (setup.theirs.root === undefined) outcomes.push(await disk(bench));
  if (setup.theirs.kind === 'bare') outcomes.push(await logSize(bench), await growth(bench));
  if (setup.database === 'postgres') outcomes.push(await services(bench));
  return {
    tables: outcomes.flatMap(({ tables }) => tables),
    reached: Object.assign({}, ...outcomes.map(({ reached }) => reached)) as Outcome['reached'],
  };
}

/** Measures whether ingestion depends on the number of stored events. */
async function growth(bench: Bench): Promise<Outcome> {
  const sizes = [bench.plan.large, bench.plan.small];
  const seeded: SeededDatabase[] = [];
  for (const size of sizes) seeded.push(await bench.copyFor('ours', await bench.seeded(size)));
  const [large, small] = seeded as [SeededDatabase, SeededDatabase];
  const title = 'Ingest by the number of stored events';
  const names = sizes.map((size) => `${size} events`) as [string, string];
  const comparison = await compareServices(bench, [[large], [small]], { kilobytes: 3, count: 10 });
  return {
    tables: [comparedTable(bench, { title, names }, [comparison])],
    // The target is for a larger database.
    reached: bench.options.isQuick ? {} : { growth: drainedRatio(comparison).median },
  };
}

/** Measures two services on one PostgreSQL database against one. The connections are spread over both. */
async function services(bench: Bench): Promise<Outcome> {
  const [two, one] = [await copyOfSmall(bench), await copyOfSmall(bench)];
  const comparison = await compareServices(bench, [[two, two], [one]], { kilobytes: 3, count: 50 });
  const title = 'Two services on one database';
  const note = 'CPU is that of all services.';
  return {
    tables: [comparedTable(bench, { title, note, names: ['two', 'one'] }, [comparison])],
    reached: {
      services: drainedRatio(comparison).median,
      servicesCpu: ratio(comparison.ours.map(cpuPerRequest), comparison.theirs.map(cpuPerRequest)).median,
    },
  };
}

async function copyOfSmall(bench: Bench): Promise<SeededDatabase> {
  return bench.copyFor('ours', await bench.seeded(bench.plan.small));
}

/** Compares services that run on copies: one service for each database that a side names, so that two may share one. */
async function compareServices(
  bench: Bench,
  sides: readonly [readonly SeededDatabase[], readonly SeededDatabase[]],
  load: IngestLoad,
): Promise<Comparison<Ingested>> {
  const running: { readonly programs: RunningProgram[]; readonly seeded: SeededDatabase }[] = [];
  try {
    for (const databases of sides) {
      const programs: RunningProgram[] = [];
      running.push({ programs, seeded: databases[0] as SeededDatabase });
      for (const database of databases) programs.push(await bench.start('ours', database));
    }
    const [first, second] = running.map(({ programs }): LoadedPrograms => programs) as [LoadedPrograms, LoadedPrograms];
    const seededOf = (side: LoadedPrograms) => (side === first ? sides[0] : sides[1])[0] as SeededDatabase;
    const connections = (side: LoadedPrograms) => connectionsOf(seededOf(side), load);
    const measure = (side: LoadedPrograms) => storeAndRead(bench, side, seededOf(side), connections(side));
    await bench.settle([first, second], connections);
    return await compareBy(bench, [first, second], { name: nameOfLoad(load), connections }, measure);
  } finally {
    for (const { programs, seeded } of running) {
      await Promise.all(programs.map((program) => program.stop()));
      await seeded.databases.drop(seeded.url);
    }
  }
}

/**
 * Measures the rate at which events are accepted and stored, by size and number of connections. One in ten opens an
 * issue.
 */
async function throughput(bench: Bench): Promise<Outcome> {
  // Events are filled in by this clone, and would be of a schema that another one does not open.
  const seeded = await bench.seeded(bench.setup.theirs.root === undefined ? bench.plan.small : 0);
  return bench.withSides(seeded, async (sides) => {
    const floorFile = bench.setup.seedDatabases.fresh('floor');
    const floor = await startProgram('floor', { url: floorFile });
    try {
      await bench.settle([sides.ours, sides.theirs, floor], () => connectionsOf(seeded, WARM_UP));
      return outcomeOf(bench, await compareAll(bench, sides, floor, seeded));
    } finally {
      await floor.stop();
      await bench.setup.seedDatabases.drop(floorFile);
    }
  });
}

/** The comparison of each case, by the kilobytes of its events and the number of its connections: `3/10`. */
type ComparisonsByCase = ReadonlyMap<string, Comparison<Ingested>>;

async function compareAll(
  bench: Bench,
  sides: Sides,
  floor: RunningProgram,
  seeded: SeededDatabase,
): Promise<ComparisonsByCase> {
  const comparisons = new Map<string, Comparison<Ingested>>();
  for (const kilobytes of KILOBYTES) {
    for (const count of CONNECTIONS) {
      const load = { kilobytes, count };
      const connections = () => connectionsOf(seeded, load);
      const measure = (side: RunningProgram) => storeAndRead(bench, side, sides.databaseOf(side), connections());
      const one = { name: nameOfLoad(load), connections };
      const pair = [sides.ours, sides.theirs] as const;
      comparisons.set(`${kilobytes}/${count}`, await compareBy(bench, pair, one, measure, floor));
    }
  }
  return comparisons;
}

function outcomeOf(bench: Bench, comparisonsByCase: ComparisonsByCase): Outcome {
  const comparisons = [...comparisonsByCase.values()];
  const reachedBy = (name: string, value: (comparison: Comparison<Ingested>) => number) => {
    const comparison = comparisonsByCase.get(name);
    return comparison === undefined ? NaN : value(comparison);
  };
  const overTheirs = (comparison: Comparison<Ingested>) => drainedRatio(comparison).median;
  const overFloor = (comparison: Comparison<Ingested>) => drainedOverFloor(comparison).median;
  const cpuOverFloor = (comparison: Comparison<Ingested>) => cpuRatioOverFloor(comparison).median;
  return {
    tables: [
      ingestTable(comparisons),
      floorTable(bench, comparisons),
      comparedTable(bench, { title: `Ingest beside ${bench.setup.theirs.name}` }, comparisons),
    ],
    reached: {
      ingest3: reachedBy('3/10', overTheirs),
      ingest25: reachedBy('25/10', overTheirs),
      drained: Math.min(...comparisons.map(drainedShare)),
      floorCpu3: reachedBy('3/50', cpuOverFloor),
      floorCpu25: reachedBy('25/50', cpuOverFloor),
      floorOne: reachedBy('3/1', overFloor),
      floorTen: reachedBy('3/10', overFloor),
      floorFifty: reachedBy('3/50', overFloor),
      floorLarge: reachedBy('25/50', overFloor),
      postgres: reachedBy('3/50', overTheirs),
    },
  };
}

function drainedRatio({ ours, theirs }: Comparison<Ingested>): Figure {
  return ratio(
    ours.map(({ drained }) => drained),
    theirs.map(({ drained }) => drained),
  );
}

function drainedOverFloor({ ours, floor }: Comparison<Ingested>): Figure {
  return ratio(
    ours.map(({ drained }) => drained),
    floor.map(({ perSecond }) => perSecond),
  );
}

function cpuRatioOverFloor({ ours, floor }: Comparison<Ingested>): Figure {
  return ratio(ours.map(cpuPerRequest), floor.map(cpuPerRequest));
}

function floorTable({ setup: { ours } }: Bench, comparisons: readonly Comparison<Ingested>[]): Table {
  return {
    title: 'Ingest against the floor',
    columns: [
      'case',
      `${ours.name} drained ÷ floor accepted`,
      `CPU per event, ${ours.name} ÷ floor`,
      'CPU µs',
      'floor/s',
      'floor CPU µs',
    ],
    rows: comparisons.map((comparison) => [
      comparison.name,
      drainedOverFloor(comparison),
      cpuRatioOverFloor(comparison),
      figure(comparison.ours.map(cpuPerRequest)),
      figure(comparison.floor.map(({ perSecond }) => perSecond)),
      figure(comparison.floor.map(cpuPerRequest)),
    ]),
    note:
      'The floor is `node:http`, `JSON.parse`, the bytes of the request appended to a file, and one `fdatasync` for all requests that ' +
      'wait: the least that durable ingestion costs. It is measured in the same rounds.',
  };
}

function ingestTable(comparisons: readonly Comparison<Ingested>[]): Table {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return {
    title: 'Ingest',
    columns: ['case', 'drained/s', 'drained ÷ accepted', 'p50 / p99 ms', 'CPU µs', 'RSS MB', 'new issues'],
    rows: comparisons.map(({ name, ours, theirs }): Cell[] => [
      name,
      figure(ours.map(({ drained }) => drained)),
      drainedShare({ ours }),
      [median(ours.map(({ p50 }) => p50)), median(ours.map(({ p99 }) => p99))],
      Math.round(median(ours.map(cpuPerRequest))),
      Math.round(Math.max(...ours.map(({ memory }) => memory)) / 1e6),
      [ours, theirs].map((samples) => percent(median(samples.map(({ opened }) => opened)))).join(' / '),
    ]),
    note:
      'Drained: events that a query beside the service finds with their bodies, by the seconds until it finds all that were accepted. ' +
      'p50 and p99: until the event is durable and the reply is complete. CPU: processor time of the service for one event. RSS is the ' +
      'highest at the end of a round. New issues: the share of events that open one, here / on the side that the service is compared with.',
  };
}

function drainedShare({ ours }: Pick<Comparison<Ingested>, 'ours'>): number {
  return median(ours.map((sample) => sample.drained / sample.perSecond));
}
