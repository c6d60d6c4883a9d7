/*
 * Measures the service against scripts/bench/baseline.ts, which does the same work bare, and prints one table. Each is a process of
 * its own; rounds alternate, so that what else the machine does meets both. `--profile FOLDER` writes a CPU profile of the service.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { envelopes } from './bodies';
import { fetchOnce, load, type Requests, type Sample } from './load';

const ROOT = path.resolve(__dirname, '../..');
const CONNECTIONS = 10;
const STORED = 10_000;
const ROUNDS = 5;
const SECONDS = 1.2;
/** Requests of each case that come before: the compiler needs a number of them, however long they take. */
const WARM_UP = 1500;
const SIZES = [3, 25, 50];

interface Server {
  readonly port: number;
  readonly pid: number;
  readonly output: string;
  readonly file: string;
  /** How many events it has said to have stored. */
  accepted: number;
  stop(): Promise<void>;
}

/** Starts one side and waits until it listens. */
async function start(args: readonly string[], file: string): Promise<Server> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: '0', DATABASE_URL: `sqlite:${file}` };
  const child: ChildProcess = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (/listening on \S+\n/.test(output)) break;
  }
  const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
  if (port === undefined) throw new Error(`${args.join(' ')} does not listen: ${output}`);
  return { port: Number(port), pid: child.pid ?? 0, output, file, accepted: 0, stop: () => (child.kill('SIGTERM'), ended) };
}

interface Case {
  readonly name: string;
  readonly stores: boolean;
  /** The requests of one connection. */
  readonly requests: () => Requests;
}

function casesFor({ output }: Server): Case[] {
  const { username, pathname } = new URL(/DSN +(\S+)/.exec(output)?.[1] ?? '');
  const [, token = ''] = /token +(\S+)/.exec(output) ?? [];
  const list = Buffer.from(`GET /api/0/projects/acme/shop/events/ HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const target = `/api${pathname}/envelope/?sentry_version=7&sentry_key=${username}&sentry_client=sentry.javascript.node%2F11.11.0`;
  return [
    { name: 'listProjectEvents, 100 rows', stores: false, requests: () => () => list },
    ...SIZES.map((kilobytes) => ({ name: `storeEnvelope, ${kilobytes} KB`, stores: true, requests: () => envelopes(target, kilobytes * 1024) })),
  ];
}

interface Measured extends Sample {
  /** Seconds of processor time that the server took for it. */
  readonly cpu: number;
}

async function measure(server: Server, { stores, requests }: Case, seconds: number): Promise<Measured> {
  const before = cpuOf(server);
  const sample = await load(server.port, Array.from({ length: CONNECTIONS }, requests), seconds);
  if (stores) server.accepted += sample.count;
  return { ...sample, cpu: cpuOf(server) - before };
}

/** Processor time so far, in user and kernel; only Linux tells. */
function cpuOf({ pid }: Server): number {
  if (process.platform !== 'linux') return NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Sends so many requests, however long they take. */
async function send(server: Server, { stores, requests }: Case, count: number): Promise<void> {
  let left = count;
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const next = requests();
    return () => (left-- > 0 ? next() : undefined);
  });
  await load(server.port, connections, Infinity);
  if (stores) server.accepted += count;
}

/** Fills a new database through the service itself. */
async function seed(file: string): Promise<Server> {
  const service = await start(['dist/src/main.js', 'serve'], file);
  const [, smallest] = casesFor(service);
  if (smallest !== undefined) await send(service, smallest, STORED);
  await service.stop();
  return service;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

interface Result {
  readonly name: string;
  readonly service: readonly Measured[];
  readonly bare: readonly Measured[];
}

async function compare(one: Case, service: Server, baseline: Server): Promise<Result> {
  const result = { name: one.name, service: [] as Measured[], bare: [] as Measured[] };
  for (const side of [service, baseline]) await send(side, one, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    result.service.push(await measure(service, one, SECONDS));
    result.bare.push(await measure(baseline, one, SECONDS));
  }
  return result;
}

function row({ name, service, bare }: Result): string {
  const whole = (samples: readonly Sample[]) => Math.round(median(samples.map(({ perSecond }) => perSecond)));
  const spread = (samples: readonly Sample[]) => {
    const rates = samples.map(({ perSecond }) => perSecond);
    return `${Math.round((100 * (Math.max(...rates) - Math.min(...rates))) / median(rates))} %`;
  };
  const times = (samples: readonly Sample[]) => `${median(samples.map(({ p50 }) => p50)).toFixed(1)} / ${median(samples.map(({ p99 }) => p99)).toFixed(1)}`;
  const ratios = service.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? NaN));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const sum = (samples: readonly Measured[], value: (sample: Measured) => number) => samples.reduce((total, sample) => total + value(sample), 0);
  const cpu = (samples: readonly Measured[]) => Math.round((1e6 * sum(samples, (sample) => sample.cpu)) / sum(samples, (sample) => sample.count));
  const cells = [name, whole(service), times(service), spread(service), whole(bare), times(bare), spread(bare), `**${median(ratios).toFixed(2)}**`, range, `${cpu(service)} / ${cpu(bare)}`];
  return `| ${cells.join(' | ')} |`;
}

function print(results: readonly Result[]): void {
  const [processor] = os.cpus();
  console.log(`| operation | service/s | p50 / p99 ms | spread | bare/s | p50 / p99 ms | spread | ratio | min–max | CPU µs each |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${results.map(row).join('\n')}

${processor?.model.trim()} × ${os.cpus().length}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, node ${process.version}; ${CONNECTIONS} connections,
the load generator on the same machine. Medians of ${ROUNDS} rounds of ${SECONDS} s, service and bare in turn; spread = (max − min) / median; ratio =
service / bare, round by round; CPU = processor time of the server per request, service / bare, which other load changes least. ${STORED} events stored before; one event in ten opens a new issue.`);
}

async function main(): Promise<void> {
  execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'src'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'culprit-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const profile = process.argv.indexOf('--profile');
  const profiling = profile === -1 ? [] : ['--cpu-prof', '--cpu-prof-dir', path.resolve(process.argv[profile + 1] ?? '.')];
  const files = { service: path.join(folder, 'service.db'), bare: path.join(folder, 'bare.db') };

  const seeded = await seed(files.service);
  copyFileSync(files.service, files.bare);
  const service = await start([...profiling, 'dist/src/main.js', 'serve'], files.service);
  const baseline = await start(['--import', 'tsx', 'scripts/bench/baseline.ts', files.bare], files.bare);
  const cases = casesFor(seeded);
  await requireSameList(cases, service, baseline);

  const results: Result[] = [];
  for (const one of cases) results.push(await compare(one, service, baseline));
  for (const side of [service, baseline]) {
    await side.stop();
    requireStored(side);
  }
  print(results);
}

/** Both must do the same work, or the ratio says nothing. */
async function requireSameList([list]: readonly Case[], service: Server, baseline: Server): Promise<void> {
  const request = list?.requests()() ?? Buffer.alloc(0);
  const [ours, theirs] = [await fetchOnce(service.port, request), await fetchOnce(baseline.port, request)];
  if (ours !== theirs || (JSON.parse(ours) as unknown[]).length !== 100) throw new Error('the two sides do not list the same events');
}

/** Every event that was acknowledged is there, with its body, and opened as many issues as it should. */
function requireStored({ file, accepted }: Server): void {
  const database = new Database(file, { readonly: true });
  const [events, bodies, issues] = ['event', 'event_body', 'issue'].map(
    (table) => database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get() as number,
  );
  database.close();
  const expected = STORED + accepted;
  if (events !== expected || bodies !== expected) throw new Error(`${file} has ${events} events and ${bodies} bodies, not ${expected}`);
  console.error(`${path.basename(file)}: ${events} events, ${issues} issues`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
