import { median } from '../../support/statistics';
import { memoryOf } from '../../support/usage';
import type { Bench, LoadedPrograms, Measured } from '../bench';
import { compareBy, comparedTable, type Comparison, cpuPerRequest, perSecond } from '../compare';
import { after, type Requests } from '../load';
import { type RunningProgram, startProgram } from '../programs';
import { type Cell, figure, type Figure, joinOutcomes, type Outcome, ratio, type Table } from '../report';
import { ingestConnections, type IngestLoad, nameOfLoad } from '../requests';
import { countReadableSince, countRows, type SeededDatabase } from '../seed';
import { disk } from './storage';

const KILOBYTES = [3, 25, 50];
const CONNECTIONS = [1, 10, 50];
const WARM_UP = { kilobytes: 3, count: 10 };
const DRAIN_LIMIT_SECONDS = 30;

/** The measurement of one round of ingestion. */
interface Ingested extends Measured {
  /** Events per second until all of them can be read with their bodies. */
  readonly drained: number;
  /** Share of the events that opened an issue. */
  readonly opened: number;
  /** Resident memory at the end, in bytes. */
  readonly memory: number;
}

/** Measures ingestion and the size of the stored data; with another clone, ingestion only. */
export async function ingest(bench: Bench): Promise<Outcome> {
  const { setup } = bench;
  const outcomes = [await throughput(bench)];
  if (setup.theirs.root === undefined) outcomes.push(await disk(bench));
  if (setup.theirs.kind === 'bare') outcomes.push(await growth(bench));
  if (setup.database === 'postgres') outcomes.push(await services(bench));
  return joinOutcomes(outcomes);
}

/** Measures whether ingestion depends on the number of stored events. */
async function growth(bench: Bench): Promise<Outcome> {
  const { large, small } = bench.plan;
  const comparison = await compareServices(bench, [large, small], { kilobytes: 3, count: 10 });
  const heading = { title: 'Ingest by the number of stored events', names: [`${large} events`, `${small} events`] };
  return {
    tables: [comparedTable(bench, heading, [comparison])],
    // The target is for a larger database.
    reached: bench.options.isQuick ? {} : { growth: drainedRatio(comparison).median },
  };
}

/** Measures two services on one PostgreSQL database against one. The connections are spread over both. */
async function services(bench: Bench): Promise<Outcome> {
  const { small } = bench.plan;
  const comparison = await compareServices(bench, [small, small], { kilobytes: 3, count: 50 }, true);
  const heading = {
    title: 'Two services on one database',
    note: 'CPU is that of all services.',
    names: ['two', 'one'],
  };
  const servicesCpu = ratio(comparison.ours.map(cpuPerRequest), comparison.theirs.map(cpuPerRequest)).median;
  return {
    tables: [comparedTable(bench, heading, [comparison])],
    reached: { services: drainedRatio(comparison).median, servicesCpu },
  };
}

/** Compares services on databases with these numbers of events; the first may be two services that share the load. */
async function compareServices(
  bench: Bench,
  [first, second]: readonly [number, number],
  load: IngestLoad,
  isDouble = false,
): Promise<Comparison<Ingested>> {
  const [ours, theirs] = [await bench.seeded(first), await bench.seeded(second)];
  return bench.withSide('ours', ours, (one, oneCopy) =>
    bench.withSide('ours', theirs, async (other, otherCopy) => {
      const partners = isDouble ? [await bench.start('ours', oneCopy)] : [];
      const pair: readonly [LoadedPrograms, LoadedPrograms] = [[one, ...partners], other];
      const copyOf = (side: LoadedPrograms) => (side === other ? otherCopy : oneCopy);
      const connections = (side: LoadedPrograms) => ingestConnections(copyOf(side).fixture, load);
      await bench.settle(pair, connections);
      return compareBy(bench, pair, { name: nameOfLoad(load), connections }, (side) =>
        storeAndRead(bench, side, copyOf(side), connections(side)),
      ).finally(() => Promise.all(partners.map((program) => program.stop())));
    }),
  );
}

/**
 * Measures the rate at which events are accepted and stored, by size and number of connections. One in ten opens an
 * issue.
 */
async function throughput(bench: Bench): Promise<Outcome> {
  // Events are filled in by this clone, and would be of a schema that another one does not open.
  const seeded = await bench.seeded(bench.setup.theirs.root === undefined ? bench.plan.small : 0);
  return bench.withSides(seeded, async (sides) => {
    const { ours, theirs } = sides;
    const floorFile = bench.setup.seedDatabases.fresh();
    const floor = await startProgram('floor', { url: floorFile });
    const comparisons = new Map<string, Comparison<Ingested>>();
    await bench.settle([ours, theirs, floor], () => ingestConnections(seeded.fixture, WARM_UP));
    for (const load of KILOBYTES.flatMap((kilobytes) => CONNECTIONS.map((count) => ({ kilobytes, count })))) {
      const connections = () => ingestConnections(seeded.fixture, load);
      const measure = (side: RunningProgram) => storeAndRead(bench, side, sides.databaseOf(side), connections());
      const one = { name: nameOfLoad(load), connections };
      const comparison = await compareBy(bench, [ours, theirs], one, measure, floor);
      comparisons.set(`${load.kilobytes}/${load.count}`, comparison);
    }
    await floor.stop();
    await bench.setup.seedDatabases.drop(floorFile);
    return outcomeOf(bench, comparisons);
  });
}

/** Puts a program under load for one round, then waits until all accepted events can be read. */
async function storeAndRead(
  bench: Bench,
  side: LoadedPrograms,
  seeded: SeededDatabase,
  connections: readonly Requests[],
): Promise<Ingested> {
  const issues = await countRows(seeded, 'issue');
  const since = Date.now();
  const sample = await bench.load(side, connections, after(bench.plan.seconds));
  const memory = [side].flat().reduce((sum, { pid }) => sum + memoryOf(pid), 0);
  const began = performance.now();
  let waited = 0;
  let stored = await countReadableSince(seeded, since);
  while (stored < sample.count && waited < DRAIN_LIMIT_SECONDS) {
    waited = (performance.now() - began) / 1000;
    stored = await countReadableSince(seeded, since);
  }
  const opened = ((await countRows(seeded, 'issue')) - issues) / sample.count;
  return { ...sample, drained: stored / (sample.seconds + waited), opened, memory };
}

/** @param byCase the comparison of each case, by the kilobytes of its events and its number of connections */
function outcomeOf(bench: Bench, byCase: ReadonlyMap<string, Comparison<Ingested>>): Outcome {
  const comparisons = [...byCase.values()];
  const reachedBy = (name: string, value: (comparison: Comparison<Ingested>) => Figure) => {
    const comparison = byCase.get(name);
    return comparison === undefined ? NaN : value(comparison).median;
  };
  const title = `Ingest beside ${bench.setup.theirs.name}`;
  const note = 'Times are until the event is durable and the reply is complete. CPU is for one event.';
  return {
    tables: [ingestTable(bench, comparisons), comparedTable(bench, { title, note }, comparisons)],
    reached: {
      ingest3: reachedBy('3/10', drainedRatio),
      ingest25: reachedBy('25/10', drainedRatio),
      drained: Math.min(...comparisons.map(drainedShare)),
      floorCpu3: reachedBy('3/50', cpuOverFloor),
      floorCpu25: reachedBy('25/50', cpuOverFloor),
      floorOne: reachedBy('3/1', drainedOverFloor),
      floorTen: reachedBy('3/10', drainedOverFloor),
      floorFifty: reachedBy('3/50', drainedOverFloor),
      floorLarge: reachedBy('25/50', drainedOverFloor),
      postgres: reachedBy('3/50', drainedRatio),
    },
  };
}

function drained({ drained }: Ingested): number {
  return drained;
}

function drainedRatio({ ours, theirs }: Comparison<Ingested>): Figure {
  return ratio(ours.map(drained), theirs.map(drained));
}

function drainedOverFloor({ ours, floor }: Comparison<Ingested>): Figure {
  return ratio(ours.map(drained), floor.map(perSecond));
}

function cpuOverFloor({ ours, floor }: Comparison<Ingested>): Figure {
  return ratio(ours.map(cpuPerRequest), floor.map(cpuPerRequest));
}

function drainedShare({ ours }: Comparison<Ingested>): number {
  return median(ours.map((sample) => sample.drained / sample.perSecond));
}

function ingestTable({ setup: { ours: our } }: Bench, comparisons: readonly Comparison<Ingested>[]): Table {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const byFloor = [`${our.name} drained ÷ floor accepted`, `CPU per event, ${our.name} ÷ floor`];
  return {
    title: 'Ingest',
    columns: ['case', 'drained/s', 'drained ÷ accepted', ...byFloor, 'floor/s', 'floor CPU µs', 'RSS MB', 'new issues'],
    rows: comparisons.map((comparison): Cell[] => {
      const { name, ours, theirs, floor } = comparison;
      return [
        name,
        figure(ours.map(drained)),
        drainedShare(comparison),
        drainedOverFloor(comparison),
        cpuOverFloor(comparison),
        figure(floor.map(perSecond)),
        figure(floor.map(cpuPerRequest)),
        Math.round(Math.max(...ours.map(({ memory }) => memory)) / 1e6),
        [ours, theirs].map((samples) => percent(median(samples.map(({ opened }) => opened)))).join(' / '),
      ];
    }),
    note:
      'Drained: events that a query beside the service finds with their bodies, by the seconds until it finds all that were accepted. ' +
      'The floor is `node:http`, `JSON.parse`, the bytes of the request appended to a file, and one `fdatasync` for all requests that ' +
      'wait: the least that durable ingestion costs, measured in the same rounds. RSS is the highest at the end of a round. New issues: ' +
      'the share of events that open one, here / on the side that the service is compared with.',
  };
}
