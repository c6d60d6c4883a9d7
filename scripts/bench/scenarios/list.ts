import { percentile } from '../../support/statistics';
import type { Bench } from '../bench';
import { compare, comparedTable, ratioOf, requireSameResponse } from '../compare';
import { EVENTS_PATH, repeat, requestBytes, type SeededDatabase } from '../fixture';
import { after, Connection, type Ending, type Requests, timeRequest } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, type Outcome, ratio, sizeOf, type Table } from '../report';
import { cursorBehind } from '../tables';

const CONNECTIONS = 10;
const SIZE = 100;

/** A page of a list, by its cursor. */
interface Place {
  readonly name: string;
  readonly cursor: string | null;
}

const FIRST: Place = { name: 'first page', cursor: null };

/**
 * Measures pages of events, and on SQLite, where both sizes of a database are read, whether their time depends on its
 * size.
 */
export async function list(bench: Bench): Promise<Outcome> {
  const compared = await comparePages(bench);
  if (bench.setup.database === 'postgres') return compared;
  const { table, highest } = await growth(bench);
  // The target is for a larger database.
  const reached = bench.options.isQuick ? {} : { pages: highest };
  return { tables: [...compared.tables, table], reached: { ...compared.reached, ...reached } };
}

/** Measures pages in a database of medium size, with and without bodies. */
async function comparePages(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.small);
  const places = await placesOf(seeded, bench.plan.small);
  return bench.withSides(seeded, async (sides) => {
    const comparisons = [];
    await bench.settle([sides.ours, sides.theirs], () => connectionsTo(seeded, pathOf(FIRST, false)));
    for (const isFull of [false, true]) {
      for (const place of places) {
        const path = pathOf(place, isFull);
        await requireSameResponse(seeded.fixture, sides, path);
        const connections = () => connectionsTo(seeded, path);
        const name = `${place.name}${isFull ? ', full' : ''}`;
        comparisons.push(await compare(bench, [sides.ours, sides.theirs], { name, connections }));
      }
    }
    const [first] = comparisons;
    const title = `Event list, ${SIZE} of ${bench.plan.small} events a page, ${CONNECTIONS} connections`;
    return {
      tables: [comparedTable(bench, { title, note: 'Both sides answer the same bytes.' }, comparisons)],
      reached: first === undefined ? {} : { list: ratioOf(first).median },
    };
  });
}

function connectionsTo({ fixture }: SeededDatabase, path: string): Requests[] {
  return Array.from({ length: CONNECTIONS }, () => repeat(requestBytes(fixture, path)));
}

/** Returns the first page, the hundredth and the last full one. */
async function placesOf(seeded: SeededDatabase, events: number): Promise<Place[]> {
  return [
    FIRST,
    { name: 'page 100', cursor: await cursorBehind(seeded, Math.min(99 * SIZE, events - 2 * SIZE)) },
    { name: 'last page', cursor: await cursorBehind(seeded, events - SIZE) },
  ];
}

function pathOf({ cursor }: Place, isFull: boolean): string {
  const search = new URLSearchParams({ ...(isFull ? { full: 'true' } : {}), ...(cursor === null ? {} : { cursor }) });
  return search.size === 0 ? EVENTS_PATH : `${EVENTS_PATH}?${search.toString()}`;
}

/** A database with a number of events, and the service that reads it. */
interface Sized {
  readonly seeded: SeededDatabase;
  readonly places: readonly Place[];
  readonly program: RunningProgram;
}

/** Measures whether the time of a page depends on its position and on the number of events. */
async function growth(bench: Bench): Promise<{ readonly table: Table; readonly highest: number }> {
  const sizes = [bench.plan.small, bench.plan.large] as const;
  const prepared: Sized[] = [];
  try {
    for (const size of sizes) {
      const seeded = await bench.seeded(size);
      const places = await placesOf(seeded, size);
      prepared.push({ seeded, places, program: await bench.start('ours', seeded) });
    }
    const rows: Cell[][] = [];
    let highest = 0;
    for (const isFull of [false, true]) {
      for (const [index, { name }] of prepared[0]?.places.entries() ?? []) {
        const label = `${name}${isFull ? ', full' : ''}`;
        bench.log(`  ${label}`);
        const [small, large] = await timePages(bench, prepared, index, isFull);
        const growth = ratio(large, small);
        highest = Math.max(highest, growth.median);
        rows.push([label, figure(small), figure(large), growth]);
      }
    }
    const [few, many] = sizes.map(sizeOf);
    const columns = ['p95 in ms', `${few} events`, `${many} events`, `${many} ÷ ${few}`];
    const title = `Pages at ${few} and ${many} events, one connection`;
    return { table: { title, columns, rows, note: 'The same request to both databases by turns.' }, highest };
  } finally {
    await Promise.all(prepared.map(({ program }) => program.stop()));
  }
}

/** Returns the 95th percentile of each round, for the small and the large database. */
async function timePages(
  bench: Bench,
  sizes: readonly Sized[],
  index: number,
  isFull: boolean,
): Promise<[small: number[], large: number[]]> {
  const requests = sizes.map(({ seeded, places }) =>
    requestBytes(seeded.fixture, pathOf(places[index] as Place, isFull)),
  );
  const connections = await Promise.all(sizes.map(({ program }) => Connection.open(program.port)));
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
  const percentiles: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    bench.noise.measure();
    const [few, many] = await alternate(after(bench.plan.seconds));
    percentiles[0].push(percentile(few, 0.95));
    percentiles[1].push(percentile(many, 0.95));
  }
  connections.forEach((connection) => connection.close());
  return percentiles;
}
