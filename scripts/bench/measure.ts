import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endProcesses } from '../../test/support/process';
import { NoiseMeter } from '../support/usage';
import { Bench, type BenchSetup, openSetup } from './bench';
import type { Options, ScenarioName } from './options';
import { build } from './programs';
import { figure, judgeTargets, machineOf, type Outcome, type Results } from './report';
import { ingest } from './scenarios/ingest';
import { list } from './scenarios/list';
import { removal } from './scenarios/removal';
import { search } from './scenarios/search';
import { sourcemaps } from './scenarios/sourcemaps';
import { start } from './scenarios/start';

type Scenario = (bench: Bench) => Promise<Outcome>;
const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = { start, ingest, list, sourcemaps, removal, search };

/** Measures with databases that are deleted at the end, also at a signal. */
export async function measure(options: Options): Promise<Results> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'culprit-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const opening = openSetup(options, folder);
  const close = async (): Promise<void> => {
    endProcesses();
    const { ours, theirs } = await opening;
    await Promise.all([ours.databases.close(), theirs.databases.close()]);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  return runScenarios(options, await opening).finally(close);
}

/** Builds both sides and runs the chosen scenarios. An error of a scenario is reported, and the next one runs. */
async function runScenarios(options: Options, setup: BenchSetup): Promise<Results> {
  await build();
  const began = performance.now();
  const secondsSince = (time: number) => (performance.now() - time) / 1000;
  const noise = new NoiseMeter();
  const bench = new Bench(setup, noise, options);
  noise.warmUp();
  const scenarios = [];
  for (const name of options.scenarios) {
    bench.begin(name);
    const start = performance.now();
    const outcome = await SCENARIOS[name](bench).catch((error: unknown) => {
      bench.log(String((error as Error).stack));
      return { tables: [], reached: {}, failure: (error as Error).message };
    });
    scenarios.push({ name, failure: null, ...outcome, seconds: secondsSince(start) });
  }
  noise.measure();
  const reached = Object.fromEntries(scenarios.flatMap((scenario) => Object.entries(scenario.reached)));
  return {
    date: new Date().toISOString(),
    machine: machineOf(setup),
    database: setup.database,
    isQuick: options.isQuick,
    seconds: secondsSince(began),
    noise: figure(noise.times),
    targets: judgeTargets(reached, setup.database),
    scenarios,
  };
}
