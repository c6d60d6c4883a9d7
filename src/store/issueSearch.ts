import { setImmediate } from 'node:timers/promises';
import type { Issue, IssueStatus } from '../domain/issue';
import { forEachTerm, type IssueSearch, type IssueTerm } from '../domain/issueSearch';
import type { Cursor } from '../domain/page';
import { type Dialect, jsonIntegers } from './dialect';
import { type Condition, conditionOf, findCandidates, type ResolvedTerm, resolveTerm } from './issueConditions';
import { ISSUE_COLUMNS, type IssueRow, readIssue } from './issueRows';
import { sliceStatements } from './keyset';
import { listValue, type Session, type Value } from './sql';

/**
 * A search begins with the issues that have one of its tags if there are no more than these; otherwise it scans the
 * list.
 */
const MAX_CANDIDATES = 1_000;
/** Issues that the first statement of a scan goes through. Further ones go through twice as many each, up to `maxScanRows` of the session. */
const FIRST_BATCH_SIZE = 100;

const ORDER = { columns: ['i.last_seen', 'i.id'], descending: true };
const LIST = sliceStatements(`SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ?`, ORDER);
const LIST_BY_STATUS = sliceStatements(
  `SELECT ${ISSUE_COLUMNS} FROM issue i WHERE i.project_id = ? AND i.status = ?`,
  ORDER,
);
/** The key of the row at an offset from the cursor. */
const KEY_AT = keyStatements('');
const KEY_AT_BY_STATUS = keyStatements(' AND i.status = ?');

function keyStatements(condition: string) {
  return sliceStatements(
    `SELECT i.last_seen AS "lastSeen", CAST(i.id AS TEXT) AS "id" FROM issue i WHERE i.project_id = ?${condition}`,
    ORDER,
    (slice) => `${slice} OFFSET ?`,
  );
}

/** A part of the list of a project's issues. */
export interface IssueSlice {
  readonly project: number;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

/** A search whose negations are at its terms. */
type Expression = Junction | Literal;

interface Junction {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Expression[];
}

interface Literal {
  readonly kind: 'literal';
  readonly term: ResolvedTerm;
  readonly isNegated: boolean;
}

/**
 * Reads a slice of the issues that match a search. A status is a range of an index. Of a term that few issues can meet, by an index, all
 * of these are read. Only a search without such a term scans the list.
 */
export async function searchIssues(session: Session, search: IssueSearch, slice: IssueSlice): Promise<Issue[]> {
  const expression = await resolveSearch(session, slice.project, search);
  const filter = new IssueFilter(expression, session.dialect);
  if (filter.isEmpty) return readRange(session, filter.status, slice);
  const candidates = await candidatesOf(session, slice.project, expression);
  return candidates === undefined
    ? scanList(session, filter, slice)
    : readCandidates(session, filter, slice, [...candidates]);
}

async function resolveSearch(session: Session, project: number, search: IssueSearch): Promise<Expression> {
  const terms: IssueTerm[] = [];
  forEachTerm(search, (term) => terms.push(term));
  const resolved = new Map<IssueTerm, ResolvedTerm>();
  for (const term of terms) resolved.set(term, await resolveTerm(session, project, term));
  return normalize(search, resolved, false);
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

/** The conditions of a search. */
class IssueFilter {
  /** The status that all issues have; null for any. It selects the index. */
  readonly status: IssueStatus | null;
  /** What rows must meet, apart from the status. */
  readonly where: Condition;
  private readonly wanted: readonly Expression[];

  constructor(
    expression: Expression,
    private readonly dialect: Dialect,
  ) {
    const all = expression.kind === 'and' ? expression.parts : [expression];
    const status = all.find((part) => statusOf(part) !== null);
    this.status = status === undefined ? null : statusOf(status);
    this.wanted = all.filter((part) => part !== status);
    this.where = joinConditions(
      this.wanted.map((part) => this.render(part)),
      ' AND ',
    );
  }

  /** Whether the search is for a status and nothing else, or for all issues. */
  get isEmpty(): boolean {
    return this.wanted.length === 0;
  }

  private render(expression: Expression): Condition {
    if (expression.kind === 'literal') {
      const { term, isNegated } = expression;
      const condition = conditionOf(term, this.dialect);
      return isNegated ? { ...condition, sql: `NOT (${condition.sql})` } : condition;
    }
    const parts = expression.parts.map((part) => this.render(part));
    return joinConditions(parts, expression.kind === 'and' ? ' AND ' : ' OR ');
  }
}

const ALWAYS: Condition = { sql: '1 = 1', values: [] };

function statusOf(expression: Expression): IssueStatus | null {
  if (expression.kind !== 'literal' || expression.isNegated || expression.term.kind !== 'status') return null;
  return expression.term.status;
}

function joinConditions(conditions: readonly Condition[], operator: ' AND ' | ' OR '): Condition {
  if (conditions.length === 0) return operator === ' AND ' ? ALWAYS : { sql: '1 = 0', values: [] };
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(operator),
    values: conditions.flatMap(({ values }) => values),
  };
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
  return found;
}

/** Reads a slice of the list of all issues, or of those with a status. */
async function readRange(session: Session, status: IssueStatus | null, slice: IssueSlice): Promise<Issue[]> {
  const { project, cursor, limit } = slice;
  const key = keyOf(cursor);
  const rows = await (status === null
    ? session.all<IssueRow>(LIST(cursor), [project, ...key, limit])
    : session.all<IssueRow>(LIST_BY_STATUS(cursor), [project, status, ...key, limit]));
  return rows.map(readIssue);
}

async function readCandidates(
  session: Session,
  filter: IssueFilter,
  { project, cursor, limit }: IssueSlice,
  ids: readonly number[],
): Promise<Issue[]> {
  const wanted = { sql: `i.id IN (${jsonIntegers(session.dialect)})`, values: [listValue(ids)] };
  const found = await selectIssues(session, filter, project, wanted);
  found.sort((a, b) => b.lastSeen - a.lastSeen || Number(b.id) - Number(a.id));
  if (cursor?.backwards) found.reverse();
  return found.filter((issue) => cursor === null || isBeyond(issue, cursor)).slice(0, limit);
}

/** Reads the list in batches, which grow as long as too few issues match. The end of each is found first. */
async function scanList(session: Session, filter: IssueFilter, slice: IssueSlice): Promise<Issue[]> {
  const { project, cursor, limit } = slice;
  const backwards = cursor?.backwards ?? false;
  const found: Issue[] = [];
  let from = cursor;
  for (let size = FIRST_BATCH_SIZE; ; size = Math.min(size * 2, session.maxScanRows)) {
    const end = await keyAt(session, filter.status, { project, cursor: from, limit: 1 }, size - 1);
    const range = rangeCondition(from, end, backwards);
    const order = { backwards, limit: limit - found.length };
    found.push(...(await selectIssues(session, filter, project, range, order)));
    if (found.length >= limit || end === undefined) return found.slice(0, limit);
    from = { key: [String(end.lastSeen), end.id], backwards, inclusive: false };
    await setImmediate();
  }
}

/** Reads issues that meet the conditions of a filter and another one. Without an order, reads all of them. */
async function selectIssues(
  session: Session,
  { status, where }: IssueFilter,
  project: number,
  range: Condition,
  order?: { readonly backwards: boolean; readonly limit: number },
): Promise<Issue[]> {
  const direction = order?.backwards === true ? 'ASC' : 'DESC';
  const text = `SELECT ${ISSUE_COLUMNS} FROM issue i
    WHERE i.project_id = ?${status === null ? '' : ' AND i.status = ?'} AND (${range.sql}) AND (${where.sql})
    ${order === undefined ? '' : `ORDER BY i.last_seen ${direction}, i.id ${direction} LIMIT ?`}`;
  const first = status === null ? [project] : [project, status];
  const values = [...first, ...range.values, ...where.values];
  const rows = await session.allOnce<IssueRow>(text, order === undefined ? values : [...values, order.limit]);
  return rows.map(readIssue);
}

interface IssueKey {
  readonly lastSeen: number;
  readonly id: string;
}

/** The key of the issue at an offset from the cursor. */
function keyAt(
  session: Session,
  status: IssueStatus | null,
  { project, cursor, limit }: IssueSlice,
  offset: number,
): Promise<IssueKey | undefined> {
  const statement = (status === null ? KEY_AT : KEY_AT_BY_STATUS)(cursor);
  const first = status === null ? [project] : [project, status];
  return session.one<IssueKey>(statement, [...first, ...keyOf(cursor), limit, offset]);
}

/** The range between a cursor and the end of a batch, which is included. */
function rangeCondition(from: Cursor | null, end: IssueKey | undefined, backwards: boolean): Condition {
  const [beyond, within] = backwards ? (['>', '<='] as const) : (['<', '>='] as const);
  const conditions: Condition[] = [];
  if (from !== null) conditions.push(compareKey(from.inclusive ? `${beyond}=` : beyond, keyOf(from)));
  if (end !== undefined) conditions.push(compareKey(within, [end.lastSeen, Number(end.id)]));
  return joinConditions(conditions, ' AND ');
}

function compareKey(comparison: '<' | '<=' | '>' | '>=', key: readonly Value[]): Condition {
  return { sql: `(i.last_seen, i.id) ${comparison} (?, ?)`, values: key };
}

function keyOf(cursor: Cursor | null): number[] {
  return cursor === null ? [] : cursor.key.map(Number);
}

/** Whether an issue comes after the cursor in the cursor's direction. */
function isBeyond({ lastSeen, id }: Issue, { key, backwards, inclusive }: Cursor): boolean {
  const [cursorSeen = 0, cursorId = 0] = key.map(Number);
  const distance = cursorSeen - lastSeen || cursorId - Number(id);
  return distance === 0 ? inclusive : distance > 0 !== backwards;
}
