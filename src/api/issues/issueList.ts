import type { Caller } from '../../domain/access';
import { BadRequest } from '../../domain/errors';
import { parseIssueQuery } from '../../domain/issueQuery';
import {
  combine,
  DEFAULT_ISSUE_QUERY,
  isIssueCursorKey,
  type IssueSearch,
  type IssueSort,
} from '../../domain/issueSearch';
import type { PageRequest } from '../../domain/page';
import type { IssueListRequest } from '../../store/issues/issues';
import { readRange, type SearchRange, type TimeQuery } from '../periods';
import { idsByProject } from './issueRecords';
import type { CountFilter, Issue } from '../../domain/issue';
import { type TimeRange, timeRangeBefore } from '../../domain/outcome';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import type { IssueRecord } from '../../presenters/issue';
import { type CountPoint, presentSeries } from '../../presenters/outcomes';
import type { Readers } from '../../store/stores';

/** Returns a search for the issues that have an event in a range. */
function searchOfRange({ start, end }: SearchRange): IssueSearch {
  const last = (comparison: '<' | '>=', time: number): IssueSearch => ({
    ...{ kind: 'time', field: 'lastSeen', comparison },
    at: { time },
  });
  const parts: IssueSearch[] = [];
  if (start !== null) parts.push(last('>=', start));
  if (end !== null) {
    parts.push({ kind: 'time', field: 'firstSeen', comparison: '<', at: { time: end } });
    parts.push(combine('or', [last('<', end), { kind: 'eventTime', start: start ?? 0, end }]));
  }
  return combine('and', parts);
}

/** The parameters of operations that list issues. */
export interface IssueListQuery extends TimeQuery {
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
