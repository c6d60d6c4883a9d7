import type { IssueStatus } from './issue';

/** The search if the caller gives none. */
export const DEFAULT_ISSUE_QUERY = 'is:unresolved';

/** A search: an expression over terms. An issue is found if the expression is true of it. */
export type IssueSearch = Combination | Negation | IssueTerm;

/** All of the parts (`and`), or any of them (`or`). `and` without parts finds every issue. */
export interface Combination {
  readonly kind: 'and' | 'or';
  readonly parts: readonly IssueSearch[];
}

export interface Negation {
  readonly kind: 'not';
  readonly part: IssueSearch;
}

/** A condition that is not made of others. */
export type IssueTerm = StatusTerm | TagTerm | HasTagTerm | TextTerm | ShortIdTerm | EventIdTerm;

export interface StatusTerm {
  readonly kind: 'status';
  readonly status: IssueStatus;
}

/** An event of the issue has the tag with one of these values. */
export interface TagTerm {
  readonly kind: 'tag';
  readonly key: string;
  readonly values: readonly TextPattern[];
}

/** An event of the issue has the tag, with any value. */
export interface HasTagTerm {
  readonly kind: 'hasTag';
  readonly key: string;
}

/** The issue has the words of the text (domain/issueText.ts); there is at least one. */
export interface TextTerm {
  readonly kind: 'text';
  readonly text: string;
}

/** The issue has this short id. Where no issue that is searched has it, it is text. */
export interface ShortIdTerm {
  readonly kind: 'shortId';
  readonly text: string;
  readonly projectSlug: string;
  readonly number: number;
}

/** The issue has the event of this id. Where no issue that is searched has it, it is text. */
export interface EventIdTerm {
  readonly kind: 'eventId';
  readonly text: string;
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
}

/** The parts of a text between stars, each of which stands for any text. One part is the whole text. */
export type TextPattern = readonly string[];

/** Every issue. */
export const EVERY_ISSUE: IssueSearch = { kind: 'and', parts: [] };

/** Combines searches; of a single one returns it. */
export function combine(kind: 'and' | 'or', parts: readonly IssueSearch[]): IssueSearch {
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : { kind, parts };
}

/** Calls `visit` for each term of a search. */
export function forEachTerm(search: IssueSearch, visit: (term: IssueTerm) => void): void {
  if (search.kind === 'not') forEachTerm(search.part, visit);
  else if ('parts' in search) search.parts.forEach((part) => forEachTerm(part, visit));
  else visit(search);
}

/** Replaces each term of a search. */
export function mapTerms(search: IssueSearch, replace: (term: IssueTerm) => IssueSearch): IssueSearch {
  if (search.kind === 'not') return { kind: 'not', part: mapTerms(search.part, replace) };
  if ('parts' in search) return { kind: search.kind, parts: search.parts.map((part) => mapTerms(part, replace)) };
  return replace(search);
}

/** Whether a text matches a pattern. */
export function matchesPattern(text: string, pattern: TextPattern): boolean {
  const [first = '', ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}
