import { BadRequest } from './errors';
import { type IssueStatus, parseShortId } from './issue';
import { combine, type IssueSearch, type TextPattern } from './issueSearch';
import { searchedText } from './issueText';
import { sanitizeText, truncate } from './text';

/*
 * The language of searches for issues. Terms are `key:value`, `!key:value` or text; AND, OR and parentheses combine them, and a blank is AND.
 */

const MAX_TERMS = 20;
const MAX_DEPTH = 10;
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
  ...['age', 'assigned', 'assigned_or_suggested', 'bookmarks', 'first_release', 'firstRelease', 'firstSeen', 'issue'],
  ...['lastSeen', 'last_seen', 'first_seen', 'message', 'title', 'times_seen', 'timesSeen', 'subscribed'],
  ...['user.email', 'user.id', 'user.ip', 'user.username', 'error.type', 'error.value'],
]);

const KEYED = /^(!?)([A-Za-z0-9_.-]+|tags\[[A-Za-z0-9_.:-]+\]):(.*)$/s;
const QUOTED = /^"(?:[^"\\]|\\.)*"$/s;
/** Quoted text with stars around it. */
const STARRED_QUOTE = /^(\**)("(?:[^"\\]|\\.)*")(\**)$/s;
const EVENT_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** Words that people write for the operators. */
const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ['and', 'AND'],
  ['or', 'OR'],
  ['not', '! before the term'],
]);

/** A word of the query, and where it begins. */
interface Word {
  readonly text: string;
  readonly at: number;
}

/**
 * Parses a search such as `is:unresolved (level:error OR level:fatal) !region:eu-* "some text"`.
 * @throws BadRequest with the position of what cannot be parsed
 */
export function parseIssueQuery(query: string): IssueSearch {
  return new QueryParser(query).parse();
}

/** Reads a query from left to right. */
class QueryParser {
  private at = 0;
  /** Open parentheses. */
  private depth = 0;
  private termCount = 0;
  /** Whether the query is more than text. */
  private hasSyntax = false;
  /** Text that may be meant as an operator. */
  private operatorWord: Word | undefined;

  constructor(private readonly query: string) {}

  parse(): IssueSearch {
    this.skipBlanks();
    if (this.isAtEnd()) return combine('and', []);
    const search = this.parseAlternatives();
    if (this.termCount > MAX_TERMS)
      throw new BadRequest(`Query parameter 'query' has ${this.termCount} terms; use ${MAX_TERMS} or fewer.`);
    const word = this.operatorWord;
    if (word !== undefined && this.hasSyntax) {
      const operator = OPERATOR_WORDS.get(word.text.toLowerCase()) ?? '';
      throw this.syntaxError(word, `write ${operator}, or put the word in quotes to search for it`);
    }
    return search;
  }

  private parseAlternatives(): IssueSearch {
    const parts = [this.parseConjunction()];
    for (let operator = this.takeOperator('OR'); operator !== undefined; operator = this.takeOperator('OR')) {
      this.requireTerm(operator);
      parts.push(this.parseConjunction());
    }
    return combine('or', parts);
  }

  private parseConjunction(): IssueSearch {
    const parts: IssueSearch[] = [];
    let hasStatus = false;
    while (!this.isAtEnd() && !this.isAtOperator('OR')) {
      const operator = this.takeOperator('AND');
      if (operator !== undefined) {
        if (parts.length === 0) throw this.syntaxError(operator, 'a term is missing before it');
        this.requireTerm(operator);
      }
      const at = this.at;
      const part = this.parseTerm();
      if (part.kind === 'status' && hasStatus)
        throw this.syntaxError(this.wordFrom(at), 'an issue has one status; write OR between them');
      hasStatus ||= part.kind === 'status';
      parts.push(part);
      this.skipBlanks();
    }
    if (parts.length === 0) throw this.syntaxError(this.wordFrom(this.at, 2), 'a term is missing before it');
    return combine('and', parts);
  }

  private parseTerm(): IssueSearch {
    const group = /^!?\(/.exec(this.query.slice(this.at, this.at + 2))?.[0];
    if (group !== undefined) return this.parseGroup(group);
    const word = this.readWord();
    this.termCount += 1;
    const [, not = '', key = '', value = ''] = KEYED.exec(word.text) ?? [];
    if (key === '') return this.parseText(word);
    this.hasSyntax = true;
    const term = this.parseKeyed(word, key, value);
    return not === '' ? term : { kind: 'not', part: term };
  }

  private parseGroup(opening: string): IssueSearch {
    const start = this.at;
    this.hasSyntax = true;
    this.at += opening.length;
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw this.syntaxError(this.wordFrom(start), `parentheses may be nested ${MAX_DEPTH} times`);
    this.skipBlanks();
    if (this.query[this.at] === ')') throw this.syntaxError(this.wordFrom(start, 2), 'the parentheses are empty');
    const search = this.parseAlternatives();
    if (this.query[this.at] !== ')')
      throw this.syntaxError(
        this.wordFrom(start),
        'the closing parenthesis is missing; put text that contains one in quotes',
      );
    this.at += 1;
    this.depth -= 1;
    return opening === '(' ? search : { kind: 'not', part: search };
  }

  private parseKeyed(word: Word, key: string, value: string): IssueSearch {
    if (key === 'is') return this.parseStatus(word, value);
    if (key === 'has') return { kind: 'hasTag', key: this.parseKey(word, value) };
    if (UNSUPPORTED_KEYS.has(key))
      throw this.syntaxError(
        word,
        'search by is, level, environment, release, user (as in user:id:7), any other tag, or text',
      );
    const name = key.startsWith('tags[') ? key.slice('tags['.length, -1) : key;
    const values = this.parseValues(word, value);
    return values.some((pattern) => pattern.length === 2 && pattern.join('') === '')
      ? { kind: 'hasTag', key: name }
      : { kind: 'tag', key: name, values };
  }

  private parseStatus(word: Word, value: string): IssueSearch {
    const status = STATUS_BY_NAME.get(value);
    if (status === undefined) throw this.syntaxError(word, 'use is:unresolved, is:resolved or is:ignored');
    return { kind: 'status', status };
  }

  private parseKey(word: Word, value: string): string {
    if (!/^[A-Za-z0-9_.:-]+$/.test(value)) throw this.syntaxError(word, 'has: is followed by the key of a tag');
    return value;
  }

  /** Parses a value, or the values of a list such as `[error,"a b",web-*]`. */
  private parseValues(word: Word, value: string): TextPattern[] {
    if (!value.startsWith('[')) return [this.parseValue(word, value)];
    if (!value.endsWith(']')) throw this.syntaxError(word, 'a list of values ends with ]');
    return splitList(value.slice(1, -1)).map((one) => this.parseValue(word, one.trim()));
  }

  private parseValue(word: Word, value: string): TextPattern {
    const [, before = '', quoted, after = ''] = STARRED_QUOTE.exec(value) ?? [];
    if (quoted !== undefined) {
      const literal = unquote(quoted);
      if (before === '' && after === '') return [this.requireValue(word, literal.trim())];
      return [...(before === '' ? [] : ['']), sanitizeText(literal), ...(after === '' ? [] : [''])];
    }
    if (value.includes('"')) throw this.syntaxError(word, 'quotes must enclose the whole value');
    if (/^[<>]/.test(value))
      throw this.syntaxError(word, 'tags are not compared by size; put a value that begins with < or > in quotes');
    if (value.startsWith('['))
      throw this.syntaxError(word, 'lists are not nested; put a value that begins with [ in quotes');
    if (!value.includes('*')) return [this.requireValue(word, value.trim())];
    return sanitizeText(value).split(/\*+/);
  }

  private requireValue(word: Word, value: string): string {
    if (value === '')
      throw this.syntaxError(word, 'the value after the colon is missing; put text that contains a colon in quotes');
    return truncate(sanitizeText(value), MAX_TAG_VALUE_LENGTH);
  }

  private parseText(word: Word): IssueSearch {
    const { text } = word;
    if (QUOTED.test(text)) {
      const unquoted = unquote(text);
      if (unquoted.trim() === '') throw this.syntaxError(word, 'the quotes are empty');
      return this.textTerm(word, unquoted);
    }
    if (text.startsWith('!')) throw this.syntaxError(word, '! is allowed only before a key, such as !level:info');
    if (text.includes('"')) throw this.syntaxError(word, 'quotes must enclose the whole text');
    if (text.includes(':')) throw this.syntaxError(word, 'put text that contains a colon in quotes');
    if (OPERATOR_WORDS.has(text.toLowerCase())) this.operatorWord ??= word;
    if (EVENT_ID.test(text)) return { kind: 'eventId', text, eventId: text.replaceAll('-', '').toLowerCase() };
    const shortId = parseShortId(text);
    return shortId === null ? this.textTerm(word, text) : { kind: 'shortId', text, ...shortId };
  }

  private textTerm(word: Word, text: string): IssueSearch {
    if (searchedText(text) === undefined)
      throw this.syntaxError(word, 'text is searched by its letters and digits, of which there are none');
    return { kind: 'text', text };
  }

  /** Reads a word: up to a blank or the end of its group, outside of quotes and of a list of values. */
  private readWord(): Word {
    const start = this.at;
    let parentheses = 0;
    const list = /^!?[^\s"():]+:\[/.exec(this.query.slice(start))?.[0];
    if (list !== undefined) this.at = this.endOfList(start, start + list.length);
    for (; this.at < this.query.length; this.at += 1) {
      const character = this.query[this.at] ?? '';
      if (isBlank(character)) break;
      if (character === '"') this.at = this.endOfQuotes(start, this.at);
      if (character === '(') parentheses += 1;
      if (character !== ')') continue;
      if (parentheses === 0 && this.depth > 0) break;
      parentheses -= 1;
    }
    return { text: this.query.slice(start, this.at), at: start };
  }

  /** The position of the closing quotation mark. */
  private endOfQuotes(start: number, opening: number): number {
    for (let at = opening + 1; at < this.query.length; at += 1) {
      if (this.query[at] === '"') return at;
      if (this.query[at] === '\\') at += 1;
    }
    throw this.syntaxError(this.wordFrom(start), 'the closing quotation mark is missing');
  }

  /** The position after the closing bracket. */
  private endOfList(start: number, from: number): number {
    for (let at = from; at < this.query.length; at += 1) {
      if (this.query[at] === ']') return at + 1;
      if (this.query[at] === '"') at = this.endOfQuotes(start, at);
    }
    throw this.syntaxError(this.wordFrom(start), 'a list of values ends with ]');
  }

  private isAtEnd(): boolean {
    return this.at >= this.query.length || (this.depth > 0 && this.query[this.at] === ')');
  }

  private isAtOperator(operator: 'AND' | 'OR'): boolean {
    if (!this.query.startsWith(operator, this.at)) return false;
    const next = this.query[this.at + operator.length] ?? ' ';
    return isBlank(next) || next === '(' || next === ')';
  }

  private takeOperator(operator: 'AND' | 'OR'): Word | undefined {
    this.skipBlanks();
    if (!this.isAtOperator(operator)) return undefined;
    const word = { text: operator, at: this.at };
    this.hasSyntax = true;
    this.at += operator.length;
    this.skipBlanks();
    return word;
  }

  private requireTerm(operator: Word): void {
    if (this.isAtEnd() || this.isAtOperator('AND') || this.isAtOperator('OR'))
      throw this.syntaxError(operator, 'a term is missing after it');
  }

  private skipBlanks(): void {
    while (this.at < this.query.length && isBlank(this.query[this.at] ?? '')) this.at += 1;
  }

  /** What begins at a position, for error messages. */
  private wordFrom(at: number, length?: number): Word {
    return { text: this.query.slice(at, length === undefined ? undefined : at + length), at };
  }

  private syntaxError({ text, at }: Word, hint: string): BadRequest {
    const position = [...this.query.slice(0, at)].length + 1;
    const shown = JSON.stringify(truncate(text, 100));
    return new BadRequest(`Query parameter 'query' is invalid at character ${position}, ${shown}: ${hint}.`);
  }
}

function isBlank(character: string): boolean {
  return /\s/.test(character);
}

/** Splits the values of a list at the commas outside of quotes. */
function splitList(list: string): string[] {
  const values: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '\\' && isQuoted) at += 1;
    else if (list[at] === '"') isQuoted = !isQuoted;
    else if (list[at] === ',' && !isQuoted) {
      values.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...values, list.slice(start)];
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
