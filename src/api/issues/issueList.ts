import type { Caller } from '../../domain/access';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { BadRequest, NotFound } from '../../domain/errors';
import { parseIssueQuery } from '../../domain/issueQuery';
import {
  combine,
  DEFAULT_ISSUE_QUERY,
  isIssueCursorKey,
  type IssueSearch,
  type IssueSort,
  MAX_HITS,
} from '../../domain/issueSearch';
import type { Organization } from '../../domain/organization';
import { type Cursor, decodeCursor, DEFAULT_PAGE_SIZE, type Page, type PageRequest } from '../../domain/page';
import type { Project } from '../../domain/project';
import type { IssueListRequest } from '../../store/issues/issues';
import { readRange, type SearchRange, type TimeQuery } from '../periods';
import { findProjects } from '../subjects';
import { idsByProject } from './issueRecords';
import type { CountFilter, Issue } from '../../domain/issue';
import { type TimeRange, timeRangeBefore } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import type { IssueRecord } from '../../presenters/issue';
import { type CountPoint, presentSeries } from '../../presenters/project';
import type { Read, Readers, Writers } from '../../store/stores';

/** Returns a search for the issues that have an event in a range. */
function searchOfRange({ start, end }: SearchRange): IssueSearch {
  const lastSeen = (comparison: '<' | '>=', time: number): IssueSearch => ({
    ...{ kind: 'time', field: 'lastSeen', comparison },
    at: { time },
  });
  const parts: IssueSearch[] = [];
  if (start !== null) parts.push(lastSeen('>=', start));
  if (end !== null) {
    parts.push({ kind: 'time', field: 'firstSeen', comparison: '<', at: { time: end } });
    parts.push(combine('or', [lastSeen('<', end), { kind: 'eventTime', start: start ?? 0, end }]));
  }
  return combine('and', parts);
}

/** The parameters of operations that list issues. */
interface IssueListQuery extends TimeQuery {
  readonly query?: string | undefined;
  readonly sort?: IssueSort | undefined;
  readonly environment?: readonly string[] | undefined;
}

/**
 * Returns the environments and the period whose events are counted; null for all events.
 * @throws BadRequest if the time range is invalid
 */
export function readCountFilter(
  { environment = [], statsPeriod, start, end }: Pick<IssueListQuery, 'environment' | keyof TimeQuery>,
  now: number,
): CountFilter | null {
  const range = readRange({ statsPeriod, start, end }, now);
  const isEmpty = environment.length === 0 && range.start === null && range.end === null;
  return isEmpty ? null : { environments: environment, ...range, now };
}

/**
 * Reads the selection of a list of issues.
 * @param scope the selection by the path and other parameters: a cursor belongs to one scope
 * @throws BadRequest if the query, the time range or the cursor is invalid
 */
export function readIssueList(
  query: IssueListQuery,
  page: PageRequest,
  { now, caller, scope }: { now: number; caller: Pick<Caller, 'memberId'>; scope: string },
): IssueListRequest {
  const { query: text = DEFAULT_ISSUE_QUERY, sort = 'date', environment = [], statsPeriod, start, end } = query;
  const filter = readCountFilter(query, now);
  const parts = [parseIssueQuery(text)];
  if (environment.length > 0)
    parts.push({ kind: 'tag', key: 'environment', values: environment.map((name) => [name]) });
  if (filter !== null) parts.push(searchOfRange(filter));
  const list = JSON.stringify([scope, text, environment, statsPeriod, start, end]);
  if (page.cursor !== null && !isIssueCursorKey(page.cursor.key, sort, list))
    throw new BadRequest('Invalid cursor parameter: it belongs to another search or order. Begin without a cursor.');
  return { search: combine('and', parts), sort, filter, list, now, memberId: caller.memberId };
}

/**
 * Returns the page with the size that `limit` or `per_page` gives: both are names of the same parameter.
 * @throws BadRequest if both are given
 */
export function sizedPage(
  { limit, per_page: perPage }: { readonly limit?: number | undefined; readonly per_page?: number | undefined },
  page: PageRequest,
): PageRequest {
  if (limit !== undefined && perPage !== undefined)
    throw new BadRequest("Query parameters 'limit' and 'per_page' mean the same: use one of them.");
  return { ...page, size: Math.min(limit ?? page.size, DEFAULT_PAGE_SIZE) };
}

/** Periods over which records of issues have counts, and the time of one count. */
const PERIODS = {
  '24h': { length: DAY_MS, step: HOUR_MS },
  '14d': { length: 14 * DAY_MS, step: DAY_MS },
  '30d': { length: 30 * DAY_MS, step: DAY_MS },
  '90d': { length: 90 * DAY_MS, step: DAY_MS },
} as const;

/** The name of a period; `auto` is the time range of the listed issues. */
export type SeriesPeriod = keyof typeof PERIODS | 'auto';

/** The period of `auto` if the list has no time range. */
const DEFAULT_LENGTH = PERIODS['14d'].length;
/** Maximum length of a period with counts by hour; longer periods have counts by day. */
const MAX_LENGTH_BY_HOUR = 2 * DAY_MS;
const MAX_LENGTH = PERIODS['90d'].length;

/** Returns the time range and the steps of a period. @param listed the time range of the listed issues, for `auto` */
function rangeOf(period: SeriesPeriod, now: number, listed: SearchRange): TimeRange {
  if (period !== 'auto') return timeRangeBefore(now, PERIODS[period].length, PERIODS[period].step);
  const { start, end } = listed;
  // The end is exclusive.
  const last = Math.min(now, (end ?? Infinity) - 1);
  const length = Math.min(start === null ? DEFAULT_LENGTH : last - start, MAX_LENGTH);
  const step = length > MAX_LENGTH_BY_HOUR ? DAY_MS : HOUR_MS;
  const range = timeRangeBefore(last, Math.max(length, step), step);
  // In a period up to now, the unfinished last hour or day counts; a period that has ended is covered from its start.
  return end === null || start === null ? range : { ...range, from: Math.min(range.from, stepOf(last - length, step)) };
}

function stepOf(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

const ANY_TIME: SearchRange = { start: null, end: null };

/**
 * Adds the counts over a period to the records of a page of issues; adds nothing without a period.
 * @param filter the environments that are counted, and the time range of the listed issues
 */
export async function addSeries(
  stores: Readers,
  issues: readonly Pick<Issue, 'id' | 'projectId'>[],
  records: readonly IssueRecord[],
  { periods, now, filter }: { periods: readonly SeriesPeriod[]; now: number; filter: CountFilter | null },
): Promise<IssueRecord[]> {
  if (periods.length === 0) return [...records];
  const idsOfProjects = idsByProject(issues);
  const statsById = new Map<string, Record<string, CountPoint[]>>();
  for (const period of periods) {
    const range = rangeOf(period, now, filter ?? ANY_TIME);
    for (const [projectId, ids] of idsOfProjects) {
      for (const [id, counts] of await stores.issueStats.series(projectId, ids, range, filter?.environments))
        statsById.set(id, { ...statsById.get(id), [period]: presentSeries(range, counts) });
    }
  }
  return records.map((record) => ({ ...record, stats: statsById.get(record.id) ?? {} }));
}

/** Number of projects that one statement reads. */
const PROJECTS_AT_ONCE = 100;
/** Value of the parameter `project` with which clients ask for all projects. */
const ALL_PROJECTS = '-1';

/** Issues of one project that a request names. */
export interface NamedIssues {
  readonly project: Project;
  readonly ids: number[];
}

/**
 * Finds the projects of issues of an organization. Returns undefined if one of the ids is not an issue of the
 * organization: then nothing must change (openapi/DECISIONS.md D3).
 */
export async function findNamedIssues(
  { issueStates, projects }: Readers,
  organization: Organization,
  ids: readonly number[],
): Promise<NamedIssues[] | undefined> {
  const projectOf = await issueStates.findProjects(organization.id, ids);
  if (projectOf.size !== new Set(ids).size) return undefined;
  const byProject = new Map<string, NamedIssues>();
  for (const [id, projectId] of projectOf) {
    const project = byProject.get(projectId)?.project ?? (await projects.findById(organization.id, projectId));
    if (project === undefined) return undefined;
    byProject.set(projectId, { project, ids: [...(byProject.get(projectId)?.ids ?? []), Number(id)] });
  }
  return [...byProject.values()];
}

/** The parameters with which a bulk operation names issues by a search. */
interface BulkSearch extends Omit<IssueListQuery, 'sort'> {
  readonly id?: readonly number[] | undefined;
  readonly project?: readonly string[] | undefined;
}

/**
 * Finds the issues that a bulk operation names by a search in place of ids; without a search, returns undefined and
 * reads nothing. Call it before the transaction, which must not read for long: issues may be removed meanwhile.
 * @throws BadRequest if the parameters contradict each other, or the search is invalid or reads too many issues
 */
export async function findSearchedIssues(
  read: Read,
  findSearched: (stores: Readers) => readonly Project[] | Promise<readonly Project[]>,
  { query, id, project, environment, statsPeriod, start, end }: BulkSearch,
  searcher: { readonly now: number; readonly caller: Caller },
): Promise<NamedIssues[] | undefined> {
  if (query === undefined) {
    const needless = Object.entries({ project, environment, statsPeriod, start, end }).find(
      ([, value]) => value !== undefined,
    );
    if (needless !== undefined)
      throw new BadRequest(`Query parameter '${needless[0]}' needs 'query'. Nothing was changed.`);
    return undefined;
  }
  if (id !== undefined)
    throw new BadRequest("Query parameters 'id' and 'query' exclude each other. Nothing was changed.");
  const page = { cursor: null, size: MAX_HITS };
  const request = readIssueList({ query, environment, statsPeriod, start, end }, page, { ...searcher, scope: '' });
  return read(async (stores) => {
    const projects = await findSearched(stores);
    const projectIds = projects.map((one) => one.id);
    const idsByProject = await stores.issues.findMatching(projectIds, request);
    if (idsByProject === undefined)
      throw new BadRequest('The search goes through too many issues; narrow it, or name ids. Nothing was changed.');
    return projects.flatMap((one) => {
      const ids = idsByProject.get(one.id);
      return ids === undefined ? [] : [{ project: one, ids }];
    });
  });
}

/**
 * Finds the issues of an organization that a bulk operation names by ids or by a search; none, if one of the ids is not
 * an issue of the organization.
 * @throws BadRequest as `findSearchedIssues` does, and if the request names no issues
 */
export async function findBulkIssues(
  stores: Readers,
  organization: Organization,
  query: BulkSearch,
  searcher: { readonly now: number; readonly caller: Caller },
): Promise<{ readonly isSearch: boolean; readonly named: NamedIssues[] | undefined }> {
  const findSearched = () => findSearchedProjects(stores, organization.id, query.project);
  const searched = await findSearchedIssues((work) => work(stores), findSearched, query, searcher);
  if (searched !== undefined) return { isSearch: true, named: searched };
  if (query.id === undefined) throw new BadRequest("Name issues by the query parameter 'id' or 'query'.");
  return { isSearch: false, named: await findNamedIssues(stores, organization, query.id) };
}

/**
 * Deletes issues permanently. If an id is not an issue of its project, none of this project is deleted; ids that a
 * search found are deleted as far as they still exist.
 */
export async function removeNamedIssues(
  stores: Writers,
  named: readonly NamedIssues[],
  { isSearch, audit, now }: { readonly isSearch: boolean; readonly audit: Audit; readonly now: number },
): Promise<void> {
  for (const { project, ids } of named) {
    const present = isSearch ? (await stores.issueStates.lock(project.id, ids)).map(({ id }) => Number(id)) : ids;
    await recordRemoval(stores, project, await stores.issues.remove(project.id, present, now), audit);
  }
}

/** Adds an entry to the audit log if issues were removed. */
export async function recordRemoval(
  { auditLog }: Writers,
  project: Project,
  removed: readonly number[],
  audit: Audit,
): Promise<void> {
  const details = { count: removed.length, ids: listedValues(removed) };
  if (removed.length > 0) await auditLog.insert(audit({ event: 'issue.remove', ...aboutProject(project), details }));
}

/** Returns the number of issues that a search has found; undefined without a search. */
export function hitsOf(searched: readonly NamedIssues[] | undefined): number | undefined {
  return searched?.reduce((sum, { ids }) => sum + ids.length, 0);
}

/**
 * Finds the projects that a search names; all projects, if it names none.
 * @throws NotFound if the organization does not have one of the projects
 */
export async function findSearchedProjects(
  stores: Readers,
  organizationId: string,
  references: readonly string[] | undefined,
): Promise<Project[]> {
  if (references === undefined || references.includes(ALL_PROJECTS)) return allProjects(stores, organizationId);
  const { projects, errors } = await findProjects(stores, organizationId, references);
  if (errors[0] !== undefined) throw new NotFound();
  return projects;
}

async function allProjects({ projects }: Readers, organizationId: string): Promise<Project[]> {
  const all: Project[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const page: Page<Project> = await projects.listByOrganization(organizationId, { cursor, size: PROJECTS_AT_ONCE });
    all.push(...page.rows);
    if (!page.next.exists) return all;
    cursor = decodeCursor(page.next.cursor);
  }
}
