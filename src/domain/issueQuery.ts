import { BadRequest } from './errors';
import { MAX_TAG_VALUE, parseEventId } from './event';
import {
  ISSUE_CATEGORIES,
  type IssueCategory,
  type IssueStatus,
  type IssueSubstatus,
  issueTypeOf,
  parseShortId,
  SEARCH_ENTRY_MARK,
} from './issue';
import {
  combine,
  type SearchComparison,
  type CountTerm,
  type IssueSearch,
  type IssueTerm,
  mapTerms,
  queryError,
  type QueryWord,
  type Search,
  type SearchedProperty,
  type TimeTerm,
} from './issueSearch';
import { searchedText } from './issueText';
import { parseTime, sanitizeText, type TextPattern, truncate } from './text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time';

/*
 * The language of searches for issues and for events. Terms are `key:value`, `!key:value` or text; AND, OR and
 * parentheses combine them, and a blank is AND.
 */

const MAX_TERMS = 20;
const MAX_DEPTH = 10;

const STATUS_BY_NAME: ReadonlyMap<string, IssueStatus> = new Map([
  ['unresolved', 'unresolved'],
  ['resolved', 'resolved'],
  ['ignored', 'ignored'],
  ['muted', 'ignored'],
  ['archived', 'ignored'],
]);

const SUBSTATUSES: ReadonlySet<string> = new Set<IssueSubstatus>(['new', 'ongoing', 'regressed', 'escalating']);
const COUNT_KEYS: ReadonlyMap<string, CountTerm['field']> = new Map([
  ['timesSeen', 'timesSeen'],
  ['times_seen', 'timesSeen'],
  ['userCount', 'userCount'],
  ['user_count', 'userCount'],
]);
const PROPERTIES: ReadonlySet<string> = new Set<SearchedProperty>([
  ...(['error.type', 'error.value'] as const),
  ...(['user.id', 'user.username', 'user.email', 'user.ip'] as const),
]);
/** Key of a search in other services → key of the tag that has its values here. */
const TAG_KEYS: ReadonlyMap<string, string> = new Map([['error.mechanism', 'mechanism']]);

/**
 * Keys that search properties of issues or events in other services, and their replacements here. As names of tags they
 * would silently find nothing, so they are refused.
 */
const UNSUPPORTED_KEYS: ReadonlyMap<string, string> = new Map([
  ...(['message', 'title', 'culprit', 'location'] as const).map(
    (key) => [key, 'write the text alone, without a key'] as const,
  ),
  ...(['event.type', 'error.main_thread'] as const).map((key) => [key, 'write the text of the error alone'] as const),
  ['assigned_or_suggested', 'search by assigned'],
  ['suggested', 'search by assigned'],
  ['subscribed', 'search by bookmarks:me or assigned:me'],
  ['id', 'write the id of the event alone'],
  ['event_id', 'write the id of the event alone'],
  ['issue.id', 'write the short id of the issue alone, as in SHOP-3'],
  ['issue.priority', 'search by level, timesSeen or userCount'],
  ['regressed_in_release', 'search by is:regressed'],
  ['timestamp', 'search by lastSeen or firstSeen'],
  ['event.timestamp', 'search by lastSeen or firstSeen'],
]);
/** The same for all keys with a prefix. */
const UNSUPPORTED_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['stack.', 'write the name of the function or file alone'],
  ['release.', 'search by release, with * for any text'],
  ['http.', 'search by url or transaction'],
  ['geo.', 'search by user or by a tag'],
  ['sdk.', 'search by platform or by a tag'],
  ['issue.', 'search by is, level or platform'],
]);

/** Keys that nothing is without, so that `has:` would find everything. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  ...['is', 'status', 'has', 'project', 'project.name', 'project.id', 'issue', 'issue.category', 'issue.type'],
  ...COUNT_KEYS.keys(),
]);
/** Keys of issues and events that may be without a value, and what is written instead of `has:`. */
const UNSUPPORTED_HAS: ReadonlyMap<string, string> = new Map([
  ['bookmarks', 'write is:bookmarked'],
  ['trace', 'write trace: and the id of a trace'],
  ['associated_issue_id', 'write associated_issue_id: and the id of an issue'],
]);

const RELATIVE_TIME = /^([+-])([0-9]{1,6})([smhdw])$/;
const COMPARED = /^(<=|>=|<|>)?(.*)$/s;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const DATE_TIME =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?$/;
const COUNT = /^[0-9]{1,15}$/;
const ISSUE_ID = /^[1-9][0-9]{0,14}$/;
/** The key of a tag, as `tags[…]` and `has:` have it: in quotes if it has blanks, quotes or brackets. */
const TAG_KEY = /^(?:[^\s"[\]]+|"(?:[^"\\]|\\.)*")$/s;
const KEYED = /^([\p{L}\p{M}\p{N}_.-]+|tags\[(?:[^\s"[\]]+|"(?:[^"\\]|\\.)*")\]):(.*)$/su;
/** A key in quotes, which is none without `tags[…]`. */
const QUOTED_KEY = /^("(?:[^"\\]|\\.)*"):/s;
/**
 * Values that are text although they have a colon: `Resque::DirtyExit`, an address, a path of Windows. Tags of
 * addresses may have such a value.
 */
const CODE = /^(?!tags\[|(?:url|transaction):)[^:"]*:(?::|\/\/|\\)/;
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

const STATUS_HINT =
  'use is:unresolved, is:resolved or is:ignored, is:new, is:ongoing, is:regressed, is:escalating, is:assigned, is:unassigned or is:bookmarked';
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
  ['w', 7 * DAY_MS],
]);

/** A word of the query, and where it begins. */
interface Word {
  readonly text: string;
  readonly at: number;
}

/** A time that a search compares. */
type TimeField = TimeTerm['field'] | 'timestamp';

/** A term of any search. */
export type QueryTerm = Exclude<IssueTerm, TimeTerm> | TimeTerm<TimeField>;

type QuerySearch = Search<QueryTerm>;

/** The keys that searches for issues and for events do not share. */
export interface QueryKeys {
  readonly times: ReadonlyMap<string, TimeField>;
  /** Keys that are not searched by, and their replacements. */
  readonly refused: ReadonlyMap<string, string>;
}

const ISSUE_KEYS: QueryKeys = {
  times: new Map([
    ['firstSeen', 'firstSeen'],
    ['first_seen', 'firstSeen'],
    ['age', 'firstSeen'],
    ['lastSeen', 'lastSeen'],
    ['last_seen', 'lastSeen'],
  ]),
  refused: new Map(),
};

/**
 * Parses a search such as `is:unresolved (level:error OR level:fatal) !region:eu-* "some text"`.
 * @throws BadRequest with the position of a part that cannot be parsed
 */
export function parseIssueQuery(query: string): IssueSearch {
  return mapTerms(parseQuery(query, ISSUE_KEYS), (term) => {
    if (term.kind !== 'time') return term;
    const { field } = term;
    if (field === 'timestamp') throw new Error('Issues have no timestamp.');
    return { ...term, field };
  });
}

/**
 * Parses a search in which some keys are refused.
 * @throws BadRequest with the position of a part that cannot be parsed
 */
export function parseQuery(query: string, keys: QueryKeys): Search<QueryTerm> {
  return new QueryParser(query, keys).parse();
}

/** Reads a query from left to right. */
class QueryParser {
  private at = 0;
  /** Open parentheses. */
  private depth = 0;
  private termCount = 0;
  /** True if the query is more than text. */
  private hasSyntax = false;
  /** Text that may be meant as an operator. */
  private operatorWord: Word | undefined;

  constructor(
    private readonly query: string,
    private readonly keys: QueryKeys,
  ) {}

  parse(): QuerySearch {
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

  private parseAlternatives(): QuerySearch {
    const parts = [this.parseConjunction()];
    for (let operator = this.takeOperator('OR'); operator !== undefined; operator = this.takeOperator('OR')) {
      this.requireTerm(operator);
      parts.push(this.parseConjunction());
    }
    return combine('or', parts);
  }

  private parseConjunction(): QuerySearch {
    const parts: QuerySearch[] = [];
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

  private parseTerm(): QuerySearch {
    const group = /^!?\(/.exec(this.query.slice(this.at, this.at + 2))?.[0];
    if (group !== undefined) return this.parseGroup(group);
    const word = this.readWord();
    this.termCount += 1;
    const not = word.text.startsWith('!') ? '!' : '';
    const text = word.text.slice(not.length);
    const [, key = '', value = ''] = KEYED.exec(text) ?? [];
    if (not !== '' || key !== '') this.hasSyntax = true;
    const term = key === '' || CODE.test(text) ? this.parseText(word, text) : this.parseKeyed(word, key, value);
    return not === '' ? term : { kind: 'not', part: term };
  }

  private parseGroup(opening: string): QuerySearch {
    const start = this.at;
    const isUnclosed = () =>
      this.syntaxError(
        this.wordFrom(start),
        'the closing parenthesis is missing; put text that contains one in quotes',
      );
    this.hasSyntax = true;
    this.at += opening.length;
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw this.syntaxError(this.wordFrom(start), `parentheses may be nested ${MAX_DEPTH} times`);
    this.skipBlanks();
    if (this.at === this.query.length) throw isUnclosed();
    if (this.query[this.at] === ')') throw this.syntaxError(this.wordFrom(start, 2), 'the parentheses are empty');
    const search = this.parseAlternatives();
    if (this.query[this.at] !== ')') throw isUnclosed();
    this.at += 1;
    this.depth -= 1;
    return opening === '(' ? search : { kind: 'not', part: search };
  }

  private parseKeyed(word: Word, key: string, value: string): QuerySearch {
    const instead = this.keys.refused.get(key);
    if (instead !== undefined) throw this.syntaxError(word, `${instead}, or by tags[${key}] for a tag of that name`);
    if (key === 'is') return this.parseIs(word, value);
    if (key === 'has') return this.parseHas(word, value);
    if (isProperty(key)) return { kind: 'property', property: key, values: this.parseValues(word, value) };
    if (key.startsWith('tags[')) return this.parseTag(word, this.tagKeyOf(word, key), value);
    const time = this.keys.times.get(key);
    if (time !== undefined) return this.parseTime(word, time, value);
    const count = COUNT_KEYS.get(key);
    if (count !== undefined) return this.parseCount(word, count, value);
    const term = this.parseIssueKey(word, key, value);
    if (term !== undefined) return term;
    const alternative = alternativeTo(key);
    if (alternative !== undefined)
      throw this.syntaxError(word, `${alternative}, or by tags[${key}] for a tag of that name`);
    return this.parseTag(word, TAG_KEYS.get(key) ?? key, value);
  }

  /** Parses a key of issues with values of its own; undefined for another key. */
  private parseIssueKey(word: Word, key: string, value: string): QuerySearch | undefined {
    const eachOf = (parse: (one: string) => QuerySearch) => combine('or', listOf(value).map(parse));
    switch (key) {
      case 'status':
        return eachOf((one) => this.parseStatus(word, one));
      case 'assigned':
        return eachOf((one) => this.parseAssigned(word, one));
      case 'bookmarks':
        if (value !== 'me') throw this.syntaxError(word, 'use bookmarks:me');
        return { kind: 'bookmarked', word: this.positionOf(word) };
      case 'project':
      case 'project.name':
      case 'project.id':
        return eachOf((one) => this.parseProject(word, one));
      case 'platform':
        return { kind: 'platform', values: this.parseValues(word, value) };
      case 'release':
        return this.parseRelease(value, { kind: 'latestRelease' }, (one) => this.parseTag(word, 'release', one));
      case 'firstRelease':
      case 'first_release':
        return this.parseRelease(value, { kind: 'firstRelease', values: 'latest' }, (one) => ({
          kind: 'firstRelease',
          values: this.parseValues(word, one),
        }));
      case 'issue':
        return this.parseIssue(word, value);
      case 'issue.category':
        return eachOf((one) => this.parseCategory(word, one, (category) => category));
      case 'issue.type':
        return eachOf((one) => this.parseCategory(word, one, issueTypeOf));
      case 'trace':
        return eachOf((one) => this.parseTrace(word, one));
      case 'associated_issue_id':
        return eachOf((issueId) => {
          if (!ISSUE_ID.test(issueId)) throw this.syntaxError(word, 'it must be the id of an issue, a number');
          return { kind: 'linked', issueId };
        });
      case 'error.handled':
      case 'error.unhandled':
        return this.parseHandled(word, key, value);
      default:
        return undefined;
    }
  }

  private parseTrace(word: Word, value: string): QuerySearch {
    const traceId = parseEventId(value);
    if (traceId === null)
      throw this.syntaxError(
        word,
        'the id of a trace has 32 hexadecimal digits; search by tags[trace] for a tag of that name',
      );
    return { kind: 'trace', traceId };
  }

  /** @param nameOf returns the value that stands for a category */
  private parseCategory(word: Word, value: string, nameOf: (category: IssueCategory) => string): QuerySearch {
    const category = ISSUE_CATEGORIES.find((one) => nameOf(one) === value);
    if (category === undefined)
      throw this.syntaxError(word, `it must be one of ${ISSUE_CATEGORIES.map(nameOf).join(', ')}`);
    return { kind: 'category', category };
  }

  private parseTag(word: Word, key: string, value: string): QuerySearch {
    const values = this.parseValues(word, value);
    return values.some((pattern) => pattern.length === 2 && pattern.join('') === '')
      ? { kind: 'hasTag', key }
      : { kind: 'tag', key, values };
  }

  /** Parses the version of a release, `latest`, or a list of these. */
  private parseRelease(value: string, latest: QueryTerm, parse: (value: string) => QuerySearch): QuerySearch {
    if (value === 'latest') return latest;
    if (!value.startsWith('[') || !listOf(value).includes('latest')) return parse(value);
    const others = listOf(value).filter((one) => one !== 'latest');
    return combine('or', [latest, ...others.map((one) => parse(one))]);
  }

  private parseIssue(word: Word, value: string): QuerySearch {
    const shortId = parseShortId(value);
    if (shortId === null) throw this.syntaxError(word, 'issue: is followed by a short id, as in SHOP-3');
    return { kind: 'shortId', text: value, ...shortId };
  }

  private parseHandled(word: Word, key: string, value: string): QuerySearch {
    const isTrue = ['true', '1', 'yes'].includes(value);
    if (!isTrue && !['false', '0', 'no'].includes(value))
      throw this.syntaxError(word, `use ${key}:true or ${key}:false`);
    return { kind: 'tag', key: 'handled', values: [[isTrue === (key === 'error.handled') ? 'yes' : 'no']] };
  }

  private parseProject(word: Word, value: string): QuerySearch {
    const [project = '', ...more] = this.parseValue(word, value);
    if (more.length > 0) throw this.syntaxError(word, 'project: is followed by a slug or an id');
    return { kind: 'project', project, word: this.positionOf(word) };
  }

  private parseAssigned(word: Word, value: string): QuerySearch {
    const at = this.positionOf(word);
    const to = /^"(.*)"$/.exec(value)?.[1] ?? value;
    if (to === 'me') return { kind: 'assigned', to: 'me', word: at };
    if (to === 'none') return { kind: 'assigned', to: 'nobody', word: at };
    if (/^#[a-z0-9_-]+$/i.test(to)) return { kind: 'assigned', to: { team: to.slice(1).toLowerCase() }, word: at };
    if (/^[^@\s]+@[^@\s]+$/.test(to)) return { kind: 'assigned', to: { email: to }, word: at };
    throw this.syntaxError(word, 'use assigned:me, assigned:none, assigned:#team or assigned:name@example.com');
  }

  /** Parses `-24h` (within the last 24 hours), `+7d` (longer ago), a day, or a compared time. */
  private parseTime(word: Word, field: TimeField, value: string): QuerySearch {
    const [, sign, amount, unit = ''] = RELATIVE_TIME.exec(value) ?? [];
    if (sign !== undefined) {
      const ago = Number(amount) * (UNIT_MS.get(unit) ?? 0);
      return { kind: 'time', field, comparison: sign === '-' ? '>=' : '<', at: { ago } };
    }
    const [, comparison, quoted = ''] = COMPARED.exec(value) ?? [];
    const text = /^"(.*)"$/.exec(quoted)?.[1] ?? quoted;
    const time = parseSearchTime(text);
    if (time === null)
      throw this.syntaxError(word, 'use -24h, +7d, a day such as 2026-11-21, or a time such as >2026-11-21T10:30:00Z');
    if (comparison !== undefined)
      return { kind: 'time', field, comparison: comparison as SearchComparison, at: { time } };
    if (!DATE.test(text)) throw this.syntaxError(word, 'write >, >=, < or <= before a time');
    return combine('and', [
      { kind: 'time', field, comparison: '>=', at: { time } },
      { kind: 'time', field, comparison: '<', at: { time: time + DAY_MS } },
    ]);
  }

  private parseCount(word: Word, field: CountTerm['field'], value: string): QuerySearch {
    const [, comparison = '=', text = ''] = COMPARED.exec(value) ?? [];
    if (!COUNT.test(text))
      throw this.syntaxError(word, 'use a number, with >, >=, < or <= before it if it is compared');
    return { kind: 'count', field, comparison: comparison as SearchComparison, value: Number(text) };
  }

  private parseIs(word: Word, value: string): QuerySearch {
    if (SUBSTATUSES.has(value)) return { kind: 'substatus', substatus: value as IssueSubstatus };
    if (value === 'assigned') return { kind: 'assigned', to: 'anyone', word: this.positionOf(word) };
    if (value === 'unassigned') return { kind: 'assigned', to: 'nobody', word: this.positionOf(word) };
    if (value === 'bookmarked') return { kind: 'bookmarked', word: this.positionOf(word) };
    return this.parseStatus(word, value);
  }

  private parseStatus(word: Word, value: string): QuerySearch {
    const status = STATUS_BY_NAME.get(value);
    if (status === undefined) throw this.syntaxError(word, STATUS_HINT);
    return { kind: 'status', status };
  }

  /** Parses the key of a tag, or of a property that issues and events may be without. */
  private parseHas(word: Word, key: string): QuerySearch {
    if (key.startsWith('tags[') || key.startsWith('"')) return { kind: 'hasTag', key: this.tagKeyOf(word, key) };
    if (!/^[\p{L}\p{M}\p{N}_.:-]+$/u.test(key)) throw this.syntaxError(word, 'has: is followed by the key of a tag');
    const isEverywhere = EVERYWHERE.has(key) || this.keys.times.has(key);
    const alternative =
      this.keys.refused.get(key) ??
      (isEverywhere ? 'nothing is without it, so search by its values' : UNSUPPORTED_HAS.get(key)) ??
      alternativeTo(key);
    if (alternative !== undefined)
      throw this.syntaxError(word, `${alternative}, or by has:tags[${key}] for a tag of that name`);
    if (isProperty(key)) return { kind: 'property', property: key, values: [ANY_TEXT] };
    switch (key) {
      case 'assigned':
        return { kind: 'assigned', to: 'anyone', word: this.positionOf(word) };
      case 'firstRelease':
      case 'first_release':
        return { kind: 'firstRelease', values: [ANY_TEXT] };
      case 'platform':
        return { kind: 'platform', values: [ANY_TEXT] };
      case 'error.handled':
      case 'error.unhandled':
        return { kind: 'hasTag', key: 'handled' };
      default:
        return { kind: 'hasTag', key: TAG_KEYS.get(key) ?? key };
    }
  }

  /** Returns the key of a tag from `tags[KEY]` or `KEY`, which may be in quotes. */
  private tagKeyOf(word: Word, text: string): string {
    const written = /^tags\[(.*)\]$/s.exec(text)?.[1] ?? text;
    const key = TAG_KEY.test(written) ? sanitizeText(QUOTED.test(written) ? unquote(written) : written).trim() : '';
    if (key === '' || key.startsWith(SEARCH_ENTRY_MARK))
      throw this.syntaxError(word, 'this is no key of a tag; put a key that has blanks or brackets in quotes');
    return key;
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
    if (/^\([^()]*$/.test(value))
      throw this.syntaxError(word, 'write [a,b] for one of several values; put a value that begins with ( in quotes');
    if (!value.includes('*')) return [this.requireValue(word, value.trim())];
    return sanitizeText(value).split(/\*+/);
  }

  private requireValue(word: Word, value: string): string {
    if (value === '')
      throw this.syntaxError(word, 'the value after the colon is missing; put text that contains a colon in quotes');
    return truncate(sanitizeText(value), MAX_TAG_VALUE);
  }

  /** @param text the word without a negation */
  private parseText(word: Word, text: string): QuerySearch {
    if (QUOTED.test(text)) {
      const unquoted = unquote(text);
      if (unquoted.trim() === '') throw this.syntaxError(word, 'the quotes are empty');
      return this.textTerm(word, unquoted);
    }
    if (text === '' || text.startsWith('!'))
      throw this.syntaxError(word, '! is followed by a term, such as !level:info or !timeout');
    const key = QUOTED_KEY.exec(text)?.[1];
    if (key !== undefined) throw this.syntaxError(word, `write tags[${key}]: for a tag whose key is in quotes`);
    if (text.includes('"')) throw this.syntaxError(word, 'quotes must enclose the whole text');
    if (text.includes(':') && !CODE.test(text))
      throw this.syntaxError(word, 'put text that contains a colon in quotes');
    if (OPERATOR_WORDS.has(text.toLowerCase())) this.operatorWord ??= word;
    if (EVENT_ID.test(text)) return { kind: 'eventId', text, eventId: text.replaceAll('-', '').toLowerCase() };
    const shortId = parseShortId(text);
    return shortId === null ? this.textTerm(word, text) : { kind: 'shortId', text, ...shortId };
  }

  private textTerm(word: Word, text: string): QuerySearch {
    if (searchedText(text) === undefined)
      throw this.syntaxError(word, 'text is searched by its letters and digits, of which there are none');
    return { kind: 'text', text };
  }

  /** Reads a word: up to a blank or the end of its group, outside of quotes and of a list of values. */
  private readWord(): Word {
    const start = this.at;
    let parentheses = 0;
    const list = /^!?(?:[^\s"():]+|tags\["(?:[^"\\]|\\.)*"\]):\[/.exec(this.query.slice(start))?.[0];
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

  /** Returns the position of the closing quotation mark. */
  private endOfQuotes(start: number, opening: number): number {
    for (let at = opening + 1; at < this.query.length; at += 1) {
      if (this.query[at] === '"') return at;
      if (this.query[at] === '\\') at += 1;
    }
    throw this.syntaxError(this.wordFrom(start), 'the closing quotation mark is missing');
  }

  /** Returns the position after the closing bracket. */
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

  /** Returns the word that begins at a position, for error messages. */
  private wordFrom(at: number, length?: number): Word {
    return { text: this.query.slice(at, length === undefined ? undefined : at + length), at };
  }

  private syntaxError(word: Word, hint: string): BadRequest {
    return queryError(this.positionOf(word), hint);
  }

  private positionOf({ text, at }: Word): QueryWord {
    return { text, position: [...this.query.slice(0, at)].length + 1 };
  }
}

/**
 * Parses a day, which is its first moment, or a time; without a zone, in UTC. Returns milliseconds since 1970, or null
 * for other text.
 */
export function parseSearchTime(text: string): number | null {
  if (DATE.test(text)) return parseTime(`${text}T00:00:00Z`);
  if (!DATE_TIME.test(text)) return null;
  return parseTime(/Z|[+-][0-9]{2}:[0-9]{2}$/.test(text) ? text : `${text}Z`);
}

/** Parses a length such as `24h` or `14d`. Returns milliseconds, or null for other text. */
export function parseSearchPeriod(text: string): number | null {
  const [, , amount, unit = ''] = RELATIVE_TIME.exec(`-${text}`) ?? [];
  return amount === undefined || Number(amount) === 0 ? null : Number(amount) * (UNIT_MS.get(unit) ?? 0);
}

/** The pattern of a star. */
const ANY_TEXT: TextPattern = ['', ''];

/** Returns what is searched by instead of a key that is not supported; undefined for another key. */
function alternativeTo(key: string): string | undefined {
  return UNSUPPORTED_KEYS.get(key) ?? UNSUPPORTED_PREFIXES.get(/^[^.]*\./.exec(key)?.[0] ?? '');
}

function isProperty(key: string): key is SearchedProperty {
  return PROPERTIES.has(key);
}

/** Returns the values of a list in brackets, or a single value. */
function listOf(value: string): string[] {
  return value.startsWith('[') && value.endsWith(']')
    ? splitList(value.slice(1, -1)).map((one) => one.trim())
    : [value];
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
