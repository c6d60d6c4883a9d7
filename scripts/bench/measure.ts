import { Bench } from './bench';
import { build } from './build';
import { Noise } from './noise';
import type { Options } from './options';
import { machineOf, type Results } from './render';
import type { Outcome } from './report';
import { SCENARIOS } from './scenarios';
import type { ScenarioName } from './scenarios/names';
import { SqliteDatabases } from './sqliteDatabases';
import { figure } from './stats';
import { judge } from './targets';

/** Builds both sides and runs the scenarios that are asked for, with databases in this folder. */
export async function measure(options: Options, folder: string): Promise<Results> {
  build();
  const began = performance.now();
  const databases = new SqliteDatabases(folder);
  const noise = new Noise();
  const bench = new Bench(databases, noise, options);
  noise.warmUp();
  const scenarios = [];
  for (const name of options.scenarios) {
    bench.begin(name);
    const start = performance.now();
    const outcome = await outcomeOf(name, bench);
    scenarios.push({ ...outcome, seconds: (performance.now() - start) / 1000 });
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

/** One that fails takes none of the others with it. */
async function outcomeOf(name: ScenarioName, bench: Bench): Promise<Outcome & { name: string; failure: string | null }> {
  try {
    return { name, failure: null, ...(await SCENARIOS[name](bench)) };
  } catch (error) {
    bench.say(String((error as Error).stack));
    return { name, failure: (error as Error).message, tables: [], reached: {} };
  }
}
