import { BadRequest } from './errors';
import { type IssueCategory, type IssueStatus, type IssueSubstatus, SEARCH_ENTRY_MARK } from './issue';
import { type TextPattern, truncate } from './text';

/** The search if the caller gives none. */
export const DEFAULT_ISSUE_QUERY = 'is:unresolved';

/** Maximum number of issues that are counted for a list, and that one request changes or removes by a search. */
export const MAX_HITS = 1000;

/** A search: an expression over terms. It finds the subjects for which it is true. */
export type Search<Term> = Combination<Term> | Negation<Term> | Term;

/** A search for issues. */
export type IssueSearch = Search<IssueTerm>;

/** All of the parts (`and`), or any of them (`or`). `and` without parts finds everything. */
export interface Combination<Term> {
  readonly kind: 'and' | 'or';
  readonly parts: readonly Search<Term>[];
}

export interface Negation<Term> {
  readonly kind: 'not';
  readonly part: Search<Term>;
}

/** A single condition of issues, without `and`, `or` and `not`. */
export type IssueTerm =
  | StatusTerm
  | SubstatusTerm
  | CategoryTerm
  | LinkedTerm
  | TagTerm
  | HasTagTerm
  | PropertyTerm
  | LatestReleaseTerm
  | FirstReleaseTerm
  | PlatformTerm
  | TimeTerm
  | CountTerm
  | EventTimeTerm
  | ProjectTerm
  | AssignedTerm
  | BookmarkTerm
  | TextTerm
  | ShortIdTerm
  | EventIdTerm
  | TraceTerm;

interface StatusTerm {
  readonly kind: 'status';
  readonly status: IssueStatus;
}

/** The category of the issue. */
interface CategoryTerm {
  readonly kind: 'category';
  readonly category: IssueCategory;
}

/** The issue is feedback about an error of another issue. */
interface LinkedTerm {
  readonly kind: 'linked';
  readonly issueId: string;
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

/** Properties of events that are not among their tags as such. */
export type SearchedProperty = 'error.type' | 'error.value' | 'user.id' | 'user.username' | 'user.email' | 'user.ip';

/** An event of the issue has the property with one of these values: one of its exceptions, or its user. */
export interface PropertyTerm {
  readonly kind: 'property';
  readonly property: SearchedProperty;
  readonly values: readonly TextPattern[];
}

/** The present substatus of the issue. */
export interface SubstatusTerm {
  readonly kind: 'substatus';
  readonly substatus: IssueSubstatus;
}

/** An event of the issue is of the newest release of its project. */
export interface LatestReleaseTerm {
  readonly kind: 'latestRelease';
}

/** The first event of the issue that names a release names one of these, or the newest release of its project. */
interface FirstReleaseTerm {
  readonly kind: 'firstRelease';
  readonly values: readonly TextPattern[] | 'latest';
}

/** The platform of the newest event. */
export interface PlatformTerm {
  readonly kind: 'platform';
  readonly values: readonly TextPattern[];
}

export type SearchComparison = '<' | '<=' | '>' | '>=' | '=';

/** A time in milliseconds since 1970, UTC, or how long ago it is when the search is made. */
type SearchTime = { readonly time: number } | { readonly ago: number };

export interface TimeTerm<Field = 'firstSeen' | 'lastSeen'> {
  readonly kind: 'time';
  readonly field: Field;
  readonly comparison: SearchComparison;
  readonly at: SearchTime;
}

export interface CountTerm {
  readonly kind: 'count';
  readonly field: 'timesSeen' | 'userCount';
  readonly comparison: SearchComparison;
  readonly value: number;
}

/** An event of the issue is not before `start` and before `end`: milliseconds since 1970, UTC. */
interface EventTimeTerm {
  readonly kind: 'eventTime';
  readonly start: number;
  readonly end: number;
}

/** The issue is of the project with this slug, or with this id. */
export interface ProjectTerm {
  readonly kind: 'project';
  readonly project: string;
  /** The word of the query that names it, for an error message. */
  readonly word: QueryWord;
}

/**
 * The issue is assigned to the caller, the team with a slug, the member with an e-mail address, anyone, or nobody.
 */
export interface AssignedTerm {
  readonly kind: 'assigned';
  readonly to: 'anyone' | 'nobody' | 'me' | { readonly team: string } | { readonly email: string };
  readonly word: QueryWord;
}

/** The caller has bookmarked the issue. */
interface BookmarkTerm {
  readonly kind: 'bookmarked';
  readonly word: QueryWord;
}

/** A word of a query, and where it begins in it. */
export interface QueryWord {
  readonly text: string;
  /** Counts characters from 1. */
  readonly position: number;
}

/** The issue has the words of the text (domain/issueText.ts); there is at least one. */
export interface TextTerm {
  readonly kind: 'text';
  readonly text: string;
}

/** The issue has this short id. If no searched issue has it, the term is text. */
export interface ShortIdTerm {
  readonly kind: 'shortId';
  readonly text: string;
  readonly projectSlug: string;
  readonly number: number;
}

/** The issue has the event with this id. If no searched issue has it, the term is text. */
export interface EventIdTerm {
  readonly kind: 'eventId';
  readonly text: string;
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
}

/** An event happened in the trace. */
export interface TraceTerm {
  readonly kind: 'trace';
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
}

/**
 * The order of a list of issues, the highest first: by last event, first event, number of events, or number of users.
 */
export type IssueSort = 'date' | 'new' | 'freq' | 'user';

/** The letter in front of the cursors of each order. */
const CURSOR_MARKS: Readonly<Record<IssueSort, string>> = { date: 'i', new: 'n', freq: 'f', user: 'u' };

/**
 * Returns the key of an issue in the cursors of a list.
 * @param list the query of the list; a cursor of another one is refused. Empty for any
 */
export function issueCursorKey(sort: IssueSort, list: string, value: number, id: string): string[] {
  return [`${CURSOR_MARKS[sort]}${value}`, id, ...(list === '' ? [] : [checksum(list)])];
}

/**
 * Returns true if a cursor's key belongs to this list. Keys of earlier versions have no mark or no checksum; they
 * belong to lists in the order of the last event.
 */
export function isIssueCursorKey([value = '', , sum]: readonly string[], sort: IssueSort, list: string): boolean {
  const mark = /^[a-z]?/.exec(value)?.[0] ?? '';
  if (sum === undefined) return sort === 'date' && (mark === '' || mark === CURSOR_MARKS.date);
  return mark === CURSOR_MARKS[sort] && sum === checksum(list);
}

/** FNV-1a with 32 bits, as 8 hexadecimal digits. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/** Returns the error of a word of a query. */
export function queryError({ text, position }: QueryWord, hint: string): BadRequest {
  const excerpt = JSON.stringify(truncate(text, 100));
  return new BadRequest(`Query parameter 'query' is invalid at character ${position}, ${excerpt}: ${hint}.`);
}

/** Combines searches; returns a single one as it is. */
export function combine<Term>(kind: 'and' | 'or', parts: readonly Search<Term>[]): Search<Term> {
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : { kind, parts };
}

/** Returns true if a search combines others with `and` or `or`. */
export function isCombination<Term extends { readonly kind: string }>(
  search: Search<Term>,
): search is Combination<Term> {
  return search.kind === 'and' || search.kind === 'or';
}

export function isNegation<Term extends { readonly kind: string }>(search: Search<Term>): search is Negation<Term> {
  return search.kind === 'not';
}

/** Returns the terms of a search, in their order. */
export function termsOf<Term extends { readonly kind: string }>(search: Search<Term>): Term[] {
  if (isNegation(search)) return termsOf(search.part);
  return isCombination(search) ? search.parts.flatMap((part) => termsOf(part)) : [search];
}

/** Replaces each term of a search. */
export function mapTerms<Term extends { readonly kind: string }, Result>(
  search: Search<Term>,
  replace: (term: Term) => Search<Result>,
): Search<Result> {
  if (isNegation(search)) return { kind: 'not', part: mapTerms(search.part, replace) };
  if (isCombination(search)) return { kind: search.kind, parts: search.parts.map((part) => mapTerms(part, replace)) };
  return replace(search);
}

/** Visibility of a saved search: only its owner sees it, or all members of the organization. */
export type SearchVisibility = 'owner' | 'organization';

/** Maximum number of searches that a member may have alone, and that an organization may share. */
export const MAX_SAVED_SEARCHES: Readonly<Record<SearchVisibility, number>> = { owner: 100, organization: 200 };

/** The part of a saved search that the body of a request sets. */
export interface SavedSearchContent {
  readonly name: string;
  /** In the language of searches for issues. */
  readonly query: string;
  readonly sort: IssueSort;
  readonly visibility: SearchVisibility;
}

/** A search for issues that is kept under a name. */
export interface SavedSearch extends SavedSearchContent {
  readonly id: string;
  readonly organizationId: string;
  /** The member who saved it; null if a token of the organization did, or if the member was removed. */
  readonly createdBy: { readonly id: string; readonly email: string } | null;
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
}

/** A stored key, and a prefix of its values that searches leave out. */
export interface CompletionSource {
  readonly key: string;
  readonly prefix: string;
  /** True if only the releases of first events of issues count. */
  readonly isFirst?: true;
}

const OF_USER = ['id', 'username', 'email', 'ip'] as const;

/** Keys of searches whose values are stored under another key. Keys of tags have their own name. */
const SOURCES: ReadonlyMap<string, readonly CompletionSource[]> = new Map<string, readonly CompletionSource[]>([
  ...['firstRelease', 'first_release'].map((key) => [key, [{ key: 'release', prefix: '', isFirst: true }]] as const),
  ['error.mechanism', [{ key: 'mechanism', prefix: '' }]],
  ...['error.type', 'error.value'].map((key) => [key, [entryOf(key)]] as const),
  // The tag `user` names one property of a user; the others are search entries. Ids are in the tag alone.
  ...OF_USER.map((name) => {
    const tagged = { key: 'user', prefix: `${name}:` };
    return [`user.${name}`, name === 'id' ? [tagged] : [tagged, entryOf(`user.${name}`)]] as const;
  }),
]);

function entryOf(property: string): CompletionSource {
  return { key: `${SEARCH_ENTRY_MARK}${property}`, prefix: '' };
}

/** Returns the places where the values of a key of the search language are stored. */
export function completionSources(key: string): readonly CompletionSource[] {
  if (key.startsWith(SEARCH_ENTRY_MARK)) return [];
  const written = /^tags\[(.*)\]$/s.exec(key)?.[1] ?? key;
  const quoted = /^"(.*)"$/s.exec(written)?.[1];
  return SOURCES.get(key) ?? [{ key: quoted?.replace(/\\(.)/gs, '$1') ?? written, prefix: '' }];
}

/** Returns true if a value contains a text, in either case of letters. */
export function containsText(value: string, text: string): boolean {
  return value.toLowerCase().includes(text.toLowerCase());
}
