import type { IssueTerm, TextPattern } from '../domain/issueSearch';
import { type SearchedText, searchedText } from '../domain/issueText';
import type { Dialect } from './dialect';
import { findIssuesWithPrefix, findIssuesWithTag } from './issueTags';
import { findIssuesWithText, HAS_TEXT, orderValues } from './issueText';
import { idValue, eventIdValue, type Session, type Value } from './sql';

/*
 * What each kind of term of a search means in SQL: a condition on `issue i`, and where an index has them, the issues that may meet it.
 */

/** Issues that a term was found to name, before the list is read. */
export interface IdsTerm {
  readonly kind: 'ids';
  readonly ids: readonly number[];
}

/** A term whose names are resolved. */
export type ResolvedTerm = Exclude<IssueTerm, { kind: 'shortId' | 'eventId' }> | IdsTerm;

/** A condition in SQL, which is never null. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

const HAS_TAG = `SELECT 1 FROM issue_tag t WHERE t.project_id = i.project_id AND t.issue_id = i.id AND t.key = ?`;

/**
 * The condition of a term. Scalar subqueries in place of EXISTS are lookups by primary key, whatever the
 * server knows of the tables (src/DECISIONS.md, "Statements of a batch").
 */
export function conditionOf(term: ResolvedTerm, dialect: Dialect): Condition {
  switch (term.kind) {
    case 'status':
      return { sql: 'i.status = ?', values: [term.status] };
    case 'ids':
      return term.ids.length === 0
        ? { sql: '1 = 0', values: [] }
        : { sql: `i.id IN (${term.ids.map(() => '?').join(', ')})`, values: term.ids };
    case 'hasTag':
      return { sql: `(${HAS_TAG} LIMIT 1) IS NOT NULL`, values: [term.key] };
    case 'tag': {
      const value = anyPattern('t.value', term.values, dialect);
      return { sql: `(${HAS_TAG} AND ${value.sql} LIMIT 1) IS NOT NULL`, values: [term.key, ...value.values] };
    }
    case 'text':
      return { sql: HAS_TEXT(dialect), values: orderValues(readText(term.text)) };
  }
}

/** The parser of searches refuses a text without words. */
function readText(text: string): SearchedText {
  const searched = searchedText(text);
  if (searched === undefined) throw new Error(`The text ${JSON.stringify(text)} has no word.`);
  return searched;
}

/** Whether a column matches one of the patterns. */
export function anyPattern(column: string, patterns: readonly TextPattern[], dialect: Dialect): Condition {
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

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The ids of all issues that may meet a term, if there are at most `limit`; undefined if there may be more, or if no index has them.
 */
export async function findCandidates(
  session: Session,
  project: number,
  term: ResolvedTerm,
  limit: number,
): Promise<Set<number> | undefined> {
  switch (term.kind) {
    case 'ids':
      return new Set(term.ids);
    case 'hasTag':
      return within(limit, await findIssuesWithPrefix(session, project, { key: term.key, value: '' }, limit + 1));
    case 'tag':
      return findTagged(session, project, term, limit);
    case 'text': {
      const found = await findIssuesWithText(session, [project], readText(term.text), limit + 1);
      return within(
        limit,
        found.map(({ id }) => id),
      );
    }
    case 'status':
      return undefined;
  }
}

async function findTagged(
  session: Session,
  project: number,
  { key, values }: { readonly key: string; readonly values: readonly TextPattern[] },
  limit: number,
): Promise<Set<number> | undefined> {
  const found: number[] = [];
  for (const pattern of values) {
    const [value = ''] = pattern;
    const find = isExact(pattern) ? findIssuesWithTag : findIssuesWithPrefix;
    found.push(...(await find(session, project, { key, value }, limit + 1 - found.length)));
    if (found.length > limit) return undefined;
  }
  return new Set(found);
}

function within(limit: number, ids: readonly number[]): Set<number> | undefined {
  return ids.length > limit ? undefined : new Set(ids);
}

/** A project has the slug, or had it while no other project has it now. */
const FIND_BY_SHORT_ID = `SELECT i.id AS "id" FROM project p CROSS JOIN issue i
  WHERE p.id = ? AND i.project_id = p.id AND i.number = ?
    AND (p.slug = ? OR (SELECT r.project_id FROM project_redirect r WHERE r.organization_id = p.organization_id AND r.slug = ?) = p.id
      AND NOT EXISTS (SELECT 1 FROM project live WHERE live.organization_id = p.organization_id AND live.slug = ?))`;
const FIND_BY_EVENT = `SELECT e.issue_id AS "id" FROM event e WHERE e.project_id = ? AND e.event_id = ?
  AND (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id) IS NULL`;

/** Finds what a term names in a project. */
export async function resolveTerm(session: Session, project: number, term: IssueTerm): Promise<ResolvedTerm> {
  if (term.kind !== 'shortId' && term.kind !== 'eventId') return term;
  const found =
    term.kind === 'eventId'
      ? await session.one<{ id: number }>(FIND_BY_EVENT, [project, eventIdValue(term.eventId)])
      : await session.one<{ id: number }>(FIND_BY_SHORT_ID, [
          ...[project, term.number, term.projectSlug, term.projectSlug, term.projectSlug],
        ]);
  return found === undefined ? { kind: 'text', text: term.text } : { kind: 'ids', ids: [idValue(String(found.id))] };
}
