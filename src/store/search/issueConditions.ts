import {
  type AssignedTerm,
  type IssueTerm,
  type PropertyTerm,
  queryError,
  type QueryWord,
  type TagTerm,
  type TimeTerm,
} from '../../domain/issueSearch';
import { MAX_TAG_VALUE } from '../../domain/event';
import { SEARCH_ENTRY_MARK } from '../../domain/issue';
import { type SearchedText, searchedText } from '../../domain/issueText';
import { type TextPattern, truncate } from '../../domain/text';
import { type Dialect, escapeLike } from '../engine/dialect';
import { findIssuesOfFirstRelease, HAS_FIRST_RELEASE } from '../issues/issueReleases';
import { findIssuesWithPrefix, findIssuesWithTag } from '../issues/issueTags';
import { findIssuesWithText, HAS_TEXT, orderValues } from '../issues/issueText';
import { findNewestRelease } from '../releaseOrder';
import { eventIdValue, idValue, type ReadSession, type Statement, type Value } from '../engine/sql';

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
        kind: 'shortId' | 'eventId' | 'latestRelease' | 'firstRelease' | 'project' | 'time' | 'assigned' | 'bookmarked';
      }
    >
  | ResolvedTimeTerm
  | { readonly kind: 'firstRelease'; readonly values: readonly TextPattern[] }
  | ResolvedAssignedTerm
  | ResolvedBookmarkTerm
  | IdsTerm
  | ConstantTerm;

interface ResolvedTimeTerm extends Omit<TimeTerm, 'at'> {
  readonly time: number;
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

/** The member who searches and the time of the search. */
export interface SearchContext {
  readonly now: number;
  /** Null for a token of no member. */
  readonly memberId: string | null;
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

/**
 * Returns the condition of a term. Scalar subqueries instead of EXISTS are lookups by primary key, whatever the
 * server's statistics say (src/DECISIONS.md, "Statements of a batch"). The plus before a column of a key prevents the
 * server from beginning with its condition: a list begins and ends by its key.
 */
export function conditionOf(term: ResolvedTerm, dialect: Dialect): Condition {
  switch (term.kind) {
    case 'constant':
      return { sql: term.isMet ? '1 = 1' : '1 = 0', values: [] };
    case 'status':
      return { sql: 'i.status = ?', values: [term.status] };
    case 'substatus':
      return { sql: "COALESCE(i.substatus, '') = ?", values: [term.substatus] };
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
      return { sql: HAS_FIRST_RELEASE(sql), values };
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
 * Returns the tags that store a property: search entries; for a user, first the tag `user`, which names one member of
 * it.
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
      const rows = await findIssuesWithText(session, [project], readText(term.text), limit + 1);
      return within(
        limit,
        rows.map(({ id }) => id),
      );
    }
    case 'assigned':
      return findAssigned(session, project, term, limit);
    case 'bookmarked':
      return findIds(session, FIND_BOOKMARKED, [project, term.member], limit);
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
const FIND_OF_STATUS = 'SELECT i.id AS "id" FROM issue i WHERE i.project_id = ? AND i.status = ? LIMIT ?';
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
  const rows = await session.all<{ id: number }>(statement, [...values, limit + 1]);
  return within(
    limit,
    rows.map(({ id }) => id),
  );
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
 * Reads the list from the end with the latest or the earliest times of the last event; that time is not before the
 * first event.
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
  const rows = await session.allOnce<{ id: number }>(text, [project, term.time, limit + 1]);
  return within(
    limit,
    rows.map(({ id }) => id),
  );
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

function within(limit: number, ids: readonly number[]): Set<number> | undefined {
  return ids.length > limit ? undefined : new Set(ids);
}

/** Finds an issue by its short id. A project has the slug, or had it and no other project has it now. */
const FIND_BY_SHORT_ID = `SELECT i.id AS "id" FROM project p CROSS JOIN issue i
  WHERE i.project_id = ? AND p.id = i.project_id AND i.number = ?
    AND (p.slug = ? OR (SELECT r.project_id FROM project_redirect r WHERE r.organization_id = p.organization_id AND r.slug = ?) = p.id
      AND NOT EXISTS (SELECT 1 FROM project live WHERE live.organization_id = p.organization_id AND live.slug = ?))`;
const FIND_BY_EVENT = `SELECT e.issue_id AS "id" FROM event e WHERE e.project_id = ? AND e.event_id = ?
  AND (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id) IS NULL`;

/** Finds a project by its slug in the organization of another project. */
const FIND_PROJECT = `SELECT q.id AS "id" FROM project p CROSS JOIN project q
  WHERE p.id = ? AND q.organization_id = p.organization_id AND (q.slug = ? OR q.id = ?)`;
const FIND_TEAM = `SELECT t.id AS "id" FROM project p CROSS JOIN team t
  WHERE p.id = ? AND t.organization_id = p.organization_id AND t.slug = ?`;
const FIND_MEMBER = `SELECT m.id AS "id" FROM project p CROSS JOIN member m
  WHERE p.id = ? AND m.organization_id = p.organization_id AND m.email = ?`;

/** Resolves the names in a term within a project. */
export async function resolveTerm(
  session: ReadSession,
  project: number,
  term: IssueTerm,
  { now, memberId }: SearchContext,
): Promise<ResolvedTerm> {
  switch (term.kind) {
    case 'time':
      return { ...term, time: 'ago' in term.at ? now - term.at.ago : term.at.time };
    case 'eventId':
      return idsOrText(term, await session.one(FIND_BY_EVENT, [project, eventIdValue(term.eventId)]));
    case 'shortId': {
      const slugs = [term.projectSlug, term.projectSlug, term.projectSlug];
      return idsOrText(term, await session.one(FIND_BY_SHORT_ID, [project, term.number, ...slugs]));
    }
    case 'tag':
      return resolveTag(session, project, term);
    case 'latestRelease': {
      const version = (await findNewestRelease(session, project))?.version;
      return version === undefined
        ? { kind: 'constant', isMet: false }
        : { kind: 'tag', key: 'release', values: [[version]] };
    }
    case 'firstRelease': {
      if (term.values !== 'latest') return { kind: 'firstRelease', values: term.values };
      const version = (await findNewestRelease(session, project))?.version;
      return version === undefined ? { kind: 'constant', isMet: false } : { kind: 'firstRelease', values: [[version]] };
    }
    case 'project': {
      const projectRow = await session.one<{ id: number }>(FIND_PROJECT, [
        project,
        term.project,
        idValue(term.project),
      ]);
      if (projectRow === undefined) throw queryError(term.word, 'the organization has no such project');
      return { kind: 'constant', isMet: projectRow.id === project };
    }
    case 'bookmarked':
      return { kind: 'bookmarked', member: requireMember(memberId, term.word) };
    case 'assigned':
      return { kind: 'assigned', to: await resolveAssignee(session, project, term, memberId) };
    default:
      return term;
  }
}

/** Tags of which an issue stores all values (openapi/DECISIONS.md, "Search"). */
export const REMEMBERED_TAGS: ReadonlySet<string> = new Set(['environment', 'level', 'release', 'user']);
/** Keys of the tags that fields of events add; they never occur as text. */
const FIELD_TAGS: ReadonlySet<string> = new Set([
  ...REMEMBERED_TAGS,
  'dist',
  'server_name',
  'transaction',
  'logger',
  'url',
  'mechanism',
  'handled',
  'browser',
  'os',
  'client_os',
  'runtime',
  'device',
]);
const HAS_KEY = 'SELECT 1 AS "found" FROM issue_tag_block b WHERE b.project_id = ? AND b.key = ? LIMIT 1';

/** Resolves a tag. If no issue of the project has its key, it is text with a colon, such as `TypeError:x`. */
async function resolveTag(session: ReadSession, project: number, term: TagTerm): Promise<ResolvedTerm> {
  const [pattern = [], ...others] = term.values;
  const value = pattern.join(' ');
  if (others.length > 0 || FIELD_TAGS.has(term.key)) return term;
  const text = `${term.key}:${value}`;
  if (searchedText(value) === undefined || (await session.one(HAS_KEY, [project, term.key])) !== undefined) return term;
  return { kind: 'text', text };
}

function idsOrText({ text }: { readonly text: string }, row: { id: number } | undefined): ResolvedTerm {
  return row === undefined ? { kind: 'text', text } : { kind: 'ids', ids: [idValue(String(row.id))] };
}

function requireMember(memberId: string | null, word: QueryWord): number {
  if (memberId === null) throw queryError(word, 'the token belongs to no member; name one by e-mail address');
  return idValue(memberId);
}

async function resolveAssignee(
  session: ReadSession,
  project: number,
  { to, word }: AssignedTerm,
  memberId: string | null,
): Promise<ResolvedAssignedTerm['to']> {
  if (to === 'anyone' || to === 'nobody') return to;
  if (to === 'me') return { column: 'i.assignee_member_id', id: requireMember(memberId, word) };
  if ('team' in to) {
    const team = await session.one<{ id: number }>(FIND_TEAM, [project, to.team]);
    if (team === undefined) throw queryError(word, 'the organization has no team of that slug');
    return { column: 'i.assignee_team_id', id: team.id };
  }
  const member = await session.one<{ id: number }>(FIND_MEMBER, [project, to.email]);
  if (member === undefined) throw queryError(word, 'the organization has no member with that e-mail address');
  return { column: 'i.assignee_member_id', id: member.id };
}
