import type { CountFilter, FilteredCounts } from '../../domain/issue';
import type { IssueSort } from '../../domain/issueSearch';
import type { Cursor } from '../../domain/page';
import type { ReadSession } from '../engine/sql';
import { type CountedIssue, countFilteredEvents, issuesByDay, readFilteredCounts } from '../issues/filteredCounts';
import { findAmong, type FoundIssue, IssueOrder, type ProjectSearch } from './issueOrders';

/*
 * Orders of issues by the numbers of some environments and of a period. No index has them: the counts of the project in
 * the period are added up, and issues are compared with the search from the highest on, until a page is full.
 */

/** Bounds of the number of issues that one statement compares with the search. */
const FIRST_BATCH_SIZE = 100;
const MAX_BATCH_SIZE = 2_000;

/** Returns true if the order of a list depends on its filter. */
export function isFilteredOrder(sort: IssueSort, { environments }: CountFilter): boolean {
  return sort === 'freq' || sort === 'user' || environments.length > 0;
}

/** Returns the value by which an order sorts an issue with filtered numbers; undefined for a value of the issue. */
export function filteredSortValue(sort: IssueSort, { events, users, lastSeen }: FilteredCounts): number | undefined {
  return { freq: events, user: users, date: lastSeen ?? 0, new: undefined }[sort];
}

/** A list in a filtered order. */
interface FilteredList {
  readonly sort: IssueSort;
  readonly filter: CountFilter;
  readonly cursor: Cursor | null;
}

/**
 * Finds at most `limit` issues with a matching event that match searches, from a cursor on. The highest value comes
 * first, then the highest id.
 * @throws BadRequest if there are too many counts
 */
export async function findInFilteredOrder(
  session: ReadSession,
  list: FilteredList,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<FoundIssue[]> {
  const page = new FilteredPage(session, list, limit);
  for (const search of searches) await (list.sort === 'date' ? page.addByDay(search) : page.addByNumber(search));
  return page.issues;
}

/** The first issues of a list, as far as its projects have been read. */
class FilteredPage {
  issues: FoundIssue[] = [];
  private readonly order: IssueOrder;

  constructor(
    private readonly session: ReadSession,
    private readonly list: FilteredList,
    private readonly limit: number,
  ) {
    this.order = new IssueOrder(list.sort, list.cursor);
  }

  /** The last issue, if the page is full. */
  private get last(): FoundIssue | undefined {
    return this.issues.length === this.limit ? this.issues.at(-1) : undefined;
  }

  /** Adds the issues of a project from the highest number on. */
  async addByNumber(search: ProjectSearch): Promise<void> {
    const { sort, filter } = this.list;
    const counted = await countFilteredEvents(this.session, search.project, filter);
    const queue = new RankedIssues(this.order, sort, search, counted);
    for (let size = FIRST_BATCH_SIZE; ; size = Math.min(size * 2, MAX_BATCH_SIZE)) {
      const ids = queue.take(size, this.last);
      if (ids.length === 0) return;
      await this.add(search, ids, counted);
    }
  }

  /**
   * Adds the issues of a project day by day. The last event of an issue is on the day that is read, or on a later one.
   */
  async addByDay(search: ProjectSearch): Promise<void> {
    const { order, list } = this;
    const { backwards } = order;
    const possible = search.candidates && new Set(search.candidates);
    const seen = new Set<number>();
    const time = list.cursor === null ? undefined : order.startValue;
    for await (const { ids, from, to } of issuesByDay(this.session, search.project, list.filter, { time, backwards })) {
      const { last } = this;
      if (last !== undefined && (backwards ? last.key[0] < from : last.key[0] > to)) return;
      const unseen = ids.filter((id) => !seen.has(id) && possible?.has(id) !== false);
      for (const id of unseen) seen.add(id);
      for (let start = 0; start < unseen.length; start += MAX_BATCH_SIZE)
        await this.add(search, unseen.slice(start, start + MAX_BATCH_SIZE));
    }
  }

  private async add(search: ProjectSearch, ids: readonly number[], counted?: ReadonlyMap<number, CountedIssue>) {
    const { session, list, order } = this;
    const matching = await findAmong(session, search, new IssueOrder(list.sort, null), ids);
    const valued = await withValues(session, list, matching, counted);
    this.issues = order.arrange([...this.issues, ...valued]).slice(0, this.limit);
  }
}

/** Replaces the values of issues by filtered numbers. @param counted the numbers of events, if they are known */
async function withValues(
  session: ReadSession,
  { sort, filter }: FilteredList,
  issues: readonly FoundIssue[],
  counted?: ReadonlyMap<number, CountedIssue>,
): Promise<FoundIssue[]> {
  if (sort === 'new' || issues[0] === undefined) return [...issues];
  const { project } = issues[0];
  const ids = issues.map(({ key: [, id] }) => id);
  if (sort === 'freq') return ids.map((id) => ({ project, key: [counted?.get(id)?.events ?? 0, id] }));
  const counts = await readFilteredCounts(session, project, ids, filter, sort === 'user');
  return ids.flatMap((id) => {
    const ofIssue = counts.get(id);
    return ofIssue === undefined ? [] : [{ project, key: [filteredSortValue(sort, ofIssue) ?? 0, id] as const }];
  });
}

/** The issues of a project with a matching event, in the order in which they are compared with the search. */
class RankedIssues {
  /** Issues with the highest value that they can have. */
  private readonly issues: readonly FoundIssue[];
  private taken = 0;

  constructor(
    private readonly order: IssueOrder,
    private readonly sort: IssueSort,
    { project, candidates }: ProjectSearch,
    counted: ReadonlyMap<number, CountedIssue>,
  ) {
    const possible = candidates && new Set(candidates);
    const issues = [...counted].flatMap(([id, { events, lastSeen }]): FoundIssue[] => {
      if (possible?.has(id) === false) return [];
      // An issue has at most as many users as events. Its first event is not after its last one.
      return [{ project, key: [sort === 'freq' || sort === 'user' ? events : lastSeen, id] }];
    });
    this.issues =
      sort === 'freq' ? order.arrange(issues) : issues.sort(({ key: [one] }, { key: [other] }) => other - one);
  }

  /**
   * Returns the ids of the next issues; none if no further one can come before the last issue of the page.
   * @param last the last issue of the page, if it is full
   */
  take(size: number, last: FoundIssue | undefined): number[] {
    const next = this.issues[this.taken];
    if (next === undefined || (last !== undefined && this.isAfter(next, last))) return [];
    const issues = this.issues.slice(this.taken, this.taken + size);
    this.taken += issues.length;
    return issues.map(({ key: [, id] }) => id);
  }

  private isAfter(next: FoundIssue, last: FoundIssue): boolean {
    if (this.sort === 'freq') return this.order.compare(next.key, last.key) > 0;
    // Read backwards, an issue may have any value below its highest one.
    return !this.order.backwards && next.key[0] < last.key[0];
  }
}
