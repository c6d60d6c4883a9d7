import { BadRequest } from './errors';
import type { IssueStatus } from './issue';
import { cut, harmless } from './text';

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

const MOST_TERMS = 20;
const MAX_VALUE = 200;

const STATUSES: ReadonlyMap<string, IssueStatus> = new Map([
  ['unresolved', 'unresolved'],
  ['resolved', 'resolved'],
  ['ignored', 'ignored'],
  ['muted', 'ignored'],
  ['archived', 'ignored'],
]);

/** Names that mean no tag to those who know them from elsewhere; searching for a tag of that name would find nothing, silently. */
const UNSUPPORTED = new Set([
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
const TOKEN = /(?:"(?:[^"\\]|\\.)*"|[^\s"])+/gsy;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
const KEYED = /^(!?)([A-Za-z0-9_.-]+):(.*)$/s;

/**
 * Reads a search such as `is:unresolved level:error region:eu-west "some text"`.
 * @throws BadRequest naming the word that cannot be read
 */
export function parseIssueQuery(query: string): IssueSearch {
  const words = splitWords(query);
  if (words.length > MOST_TERMS)
    throw new BadRequest(`Query parameter 'query' has ${words.length} words; use ${MOST_TERMS} or fewer.`);
  let status: IssueStatus | null = null;
  const tags: TagTerm[] = [];
  const texts: string[] = [];
  for (const word of words) {
    const [, not = '', key = '', rest = ''] = KEYED.exec(word) ?? [];
    if (key === '') texts.push(readText(word));
    else if (key !== 'is') tags.push({ ...readTag(word, key, rest), isNegated: not !== '' });
    else if (not !== '' || status !== null) throw unreadable(word, 'is: stands once and without ! before it');
    else status = readStatus(word, rest);
  }
  return { status, tags, texts };
}

/** The words of a text; blanks divide them outside of quotes. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    TOKEN.lastIndex = at;
    const word = TOKEN.exec(text)?.[0];
    if (word === undefined || text[at + word.length] === '"')
      throw unreadable(text.slice(at), 'a quotation mark has no second one');
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

function readStatus(word: string, value: string): IssueStatus {
  const status = STATUSES.get(value);
  if (status === undefined) throw unreadable(word, 'after is: comes unresolved, resolved or ignored');
  return status;
}

function readTag(word: string, key: string, rest: string): Pick<TagTerm, 'key' | 'value'> {
  if (UNSUPPORTED.has(key))
    throw unreadable(word, 'search by is, level, environment, release, user (as in user:id:7), any other tag, or text');
  const quoted = unquote(rest);
  const value = (quoted ?? rest).trim();
  if (value === '') throw unreadable(word, 'a value comes after the colon; put text that has a colon in quotes');
  if (quoted === undefined) requirePlain(word, value);
  return { key, value: cut(harmless(value), MAX_VALUE) };
}

/** What other services read as a pattern or a list would only be compared here. */
function requirePlain(word: string, value: string): void {
  if (value.includes('"')) throw unreadable(word, 'quotes go around the whole value');
  if (/[*]|^[[<>]/.test(value))
    throw unreadable(word, 'values are compared whole; put one with *, [, < or > in quotes');
}

function readText(word: string): string {
  const text = unquote(word) ?? word;
  if (text.startsWith('!') && text === word) throw unreadable(word, '! stands before a tag, such as !level:info');
  if (text === word && text.includes('"')) throw unreadable(word, 'quotes go around the whole text');
  if (text === word && text.includes(':')) throw unreadable(word, 'put text that has a colon in quotes');
  if (text.trim() === '') throw unreadable(word, 'there is no text in the quotes');
  return text;
}

function unquote(text: string): string | undefined {
  return QUOTED.exec(text)?.[1]?.replace(/\\(.)/gs, '$1');
}

function unreadable(word: string, hint: string): BadRequest {
  return new BadRequest(`Query parameter 'query' cannot be read at ${JSON.stringify(cut(word, 100))}: ${hint}.`);
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
