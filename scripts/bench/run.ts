/*
 * Measures the service against scripts/bench/baseline, which does the same work bare, and reports as Markdown and JSON. Each side is
 * a process of its own; rounds alternate, so that what else the machine does meets both.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Bench } from './bench';
import { build } from './build';
import { Noise } from './noise';
import { type Options, readOptions } from './options';
import { machineOf, render, type Results } from './render';
import { SCENARIOS } from './scenarios';
import { SqliteDatabases } from './sqliteDatabases';
import { figure } from './stats';
import { judge } from './targets';

async function measure(options: Options, folder: string): Promise<Results> {
  const began = performance.now();
  const databases = new SqliteDatabases(folder);
  const noise = new Noise();
  const bench = new Bench(databases, noise, options);
  noise.warmUp();
  const scenarios = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (options.only === null || options.only.includes(name)) scenarios.push({ name, ...(await scenario(bench)) });
  }
  noise.look();
  return {
    date: new Date().toISOString(),
    machine: machineOf(databases.version()),
    isQuick: options.isQuick,
    seconds: (performance.now() - began) / 1000,
    noise: figure(noise.times),
    targets: judge(Object.assign({}, ...scenarios.map(({ reached }) => reached))),
    scenarios,
  };
}

function publish(results: Results, out: string): void {
  const text = render(results);
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'RESULTS.md'), text);
  writeFileSync(path.join(out, 'RESULTS.json'), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`${text}\n${path.join(out, 'RESULTS.md')} and RESULTS.json have this.\n`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Object.keys(SCENARIOS));
  build();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'culprit-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const results = await measure(options, folder);
  publish(results, options.out ?? mkdtempSync(path.join(os.tmpdir(), 'culprit-bench-results-')));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error && error.constructor === Error ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
});
