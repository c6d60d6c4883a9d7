import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../../../test/support/process';
import { median } from '../../support/statistics';
import { memoryOf, watchMemory } from '../../support/usage';
import type { Bench } from '../bench';
import { call, type SeededDatabase } from '../fixture';
import { connectionsOf, type IngestLoad, nameOfLoad } from '../ingested';
import { after } from '../load';
import { spawnProgram } from '../programs';
import { figure, type Outcome, ratio, type Table } from '../report';
import { type BenchProgram, SIDE_NAMES, type SideName } from '../setup';

const QUICK_EVENTS = 500;
const PAUSE_MS = 2;
const LIMIT_MS = 30_000;
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n';

/** Measures the start of a process, its memory, and the first load of the console. */
export async function start(bench: Bench): Promise<Outcome> {
  const outcomes = [await startup(bench), await memory(bench)];
  if (!bench.options.isQuick && bench.setup.database === 'sqlite') outcomes.push(await consoleLoads(bench));
  return {
    tables: outcomes.flatMap(({ tables }) => tables),
    reached: Object.assign({}, ...outcomes.map(({ reached }) => reached)) as Outcome['reached'],
  };
}

/**
 * Returns the number of events in the database. With `--quick`, it is smaller than in other scenarios: a test runs this
 * one.
 */
function eventsFor({ options, plan }: Bench): number {
  return options.isQuick ? QUICK_EVENTS : plan.small;
}

/** Measures the seconds from starting a process on a filled database to its first reply of the health check. */
async function startup(bench: Bench): Promise<Outcome> {
  const { setup, options } = bench;
  const [events, starts] = [eventsFor(bench), options.isQuick ? 3 : 9];
  const seeded = await bench.seeded(events);
  const copies = { ours: await bench.copyFor('ours', seeded), theirs: await bench.copyFor('theirs', seeded) };
  const seconds: Record<SideName, number[]> = { ours: [], theirs: [] };
  const time = (name: SideName) => timeStart(setup[name], copies[name]);
  for (const name of SIDE_NAMES) await time(name);
  for (let count = 0; count < starts; count += 1) {
    bench.noise.measure();
    for (const name of SIDE_NAMES) seconds[name].push(await time(name));
  }
  for (const { databases, url } of Object.values(copies)) await databases.drop(url);
  const [ours, theirs] = [figure(seconds.ours), figure(seconds.theirs)];
  const [our, their] = [setup.ours.name, setup.theirs.name];
  const table: Table = {
    title: 'Start-up',
    columns: ['case', `${our} s`, `${their} s`, `${our} ÷ ${their}`],
    rows: [['spawn to first answer', ours, theirs, ratio(seconds.ours, seconds.theirs)]],
    note: `${starts} starts of each in turn, on a database with ${events} events, after one that fills the disk's cache.`,
  };
  return { tables: [table], reached: { startup: ours.median } };
}

async function timeStart({ name, kind }: BenchProgram, { url }: SeededDatabase): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawnProgram(kind, { url, port });
  child.stdout?.resume();
  const ended = once(child, 'exit');
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() - began > LIMIT_MS)
        throw new Error(`the side ${name} does not start`);
      await setTimeout(PAUSE_MS);
    }
    return (performance.now() - began) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(REQUEST));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(text.startsWith('HTTP/1.1 200')));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Loads under which the memory is measured. Each load has a new process. */
const LOADS = [
  { kilobytes: 50, count: 10 },
  { kilobytes: 3, count: 50 },
] as const;

/** Memory of a process in megabytes. */
interface Footprint {
  readonly started: number;
  readonly idle: number;
  readonly peak: number;
  readonly calm: number;
}

interface MemoryPlan {
  readonly rounds: number;
  readonly restSeconds: number;
  readonly loadSeconds: number;
  readonly calmSeconds: number;
}

/** Measures the memory of a new process: after its first reply, idle, under load, and idle again. */
async function memory(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(eventsFor(bench));
  const plan = bench.options.isQuick
    ? { rounds: 1, restSeconds: 0.5, loadSeconds: 1, calmSeconds: 0.5 }
    : { rounds: 3, restSeconds: 5, loadSeconds: 8, calmSeconds: 2 };
  const footprints = LOADS.map((): Record<SideName, Footprint[]> => ({ ours: [], theirs: [] }));
  for (let round = 0; round < plan.rounds; round += 1) {
    bench.log(`  memory, round ${round + 1} of ${plan.rounds}`);
    bench.noise.measure();
    for (const [place, load] of LOADS.entries())
      for (const name of SIDE_NAMES)
        footprints[place]?.[name].push(await measureMemory(bench, name, seeded, load, plan));
  }
  const partOf = (place: number, side: SideName, part: keyof Footprint) =>
    (footprints[place]?.[side] ?? []).map((footprint) => footprint[part]);
  const row = (name: string, place: number, part: keyof Footprint) => [
    name,
    ...SIDE_NAMES.map((side) => figure(partOf(place, side, part))),
  ];
  const middle = (place: number, part: keyof Footprint) => median(partOf(place, 'ours', part));
  const table: Table = {
    title: 'Memory',
    columns: ['RSS in MB', bench.setup.ours.name, bench.setup.theirs.name],
    rows: [
      row('after the first answer', 0, 'started'),
      row(`${plan.restSeconds} s later`, 0, 'idle'),
      ...LOADS.flatMap((load, place) => [
        row(`peak under load: ${nameOfLoad(load)}`, place, 'peak'),
        row(`${plan.calmSeconds} s after that`, place, 'calm'),
      ]),
    ],
    note:
      'Resident memory of the process and all it starts, sampled ten times a second; MB are 10^6 bytes. ' +
      `Each load lasts ${plan.loadSeconds} s, in a process of its own.`,
  };
  return {
    tables: [table],
    reached: {
      idleMemory: Math.max(middle(0, 'started'), middle(0, 'idle')),
      busyMemory50: middle(0, 'peak'),
      busyMemory3: middle(1, 'peak'),
    },
  };
}

async function measureMemory(
  bench: Bench,
  name: SideName,
  seeded: SeededDatabase,
  load: IngestLoad,
  { restSeconds, loadSeconds, calmSeconds }: MemoryPlan,
): Promise<Footprint> {
  const copy = await bench.copyFor(name, seeded);
  const side = await bench.start(name, copy);
  const now = () => memoryOf(side.pid) / 1e6;
  try {
    await call(seeded.fixture, side.port, '/healthz');
    const started = now();
    await setTimeout(restSeconds * 1000);
    const idle = now();
    const stopWatching = watchMemory(side.pid);
    await bench.load(side, connectionsOf(seeded, load), after(loadSeconds));
    const peak = stopWatching() / 1e6;
    await setTimeout(calmSeconds * 1000);
    return { started, idle, peak, calm: now() };
  } finally {
    await side.stop();
    await copy.databases.drop(copy.url);
  }
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
