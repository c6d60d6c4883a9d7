import { setImmediate } from 'node:timers/promises';
import { BadRequest } from '../domain/errors';
import type { Issue } from '../domain/issue';
import { forEachTerm, type IssueSearch, type IssueSort, type IssueTerm } from '../domain/issueSearch';
import type { Cursor, PartialRows } from '../domain/page';
import { jsonIntegers } from './dialect';
import { type Condition, findCandidates, type ResolvedTerm, resolveTerm, type SearchContext } from './issueConditions';
import { type Expression, IssueFilter, joinConditions } from './issueFilter';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { listValue, type Session, type Value } from './sql';

/**
 * A search begins with the issues that can meet one of its terms, by an index, if there are no more than these; otherwise it goes through
 * the list.
 */
const MAX_CANDIDATES = 1_000;
/** Issues that the first statement of a scan goes through. Further ones go through twice as many each, up to `maxScanRows` of the session. */
const FIRST_BATCH_SIZE = 100;
/** Issues that one request goes through in the order of the last event. What is left is on the next page. */
const MAX_SCANNED = 20_000;
/** Issues that one request goes through to find the highest of another order, for which there is no index (src/DECISIONS.md, "Orders of issues"). */
const MAX_RANKED = 1_000_000;
/** Issues that one statement ranks, in multiples of `maxScanRows`: it reads few columns of them. */
const RANKED_BATCHES = 8;
/** Projects whose first issues are read at the same time. */
const PROJECTS_AT_ONCE = 8;

/** The column of each order, and its value in an issue. */
const ORDERS: Readonly<Record<IssueSort, { readonly column: string; readonly valueOf: (issue: Issue) => number }>> = {
  date: { column: 'i.last_seen', valueOf: ({ lastSeen }) => lastSeen },
  new: { column: 'i.first_seen', valueOf: ({ firstSeen }) => firstSeen },
  freq: { column: 'i.times_seen', valueOf: ({ timesSeen }) => timesSeen },
  user: { column: 'i.user_count', valueOf: ({ userCount }) => userCount },
};

/** What is searched, in which projects, and in which order the issues are read. */
export interface IssueSelection {
  readonly projects: readonly number[];
  readonly search: IssueSearch;
  readonly sort: IssueSort;
  readonly context: SearchContext;
}

/** The value of an issue in an order, and its id. */
type IssueKey = readonly [value: number, id: number];

/** The value by which an order sorts an issue. */
export function sortValue(sort: IssueSort, issue: Issue): number {
  return ORDERS[sort].valueOf(issue);
}

/**
 * Reads at most `limit` of the issues that match a search, from a cursor on. The highest value comes first, then the highest id.
 * @throws BadRequest if there are too many issues to sort
 */
export async function searchIssues(
  session: Session,
  selection: IssueSelection,
  cursor: Cursor | null,
  limit: number,
): Promise<PartialRows<Issue>> {
  const { projects, search, sort, context } = selection;
  const order = new IssueOrder(sort, cursor);
  const found: ProjectSearch[] = [];
  for (let start = 0; start < projects.length; start += PROJECTS_AT_ONCE) {
    const some = projects.slice(start, start + PROJECTS_AT_ONCE);
    found.push(...(await Promise.all(some.map((project) => prepare(session, project, search, context)))));
  }
  const searched = found.filter(({ filter }) => !filter.isNever);
  return sort === 'date' ? new MergedScan(session, order, searched).read(limit) : rank(session, order, searched, limit);
}

/** A search in one project. */
interface ProjectSearch {
  readonly project: number;
  readonly filter: IssueFilter;
  /** The ids of all issues that can match; undefined if they are too many. */
  readonly candidates: readonly number[] | undefined;
}

async function prepare(
  session: Session,
  project: number,
  search: IssueSearch,
  context: SearchContext,
): Promise<ProjectSearch> {
  const terms: IssueTerm[] = [];
  forEachTerm(search, (term) => terms.push(term));
  const resolved = new Map<IssueTerm, ResolvedTerm>();
  for (const term of terms) resolved.set(term, await resolveTerm(session, project, term, context));
  const expression = normalize(search, resolved, false);
  const filter = new IssueFilter(expression, session.dialect);
  const candidates = filter.isEmpty ? undefined : await candidatesOf(session, project, expression);
  return { project, filter, candidates: candidates && [...candidates] };
}

/** Moves negations to the terms. */
function normalize(
  search: IssueSearch,
  resolved: ReadonlyMap<IssueTerm, ResolvedTerm>,
  isNegated: boolean,
): Expression {
  if (search.kind === 'not') return normalize(search.part, resolved, !isNegated);
  if ('parts' in search) {
    const kind = (search.kind === 'and') === isNegated ? 'or' : 'and';
    return { kind, parts: search.parts.map((part) => normalize(part, resolved, isNegated)) };
  }
  const term = resolved.get(search);
  if (term === undefined) throw new Error(`A term of the kind ${search.kind} is not resolved.`);
  return { kind: 'literal', term, isNegated };
}

/** The ids of all issues that can match, if an index has them and they are few. */
async function candidatesOf(
  session: Session,
  project: number,
  expression: Expression,
): Promise<Set<number> | undefined> {
  if (expression.kind === 'literal')
    return expression.isNegated ? undefined : findCandidates(session, project, expression.term, MAX_CANDIDATES);
  if (expression.kind === 'and') {
    for (const part of expression.parts) {
      const ids = await candidatesOf(session, project, part);
      if (ids !== undefined) return ids;
    }
    return undefined;
  }
  const found = new Set<number>();
  for (const part of expression.parts) {
    const ids = await candidatesOf(session, project, part);
    if (ids === undefined) return undefined;
    for (const id of ids) found.add(id);
  }
  return found.size > MAX_CANDIDATES ? undefined : found;
}

/** The order of a list, in the direction in which it is read, and where reading begins. */
class IssueOrder {
  readonly column: string;
  readonly backwards: boolean;
  private readonly start: IssueKey | null;

  constructor(
    private readonly sort: IssueSort,
    private readonly cursor: Cursor | null,
  ) {
    this.column = ORDERS[sort].column;
    this.backwards = cursor?.backwards ?? false;
    const [value = '', id = ''] = cursor?.key ?? [];
    this.start = cursor === null ? null : [Number(value.replace(/^[a-z]/, '')), Number(id)];
  }

  get orderBy(): string {
    const direction = this.backwards ? 'ASC' : 'DESC';
    return `ORDER BY ${this.column} ${direction}, i.id ${direction}`;
  }

  keyOf(issue: Issue): IssueKey {
    return [ORDERS[this.sort].valueOf(issue), Number(issue.id)];
  }

  /** Compares in the direction of reading. */
  compare(one: IssueKey, other: IssueKey): number {
    const distance = other[0] - one[0] || other[1] - one[1];
    return this.backwards ? -distance : distance;
  }

  /** The rows from the cursor on, or those behind a key. */
  after(key?: IssueKey): Condition[] {
    const from = key ?? this.start;
    if (from === null) return [];
    const isInclusive = key === undefined && this.cursor?.inclusive === true;
    return [this.compareTo(`${this.backwards ? '>' : '<'}${isInclusive ? '=' : ''}`, from)];
  }

  /** The rows up to a key, which is included. */
  upTo(key: IssueKey): Condition {
    return this.compareTo(this.backwards ? '<=' : '>=', key);
  }

  /** Sorts issues, without those before the cursor. */
  arrange(issues: readonly Issue[]): Issue[] {
    const { start } = this;
    const isInclusive = this.cursor?.inclusive === true;
    const keyed = issues.map((issue) => ({ issue, key: this.keyOf(issue) }));
    const wanted = keyed.filter(({ key }) => {
      const distance = start === null ? 1 : this.compare(key, start);
      return distance > 0 || (distance === 0 && isInclusive);
    });
    return wanted.sort((one, other) => this.compare(one.key, other.key)).map(({ issue }) => issue);
  }

  private compareTo(comparison: string, key: IssueKey): Condition {
    return { sql: `(${this.column}, i.id) ${comparison} (?, ?)`, values: key };
  }
}

/** @param rest further conditions, and what follows them */
const SELECT_ISSUES = (rest: string) => `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND ${rest}`;
/** The key of the issue at an offset, in the order of a column. */
const SELECT_KEY = (column: string) => (rest: string) =>
  `SELECT ${column} AS "value", i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${rest} LIMIT 1 OFFSET ?`;

/** Reads issues that meet the conditions of a filter and others. */
async function selectIssues(
  session: Session,
  { project, filter }: ProjectSearch,
  conditions: readonly Condition[],
  tail = '',
  tailValues: readonly Value[] = [],
): Promise<Issue[]> {
  const all = joinConditions([...conditions, filter.where], ' AND ');
  const text = SELECT_ISSUES(`${all.sql} ${tail}`);
  const rows = await session.allOnce<IssueRow>(text, [project, ...all.values, ...tailValues]);
  return rows.map(readIssue);
}

function readCandidates(session: Session, search: ProjectSearch, ids: readonly number[]): Promise<Issue[]> {
  const wanted = { sql: `i.id IN (${jsonIntegers(session.dialect)})`, values: [listValue(ids)] };
  return selectIssues(session, search, [...search.filter.status, wanted]);
}

/** A project's part of the list in the order of the last event, as far as it has been read. */
class ProjectScan {
  /** Matching issues that are read and not returned yet. */
  readonly found: Issue[] = [];
  /** The key up to which the list is searched; undefined at its beginning. */
  searchedTo: IssueKey | undefined;
  isDone = false;
  private readonly status: readonly Condition[];

  constructor(
    private readonly session: Session,
    private readonly order: IssueOrder,
    private readonly search: ProjectSearch,
    private batchSize: number,
  ) {
    this.status = search.filter.status;
  }

  /** Reads the next batch, whose end is found first. Returns how many issues it went through. */
  async advance(): Promise<number> {
    const { session, order, search, batchSize: size } = this;
    if (search.candidates !== undefined) {
      this.isDone = true;
      this.found.push(...order.arrange(await readCandidates(session, search, search.candidates)));
      return search.candidates.length;
    }
    const range = [...this.status, ...search.filter.bounds, ...order.after(this.searchedTo)];
    const end = search.filter.isEmpty ? undefined : await this.keyAt(range, size - 1);
    const batch = end === undefined ? range : [...range, order.upTo(end)];
    const issues = await selectIssues(session, search, batch, `${order.orderBy} LIMIT ?`, [size]);
    const last = end ?? (search.filter.isEmpty && issues.length === size ? this.lastKey(issues) : undefined);
    this.found.push(...issues);
    this.isDone = last === undefined;
    this.searchedTo = last;
    this.batchSize = Math.min(size * 2, session.maxScanRows);
    return size;
  }

  private lastKey(issues: readonly Issue[]): IssueKey | undefined {
    const last = issues.at(-1);
    return last && this.order.keyOf(last);
  }

  /** The key of the issue at an offset. */
  private async keyAt(conditions: readonly Condition[], offset: number): Promise<IssueKey | undefined> {
    const { sql, values } = joinConditions(conditions, ' AND ');
    const text = SELECT_KEY(this.order.column)(`${sql} ${this.order.orderBy}`);
    const rows = await this.session.allOnce<{ value: number; id: number }>(text, [
      ...[this.search.project, ...values, offset],
    ]);
    return rows[0] && [rows[0].value, rows[0].id];
  }
}

/** Reads the lists of several projects as one. Of each, no more is read than the page needs. */
class MergedScan {
  private readonly scans: readonly ProjectScan[];

  constructor(
    session: Session,
    private readonly order: IssueOrder,
    searches: readonly ProjectSearch[],
  ) {
    const size = Math.max(10, Math.ceil((2 * FIRST_BATCH_SIZE) / (searches.length + 1)));
    this.scans = searches.map((search) => new ProjectScan(session, order, search, size));
  }

  async read(limit: number): Promise<PartialRows<Issue>> {
    const rows: Issue[] = [];
    let scanned = await this.begin();
    while (rows.length < limit) {
      const scan = this.foremost();
      if (scan === undefined) return { rows, stoppedAt: null };
      const issue = scan.found.shift();
      if (issue !== undefined) rows.push(issue);
      else if (scanned >= MAX_SCANNED && scan.searchedTo !== undefined)
        return { rows, stoppedAt: scan.searchedTo.map(String) };
      else {
        scanned += await scan.advance();
        await setImmediate();
      }
    }
    return { rows, stoppedAt: null };
  }

  private async begin(): Promise<number> {
    let scanned = 0;
    for (let start = 0; start < this.scans.length; start += PROJECTS_AT_ONCE) {
      const some = this.scans.slice(start, start + PROJECTS_AT_ONCE);
      for (const count of await Promise.all(some.map((scan) => scan.advance()))) scanned += count;
      if (start > 0) await setImmediate();
    }
    return scanned;
  }

  /** The scan that has, or may have, the next issue; undefined at the end of all lists. */
  private foremost(): ProjectScan | undefined {
    let first: ProjectScan | undefined;
    let firstKey: IssueKey | undefined;
    for (const scan of this.scans) {
      const [next] = scan.found;
      const key = next === undefined ? scan.searchedTo : this.order.keyOf(next);
      if (key === undefined) continue;
      if (firstKey !== undefined && this.order.compare(key, firstKey) >= 0) continue;
      [first, firstKey] = [scan, key];
    }
    return first;
  }
}

/** Finds the highest issues of an order without an index: goes through all issues, and keeps the first ones of those that match. */
async function rank(
  session: Session,
  order: IssueOrder,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<PartialRows<Issue>> {
  let first: Issue[] = [];
  let ranked = 0;
  const size = session.maxScanRows * RANKED_BATCHES;
  const add = (issues: readonly Issue[]) => (first = order.arrange([...first, ...issues]).slice(0, limit));
  for (const search of searches) {
    if (search.candidates !== undefined) {
      add(await readCandidates(session, search, search.candidates));
      continue;
    }
    let from = 0;
    for (let end: number | undefined; from >= 0; from = end ?? -1) {
      end = await idAt(session, search.project, from, size - 1);
      const last = first.length === limit ? first.at(-1) : undefined;
      const conditions = [
        { sql: 'i.id > ?', values: [from] },
        ...(end === undefined ? [] : [{ sql: 'i.id <= ?', values: [end] }]),
        ...order.after(),
        // Issues behind those that are found already need not be compared with the search.
        ...(last === undefined ? [] : [order.upTo(order.keyOf(last))]),
        ...search.filter.status,
        ...search.filter.bounds,
      ];
      add(await selectIssues(session, search, conditions, `${order.orderBy} LIMIT ?`, [limit]));
      ranked += size;
      if (ranked > MAX_RANKED && end !== undefined)
        throw new BadRequest(
          `The search goes through more than ${MAX_RANKED} issues, which are too many for this order; sort by date, or narrow the search with a tag that few issues have.`,
        );
      await setImmediate();
    }
  }
  return { rows: first, stoppedAt: null };
}

/** The id of the issue at an offset in the order of the ids. */
async function idAt(session: Session, project: number, from: number, offset: number): Promise<number | undefined> {
  return (await session.one<{ id: number }>(ID_AT, [project, from, offset]))?.id;
}

const ID_AT = 'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.id > ? ORDER BY i.id LIMIT 1 OFFSET ?';
