import path from 'node:path';
import { parseArgs } from 'node:util';

const DATABASE_NAMES = ['sqlite', 'postgres'] as const;

/** What is compared: the service on SQLite with the bare server, or the service on PostgreSQL with the service on SQLite. */
export type DatabaseName = (typeof DATABASE_NAMES)[number];

/**
 * Scenarios that run on SQLite only: `steps` has no second side, `log` reads the file of its log, the others need a million events,
 * which take too long to copy.
 */
export const SQLITE_SCENARIOS: readonly ScenarioName[] = ['steps', 'log', 'pages', 'removal'];

/** The options of the command line. */
export interface Options {
  readonly scenarios: readonly ScenarioName[];
  readonly database: DatabaseName;
  readonly isQuick: boolean;
  /** The folder for CPU profiles of the service. */
  readonly profile: string | null;
  /** The folder for RESULTS.md and RESULTS.json; null means a temporary one. */
  readonly out: string | null;
}

/** @throws Error with one sentence if the arguments are wrong */
export function readOptions(args: readonly string[]): Options {
  const { only, database, quick, profile, out } = parse(args);
  const folder = (name: string | undefined) => (name === undefined ? null : path.resolve(name));
  const on = databaseOf(database);
  return {
    scenarios: on === 'sqlite' ? chosen(only) : chosenBeside(only),
    database: on,
    isQuick: quick ?? false,
    profile: folder(profile),
    out: folder(out),
  };
}

function chosen(only: string | undefined): readonly ScenarioName[] {
  if (only === undefined) return SCENARIO_NAMES;
  const wanted: readonly string[] = only.split(',');
  const found = SCENARIO_NAMES.filter((name) => wanted.includes(name));
  if (found.length !== new Set(wanted).size)
    throw new Error(`--only is "${only}", but must name scenarios out of ${SCENARIO_NAMES.join(', ')}.`);
  return found;
}

function chosenBeside(only: string | undefined): readonly ScenarioName[] {
  const found = chosen(only);
  const [refused] = found.filter((name) => SQLITE_SCENARIOS.includes(name));
  if (only === undefined || refused === undefined) return found.filter((name) => !SQLITE_SCENARIOS.includes(name));
  throw new Error(`--only names ${refused}, which runs on SQLite only; leave out --database postgres.`);
}

function databaseOf(wanted: string | undefined): DatabaseName {
  const found = DATABASE_NAMES.find((name) => name === (wanted ?? DATABASE_NAMES[0]));
  if (found === undefined) throw new Error(`--database is "${wanted}", but must be ${DATABASE_NAMES.join(' or ')}.`);
  return found;
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { only: text, database: text, quick: { type: 'boolean' }, profile: text, out: text } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new Error(
      `${sentence}; known are --only NAME,…, --database sqlite|postgres, --quick, --profile FOLDER and --out FOLDER.`,
    );
  }
}

/** In the order in which they run: those that need a quiet disk first, the largest database last. */
export const SCENARIO_NAMES = [
  'startup',
  'memory',
  'steps',
  'ingest',
  'list',
  'team',
  'update',
  'sourcemaps',
  'disk',
  'log',
  'pages',
  'removal',
] as const;

export type ScenarioName = (typeof SCENARIO_NAMES)[number];
