/*
 * Completes searches for issues: which part of the text is typed, and its possible completions.
 * openapi/guides/search.md describes the language.
 */

/** The part of a search that the caret is in. */
export interface TypedPart {
  /** The key whose value is typed; null while a key or text is. */
  readonly key: string | null;
  /** The text before the caret, without quotes. */
  readonly typed: string;
  /** The part that a suggestion replaces, as offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** True if the value is in a list in brackets. */
  readonly isInList: boolean;
}

/** A possible completion of a part of a search. */
export interface SearchSuggestion {
  /** The inserted text: a key with its colon, or a value with the quotes that it needs. */
  readonly insert: string;
  readonly text: string;
  /** Description of the issues that it finds, or the number of issues that have the value. */
  readonly detail: string;
  readonly isKey: boolean;
}

/** A key or a value that can be completed, before it is compared with the typed text. */
export interface Completable {
  readonly value: string;
  readonly detail: string;
  /** True if the value is inserted as it is, such as `>100`. */
  readonly isLiteral?: boolean;
}

/** Entries that are shown at once. */
const MAX_SUGGESTIONS = 12;

const KEYED = /^(!?)([\p{L}\p{M}\p{N}_.-]+|tags\[(?:[^\s"[\]]+|"(?:[^"\\]|\\.)*")\]):/u;

/**
 * Finds the part of a search that the caret is in. Null inside of text in quotes. A caret behind the text is at its
 * end.
 */
export function partAt(text: string, position: number): TypedPart | null {
  const caret = Math.min(position, text.length);
  const { start, end } = wordAt(text, caret);
  const word = text.slice(start, end);
  const [keyed, not = '', key] = KEYED.exec(word) ?? [];
  if (keyed === undefined || key === undefined || caret < start + keyed.length) {
    const negation = word.startsWith('!') ? 1 : 0;
    const typed = text.slice(start + negation, Math.max(caret, start + negation));
    if (typed.startsWith('"')) return null;
    return { key: null, typed, start: start + negation, end: keyEnd(keyed, start, end), isInList: false };
  }
  const value = start + not.length + key.length + 1;
  if (text[value] !== '[')
    return { key, typed: unquoted(text.slice(value, caret)), start: value, end, isInList: false };
  const closing = end > value + 1 && text[end - 1] === ']' ? end - 1 : end;
  if (caret > closing || caret === value) return null;
  const [from, to] = memberAt(text, value + 1, closing, caret);
  return { key, typed: unquoted(text.slice(from, caret)), start: from, end: to, isInList: true };
}

/** Returns the end of a word's key, with its colon; for a word without a colon, the end of the word. */
function keyEnd(keyed: string | undefined, start: number, end: number): number {
  return keyed === undefined ? end : start + keyed.length;
}

/** Returns the word that the caret is in or behind; an empty one between blanks. */
function wordAt(text: string, caret: number): { readonly start: number; readonly end: number } {
  let at = 0;
  let depth = 0;
  while (at <= caret) {
    const opening = /^!?\(/.exec(text.slice(at))?.[0];
    if (opening !== undefined && at + opening.length <= caret) {
      at += opening.length;
      depth += 1;
    } else if (/\s/.test(text[at] ?? '')) {
      if (at === caret) return { start: at, end: at };
      at += 1;
    } else if (text[at] === ')' && depth > 0) {
      if (at === caret) return { start: at, end: at };
      at += 1;
      depth -= 1;
    } else {
      const end = endOfWord(text, at, depth > 0);
      if (caret <= end) return { start: at, end };
      at = end;
    }
  }
  return { start: caret, end: caret };
}

/** Returns the end of a word: a blank or the end of its group, outside of quotes and of a list of values. */
function endOfWord(text: string, start: number, isInGroup: boolean): number {
  let isQuoted = false;
  let isInList = false;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && isQuoted) at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '[' && text[at - 1] === ':') isInList = true;
    else if (character === ']' && isInList) return at + 1;
    else if (isInList) continue;
    else if (/\s/.test(character)) return at;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0 && isInGroup) return Math.max(at, start + 1);
      depth -= 1;
    }
  }
  return text.length;
}

/** Returns the member of a list that the caret is in, without the blanks before it. */
function memberAt(text: string, start: number, end: number, caret: number): readonly [from: number, to: number] {
  let from = start;
  let isQuoted = false;
  for (let at = start; at < end; at += 1) {
    if (text[at] === '\\' && isQuoted) at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) {
      if (caret <= at) return [withoutBlanks(text, from, caret), at];
      from = at + 1;
    }
  }
  return [withoutBlanks(text, from, caret), end];
}

function withoutBlanks(text: string, from: number, caret: number): number {
  let at = from;
  while (at < caret && text[at] === ' ') at += 1;
  return at;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1).replace(/"$/, '').replace(/\\(.)/gs, '$1') : text;
}

/** Returns a value as a search has it: in quotes if it would be read as something else without them. */
export function quoted(value: string): string {
  return /[\s"()[\],*\\]|^[<>]|^$/.test(value) ? inQuotes(value) : value;
}

/** Returns a text in the quotes of the search language. */
export function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Orders the entries that contain the typed text: entries that begin with it first, each in the given order. */
function matching(all: readonly Completable[], typed: string): readonly Completable[] {
  const text = typed.toLowerCase();
  const rank = ({ value }: Completable): number => value.toLowerCase().indexOf(text);
  const matches = all.filter((one) => rank(one) !== -1 && one.value !== typed);
  return [...matches.filter((one) => rank(one) === 0), ...matches.filter((one) => rank(one) !== 0)];
}

/** Returns the keys that a part of a search could become. */
export function suggestKeys(part: TypedPart, keys: readonly Completable[]): readonly SearchSuggestion[] {
  return matching(keys, part.typed)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ value, detail }) => ({ insert: `${value}:`, text: `${value}:`, detail, isKey: true }));
}

/** Returns the values that a part of a search could become. */
export function suggestValues(part: TypedPart, values: readonly Completable[]): readonly SearchSuggestion[] {
  return matching(values, part.typed)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ value, detail, isLiteral = false }) => ({
      insert: isLiteral ? value : quoted(value),
      text: value,
      detail,
      isKey: false,
    }));
}

/** Puts a suggestion in the place of a part. A value ends its term, unless it is one of a list. */
export function withSuggestion(
  text: string,
  part: TypedPart,
  { insert, isKey }: SearchSuggestion,
): { readonly text: string; readonly caret: number } {
  const [before, after] = [text.slice(0, part.start), text.slice(part.end)];
  const ends = !isKey && !part.isInList && after.trim() === '' && !after.startsWith(')');
  const inserted = ends ? `${insert} ` : insert;
  return { text: before + inserted + (ends ? after.trimStart() : after), caret: before.length + inserted.length };
}

/** Keys of the search language, in the order in which they are offered. */
export const SEARCH_KEYS = [
  ...(['is', 'assigned', 'level', 'release', 'environment', 'firstSeen', 'lastSeen', 'age'] as const),
  ...(['timesSeen', 'userCount', 'user.email', 'user.id', 'user.username', 'user.ip'] as const),
  ...(['error.type', 'error.value', 'error.handled', 'error.unhandled', 'error.mechanism'] as const),
  ...([
    'has',
    'project',
    'platform',
    'firstRelease',
    'bookmarks',
    'issue',
    'trace',
    'issue.category',
    'associated_issue_id',
    'status',
    'transaction',
  ] as const),
] as const;

/** Keys with a meaning of their own. A tag of such a name is found by `tags[NAME]`. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SEARCH_KEYS.filter((key) => !['level', 'release', 'environment', 'transaction'].includes(key)),
  ...['project.name', 'project.id', 'first_release', 'first_seen', 'last_seen', 'times_seen', 'user_count'],
  ...['message', 'title', 'culprit', 'location', 'id', 'event_id', 'timestamp', 'subscribed', 'suggested'],
  ...['assigned_or_suggested', 'regressed_in_release', 'event.type', 'event.timestamp', 'error.main_thread'],
]);
/** Prefixes of keys that searches refuse, because other services search properties by them. */
const RESERVED_PREFIX = /^(?:stack|release|http|geo|sdk|issue)\./;
const PLAIN_KEY = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Returns the name of a tag in a search: bare, in brackets if it would mean something else, in quotes if need be. */
export function tagSearchKey(tag: string): string {
  if (PLAIN_KEY.test(tag)) return RESERVED.has(tag) || RESERVED_PREFIX.test(tag) ? `tags[${tag}]` : tag;
  return `tags[${/[\s"[\]\\]/.test(tag) ? inQuotes(tag) : tag}]`;
}

const STATUSES = ['unresolved', 'resolved', 'ignored'];
const TIMES = ['-1h', '-24h', '-7d', '-30d', '+24h', '+7d', '+30d'];

/** Values that keys have whatever is stored. */
const FIXED_VALUES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['is', [...STATUSES, 'new', 'ongoing', 'regressed', 'escalating', 'assigned', 'unassigned', 'bookmarked']],
  ['status', STATUSES],
  ['level', ['fatal', 'error', 'warning', 'info', 'debug']],
  ['bookmarks', ['me']],
  ['issue.category', ['error', 'feedback', 'cron']],
  ['error.handled', ['true', 'false']],
  ['error.unhandled', ['true', 'false']],
  ['release', ['latest']],
  ['firstRelease', ['latest']],
  ...['firstSeen', 'lastSeen', 'age'].map((key) => [key, TIMES] as const),
  ...['timesSeen', 'userCount'].map((key) => [key, ['>10', '>100', '>1000']] as const),
]);

/** Returns the values that a key always has, such as `latest` of `release`. */
export function fixedValues(key: string): readonly string[] {
  return FIXED_VALUES.get(key) ?? [];
}

/** Keys whose values the service stores and lists. */
export function hasStoredValues(key: string): boolean {
  return ['release', 'firstRelease'].includes(key) || (!FIXED_VALUES.has(key) && !LISTED_ELSEWHERE.has(key));
}

const LISTED_ELSEWHERE: ReadonlySet<string> = new Set(['has', 'assigned', 'project', 'issue', 'platform']);
