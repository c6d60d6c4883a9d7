import path from 'node:path';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios/names';

/** What the command line asks for. */
export interface Options {
  readonly scenarios: readonly ScenarioName[];
  readonly isQuick: boolean;
  /** Where CPU profiles of the service go. */
  readonly profile: string | null;
  /** Where RESULTS.md and RESULTS.json go; null means a temporary folder. */
  readonly out: string | null;
}

/** @throws Error with one sentence if the arguments are wrong */
export function readOptions(args: readonly string[]): Options {
  const { only, quick, profile, out } = parse(args);
  const folder = (name: string | undefined) => (name === undefined ? null : path.resolve(name));
  return { scenarios: chosen(only), isQuick: quick ?? false, profile: folder(profile), out: folder(out) };
}

function chosen(only: string | undefined): readonly ScenarioName[] {
  if (only === undefined) return SCENARIO_NAMES;
  const wanted: readonly string[] = only.split(',');
  const found = SCENARIO_NAMES.filter((name) => wanted.includes(name));
  if (found.length !== new Set(wanted).size) throw new Error(`--only is "${only}", but must name scenarios out of ${SCENARIO_NAMES.join(', ')}.`);
  return found;
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...args], options: { only: text, quick: { type: 'boolean' }, profile: text, out: text } }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new Error(`${sentence}; known are --only NAME,…, --quick, --profile FOLDER and --out FOLDER.`);
  }
}
