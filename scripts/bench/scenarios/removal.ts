import { setTimeout } from 'node:timers/promises';
import { median } from '../../support/statistics';
import type { Bench, Measured, SideName } from '../bench';
import { after } from '../load';
import type { RunningProgram } from '../programs';
import { figure, type Outcome } from '../report';
import { call, ingestConnections, ISSUES_PATH } from '../requests';
import { countRows, type SeededDatabase } from '../seed';

const LOAD = { kilobytes: 3, count: 10 };
const LOOK_MS = 250;
/** Limit of the duration for which events are sent, and for which freed storage is waited for. */
const LOAD_LIMIT_MS = 45_000;
const LIMIT_MS = 120_000;
/** Bytes of the file that may stay unused while new events are stored. */
const UNUSED_BYTES = 8 * 2 ** 20;
const UNUSED = 'SELECT freelist_count * page_size AS "bytes" FROM pragma_freelist_count, pragma_page_size';

/** The measurement of one removal of a thousand issues while events are ingested. */
interface Removal {
  readonly quiet: Measured;
  readonly during: Measured;
  /** Seconds until the reply, and until the storage of the last event is freed. */
  readonly answer: number;
  readonly reclaimed: number;
  readonly before: Awaited<ReturnType<typeof stateOf>>;
  readonly after: Awaited<ReturnType<typeof stateOf>>;
}

const ROWS: readonly (readonly [name: string, value: (removal: Removal) => number])[] = [
  ['answer, s', ({ answer }) => answer],
  ['events, before', ({ before }) => before.events],
  ['events that came', ({ during }) => during.count],
  ['events, after', ({ after }) => after.events],
  ['storage free after, s', ({ reclaimed }) => reclaimed],
  ['on disk in MB, before', ({ before }) => before.bytes / 1e6],
  ['on disk in MB, after', ({ after }) => after.bytes / 1e6],
  ['of these unused', ({ after }) => after.unused / 1e6],
  ['accepted/s, quiet', ({ quiet }) => quiet.perSecond],
  ['accepted/s, during', ({ during }) => during.perSecond],
  ['p99 ms, quiet', ({ quiet }) => quiet.p99],
  ['p99 ms, during', ({ during }) => during.p99],
  ['p99 during ÷ quiet', slowdown],
];

function slowdown({ during, quiet }: Removal): number {
  return during.p99 / quiet.p99;
}

/** Measures how much the removal of a thousand issues slows ingestion down. */
export async function removal(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.large);
  const { ours: our, theirs: their } = bench.setup;
  const ours = await onCopy(bench, seeded, 'ours');
  const theirs = await onCopy(bench, seeded, 'theirs');
  const answer = Math.max(...ours.map((one) => one.answer));
  return {
    tables: [
      {
        title: `Removal of 1000 issues out of ${bench.plan.large} events, ${LOAD.count} connections sending events of 3 KB`,
        columns: ['', our.name, their.name],
        rows: ROWS.map(([name, value]) => [name, figure(ours.map(value)), figure(theirs.map(value))]),
        note:
          'During: from the removal until the storage of its events is free, at most 45 s; after that nothing is sent. The service ' +
          'removes the issues and hides their events in one short transaction and frees the storage in steps; each round removes the ' +
          'next thousand. The bare server deletes all in one transaction and gives no storage back.',
      },
    ],
    // The target is for a larger database.
    reached: bench.options.isQuick ? {} : { removal: median(ours.map(slowdown)), removalAnswer: answer },
  };
}

async function onCopy(bench: Bench, seeded: SeededDatabase, name: SideName): Promise<Removal[]> {
  const program = bench.setup[name];
  const rounds = program.kind === 'bare' || bench.options.isQuick ? 1 : 2;
  return bench.withSide(name, seeded, async (side, copy) => {
    await bench.warmUp(side, ingestConnections(copy.fixture, LOAD));
    const removals = [];
    for (let round = 0; round < rounds; round += 1) {
      bench.log(`  ${program.name}, round ${round + 1} of ${rounds}`);
      bench.noise.measure();
      removals.push(await removeUnderLoad(bench, side, copy));
    }
    return removals;
  });
}

async function removeUnderLoad(bench: Bench, side: RunningProgram, seeded: SeededDatabase): Promise<Removal> {
  const seconds = bench.options.isQuick ? 1 : 4;
  const quiet = await bench.load(side, ingestConnections(seeded.fixture, LOAD), after(seconds));
  const before = await stateOf(seeded);
  let isDone = false;
  const sending = bench.load(side, ingestConnections(seeded.fixture, LOAD), () => isDone);
  // The error is thrown where `sending` is awaited; before that it must not end the process.
  sending.catch(() => undefined);
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  await call(seeded.fixture, side.port, ISSUES_PATH, { method: 'DELETE' });
  const answer = since();
  await Promise.race([waitUntilFree(side, seeded, began + LOAD_LIMIT_MS), sending]);
  isDone = true;
  const during = await sending;
  await waitUntilFree(side, seeded, began + LIMIT_MS);
  const reclaimed = since();
  return { quiet, during, answer, reclaimed, before, after: await stateOf(seeded) };
}

/** Waits until the storage is freed. The bare server frees it before it replies. */
async function waitUntilFree({ kind }: RunningProgram, seeded: SeededDatabase, deadline: number): Promise<void> {
  while (kind === 'service' && performance.now() < deadline) {
    if ((await countRows(seeded, 'removed_issue')) === 0 && (await unusedBytes(seeded)) < UNUSED_BYTES) return;
    await setTimeout(LOOK_MS);
  }
}

async function unusedBytes({ databases, url }: SeededDatabase): Promise<number> {
  const [row] = await databases.query<{ bytes: number }>(url, UNUSED);
  return row?.bytes ?? NaN;
}

async function stateOf(seeded: SeededDatabase) {
  const bytes = await seeded.databases.bytes(seeded.url);
  return { events: await countRows(seeded, 'event'), bytes, unused: await unusedBytes(seeded) };
}
