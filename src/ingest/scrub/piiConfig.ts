import { isObject } from '../../domain/json';
import { compileOnce } from '../compiled';
import { JsonFault, type LinedJson, parseJsonLines } from './jsonLines';
import { RuleReader, type PiiPart } from './piiRules';
import { parseSelector, type Selector } from './selector';

/** The setting `relayPiiConfig`, read: which rules look at which places, in the order of the text. */
export interface PiiConfig {
  readonly applications: readonly Application[];
  readonly faults: readonly string[];
}

/** What is done at the places of one selector. */
export interface Application {
  readonly selector: Selector;
  readonly parts: readonly PiiPart[];
  /** Those among them that find something in texts. */
  readonly finding: readonly PiiPart[];
}

const MAX_CONFIG = 64 * 1024;
const MAX_FAULTS = 20;
/** Of all applications together: each is done at every text of an event. */
const MAX_PARTS = 500;
const MAX_STEPS = 4000;
const EMPTY: PiiConfig = { applications: [], faults: [] };

/** The configuration of a text, compiled once. */
export const readPiiConfig: (text: string) => PiiConfig = compileOnce(read);

/**
 * What is wrong with a PII configuration: sentences that begin with the line, as in `line 3: …`; none if all is well.
 * It is JSON: `{"rules": {NAME: {"type", "redaction": {"method"}}}, "applications": {SELECTOR: [NAME, "@ip:replace"]}}`.
 */
export function checkPiiConfig(text: string): string[] {
  return [...readPiiConfig(text).faults];
}

function read(text: string): PiiConfig {
  if (text.trim() === '') return EMPTY;
  if (text.length > MAX_CONFIG)
    return { ...EMPTY, faults: [`line 1: The text is longer than ${MAX_CONFIG} characters.`] };
  try {
    return new ConfigReader(parseJsonLines(text)).read();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { ...EMPTY, faults: [`line ${error.line}: ${error.message}.`] };
  }
}

class ConfigReader {
  readonly #faults: string[] = [];

  constructor(private readonly json: LinedJson) {}

  read(): PiiConfig {
    const { value } = this.json;
    if (!isObject(value))
      return {
        ...EMPTY,
        faults: ['line 1: The configuration is not an object; write `{"applications": {"$string": ["@ip:replace"]}}`.'],
      };
    for (const name of Object.keys(value)) {
      if (!['rules', 'applications', 'vars'].includes(name))
        this.#fault(value, name, `Unknown member \`${name}\`; there are rules, applications and vars`);
    }
    const rules = this.#object(value, 'rules');
    const reader = new RuleReader(rules, this.#hashKey(value));
    const faulty = new Set(
      Object.keys(rules).filter((name) => this.#try(rules, name, () => reader.checkOwn(name)) === null),
    );
    const sent = this.#object(value, 'applications');
    const applications = Object.keys(sent).flatMap((selector) => this.#application(sent, selector, reader, faulty));
    this.#checkTotals(value, applications);
    return { applications, faults: this.#faults.slice(0, MAX_FAULTS) };
  }

  #checkTotals(value: Record<string, unknown>, applications: readonly Application[]): void {
    const parts = applications.reduce((sum, application) => sum + application.parts.length, 0);
    if (parts > MAX_PARTS)
      this.#fault(
        value,
        'applications',
        `The applications name ${parts} rules, those counted that rules stand for; at most ${MAX_PARTS} are allowed`,
      );
    const steps = applications.reduce((sum, { selector }) => sum + selector.steps, 0);
    if (steps > MAX_STEPS)
      this.#fault(value, 'applications', 'The selectors are too many or too long together, where `**` counts most');
  }

  /** @param faulty rules that were told of where they stand, and are not told of again where they are used */
  #application(
    sent: Record<string, unknown>,
    text: string,
    reader: RuleReader,
    faulty: ReadonlySet<string>,
  ): Application[] {
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
      return this.#try(names, index, () => [reader.find(name)]) ?? [];
    });
    const parts = rules.flatMap((rule) => rule.parts);
    return selector === null
      ? []
      : [{ selector, parts, finding: parts.filter(({ detector }) => detector.find !== undefined) }];
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
