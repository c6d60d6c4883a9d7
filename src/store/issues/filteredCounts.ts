import { setImmediate } from 'node:timers/promises';
import { BadRequest } from '../../domain/errors';
import type { CountFilter, FilteredCounts } from '../../domain/issue';
import type { IssueSort } from '../../domain/issueSearch';
import type { Cursor } from '../../domain/page';
import { COUNT_RETENTION_DAYS } from '../../domain/project';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import { type Dialect, isAmong, isAmongTexts, jsonIntegers } from '../engine/dialect';
import { listValue, type ReadSession, type Value } from '../engine/sql';
import { findAmong, type IssuePosition, IssueOrder, type ProjectSearch } from '../search/issueOrders';
import { countedEnvironments, HOURS } from './issueStats';

/* Numbers of events and users of issues in some environments and in a period. Whole hours of UTC are counted. */

const HOURS_PER_DAY = HOURS.length;
const ALL_HOURS = 2 ** HOURS_PER_DAY - 1;
/** Maximum number of rows of one issue that are read to count its users: larger numbers of users are lower bounds. */
const MAX_USER_ROWS = 20_000;
/** Maximum number of rows that one request reads to put issues in an order by filtered numbers. */
const MAX_RANKED_ROWS = 1_000_000;

/** The days of a filter, counted from 1970, and the counted hours of days that are not counted as a whole. */
interface CountedDays {
  readonly first: number;
  readonly last: number;
  /** Day → bits of its hours. */
  readonly partial: ReadonlyMap<number, number>;
}

function daysOf({ start, end, now }: CountFilter): CountedDays {
  const oldest = Math.floor(now / DAY_MS) - COUNT_RETENTION_DAYS;
  const firstHour = Math.max(Math.floor((start ?? 0) / HOUR_MS), oldest * HOURS_PER_DAY);
  // Until tomorrow: clocks of clients may be fast.
  const lastHour = (Math.floor(now / DAY_MS) + 2) * HOURS_PER_DAY;
  const endHour = Math.min(lastHour, Math.ceil((end ?? Infinity) / HOUR_MS));
  const [first, last] = [Math.floor(firstHour / HOURS_PER_DAY), Math.floor((endHour - 1) / HOURS_PER_DAY)];
  const partial = new Map<number, number>();
  const keep = (day: number, hours: number) => {
    if (hours !== ALL_HOURS) partial.set(day, (partial.get(day) ?? ALL_HOURS) & hours);
  };
  keep(first, ALL_HOURS & ~(2 ** (firstHour - first * HOURS_PER_DAY) - 1));
  keep(last, 2 ** (endHour - last * HOURS_PER_DAY) - 1);
  return { first, last, partial };
}

/** Returns the SQL of a value: `whole`, or `ofHours` on days of which only some hours are counted. */
function byDay(column: string, { partial }: CountedDays, whole: string, ofHours: (hours: number) => string): string {
  if (partial.size === 0) return whole;
  const cases = [...partial].map(([day, hours]) => `WHEN ${day} THEN ${ofHours(hours)}`);
  return `CASE ${column} ${cases.join(' ')} ELSE ${whole} END`;
}

/** Returns the SQL of the number of events in the counted hours of a row. */
function countedEvents(days: CountedDays): string {
  return byDay('c.day', days, 'c.events', (hours) => {
    const columns = HOURS.filter((_, hour) => (hours & (2 ** hour)) !== 0);
    return columns.length === 0 ? '0' : columns.map((column) => `COALESCE(c.${column}, 0)`).join(' + ');
  });
}

/** Returns the SQL of the bits of the counted hours of a row. */
function countedHours(days: CountedDays): string {
  return byDay('u.day', days, String(ALL_HOURS), String);
}

/** The times of a row. Times that are not known become the bounds of its day. */
const FIRST_SEEN = `COALESCE(c.first_seen, c.day * ${DAY_MS})`;
const LAST_SEEN = `COALESCE(c.last_seen, c.day * ${DAY_MS} + ${DAY_MS - 1})`;

/**
 * Adds up the counts of issues: lookups by key for each day and issue.
 * @param events the number of events of a row
 * @param environments a further condition
 */
const SUM_OF_ISSUES = (dialect: Dialect, events = 'c.events', environments = '') => `SELECT x.id AS "id",
    CAST(SUM(x.events) AS BIGINT) AS "events", MIN(x.first_seen) AS "firstSeen", MAX(x.last_seen) AS "lastSeen",
    MAX(x.is_former) AS "hasFormer"
  FROM (SELECT c.issue_id AS id, ${events} AS events, ${FIRST_SEEN} AS first_seen, ${LAST_SEEN} AS last_seen,
      CASE WHEN c.last_seen IS NULL THEN 1 ELSE 0 END AS is_former FROM issue_day c
    WHERE c.project_id = ? AND ${isAmong(dialect, 'c.day')}
      AND ${isAmong(dialect, 'c.issue_id')} ${environments}) x
  WHERE x.events > 0 GROUP BY x.id`;
/**
 * Counts the users of each of some issues.
 * @param hours bits of the counted hours of a row
 * @param environments a further condition
 */
const COUNT_USERS = (dialect: Dialect, hours = String(ALL_HOURS), environments = '') => `SELECT w.value AS "id", (
    SELECT CAST(COUNT(DISTINCT x.user_number) AS INTEGER) FROM (SELECT u.user_number AS user_number FROM issue_user_day u
      WHERE u.project_id = ? AND ${isAmong(dialect, 'u.day')} AND u.issue_id = w.value ${environments}
        AND (u.hours & ${hours}) <> 0 LIMIT ${MAX_USER_ROWS}) x) AS "count"
  FROM (${jsonIntegers(dialect)}) w`;
const LIFETIME_COUNTS = (
  dialect: Dialect,
) => `SELECT i.id AS "id", i.times_seen AS "events", i.user_count AS "users", i.first_seen AS "firstSeen",
    i.last_seen AS "lastSeen"
  FROM issue i WHERE i.project_id = ? AND ${isAmong(dialect, 'i.id')}`;
/** Reads the counts of all issues of a project by key, from a row on. */
const SCAN = (events: string) => `SELECT c.day AS "day", c.issue_id AS "id", c.environment AS "environment",
    ${events} AS "events", ${LAST_SEEN} AS "lastSeen"
  FROM issue_day c WHERE c.project_id = ? AND (c.day, c.issue_id, c.environment) > (?, ?, ?) AND c.day <= ?
  ORDER BY c.day, c.issue_id, c.environment LIMIT ?`;

interface CountsRow {
  readonly id: number;
  readonly events: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

interface SumRow extends CountsRow {
  /** 1 if events were counted before migration 48, without their users. */
  readonly hasFormer: number;
}

/** Returns the environments whose rows are counted; none for all. */
function environmentsOf({ environments }: CountFilter): readonly string[] {
  return environments.length === 0 ? [] : countedEnvironments(environments);
}

/** Returns the condition that a row has one of the counted environments, and its parameters. */
function inEnvironments(dialect: Dialect, column: string, filter: CountFilter): readonly [string, ...Value[]] {
  const names = environmentsOf(filter);
  return names.length === 0 ? [''] : [`AND ${isAmongTexts(dialect, column)}`, listValue(names)];
}

/**
 * Returns the filtered numbers of issues of a project, by id. Issues without a matching event are included.
 * @param countsUsers false if the numbers of users are not needed; they are then wrong
 */
export async function readFilteredCounts(
  session: ReadSession,
  project: number,
  ids: readonly number[],
  filter: CountFilter,
  countsUsers = true,
): Promise<Map<number, FilteredCounts>> {
  const { dialect } = session;
  const days = daysOf(filter);
  const dayList = listValue(Array.from({ length: days.last - days.first + 1 }, (_, index) => days.first + index));
  const idList = listValue(ids);
  const [ofCounts, ...countValues] = inEnvironments(dialect, 'c.environment', filter);
  const sums = await session.allOnce<SumRow>(SUM_OF_ISSUES(dialect, countedEvents(days), ofCounts), [
    project,
    dayList,
    idList,
    ...countValues,
  ]);
  const sumOf = new Map(sums.map((sum) => [sum.id, sum]));
  type LifetimeRow = CountsRow & { readonly users: number };
  const lifetime = await session.all<LifetimeRow>(LIFETIME_COUNTS, [project, idList]);
  const [ofUsers, ...userValues] = inEnvironments(dialect, 'u.environment', filter);
  // If all events of an issue match, the number of its users is known.
  const partial = lifetime.filter(
    ({ id, events, users }) => countsUsers && users > 0 && (sumOf.get(id)?.events ?? events) < events,
  );
  const userRows =
    partial.length === 0
      ? []
      : await session.allOnce<{ id: number; count: number }>(COUNT_USERS(dialect, countedHours(days), ofUsers), [
          project,
          dayList,
          ...userValues,
          listValue(partial.map(({ id }) => id)),
        ]);
  const usersOf = new Map(userRows.map(({ id, count }) => [id, count]));
  const counts = new Map<number, FilteredCounts>(ids.map((id) => [id, NO_EVENTS]));
  for (const { id, users, firstSeen, lastSeen } of lifetime) {
    const sum = sumOf.get(id);
    if (sum === undefined) continue;
    // Users of events from before migration 48 are not stored: there are at most as many users as events.
    const atLeast = sum.hasFormer === 1 ? Math.min(users, sum.events) : 0;
    counts.set(id, {
      events: sum.events,
      users: Math.max(usersOf.get(id) ?? users, atLeast),
      firstSeen: Math.max(sum.firstSeen, firstSeen, filter.start ?? 0),
      lastSeen: Math.min(sum.lastSeen, lastSeen, (filter.end ?? Infinity) - 1),
    });
  }
  return counts;
}

const NO_EVENTS: FilteredCounts = { events: 0, users: 0, firstSeen: null, lastSeen: null };

/** The number of matching events of an issue, and the time of the last one. */
interface CountedIssue {
  events: number;
  lastSeen: number;
}

/**
 * Returns all issues of a project that have a matching event, by id.
 * @throws BadRequest if there are too many counts
 */
async function countFilteredEvents(
  session: ReadSession,
  project: number,
  filter: CountFilter,
): Promise<Map<number, CountedIssue>> {
  type Row = { day: number; id: number; environment: string; events: number; lastSeen: number };
  const days = daysOf(filter);
  const text = SCAN(countedEvents(days));
  const environments = new Set(environmentsOf(filter));
  const counted = new Map<number, CountedIssue>();
  let after: readonly [number, number, string] = [days.first - 1, Number.MAX_SAFE_INTEGER, ''];
  let rows = 0;
  while (rows < MAX_RANKED_ROWS) {
    const batch = await session.allOnce<Row>(text, [project, ...after, days.last, session.maxScanRows]);
    for (const { id, environment, events, lastSeen } of batch) {
      if (events <= 0 || (environments.size > 0 && !environments.has(environment))) continue;
      const issue = counted.get(id);
      if (issue === undefined) counted.set(id, { events, lastSeen });
      else {
        issue.events += events;
        issue.lastSeen = Math.max(issue.lastSeen, lastSeen);
      }
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < session.maxScanRows) return counted;
    after = [last.day, last.id, last.environment];
    rows += batch.length;
    await setImmediate();
  }
  throw new BadRequest(
    'The issues of these environments and this period have too many counts to be put in this order; shorten the period.',
  );
}

/** Finds the next day with counts of a project, in each direction. */
const LATEST_DAY = `SELECT MAX(c.day) AS "day" FROM issue_day c
  WHERE c.project_id = ? AND c.day <= ? AND c.day >= ? AND c.day <= ?`;
const EARLIEST_DAY = `SELECT MIN(c.day) AS "day" FROM issue_day c
  WHERE c.project_id = ? AND c.day >= ? AND c.day >= ? AND c.day <= ?`;
const LIST_OF_DAY = (_: Dialect, events = 'c.events') => `SELECT c.issue_id AS "id", c.environment AS "environment"
  FROM issue_day c WHERE c.project_id = ? AND c.day = ? AND (c.issue_id, c.environment) > (?, ?) AND ${events} > 0
  ORDER BY c.issue_id, c.environment LIMIT ?`;

/** The issues that have a matching event on a day. */
interface IssuesOfDay {
  readonly ids: readonly number[];
  /** The first and the last millisecond of the day, since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the issues with matching events day by day, from the day of a time on, to earlier days or to later ones.
 * @param time milliseconds since 1970; undefined to begin with the first or last day of the filter
 */
async function* issuesByDay(
  session: ReadSession,
  project: number,
  filter: CountFilter,
  { time, backwards }: { readonly time: number | undefined; readonly backwards: boolean },
): AsyncGenerator<IssuesOfDay, void> {
  const days = daysOf(filter);
  const environments = new Set(environmentsOf(filter));
  const text = LIST_OF_DAY(session.dialect, countedEvents(days));
  let from = time === undefined ? (backwards ? days.first : days.last) : Math.floor(time / DAY_MS);
  for (;;) {
    const values = [project, from, days.first, days.last];
    const next = await session.one<{ day: number | null }>(backwards ? EARLIEST_DAY : LATEST_DAY, values);
    const day = next?.day ?? null;
    if (day === null) return;
    const ids = await issuesOfDay(session, text, [project, day], environments);
    yield { ids: [...ids], from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 };
    from = backwards ? day + 1 : day - 1;
  }
}

/**
 * Returns the ids of the issues with rows of a day.
 * @param text the text of `LIST_OF_DAY`
 * @param environments the environments of the rows; none for all
 */
async function issuesOfDay(
  session: ReadSession,
  text: string,
  key: readonly [project: number, day: number],
  environments: ReadonlySet<string>,
): Promise<Set<number>> {
  const ids = new Set<number>();
  let after: readonly [issue: number, environment: string] = [-1, ''];
  for (;;) {
    const values = [...key, ...after, session.maxScanRows];
    const rows = await session.allOnce<{ id: number; environment: string }>(text, values);
    for (const { id, environment } of rows) if (environments.size === 0 || environments.has(environment)) ids.add(id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < session.maxScanRows) return ids;
    after = [last.id, last.environment];
  }
}

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
): Promise<IssuePosition[]> {
  const page = new FilteredPage(session, list, limit);
  for (const search of searches) await (list.sort === 'date' ? page.addByDay(search) : page.addByNumber(search));
  return page.issues;
}

/** The first issues of a list, as far as its projects have been read. */
class FilteredPage {
  issues: IssuePosition[] = [];
  private readonly order: IssueOrder;

  constructor(
    private readonly session: ReadSession,
    private readonly list: FilteredList,
    private readonly limit: number,
  ) {
    this.order = new IssueOrder(list.sort, list.cursor);
  }

  /** The last issue, if the page is full. */
  private get last(): IssuePosition | undefined {
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
  issues: readonly IssuePosition[],
  counted?: ReadonlyMap<number, CountedIssue>,
): Promise<IssuePosition[]> {
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
  private readonly issues: readonly IssuePosition[];
  private taken = 0;

  constructor(
    private readonly order: IssueOrder,
    private readonly sort: IssueSort,
    { project, candidates }: ProjectSearch,
    counted: ReadonlyMap<number, CountedIssue>,
  ) {
    const possible = candidates && new Set(candidates);
    const issues = [...counted].flatMap(([id, { events, lastSeen }]): IssuePosition[] => {
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
  take(size: number, last: IssuePosition | undefined): number[] {
    const next = this.issues[this.taken];
    if (next === undefined || (last !== undefined && this.isAfter(next, last))) return [];
    const issues = this.issues.slice(this.taken, this.taken + size);
    this.taken += issues.length;
    return issues.map(({ key: [, id] }) => id);
  }

  private isAfter(next: IssuePosition, last: IssuePosition): boolean {
    if (this.sort === 'freq') return this.order.compare(next.key, last.key) > 0;
    // Read backwards, an issue may have any value below its highest one.
    return !this.order.backwards && next.key[0] < last.key[0];
  }
}
