import os from 'node:os';
import { type DatabaseName, SQLITE_SCENARIOS } from './options';
import type { Cell, Figure, Outcome, Table, Verdict } from './report';
import type { BenchSetup } from './setup';

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
    `${WHAT_IT_MEASURES[results.database]} ${HOW_TO_READ}`,
    `${duration} Noise: the same work on the processor took ${show(noise)} ms, a spread of ${spread} % of the median.`,
    '## Machine',
    grid(['processors', 'memory', 'system', 'Node.js', 'database'], [machineRow(machine)]),
    '## Targets',
    grid(['target', 'wanted', 'reached', ''], targets.map(targetRow)),
    ...scenarios.flatMap(({ failure, name }) => (failure === null ? [] : [`**\`${name}\` failed: ${failure}**`])),
    ...scenarios.flatMap(({ tables }) => tables).flatMap(renderTable),
  ];
  return `${parts.join('\n\n')}\n`;
}

const TITLES: Record<DatabaseName, string> = { sqlite: '# Benchmark', postgres: '# Benchmark: PostgreSQL ÷ SQLite' };

const WHAT_IT_MEASURES: Record<DatabaseName, string> = {
  sqlite: `\`npm run bench\` measures the service beside two programs. The bare server ([\`baseline/\`](baseline/)) is \`node:http\` with
the same JSON, SQL and durability by hand, on one thread, without validation, authentication, normalization and scrubbing. The floor
([\`floor.ts\`](floor.ts)) is the least that durable ingestion costs; nothing can be read from it.`,
  postgres: `\`npm run bench -- --database postgres\` measures the service on PostgreSQL beside the service on SQLite, with the same
content: every ratio of the two is PostgreSQL ÷ SQLite. Processor time and memory are those of the service, without the PostgreSQL
server unless a column says so. The server has the same disk and processors. Left out are ${SQLITE_SCENARIOS.join(', ')}, which run on
SQLite only.`,
};

const HOW_TO_READ = `All run in the same minutes, in turn, with the load generator on the same machine: ratios can be compared between
machines, absolute figures cannot. A figure is the median of several rounds; the lowest and the highest round stand beside it. Ratios
are taken round by round. CPU is processor time for one request, which other load changes least. Busy is how much of one processor the
service and the load generator used: the generator is no bottleneck while it is well below 100 %.`;

function machineRow({ processor, processors, memoryGiB, system, node, database }: Machine): Cell[] {
  return [`${processors} × ${processor}`, `${memoryGiB} GiB`, system, node, database];
}

function targetRow({ says, bound, value, unit, reached, isMet }: Verdict): Cell[] {
  const withUnit = (number: number) => `${show(number)}${unit === undefined ? '' : ` ${unit}`}`;
  const wanted = `${bound === 'least' ? '≥' : '≤'} ${withUnit(value)}`;
  return [
    says,
    wanted,
    reached === null ? 'not measured' : withUnit(reached),
    isMet === null ? '' : isMet ? 'met' : '**missed**',
  ];
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
