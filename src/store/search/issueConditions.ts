import type { IssueTerm, PropertyTerm, SubstatusTerm, TagTerm, TimeTerm } from '../../domain/issueSearch';
import { MAX_TAG_VALUE } from '../../domain/event';
import { type IssueCategory, SEARCH_ENTRY_MARK } from '../../domain/issue';
import { type SearchedText, searchedText } from '../../domain/issueText';
import { type TextPattern, truncate } from '../../domain/text';
import { type Dialect, escapeLike } from '../engine/dialect';
import { findIssuesOfFirstRelease, HAS_FIRST_RELEASE } from '../issues/issueReleases';
import { findIssuesWithPrefix, findIssuesWithTag } from '../issues/issueTags';
import { findIssuesWithText, HAS_TEXT, orderValues } from '../issues/issueText';
import { idValue, type ReadSession, type Statement, type Value } from '../engine/sql';

/*
 * SQL for each kind of term of a search: a condition on `issue i`, and, if an index has them, the issues that may meet
 * it.
 */

/** The ids of issues to which a term was resolved before the list is read. */
interface IdsTerm {
  readonly kind: 'ids';
  readonly ids: readonly number[];
}

/** A term that was decided before the list is read, with one value for all issues of the project. */
interface ConstantTerm {
  readonly kind: 'constant';
  readonly isMet: boolean;
}

/** A term whose names are resolved. */
export type ResolvedTerm =
  | Exclude<
      IssueTerm,
      {
        kind:
          | 'substatus'
          | 'shortId'
          | 'eventId'
          | 'trace'
          | 'latestRelease'
          | 'firstRelease'
          | 'project'
          | 'time'
          | 'assigned'
          | 'bookmarked';
      }
    >
  | ResolvedTimeTerm
  | ResolvedSubstatusTerm
  | { readonly kind: 'firstRelease'; readonly values: readonly TextPattern[] }
  | ResolvedAssignedTerm
  | ResolvedBookmarkTerm
  | IdsTerm
  | ConstantTerm;

interface ResolvedTimeTerm extends Omit<TimeTerm, 'at'> {
  readonly time: number;
}

interface ResolvedSubstatusTerm extends SubstatusTerm {
  /** An issue is still new, regressed or escalating if it became so after this time. */
  readonly recentSince: number;
}

/** An assignee: a member, a team, anyone or nobody. */
interface ResolvedAssignedTerm {
  readonly kind: 'assigned';
  readonly to:
    'anyone' | 'nobody' | { readonly column: 'i.assignee_member_id' | 'i.assignee_team_id'; readonly id: number };
}

interface ResolvedBookmarkTerm {
  readonly kind: 'bookmarked';
  readonly member: number;
}

/** A condition in SQL, which is never null. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The columns of numbers and times. */
const COLUMNS = {
  firstSeen: 'i.first_seen',
  lastSeen: 'i.last_seen',
  timesSeen: 'i.times_seen',
  userCount: 'i.user_count',
} as const;
/** The substatus of `issue i` as `presentSubstatus` returns it, and an empty text for none. */
const PRESENT_SUBSTATUS = `CASE WHEN i.substatus = 'new' AND i.first_seen <= ?
  OR i.substatus IN ('regressed', 'escalating') AND COALESCE(i.reopened_at, 0) <= ?
  THEN 'ongoing' ELSE COALESCE(i.substatus, '') END`;
/** The condition of each category on `issue i`; the index `issue_category` has the issues of all but `error`. */
const IS_OF_CATEGORY: Record<IssueCategory, string> = {
  error: "i.type NOT IN ('feedback', 'cron')",
  feedback: "i.type = 'feedback'",
  cron: "i.type = 'cron'",
};
/**
 * Returns a condition on `issue i`: the issue has an event, a tag or a bookmark. Further conditions on its row begin
 * with AND.
 */
const HAS_EVENT = (further: string) => `(SELECT 1 FROM event e
  WHERE e.project_id = i.project_id AND e.issue_id = i.id ${further} LIMIT 1) IS NOT NULL`;
const HAS_TAG = (further: string) => `(SELECT 1 FROM issue_tag t
  WHERE t.project_id = i.project_id AND t.issue_id = i.id AND t.key = ? ${further} LIMIT 1) IS NOT NULL`;
const IS_BOOKMARKED = `(SELECT 1 FROM issue_bookmark b
  WHERE b.project_id = i.project_id AND b.member_id = ? AND b.issue_id = i.id) IS NOT NULL`;

const IS_LINKED = `(SELECT 1 FROM feedback f
  WHERE f.project_id = i.project_id AND f.issue_id = i.id AND f.error_issue_id = ? LIMIT 1) IS NOT NULL`;

/**
 * Returns the condition of a term. Scalar subqueries instead of EXISTS are lookups by primary key, whatever the
 * server's statistics say (src/DECISIONS.md, "Statements of a batch"). The plus before a column keeps the server from
 * using an index for the condition: the list is read in the order of its key.
 */
export function conditionOf(term: ResolvedTerm, dialect: Dialect): Condition {
  switch (term.kind) {
    case 'constant':
      return { sql: term.isMet ? '1 = 1' : '1 = 0', values: [] };
    case 'status':
      return { sql: 'i.status = ?', values: [term.status] };
    case 'substatus':
      return { sql: `${PRESENT_SUBSTATUS} = ?`, values: [term.recentSince, term.recentSince, term.substatus] };
    case 'category':
      return { sql: IS_OF_CATEGORY[term.category], values: [] };
    case 'linked':
      return { sql: IS_LINKED, values: [idValue(term.issueId)] };
    case 'platform':
      return anyPattern('i.platform', term.values, dialect);
    case 'time':
      return { sql: `+${COLUMNS[term.field]} ${term.comparison} ?`, values: [term.time] };
    case 'count':
      return { sql: `${COLUMNS[term.field]} ${term.comparison} ?`, values: [term.value] };
    case 'eventTime':
      return {
        sql: HAS_EVENT('AND e.timestamp >= ? AND e.timestamp < ?'),
        values: [term.start, term.end],
      };
    case 'ids':
      return term.ids.length === 0
        ? { sql: '1 = 0', values: [] }
        : { sql: `+i.id IN (${term.ids.map(() => '?').join(', ')})`, values: term.ids };
    case 'assigned':
      return assignedCondition(term);
    case 'bookmarked':
      return { sql: IS_BOOKMARKED, values: [term.member] };
    case 'firstRelease': {
      const { sql, values } = anyPattern('r.release', term.values, dialect);
      return { sql: HAS_FIRST_RELEASE(dialect, sql), values };
    }
    case 'hasTag':
      return { sql: HAS_TAG(''), values: [term.key] };
    case 'tag':
      return tagCondition(term, dialect);
    case 'property': {
      const conditions = entriesOf(term).map((entry) => tagCondition(entry, dialect));
      return {
        sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
        values: conditions.flatMap(({ values }) => values),
      };
    }
    case 'text':
      return { sql: HAS_TEXT(dialect), values: orderValues(readText(term.text)) };
  }
}

/** A key of `issue_tag`, and some of its values. */
type TagValues = Pick<TagTerm, 'key' | 'values'>;

function tagCondition({ key, values: patterns }: TagValues, dialect: Dialect): Condition {
  const { sql, values } = anyPattern('t.value', patterns, dialect);
  return { sql: HAS_TAG(`AND ${sql}`), values: [key, ...values] };
}

/**
 * Returns the tags that store a property: its search entry and, for a property of the user, first the tag `user`, whose
 * value is one property of the user, such as `id:42`.
 */
function entriesOf({ property, values }: PropertyTerm): TagValues[] {
  const entry = { key: `${SEARCH_ENTRY_MARK}${property}`, values };
  const member = /^user\.(.*)$/.exec(property)?.[1];
  if (member === undefined) return [entry];
  const tagged = values.map(([first = '', ...rest]) => {
    const text = `${member}:${first}`;
    return rest.length === 0 ? [truncate(text, MAX_TAG_VALUE)] : [text, ...rest];
  });
  return [{ key: 'user', values: tagged }, ...(member === 'id' ? [] : [entry])];
}

function assignedCondition({ to }: ResolvedAssignedTerm): Condition {
  if (typeof to === 'object') return { sql: `COALESCE(${to.column}, 0) = ?`, values: [to.id] };
  const isNobody = 'i.assignee_member_id IS NULL AND i.assignee_team_id IS NULL';
  return { sql: to === 'nobody' ? isNobody : `NOT (${isNobody})`, values: [] };
}

/** Returns the words of a text. The parser of searches refuses a text without words. */
export function readText(text: string): SearchedText {
  const searched = searchedText(text);
  if (searched === undefined) throw new Error(`The text ${JSON.stringify(text)} has no word.`);
  return searched;
}

/** Returns a condition: a column matches one of the patterns. */
function anyPattern(column: string, patterns: readonly TextPattern[], dialect: Dialect): Condition {
  const exact = patterns.filter(isExact).map(([text]) => text ?? '');
  const conditions = [
    ...(exact.length > 0 ? [{ sql: `${column} IN (${exact.map(() => '?').join(', ')})`, values: exact }] : []),
    ...patterns
      .filter((pattern) => !isExact(pattern))
      .map((pattern) =>
        dialect === 'sqlite'
          ? { sql: `${column} GLOB ?`, values: [pattern.map(escapeGlob).join('*')] }
          : { sql: `${column} LIKE ?`, values: [pattern.map(escapeLike).join('%')] },
      ),
  ];
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function isExact(pattern: TextPattern): boolean {
  return pattern.length === 1;
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[]/g, '[$&]');
}

/**
 * Returns the ids of all issues that may meet a term, if there are at most `limit`; undefined if there may be more, or
 * if no index has them.
 */
export async function findCandidates(
  session: ReadSession,
  project: number,
  term: ResolvedTerm,
  limit: number,
): Promise<Set<number> | undefined> {
  switch (term.kind) {
    case 'ids':
      return new Set(term.ids);
    case 'constant':
      return term.isMet ? undefined : new Set();
    case 'hasTag':
      return within(limit, await findIssuesWithPrefix(session, project, { key: term.key, value: '' }, limit + 1));
    case 'tag':
      return findTagged(session, project, [term], limit);
    case 'property':
      return findTagged(session, project, entriesOf(term), limit);
    case 'firstRelease':
      return findOfFirstRelease(session, project, term.values, limit);
    case 'time':
      return findInRange(session, project, term, limit);
    case 'text': {
      return idsWithin(limit, await findIssuesWithText(session, [project], readText(term.text), limit + 1));
    }
    case 'assigned':
      return findAssigned(session, project, term, limit);
    case 'bookmarked':
      return findIds(session, FIND_BOOKMARKED, [project, term.member], limit);
    case 'category':
      return term.category === 'error'
        ? undefined
        : findIds(session, FIND_OF_CATEGORY[term.category], [project], limit);
    case 'linked':
      return findIds(session, FIND_LINKED, [project, idValue(term.issueId)], limit);
    case 'status':
      return findIds(session, FIND_OF_STATUS, [project, term.status], limit);
    default:
      return undefined;
  }
}

const FIND_BY_LAST_SEEN =
  (comparison: string) =>
  (
    direction: string,
  ): string => `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.last_seen ${comparison} ?
  ORDER BY i.last_seen ${direction}, i.id ${direction} LIMIT ?`;
const FIND_BOOKMARKED =
  'SELECT b.issue_id AS "id" FROM issue_bookmark b WHERE b.project_id = ? AND b.member_id = ? LIMIT ?';
const FIND_LINKED = `SELECT f.issue_id AS "id" FROM feedback f
  WHERE f.project_id = ? AND f.error_issue_id = ? AND f.issue_id IS NOT NULL LIMIT ?`;
const FIND_OF_STATUS = 'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.status = ? LIMIT ?';
const FIND_OF_CATEGORY = {
  feedback: `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${IS_OF_CATEGORY.feedback} LIMIT ?`,
  cron: `SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND ${IS_OF_CATEGORY.cron} LIMIT ?`,
};
const FIND_OF_MEMBER = 'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.assignee_member_id = ? LIMIT ?';
const FIND_OF_TEAM = 'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.assignee_team_id = ? LIMIT ?';
const FIND_OF_MEMBERS =
  'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.assignee_member_id IS NOT NULL LIMIT ?';
const FIND_OF_TEAMS =
  'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.assignee_team_id IS NOT NULL LIMIT ?';

async function findIds(
  session: ReadSession,
  statement: Statement,
  values: readonly Value[],
  limit: number,
): Promise<Set<number> | undefined> {
  return idsWithin(limit, await session.all<{ id: number }>(statement, [...values, limit + 1]));
}

async function findAssigned(
  session: ReadSession,
  project: number,
  { to }: ResolvedAssignedTerm,
  limit: number,
): Promise<Set<number> | undefined> {
  if (to === 'nobody') return undefined;
  if (typeof to === 'object')
    return findIds(
      session,
      to.column === 'i.assignee_team_id' ? FIND_OF_TEAM : FIND_OF_MEMBER,
      [project, to.id],
      limit,
    );
  const ofMembers = await findIds(session, FIND_OF_MEMBERS, [project], limit);
  const ofTeams = await findIds(session, FIND_OF_TEAMS, [project], limit);
  return ofMembers && ofTeams && within(limit, [...ofMembers, ...ofTeams]);
}

/**
 * Reads the list in the order of the last event, from the end that meets the term. This also finds the issues that were
 * first seen after a time, because their last event is not before the first.
 */
async function findInRange(
  session: ReadSession,
  project: number,
  term: ResolvedTimeTerm,
  limit: number,
): Promise<Set<number> | undefined> {
  if (term.field === 'firstSeen' && term.comparison.startsWith('<')) return undefined;
  const direction = term.comparison.startsWith('<') ? 'ASC' : 'DESC';
  const text = FIND_BY_LAST_SEEN(term.comparison)(direction);
  return idsWithin(limit, await session.allOnce<{ id: number }>(text, [project, term.time, limit + 1]));
}

async function findOfFirstRelease(
  session: ReadSession,
  project: number,
  patterns: readonly TextPattern[],
  limit: number,
): Promise<Set<number> | undefined> {
  const issueIds = new Set<number>();
  for (const pattern of patterns) {
    const [release = ''] = pattern;
    const ids = await findIssuesOfFirstRelease(session, project, { release, isPrefix: !isExact(pattern) });
    if (ids === undefined) return undefined;
    for (const id of ids) issueIds.add(id);
  }
  return issueIds.size > limit ? undefined : issueIds;
}

async function findTagged(
  session: ReadSession,
  project: number,
  tags: readonly TagValues[],
  limit: number,
): Promise<Set<number> | undefined> {
  const issueIds: number[] = [];
  for (const [key, pattern] of tags.flatMap(({ key, values }) => values.map((one) => [key, one] as const))) {
    const [value = ''] = pattern;
    const find = isExact(pattern) ? findIssuesWithTag : findIssuesWithPrefix;
    issueIds.push(...(await find(session, project, { key, value }, limit + 1 - issueIds.length)));
    if (issueIds.length > limit) return undefined;
  }
  return new Set(issueIds);
}

/** Returns ids as a set; undefined if there are more than `limit`. */
function within(limit: number, ids: readonly number[]): Set<number> | undefined {
  return ids.length > limit ? undefined : new Set(ids);
}

function idsWithin(limit: number, rows: readonly { readonly id: number }[]): Set<number> | undefined {
  return within(
    limit,
    rows.map(({ id }) => id),
  );
}
