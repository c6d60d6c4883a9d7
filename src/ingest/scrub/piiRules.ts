import { isObject } from '../../domain/event';
import {
  BUILT_IN_TYPE_NAMES,
  compilePattern,
  type Detector,
  hashWith,
  MASK,
  newProgramSizeBudget,
  PII_TYPES,
  type ProgramSizeBudget,
  type Redaction,
  REMOVE,
  replaceWith,
} from './piiDetectors';

/** A detector, and the redaction of the values that it detects. */
export interface PiiStep {
  /** Name of the rule. In a rule that refers to others, steps have the names of these others. */
  readonly rule: string;
  readonly detector: Detector;
  readonly redaction: Redaction;
}

/** A rule. A rule that refers to others has their steps. */
export interface PiiRule {
  readonly steps: readonly PiiStep[];
}

const METHODS = ['remove', 'replace', 'mask', 'hash'];
const BUILT_IN_METHODS = [...METHODS, 'filter'];
const COMMON_RULES = '@ip @email @creditcard @pemkey @urlauth @userpath @password @mac @imei @iban @usssn'.split(' ');
const CUSTOM_TYPES = ['pattern', 'redact_pair', 'multiple', 'alias'];

/** Type → the members of its rules besides `type` and `redaction`. */
const CUSTOM_TYPE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  pattern: ['pattern', 'replaceGroups'],
  redact_pair: ['keyPattern'],
  multiple: ['rules'],
  alias: ['rule'],
};

const MAX_RULE_STEPS = 100;

/** Resolves rules by name: rules of the configuration, and built-in rules, whose names begin with `@`. */
export class PiiRuleResolver {
  readonly #resolved = new Map<string, PiiRule>();
  readonly #inProgress = new Set<string>();
  readonly #programSize = newProgramSizeBudget();

  constructor(
    private readonly customRules: Readonly<Record<string, unknown>>,
    private readonly hashKey: string,
  ) {}

  /** Checks a rule of the configuration. @throws SyntaxError with a description of the mistake */
  checkCustomRule(name: string): void {
    if (name.startsWith('@')) {
      throw new SyntaxError(
        `The rule \`${name}\` has the name of a built-in one; names of your own do not begin with \`@\``,
      );
    }
    this.resolve(name);
  }

  /** Returns a rule by its name. @throws SyntaxError if there is no rule of that name, or it is invalid */
  resolve(name: string): PiiRule {
    const cached = this.#resolved.get(name);
    if (cached !== undefined) return cached;
    if (this.#inProgress.has(name)) throw new SyntaxError(`The rule \`${name}\` refers to itself`);
    this.#inProgress.add(name);
    try {
      const { steps } = name.startsWith('@') ? this.#builtIn(name) : this.#custom(name);
      const rule: PiiRule = { steps: steps.map((step) => (step.rule === '' ? { ...step, rule: name } : step)) };
      if (rule.steps.length > MAX_RULE_STEPS)
        throw new SyntaxError(`The rule \`${name}\` refers to more than ${MAX_RULE_STEPS} rules`);
      this.#resolved.set(name, rule);
      return rule;
    } finally {
      this.#inProgress.delete(name);
    }
  }

  /**
   * Returns a built-in rule: `@ip` or `@ip:replace`. The default method is replace; for types that match whole values,
   * it is remove.
   */
  #builtIn(name: string): PiiRule {
    if (name === '@common') return joinRules(COMMON_RULES.map((common) => this.resolve(common)));
    const [type = '', method, ...more] = name.slice(1).split(':');
    const piiType = PII_TYPES.get(BUILT_IN_TYPE_NAMES.get(type) ?? type);
    if (piiType === undefined || type.includes('_') || more.length > 0) {
      throw new SyntaxError(
        `There is no built-in rule \`${name}\`; there are ${[...PII_TYPES.keys()].map((key) => '@' + key.replace('_', '')).join(', ')} and @common`,
      );
    }
    if (method !== undefined && !BUILT_IN_METHODS.includes(method)) {
      throw new SyntaxError(
        `There is no built-in rule \`${name}\`; the method after the colon is one of ${BUILT_IN_METHODS.join(', ')}`,
      );
    }
    const isWhole = piiType.detector.find === undefined;
    if (method === 'filter') return singleStepRule(piiType.detector, replaceWith());
    return singleStepRule(
      piiType.detector,
      this.#redaction(method ?? (isWhole ? 'remove' : 'replace'), piiType.placeholder),
    );
  }

  #custom(name: string): PiiRule {
    const rule = this.customRules[name];
    if (!isObject(rule)) {
      if (rule !== undefined) throw new SyntaxError(`The rule \`${name}\` is not an object`);
      const names = Object.keys(this.customRules);
      throw new SyntaxError(
        `There is no rule \`${name}\`; ${names.length === 0 ? '`rules` is empty' : `\`rules\` has ${names.slice(0, 20).join(', ')}`}, and built-in names begin with \`@\``,
      );
    }
    try {
      return this.#parse(rule);
    } catch (error) {
      if (error instanceof SyntaxError && !error.message.includes('rule `'))
        throw new SyntaxError(`The rule \`${name}\` cannot be read: ${error.message}`);
      throw error;
    }
  }

  #parse(rule: Record<string, unknown>): PiiRule {
    const type = rule['type'];
    if (typeof type !== 'string' || !(PII_TYPES.has(type) || CUSTOM_TYPES.includes(type))) {
      throw new SyntaxError(`\`type\` is one of ${[...CUSTOM_TYPES, ...PII_TYPES.keys()].join(', ')}`);
    }
    const unknown = Object.keys(rule).find(
      (member) => !['type', 'redaction', ...(CUSTOM_TYPE_MEMBERS[type] ?? [])].includes(member),
    );
    if (unknown !== undefined) throw new SyntaxError(`a rule of type ${type} has no member \`${unknown}\``);
    if (type === 'alias' || type === 'multiple') return this.#parseReference(type, rule);
    const piiType = PII_TYPES.get(type);
    const detector =
      piiType?.detector ??
      (type === 'pattern' ? parsePatternRule(rule, this.#programSize) : parseRedactPairRule(rule, this.#programSize));
    return singleStepRule(detector, this.#parseRedaction(rule['redaction'], piiType?.placeholder));
  }

  /** Parses a rule that refers to others. Its redaction, if present, replaces theirs. */
  #parseReference(type: string, rule: Record<string, unknown>): PiiRule {
    const names = type === 'alias' ? [rule['rule']] : rule['rules'];
    if (!Array.isArray(names) || names.length === 0 || names.some((name) => typeof name !== 'string')) {
      throw new SyntaxError(
        type === 'alias' ? '`rule` is not the name of a rule' : '`rules` is not a list of names of rules',
      );
    }
    const joined = joinRules((names as string[]).map((name) => this.resolve(name)));
    if (rule['redaction'] === undefined || rule['redaction'] === null) return joined;
    const redaction = this.#parseRedaction(rule['redaction'], undefined);
    return { steps: joined.steps.map((step) => ({ ...step, redaction })) };
  }

  /** @param text the default replacement of the rule's type */
  #parseRedaction(value: unknown, text: string | undefined): Redaction {
    if (value === undefined || value === null) return replaceWith(text);
    if (!isObject(value))
      throw new SyntaxError('`redaction` is not an object; write `{"method": "replace", "text": "[id]"}`');
    const { method, text: ownText, ...others } = value;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new SyntaxError(`\`redaction\` has no member \`${unknown}\`; there are method and text`);
    if (method === 'default') return replaceWith(text);
    if (typeof method !== 'string' || !METHODS.includes(method))
      throw new SyntaxError(`\`method\` is one of ${METHODS.join(', ')}`);
    if (ownText === undefined) return this.#redaction(method, method === 'replace' ? undefined : text);
    if (method !== 'replace') throw new SyntaxError(`\`text\` belongs to the method replace, not to ${method}`);
    if (typeof ownText !== 'string' || ownText.length > 200)
      throw new SyntaxError('`text` is not a text of at most 200 characters');
    return replaceWith(ownText);
  }

  #redaction(method: string, text: string | undefined): Redaction {
    if (method === 'hash') return hashWith(this.hashKey);
    if (method === 'replace') return replaceWith(text);
    return method === 'mask' ? MASK : REMOVE;
  }
}

/** Returns a rule without a name; `resolve` adds it. */
function singleStepRule(detector: Detector, redaction: Redaction): PiiRule {
  return { steps: [{ rule: '', detector, redaction }] };
}

function joinRules(rules: readonly PiiRule[]): PiiRule {
  return { steps: rules.flatMap(({ steps }) => steps) };
}

function parsePatternRule(
  { pattern, replaceGroups }: Record<string, unknown>,
  programSize: ProgramSizeBudget,
): Detector {
  if (typeof pattern !== 'string' || pattern === '') throw new SyntaxError('`pattern` is not a regular expression');
  const groups = replaceGroups ?? [];
  if (!Array.isArray(groups) || groups.some((group) => !Number.isInteger(group) || (group as number) < 0)) {
    throw new SyntaxError('`replaceGroups` is not a list of numbers of groups');
  }
  const compiled = prefixErrors('pattern', () => compilePattern(pattern, programSize, groups as number[]));
  return { find: (text, budget) => compiled.find(text, budget) };
}

function parseRedactPairRule({ keyPattern }: Record<string, unknown>, programSize: ProgramSizeBudget): Detector {
  if (typeof keyPattern !== 'string' || keyPattern === '')
    throw new SyntaxError('`keyPattern` is not a regular expression');
  const compiled = prefixErrors('keyPattern', () => compilePattern(keyPattern, programSize));
  return { matchesKey: (key, budget) => compiled.find(key.slice(0, 200), budget)?.length !== 0 };
}

/** Adds the name of the member to the message of a syntax error. */
function prefixErrors<T>(member: string, resultOf: () => T): T {
  try {
    return resultOf();
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`\`${member}\`: ${error.message}`) : error;
  }
}
