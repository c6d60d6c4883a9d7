import { setTimeout } from 'node:timers/promises';
import type { components } from '../client/createClient';
import { dataOf, openService, parseDuration, print, type ServiceOptions, type TerminalService } from './service';
import { type Column, formatTable, paint, printable, printableJson, printableLines } from './terminal';

/* Releases on the terminal. */

type TerminalVerdict = components['schemas']['ReleaseVerdict'];
type PrintedVerdict = TerminalVerdict['projects'][number];
type JudgedReason = PrintedVerdict['reasons'][number];
type UsedRelease = PrintedVerdict['exposure']['release'];

const EXIT_CODES = { good: 0, bad: 1, unknown: 2 } as const;
const STYLES = { good: 'green', bad: 'red', unknown: 'yellow' } as const;
/** Time between two requests. */
const INTERVAL_MS = 15_000;
const MINUTE_MS = 60_000;

interface VerdictOptions extends ServiceOptions {
  readonly baseline: string;
  readonly environment: readonly string[];
  readonly project: readonly string[];
  readonly wait?: string;
}

/**
 * Prints whether a release is good, and exits with 0 if it is, 1 if it is bad, and 2 if that is unknown.
 * @throws Error if an option is invalid or the service refuses the request
 */
export async function showVerdict(version: string, options: VerdictOptions): Promise<void> {
  // An error says nothing about the release.
  process.exitCode = EXIT_CODES.unknown;
  const waitMs = options.wait === undefined ? 0 : parseDuration('--wait', options.wait) * MINUTE_MS;
  const service = await openService(options);
  const report = options.json ? () => undefined : (text: string) => process.stderr.write(`${printableLines(text)}\n`);
  const verdict = await waitForVerdict(() => judge(service, version, options), { waitMs, report, ...CLOCK });
  print(options.json ? `${printableJson(verdict)}\n` : formatVerdict(verdict));
  process.exitCode = EXIT_CODES[verdict.verdict];
}

/** The time, and how to wait for it. */
interface WaitingClock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

const CLOCK: WaitingClock = { now: Date.now, sleep: setTimeout };

/**
 * Asks until the verdict is known or the time is over, and reports what is still missing when that changes. An error
 * is only thrown at the end of the time: until its first event, the service does not know a release.
 */
export async function waitForVerdict<Known extends Pick<TerminalVerdict, 'verdict' | 'text'>>(
  ask: () => Promise<Known>,
  { waitMs, report, now, sleep }: WaitingClock & { readonly waitMs: number; readonly report: (text: string) => void },
): Promise<Known> {
  const start = now();
  const end = start + waitMs;
  let reported = '';
  for (;;) {
    const result = await ask().catch((error: unknown) => error as Error);
    const isLast = now() >= end;
    if (result instanceof Error) {
      if (isLast) throw result;
    } else if (isLast || result.verdict !== 'unknown') return result;
    const text = result instanceof Error ? result.message : result.text;
    if (text !== reported) report(`${Math.floor((now() - start) / MINUTE_MS)} min: ${text}`);
    reported = text;
    await sleep(Math.min(INTERVAL_MS, end - now()));
  }
}

async function judge(
  { culprit, organization }: TerminalService,
  version: string,
  { baseline, environment, project }: VerdictOptions,
): Promise<TerminalVerdict> {
  const reply = await culprit.getReleaseVerdict({
    ...{ organization_slug: organization, version, baseline },
    ...(environment.length > 0 && { environment: [...environment] }),
    ...(project.length > 0 && { project: [...project] }),
  });
  if (!reply.ok && reply.response.status === 404)
    throw new Error(`There is no release ${version} in the organization ${organization}, or not in these projects.`);
  return dataOf(reply);
}

function formatVerdict({ version, verdict, text, environments, projects }: TerminalVerdict): string {
  const place = environments.length === 0 ? '' : ` in ${printable(environments.join(', '))}`;
  const head = `${paint('bold', printable(version))} is ${paint(['bold', STYLES[verdict]], verdict)}${place}\n`;
  if (projects.length === 0) return `${head}\n${printableLines(text)}\n`;
  return [head, ...projects.map((project) => formatProject(version, project))].join('\n');
}

interface ShownUse {
  readonly name: string;
  readonly use: UsedRelease;
  readonly rate: string;
}

interface ReasonIssue {
  readonly kind: string;
  readonly issue: JudgedReason['issues'][number];
}

const KIND_NAMES: Readonly<Partial<Record<JudgedReason['type'], string>>> = {
  newIssues: 'new',
  regressions: 'regression',
  escalations: 'escalating',
};

function formatProject(version: string, project: PrintedVerdict): string {
  const { slug, verdict, baseline, exposure, errorRate, reasons } = project;
  const head = `${paint('bold', printable(slug))} ${paint(STYLES[verdict], verdict)}\n`;
  const rateOf = (side: 'release' | 'baseline') => {
    if (errorRate === null) return '-';
    const { rate } = errorRate[side];
    return errorRate.unit === 'hour' ? `${rate.toFixed(2)}/h` : `${(100 * rate).toFixed(2)}%`;
  };
  const uses = [{ name: version, use: exposure.release, rate: rateOf('release') }];
  if (exposure.baseline !== null)
    uses.push({ name: baseline?.version ?? '-', use: exposure.baseline, rate: rateOf('baseline') });
  const issues = reasons.flatMap((reason) =>
    reason.issues.map((issue) => ({ kind: KIND_NAMES[reason.type] ?? '', issue })),
  );
  const reasonLines = reasons.map((reason) => {
    return `${paint(STYLES[reason.verdict], reason.verdict.padEnd('unknown'.length))}  ${printable(reason.text)}\n`;
  });
  const blocks = [
    head + formatTable<ShownUse>(USE_COLUMNS, uses),
    reasonLines.join(''),
    ...(issues.length === 0 ? [] : [formatTable<ReasonIssue>(ISSUE_COLUMNS, issues)]),
    `${reasons.find(({ type }) => type === 'exposure')?.link ?? ''}\n`,
  ];
  return blocks.join('\n');
}

const orNone = (number: number | null) => (number === null ? '-' : String(number));

const USE_COLUMNS: readonly Column<ShownUse>[] = [
  { title: 'RELEASE', value: ({ name }) => name, isFlexible: true },
  { title: 'HOURS', value: ({ use }) => use.hours.toFixed(1), isNumber: true },
  { title: 'EVENTS', value: ({ use }) => orNone(use.events), isNumber: true },
  { title: 'SESSIONS', value: ({ use }) => String(use.sessions), isNumber: true, rank: 2 },
  { title: 'USERS', value: ({ use }) => orNone(use.users), isNumber: true, rank: 1 },
  { title: 'ERRORS', value: ({ rate }) => rate, isNumber: true },
];

const ISSUE_COLUMNS: readonly Column<ReasonIssue>[] = [
  { title: 'ISSUE', value: ({ issue }) => issue.shortId, style: () => 'bold' },
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'TITLE', value: ({ issue }) => issue.title, isFlexible: true },
  { title: 'EVENTS', value: ({ issue }) => String(issue.events), isNumber: true, rank: 2 },
  { title: 'USERS', value: ({ issue }) => String(issue.users), isNumber: true, rank: 1 },
];
