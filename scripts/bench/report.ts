import os from 'node:os';
import { median } from '../support/statistics';
import type { DatabaseName } from './options';
import type { BenchSetup } from './setup';

/** A number, a number over several rounds, numbers side by side, or a text. */
export type Cell = number | Figure | readonly number[] | string;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Explanation of the table, in addition to the explanation of all tables. */
  readonly note?: string;
}

/** The result of a scenario. */
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

/** Formats a number of events in short. */
export function sizeOf(events: number): string {
  return events >= 1_000_000 ? `${events / 1_000_000} M` : `${events / 1000} k`;
}

/** A target of the service. Targets are ratios of one run: absolute figures depend on the machine. */
interface Target {
  readonly says: string;
  readonly bound: 'least' | 'most';
  readonly value: number;
  readonly unit?: string;
}

const TARGETS = {
  ingest3: { says: 'ingest durable ÷ bare, 3 KB, 10 connections', bound: 'least', value: 0.7 },
  ingest25: { says: 'ingest durable ÷ bare, 25 KB, 10 connections', bound: 'least', value: 0.7 },
  drained: { says: 'drained ÷ accepted, the lowest of all', bound: 'least', value: 1 },
  floorCpu3: { says: 'CPU per 3 KB event ÷ the floor, 50 connections', bound: 'most', value: 5.5 },
  floorCpu25: { says: 'CPU per 25 KB event ÷ the floor, 50 connections', bound: 'most', value: 4.5 },
  floorOne: { says: 'drained ÷ the floor, 3 KB, 1 connection', bound: 'least', value: 0.6 },
  floorTen: { says: 'drained ÷ the floor, 3 KB, 10 connections', bound: 'least', value: 0.35 },
  floorFifty: { says: 'drained ÷ the floor, 3 KB, 50 connections', bound: 'least', value: 0.3 },
  floorLarge: { says: 'drained ÷ the floor, 25 KB, 50 connections', bound: 'least', value: 0.28 },
  logTen: { says: 'bytes of log per 3 KB event, 10 events in a transaction', bound: 'most', value: 10, unit: 'KB' },
  logFifty: { says: 'bytes of log per 3 KB event, 50 events in a transaction', bound: 'most', value: 7, unit: 'KB' },
  growth: { says: 'drained at 1 M ÷ at 10 k stored events, 3 KB, 10 connections', bound: 'least', value: 0.95 },
  list: { says: 'list of 100 ÷ bare, first page', bound: 'least', value: 0.86 },
  pages: { says: 'p95 of a page at 1 M ÷ at 10 k events, the highest of all', bound: 'most', value: 1.07 },
  removal: { says: 'ingest p99 while 1000 issues are removed ÷ quiet', bound: 'most', value: 2 },
  removalAnswer: { says: 'answer to the removal of 1000 issues at 1 M events', bound: 'most', value: 1, unit: 's' },
  disk3: { says: 'bytes on disk per event ÷ its JSON, 3 KB', bound: 'most', value: 0.8 },
  disk25: { says: 'bytes on disk per event ÷ its JSON, 25 KB', bound: 'most', value: 0.35 },
  search: {
    says: 'p95 of the first page of a search at 1 M events, the highest of all',
    bound: 'most',
    value: 50,
    unit: 'ms',
  },
  idleMemory: { says: 'RSS idle', bound: 'most', value: 120, unit: 'MB' },
  busyMemory50: { says: 'RSS under 50 KB load, 10 connections', bound: 'most', value: 250, unit: 'MB' },
  busyMemory3: { says: 'RSS under 3 KB load, 50 connections', bound: 'most', value: 300, unit: 'MB' },
  consoleLoad: {
    says: 'a page of the console usable over a slow network, the slowest',
    bound: 'most',
    value: 1,
    unit: 's',
  },
  startup: { says: '`culprit serve` to its first answer', bound: 'most', value: 0.7, unit: 's' },
  postgres: { says: 'drained on PostgreSQL ÷ on SQLite, 3 KB, 50 connections', bound: 'least', value: 0.6 },
  services: { says: 'drained by two services ÷ by one, 3 KB, 50 connections', bound: 'least', value: 1 },
  servicesCpu: { says: 'CPU per event of two services ÷ of one, 3 KB, 50 connections', bound: 'most', value: 1.2 },
} as const satisfies Record<string, Target>;

type TargetName = keyof typeof TARGETS;

/** A target with its result. */
interface Verdict extends Target {
  readonly name: TargetName;
  readonly reached: number | null;
  readonly isMet: boolean | null;
}

/** The targets of a run on PostgreSQL. All others are of a run on SQLite, and `drained` is of both. */
const POSTGRES_TARGETS: readonly TargetName[] = ['drained', 'postgres', 'services', 'servicesCpu'];
const SQLITE_TARGETS = (Object.keys(TARGETS) as TargetName[]).filter(
  (name) => name === 'drained' || !POSTGRES_TARGETS.includes(name),
);

/** Returns the verdict of each target of a database; one that was not measured has none. */
export function judgeTargets(
  reached: Readonly<Partial<Record<TargetName, number | undefined>>>,
  database: DatabaseName,
): Verdict[] {
  const names = database === 'postgres' ? POSTGRES_TARGETS : SQLITE_TARGETS;
  return names.map((name) => {
    const target: Target = TARGETS[name];
    const value = reached[name];
    if (value === undefined) return { name, ...target, reached: null, isMet: null };
    // Compared with the digits that the report shows.
    const rounded = Math.round(value * 100) / 100;
    return {
      name,
      ...target,
      reached: value,
      isMet: target.bound === 'least' ? rounded >= target.value : rounded <= target.value,
    };
  });
}

/** The results of a run. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly database: DatabaseName;
  readonly isQuick: boolean;
  readonly seconds: number;
  /** Durations of the same piece of work during the run, in milliseconds. */
  readonly noise: Figure;
  readonly targets: readonly Verdict[];
  /** The outcome of each scenario; one that failed has no tables. */
  readonly scenarios: readonly (Outcome & {
    readonly name: string;
    readonly seconds: number;
    readonly failure: string | null;
  })[];
}

interface Machine {
  readonly processor: string;
  readonly processors: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly database: string;
}

/** Describes the machine and the software. */
export function machineOf({ ours, theirs }: BenchSetup): Machine {
  const [processor] = os.cpus();
  return {
    processor: processor?.model.trim() ?? 'unknown',
    processors: os.cpus().length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    database: [...new Set([ours, theirs].map(({ databases }) => databases.version()))].join(' and '),
  };
}

/** Formats the report as Markdown. */
export function render(results: Results): string {
  const { machine, noise, targets, scenarios } = results;
  const spread = Math.round((100 * (noise.max - noise.min)) / noise.median);
  const duration = `${results.date}, ${Math.round(results.seconds)} s${results.isQuick ? ' with `--quick`: too short for more than a glance' : ''}.`;
  const parts = [
    TITLES[results.database],
    `${duration} Noise: the same work on the processor took ${show(noise)} ms, a spread of ${spread} % of the median.`,
    '## Machine',
    grid(['processors', 'memory', 'system', 'Node.js', 'database'], [machineRow(machine)]),
    '## Targets',
    grid(['target', 'wanted', 'reached', ''], targets.filter(({ isMet }) => isMet !== null).map(targetRow)),
    missedSentence(targets),
    ...scenarios.flatMap(({ failure, name }) => (failure === null ? [] : [`**\`${name}\` failed: ${failure}**`])),
    ...scenarios.flatMap(({ tables }) => tables).flatMap(renderTable),
  ];
  return `${parts.join('\n\n')}\n`;
}

const TITLES: Record<DatabaseName, string> = { sqlite: '# Benchmark', postgres: '# Benchmark: PostgreSQL ÷ SQLite' };

function missedSentence(targets: readonly Verdict[]): string {
  const count = (isMet: boolean | null) => targets.filter((target) => target.isMet === isMet).length;
  return `Missed: ${count(false)}. Met: ${count(true)}. Not measured: ${count(null)}.`;
}

function machineRow({ processor, processors, memoryGiB, system, node, database }: Machine): Cell[] {
  return [`${processors} × ${processor}`, `${memoryGiB} GiB`, system, node, database];
}

function targetRow({ says, bound, value, unit, reached, isMet }: Verdict): Cell[] {
  const withUnit = (number: number) => `${show(number)}${unit === undefined ? '' : ` ${unit}`}`;
  const requirement = `${bound === 'least' ? '≥' : '≤'} ${withUnit(value)}`;
  return [says, requirement, withUnit(reached ?? NaN), isMet === true ? 'met' : '**missed**'];
}

function renderTable({ title, columns, rows, note }: Table): string[] {
  return [`## ${title}`, grid(columns, rows), note ?? []].flat();
}

function grid(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${columns
    .slice(1)
    .map(() => '---:|')
    .join('')}`;
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
