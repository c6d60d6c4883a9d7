import type { components } from '../../../client/createClient';
import { type AddressParameters, readRange } from '../../components/localInput';

/** An issue of a list. */
export type ListedIssue = components['schemas']['Issue'];

/** The member or team that an issue is assigned to. */
export type ListedAssignee = NonNullable<ListedIssue['assignedTo']>;

/** A change of several issues at once. */
export type BulkChange = components['schemas']['IssueBulkUpdate'];

export const ISSUE_SORTS = ['date', 'new', 'freq', 'user'] as const;
/** Lengths of time before now that the list offers; `all` is any time. */
export const LIST_PERIODS = ['1h', '6h', '24h', '14d', '90d', 'all'] as const;

export type ListPeriod = (typeof LIST_PERIODS)[number];

/** The choices of a list of issues. The address of the page contains them, in the words of the contract. */
export interface IssueListState {
  readonly query: string;
  readonly sort: (typeof ISSUE_SORTS)[number];
  /** `custom` if `start` or `end` is given. */
  readonly period: ListPeriod | 'custom';
  /** In ISO 8601, as `end`; null for none. */
  readonly start: string | null;
  readonly end: string | null;
  /** Slugs or ids. Empty for all. */
  readonly projects: readonly string[];
  readonly environments: readonly string[];
  /** Empty for the first page. */
  readonly cursor: string;
}

/** The search of the list unless the address has another one. */
export const DEFAULT_QUERY = 'is:unresolved';
export const DEFAULT_PERIOD: ListPeriod = '14d';

const PER_PAGE = 50;

/** Reads the state of the list from the address. Unknown values become the default. */
export function readIssueList(search: AddressParameters): IssueListState {
  const range = readRange(search);
  const isOpen = range.start === null && range.end === null;
  const period = LIST_PERIODS.find((one) => one === search.get('statsPeriod')) ?? DEFAULT_PERIOD;
  return {
    query: search.get('query') ?? DEFAULT_QUERY,
    sort: ISSUE_SORTS.find((one) => one === search.get('sort')) ?? 'date',
    ...range,
    period: isOpen ? period : 'custom',
    projects: search.getAll('project').filter((one) => one !== ''),
    cursor: search.get('cursor') ?? '',
  };
}

/** Returns the arguments by which operations find the issues of the list. */
export function searchArguments({ query, period, start, end, projects, environments }: IssueListState) {
  return {
    query,
    ...(projects.length > 0 && { project: [...projects] }),
    ...(environments.length > 0 && { environment: [...environments] }),
    ...(period !== 'custom' && period !== 'all' && { statsPeriod: period }),
    ...(start !== null && { start }),
    ...(end !== null && { end }),
  };
}

/** Returns the arguments of `listOrganizationIssues` for a page of the list. */
export function issueListArguments(organization: string, state: IssueListState, cursor: string) {
  return {
    organization_slug: organization,
    ...searchArguments(state),
    sort: state.sort,
    groupStatsPeriod: 'auto' as const,
    per_page: PER_PAGE,
    ...(cursor !== '' && { cursor }),
  };
}

/** The issues that a change is about. */
export interface SelectedIssues {
  /** Those on the page. */
  readonly issues: readonly ListedIssue[];
  readonly count: number;
  /** The search that all of them match, those on other pages included; null for those on the page alone. */
  readonly search: ReturnType<typeof searchArguments> | null;
}

/** Returns a selection of issues of the page. */
export function selectionOf(issues: readonly ListedIssue[]): SelectedIssues {
  return { issues, count: issues.length, search: null };
}

/** Maximum number of terms in a search, and of issues on a page of those that it finds. */
const MAX_TERMS = 20;

/** Returns searches that find the given issues, of which one search can name some. */
export function queriesOf(issues: readonly Pick<ListedIssue, 'shortId'>[]): string[] {
  const terms = issues.map(({ shortId }) => `issue:${shortId}`);
  return Array.from({ length: Math.ceil(terms.length / MAX_TERMS) }, (_, index) =>
    terms.slice(index * MAX_TERMS, (index + 1) * MAX_TERMS).join(' OR '),
  );
}

/** True if the list has all existing issues. */
export function showsEverything(state: IssueListState): boolean {
  return state.query.trim() === '' && state.period === 'all' && !isNarrowed(state);
}

/** True if only some projects or environments are shown. */
export function isNarrowed({ projects, environments }: IssueListState): boolean {
  return projects.length > 0 || environments.length > 0;
}

/**
 * The issues of the newest reply that the list on the screen does not have yet. Issues behind its last one are none of
 * them: they moved up because others left the page.
 */
export function newerIssues<Item extends { readonly id: string }>(
  listed: readonly Item[],
  latest: readonly Item[],
): readonly Item[] {
  const ids = new Set(listed.map(({ id }) => id));
  const last = latest.findLastIndex(({ id }) => ids.has(id));
  return latest.slice(0, last === -1 ? latest.length : last).filter(({ id }) => !ids.has(id));
}

/** Returns the list on the screen in its order, each issue as the newest reply has it. */
export function refreshed<Item extends { readonly id: string }>(
  listed: readonly Item[],
  latest: readonly Item[],
): readonly Item[] {
  const byId = new Map(latest.map((item) => [item.id, item]));
  return listed.map((item) => byId.get(item.id) ?? item);
}

/** Returns an issue as a change makes it, as far as that is known before the service has replied. */
export function changedIssue(
  issue: ListedIssue,
  { status, isBookmarked = issue.isBookmarked, hasSeen = issue.hasSeen }: BulkChange,
  assignedTo: ListedAssignee | null = issue.assignedTo,
): ListedIssue {
  const marked = { ...issue, isBookmarked, hasSeen, assignedTo };
  if (status === 'unresolved') return { ...marked, status, substatus: 'ongoing' };
  return status === 'resolved' || status === 'ignored' ? { ...marked, status } : marked;
}

/** Splits a title into the kind of an error and its message, which lists show on lines of their own. */
export function splitTitle({ title, type }: Pick<ListedIssue, 'title' | 'type'>): {
  readonly name: string;
  readonly message: string | null;
} {
  const [, name, message] = /^([^\s:]+): (.+)$/s.exec(title) ?? [];
  return type !== 'error' || name === undefined || message === undefined
    ? { name: title, message: null }
    : { name, message };
}

/** One or two capitals for a member or a team. */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = (name.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  return `${[...first][0] ?? '?'}${[...second][0] ?? ''}`.toUpperCase();
}

/** Returns the error in a query from the message of a 400; null for other messages. */
export function queryProblem(
  message: string,
): { readonly position: number | null; readonly word: string; readonly hint: string } | null {
  const [, position, word, hint] =
    /^Query parameter 'query' is invalid at character (\d+), ("(?:[^"\\]|\\.)*"): (.*)\.$/s.exec(message) ?? [];
  if (position !== undefined && word !== undefined && hint !== undefined)
    return { position: Number(position), word: String(JSON.parse(word)), hint };
  return message.startsWith("Query parameter 'query'") ? { position: null, word: '', hint: message } : null;
}
