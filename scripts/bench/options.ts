import path from 'node:path';
import { parseArgs } from 'node:util';

/** In the order in which they run: scenarios that need a quiet disk first, the largest database last. */
const SCENARIO_NAMES = ['start', 'ingest', 'list', 'sourcemaps', 'removal', 'search'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

const DATABASE_NAMES = ['sqlite', 'postgres'] as const;
/** With sqlite, the service is compared with the bare server; with postgres, with the service on SQLite. */
export type DatabaseName = (typeof DATABASE_NAMES)[number];

/** Scenarios for SQLite only: they need a million events, which take too long to copy to PostgreSQL. */
const SQLITE_SCENARIOS: readonly ScenarioName[] = ['removal', 'search'];
/** Scenarios that can compare with another clone: the others fill databases of the schema of this one. */
const COMPARED_SCENARIOS: readonly ScenarioName[] = ['ingest', 'sourcemaps'];

export interface Options {
  readonly scenarios: readonly ScenarioName[];
  readonly database: DatabaseName;
  readonly isQuick: boolean;
  /** The folder of another built clone, with whose service this one is compared. */
  readonly compare: string | null;
  readonly profile: string | null;
  /** The file for the report as JSON; null means that the report is printed only. */
  readonly out: string | null;
}

/** @throws Error with one sentence if the arguments are wrong */
export function readOptions(args: readonly string[]): Options {
  const { only, database = 'sqlite', quick = false, compare, profile, out } = parse(args);
  const folder = (name: string | undefined) => (name === undefined ? null : path.resolve(name));
  const on = DATABASE_NAMES.find((name) => name === database);
  if (on === undefined) throw new Error(`--database is "${database}", but must be ${DATABASE_NAMES.join(' or ')}.`);
  const scenarios = chosen(only, on);
  if (compare !== undefined && (on !== 'sqlite' || scenarios.some((name) => !COMPARED_SCENARIOS.includes(name))))
    throw new Error(`--compare runs with --only ${COMPARED_SCENARIOS.join(' or ')} and on SQLite only.`);
  const folders = { compare: folder(compare), profile: folder(profile), out: folder(out) };
  return { scenarios, database: on, isQuick: quick, ...folders };
}

function chosen(only: string | undefined, database: DatabaseName): readonly ScenarioName[] {
  const runsOn = (name: ScenarioName) => database === 'sqlite' || !SQLITE_SCENARIOS.includes(name);
  if (only === undefined) return SCENARIO_NAMES.filter(runsOn);
  const names: readonly string[] = only.split(',');
  const scenarios = SCENARIO_NAMES.filter((name) => names.includes(name));
  if (scenarios.length !== new Set(names).size)
    throw new Error(`--only is "${only}", but must name scenarios out of ${SCENARIO_NAMES.join(', ')}.`);
  const refused = scenarios.find((name) => !runsOn(name));
  if (refused === undefined) return scenarios;
  throw new Error(`--only names ${refused}, which runs on SQLite only; leave out --database postgres.`);
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { only: text, database: text, compare: text, profile: text, out: text } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, quick: { type: 'boolean' } } }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    const accepted =
      '--only NAME,…, --database sqlite|postgres, --quick, --compare FOLDER, --profile FOLDER and --out FILE';
    throw new Error(`${sentence}; known are ${accepted}.`);
  }
}
