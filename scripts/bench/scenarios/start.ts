import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../../../test/support/process';
import { median } from '../../support/statistics';
import { memoryOf, watchMemory } from '../../support/usage';
import { type Bench, SIDE_NAMES, type SideName } from '../bench';
import { after } from '../load';
import { figure, joinOutcomes, type Outcome, ratio } from '../report';
import { call, ingestConnections, type IngestLoad, nameOfLoad } from '../requests';
import type { SeededDatabase } from '../seed';

/** Events in the database with `--quick`, fewer than in other scenarios: a test runs this one. */
const QUICK_EVENTS = 1000;

/** Measures the start of a process, its memory, and the first load of the console. */
export async function start(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.options.isQuick ? QUICK_EVENTS : bench.plan.small);
  const outcomes = [await startup(bench, seeded), await memory(bench, seeded)];
  if (!bench.options.isQuick && bench.setup.database === 'sqlite') outcomes.push(await consoleLoads(bench));
  return joinOutcomes(outcomes);
}

/** Measures the seconds from starting a process on a filled database to its first reply of the health check. */
async function startup(bench: Bench, seeded: SeededDatabase): Promise<Outcome> {
  const starts = bench.options.isQuick ? 3 : 9;
  const copies = { ours: await bench.copyFor('ours', seeded), theirs: await bench.copyFor('theirs', seeded) };
  const seconds: Record<SideName, number[]> = { ours: [], theirs: [] };
  for (let count = 0; count <= starts; count += 1) {
    bench.noise.measure();
    for (const name of SIDE_NAMES) {
      const began = performance.now();
      const program = await bench.start(name, copies[name]);
      await call(seeded.fixture, program.port, '/healthz');
      // The first start fills the disk's cache.
      if (count > 0) seconds[name].push((performance.now() - began) / 1000);
      await program.stop();
    }
  }
  for (const { databases, url } of Object.values(copies)) await databases.drop(url);
  const [ours, theirs] = [figure(seconds.ours), figure(seconds.theirs)];
  const [our, their] = SIDE_NAMES.map((name) => bench.setup[name].name);
  const table = {
    title: 'Start-up',
    columns: ['case', `${our} s`, `${their} s`, `${our} ÷ ${their}`],
    rows: [['spawn to first answer', ours, theirs, ratio(seconds.ours, seconds.theirs)]],
    note: `${starts} starts of each in turn, on a filled database, after one that fills the disk's cache.`,
  };
  return { tables: [table], reached: { startup: ours.median } };
}

/** Loads under which the memory is measured. Each load has a new process. */
const LOADS = [
  { kilobytes: 50, count: 10 },
  { kilobytes: 3, count: 50 },
] as const;

/** Memory of a process in megabytes. */
type Footprint = Readonly<Record<'started' | 'idle' | 'peak' | 'calm', number>>;

/** Measures the memory of a new process: after its first reply, idle, under load, and idle again. */
async function memory(bench: Bench, seeded: SeededDatabase): Promise<Outcome> {
  const { rounds, rest, busy, calm } = bench.options.isQuick
    ? { rounds: 1, rest: 0.5, busy: 1, calm: 0.5 }
    : { rounds: 3, rest: 5, busy: 8, calm: 2 };
  const measureLoad = (name: SideName, load: IngestLoad): Promise<Footprint> =>
    bench.withSide(name, seeded, async (side) => {
      const now = () => memoryOf(side.pid) / 1e6;
      await call(seeded.fixture, side.port, '/healthz');
      const started = now();
      await setTimeout(rest * 1000);
      const idle = now();
      const stopWatching = watchMemory(side.pid);
      await bench.load(side, ingestConnections(seeded.fixture, load), after(busy));
      const peak = stopWatching() / 1e6;
      await setTimeout(calm * 1000);
      return { started, idle, peak, calm: now() };
    });
  const footprints = LOADS.map((): Record<SideName, Footprint[]> => ({ ours: [], theirs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    bench.log(`  memory, round ${round + 1} of ${rounds}`);
    bench.noise.measure();
    for (const [place, load] of LOADS.entries())
      for (const name of SIDE_NAMES) footprints[place]?.[name].push(await measureLoad(name, load));
  }
  const partOf = (place: number, side: SideName, part: keyof Footprint) =>
    (footprints[place]?.[side] ?? []).map((footprint) => footprint[part]);
  const row = (name: string, place: number, part: keyof Footprint) => [
    name,
    ...SIDE_NAMES.map((side) => figure(partOf(place, side, part))),
  ];
  const middle = (place: number, part: keyof Footprint) => median(partOf(place, 'ours', part));
  const table = {
    title: 'Memory',
    columns: ['RSS in MB', bench.setup.ours.name, bench.setup.theirs.name],
    rows: [
      row('after the first answer', 0, 'started'),
      row(`${rest} s later`, 0, 'idle'),
      ...LOADS.flatMap((load, place) => [
        row(`peak under load: ${nameOfLoad(load)}`, place, 'peak'),
        row(`${calm} s after that`, place, 'calm'),
      ]),
    ],
    note:
      'Resident memory of the process and all it starts, sampled ten times a second; MB are 10^6 bytes. ' +
      `Each load lasts ${busy} s, in a process of its own.`,
  };
  const idleMemory = Math.max(middle(0, 'started'), middle(0, 'idle'));
  return { tables: [table], reached: { idleMemory, busyMemory50: middle(0, 'peak'), busyMemory3: middle(1, 'peak') } };
}

/**
 * Measures the console in the folder that has the packages of a browser, if these are installed:
 * `npm run install:system`.
 */
async function consoleLoads(bench: Bench): Promise<Outcome> {
  const folder = path.join(ROOT, 'test/system');
  if (!existsSync(path.join(folder, 'node_modules'))) return { tables: [], reached: {} };
  const { measureConsole } = (await import(path.join(folder, 'support/consoleLoads.ts'))) as {
    measureConsole: (bench: Bench) => Promise<Outcome>;
  };
  return measureConsole(bench);
}
