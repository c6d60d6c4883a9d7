import type { Bench, Measured, SeededDatabase } from '../bench';
import { compareBy, comparedTable, type Comparison, perSecond, ratioOf } from '../compare';
import { envelopeRequests } from '../envelopes';
import { envelopeTarget } from '../fixture';
import { after, type Requests } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, median, type Outcome } from '../report';
import { memoryOf } from '../usage';

const KILOBYTES = [3, 25, 50];
const CONNECTIONS = [1, 10, 50];
const DRAIN_LIMIT_SECONDS = 30;
const COUNTS = `SELECT (SELECT COUNT(*) FROM event) AS "events", (SELECT COUNT(body) FROM event) AS "bodies",
  (SELECT COUNT(*) FROM issue) AS "issues"`;

interface Ingested extends Measured {
  /** Events per second until all of them can be read with their bodies. */
  readonly drained: number;
  /** Share of the events that opened an issue. */
  readonly opened: number;
  readonly memory: number;
}

/** Measures how many events are accepted and stored, by size and number of connections. One in ten opens an issue. */
export async function ingest(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.small);
  const target = envelopeTarget(seeded.fixture);
  return bench.withSides(seeded, async (sides) => {
    const found: { kilobytes: number; count: number; comparison: Comparison<Ingested> }[] = [];
    await bench.settle(sides, () => connectionsOf(target, { kilobytes: 3, count: 10 }));
    for (const kilobytes of KILOBYTES) {
      for (const count of CONNECTIONS) {
        const connections = () => connectionsOf(target, { kilobytes, count });
        const name = `${kilobytes} KB, ${count} ${count === 1 ? 'connection' : 'connections'}`;
        const measure = (side: RunningProgram) => storeAndRead(bench, side, sides.databaseOf(side), connections());
        found.push({
          kilobytes,
          count,
          comparison: await compareBy(bench, [sides.ours, sides.theirs], { name, connections }, measure),
        });
      }
    }
    const ratiosOf = (size: number) =>
      found
        .filter(({ kilobytes, count }) => kilobytes === size && count === 10)
        .map(({ comparison }) => ratioOf(comparison).median);
    const comparisons = found.map(({ comparison }) => comparison);
    return {
      tables: [
        comparedTable(bench, { title: 'Ingest, one event in ten opens a new issue' }, comparisons),
        {
          title: 'Ingest: drained and memory',
          columns: drainedColumns(bench),
          rows: comparisons.map(drainedRow),
          note: drainedNote(bench),
        },
      ],
      reached: {
        ingest3: median(ratiosOf(3)),
        ingest25: median(ratiosOf(25)),
        drained: Math.min(...comparisons.map(drainedShare)),
      },
    };
  });
}

function connectionsOf(target: string, { kilobytes, count }: { kilobytes: number; count: number }): Requests[] {
  return Array.from({ length: count }, () => envelopeRequests(target, kilobytes * 1024));
}

async function storeAndRead(
  bench: Bench,
  side: RunningProgram,
  seeded: SeededDatabase,
  connections: readonly Requests[],
): Promise<Ingested> {
  const before = await stateOf(seeded);
  const sample = await bench.load(side, connections, after(bench.plan.seconds));
  const memory = memoryOf(side.pid);
  const began = performance.now();
  let waited = 0;
  let state = await stateOf(seeded);
  while (state.events - before.events < sample.count && waited < DRAIN_LIMIT_SECONDS) {
    waited = (performance.now() - began) / 1000;
    state = await stateOf(seeded);
  }
  const drained = (state.events - before.events) / (sample.seconds + waited);
  return { ...sample, drained, opened: (state.issues - before.issues) / sample.count, memory };
}

/** The number of events that can be read with their bodies, and the number of issues. */
async function stateOf({ databases, url }: SeededDatabase): Promise<{ events: number; issues: number }> {
  const [row] = await databases.query<{ events: number; bodies: number; issues: number }>(url, COUNTS);
  return { events: Math.min(Number(row?.events), Number(row?.bodies)), issues: Number(row?.issues) };
}

function drainedColumns({ setup: { theirs } }: Bench): string[] {
  const rates = [
    'accepted/s',
    'drained/s',
    'drained ÷ accepted',
    `${theirs.name} accepted/s`,
    `${theirs.name} drained/s`,
  ];
  return ['case', ...rates, 'new issues', 'RSS MB', `${theirs.name} RSS MB`];
}

function drainedNote({ setup: { ours, theirs } }: Bench): string {
  return (
    'Drained: events that a query beside the service finds with their bodies, by the seconds it takes until it finds all that were accepted. ' +
    `New issues: the share of events that opened one, ${ours.name} / ${theirs.name}. RSS is the highest at the end of a stretch.`
  );
}

function drainedRow({ name, ours, theirs }: Comparison<Ingested>): Cell[] {
  const rates = (samples: readonly Ingested[]) => [perSecond(samples), figure(samples.map(({ drained }) => drained))];
  const memory = (samples: readonly Ingested[]) => Math.max(...samples.map((sample) => sample.memory)) / 1e6;
  const opened = [ours, theirs]
    .map((samples) => `${Math.round(100 * median(samples.map((sample) => sample.opened)))} %`)
    .join(' / ');
  return [name, ...rates(ours), drainedShare({ ours }), ...rates(theirs), opened, memory(ours), memory(theirs)];
}

function drainedShare({ ours }: Pick<Comparison<Ingested>, 'ours'>): number {
  return median(ours.map((sample) => sample.drained / sample.perSecond));
}
