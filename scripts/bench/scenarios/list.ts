import type { Bench } from '../bench';
import { compare, comparedTable, ratioOf, requireSameResponse } from '../compare';
import { EVENTS_PATH, repeat, requestBytes, type SeededDatabase } from '../fixture';
import type { Requests } from '../load';
import type { Outcome } from '../report';
import { cursorBehind } from '../tables';

const CONNECTIONS = 10;
const SIZE = 100;

/** A page of a list, by its cursor. */
export interface Place {
  readonly name: string;
  readonly cursor: string | null;
}

const FIRST: Place = { name: 'first page', cursor: null };

/** Measures pages of events in a database of medium size, with and without bodies. */
export async function list(bench: Bench): Promise<Outcome> {
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
export async function placesOf(seeded: SeededDatabase, events: number): Promise<Place[]> {
  return [
    FIRST,
    { name: 'page 100', cursor: await cursorBehind(seeded, Math.min(99 * SIZE, events - 2 * SIZE)) },
    { name: 'last page', cursor: await cursorBehind(seeded, events - SIZE) },
  ];
}

export function pathOf({ cursor }: Place, isFull: boolean): string {
  const search = new URLSearchParams({ ...(isFull ? { full: 'true' } : {}), ...(cursor === null ? {} : { cursor }) });
  return search.size === 0 ? EVENTS_PATH : `${EVENTS_PATH}?${search.toString()}`;
}
