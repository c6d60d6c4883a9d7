import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Bench } from '../bench';
import type { SeededDatabase } from '../fixture';
import { spawnProgram } from '../programs';
import { figure, type Outcome, ratio } from '../report';
import { type BenchProgram, SIDE_NAMES, type SideName } from '../setup';

const STARTS = 9;
const QUICK_STARTS = 3;
const QUICK_EVENTS = 500;
const PAUSE_MS = 2;
const LIMIT_MS = 30_000;
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n';

/** Measures the seconds from starting a process on a filled database to its first reply of the health check. */
export async function startup(bench: Bench): Promise<Outcome> {
  const events = bench.options.isQuick ? QUICK_EVENTS : bench.plan.small;
  const seeded = await bench.seeded(events);
  const copies = { ours: await bench.copyFor('ours', seeded), theirs: await bench.copyFor('theirs', seeded) };
  const found: Record<SideName, number[]> = { ours: [], theirs: [] };
  const time = (name: SideName) => timeStart(bench.setup[name], copies[name]);
  for (const name of SIDE_NAMES) await time(name);
  for (let start = 0; start < (bench.options.isQuick ? QUICK_STARTS : STARTS); start += 1) {
    bench.noise.measure();
    for (const name of SIDE_NAMES) found[name].push(await time(name));
  }
  for (const { databases, url } of Object.values(copies)) await databases.drop(url);
  const [ours, theirs] = [figure(found.ours), figure(found.theirs)];
  const { setup } = bench;
  const [our, their] = [setup.ours.name, setup.theirs.name];
  return {
    tables: [
      {
        title: 'Start-up',
        columns: ['case', `${our} s`, `${their} s`, `${our} ÷ ${their}`],
        rows: [['spawn to first answer', ours, theirs, ratio(found.ours, found.theirs)]],
        note: `${found.ours.length} starts of each in turn, on a database with ${events} events, after one that fills the disk's cache.`,
      },
    ],
    reached: { startup: ours.median },
  };
}

async function timeStart({ name, kind }: BenchProgram, { url }: SeededDatabase): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawnProgram(kind, { url, port });
  child.stdout?.resume();
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() - began > LIMIT_MS)
        throw new Error(`the side ${name} does not start`);
      await setTimeout(PAUSE_MS);
    }
    return (performance.now() - began) / 1000;
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
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
