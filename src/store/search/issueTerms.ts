import { type AssignedTerm, type IssueTerm, type QueryWord, type TagTerm, queryError } from '../../domain/issueSearch';
import { recentSince } from '../../domain/issueState';
import { searchedText } from '../../domain/issueText';
import { type Condition, type ResolvedTerm, conditionOf } from './issueConditions';
import { findNewestRelease } from '../releaseEvents';
import { type ReadSession, type Session, eventIdValue, idValue, insertRows, listValue } from '../engine/sql';
import { type Dialect, hexText, isAmong } from '../engine/dialect';
import { HOUR_MS } from '../../domain/time';
import { EVENTS_BY_ID, NOT_REMOVED } from '../visibleEvents';

/** An event of a trace, and its place in lists. */
export interface TracedEvent {
  readonly eventId: string;
  readonly issueId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
}

/** Maximum number of events of a trace that a search finds in a project, the newest ones. */
const MAX_TRACE_EVENTS = 5_000;
/** Maximum number of hours, newest first, in which a trace is looked up: a little more than a year. */
const MAX_HOURS = 9_000;

const INSERT = insertRows(
  'event_trace',
  { project_id: 'SAME', hour: 'INTEGER', trace_id: 'BLOB', event_id: 'BLOB' },
  'ON CONFLICT (project_id, hour, trace_id, event_id) DO NOTHING',
);
const EDGE = (direction: 'ASC' | 'DESC') =>
  `SELECT t.hour AS "hour" FROM event_trace t WHERE t.project_id = ? ORDER BY t.hour ${direction} LIMIT 1`;
const [OLDEST, NEWEST] = [EDGE('ASC'), EDGE('DESC')];
const FIND_IDS = (dialect: Dialect) => `SELECT ${hexText(dialect, 't.event_id')} AS "eventId" FROM event_trace t
  WHERE t.project_id = ? AND ${isAmong(dialect, 't.hour')} AND t.trace_id = ?
  ORDER BY t.hour DESC LIMIT ?`;
const FIND_EVENTS = (dialect: Dialect) => `SELECT ${hexText(dialect, 'e.event_id')} AS "eventId",
    CAST(e.issue_id AS TEXT) AS "issueId", e.timestamp AS "timestamp" FROM ${EVENTS_BY_ID(dialect)} AND ${NOT_REMOVED}`;
const DELETE_BEFORE = `DELETE FROM event_trace WHERE project_id = ? AND (hour, trace_id, event_id) IN (
  SELECT t.hour, t.trace_id, t.event_id FROM event_trace t WHERE t.project_id = ? AND t.hour < ? ORDER BY t.hour LIMIT ?)`;

/** Records the traces of events that are inserted in the same transaction. Events without a trace cost nothing. */
export function recordTraces(
  session: Session,
  project: number,
  events: readonly { readonly eventId: string; readonly timestamp: number; readonly traceId?: string | null }[],
): void {
  const rows = events.flatMap(({ eventId, timestamp, traceId }) =>
    traceId ? [[project, hourOf(timestamp), eventIdValue(traceId), eventIdValue(eventId)]] : [],
  );
  if (rows.length > 0) session.post(INSERT, rows);
}

/** Returns the events of a trace in a project, in no order. */
export async function findTraceEvents(session: ReadSession, project: number, traceId: string): Promise<TracedEvent[]> {
  const [oldest, newest] = await Promise.all(
    [OLDEST, NEWEST].map((edge) => session.one<{ hour: number }>(edge, [project])),
  );
  if (oldest === undefined || newest === undefined) return [];
  const first = Math.max(oldest.hour, newest.hour - MAX_HOURS + 1);
  const hours = Array.from({ length: newest.hour - first + 1 }, (_, index) => first + index);
  const values = [project, listValue(hours), eventIdValue(traceId), MAX_TRACE_EVENTS];
  const rows = await session.all<{ eventId: string }>(FIND_IDS, values);
  if (rows.length === 0) return [];
  return session.all<TracedEvent>(FIND_EVENTS, [listValue(rows.map(({ eventId }) => eventId)), project]);
}

/** Returns true if there are entries of hours before the hour of a time. */
export async function hasTracesBefore(session: ReadSession, project: number, time: number): Promise<boolean> {
  const oldest = await session.one<{ hour: number }>(OLDEST, [project]);
  return oldest !== undefined && oldest.hour < hourOf(time);
}

/** Deletes at most `limit` entries of hours before the hour of a time. Returns their number. */
export async function deleteTracesBefore(
  session: Session,
  project: number,
  time: number,
  limit: number,
): Promise<number> {
  const { changes } = await session.run(DELETE_BEFORE, [project, project, hourOf(time), limit]);
  return changes;
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}

/* Resolves the names in the terms of a search before conditions are made of them. */

/** The member who searches and the time of the search. */
export interface SearchContext {
  readonly now: number;
  /** Null for a token of no member. */
  readonly memberId: string | null;
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
    case 'substatus':
      return { ...term, recentSince: recentSince(now) };
    case 'eventId':
      return idsOrText(
        term,
        (await findIdsOfEvent(session, project, term.eventId)) ??
          (await findIdsOfTrace(session, project, term.eventId)),
      );
    case 'trace':
      return { kind: 'ids', ids: (await findIdsOfTrace(session, project, term.traceId)) ?? [] };
    case 'shortId': {
      const slugs = [term.projectSlug, term.projectSlug, term.projectSlug];
      const row = await session.one<{ id: number }>(FIND_BY_SHORT_ID, [project, term.number, ...slugs]);
      return idsOrText(term, row && [row.id]);
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

/** Tags of which an issue stores all values (openapi/guides/search.md). */
export const COMPLETE_TAGS: ReadonlySet<string> = new Set(['environment', 'level', 'release', 'user']);
/** Keys of the tags that fields of events add; they never occur as text. */
const FIELD_TAGS: ReadonlySet<string> = new Set([
  ...COMPLETE_TAGS,
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

function idsOrText({ text }: { readonly text: string }, ids: readonly number[] | undefined): ResolvedTerm {
  return ids === undefined ? { kind: 'text', text } : { kind: 'ids', ids };
}

async function findIdsOfEvent(session: ReadSession, project: number, eventId: string): Promise<number[] | undefined> {
  const row = await session.one<{ id: number }>(FIND_BY_EVENT, [project, eventIdValue(eventId)]);
  return row && [row.id];
}

/** Returns the issues that have an event in a trace; undefined if there are none. */
async function findIdsOfTrace(session: ReadSession, project: number, traceId: string): Promise<number[] | undefined> {
  const events = await findTraceEvents(session, project, traceId);
  return events.length === 0 ? undefined : [...new Set(events.map(({ issueId }) => idValue(issueId)))];
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
): Promise<Extract<ResolvedTerm, { kind: 'assigned' }>['to']> {
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

/** A search expression with negations only at its terms. */
export type Expression = Junction | Literal;

interface Junction {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Expression[];
}

interface Literal {
  readonly kind: 'literal';
  readonly term: ResolvedTerm;
  readonly isNegated: boolean;
}

/** The conditions of a search. */
export class IssueFilter {
  /** The condition on the status that all issues must meet, for an index; none if they may have any status. */
  readonly status: readonly Condition[];
  /** The range of the last events of all matching issues: the list in that order begins and ends there. */
  readonly bounds: readonly TimeBound[];
  /** The condition on rows, apart from the status. */
  readonly where: Condition;
  private readonly parts: readonly Expression[];

  constructor(
    expression: Expression,
    private readonly dialect: Dialect,
  ) {
    const all = flatten(expression);
    const status = all.find((part) => isTerm(part, 'status'));
    this.parts = all.filter((part) => part !== status);
    this.status = status === undefined ? [] : [this.render(status)];
    this.bounds = all.flatMap((part) => boundsOf(part));
    this.where = joinConditions(
      this.parts.map((part) => this.render(part)),
      ' AND ',
    );
  }

  /** True if the search is only for a status, or for all issues. */
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** True if no issue can match. */
  get isNever(): boolean {
    return this.parts.some(
      (part) => part.kind === 'literal' && part.term.kind === 'constant' && part.term.isMet === part.isNegated,
    );
  }

  private render(expression: Expression): Condition {
    if (expression.kind === 'literal') {
      const { term, isNegated } = expression;
      const condition = conditionOf(term, this.dialect);
      return isNegated ? { ...condition, sql: `NOT (${condition.sql})` } : condition;
    }
    const parts = cheapestFirst(expression.parts).map((part) => this.render(part));
    return joinConditions(parts, expression.kind === 'and' ? ' AND ' : ' OR ');
  }
}

/**
 * Sorts the parts of a condition: conditions on the row of the issue come before lookups in other tables, because
 * SQLite evaluates them as written, and only as far as needed.
 */
function cheapestFirst(parts: readonly Expression[]): Expression[] {
  return parts.toSorted((one, other) => Number(looksUp(one)) - Number(looksUp(other)));
}

function looksUp(expression: Expression): boolean {
  return expression.kind === 'literal' ? !ROW_TERMS.has(expression.term.kind) : expression.parts.some(looksUp);
}

const ROW_TERMS: ReadonlySet<ResolvedTerm['kind']> = new Set([
  'constant',
  'status',
  'substatus',
  'platform',
  'time',
  'count',
  'ids',
  'assigned',
]);

const ALWAYS: Condition = { sql: '1 = 1', values: [] };

/** Returns the expressions of which an issue must meet all. */
function flatten(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(flatten) : [expression];
}

/** Returns true if the expression is a term of a kind, without a negation. */
export function isTerm(expression: Expression, kind: ResolvedTerm['kind']): boolean {
  return expression.kind === 'literal' && !expression.isNegated && expression.term.kind === kind;
}

/** A limit of the time of the last event, in milliseconds since 1970, UTC. */
export interface TimeBound {
  readonly comparison: '<' | '<=' | '>' | '>=';
  readonly time: number;
}

/**
 * Returns the limits that a term sets for the time of the last event. A lower limit of the first event is one too,
 * because the last event is not before it.
 */
function boundsOf(expression: Expression): TimeBound[] {
  if (expression.kind !== 'literal' || expression.isNegated || expression.term.kind !== 'time') return [];
  const { field, comparison, time } = expression.term;
  if (field === 'firstSeen') return comparison.startsWith('<') ? [] : [{ comparison: '>=', time }];
  if (comparison !== '=') return [{ comparison, time }];
  return [
    { comparison: '>=', time },
    { comparison: '<=', time },
  ];
}

/** Combines conditions. Without conditions, AND is true for all rows and OR for none. */
export function joinConditions(conditions: readonly Condition[], operator: ' AND ' | ' OR '): Condition {
  if (conditions.length === 0) return operator === ' AND ' ? ALWAYS : { sql: '1 = 0', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(operator)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
