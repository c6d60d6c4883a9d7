import { isJavaScript } from '../../domain/event';
import { compileGlobs } from '../glob';
import type { GlobBudget, TextOptions } from '../globTexts';

/** The error of a line that is not a rule. The message is a sentence without the line. */
export class RuleSyntaxError extends Error {}

/** A rule with its place in the text of the rules. */
export type WrittenRule<Rule> = Rule & {
  /** Number of its line, from 1. */
  readonly line: number;
  readonly text: string;
};

/** The valid rules of a text, and an error message for each invalid line. */
export interface ParsedRules<Rule> {
  readonly rules: readonly WrittenRule<Rule>[];
  readonly errors: readonly string[];
}

/** Maximum number of rules of one project, because all rules are tried on every event. */
const MAX_RULES = 500;
const MAX_RULE_TEXT = 64 * 1024;
const MAX_RULE_LINE = 4096;
const MAX_ERRORS = 20;

/** Parses one rule per line. Skips empty lines and lines that begin with `#`. */
export function parseRules<Rule extends object>(
  text: string,
  parseRule: (line: LineReader, before: readonly Rule[]) => Rule,
): ParsedRules<Rule> {
  if (text.length > MAX_RULE_TEXT) {
    return { rules: [], errors: [`line 1: The text is longer than ${MAX_RULE_TEXT} characters.`] };
  }
  const rules: WrittenRule<Rule>[] = [];
  const errors: string[] = [];
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || errors.length === MAX_ERRORS) return;
    try {
      if (line.length > MAX_RULE_LINE) {
        throw new RuleSyntaxError(`The line is longer than ${MAX_RULE_LINE} characters.`);
      }
      if (rules.length === MAX_RULES) throw new RuleSyntaxError(`There are more than ${MAX_RULES} rules.`);
      rules.push({ ...parseRule(new LineReader(line), rules), line: index + 1, text: line });
    } catch (error) {
      if (!(error instanceof RuleSyntaxError)) throw error;
      errors.push(`line ${index + 1}: ${error.message}`);
    }
  });
  return { rules, errors };
}

/** Reads one line from left to right. */
export class LineReader {
  #at = 0;

  constructor(private readonly line: string) {}

  /** True if only spaces remain. */
  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.line.length;
  }

  /** The rest of the line without leading spaces, truncated for error messages. */
  get rest(): string {
    this.#skipSpace();
    return this.line.slice(this.#at, this.#at + 60);
  }

  /** Skips spaces, then the text if it comes next. Returns true if it did. */
  skip(text: string): boolean {
    this.#skipSpace();
    if (!this.line.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Reads the match of a sticky pattern after spaces; returns null if it does not match. */
  match(pattern: RegExp): string | null {
    this.#skipSpace();
    return this.matchHere(pattern);
  }

  /** Reads the match of a sticky pattern without skipping spaces. */
  matchHere(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.line);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }

  /**
   * Reads a text in double quotes and returns it without them; null if there is none. Keeps backslashes, except before
   * quotes.
   */
  quotedHere(): string | null {
    if (this.line[this.#at] !== '"') return null;
    const quoted = this.matchHere(/"(?:[^"\\]|\\.)*"/y);
    if (quoted === null) throw new RuleSyntaxError('A text in double quotes has no end.');
    return quoted.slice(1, -1).replaceAll('\\"', '"');
  }

  #skipSpace(): void {
    while (this.line[this.#at] === ' ' || this.line[this.#at] === '\t') this.#at++;
  }
}

/** The subject that a matcher tests. All matchers of one kind in a rule must match the same subject. */
export type SubjectKind = 'exception' | 'message' | 'frame' | 'event';

/** Returns true if a value matches. A missing value never matches. */
type ValueTest = (value: string | null | undefined, budget: GlobBudget) => boolean;

/** One condition of a rule, as in `!stack.module:shop.*`. */
export interface Matcher {
  readonly kind: SubjectKind;
  /** The name of the field; aliases are resolved. */
  readonly field: string;
  readonly isNegated: boolean;
  /** The text after the colon, without quotes. */
  readonly pattern: string;
  readonly test: ValueTest;
}

interface MatcherField {
  readonly kind: SubjectKind;
  readonly parse: (pattern: string) => ValueTest;
}

/** Maximum number of characters that are matched: the beginning of a text distinguishes events. */
const MAX_MATCHED_TEXT = 2048;

const EXACT: TextOptions = { isPath: false, ignoresCase: false, maxLength: MAX_MATCHED_TEXT };
const FOLDED: TextOptions = { isPath: false, ignoresCase: true, maxLength: MAX_MATCHED_TEXT };
const PATH: TextOptions = { isPath: true, ignoresCase: true, maxLength: MAX_MATCHED_TEXT };

const glob =
  (options: TextOptions) =>
  (pattern: string): ValueTest => {
    const compiled = compileGlobs([pattern], options);
    return (value, budget) => typeof value === 'string' && compiled.matches(value, budget);
  };

/** All fields. Fingerprinting rules and stack trace rules each support some of them. */
const MATCHER_FIELDS = {
  'error.type': { kind: 'exception', parse: glob(EXACT) },
  'error.value': { kind: 'exception', parse: glob(FOLDED) },
  'error.mechanism': { kind: 'exception', parse: glob(EXACT) },
  message: { kind: 'message', parse: glob(FOLDED) },
  logger: { kind: 'event', parse: glob(EXACT) },
  level: { kind: 'event', parse: glob(FOLDED) },
  release: { kind: 'event', parse: glob(EXACT) },
  sdk: { kind: 'event', parse: glob(EXACT) },
  'stack.abs_path': { kind: 'frame', parse: glob(PATH) },
  'stack.module': { kind: 'frame', parse: glob(EXACT) },
  'stack.function': { kind: 'frame', parse: glob(EXACT) },
  'stack.package': { kind: 'frame', parse: glob(PATH) },
  family: { kind: 'event', parse: familyTest },
  platform: { kind: 'event', parse: glob(EXACT) },
  app: { kind: 'frame', parse: inAppTest },
  category: { kind: 'frame', parse: glob(EXACT) },
} satisfies Record<string, MatcherField>;

export type MatcherFieldName = keyof typeof MATCHER_FIELDS;

const MATCHER_ALIASES: Readonly<Record<string, MatcherFieldName>> = {
  type: 'error.type',
  value: 'error.value',
  mechanism: 'error.mechanism',
  path: 'stack.abs_path',
  module: 'stack.module',
  function: 'stack.function',
  package: 'stack.package',
  'in-app': 'app',
};

const MAX_MATCHER_PATTERN = 512;
const TAG_PREFIX = 'tags.';
const MATCHER_NAME = /"(?:[^"\\]|\\.)*"|[\w.-]+/y;

/** Parses `name:pattern` or `!name:pattern`; returns null if no name comes next. @throws RuleSyntaxError */
export function parseMatcher(line: LineReader, fields: readonly MatcherFieldName[], hasTags: boolean): Matcher | null {
  const { rest } = line;
  const isNegated = line.skip('!');
  const name = line.match(MATCHER_NAME)?.replace(/^"|"$/g, '') ?? null;
  if (name === null) {
    if (isNegated) throw new RuleSyntaxError('`!` is not followed by a matcher; write `!name:pattern`.');
    return null;
  }
  if (line.matchHere(/:/y) === null) {
    throw new RuleSyntaxError(`\`${firstWord(rest)}\` is not a matcher; write \`name:pattern\`.`);
  }
  const [field, { kind, parse }] = findMatcherField(name, fields, hasTags);
  const pattern = line.quotedHere() ?? line.matchHere(/[^\s"][^\s]*/y);
  if (pattern === null || pattern === '') {
    throw new RuleSyntaxError(
      `\`${name}:\` has no pattern; write \`${name}:pattern\` or \`${name}:"pattern with spaces"\`.`,
    );
  }
  if (pattern.length > MAX_MATCHER_PATTERN) {
    throw new RuleSyntaxError(`The pattern of \`${name}\` is longer than ${MAX_MATCHER_PATTERN} characters.`);
  }
  try {
    return { kind, field, isNegated, pattern, test: parse(pattern) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RuleSyntaxError(`The pattern of \`${name}\` is not valid: ${error.message}.`);
  }
}

function findMatcherField(name: string, fields: readonly MatcherFieldName[], hasTags: boolean): [string, MatcherField] {
  const field = MATCHER_ALIASES[name] ?? name;
  if (hasTags && name.startsWith(TAG_PREFIX) && name.length > TAG_PREFIX.length) {
    return [name, { kind: 'event', parse: glob(EXACT) }];
  }
  if (!(fields as readonly string[]).includes(field)) {
    throw new RuleSyntaxError(
      `Unknown matcher \`${name}\`; there are ${[...fields, ...(hasTags ? ['tags.KEY'] : [])].join(', ')}.`,
    );
  }
  return [field, MATCHER_FIELDS[field as MatcherFieldName]];
}

export function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] ?? '';
}

const FAMILIES = ['javascript', 'native', 'other'];

function familyTest(pattern: string): ValueTest {
  const families = new Set(pattern.split(',').map((part) => part.trim()));
  const unknown = [...families].find((family) => family !== 'all' && !FAMILIES.includes(family));
  if (unknown !== undefined) {
    throw new RuleSyntaxError(`Unknown family \`${unknown}\`; there are ${FAMILIES.join(', ')} and all.`);
  }
  return (value) => families.has('all') || (typeof value === 'string' && families.has(value));
}

function inAppTest(pattern: string): ValueTest {
  const answer = /^(?:yes|true|1)$/i.test(pattern) ? 'yes' : /^(?:no|false|0)$/i.test(pattern) ? 'no' : null;
  if (answer === null) throw new RuleSyntaxError(`\`app:${pattern}\` is not valid; write \`app:yes\` or \`app:no\`.`);
  return (value) => value === answer;
}

const NATIVE = new Set('native c cocoa objc swift rust apple apple-ios apple-macos unreal minidump'.split(' '));

/** Returns the family of a platform. */
export function familyOf(platform: string): string {
  if (isJavaScript(platform)) return 'javascript';
  return NATIVE.has(platform) ? 'native' : 'other';
}

/** Returns true if a matcher holds for a value, which may be missing. Costs one step for any matcher. */
export function matcherHolds(
  { isNegated, test }: Matcher,
  value: string | null | undefined,
  budget: GlobBudget,
): boolean {
  budget.remaining -= 1;
  return test(value, budget) !== isNegated;
}
