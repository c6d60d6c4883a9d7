import { setImmediate } from 'node:timers/promises';
import { BadRequest } from '../../domain/errors';
import type { Issue } from '../../domain/issue';
import type { IssueSort } from '../../domain/issueSearch';
import type { Cursor, PartialRows } from '../../domain/page';
import { type Dialect, isAmong } from '../engine/dialect';
import type { Condition } from './issueConditions';
import { type IssueFilter, joinConditions, type TimeBound } from './issueTerms';
import { type Scan, readMerged } from '../keyset';
import { listValue, type ReadSession, type Value } from '../engine/sql';

/**
 * Number of issues that the first statement of a scan reads. Each further statement reads twice as many, up to a
 * multiple of `maxScanRows`.
 */
const FIRST_BATCH_SIZE = 100;
/** Maximum number of issues that one request reads in the order of the last event. The rest is on the next page. */
const MAX_SCANNED = 7_000;
/** Maximum number of index entries of another order that one request reads before it ranks all other issues. */
const MAX_INDEXED = 4_000;
/**
 * Maximum number of issues that one request reads to find the highest of an order without an index (src/DECISIONS.md,
 * "Orders of issues").
 */
const MAX_RANKED = 1_000_000;
/** Maximum number of issues that one statement of a scan reads, in multiples of `maxScanRows`: it reads few columns. */
const SCANNED_BATCHES = 4;
/** Maximum number of issues that one statement ranks, in multiples of `maxScanRows`. */
const RANKED_BATCHES = 8;
/**
 * Maximum number of matching issues of a project that are read one by one, for any order; if there are more, the list
 * is read in its order.
 */
export const MAX_CANDIDATES = 500;

interface OrderColumn {
  readonly name: string;
  readonly valueOf: (issue: Issue) => number;
  /** The lowest value in the index of the order, as in its migration; undefined if it has all values. */
  readonly indexedFrom?: number;
}

/** The column of each order, and its value in an issue. */
const COLUMNS: Readonly<Record<IssueSort, OrderColumn>> = {
  date: { name: 'i.last_seen', valueOf: ({ lastSeen }) => lastSeen },
  new: { name: 'i.first_seen', valueOf: ({ firstSeen }) => firstSeen },
  freq: { name: 'i.times_seen', valueOf: ({ timesSeen }) => timesSeen, indexedFrom: 50 },
  user: { name: 'i.user_count', valueOf: ({ userCount }) => userCount, indexedFrom: 1 },
};

/** The value of an issue in an order, and its id. */
type IssueKey = readonly [value: number, id: number];

/** Returns the value by which an order sorts an issue. */
export function sortValue(sort: IssueSort, issue: Issue): number {
  return COLUMNS[sort].valueOf(issue);
}

/** An issue of a project, and its position in an order. */
export interface IssuePosition {
  readonly project: number;
  readonly key: IssueKey;
}

/** A search in one project. */
export interface ProjectSearch {
  readonly project: number;
  readonly filter: IssueFilter;
  /** The ids of all issues that can match; undefined if there are too many. */
  readonly candidates: readonly number[] | undefined;
}

/**
 * Finds at most `limit` issues that match searches, from a cursor on. The highest value comes first, then the highest
 * id.
 * @throws BadRequest if there are too many issues to sort
 */
export async function findInOrder(
  session: ReadSession,
  sort: IssueSort,
  cursor: Cursor | null,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<PartialRows<IssuePosition>> {
  const order = new IssueOrder(sort, cursor);
  if (sort !== 'date') return { rows: await findHighest(session, order, searches, limit), stoppedAt: null };
  const scans = scansOf(searches, (search, size) => new ProjectScan(session, order, search, size));
  const { rows, stoppedAt } = await order.merge(scans, limit, MAX_SCANNED);
  return { rows, stoppedAt: stoppedAt?.map(String) ?? null };
}

/** The order of a list in the direction of reading, and the position at which reading begins. */
export class IssueOrder {
  readonly column: string;
  readonly backwards: boolean;
  private readonly indexedFrom: number | undefined;
  private readonly start: IssueKey | null;

  constructor(
    sort: IssueSort,
    private readonly cursor: Cursor | null,
  ) {
    ({ name: this.column, indexedFrom: this.indexedFrom } = COLUMNS[sort]);
    this.backwards = cursor?.backwards ?? false;
    const [value = '', id = ''] = cursor?.key ?? [];
    this.start = cursor === null ? null : [Number(value.replace(/^[a-z]/, '')), Number(id)];
  }

  /** The value at which reading begins; undefined at the beginning of the list. */
  get startValue(): number | undefined {
    return this.start?.[0];
  }

  get orderBy(): string {
    const direction = this.backwards ? 'ASC' : 'DESC';
    return `ORDER BY ${this.column} ${direction}, i.id ${direction}`;
  }

  /** True if the first issue from the cursor on, if any, is in the index. */
  get startsInIndex(): boolean {
    return this.start === null || this.indexedFrom === undefined || this.start[0] >= this.indexedFrom;
  }

  /**
   * Condition for the rows in the index. PostgreSQL and SQLite compare its text with the index's own, which has no
   * parameter.
   */
  get indexed(): Condition[] {
    return this.indexedFrom === undefined ? [] : [{ sql: `${this.column} >= ${this.indexedFrom}`, values: [] }];
  }

  /** The rows after those in the index; undefined if there are none. */
  get afterIndexed(): RestOfOrder | undefined {
    if (this.indexedFrom === undefined || this.backwards) return undefined;
    return {
      conditions: [{ sql: `${this.column} < ${this.indexedFrom}`, values: [] }],
      highest: this.indexedFrom - 1,
    };
  }

  /** Returns the rows from a key on, exclusive, or from the cursor on. */
  rest(from?: IssueKey): RestOfOrder {
    const [value = Infinity] = from ?? this.start ?? [];
    return { conditions: this.after(from), highest: this.backwards ? Infinity : value };
  }

  /** Compares keys in the direction of reading. */
  compare(one: IssueKey, other: IssueKey): number {
    const distance = other[0] - one[0] || other[1] - one[1];
    return this.backwards ? -distance : distance;
  }

  /** Returns a condition for the rows from the cursor on, or after a key. */
  after(key?: IssueKey): Condition[] {
    const from = key ?? this.start;
    if (from === null) return [];
    const isInclusive = key === undefined && this.cursor?.inclusive === true;
    return [this.compareTo(`${this.backwards ? '>' : '<'}${isInclusive ? '=' : ''}`, from)];
  }

  /** Returns a condition for the rows up to a key, inclusive. */
  upTo(key: IssueKey): Condition {
    return this.compareTo(this.backwards ? '<=' : '>=', key);
  }

  /** Sorts issues, and leaves out those before the cursor. */
  arrange(issues: readonly IssuePosition[]): IssuePosition[] {
    const { start } = this;
    const isInclusive = this.cursor?.inclusive === true;
    const following = issues.filter(({ key }) => {
      const distance = start === null ? 1 : this.compare(key, start);
      return distance > 0 || (distance === 0 && isInclusive);
    });
    return following.sort((one, other) => this.compare(one.key, other.key));
  }

  /** Reads the lists of several projects as one. */
  merge(scans: readonly Scan<IssuePosition, IssueKey>[], limit: number, maxCost: number) {
    const compare = (one: IssueKey, other: IssueKey) => this.compare(one, other);
    return readMerged<IssuePosition, IssueKey>(scans, { keyOf: ({ key }) => key, compare, limit, maxCost });
  }

  /** Returns the bounds of a search at which reading begins. */
  boundsAtBeginning(bounds: readonly TimeBound[]): Condition[] {
    return this.render(bounds.filter(({ comparison }) => comparison.startsWith('<') !== this.backwards));
  }

  /** Returns the bounds of a search at which reading ends. */
  boundsAtEnd(bounds: readonly TimeBound[]): Condition[] {
    return this.render(bounds.filter(({ comparison }) => comparison.startsWith('<') === this.backwards));
  }

  private render(bounds: readonly TimeBound[]): Condition[] {
    return bounds.map(({ comparison, time }) => ({ sql: `i.last_seen ${comparison} ?`, values: [time] }));
  }

  private compareTo(comparison: string, key: IssueKey): Condition {
    return { sql: `(${this.column}, i.id) ${comparison} (?, ?)`, values: key };
  }
}

/** A part of an order: its conditions, and the upper bound of its issues' values. */
interface RestOfOrder {
  readonly conditions: readonly Condition[];
  readonly highest: number;
}

/** Selects the keys of issues in the order of a column. Rows are only read for a page: they are much longer. */
const SELECT_KEYS = (column: string, conditions: string, tail: string) =>
  `SELECT ${column} AS "value", i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${conditions} ${tail}`;

/** Finds the keys of issues that meet conditions. */
async function selectKeys(
  session: ReadSession,
  { project }: ProjectSearch,
  order: IssueOrder,
  conditions: readonly Condition[],
  tail = '',
  tailValues: readonly Value[] = [],
): Promise<IssuePosition[]> {
  const { sql, values } = joinConditions(conditions, ' AND ');
  const text = SELECT_KEYS(order.column, sql, tail);
  const rows = await session.allOnce<{ value: number; id: number }>(text, [project, ...values, ...tailValues]);
  return rows.map(({ value, id }) => ({ project, key: [value, id] }));
}

/** Finds the matching ones among the given issues. */
export async function findAmong(
  session: ReadSession,
  search: ProjectSearch,
  order: IssueOrder,
  ids: readonly number[],
  conditions: readonly Condition[] = [],
): Promise<IssuePosition[]> {
  const { status, where } = search.filter;
  const among = hasIdAmong(session.dialect, ids);
  return order.arrange(await selectKeys(session, search, order, [...conditions, ...status, among, where]));
}

function hasIdAmong(dialect: Dialect, ids: readonly number[]): Condition {
  return { sql: isAmong(dialect, 'i.id'), values: [listValue(ids)] };
}

/** Makes a scan of each project. The more projects there are, the fewer issues its first statement reads. */
function scansOf<S>(searches: readonly ProjectSearch[], makeScan: (search: ProjectSearch, size: number) => S): S[] {
  const size = Math.max(10, Math.ceil((2 * FIRST_BATCH_SIZE) / (searches.length + 1)));
  return searches.map((search) => makeScan(search, size));
}

/** A project's part of the list in the order of the last event, as far as it has been read. */
class ProjectScan implements Scan<IssuePosition, IssueKey> {
  readonly matches: IssuePosition[] = [];
  searchedTo: IssueKey | undefined;

  constructor(
    private readonly session: ReadSession,
    private readonly order: IssueOrder,
    private readonly search: ProjectSearch,
    private batchSize: number,
  ) {}

  /** Reads the next batch; finds its end first. Returns the number of issues that it read. */
  async advance(): Promise<number> {
    const { session, order, search, batchSize: size } = this;
    const { filter, candidates } = search;
    if (candidates !== undefined) {
      this.matches.push(...(await findAmong(session, search, order, candidates)));
      return candidates.length;
    }
    const begin = this.begin();
    const toEnd = [...filter.status, ...begin, ...order.boundsAtEnd(filter.bounds)];
    const [end] = filter.isEmpty
      ? []
      : await selectKeys(session, search, order, toEnd, `${order.orderBy} LIMIT 1 OFFSET ?`, [size - 1]);
    // Leaves out the bounds of the search at this end: of two limits there, the server could choose the wider one.
    const batch = end === undefined ? toEnd : [...filter.status, ...begin, order.upTo(end.key)];
    const issues = await selectKeys(session, search, order, [...batch, filter.where], `${order.orderBy} LIMIT ?`, [
      size,
    ]);
    const last = end ?? (filter.isEmpty && issues.length === size ? issues.at(-1) : undefined);
    this.matches.push(...issues);
    this.searchedTo = last?.key;
    this.batchSize = Math.min(size * 2, session.maxScanRows * SCANNED_BATCHES);
    return size;
  }

  /**
   * Returns the condition for the beginning of the batch: after the rows that were read, at the cursor, or at the bound
   * of the search.
   */
  private begin(): readonly Condition[] {
    const after = this.order.after(this.searchedTo);
    return after.length > 0 ? after : this.order.boundsAtBeginning(this.search.filter.bounds);
  }
}

/** A project's part of another order, as far as its index has been read. */
class IndexScan implements Scan<IssuePosition, IssueKey> {
  readonly matches: IssuePosition[] = [];
  searchedTo: IssueKey | undefined;
  private readonly candidates: ReadonlySet<number> | undefined;

  constructor(
    private readonly session: ReadSession,
    private readonly order: IssueOrder,
    private readonly search: ProjectSearch,
    private batchSize: number,
  ) {
    const { candidates } = search;
    this.candidates = candidates && new Set(candidates);
  }

  /**
   * Reads the next entries of the index, then the matching ones among their issues. Returns the number of entries that
   * it read.
   */
  async advance(): Promise<number> {
    const { session, order, search, candidates, batchSize: size } = this;
    if (candidates !== undefined && candidates.size <= MAX_CANDIDATES) {
      this.matches.push(...(await findAmong(session, search, order, [...candidates], order.indexed)));
      return candidates.size;
    }
    const conditions = [...order.indexed, ...order.after(this.searchedTo)];
    const entries = await selectKeys(session, search, order, conditions, `${order.orderBy} LIMIT ?`, [size]);
    const candidateEntries =
      candidates === undefined ? entries : entries.filter(({ key: [, id] }) => candidates.has(id));
    this.matches.push(...(await this.matching(candidateEntries)));
    this.searchedTo = entries.length === size ? entries.at(-1)?.key : undefined;
    this.batchSize = Math.min(size * 2, session.maxScanRows);
    return size;
  }

  private async matching(entries: readonly IssuePosition[]): Promise<readonly IssuePosition[]> {
    const { filter } = this.search;
    if (entries.length === 0 || (filter.isEmpty && filter.status.length === 0)) return entries;
    const ids = entries.map(({ key: [, id] }) => id);
    return findAmong(this.session, this.search, this.order, ids);
  }
}

/** Finds the highest issues of an order by its index, and those outside of it by ranking all others. */
async function findHighest(
  session: ReadSession,
  order: IssueOrder,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<IssuePosition[]> {
  if (!order.startsInIndex) return rank(session, order, searches, order.rest(), [], limit);
  const scans = scansOf(searches, (search, size) => new IndexScan(session, order, search, size));
  const { rows, stoppedAt } = await order.merge(scans, limit, MAX_INDEXED);
  const rest = stoppedAt === undefined ? order.afterIndexed : order.rest(stoppedAt);
  return rows.length === limit || rest === undefined ? rows : rank(session, order, searches, rest, rows, limit);
}

/**
 * Finds the highest issues in a part of an order without an index: reads all issues, and keeps the first of the
 * matching ones. Begins with the newest, which are the highest in most orders.
 * @param before the issues before that part
 */
async function rank(
  session: ReadSession,
  order: IssueOrder,
  searches: readonly ProjectSearch[],
  { conditions, highest }: RestOfOrder,
  before: readonly IssuePosition[],
  limit: number,
): Promise<IssuePosition[]> {
  let first = [...before];
  let ranked = 0;
  for (const search of searches) {
    for await (const { size, newest, condition } of partsOf(session, search)) {
      const last = first.length === limit ? first.at(-1) : undefined;
      // No remaining issue of the project comes before the last one of a full page.
      if (last !== undefined && !order.backwards && order.compare(last.key, [highest, newest]) < 0) break;
      ranked += size;
      if (ranked > MAX_RANKED)
        throw new BadRequest(
          `The search goes through more than ${MAX_RANKED} issues, which are too many for this order; sort by date, or narrow the search with a tag that few issues have.`,
        );
      const conjunction = [
        condition,
        ...conditions,
        // Issues after the last one of a full page need not be compared with the search.
        ...(last === undefined ? [] : [order.upTo(last.key)]),
        ...search.filter.status,
        search.filter.where,
      ];
      const issues = await selectKeys(session, search, order, conjunction, `${order.orderBy} LIMIT ?`, [limit]);
      first = order.arrange([...first, ...issues]).slice(0, limit);
      await setImmediate();
    }
  }
  return first;
}

/** A part of the issues of a project. */
interface RankedPart {
  readonly size: number;
  /** The highest id of the part. */
  readonly newest: number;
  readonly condition: Condition;
}

/**
 * Divides the issues that can match into parts for one statement each: newest first, and small parts first, so that the
 * end of a page is found soon.
 */
async function* partsOf(session: ReadSession, search: ProjectSearch): AsyncGenerator<RankedPart> {
  const maxSize = session.maxScanRows * RANKED_BATCHES;
  const candidates = search.candidates?.toSorted((one, other) => other - one);
  const from = { number: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  for (let size = session.maxScanRows; ; size = Math.min(size * 2, maxSize)) {
    if (candidates !== undefined) {
      const ids = candidates.splice(0, size);
      const [newest] = ids;
      if (newest === undefined) return;
      yield { size: ids.length, newest, condition: hasIdAmong(session.dialect, ids) };
      continue;
    }
    const newest = from.id - 1;
    const end = await session.one<typeof from>(END_OF_PART, [search.project, from.number, size - 1]);
    if (end === undefined) {
      yield { size: 0, newest, condition: { sql: 'i.id < ?', values: [from.id] } };
      return;
    }
    if (end.id < from.id)
      yield { size, newest, condition: { sql: 'i.id < ? AND i.id >= ?', values: [from.id, end.id] } };
    from.number = end.number;
    from.id = Math.min(from.id, end.id);
  }
}

/**
 * Finds the end of a part. Numbers and ids of issues are given in one order, except where two processes open some at
 * the same time, and the index of numbers is much shorter than the rows.
 */
const END_OF_PART = `SELECT i.number AS "number", i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.number < ?
  ORDER BY i.number DESC LIMIT 1 OFFSET ?`;
