import path from 'node:path';
import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  /** Names of scenarios; null means all. */
  readonly only: readonly string[] | null;
  readonly isQuick: boolean;
  /** Where CPU profiles of the service go. */
  readonly profile: string | null;
  /** Where RESULTS.md and RESULTS.json go; null means a temporary folder. */
  readonly out: string | null;
}

/** @throws Error with one sentence if the arguments are wrong */
export function readOptions(args: readonly string[], scenarios: readonly string[]): Options {
  const { values } = parse(args);
  const only = values.only?.split(',').filter((name) => name !== '') ?? null;
  const unknown = only?.filter((name) => !scenarios.includes(name)) ?? [];
  if (only?.length === 0 || unknown.length > 0) {
    throw new Error(`--only is "${values.only}", but must name scenarios out of ${scenarios.join(', ')}.`);
  }
  const folder = (name: string | undefined) => (name === undefined ? null : path.resolve(name));
  return { only, isQuick: values.quick ?? false, profile: folder(values.profile), out: folder(values.out) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, quick: { type: 'boolean' }, profile: { type: 'string' }, out: { type: 'string' } },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new Error(`${sentence}; known are --only NAME,…, --quick, --profile FOLDER and --out FOLDER.`);
  }
}
