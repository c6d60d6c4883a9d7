import { setTimeout } from 'node:timers/promises';
import type { Bench } from '../bench';
import { call, type SeededDatabase } from '../fixture';
import { connectionsOf, type IngestLoad, nameOfLoad } from '../ingested';
import { after } from '../load';
import type { RunningProgram } from '../programs';
import { figure, median, type Outcome } from '../report';
import { SIDE_NAMES, type SideName } from '../setup';
import { memoryOf, watchMemory } from '../usage';

/** Each load has a new process. */
const LOADS = [
  { kilobytes: 50, count: 10 },
  { kilobytes: 3, count: 50 },
] as const;
const CALM_SECONDS = 2;
const MEGABYTE = 1e6;

interface Footprint {
  readonly started: number;
  readonly idle: number;
  readonly peak: number;
  readonly calm: number;
}

/** Measures the memory of a new process: after its first reply, idle, under load, and idle again. */
export async function memory(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.small);
  const rounds = bench.options.isQuick ? 1 : 3;
  const found = LOADS.map((): Record<SideName, Footprint[]> => ({ ours: [], theirs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    bench.log(`  round ${round + 1} of ${rounds}`);
    bench.noise.measure();
    for (const [place, load] of LOADS.entries())
      for (const name of SIDE_NAMES) found[place]?.[name].push(await measure(bench, name, seeded, load));
  }
  const partOf = (place: number, side: SideName, part: keyof Footprint) =>
    (found[place]?.[side] ?? []).map((footprint) => footprint[part]);
  const row = (name: string, place: number, part: keyof Footprint) => [
    name,
    ...SIDE_NAMES.map((side) => figure(partOf(place, side, part))),
  ];
  const middle = (place: number, part: keyof Footprint) => median(partOf(place, 'ours', part));
  const seconds = restSeconds(bench);
  return {
    tables: [
      {
        title: 'Memory',
        columns: ['RSS in MB', bench.setup.ours.name, bench.setup.theirs.name],
        rows: [
          row('after the first answer', 0, 'started'),
          row(`${seconds} s later`, 0, 'idle'),
          ...LOADS.flatMap((load, place) => [
            row(`peak under load: ${nameOfLoad(load)}`, place, 'peak'),
            row(`${CALM_SECONDS} s after that`, place, 'calm'),
          ]),
        ],
        note:
          'Resident memory of the process and all it starts, sampled ten times a second; MB are 10^6 bytes. ' +
          `Each load lasts ${loadSeconds(bench)} s, in a process of its own.`,
      },
    ],
    reached: {
      idleMemory: Math.max(middle(0, 'started'), middle(0, 'idle')),
      busyMemory50: middle(0, 'peak'),
      busyMemory3: middle(1, 'peak'),
    },
  };
}

async function measure(bench: Bench, name: SideName, seeded: SeededDatabase, load: IngestLoad): Promise<Footprint> {
  const copy = await bench.copyFor(name, seeded);
  const side = await bench.start(name, copy);
  try {
    await call(seeded.fixture, side.port, '/healthz');
    const started = now(side);
    await setTimeout(restSeconds(bench) * 1000);
    const idle = now(side);
    const stopWatching = watchMemory(side.pid);
    await bench.load(side, connectionsOf(seeded, load), after(loadSeconds(bench)));
    const peak = stopWatching() / MEGABYTE;
    await setTimeout(CALM_SECONDS * 1000);
    return { started, idle, peak, calm: now(side) };
  } finally {
    await side.stop();
    await copy.databases.drop(copy.url);
  }
}

function now({ pid }: RunningProgram): number {
  return memoryOf(pid) / MEGABYTE;
}

function restSeconds({ options }: Bench): number {
  return options.isQuick ? 1 : 5;
}

function loadSeconds({ options }: Bench): number {
  return options.isQuick ? 2 : 8;
}
