import { encodeCursor } from '../../../src/domain/page';
import type { Bench } from '../bench';
import { compare, comparedTable, type Comparison, perSecond, requireSameResponse } from '../compare';
import type { RunningProgram } from '../programs';
import { figure, type Outcome, ratio, sizeOf } from '../report';
import { EVENTS_PATH, getConnections } from '../requests';
import type { SeededDatabase } from '../seed';

const CONNECTIONS = 10;
const SIZE = 100;

/** A page of a list, by its name and its path. */
type Page = readonly [name: string, path: string];

/**
 * Measures pages of events, and on SQLite, where both sizes of a database are read, whether their time depends on its
 * size.
 */
export async function list(bench: Bench): Promise<Outcome> {
  const compared = await comparePages(bench);
  if (bench.setup.database === 'postgres') return compared;
  const { tables, reached } = await growth(bench);
  return { tables: [...compared.tables, ...tables], reached: { ...compared.reached, ...reached } };
}

/** Measures pages in a database of medium size, with and without bodies. */
async function comparePages(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.small);
  return bench.withSides(seeded, async (sides) => {
    const comparisons: Comparison[] = [];
    await bench.settle([sides.ours, sides.theirs], () => getConnections(seeded.fixture, EVENTS_PATH, CONNECTIONS));
    for (const [name, path] of await pagesOf(seeded, bench.plan.small)) {
      await requireSameResponse(seeded.fixture, sides, path);
      const connections = () => getConnections(seeded.fixture, path, CONNECTIONS);
      comparisons.push(await compare(bench, [sides.ours, sides.theirs], { name, connections }));
    }
    const { ours = [], theirs = [] } = comparisons[0] ?? {};
    const title = `Event list, ${SIZE} of ${bench.plan.small} events a page, ${CONNECTIONS} connections`;
    return {
      tables: [comparedTable(bench, { title, note: 'Both sides answer the same bytes.' }, comparisons)],
      reached: { list: ratio(ours.map(perSecond), theirs.map(perSecond)).median },
    };
  });
}

/** Returns the first page, the hundredth and the last full one, without and with bodies. */
async function pagesOf(seeded: SeededDatabase, events: number): Promise<Page[]> {
  const places = [
    ['first page', 0],
    ['page 100', Math.min(99 * SIZE, events - 2 * SIZE)],
    ['last page', events - SIZE],
  ] as const;
  const pages: Page[] = [];
  for (const full of ['', 'full=true&']) {
    for (const [name, place] of places) {
      const cursor = place === 0 ? '' : `cursor=${encodeURIComponent(await cursorBehind(seeded, place))}`;
      pages.push([full === '' ? name : `${name}, full`, `${EVENTS_PATH}?${full}${cursor}`.replace(/[?&]$/, '')]);
    }
  }
  return pages;
}

/** Returns the cursor of the page that begins behind this number of events, newest first. */
async function cursorBehind({ databases, url, fixture }: SeededDatabase, events: number): Promise<string> {
  const sql = `SELECT timestamp, lower(hex(event_id)) AS id FROM event WHERE project_id = ${fixture.projectId}
    ORDER BY timestamp DESC, event_id DESC LIMIT 1 OFFSET ${events - 1}`;
  const [row] = await databases.query<{ timestamp: number; id: string }>(url, sql);
  return encodeCursor({ key: [String(row?.timestamp), row?.id ?? ''], backwards: false, inclusive: false });
}

/** Measures whether the time of a page depends on its position and on the number of events. */
async function growth(bench: Bench): Promise<Outcome> {
  const { small, large } = bench.plan;
  const [few, many] = [await bench.seeded(small), await bench.seeded(large)];
  const manyPages = await pagesOf(many, large);
  return bench.withSide('ours', few, (smaller) =>
    bench.withSide('ours', many, async (larger) => {
      const rows = [];
      let highest = 0;
      for (const [place, [name, path]] of (await pagesOf(few, small)).entries()) {
        const connections = (side: RunningProgram) =>
          side === smaller
            ? getConnections(few.fixture, path, 1)
            : getConnections(many.fixture, manyPages[place]?.[1] ?? '', 1);
        const { ours, theirs } = await compare(bench, [larger, smaller], { name, connections });
        const [above, below] = [ours.map(({ p95 }) => p95), theirs.map(({ p95 }) => p95)];
        const change = ratio(above, below);
        highest = Math.max(highest, change.median);
        rows.push([name, figure(below), figure(above), change]);
      }
      const sizes = [small, large].map(sizeOf);
      const columns = ['p95 in ms', ...sizes.map((size) => `${size} events`), `${sizes[1]} ÷ ${sizes[0]}`];
      const title = `Pages at ${sizes.join(' and ')} events, one connection`;
      return {
        tables: [{ title, columns, rows, note: 'The same request to both databases by turns.' }],
        // The target is for a larger database.
        reached: bench.options.isQuick ? {} : { pages: highest },
      };
    }),
  );
}
