import type { Caller } from '../../domain/access';
import { BadRequest } from '../../domain/errors';
import { parseIssueQuery, parseSearchPeriod, parseSearchTime } from '../../domain/issueQuery';
import {
  combine,
  DEFAULT_ISSUE_QUERY,
  isIssueCursorKey,
  type IssueSearch,
  type IssueSort,
} from '../../domain/issueSearch';
import type { PageRequest } from '../../domain/page';
import type { IssueListRequest } from '../../store/issues';

/** The times of a request: one period, or a start and an end. */
export interface TimeQuery {
  readonly statsPeriod?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Milliseconds since 1970, UTC; null for an open end. */
export interface SearchRange {
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * Reads the time range of a request.
 * @throws BadRequest if it is contradictory or cannot be read
 */
export function readRange({ statsPeriod, start, end }: TimeQuery, now: number): SearchRange {
  if (statsPeriod !== undefined && (start !== undefined || end !== undefined))
    throw new BadRequest("Query parameter 'statsPeriod' excludes 'start' and 'end': use one of the two ways.");
  if (statsPeriod !== undefined) return { start: now - readPeriod(statsPeriod), end: null };
  const range = { start: readTime('start', start), end: readTime('end', end) };
  if (range.start !== null && range.end !== null && range.start >= range.end)
    throw new BadRequest("Query parameter 'start' must be before 'end'.");
  return range;
}

function readPeriod(text: string): number {
  const period = parseSearchPeriod(text);
  if (period === null)
    throw new BadRequest("Query parameter 'statsPeriod' must be a number of m, h, d or w, such as 24h or 14d.");
  return period;
}

function readTime(name: 'start' | 'end', text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseSearchTime(text);
  if (time === null)
    throw new BadRequest(`Query parameter '${name}' must be a time of ISO 8601, such as 2026-11-21T10:30:00Z.`);
  return time;
}

/** The issues that have an event in a range. */
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

/** What operations that list issues are asked for. */
export interface IssueListQuery extends TimeQuery {
  readonly query?: string | undefined;
  readonly sort?: IssueSort | undefined;
  readonly environment?: readonly string[] | undefined;
}

/**
 * Reads what a list of issues is to show.
 * @param scope what the path and other parameters select: a cursor belongs to one scope
 * @throws BadRequest if the query, the time range or the cursor is invalid
 */
export function readIssueList(
  query: IssueListQuery,
  page: PageRequest,
  { now, caller, scope }: { now: number; caller: Pick<Caller, 'memberId'>; scope: string },
): IssueListRequest {
  const { query: text = DEFAULT_ISSUE_QUERY, sort = 'date', environment = [], statsPeriod, start, end } = query;
  const parts = [parseIssueQuery(text)];
  if (environment.length > 0)
    parts.push({ kind: 'tag', key: 'environment', values: environment.map((name) => [name]) });
  parts.push(searchOfRange(readRange({ statsPeriod, start, end }, now)));
  const list = JSON.stringify([scope, text, environment, statsPeriod, start, end]);
  if (page.cursor !== null && !isIssueCursorKey(page.cursor.key, sort, list))
    throw new BadRequest('Invalid cursor parameter: it belongs to another search or order. Begin without a cursor.');
  return { search: combine('and', parts), sort, list, now, memberId: caller.memberId };
}
