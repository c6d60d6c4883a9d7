import path from 'node:path';
import { installPackages } from '../../packages';
import type { Bench } from '../bench';
import type { Outcome } from '../report';

const FOLDER = 'test/system';

/** Runs the scenario in the folder that has the packages of a browser, after it installs these. */
export async function console(bench: Bench): Promise<Outcome> {
  installPackages(FOLDER);
  const file = path.join(__dirname, '../../..', FOLDER, 'support/consoleLoads.ts');
  const { measureConsole } = (await import(file)) as { measureConsole: (bench: Bench) => Promise<Outcome> };
  return measureConsole(bench);
}
