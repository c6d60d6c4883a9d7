import { setTimeout } from 'node:timers/promises';
import { median } from '../../support/statistics';
import type { Bench, Measured } from '../bench';
import { call, envelopeTarget, ISSUES_PATH, type SeededDatabase } from '../fixture';
import { after, type Requests } from '../load';
import type { RunningProgram } from '../programs';
import { type Cell, figure, type Outcome } from '../report';
import { envelopeRequests } from '../requests';
import type { SideName } from '../setup';
import { countEvents, hasRemovedIssues } from '../tables';

const BYTES = 3 * 1024;
const CONNECTIONS = 10;
const QUIET_SECONDS = 4;
const QUICK_QUIET_SECONDS = 1;
const LOOK_MS = 250;
/** Limit of the duration for which events are sent, and for which freed storage is waited for. */
const LOAD_LIMIT_MS = 45_000;
const LIMIT_MS = 120_000;
/** Bytes of the file that may stay unused while new events are stored. */
const UNUSED_BYTES = 8 * 2 ** 20;

const BARE_NOTE = 'The bare server deletes all in one transaction and gives no storage back.';
const POSTGRES_NOTE = 'PostgreSQL keeps the storage for the rows to come; how much of it is unused, it does not tell.';

/** The state of a database. */
interface State {
  readonly events: number;
  readonly bytes: number;
  readonly unused: number;
}

/** The measurement of one removal of a thousand issues while events are ingested. */
interface Removal {
  readonly quiet: Measured;
  readonly during: Measured;
  /** Seconds until the reply, and until the storage of the last event is freed. */
  readonly answer: number;
  readonly reclaimed: number;
  readonly before: State;
  readonly after: State;
}

interface Target {
  readonly seeded: SeededDatabase;
  readonly side: RunningProgram;
}

/** Measures how much the removal of a thousand issues slows ingestion down. */
export async function removal(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.large);
  const { ours: our, theirs: their } = bench.setup;
  const ours = await onCopy(bench, seeded, 'ours');
  const theirs = await onCopy(bench, seeded, 'theirs');
  const slowdowns = ours.map(({ during, quiet }) => during.p99 / quiet.p99);
  return {
    tables: [
      {
        title: `Removal of 1000 issues out of ${bench.plan.large} events, ${CONNECTIONS} connections sending events of 3 KB`,
        columns: ['', our.name, their.name],
        rows: rowsOf(ours, theirs),
        note:
          'During: from the removal until the storage of its events is free, at most 45 s; after that nothing is sent. The service ' +
          'removes the issues and hides their events in one short transaction and frees the storage in steps; each round removes the ' +
          `next thousand. ${their.kind === 'bare' ? BARE_NOTE : POSTGRES_NOTE}`,
      },
    ],
    // The target is for a larger database.
    reached: bench.options.isQuick
      ? {}
      : { removal: median(slowdowns), removalAnswer: Math.max(...ours.map(({ answer }) => answer)) },
  };
}

async function onCopy(bench: Bench, seeded: SeededDatabase, name: SideName): Promise<Removal[]> {
  const program = bench.setup[name];
  const rounds = program.kind === 'bare' || bench.options.isQuick ? 1 : 2;
  const copy = await bench.copyFor(name, seeded);
  const target = { seeded: copy, side: await bench.start(name, copy) };
  try {
    await bench.warmUp(target.side, connectionsTo(copy));
    const removals = [];
    for (let round = 0; round < rounds; round += 1) {
      bench.log(`  ${program.name}, round ${round + 1} of ${rounds}`);
      bench.noise.measure();
      removals.push(await removeUnderLoad(bench, target));
    }
    return removals;
  } finally {
    await target.side.stop();
    await copy.databases.drop(copy.url);
  }
}

async function removeUnderLoad(bench: Bench, target: Target): Promise<Removal> {
  const { side, seeded } = target;
  const quiet = await bench.load(
    side,
    connectionsTo(seeded),
    after(bench.options.isQuick ? QUICK_QUIET_SECONDS : QUIET_SECONDS),
  );
  const before = await stateOf(seeded);
  let isDone = false;
  const sending = bench.load(side, connectionsTo(seeded), () => isDone);
  // The error is thrown where `sending` is awaited; before that it must not end the process.
  sending.catch(() => undefined);
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  await call(seeded.fixture, side.port, ISSUES_PATH, { method: 'DELETE' });
  const answer = since();
  await Promise.race([waitUntilFree(target, began + LOAD_LIMIT_MS), sending]);
  isDone = true;
  const during = await sending;
  await waitUntilFree(target, began + LIMIT_MS);
  const reclaimed = since();
  return { quiet, during, answer, reclaimed, before, after: await stateOf(seeded) };
}

/** Waits until the storage is freed. The bare server frees it before it replies. */
async function waitUntilFree({ side, seeded }: Target, deadline: number): Promise<void> {
  while (side.kind === 'service' && performance.now() < deadline) {
    if (!(await hasRemovedIssues(seeded)) && !((await seeded.databases.unusedBytes(seeded.url)) >= UNUSED_BYTES))
      return;
    await setTimeout(LOOK_MS);
  }
}

async function stateOf(seeded: SeededDatabase): Promise<State> {
  const { databases, url } = seeded;
  return {
    events: await countEvents(seeded),
    bytes: await databases.bytes(url),
    unused: await databases.unusedBytes(url),
  };
}

function connectionsTo({ fixture }: SeededDatabase): Requests[] {
  return Array.from({ length: CONNECTIONS }, () => envelopeRequests(envelopeTarget(fixture), BYTES));
}

function rowsOf(ours: readonly Removal[], theirs: readonly Removal[]): Cell[][] {
  const row = (name: string, value: (removal: Removal) => number): Cell[] => [
    name,
    figure(ours.map(value)),
    figure(theirs.map(value)),
  ];
  return [
    row('answer, s', ({ answer }) => answer),
    row('events, before', ({ before }) => before.events),
    row('events that came', ({ during }) => during.count),
    row('events, after', ({ after }) => after.events),
    row('storage free after, s', ({ reclaimed }) => reclaimed),
    row('on disk in MB, before', ({ before }) => before.bytes / 1e6),
    row('on disk in MB, after', ({ after }) => after.bytes / 1e6),
    row('of these unused', ({ after }) => after.unused / 1e6),
    row('accepted/s, quiet', ({ quiet }) => quiet.perSecond),
    row('accepted/s, during', ({ during }) => during.perSecond),
    row('p99 ms, quiet', ({ quiet }) => quiet.p99),
    row('p99 ms, during', ({ during }) => during.p99),
    row('p99 during ÷ quiet', ({ during, quiet }) => during.p99 / quiet.p99),
  ];
}
