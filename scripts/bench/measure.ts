import { Bench } from './bench';
import type { Options, ScenarioName } from './options';
import { build } from './programs';
import { machineOf, type Results } from './render';
import { figure, judgeTargets, type Outcome } from './report';
import { SCENARIOS } from './scenarios';
import type { BenchSetup } from './setup';
import { NoiseMeter } from './usage';

/** Builds both sides and runs the chosen scenarios. */
export async function measure(options: Options, setup: BenchSetup): Promise<Results> {
  build();
  const began = performance.now();
  const noise = new NoiseMeter();
  const bench = new Bench(setup, noise, options);
  noise.warmUp();
  const scenarios = [];
  for (const name of options.scenarios) {
    bench.begin(name);
    const start = performance.now();
    const outcome = await outcomeOf(name, bench);
    scenarios.push({ ...outcome, seconds: (performance.now() - start) / 1000 });
  }
  noise.measure();
  return {
    date: new Date().toISOString(),
    machine: machineOf(setup),
    database: setup.database,
    isQuick: options.isQuick,
    seconds: (performance.now() - began) / 1000,
    noise: figure(noise.times),
    targets: judgeTargets(
      Object.fromEntries(scenarios.flatMap(({ reached }) => Object.entries(reached))),
      setup.database,
    ),
    scenarios,
  };
}

/** Runs a scenario. An error is reported, and the next scenario runs. */
async function outcomeOf(
  name: ScenarioName,
  bench: Bench,
): Promise<Outcome & { name: string; failure: string | null }> {
  try {
    return { name, failure: null, ...(await SCENARIOS[name](bench)) };
  } catch (error) {
    bench.log(String((error as Error).stack));
    return { name, failure: (error as Error).message, tables: [], reached: {} };
  }
}
