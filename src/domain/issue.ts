import { BadRequest } from './errors';
import type { EventTag, Level } from './event';
import { sanitizeText, truncate } from './text';

/** The status of an issue. A new event reopens a resolved issue, but not an ignored one. */
export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

/** The reason for the status of an issue; a resolved issue has none. */
export type IssueSubstatus = 'new' | 'ongoing' | 'regressed' | 'archived_forever';

/**
 * A group of events with the same cause. Title, culprit, type, level and platform are those of its newest event: the first one of the
 * list of its events.
 */
export interface Issue {
  readonly id: string;
  readonly projectId: string;
  /** Number of the issue in its project, from 1; never reused. */
  readonly number: number;
  readonly status: IssueStatus;
  readonly substatus: IssueSubstatus | null;
  /** Whether it was resolved because it had no event for the project's `resolveAge`. */
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
  /** Number of affected users. */
  readonly userCount: number;
}

/** An issue to insert, with the grouping hash of its events. */
export type NewIssue = Pick<
  Issue,
  'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  readonly hash: string;
  /** Number of its users; 0 if it is omitted. */
  readonly userCount?: number;
};

/** The issue that has a grouping hash. */
export type ExistingIssue = Pick<Issue, 'id' | 'status'>;

/** A new hash of the issue that another hash has already. */
export interface HashLink {
  readonly hash: string;
  readonly olderHash: string;
  /** Whether the other one is that of the event without source maps. It passes on its issue to one hash only. */
  readonly passesOn: boolean;
}

/** Further occurrences of an issue: their number, the times of the first and the last, and the description by the newest. */
export type IssueOccurrences = Pick<
  Issue,
  'id' | 'title' | 'culprit' | 'type' | 'level' | 'platform' | 'firstSeen' | 'lastSeen' | 'timesSeen'
> & {
  /** Id of the newest one, which is that of `lastSeen`. Of events of one time, the highest id is the newest. */
  readonly newestEventId: string;
  /** Number of users that the issue did not have; 0 if it is omitted. */
  readonly userCount?: number;
};

/** Tags of an issue's events. */
export interface IssueTags {
  readonly issueId: string;
  readonly tags: readonly EventTag[];
}

/** A tag of an issue. */
export interface IssueTag extends EventTag {
  readonly issueId: string;
}

/**
 * Keys of tags that are always stored, with all values: search must find each of them, and the values of `user` count an issue's
 * users.
 */
export const UNLIMITED_KEYS: ReadonlySet<string> = new Set(['environment', 'level', 'release', 'user']);

/** Returns each tag of each issue once, as it is stored. */
export function distinctTags(tags: readonly IssueTags[]): IssueTag[] {
  const distinct = new Map<string, IssueTag>();
  for (const { issueId, tags: ofIssue } of tags) {
    for (const { key, value } of ofIssue) {
      const name = `${issueId}\n${key}\n${value}`;
      if (!distinct.has(name)) distinct.set(name, { issueId, key: sanitizeText(key), value: sanitizeText(value) });
    }
  }
  return [...distinct.values()];
}

/** Returns the number of users among new tags of issues, by issue. */
export function countUsers(tags: readonly IssueTag[]): Map<string, number> {
  const users = new Map<string, number>();
  for (const { issueId, key } of tags) if (key === 'user') users.set(issueId, (users.get(issueId) ?? 0) + 1);
  return users;
}

/** A change of the status of issues. */
export interface IssueUpdate {
  readonly status: IssueStatus;
  /** Only issues that have this status change; null means all that have another status than the new one. */
  readonly from: IssueStatus | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** The digits of Crockford's Base32, which omits letters that look like digits. */
const BASE32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_ID = /^([a-z0-9_-]+)-([0-9a-hjkmnp-tv-z]{1,10})$/;

/** The short id of an issue: the slug of its project in capitals and its number in Base32, such as `SHOP-1A`. */
export function formatShortId(projectSlug: string, number: number): string {
  let digits = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) digits = (BASE32_DIGITS[rest % 32] ?? '') + digits;
  return `${projectSlug.toUpperCase()}-${digits}`;
}

/** Parses a short id in either case; `o`, `i` and `l` are read as digits. @returns null for other text */
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

/** The search if the caller gives none. */
export const DEFAULT_ISSUE_QUERY = 'is:unresolved';

/** A tag that an issue must have, or must not have if negated. */
export interface TagTerm {
  readonly key: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** The conditions of a search. An issue is found if it meets all of them. */
export interface IssueSearch {
  /** Null for any. */
  readonly status: IssueStatus | null;
  readonly tags: readonly TagTerm[];
  /** The title or the culprit contains each of them, ignoring case. */
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

/**
 * Keys that search properties of issues in other services. As names of tags they would silently find nothing, so they
 * are refused.
 */
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

/** One word; a quoted part may contain blanks. */
const WORD = /(?:"(?:[^"\\]|\\.)*"|[^\s"])+/gsy;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
const KEYED = /^(!?)([A-Za-z0-9_.-]+):(.*)$/s;

/**
 * Parses a search such as `is:unresolved level:error region:eu-west "some text"`.
 * @throws BadRequest with the word that cannot be parsed
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
    else if (not !== '' || status !== null) throw querySyntaxError(word, 'is: may be given once, without ! before it');
    else status = parseStatus(word, rest);
  }
  return { status, tags, texts };
}

/** Splits a text at the blanks outside of quotes. */
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
  if (value === '')
    throw querySyntaxError(word, 'the value after the colon is missing; put text that contains a colon in quotes');
  if (quoted === undefined) requireLiteralValue(word, value);
  return { key, value: truncate(sanitizeText(value), MAX_TAG_VALUE_LENGTH) };
}

/** Refuses values that other services would read as a pattern or a list: here they would be compared literally. */
function requireLiteralValue(word: string, value: string): void {
  if (value.includes('"')) throw querySyntaxError(word, 'quotes must enclose the whole value');
  if (/[*]|^[[<>]/.test(value))
    throw querySyntaxError(word, 'there are no patterns; put a value that contains *, [, < or > in quotes');
}

function parseText(word: string): string {
  const text = unquote(word) ?? word;
  if (text.startsWith('!') && text === word)
    throw querySyntaxError(word, '! is allowed only before a tag, such as !level:info');
  if (text === word && text.includes('"')) throw querySyntaxError(word, 'quotes must enclose the whole text');
  if (text === word && text.includes(':')) throw querySyntaxError(word, 'put text that contains a colon in quotes');
  if (text.trim() === '') throw querySyntaxError(word, 'the quotes are empty');
  return text;
}

function unquote(text: string): string | undefined {
  return QUOTED.exec(text)?.[1]?.replace(/\\(.)/gs, '$1');
}

function querySyntaxError(word: string, hint: string): BadRequest {
  return new BadRequest(`Query parameter 'query' is invalid at ${JSON.stringify(truncate(word, 100))}: ${hint}.`);
}

/** Whether the title or the culprit of an issue contains each of these texts, ignoring case. */
export function containsTexts(
  { title, culprit }: { title: string; culprit: string | null },
  texts: readonly string[],
): boolean {
  if (texts.length === 0) return true;
  const places = [title.toLowerCase(), (culprit ?? '').toLowerCase()];
  return texts.every((text) => places.some((place) => place.includes(text.toLowerCase())));
}
