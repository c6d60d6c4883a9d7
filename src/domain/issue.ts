import { BadRequest } from './errors';
import type { EventTag, Level } from './event';
import { sanitizeText, truncate } from './text';

/** Whether somebody still has to look at an issue: `ignored` stays so, whatever happens. */
export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

/** Why an issue has its status; a resolved one has no reason. */
export type IssueSubstatus = 'new' | 'ongoing' | 'regressed' | 'archived_forever';

/** What the events of one cause have in common, as the event tells it that opened the issue. Times and counts go on. */
export interface Issue {
  readonly id: string;
  readonly projectId: string;
  /** Counts the issues of the project from 1; never given again. */
  readonly number: number;
  readonly status: IssueStatus;
  readonly substatus: IssueSubstatus | null;
  /** Whether it was resolved because it was not seen for long (the project's `resolveAge`). */
  readonly isAutoResolved: boolean;
  readonly title: string;
  readonly culprit: string | null;
  readonly type: 'error' | 'default';
  readonly level: Level;
  readonly platform: string;
  /** Milliseconds since 1970, UTC. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly timesSeen: number;
  /** How many users it affected. */
  readonly userCount: number;
}

/** An issue before it has an id, with the grouping hash that leads to it. */
export type NewIssue = Pick<
  Issue,
  'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  readonly hash: string;
};

/** The issue that a grouping hash leads to. */
export type ExistingIssue = Pick<Issue, 'id' | 'status'>;

/** How often an issue was seen once more, and when. */
export type IssueOccurrences = Pick<Issue, 'id' | 'firstSeen' | 'lastSeen' | 'timesSeen'>;

/** The tags that events of an issue had. */
export interface IssueTags {
  readonly issueId: string;
  readonly tags: readonly EventTag[];
  /** Whether the issue was opened in the same transaction, and so has no tags yet. */
  readonly isNew?: boolean;
}

/** What people make of issues. */
export interface IssueUpdate {
  readonly status: IssueStatus;
  /** Only issues that have this status; null for all that have another one than they shall get. */
  readonly from: IssueStatus | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Crockford's digits: those that are not mistaken for one another. */
const BASE32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_ID = /^([a-z0-9_-]+)-([0-9a-hjkmnp-tv-z]{1,10})$/;

/** What people call an issue: the slug of its project in capitals, and its number, as in `SHOP-1A`. */
export function formatShortId(projectSlug: string, number: number): string {
  let digits = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (BASE32_DIGITS[rest % 32] ?? '') + digits;
  return `${projectSlug.toUpperCase()}-${digits}`;
}

/** The project and the number that a short id names, in either case and with letters for the digits they look like; null for other texts. */
export function parseShortId(text: string): { projectSlug: string; number: number } | null {
  const dash = text.lastIndexOf('-');
  const digits = text
    .slice(dash + 1)
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  const [, projectSlug, number] = SHORT_ID.exec(`${text.slice(0, Math.max(dash, 0)).toLowerCase()}-${digits}`) ?? [];
  if (projectSlug === undefined || number === undefined) return null;
  return {
    projectSlug,
    number: [...number.toUpperCase()].reduce((sum, digit) => sum * 32 + BASE32_DIGITS.indexOf(digit), 0),
  };
}

/** What is searched for when the caller does not say (reference/endpoints.md §1, C3). */
export const DEFAULT_ISSUE_QUERY = 'is:unresolved';

/** A tag that an issue must have had, or must not. */
export interface TagTerm {
  readonly key: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** What an issue must be like to be found: all of it. */
export interface IssueSearch {
  /** Null for any. */
  readonly status: IssueStatus | null;
  readonly tags: readonly TagTerm[];
  /** Each is a part of the title or the culprit, in whatever case. */
  readonly texts: readonly string[];
}

const MAX_TERMS = 20;
const MAX_TAG_VALUE_LENGTH = 200;

const STATUS_BY_NAME: ReadonlyMap<string, IssueStatus> = new Map([
  ['unresolved', 'unresolved'],
  ['resolved', 'resolved'],
  ['ignored', 'ignored'],
  ['muted', 'ignored'],
  ['archived', 'ignored'],
]);

/** Names that mean no tag to those who know them from elsewhere; searching for a tag of that name would find nothing, silently. */
const UNSUPPORTED_KEYS = new Set([
  ...[
    'age',
    'assigned',
    'assigned_or_suggested',
    'bookmarks',
    'first_release',
    'firstRelease',
    'firstSeen',
    'has',
    'issue',
    'lastSeen',
  ],
  ...[
    'last_seen',
    'first_seen',
    'message',
    'title',
    'times_seen',
    'timesSeen',
    'subscribed',
    'user.email',
    'user.id',
    'user.ip',
    'user.username',
  ],
]);

/** One word: optional `!`, key and colon before a value, each part quoted or plain. */
const WORD = /(?:"(?:[^"\\]|\\.)*"|[^\s"])+/gsy;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
const KEYED = /^(!?)([A-Za-z0-9_.-]+):(.*)$/s;

/**
 * Reads a search such as `is:unresolved level:error region:eu-west "some text"`.
 * @throws BadRequest naming the word that cannot be read
 */
export function parseIssueQuery(query: string): IssueSearch {
  const words = splitWords(query);
  if (words.length > MAX_TERMS)
    throw new BadRequest(`Query parameter 'query' has ${words.length} words; use ${MAX_TERMS} or fewer.`);
  let status: IssueStatus | null = null;
  const tags: TagTerm[] = [];
  const texts: string[] = [];
  for (const word of words) {
    const [, not = '', key = '', rest = ''] = KEYED.exec(word) ?? [];
    if (key === '') texts.push(parseText(word));
    else if (key !== 'is') tags.push({ ...parseTag(word, key, rest), isNegated: not !== '' });
    else if (not !== '' || status !== null) throw querySyntaxError(word, 'is: stands once and without ! before it');
    else status = parseStatus(word, rest);
  }
  return { status, tags, texts };
}

/** The words of a text; blanks divide them outside of quotes. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word === undefined || text[at + word.length] === '"')
      throw querySyntaxError(text.slice(at), 'the closing quotation mark is missing');
    words.push(word);
    at += word.length;
  }
  return words;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}

function parseStatus(word: string, value: string): IssueStatus {
  const status = STATUS_BY_NAME.get(value);
  if (status === undefined) throw querySyntaxError(word, 'use is:unresolved, is:resolved or is:ignored');
  return status;
}

function parseTag(word: string, key: string, rest: string): Pick<TagTerm, 'key' | 'value'> {
  if (UNSUPPORTED_KEYS.has(key))
    throw querySyntaxError(
      word,
      'search by is, level, environment, release, user (as in user:id:7), any other tag, or text',
    );
  const quoted = unquote(rest);
  const value = (quoted ?? rest).trim();
  if (value === '') throw querySyntaxError(word, 'a value comes after the colon; put text that has a colon in quotes');
  if (quoted === undefined) requireLiteralValue(word, value);
  return { key, value: truncate(sanitizeText(value), MAX_TAG_VALUE_LENGTH) };
}

/** What other services read as a pattern or a list would only be compared here. */
function requireLiteralValue(word: string, value: string): void {
  if (value.includes('"')) throw querySyntaxError(word, 'quotes go around the whole value');
  if (/[*]|^[[<>]/.test(value))
    throw querySyntaxError(word, 'values are compared whole; put one with *, [, < or > in quotes');
}

function parseText(word: string): string {
  const text = unquote(word) ?? word;
  if (text.startsWith('!') && text === word) throw querySyntaxError(word, '! stands before a tag, such as !level:info');
  if (text === word && text.includes('"')) throw querySyntaxError(word, 'quotes go around the whole text');
  if (text === word && text.includes(':')) throw querySyntaxError(word, 'put text that has a colon in quotes');
  if (text.trim() === '') throw querySyntaxError(word, 'there is no text in the quotes');
  return text;
}

function unquote(text: string): string | undefined {
  return QUOTED.exec(text)?.[1]?.replace(/\\(.)/gs, '$1');
}

function querySyntaxError(word: string, hint: string): BadRequest {
  return new BadRequest(`Query parameter 'query' is invalid at ${JSON.stringify(truncate(word, 100))}: ${hint}.`);
}

/** Whether an issue has all these texts in its title or culprit. */
export function containsTexts(
  { title, culprit }: { title: string; culprit: string | null },
  texts: readonly string[],
): boolean {
  if (texts.length === 0) return true;
  const places = [title.toLowerCase(), (culprit ?? '').toLowerCase()];
  return texts.every((text) => places.some((place) => place.includes(text.toLowerCase())));
}
