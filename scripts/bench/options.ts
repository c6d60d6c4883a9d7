import path from 'node:path';
import { parseArgs } from 'node:util';

const DATABASE_NAMES = ['sqlite', 'postgres'] as const;

/** What is compared: the service on SQLite with the bare server, or the service on PostgreSQL with the service on SQLite. */
export type DatabaseName = (typeof DATABASE_NAMES)[number];

/**
 * Scenarios that run on SQLite only: `steps`, `secrets` and `grouping` have no second side, `log` reads the file of its log, `hardware`
 * moves the file to another disk, `console` measures the network, the others need a million events, which take too long to copy.
 */
export const SQLITE_SCENARIOS: readonly ScenarioName[] = [
  'steps',
  'log',
  'secrets',
  'grouping',
  'hardware',
  'console',
  'growth',
  'pages',
  'removal',
  'search',
];

/** Scenarios that run on PostgreSQL only: one process at a time writes to a file of SQLite. */
const POSTGRES_SCENARIOS: readonly ScenarioName[] = ['services'];

/** Scenarios that can compare with another clone: the others fill databases of the schema of this one. */
const COMPARED_SCENARIOS: readonly string[] = ['ingest', 'sourcemaps'] satisfies ScenarioName[];

/** The options of the command line. */
export interface Options {
  readonly scenarios: readonly ScenarioName[];
  readonly database: DatabaseName;
  readonly isQuick: boolean;
  /** Node.js programs of other releases. */
  readonly nodes: readonly string[];
  /** The folder of another built clone, with whose service this one is compared. */
  readonly compare: string | null;
  /** The folder for CPU profiles of the service. */
  readonly profile: string | null;
  /** The folder for RESULTS.md and RESULTS.json; null means a temporary one. */
  readonly out: string | null;
}

/** @throws Error with one sentence if the arguments are wrong */
export function readOptions(args: readonly string[]): Options {
  const { only, database, quick, node, compare, profile, out } = parse(args);
  const folder = (name: string | undefined) => (name === undefined ? null : path.resolve(name));
  const on = databaseOf(database);
  const nodes = node === undefined ? [] : node.split(',');
  if (compare !== undefined && (!COMPARED_SCENARIOS.includes(only ?? '') || on !== 'sqlite'))
    throw new Error(`--compare runs with --only ${COMPARED_SCENARIOS.join(' or ')} and on SQLite only.`);
  return {
    scenarios: chosen(only, (name) => whyNot(name, on, nodes)),
    database: on,
    isQuick: quick ?? false,
    nodes,
    compare: folder(compare),
    profile: folder(profile),
    out: folder(out),
  };
}

/** @param whyNot returns the reason why a scenario cannot run, which is an error only if the scenario is named */
function chosen(only: string | undefined, whyNot: (name: ScenarioName) => string | undefined): readonly ScenarioName[] {
  if (only === undefined) return SCENARIO_NAMES.filter((name) => whyNot(name) === undefined);
  const wanted: readonly string[] = only.split(',');
  const found = SCENARIO_NAMES.filter((name) => wanted.includes(name));
  if (found.length !== new Set(wanted).size)
    throw new Error(`--only is "${only}", but must name scenarios out of ${SCENARIO_NAMES.join(', ')}.`);
  for (const name of found) {
    const reason = whyNot(name);
    if (reason !== undefined) throw new Error(`--only names ${name}, which ${reason}.`);
  }
  return found;
}

function whyNot(name: ScenarioName, database: DatabaseName, nodes: readonly string[]): string | undefined {
  if (database === 'postgres' && SQLITE_SCENARIOS.includes(name))
    return 'runs on SQLite only; leave out --database postgres';
  if (database === 'sqlite' && POSTGRES_SCENARIOS.includes(name))
    return 'runs on PostgreSQL only; add --database postgres';
  return name === 'node' && nodes.length === 0 ? 'runs with --node PATH,… only' : undefined;
}

function databaseOf(wanted: string | undefined): DatabaseName {
  const found = DATABASE_NAMES.find((name) => name === (wanted ?? DATABASE_NAMES[0]));
  if (found === undefined) throw new Error(`--database is "${wanted}", but must be ${DATABASE_NAMES.join(' or ')}.`);
  return found;
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      only: text,
      database: text,
      quick: { type: 'boolean' },
      node: text,
      compare: text,
      profile: text,
      out: text,
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new Error(
      `${sentence}; known are --only NAME,…, --database sqlite|postgres, --quick, --node PATH,…, --compare FOLDER, --profile FOLDER and --out FOLDER.`,
    );
  }
}

/** In the order in which they run: those that need a quiet disk first, the largest database last. */
const SCENARIO_NAMES = [
  'startup',
  'memory',
  'steps',
  'ingest',
  'fairness',
  'services',
  'node',
  'hardware',
  'list',
  'team',
  'update',
  'sourcemaps',
  'console',
  'disk',
  'log',
  'secrets',
  'grouping',
  'growth',
  'pages',
  'removal',
  'retention',
  'search',
] as const;

export type ScenarioName = (typeof SCENARIO_NAMES)[number];
