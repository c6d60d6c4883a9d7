import { PageFailed, type components } from '../client/createClient';
import {
  type ServiceOptions,
  type TerminalService,
  dataOf,
  messageOf,
  openService,
  parseDuration,
  print,
  unknownPlaceError,
} from './service';
import {
  fit,
  formatFact,
  formatTable,
  paint,
  printable,
  printableJson,
  printableLines,
  timeAgo,
  windowWidth,
} from './terminal';

/* Issues on the terminal. */

type TerminalIssue = components['schemas']['Issue'];
type TerminalEvent = components['schemas']['EventDetail'];
type TerminalSuspects = components['schemas']['IssueSuspectCommits'];

const MAX_LIMIT = 1000;
/** Source lines get at least this width in the output of `show`, even if the window is narrower. */
const MIN_SOURCE_WIDTH = 20;

/** Prints the issues that match a search. @throws Error if an option is invalid or the service refuses the request */
export async function listIssues(
  options: ServiceOptions & { project?: string; query?: string; sort?: string; limit: string },
): Promise<void> {
  const limit = parseLimit(options.limit);
  const { culprit, organization } = await openService(options);
  const { project, query, sort } = options;
  const parameters = {
    organization_slug: organization,
    per_page: Math.min(limit, 100),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort: sort as 'date' }),
  };
  const records =
    project === undefined
      ? culprit.listOrganizationIssues.records(parameters)
      : culprit.listIssues.records({ ...parameters, project_slug: project });
  const issues: TerminalIssue[] = [];
  let hasMore = false;
  try {
    for await (const issue of records) {
      hasMore = issues.length === limit;
      if (hasMore) break;
      issues.push(issue);
    }
  } catch (failure) {
    if (!(failure instanceof PageFailed)) throw failure;
    const { reply } = failure;
    throw reply.response.status === 404 ? unknownPlaceError(organization, project) : new Error(messageOf(reply));
  }
  if (options.json) return void print(`${printableJson(issues)}\n`);
  if (issues.length === 0) return void print('No issue matches.\n');
  print(formatIssues(issues));
  if (hasMore) print(paint('dim', moreHint(limit)));
}

/** Returns the line that says how to see more issues than the limit. */
export function moreHint(limit: number): string {
  return limit < MAX_LIMIT
    ? `There are more; --limit ${Math.min(limit * 2, MAX_LIMIT)} shows them.\n`
    : 'There are more; a search with --query selects some of them.\n';
}

function parseLimit(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text) && Number(text) <= MAX_LIMIT) return Number(text);
  throw new Error(`--limit is "${text}", but must be a number from 1 to ${MAX_LIMIT}.`);
}

const LEVEL_STYLES = { fatal: 'magenta', error: 'red', warning: 'yellow', info: 'cyan', debug: 'gray' } as const;

function formatIssues(issues: readonly TerminalIssue[]): string {
  return formatTable<TerminalIssue>(
    [
      { title: 'ISSUE', value: ({ shortId }) => shortId, style: () => 'bold' },
      { title: 'LEVEL', value: ({ level }) => level, style: ({ level }) => LEVEL_STYLES[level], rank: 4 },
      { title: 'TITLE', value: ({ title }) => title, isFlexible: true },
      { title: 'STATUS', value: ({ status }) => status, rank: 2 },
      { title: 'ASSIGNED', value: ({ assignedTo }) => assignedTo?.name ?? '-', rank: 1 },
      { title: 'EVENTS', value: ({ count }) => count, isNumber: true, rank: 5 },
      { title: 'USERS', value: ({ userCount }) => String(userCount), isNumber: true, rank: 3 },
      { title: 'LAST SEEN', value: ({ lastSeen }) => timeAgo(lastSeen), isNumber: true, rank: 6 },
    ],
    issues,
  );
}

/** Prints an issue, and the stack of its newest event with source lines. @throws Error if the service refuses it */
export async function showIssue(id: string, options: ServiceOptions): Promise<void> {
  const service = await openService(options);
  const issue = await findIssue(service, id);
  const place = { organization_slug: service.organization, issue_id: id };
  const event = dataOf(await service.culprit.getIssueEvent({ ...place, event_id: 'latest' }));
  const suspects = dataOf(await service.culprit.getIssueSuspectCommits({ ...place, event: event.eventID }));
  const shown = { issue, event, suspectCommits: suspects };
  print(options.json ? `${printableJson(shown)}\n` : formatIssue(issue, event, suspects));
}

/** Number of suspect commits that `show` prints. */
const SHOWN_COMMITS = 5;

function formatIssue(issue: TerminalIssue, event: TerminalEvent, { text, commits }: TerminalSuspects): string {
  const { shortId, title, level, status, substatus, culprit, project, count, userCount, assignedTo } = issue;
  const facts = [
    ['Project', project.slug],
    ['Status', substatus === null ? status : `${status} (${substatus.replaceAll('_', ' ')})`],
    ['Assigned to', assignedTo?.name ?? 'nobody'],
    ['Events', userCount === 0 ? count : `${count}, of ${userCount} ${userCount === 1 ? 'user' : 'users'}`],
    ['Seen', `first ${timeAgo(issue.firstSeen)}, last ${timeAgo(issue.lastSeen)}`],
    ['Culprit', culprit ?? '-'],
    ['Event', `${event.eventID}, ${event.dateCreated}`],
    ['Page', issue.permalink],
    ['Tags', event.tags.map(({ key, value }) => `${key}=${value}`).join(' ')],
    ['Origin', text],
    ...commits.slice(0, SHOWN_COMMITS).map(({ release, commit: { id, message, author } }) => {
      const name = author?.name ?? author?.email ?? null;
      return ['Suspect', [id.slice(0, 10), message?.split('\n')[0], name, release].filter(isGiven).join(' · ')];
    }),
  ];
  const head = `${paint('bold', shortId)} ${paint(LEVEL_STYLES[level], level)} ${paint('bold', printable(title))}\n\n`;
  const lines = facts.map(([name = '', value = '']) => formatFact(name, value));
  const blocks = event.entries.flatMap((entry) => formatEntry(entry, title));
  return [head, ...lines, ...blocks.map((block) => `\n${block}`)].join('');
}

function isGiven(part: string | null | undefined): part is string {
  return typeof part === 'string' && part !== '';
}

/** The members of an exception that are read; the contract does not describe the contents of entries. */
interface TerminalException {
  readonly type: string | null;
  readonly value: string | null;
  readonly stacktrace: { readonly frames: readonly TerminalFrame[] } | null;
}

interface TerminalFrame {
  readonly function: string | null;
  readonly filename: string | null;
  readonly lineNo: number | null;
  readonly colNo: number | null;
  readonly inApp: boolean;
  readonly context: readonly (readonly [number, string | null])[];
}

/** The members of a message and of a stack trace that are read. */
interface EntryData {
  readonly message?: string;
  readonly formatted?: string;
  readonly frames?: readonly TerminalFrame[];
}

/**
 * Formats an entry: the message, unless it is the title, the exceptions, or the stack trace of a message. Other entries
 * are not shown.
 */
function formatEntry({ type, data }: TerminalEvent['entries'][number], title: string): string[] {
  const { message = title, formatted = message, frames = [] } = data as EntryData;
  if (type === 'message') return formatted === title ? [] : [`${printableLines(formatted.trimEnd())}\n`];
  if (type === 'stacktrace') return [formatFrames(frames)];
  return type === 'exception' ? formatExceptions(data) : [];
}

/**
 * Formats the exceptions of an event as a runtime prints them: the thrown exception first, then its causes; calls with
 * the newest first.
 */
function formatExceptions(data: Readonly<Record<string, unknown>>): string[] {
  const values = (data['values'] ?? []) as readonly TerminalException[];
  return values.toReversed().map(({ type, value, stacktrace }, index) => {
    const name = [type, value].filter((text) => text !== null && text !== '').join(': ');
    const head = `${index === 0 ? '' : 'caused by '}${paint('red', printableLines(name.trimEnd()))}\n`;
    return head + formatFrames(stacktrace?.frames ?? []);
  });
}

/** Formats a stack. If it has frames of the application, successive frames of libraries become one line. */
function formatFrames(frames: readonly TerminalFrame[]): string {
  let text = '';
  let hidden = 0;
  const flush = () => {
    if (hidden > 0) text += paint('dim', `    … ${hidden} ${hidden === 1 ? 'frame' : 'frames'} of libraries\n`);
    hidden = 0;
  };
  const hasOwn = frames.some(({ inApp }) => inApp);
  for (const frame of frames.toReversed()) {
    if (hasOwn && !frame.inApp) {
      hidden += 1;
      continue;
    }
    flush();
    text += formatFrame(frame);
  }
  flush();
  return text;
}

/** Columns of an excerpt's line without the line number and the source. */
const MARGIN = '      >  | '.length;

function formatFrame({ function: name, filename, lineNo, colNo, context }: TerminalFrame): string {
  const place = [filename ?? '?', lineNo, colNo].filter((part) => part !== null).join(':');
  const head = `    at ${paint('bold', printable(name ?? '?'))} (${printable(place)})\n`;
  const width = Math.max(...context.map(([number]) => String(number).length), 0);
  const space = Math.max(MIN_SOURCE_WIDTH, windowWidth() - MARGIN - width);
  const lines = context.map(([number, line]) => {
    const source = `${String(number).padStart(width)} | ${fit(printable(line ?? ''), space)}`;
    return number === lineNo ? `      ${paint('yellow', `> ${source}`)}\n` : paint('dim', `        ${source}\n`);
  });
  return head + lines.join('');
}

/** The request body that changes issues. */
type SentChange = components['schemas']['IssueUpdate'];

interface ResolveOptions extends ServiceOptions {
  readonly inRelease?: string;
  readonly inNextRelease?: boolean;
}

/** Resolves issues. @throws Error if options contradict each other or the service refuses the change */
export function resolveIssues(ids: string[], options: ResolveOptions): Promise<void> {
  const { inRelease, inNextRelease } = options;
  if (inRelease !== undefined && inNextRelease) throw new Error('Give --in-release or --in-next-release, not both.');
  const statusDetails = inNextRelease ? { inNextRelease: true as const } : inRelease !== undefined && { inRelease };
  return changeIssues(ids, options, { status: 'resolved', ...(statusDetails && { statusDetails }) });
}

/** Reopens issues. @throws Error if the service refuses the change */
export function reopenIssues(ids: string[], options: ServiceOptions): Promise<void> {
  return changeIssues(ids, options, { status: 'unresolved' });
}

/**
 * Ignores issues, for good or until something happens.
 * @throws Error if an option is invalid or the service refuses the change
 */
export function ignoreIssues(
  ids: string[],
  options: ServiceOptions & { for?: string; events?: string; users?: string; untilEscalating?: boolean },
): Promise<void> {
  const details = {
    ...(options.for !== undefined && { ignoreDuration: parseDuration('--for', options.for) }),
    ...(options.events !== undefined && { ignoreCount: parseCount('--events', options.events) }),
    ...(options.users !== undefined && { ignoreUserCount: parseCount('--users', options.users) }),
    ...(options.untilEscalating && { ignoreUntilEscalating: true as const }),
  };
  const names = Object.keys(details);
  if (names.length > 1) throw new Error('Give one of --for, --events, --users and --until-escalating, not several.');
  return changeIssues(ids, options, { status: 'ignored', ...(names.length > 0 && { statusDetails: details }) });
}

function parseCount(option: string, text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new Error(`${option} is "${text}", but must be a whole number from 1 to 999999999.`);
}

/** Assigns issues to a member or a team, or to nobody. @throws Error if the service refuses the change */
export function assignIssues(ids: string[], options: ServiceOptions & { to: string }): Promise<void> {
  return changeIssues(ids, options, { assignedTo: options.to === 'nobody' ? '' : options.to });
}

/** Changes all of the issues or none of them, and prints the changed issues. */
async function changeIssues(ids: string[], options: ServiceOptions, change: SentChange): Promise<void> {
  const service = await openService(options);
  const issues: TerminalIssue[] = [];
  for (const id of ids) issues.push(await findIssue(service, id));
  const id = issues.map((issue) => Number(issue.id));
  const { culprit, organization } = service;
  dataOf(await culprit.updateOrganizationIssues({ organization_slug: organization, id, body: change }));
  const changed: TerminalIssue[] = [];
  for (const issue of issues) changed.push(await findIssue(service, issue.id));
  print(options.json ? `${printableJson(changed)}\n` : formatIssues(changed));
}

/** @throws Error that names the issue, if it does not exist */
async function findIssue({ culprit, organization }: TerminalService, id: string): Promise<TerminalIssue> {
  const reply = await culprit.getIssue({ organization_slug: organization, issue_id: id });
  if (!reply.ok && reply.response.status === 404)
    throw new Error(`There is no issue ${id} in the organization ${organization}.`);
  return dataOf(reply);
}

/* Events on the terminal. */

type TerminalJourney = components['schemas']['EventJourney'];

/** Prints what happened to an event. @throws Error if no project knows it or the service refuses the request */
export async function showJourney(id: string, options: ServiceOptions & { project?: string }): Promise<void> {
  const service = await openService(options);
  const projects = options.project === undefined ? projectsOf(service, id) : [options.project];
  for await (const project of projects) {
    const journey = await findJourney(service, project, id);
    if (journey === undefined) continue;
    print(options.json ? `${printableJson({ project, ...journey })}\n` : formatJourney(project, journey));
    return;
  }
  const place = options.project === undefined ? 'the organization' : `the project ${options.project}`;
  throw new Error(`Nothing is known about an event ${id} in ${place}; events not stored are known for seven days.`);
}

/** Returns the project of a stored event, or else all projects: one of them may know why the event is not stored. */
async function* projectsOf({ culprit, organization }: TerminalService, id: string): AsyncGenerator<string> {
  const stored = await culprit.getEventById({ organization_slug: organization, event_id: id });
  if (stored.ok) return void (yield stored.data.projectSlug);
  if (stored.response.status !== 404) dataOf(stored);
  for await (const { slug } of culprit.listOrganizationProjects.records({ organization_slug: organization }))
    yield slug;
}

async function findJourney(
  { culprit, organization }: TerminalService,
  project: string,
  id: string,
): Promise<TerminalJourney | undefined> {
  const place = { organization_slug: organization, project_slug: project, event_id: id };
  const reply = await culprit.getEventJourney(place);
  return !reply.ok && reply.response.status === 404 ? undefined : dataOf(reply);
}

const CLOCKS: Readonly<Record<NonNullable<TerminalJourney['clock']>['cause'], string>> = {
  clock_drift: 'corrected: the clock of the client is wrong',
  future_timestamp: 'replaced: the event is in the future',
  past_timestamp: 'replaced: the event is too old',
  invalid_timestamp: 'replaced: the event has no valid time',
};

const FINGERPRINTS: Readonly<Record<NonNullable<TerminalJourney['grouping']>['fingerprint'], string>> = {
  default: 'grouped by its content',
  client: 'grouped by the fingerprint that the client sent',
  rule: 'grouped by a fingerprint rule of the project',
};

function formatJourney(project: string, journey: TerminalJourney): string {
  const { eventID, status, dateReceived, source, clock, changes, grouping, counted, deliveries, drop } = journey;
  const { key, network, sdk } = source;
  const isStored = status === 'stored';
  const seconds = clock?.milliseconds ? `, by ${Math.round(clock.milliseconds / 1000)} s` : '';
  const merged = grouping?.mergedIssues ? `, ${grouping.mergedIssues} issues were merged into it` : '';
  const facts: readonly (readonly [string, string] | null)[] = [
    ['Project', project],
    ['Received', dateReceived],
    ['Key', key === null ? '-' : `${key.name ?? 'removed key'} (${key.start}…)`],
    ['Network', network ?? '-'],
    sdk && ['SDK', `${sdk.name ?? '?'} ${sdk.version ?? ''}`.trimEnd()],
    clock && ['Time', `${CLOCKS[clock.cause]}${seconds}`],
    ...changes.map(({ rule, setting, action, count, paths }) => {
      const more = count > paths.length ? ', …' : '';
      return ['Changed', `${count} ${action} by ${setting ?? rule}: ${paths.join(', ')}${more}`] as const;
    }),
    grouping && [
      'Issue',
      `${grouping.issue.shortId}, ${FINGERPRINTS[grouping.fingerprint]} (${grouping.hash})${merged}`,
    ],
    counted && ['Counted', [counted.outcome, counted.reason, counted.category].filter(Boolean).join(', ')],
    journey.pendingAlerts > 0 ? ['Alerts', `${journey.pendingAlerts} waiting`] : null,
    ...deliveries.map(({ channel, rule, recipient, state, dateCreated }) => {
      return ['Alert', [rule?.name, channel, recipient, state, dateCreated].filter(Boolean).join(', ')] as const;
    }),
    drop && [isStored ? 'Refused too' : 'Refused', `${drop.explanation} (${drop.reason}, ${drop.dateReceived})`],
    drop && drop.attempts > 1 ? ['Attempts', String(drop.attempts)] : null,
    drop?.setting ? ['Setting', drop.setting] : null,
    drop?.limit ? ['Limit', `${drop.limit.count} in ${drop.limit.window} seconds`] : null,
  ];
  const head = `${paint('bold', printable(eventID))} ${paint(isStored ? 'green' : 'red', status)}\n\n`;
  return head + facts.flatMap((fact) => (fact ? formatFact(...fact) : [])).join('');
}
