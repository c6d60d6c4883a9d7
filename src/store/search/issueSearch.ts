import { groupBy } from '../../domain/groups';
import type { CountFilter, FilteredIssue } from '../../domain/issue';
import { type IssueSearch, type IssueSort, type IssueTerm, termsOf } from '../../domain/issueSearch';
import type { Cursor, PartialRows } from '../../domain/page';
import { type Dialect, isAmong } from '../engine/dialect';
import { findInFilteredOrder, isFilteredOrder, readFilteredCounts } from '../issues/filteredCounts';
import { findCandidates, readText, type ResolvedTerm } from './issueConditions';
import { type Expression, IssueFilter, isTerm, resolveTerm, type SearchContext } from './issueTerms';
import { findInOrder, type IssuePosition, MAX_CANDIDATES, type ProjectSearch } from './issueOrders';
import { type IssueRow, ISSUES_BY_ID, readIssue } from '../issues/issueRows';
import { findIssuesWithText } from '../issues/issueText';
import { mapInGroups } from '../keyset';
import { listValue, type ReadSession } from '../engine/sql';

/**
 * Maximum number of issues of all projects that a search by text begins with. A search begins with the issues that can
 * meet one of its terms, if an index finds at most `MAX_CANDIDATES` of them; otherwise it reads the list. The index of
 * text finds more issues at little cost.
 */
const MAX_WITH_TEXT = 2_000;
/**
 * Maximum number of issues that a search by text begins with in an order in which all issues would be ranked otherwise
 * (src/DECISIONS.md, "Orders of issues").
 */
const MAX_RANKED_WITH_TEXT = 20_000;
/** In such an order, a search by text begins with at most one issue per this number of issues. */
const ISSUES_PER_RANKED_WITH_TEXT = 5;

/** The search, its projects, and the order in which issues are read. */
export interface IssueSelection {
  readonly projects: readonly number[];
  readonly search: IssueSearch;
  readonly sort: IssueSort;
  /** The events by whose numbers issues are sorted and which are counted; null for all events. */
  readonly filter: CountFilter | null;
  readonly context: SearchContext;
}

/** A search whose names are resolved, in each of its projects. */
export class PreparedSearch {
  private constructor(
    private readonly session: ReadSession,
    private readonly selection: Pick<IssueSelection, 'sort' | 'filter'>,
    private readonly searches: readonly ProjectSearch[],
  ) {}

  /** @throws BadRequest if a name in the search is unknown */
  static async prepare(session: ReadSession, selection: IssueSelection): Promise<PreparedSearch> {
    const searches = (await prepareAll(session, selection)).filter((search) => !search.filter.isNever);
    return new PreparedSearch(session, selection, searches);
  }

  /**
   * Reads at most `limit` issues, from a cursor on. The highest value comes first, then the highest id.
   * @throws BadRequest if there are too many issues to sort
   */
  async read(cursor: Cursor | null, limit: number): Promise<PartialRows<FilteredIssue>> {
    const { rows, stoppedAt } = await this.findInOrder(this.selection.sort, cursor, limit);
    const issues = await readIssues(this.session, rows, this.selection.filter);
    // An issue that was removed meanwhile is missing: the page then contains the position at which the next one begins.
    const last = issues.length < rows.length ? rows.at(-1)?.key.map(String) : undefined;
    return { rows: issues, stoppedAt: stoppedAt ?? last ?? null };
  }

  /** Finds the issues with the latest events, at most `limit`; undefined if the search reads too many others first. */
  find(limit: number): Promise<readonly IssuePosition[] | undefined> {
    return this.findWhole('date', limit);
  }

  /**
   * Counts the issues up to `limit`; undefined if the search reads too many others first. If the order by date depends
   * on the filter, it uses the order by first event, which reads fewer issues.
   */
  async count(limit: number): Promise<number | undefined> {
    const { filter } = this.selection;
    const sort = filter !== null && isFilteredOrder('date', filter) ? 'new' : 'date';
    return (await this.findWhole(sort, limit))?.length;
  }

  private async findWhole(sort: IssueSort, limit: number): Promise<readonly IssuePosition[] | undefined> {
    const { rows, stoppedAt } = await this.findInOrder(sort, null, limit);
    return stoppedAt === null ? rows : undefined;
  }

  private async findInOrder(
    sort: IssueSort,
    cursor: Cursor | null,
    limit: number,
  ): Promise<PartialRows<IssuePosition>> {
    const { session, searches } = this;
    const { filter } = this.selection;
    if (filter === null || !isFilteredOrder(sort, filter)) return findInOrder(session, sort, cursor, searches, limit);
    return { rows: await findInFilteredOrder(session, { sort, filter, cursor }, searches, limit), stoppedAt: null };
  }
}

async function prepareAll(
  session: ReadSession,
  { projects, search, sort, context }: IssueSelection,
): Promise<readonly ProjectSearch[]> {
  const terms = termsOf(search);
  const hidingFeedback = await findProjectsHidingFeedback(session, projects, terms);
  const resolved = await mapInGroups(projects, (project) => resolveTerms(session, project, terms, context));
  for (const term of terms) requireOneMeaning(term, resolved);
  const index = new CandidateIndex(session, projects, sort);
  return mapInGroups(projects, async (project, at) => {
    const normalized = normalize(search, resolved[at] ?? new Map(), false);
    const expression: Expression = hidingFeedback.has(project)
      ? { kind: 'and', parts: [normalized, IS_NO_FEEDBACK] }
      : normalized;
    // The list of one status needs no candidates.
    const candidates = isTerm(expression, 'status') ? undefined : await index.find(project, expression);
    const narrowed = candidates === undefined ? await index.narrow(project, expression) : expression;
    return { project, filter: new IssueFilter(narrowed, session.dialect), candidates: candidates && [...candidates] };
  });
}

const FIND_WITH_FEEDBACK = (dialect: Dialect) =>
  `SELECT p.id AS "id" FROM project p WHERE p.has_user_reports = 1 AND ${isAmong(dialect, 'p.id')}`;
const IS_NO_FEEDBACK: Expression = {
  kind: 'literal',
  term: { kind: 'category', category: 'feedback' },
  isNegated: true,
};

/** Terms that name a category, a trace or single issues. */
const NAMING_TERMS: ReadonlySet<string> = new Set(['category', 'linked', 'shortId', 'eventId', 'trace']);

/**
 * Returns the projects in which the search leaves out feedback: those that received some, unless the search names a
 * category, a trace or one issue.
 */
async function findProjectsHidingFeedback(
  session: ReadSession,
  projects: readonly number[],
  terms: readonly IssueTerm[],
): Promise<ReadonlySet<number>> {
  if (terms.some(({ kind }) => NAMING_TERMS.has(kind))) return new Set();
  const rows = await session.all<{ id: number }>(FIND_WITH_FEEDBACK, [listValue(projects)]);
  return new Set(rows.map(({ id }) => id));
}

async function resolveTerms(
  session: ReadSession,
  project: number,
  terms: readonly IssueTerm[],
  context: SearchContext,
): Promise<Map<IssueTerm, ResolvedTerm>> {
  const resolved = new Map<IssueTerm, ResolvedTerm>();
  for (const term of terms) resolved.set(term, await resolveTerm(session, project, term, context));
  return resolved;
}

/** Makes a term match nothing in projects in which it is text, if it names an issue or is a tag in another project. */
function requireOneMeaning(term: IssueTerm, resolved: readonly Map<IssueTerm, ResolvedTerm>[]): void {
  if (term.kind !== 'shortId' && term.kind !== 'eventId' && term.kind !== 'tag') return;
  if (resolved.every((ofProject) => ofProject.get(term)?.kind === 'text')) return;
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

/** Adds up the last issue numbers of projects, an upper bound of the number of their issues. */
const COUNT_NUMBERED = (dialect: Dialect) =>
  `SELECT COALESCE(SUM(c.last_number), 0) AS "numbered" FROM issue_counter c WHERE ${isAmong(dialect, 'c.project_id')}`;

/** Finds the issues of projects that can match, if an index has them and they are few. */
class CandidateIndex {
  private readonly results = new Map<Expression, Promise<ReadonlySet<number> | undefined>>();
  private readonly withText = new Map<string, Promise<IdsByProject | undefined>>();
  private maxWithText: Promise<number> | undefined;

  constructor(
    private readonly session: ReadSession,
    private readonly projects: readonly number[],
    private readonly sort: IssueSort,
  ) {}

  /** Returns the ids of all issues that can match an expression; undefined if no index has them, or they are many. */
  find(project: number, expression: Expression): Promise<ReadonlySet<number> | undefined> {
    let ids = this.results.get(expression);
    if (ids === undefined) this.results.set(expression, (ids = this.findUncached(project, expression)));
    return ids;
  }

  /**
   * Puts the ids of the issues that can meet one of several alternatives before the conditions that are looked up for
   * each issue.
   */
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

  private async findUncached(project: number, expression: Expression): Promise<ReadonlySet<number> | undefined> {
    if (expression.kind === 'literal')
      return expression.isNegated ? undefined : this.findWith(project, expression.term);
    if (expression.kind === 'and') {
      for (const part of expression.parts) {
        if (isTerm(part, 'status')) continue;
        const ids = await this.find(project, part);
        if (ids !== undefined) return ids;
      }
      return undefined;
    }
    const allIds = new Set<number>();
    for (const part of expression.parts) {
      const ids = await this.find(project, part);
      if (ids === undefined) return undefined;
      for (const id of ids) allIds.add(id);
    }
    return allIds.size > (await this.limitWithText()) ? undefined : allIds;
  }

  private async findWith(project: number, term: ResolvedTerm): Promise<ReadonlySet<number> | undefined> {
    if (term.kind !== 'text') return findCandidates(this.session, project, term, MAX_CANDIDATES);
    let searching = this.withText.get(term.text);
    if (searching === undefined) this.withText.set(term.text, (searching = this.findText(term)));
    const byProject = await searching;
    return byProject && (byProject.get(project) ?? new Set());
  }

  /**
   * Searches all projects at once: a word with a given prefix is the union of all words with that prefix, in all
   * projects.
   */
  private async findText({ text }: { readonly text: string }): Promise<IdsByProject | undefined> {
    const limit = await this.limitWithText();
    const rows = await findIssuesWithText(this.session, this.projects, readText(text), limit + 1);
    if (rows.length > limit) return undefined;
    const byProject = groupBy(rows, ({ project }) => project);
    return new Map([...byProject].map(([project, issues]) => [project, new Set(issues.map(({ id }) => id))]));
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

/** Reads issues in the order of their positions, and counts their events that match a filter. */
async function readIssues(
  session: ReadSession,
  positions: readonly IssuePosition[],
  filter: CountFilter | null,
): Promise<FilteredIssue[]> {
  const issues = new Map<string, FilteredIssue>();
  for (const [project, ofProject] of groupBy(positions, (position) => position.project)) {
    const ids = ofProject.map(({ key: [, id] }) => id);
    const counts = filter && (await readFilteredCounts(session, project, ids, filter));
    for (const row of await session.all<IssueRow>(ISSUES_BY_ID, [project, listValue(ids)]))
      issues.set(row.id, { ...readIssue(row), filtered: counts?.get(Number(row.id)) ?? null });
  }
  return positions.flatMap(({ key }) => issues.get(String(key[1])) ?? []);
}
