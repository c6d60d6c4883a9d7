import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { isObject } from '../../domain/event';
import { PiiRuleResolver, type PiiStep } from './piiRules';
import { parseSelector, type Selector } from './piiSelector';

/** The setting `relayPiiConfig`, read: which rules look at which places, in the order of the text. */
export interface PiiConfig {
  readonly applications: readonly PiiApplication[];
  readonly errors: readonly string[];
}

/** What is done at the places of one selector. */
export interface PiiApplication {
  readonly selector: Selector;
  readonly steps: readonly PiiStep[];
  /** Those among them that find something in texts. */
  readonly textSteps: readonly PiiStep[];
}

const MAX_CONFIG_LENGTH = 64 * 1024;
const MAX_ERRORS = 20;
/** Of all applications together: each is done at every text of an event. */
const MAX_CONFIG_STEPS = 500;
const MAX_SELECTOR_COST = 4000;
const EMPTY_CONFIG: PiiConfig = { applications: [], errors: [] };

/**
 * What is wrong with a PII configuration: sentences that begin with the line, as in `line 3: …`; none if all is well.
 * It is JSON: `{"rules": {NAME: {"type", "redaction": {"method"}}}, "applications": {SELECTOR: [NAME, "@ip:replace"]}}`.
 */
export function checkPiiConfig(text: string): string[] {
  return [...parsePiiConfig(text).errors];
}

/** Parses the text of the setting `relayPiiConfig`. */
export function parsePiiConfig(text: string): PiiConfig {
  if (text.trim() === '') return EMPTY_CONFIG;
  if (text.length > MAX_CONFIG_LENGTH)
    return { ...EMPTY_CONFIG, errors: [`line 1: The text is longer than ${MAX_CONFIG_LENGTH} characters.`] };
  try {
    return new PiiConfigParser(parseJsonDocument(text)).read();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ...EMPTY_CONFIG, errors: [`line ${error.line}: ${error.message}.`] };
  }
}

class PiiConfigParser {
  readonly #faults: string[] = [];

  constructor(private readonly json: JsonDocument) {}

  read(): PiiConfig {
    const { value } = this.json;
    if (!isObject(value))
      return {
        ...EMPTY_CONFIG,
        errors: ['line 1: The configuration is not an object; write `{"applications": {"$string": ["@ip:replace"]}}`.'],
      };
    for (const name of Object.keys(value)) {
      if (!['rules', 'applications', 'vars'].includes(name))
        this.#fault(value, name, `Unknown member \`${name}\`; there are rules, applications and vars`);
    }
    const rules = this.#object(value, 'rules');
    const reader = new PiiRuleResolver(rules, this.#hashKey(value));
    const faulty = new Set(
      Object.keys(rules).filter((name) => this.#try(rules, name, () => reader.checkCustomRule(name)) === null),
    );
    const sent = this.#object(value, 'applications');
    const applications = Object.keys(sent).flatMap((selector) => this.#application(sent, selector, reader, faulty));
    this.#checkTotals(value, applications);
    return { applications, errors: this.#faults.slice(0, MAX_ERRORS) };
  }

  #checkTotals(value: Record<string, unknown>, applications: readonly PiiApplication[]): void {
    const parts = applications.reduce((sum, application) => sum + application.steps.length, 0);
    if (parts > MAX_CONFIG_STEPS)
      this.#fault(
        value,
        'applications',
        `The applications name ${parts} rules, those counted that rules stand for; at most ${MAX_CONFIG_STEPS} are allowed`,
      );
    const steps = applications.reduce((sum, { selector }) => sum + selector.cost, 0);
    if (steps > MAX_SELECTOR_COST)
      this.#fault(value, 'applications', 'The selectors are too many or too long together, where `**` counts most');
  }

  /** @param faulty rules that were told of where they stand, and are not told of again where they are used */
  #application(
    sent: Record<string, unknown>,
    text: string,
    reader: PiiRuleResolver,
    faulty: ReadonlySet<string>,
  ): PiiApplication[] {
    const names = sent[text];
    if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
      this.#fault(sent, text, `\`${text}\` is given no list of rule names; write \`["@ip:replace"]\``);
      return [];
    }
    const selector = this.#try(sent, text, () => parseSelector(text), `The selector \`${text}\` cannot be read: `);
    const seen = new Set(faulty);
    const rules = names.flatMap((name: string, index) => {
      if (seen.has(name)) return [];
      seen.add(name);
      return this.#try(names, index, () => [reader.resolve(name)]) ?? [];
    });
    const parts = rules.flatMap((rule) => rule.steps);
    return selector === null
      ? []
      : [{ selector, steps: parts, textSteps: parts.filter(({ detector }) => detector.find !== undefined) }];
  }

  #hashKey(value: Record<string, unknown>): string {
    const vars = this.#object(value, 'vars');
    for (const name of Object.keys(vars)) {
      if (name !== 'hashKey') this.#fault(vars, name, `Unknown member \`${name}\`; there is hashKey`);
    }
    const key = vars['hashKey'] ?? '';
    if (typeof key === 'string') return key;
    this.#fault(vars, 'hashKey', '`hashKey` is not a text');
    return '';
  }

  #object(value: Record<string, unknown>, name: string): Record<string, unknown> {
    const member = value[name];
    if (isObject(member)) return member;
    if (member !== undefined && member !== null) this.#fault(value, name, `\`${name}\` is not an object`);
    return {};
  }

  /** What the work answers; null where it throws a syntax error, which becomes a fault. */
  #try<T>(object: object, member: string | number, work: () => T, before = ''): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#fault(object, member, before + error.message);
      return null;
    }
  }

  #fault(object: object, member: string | number, sentence: string): void {
    this.#faults.push(`line ${this.json.lineOf(object, member)}: ${sentence}.`);
  }
}

/** A text is not JSON. */
class JsonSyntaxError extends Error {
  constructor(
    /** Counts from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON value with the lines of its members. */
interface JsonDocument {
  readonly value: unknown;
  /** The line of a member of an object or a list, which counts from 1; 1 if there is no such member. */
  lineOf(container: object, member: string | number): number;
}

const MAX_JSON_NESTING = 32;
const VALUE_EXPECTED = 'Expected a JSON value';
const TEXT_EXPECTED = 'Expected a text in double quotes';
/** The parser ends a text at a line break, too. */
const TEXT_ERRORS = new Set(['InvalidUnicode', 'InvalidEscapeCharacter', 'InvalidCharacter', 'UnexpectedEndOfString']);

/** Parses JSON, remembering lines so that errors of its content can name them. @throws JsonSyntaxError */
function parseJsonDocument(text: string): JsonDocument {
  const builder = new JsonBuilder(text);
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

/** Builds a value from what the parser finds, and stops it at the first error. */
class JsonBuilder {
  value: unknown = null;
  readonly lines = new Map<object, ReadonlyMap<string, number>>();
  readonly #containers: JsonContainer[] = [];
  /** What the text is to have next. */
  #expectation = VALUE_EXPECTED;

  constructor(private readonly text: string) {}

  readonly visitor: JSONVisitor = {
    onObjectBegin: (_offset, _length, line) => {
      // Without a prototype, so that `__proto__` is a member like others.
      this.#open(Object.create(null) as Record<string, unknown>, line);
    },
    onArrayBegin: (_offset, _length, line) => {
      this.#open([], line);
    },
    onObjectProperty: (name, _offset, _length, line) => {
      const container = this.#containers.at(-1);
      if (container?.lines.has(name) === true) this.#fail(line, `The member \`${name}\` stands twice in one object`);
      container?.lines.set(name, line + 1);
      if (container !== undefined) container.name = name;
      this.#expectation = `Expected a colon behind \`${name}\``;
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
      this.#fail(line, this.#errorOf(printParseErrorCode(code), offset + length === this.text.length));
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

  /** @param length that of the bracket; 0 if the text ends before it */
  #close(length: number, line: number): void {
    if (length === 0) this.#fail(line, this.#expectation);
    this.#containers.pop();
    this.#expectEnd();
  }

  #expectEnd(): void {
    const container = this.#containers.at(-1);
    const bracket = Array.isArray(container?.value) ? ']' : '}';
    this.#expectation =
      container === undefined ? 'Behind the end of the JSON there is more text' : `Expected \`,\` or \`${bracket}\``;
  }

  /** @param line as the parser counts, from 0 */
  #fail(line: number, message: string): never {
    throw new JsonSyntaxError(line + 1, message);
  }
}
