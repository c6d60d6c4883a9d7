import os from 'node:os';
import { median } from '../support/statistics';
import type { BenchSetup } from './bench';
import type { DatabaseName } from './options';

/** A number, a number over several rounds, numbers side by side, or a text. */
export type Cell = number | Figure | readonly number[] | string;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Explanation of the table, in addition to the explanation of all tables. */
  readonly note?: string;
}

export interface Outcome {
  readonly tables: readonly Table[];
  readonly reached: Readonly<Partial<Record<TargetName, number | undefined>>>;
}

/** A value over several rounds. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figure(values: readonly number[]): Figure {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Divides round by round, because other load during a round affects both sides. */
export function ratio(over: readonly number[], under: readonly number[]): Figure {
  return figure(over.map((value, round) => value / (under[round] ?? NaN)));
}

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  return {
    tables: outcomes.flatMap(({ tables }) => tables),
    reached: Object.assign({}, ...outcomes.map(({ reached }) => reached)) as Outcome['reached'],
  };
}

export function sizeOf(events: number): string {
  return events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1000} k`;
}

type Target = readonly [says: string, bound: '≥' | '≤', value: number, unit?: string];

/** Targets of the service: ratios of one run as far as possible, because absolute figures depend on the machine. */
const TARGETS = {
  ingest3: ['ingest durable ÷ bare, 3 KB, 10 connections', '≥', 0.7],
  ingest25: ['ingest durable ÷ bare, 25 KB, 10 connections', '≥', 0.7],
  drained: ['drained ÷ accepted, the lowest of all', '≥', 1],
  floorCpu3: ['CPU per 3 KB event ÷ the floor, 50 connections', '≤', 5.5],
  floorCpu25: ['CPU per 25 KB event ÷ the floor, 50 connections', '≤', 4.5],
  floorOne: ['drained ÷ the floor, 3 KB, 1 connection', '≥', 0.6],
  floorTen: ['drained ÷ the floor, 3 KB, 10 connections', '≥', 0.35],
  floorFifty: ['drained ÷ the floor, 3 KB, 50 connections', '≥', 0.3],
  floorLarge: ['drained ÷ the floor, 25 KB, 50 connections', '≥', 0.28],
  growth: ['drained at 1 M ÷ at 10 k stored events, 3 KB, 10 connections', '≥', 0.95],
  list: ['list of 100 ÷ bare, first page', '≥', 0.86],
  pages: ['p95 of a page at 1 M ÷ at 10 k events, the highest of all', '≤', 1.07],
  removal: ['ingest p99 while 1000 issues are removed ÷ quiet', '≤', 2],
  removalAnswer: ['answer to the removal of 1000 issues at 1 M events', '≤', 1, 's'],
  disk3: ['bytes on disk per event ÷ its JSON, 3 KB', '≤', 0.8],
  disk25: ['bytes on disk per event ÷ its JSON, 25 KB', '≤', 0.35],
  search: ['p95 of the first page of a search at 1 M events, the highest of all', '≤', 50, 'ms'],
  idleMemory: ['RSS idle', '≤', 120, 'MB'],
  busyMemory50: ['RSS under 50 KB load, 10 connections', '≤', 250, 'MB'],
  busyMemory3: ['RSS under 3 KB load, 50 connections', '≤', 300, 'MB'],
  consoleLoad: ['a page of the console usable over a slow network, the slowest', '≤', 1, 's'],
  startup: ['`culprit serve` to its first answer', '≤', 0.7, 's'],
  postgres: ['drained on PostgreSQL ÷ on SQLite, 3 KB, 50 connections', '≥', 0.6],
  services: ['drained by two services ÷ by one, 3 KB, 50 connections', '≥', 1],
  servicesCpu: ['CPU per event of two services ÷ of one, 3 KB, 50 connections', '≤', 1.2],
} as const satisfies Record<string, Target>;

type TargetName = keyof typeof TARGETS;

/** The targets of a run on PostgreSQL. All others are of a run on SQLite, and `drained` is of both. */
const POSTGRES_TARGETS: readonly TargetName[] = ['drained', 'postgres', 'services', 'servicesCpu'];
const SQLITE_TARGETS = (Object.keys(TARGETS) as TargetName[]).filter(
  (name) => name === 'drained' || !POSTGRES_TARGETS.includes(name),
);

/** Returns the verdict of each target of a database; one that was not measured has none. */
export function judgeTargets(measured: Outcome['reached'], database: DatabaseName) {
  return (database === 'postgres' ? POSTGRES_TARGETS : SQLITE_TARGETS).map((name) => {
    const [says, bound, value, unit]: Target = TARGETS[name];
    const reached = measured[name] ?? null;
    // Compared with the digits that the report shows.
    const rounded = Math.round((reached ?? NaN) * 100) / 100;
    const isReached = bound === '≥' ? rounded >= value : rounded <= value;
    return { name, says, bound, value, unit, reached, isMet: reached === null ? null : isReached };
  });
}

export interface Results {
  readonly date: string;
  readonly machine: Readonly<Record<string, string>>;
  readonly database: DatabaseName;
  readonly isQuick: boolean;
  readonly seconds: number;
  /** Durations of the same piece of work during the run, in milliseconds. */
  readonly noise: Figure;
  readonly targets: ReturnType<typeof judgeTargets>;
  /** The outcome of each scenario; one that failed has no tables. */
  readonly scenarios: readonly (Outcome & {
    readonly name: string;
    readonly seconds: number;
    readonly failure: string | null;
  })[];
}

export function machineOf({ ours, theirs }: BenchSetup): Results['machine'] {
  return {
    processors: `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    system: `${os.type()} ${os.release()}`,
    'Node.js': process.version,
    database: [...new Set([ours, theirs].map(({ databases }) => databases.version))].join(' and '),
  };
}

export function render({ date, machine, database, isQuick, seconds, noise, targets, scenarios }: Results): string {
  const spread = Math.round((100 * (noise.max - noise.min)) / noise.median);
  const duration = `${date}, ${Math.round(seconds)} s${isQuick ? ' with `--quick`: too short for more than a glance' : ''}.`;
  const count = (isMet: boolean | null) => targets.filter((target) => target.isMet === isMet).length;
  const rows = targets.flatMap(({ says, bound, value, unit, reached, isMet }) => {
    const withUnit = (number: number) => `${show(number)}${unit === undefined ? '' : ` ${unit}`}`;
    if (reached === null) return [];
    return [[says, `${bound} ${withUnit(value)}`, withUnit(reached), isMet === true ? 'met' : '**missed**']];
  });
  const parts = [
    database === 'postgres' ? '# Benchmark: PostgreSQL ÷ SQLite' : '# Benchmark',
    `${duration} Noise: the same work on the processor took ${show(noise)} ms, a spread of ${spread} % of the median.`,
    '## Machine',
    grid(Object.keys(machine), [Object.values(machine)]),
    '## Targets',
    grid(['target', 'wanted', 'reached', ''], rows),
    `Missed: ${count(false)}. Met: ${count(true)}. Not measured: ${count(null)}.`,
    ...scenarios.flatMap(({ failure, name }) => (failure === null ? [] : [`**\`${name}\` failed: ${failure}**`])),
    ...scenarios
      .flatMap(({ tables }) => tables)
      .flatMap((table) => [`## ${table.title}`, grid(table.columns, table.rows), table.note ?? []].flat()),
  ];
  return `${parts.join('\n\n')}\n`;
}

function grid(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${'---:|'.repeat(columns.length - 1)}`;
  return [line(columns), rule, ...rows.map((row) => line(row.map(show)))].join('\n');
}

function isList(cell: Cell): cell is readonly number[] {
  return Array.isArray(cell);
}

/** Formats a value with three significant digits. */
function show(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (isList(cell)) return cell.map(show).join(' / ');
  if (typeof cell === 'object') return `${show(cell.median)} (${show(cell.min)}–${show(cell.max)})`;
  if (!Number.isFinite(cell)) return 'n/a';
  const size = Math.abs(cell);
  return size >= 100 ? String(Math.round(cell)) : size >= 10 ? cell.toFixed(1) : cell.toFixed(2);
}
