import { setTimeout } from 'node:timers/promises';
import type { Bench, SeededDatabase } from '../bench';
import { envelopeRequests } from '../envelopes';
import { call, envelopeTarget } from '../fixture';
import { after } from '../load';
import type { RunningProgram } from '../programs';
import { figure, median, type Outcome } from '../report';
import { SIDE_NAMES, type SideName } from '../setup';
import { memoryOf, watchMemory } from '../usage';

const BYTES = 50 * 1024;
const CONNECTIONS = 10;
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
  const found: Record<SideName, Footprint[]> = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    bench.log(`  round ${round + 1} of ${rounds}`);
    bench.noise.measure();
    for (const name of SIDE_NAMES) found[name].push(await measure(bench, name, seeded));
  }
  const row = (name: string, part: keyof Footprint) => [
    name,
    ...SIDE_NAMES.map((side) => figure(found[side].map((footprint) => footprint[part]))),
  ];
  const middle = (part: keyof Footprint) => median(found.ours.map((footprint) => footprint[part]));
  const seconds = restSeconds(bench);
  return {
    tables: [
      {
        title: 'Memory',
        columns: ['RSS in MB', bench.setup.ours.name, bench.setup.theirs.name],
        rows: [
          row('after the first answer', 'started'),
          row(`${seconds} s later`, 'idle'),
          row('peak under load', 'peak'),
          row(`${CALM_SECONDS} s after that`, 'calm'),
        ],
        note:
          'Resident memory of the process and all it starts, sampled ten times a second; MB are 10^6 bytes. ' +
          `Load: events of 50 KB on ${CONNECTIONS} connections for ${loadSeconds(bench)} s.`,
      },
    ],
    reached: { idleMemory: Math.max(middle('started'), middle('idle')), busyMemory: middle('peak') },
  };
}

async function measure(bench: Bench, name: SideName, seeded: SeededDatabase): Promise<Footprint> {
  const copy = await bench.copyFor(name, seeded);
  const side = await bench.start(name, copy);
  try {
    await call(seeded.fixture, side.port, '/healthz');
    const started = now(side);
    await setTimeout(restSeconds(bench) * 1000);
    const idle = now(side);
    const stopWatching = watchMemory(side.pid);
    const requests = Array.from({ length: CONNECTIONS }, () => envelopeRequests(envelopeTarget(seeded.fixture), BYTES));
    await bench.load(side, requests, after(loadSeconds(bench)));
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
