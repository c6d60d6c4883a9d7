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
  const parts = [parseIssueQuery(text)];
  if (environment.length > 0)
    parts.push({ kind: 'tag', key: 'environment', values: environment.map((name) => [name]) });
  parts.push(searchOfRange(readRange({ statsPeriod, start, end }, now)));
  const list = JSON.stringify([scope, text, environment, statsPeriod, start, end]);
  if (page.cursor !== null && !isIssueCursorKey(page.cursor.key, sort, list))
    throw new BadRequest('Invalid cursor parameter: it belongs to another search or order. Begin without a cursor.');
  return { search: combine('and', parts), sort, list, now, memberId: caller.memberId };
}
