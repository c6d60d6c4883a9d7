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

/** A place in a JSON text that cannot be read. */
export class JsonSyntaxError extends Error {
  constructor(
    /** Counted from 1. */
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON value, and where the members of its objects stand. */
export interface JsonDocument {
  readonly value: unknown;
  /** The line, counted from 1, of a member; of the whole where the member is not there. */
  lineOf(object: object, member: string | number): number;
}

const MAX_DEPTH = 32;
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads JSON so that what is wrong with its content can be told with its line. @throws JsonFault */
export function parseJsonDocument(text: string): JsonDocument {
  const lines = new Map<object, Map<string, number>>();
  const value = new JsonReader(text, lines).readAll();
  return { value, lineOf: (object, member) => lines.get(object)?.get(String(member)) ?? 1 };
}

class JsonReader {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly lines: Map<object, Map<string, number>>,
  ) {}

  readAll(): unknown {
    const value = this.#value(0);
    this.#match(SPACE);
    if (this.#at < this.text.length) throw this.#fault('Behind the end of the JSON there is more text');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw this.#fault(`The JSON nests deeper than ${MAX_DEPTH} levels`);
    this.#match(SPACE);
    if (this.text[this.#at] === '{') return this.#object(depth);
    if (this.text[this.#at] === '[') return this.#array(depth);
    return this.text[this.#at] === '"' ? this.#string() : this.#scalar();
  }

  #object(depth: number): object {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const lines = new Map<string, number>();
    this.lines.set(object, lines);
    this.#items('}', () => {
      const name = this.#string();
      if (lines.has(name)) throw this.#fault(`The member \`${name}\` stands twice in one object`);
      lines.set(name, this.#line);
      this.#take(':', `a colon behind \`${name}\``);
      object[name] = this.#value(depth + 1);
    });
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    const lines = new Map<string, number>();
    this.lines.set(array, lines);
    this.#items(']', () => {
      this.#match(SPACE);
      lines.set(String(array.length), this.#line);
      array.push(this.#value(depth + 1));
    });
    return array;
  }

  /** What stands between brackets, separated by commas. */
  #items(close: string, read: () => void): void {
    this.#at += 1;
    this.#match(SPACE);
    if (this.text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      read();
      this.#match(SPACE);
      const next = this.text[this.#at];
      if (next !== ',' && next !== close) throw this.#fault(`Expected \`,\` or \`${close}\``);
      this.#at += 1;
      if (next === close) return;
    }
  }

  #string(): string {
    this.#match(SPACE);
    const token = this.#match(STRING);
    if (token === null) throw this.#fault('Expected a text in double quotes');
    try {
      return JSON.parse(token) as string;
    } catch {
      throw this.#fault('A text has a character or an escape that JSON does not allow');
    }
  }

  #scalar(): unknown {
    const token = this.#match(SCALAR);
    if (token === null) throw this.#fault('Expected a JSON value');
    return JSON.parse(token);
  }

  #take(text: string, name: string): void {
    this.#match(SPACE);
    if (this.text[this.#at] !== text) throw this.#fault(`Expected ${name}`);
    this.#at += 1;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }

  get #line(): number {
    return this.text.slice(0, this.#at).split('\n').length;
  }

  #fault(message: string): JsonSyntaxError {
    return new JsonSyntaxError(this.#line, message);
  }
}
