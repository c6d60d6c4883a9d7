import { setImmediate } from 'node:timers/promises';
import { BadRequest } from '../domain/errors';
import type { Issue } from '../domain/issue';
import { type IssueSearch, type IssueSort, type IssueTerm, termsOf } from '../domain/issueSearch';
import type { Cursor, PartialRows } from '../domain/page';
import { type Dialect, isOneOf, jsonIntegers } from './dialect';
import {
  type Condition,
  findCandidates,
  readText,
  type ResolvedTerm,
  resolveTerm,
  type SearchContext,
} from './issueConditions';
import { type Expression, IssueFilter, joinConditions, type TimeBound } from './issueFilter';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { findIssuesWithText } from './issueText';
import { readMerged, type Scan, someAtOnce } from './mergedScan';
import { listValue, type Session, type Value } from './sql';

/**
 * A search begins with the issues that can meet one of its terms, by an index, if there are no more than these; otherwise it goes through
 * the list. The index of text finds many at little cost: of all projects together, and up to a part of the issues where all have to be ranked
 * otherwise (src/DECISIONS.md, "Orders of issues").
 */
const MAX_CANDIDATES = 500;
const MAX_WITH_TEXT = 2_000;
const MAX_RANKED_WITH_TEXT = 20_000;
const ISSUES_PER_RANKED_WITH_TEXT = 5;
/** Issues that the first statement of a scan goes through. Further ones go through twice as many each, up to some times `maxScanRows`. */
const FIRST_BATCH_SIZE = 100;
/** Issues that one request goes through in the order of the last event. What is left is on the next page. */
const MAX_SCANNED = 10_000;
/** Issues that one request goes through to find the highest of another order, for which there is no index (src/DECISIONS.md, "Orders of issues"). */
const MAX_RANKED = 1_000_000;
/** Issues that one statement goes through, and that one ranks, in multiples of `maxScanRows`: it reads few columns of them. */
const SCANNED_BATCHES = 4;
const RANKED_BATCHES = 8;

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

/** Where an issue that was found is. */
interface FoundIssue {
  readonly project: number;
  readonly key: IssueKey;
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
  const { sort } = selection;
  const order = new IssueOrder(sort, cursor);
  const searched = (await prepareAll(session, selection)).filter(({ filter }) => !filter.isNever);
  const { rows, stoppedAt } =
    sort === 'date'
      ? await scanProjects(session, order, searched, limit)
      : { rows: await rank(session, order, searched, limit), stoppedAt: null };
  const issues = await readIssues(session, rows);
  // One that was removed meanwhile is missing: the page then says where the next one begins.
  const last = issues.length < rows.length ? rows.at(-1)?.key.map(String) : undefined;
  return { rows: issues, stoppedAt: stoppedAt ?? last ?? null };
}

/** A search in one project. */
interface ProjectSearch {
  readonly project: number;
  readonly filter: IssueFilter;
  /** The ids of all issues that can match; undefined if they are too many. */
  readonly candidates: readonly number[] | undefined;
}

async function prepareAll(
  session: Session,
  { projects, search, sort, context }: IssueSelection,
): Promise<readonly ProjectSearch[]> {
  const terms = termsOf(search);
  const resolved = await someAtOnce(projects, (project) => resolveTerms(session, project, terms, context));
  for (const term of terms) requireOneMeaning(term, resolved);
  const index = new CandidateIndex(session, projects, sort);
  return someAtOnce(projects, async (project, at) => {
    const expression = normalize(search, resolved[at] ?? new Map(), false);
    const candidates = await index.find(project, expression);
    const wanted = candidates === undefined ? await index.narrow(project, expression) : expression;
    return { project, filter: new IssueFilter(wanted, session.dialect), candidates: candidates && [...candidates] };
  });
}

async function resolveTerms(
  session: Session,
  project: number,
  terms: readonly IssueTerm[],
  context: SearchContext,
): Promise<Map<IssueTerm, ResolvedTerm>> {
  const resolved = new Map<IssueTerm, ResolvedTerm>();
  for (const term of terms) resolved.set(term, await resolveTerm(session, project, term, context));
  return resolved;
}

/** What names an issue in one of the projects is no text in the others. */
function requireOneMeaning(term: IssueTerm, resolved: readonly Map<IssueTerm, ResolvedTerm>[]): void {
  if (term.kind !== 'shortId' && term.kind !== 'eventId') return;
  if (!resolved.some((ofProject) => ofProject.get(term)?.kind === 'ids')) return;
  for (const ofProject of resolved)
    if (ofProject.get(term)?.kind === 'text') ofProject.set(term, { kind: 'constant', isMet: false });
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

/** The issues of a project by their ids. */
type IdsByProject = ReadonlyMap<number, ReadonlySet<number>>;

function isOneOfIssues(ids: ReadonlySet<number>): Expression {
  return { kind: 'literal', term: { kind: 'ids', ids: [...ids] }, isNegated: false };
}

/** The last numbers of the issues of projects. */
const COUNT_NUMBERED = (dialect: Dialect) =>
  `SELECT COALESCE(SUM(c.last_number), 0) AS "numbered" FROM issue_counter c WHERE ${isOneOf(dialect, 'c.project_id', jsonIntegers(dialect))}`;

/** Finds the issues of projects that can match, if an index has them and they are few. */
class CandidateIndex {
  private readonly found = new Map<Expression, Promise<ReadonlySet<number> | undefined>>();
  private readonly withText = new Map<string, Promise<IdsByProject | undefined>>();
  private maxWithText: Promise<number> | undefined;

  constructor(
    private readonly session: Session,
    private readonly projects: readonly number[],
    private readonly sort: IssueSort,
  ) {}

  find(project: number, expression: Expression): Promise<ReadonlySet<number> | undefined> {
    let found = this.found.get(expression);
    if (found === undefined) this.found.set(expression, (found = this.look(project, expression)));
    return found;
  }

  /** Puts the ids of the issues that can meet one of several alternatives before what is to be looked up of each issue. */
  async narrow(project: number, expression: Expression): Promise<Expression> {
    if (expression.kind === 'literal') return expression;
    const parts: Expression[] = [];
    for (const part of expression.parts) {
      const ids = expression.kind === 'or' ? await this.find(project, part) : undefined;
      const isFew = ids !== undefined && ids.size <= MAX_CANDIDATES;
      parts.push(isFew ? { kind: 'and', parts: [isOneOfIssues(ids), part] } : await this.narrow(project, part));
    }
    return { kind: expression.kind, parts };
  }

  private async look(project: number, expression: Expression): Promise<ReadonlySet<number> | undefined> {
    if (expression.kind === 'literal')
      return expression.isNegated ? undefined : this.findWith(project, expression.term);
    if (expression.kind === 'and') {
      for (const part of expression.parts) {
        const ids = await this.find(project, part);
        if (ids !== undefined) return ids;
      }
      return undefined;
    }
    const found = new Set<number>();
    for (const part of expression.parts) {
      const ids = await this.find(project, part);
      if (ids === undefined) return undefined;
      for (const id of ids) found.add(id);
    }
    return found.size > (await this.limitWithText()) ? undefined : found;
  }

  private async findWith(project: number, term: ResolvedTerm): Promise<ReadonlySet<number> | undefined> {
    if (term.kind !== 'text') return findCandidates(this.session, project, term, MAX_CANDIDATES);
    let found = this.withText.get(term.text);
    if (found === undefined) this.withText.set(term.text, (found = this.findText(term)));
    const byProject = await found;
    return byProject && (byProject.get(project) ?? new Set());
  }

  /** Looks in all projects at once: a word of which the beginning is given is put together from all that begin with it, whatever the project. */
  private async findText({ text }: { readonly text: string }): Promise<IdsByProject | undefined> {
    const limit = await this.limitWithText();
    const found = await findIssuesWithText(this.session, this.projects, readText(text), limit + 1);
    if (found.length > limit) return undefined;
    const byProject = new Map<number, Set<number>>();
    for (const { project, id } of found) {
      const ids = byProject.get(project);
      if (ids === undefined) byProject.set(project, new Set([id]));
      else ids.add(id);
    }
    return byProject;
  }

  private limitWithText(): Promise<number> {
    return (this.maxWithText ??= this.computeLimitWithText());
  }

  private async computeLimitWithText(): Promise<number> {
    if (this.sort === 'date') return MAX_WITH_TEXT;
    const row = await this.session.one<{ numbered: number }>(COUNT_NUMBERED, [listValue(this.projects)]);
    const share = Math.floor((row?.numbered ?? 0) / ISSUES_PER_RANKED_WITH_TEXT);
    return Math.min(MAX_RANKED_WITH_TEXT, Math.max(MAX_WITH_TEXT, share));
  }
}

/** The order of a list, in the direction in which it is read, and where reading begins. */
class IssueOrder {
  readonly column: string;
  readonly backwards: boolean;
  private readonly start: IssueKey | null;

  constructor(
    sort: IssueSort,
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
  arrange(found: readonly FoundIssue[]): FoundIssue[] {
    const { start } = this;
    const isInclusive = this.cursor?.inclusive === true;
    const wanted = found.filter(({ key }) => {
      const distance = start === null ? 1 : this.compare(key, start);
      return distance > 0 || (distance === 0 && isInclusive);
    });
    return wanted.sort((one, other) => this.compare(one.key, other.key));
  }

  /** Of the bounds of a search, those where reading begins. */
  boundsAtBeginning(bounds: readonly TimeBound[]): Condition[] {
    return this.render(bounds.filter(({ comparison }) => comparison.startsWith('<') !== this.backwards));
  }

  /** Of the bounds of a search, those where reading ends. */
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

/**
 * The keys of issues in the order of a column. Rows are read only for a page: they are much longer.
 * @param rest further conditions, and what follows them
 */
const SELECT_KEYS = (column: string, rest: string) =>
  `SELECT ${column} AS "value", i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${rest}`;
const READ = (dialect: Dialect) =>
  `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND ${isOneOf(dialect, 'i.id', jsonIntegers(dialect))}`;

/** Finds the keys of issues that meet conditions. */
async function selectKeys(
  session: Session,
  { project }: ProjectSearch,
  order: IssueOrder,
  conditions: readonly Condition[],
  tail = '',
  tailValues: readonly Value[] = [],
): Promise<FoundIssue[]> {
  const { sql, values } = joinConditions(conditions, ' AND ');
  const text = SELECT_KEYS(order.column, `${sql} ${tail}`);
  const rows = await session.allOnce<{ value: number; id: number }>(text, [project, ...values, ...tailValues]);
  return rows.map(({ value, id }) => ({ project, key: [value, id] }));
}

/** Reads the issues that were found, in their order. */
async function readIssues(session: Session, found: readonly FoundIssue[]): Promise<Issue[]> {
  const byProject = new Map<number, number[]>();
  for (const { project, key } of found) byProject.set(project, [...(byProject.get(project) ?? []), key[1]]);
  const issues = new Map<string, Issue>();
  for (const [project, ids] of byProject) {
    for (const row of await session.all<IssueRow>(READ, [project, listValue(ids)])) issues.set(row.id, readIssue(row));
  }
  return found.flatMap(({ key }) => issues.get(String(key[1])) ?? []);
}

async function findAmong(
  session: Session,
  search: ProjectSearch,
  order: IssueOrder,
  ids: readonly number[],
): Promise<FoundIssue[]> {
  const wanted = isAmong(session.dialect, ids);
  return order.arrange(
    await selectKeys(session, search, order, [...search.filter.status, wanted, search.filter.where]),
  );
}

function isAmong(dialect: Dialect, ids: readonly number[]): Condition {
  return { sql: `i.id IN (${jsonIntegers(dialect)})`, values: [listValue(ids)] };
}

/** A project's part of the list in the order of the last event, as far as it has been read. */
class ProjectScan implements Scan<FoundIssue, IssueKey> {
  /** Matching issues that are found and not returned yet. */
  readonly found: FoundIssue[] = [];
  /** The key up to which the list is searched; undefined at its beginning. */
  searchedTo: IssueKey | undefined;

  constructor(
    private readonly session: Session,
    private readonly order: IssueOrder,
    private readonly search: ProjectSearch,
    private batchSize: number,
  ) {}

  /** Reads the next batch, whose end is found first. Returns how many issues it went through. */
  async advance(): Promise<number> {
    const { session, order, search, batchSize: size } = this;
    const { filter, candidates } = search;
    if (candidates !== undefined) {
      this.found.push(...(await findAmong(session, search, order, candidates)));
      return candidates.length;
    }
    const begin = this.begin();
    const toEnd = [...filter.status, ...begin, ...order.boundsAtEnd(filter.bounds)];
    const [end] = filter.isEmpty
      ? []
      : await selectKeys(session, search, order, toEnd, `${order.orderBy} LIMIT 1 OFFSET ?`, [size - 1]);
    // A second limit at the same end could be the one that the server begins with.
    const batch = end === undefined ? toEnd : [...filter.status, ...begin, order.upTo(end.key)];
    const issues = await selectKeys(session, search, order, [...batch, filter.where], `${order.orderBy} LIMIT ?`, [
      size,
    ]);
    const last = end ?? (filter.isEmpty && issues.length === size ? issues.at(-1) : undefined);
    this.found.push(...issues);
    this.searchedTo = last?.key;
    this.batchSize = Math.min(size * 2, session.maxScanRows * SCANNED_BATCHES);
    return size;
  }

  /** Where the batch begins: behind what was read, at the cursor, or at the bound of the search. */
  private begin(): readonly Condition[] {
    const after = this.order.after(this.searchedTo);
    return after.length > 0 ? after : this.order.boundsAtBeginning(this.search.filter.bounds);
  }
}

/** Reads the lists of several projects as one, in the order of the last event. */
async function scanProjects(
  session: Session,
  order: IssueOrder,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<PartialRows<FoundIssue>> {
  const size = Math.max(10, Math.ceil((2 * FIRST_BATCH_SIZE) / (searches.length + 1)));
  const scans = searches.map((search) => new ProjectScan(session, order, search, size));
  const { rows, stoppedAt } = await readMerged<FoundIssue, IssueKey>(scans, {
    keyOf: ({ key }) => key,
    compare: (one, other) => order.compare(one, other),
    limit,
    maxCost: MAX_SCANNED,
  });
  return { rows, stoppedAt: stoppedAt?.map(String) ?? null };
}

/**
 * Finds the highest issues of an order without an index: goes through all issues, and keeps the first ones of those that match. The newest come first,
 * which are the highest of most orders.
 */
async function rank(
  session: Session,
  order: IssueOrder,
  searches: readonly ProjectSearch[],
  limit: number,
): Promise<FoundIssue[]> {
  let first: FoundIssue[] = [];
  let ranked = 0;
  for (const search of searches) {
    for await (const { size, condition } of partsOf(session, search)) {
      if ((ranked += size) > MAX_RANKED)
        throw new BadRequest(
          `The search goes through more than ${MAX_RANKED} issues, which are too many for this order; sort by date, or narrow the search with a tag that few issues have.`,
        );
      const last = first.length === limit ? first.at(-1) : undefined;
      const conditions = [
        condition,
        ...order.after(),
        // Issues behind those that are found already need not be compared with the search.
        ...(last === undefined ? [] : [order.upTo(last.key)]),
        ...search.filter.status,
        search.filter.where,
      ];
      const found = await selectKeys(session, search, order, conditions, `${order.orderBy} LIMIT ?`, [limit]);
      first = order.arrange([...first, ...found]).slice(0, limit);
      await setImmediate();
    }
  }
  return first;
}

/** Some of the issues of a project. */
interface RankedPart {
  readonly size: number;
  readonly condition: Condition;
}

/** Divides the issues that can match into parts for one statement each: newest first, and few at first, so that what is behind a page is known soon. */
async function* partsOf(session: Session, search: ProjectSearch): AsyncGenerator<RankedPart> {
  const maxSize = session.maxScanRows * RANKED_BATCHES;
  const candidates = search.candidates?.toSorted((one, other) => other - one);
  const from = { number: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  for (let size = session.maxScanRows; ; size = Math.min(size * 2, maxSize)) {
    if (candidates !== undefined) {
      const ids = candidates.splice(0, size);
      if (ids.length === 0) return;
      yield { size: ids.length, condition: isAmong(session.dialect, ids) };
      continue;
    }
    const end = await session.one<typeof from>(END_OF_PART, [search.project, from.number, size - 1]);
    if (end === undefined) {
      yield { size: 0, condition: { sql: 'i.id < ?', values: [from.id] } };
      return;
    }
    if (end.id < from.id) yield { size, condition: { sql: 'i.id < ? AND i.id >= ?', values: [from.id, end.id] } };
    from.number = end.number;
    from.id = Math.min(from.id, end.id);
  }
}

/**
 * Numbers and ids of issues are given in one order, except where two processes open some at the same time, and the index of numbers is much
 * shorter than the rows.
 */
const END_OF_PART = `SELECT i.number AS "number", i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.number < ?
  ORDER BY i.number DESC LIMIT 1 OFFSET ?`;
