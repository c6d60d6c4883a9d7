import { createRequire } from 'node:module';
import type * as JsoncParser from 'jsonc-parser';
import { isObject } from '../../domain/event';
import { PiiRuleResolver, type PiiStep } from './piiRules';
import { parseSelector, type Selector } from './piiSelector';

/** Loads the parser only for the first configuration: few projects have one. */
const requireHere = createRequire(__filename);

/** The setting `relayPiiConfig`: the rules and the values to which they apply, in the order of the text. */
export interface PiiConfig {
  readonly applications: readonly PiiApplication[];
  /** The names that selectors compare with the names of a path. Selectors treat all other names alike. */
  readonly names: ReadonlySet<string>;
  /** Approximate maximum number of steps for matching a path with all selectors. */
  readonly selectorCost: number;
  readonly errors: readonly string[];
}

/** The steps that apply to the values of one selector. */
interface PiiApplication {
  readonly selector: Selector;
  readonly steps: readonly PiiStep[];
  /** The steps that redact parts of texts. */
  readonly textSteps: readonly PiiStep[];
}

const MAX_CONFIG_LENGTH = 64 * 1024;
const MAX_ERRORS = 20;
/** Limits of all applications together, because each is tried on every value of an event. */
const MAX_CONFIG_STEPS = 500;
const MAX_SELECTOR_COST = 4000;
const EMPTY_CONFIG: PiiConfig = { applications: [], names: new Set(), selectorCost: 0, errors: [] };

/**
 * Returns the errors of a PII configuration: sentences that begin with the line, as in `line 3: …`. The configuration
 * is JSON: `{"rules": {NAME: {"type", "redaction": {"method"}}}, "applications": {SELECTOR: [NAME, "@ip:replace"]}}`.
 */
export function checkPiiConfig(text: string): string[] {
  return [...parsePiiConfig(text).errors];
}

/** Parses the text of the setting `relayPiiConfig`. Rules and applications with errors are left out. */
export function parsePiiConfig(text: string): PiiConfig {
  if (text.trim() === '') return EMPTY_CONFIG;
  if (text.length > MAX_CONFIG_LENGTH) {
    return { ...EMPTY_CONFIG, errors: [`line 1: The text is longer than ${MAX_CONFIG_LENGTH} characters.`] };
  }
  try {
    return new PiiConfigParser(parseJsonDocument(text)).parse();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ...EMPTY_CONFIG, errors: [`line ${error.line}: ${error.message}.`] };
  }
}

class PiiConfigParser {
  readonly #errors: string[] = [];

  constructor(private readonly json: JsonDocument) {}

  parse(): PiiConfig {
    const { value } = this.json;
    if (!isObject(value)) {
      const error =
        'line 1: The configuration is not an object; write `{"applications": {"$string": ["@ip:replace"]}}`.';
      return { ...EMPTY_CONFIG, errors: [error] };
    }
    for (const name of Object.keys(value)) {
      if (['rules', 'applications', 'vars'].includes(name)) continue;
      this.#addError(value, name, `Unknown member \`${name}\`; there are rules, applications and vars`);
    }
    const rules = this.#object(value, 'rules');
    const resolver = new PiiRuleResolver(rules, this.#hashKey(value));
    const invalidRules = new Set(
      Object.keys(rules).filter((name) => this.#try(rules, name, () => resolver.checkCustomRule(name)) === null),
    );
    const lists = this.#object(value, 'applications');
    const applications = Object.keys(lists).flatMap((selector) =>
      this.#application(lists, selector, resolver, invalidRules),
    );
    const selectorCost = applications.reduce((sum, { selector }) => sum + selector.cost, 0);
    this.#checkTotals(value, applications, selectorCost);
    const names = new Set(applications.flatMap(({ selector }) => selector.names));
    return { applications, names, selectorCost, errors: this.#errors.slice(0, MAX_ERRORS) };
  }

  #checkTotals(value: Record<string, unknown>, applications: readonly PiiApplication[], selectorCost: number): void {
    const steps = applications.reduce((sum, application) => sum + application.steps.length, 0);
    if (steps > MAX_CONFIG_STEPS) {
      const error = `The applications name ${steps} rules, including those that rules refer to; at most ${MAX_CONFIG_STEPS} are allowed`;
      this.#addError(value, 'applications', error);
    }
    if (selectorCost > MAX_SELECTOR_COST) {
      this.#addError(value, 'applications', 'There are too many selectors, or they are too long; `**` counts most');
    }
  }

  /** Parses an application. @param invalidRules rules whose error was reported at their definition */
  #application(
    lists: Record<string, unknown>,
    text: string,
    resolver: PiiRuleResolver,
    invalidRules: ReadonlySet<string>,
  ): PiiApplication[] {
    const names = lists[text];
    if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
      this.#addError(lists, text, `\`${text}\` has no list of rule names; write \`["@ip:replace"]\``);
      return [];
    }
    const selector = this.#try(lists, text, () => parseSelector(text), `The selector \`${text}\` cannot be read: `);
    const seen = new Set(invalidRules);
    const rules = names.flatMap((name: string, index) => {
      if (seen.has(name)) return [];
      seen.add(name);
      return this.#try(names, index, () => [resolver.resolve(name)]) ?? [];
    });
    if (selector === null) return [];
    const steps = rules.flatMap((rule) => rule.steps);
    return [{ selector, steps, textSteps: steps.filter(({ detector }) => detector.find !== undefined) }];
  }

  #hashKey(value: Record<string, unknown>): string {
    const vars = this.#object(value, 'vars');
    for (const name of Object.keys(vars)) {
      if (name !== 'hashKey') this.#addError(vars, name, `Unknown member \`${name}\`; there is hashKey`);
    }
    const key = vars['hashKey'] ?? '';
    if (typeof key === 'string') return key;
    this.#addError(vars, 'hashKey', '`hashKey` is not a text');
    return '';
  }

  #object(value: Record<string, unknown>, name: string): Record<string, unknown> {
    const member = value[name];
    if (isObject(member)) return member;
    if (member !== undefined && member !== null) this.#addError(value, name, `\`${name}\` is not an object`);
    return {};
  }

  /** Returns the result of a function. If it throws a syntax error, reports it and returns null. */
  #try<T>(object: object, member: string | number, resultOf: () => T, prefix = ''): T | null {
    try {
      return resultOf();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#addError(object, member, prefix + error.message);
      return null;
    }
  }

  #addError(object: object, member: string | number, sentence: string): void {
    this.#errors.push(`line ${this.json.lineOf(object, member)}: ${sentence}.`);
  }
}

/** The error of a text that is not JSON. */
class JsonSyntaxError extends Error {
  constructor(
    /** The line, counted from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON value with the lines of its members. */
interface JsonDocument {
  readonly value: unknown;
  /** Returns the line of a member of an object or a list, counted from 1; 1 if there is no such member. */
  lineOf(container: object, member: string | number): number;
}

const MAX_JSON_NESTING = 32;
const VALUE_EXPECTED = 'Expected a JSON value';
const TEXT_EXPECTED = 'Expected a text in double quotes';
/** Errors of texts. The parser also ends a text at a line break. */
const TEXT_ERRORS = new Set(['InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter', 'UnexpectedEndOfString']);

/** Parses JSON and remembers lines, so that errors of its content can name them. @throws JsonSyntaxError */
function parseJsonDocument(text: string): JsonDocument {
  const { visit, printParseErrorCode } = requireHere('jsonc-parser') as typeof JsoncParser;
  const builder = new JsonBuilder(text, printParseErrorCode);
  visit(text, builder.visitor, { disallowComments: true, allowTrailingComma: false });
  const { value, lines } = builder;
  return { value, lineOf: (container, member) => lines.get(container)?.get(String(member)) ?? 1 };
}

interface JsonContainer {
  readonly value: Record<string, unknown> | unknown[];
  readonly lines: Map<string, number>;
  /** Name of the member whose value comes next. */
  name: string;
}

/** Builds a value from the tokens of the parser, and stops the parser at the first error. */
class JsonBuilder {
  value: unknown = null;
  readonly lines = new Map<object, ReadonlyMap<string, number>>();
  readonly #containers: JsonContainer[] = [];
  /** The tokens that may come next. */
  #expectation = VALUE_EXPECTED;

  constructor(
    private readonly text: string,
    private readonly nameOf: typeof JsoncParser.printParseErrorCode,
  ) {}

  readonly visitor: JsoncParser.JSONVisitor = {
    onObjectBegin: (_offset, _length, line) => {
      // Without a prototype, `__proto__` is a member like any other.
      this.#open(Object.create(null) as Record<string, unknown>, line);
    },
    onArrayBegin: (_offset, _length, line) => {
      this.#open([], line);
    },
    onObjectProperty: (name, _offset, _length, line) => {
      const container = this.#containers.at(-1);
      if (container?.lines.has(name) === true) this.#fail(line, `The member \`${name}\` appears twice in one object`);
      container?.lines.set(name, line + 1);
      if (container !== undefined) container.name = name;
      this.#expectation = `Expected a colon after \`${name}\``;
    },
    onSeparator: (character) => {
      const isName = character === ',' && !Array.isArray(this.#containers.at(-1)?.value);
      this.#expectation = isName ? TEXT_EXPECTED : VALUE_EXPECTED;
    },
    onLiteralValue: (value: unknown, _offset, _length, line) => {
      this.#add(value, line);
      this.#expectEnd();
    },
    onObjectEnd: (_offset, length, line) => {
      this.#close(length, line);
    },
    onArrayEnd: (_offset, length, line) => {
      this.#close(length, line);
    },
    onError: (code, offset, length, line) => {
      this.#fail(line, this.#errorOf(this.nameOf(code), offset + length === this.text.length));
    },
  };

  #errorOf(code: string, isAtEnd: boolean): string {
    const isText = this.#expectation === TEXT_EXPECTED || this.#expectation === VALUE_EXPECTED;
    if (isText && code === 'UnexpectedEndOfString' && isAtEnd) return TEXT_EXPECTED;
    return isText && TEXT_ERRORS.has(code)
      ? 'A text has a character or an escape that JSON does not allow'
      : this.#expectation;
  }

  #open(value: JsonContainer['value'], line: number): void {
    this.#add(value, line);
    const lines = new Map<string, number>();
    this.lines.set(value, lines);
    this.#containers.push({ value, lines, name: '' });
    this.#expectation = Array.isArray(value) ? VALUE_EXPECTED : TEXT_EXPECTED;
  }

  #add(value: unknown, line: number): void {
    if (this.#containers.length > MAX_JSON_NESTING)
      this.#fail(line, `The JSON nests deeper than ${MAX_JSON_NESTING} levels`);
    const container = this.#containers.at(-1);
    if (container === undefined) this.value = value;
    else if (Array.isArray(container.value)) {
      container.lines.set(String(container.value.length), line + 1);
      container.value.push(value);
    } else container.value[container.name] = value;
  }

  /** Closes an object or a list. @param length length of the bracket; 0 if the text ends before it */
  #close(length: number, line: number): void {
    if (length === 0) this.#fail(line, this.#expectation);
    this.#containers.pop();
    this.#expectEnd();
  }

  #expectEnd(): void {
    const container = this.#containers.at(-1);
    const bracket = Array.isArray(container?.value) ? ']' : '}';
    this.#expectation =
      container === undefined ? 'There is text after the end of the JSON' : `Expected \`,\` or \`${bracket}\``;
  }

  /** Reports a syntax error. @param line the line as the parser counts it, from 0 */
  #fail(line: number, message: string): never {
    throw new JsonSyntaxError(line + 1, message);
  }
}
