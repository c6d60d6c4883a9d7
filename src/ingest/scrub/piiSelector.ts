/** The path of a value in the documented payload, and the kind of the value. */
interface TypedPath {
  /** Names of the path, in lower case. */
  readonly names: readonly string[];
  readonly kind: ValueKind;
  /** True if the value is removed as a whole only if a selector names it. */
  readonly isStructural: boolean;
  /** True for a record or a list of the event's structure. `**` at the end selects only the values in it. */
  readonly isRecord?: true;
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Selects values of an event, or attachments. */
export interface Selector {
  matches(path: TypedPath): boolean;
  /** True if the selector names values, instead of selecting all values or all values of a kind. */
  readonly isSpecific: boolean;
  /** Approximate maximum number of steps for matching a path. */
  readonly cost: number;
  /** The names, in lower case, that the selector compares with the names of a path. It treats all other names alike. */
  readonly names: readonly string[];
}

/** One step of a path. */
type SelectorStep = { readonly name: string } | { readonly kind: ValueKind } | '*' | '**';

const VALUE_KINDS = new Map<string, ValueKind>([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
]);

const STACK_PATHS = [
  ['stacktrace'],
  ['raw_stacktrace'],
  ...['stacktrace', 'raw_stacktrace'].flatMap((name) => [
    ['exception', 'values', '*', name],
    ['threads', 'values', '*', name],
  ]),
];

/** The name under which the paths of attachments begin; no value of an event is there. */
export const ATTACHMENTS = '$attachments';

/** Name after `$` → the paths from the root that it selects. */
const ROOT_PATHS = new Map<string, readonly (readonly string[])[]>([
  ['error', [['exception', 'values', '*']]],
  ['stack', STACK_PATHS],
  ['stacktrace', STACK_PATHS],
  ['frame', STACK_PATHS.map((path) => [...path, 'frames', '*'])],
  ['http', [['request']]],
  ['user', [['user']]],
  [
    'message',
    [
      ['logentry', 'formatted'],
      ['logentry', 'message'],
    ],
  ],
  ['logentry', [['logentry']]],
  ['thread', [['threads', 'values', '*']]],
  ['breadcrumb', [['breadcrumbs', 'values', '*']]],
  ['sdk', [['sdk']]],
  ['attachments', [[ATTACHMENTS]]],
]);

/** Names of the documented configuration for data that this service does not store. */
const UNSUPPORTED_NAMES = new Set('datetime span minidump binary error_id replay heap_memory stack_memory'.split(' '));

const MAX_SELECTOR_LENGTH = 1000;
const SELECTOR_TOKEN = /\s*(\|\||&&|[!().]|\*\*|\*|\$[a-z_]+|'(?:[^']|'')*'|[\w-]+)\s*/giy;

/**
 * Parses a selector, such as `extra.foo`, `$http.cookies.*` or `$string && !(extra.** || $user.id)`. A path matches the
 * end of a value's path, unless it begins with a name such as `$user`, which matches from the root.
 * @throws SyntaxError with a description of the mistake
 */
export function parseSelector(text: string): Selector {
  if (text.length > MAX_SELECTOR_LENGTH) throw new SyntaxError(`it is longer than ${MAX_SELECTOR_LENGTH} characters`);
  return new SelectorParser(tokenize(text)).parse();
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  SELECTOR_TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = SELECTOR_TOKEN.lastIndex) {
    SELECTOR_TOKEN.lastIndex = at;
    const match = SELECTOR_TOKEN.exec(text);
    if (match === null) {
      const rest = text.slice(at, at + 20).trim();
      throw new SyntaxError(
        `\`${rest}\` cannot be parsed; put names with characters other than letters, digits, \`_\` and \`-\` in single quotes`,
      );
    }
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class SelectorParser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  parse(): Selector {
    if (this.tokens.length === 0) throw new SyntaxError('it is empty');
    const selector = this.#disjunction();
    if (this.#at < this.tokens.length) {
      throw new SyntaxError(`\`${this.#next}\` is found where \`&&\`, \`||\` or the end is expected`);
    }
    return selector;
  }

  get #next(): string {
    return this.tokens[this.#at] ?? '';
  }

  /** Skips the token if it comes next. Returns true if it did. */
  #skip(token: string): boolean {
    if (this.#next !== token) return false;
    this.#at += 1;
    return true;
  }

  #disjunction(): Selector {
    return this.#operands('||', () => this.#operands('&&', () => this.#operand(), allOf), anyOf);
  }

  #operands(operator: string, parse: () => Selector, join: (all: readonly Selector[]) => Selector): Selector {
    const all = [parse()];
    while (this.#skip(operator)) all.push(parse());
    return all.length === 1 && all[0] !== undefined ? all[0] : join(all);
  }

  #operand(): Selector {
    if (this.#skip('!')) {
      const inner = this.#nested(() => this.#operand());
      return { ...inner, matches: (path) => !inner.matches(path), isSpecific: false };
    }
    if (!this.#skip('(')) return this.#path();
    const inner = this.#nested(() => this.#disjunction());
    if (!this.#skip(')')) throw new SyntaxError('`(` has no `)`');
    return inner;
  }

  #nested(parse: () => Selector): Selector {
    if ((this.#depth += 1) > 50) throw new SyntaxError('it nests deeper than 50 levels');
    const selector = parse();
    this.#depth -= 1;
    return selector;
  }

  #path(): Selector {
    let paths: SelectorStep[][] = [[]];
    let isAnchored = false;
    for (let isFirst = true; isFirst || this.#next === '.'; isFirst = false) {
      if (!isFirst) this.#at += 1;
      const token = this.#next;
      this.#at += 1;
      const roots = token.startsWith('$') ? ROOT_PATHS.get(token.slice(1).toLowerCase()) : undefined;
      if (roots !== undefined && !isFirst) throw new SyntaxError(`\`${token}\` can only begin a path`);
      if (roots !== undefined) {
        isAnchored = true;
        paths = roots.map((names) => names.map((name) => (name === '*' ? '*' : { name })));
      } else {
        const step = parseStep(token);
        paths.forEach((path) => path.push(step));
      }
    }
    const tests = paths.map((path) => compilePath(path, isAnchored));
    const isDeep = paths.some((path) => path.at(-1) === '**');
    const isSpecific =
      isAnchored || paths.some((path) => path.some((step) => typeof step === 'object' && 'name' in step));
    return {
      matches: (candidate) => !(isDeep && candidate.isRecord === true) && tests.some((test) => test(candidate)),
      isSpecific,
      cost: sum(paths.map((path) => costOf(path, isAnchored))),
      names: paths.flat().flatMap((step) => (typeof step === 'object' && 'name' in step ? [step.name] : [])),
    };
  }
}

const allOf = (all: readonly Selector[]): Selector => ({
  matches: (path) => all.every((selector) => selector.matches(path)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  cost: sum(all.map(({ cost }) => cost)),
  names: all.flatMap(({ names }) => names),
});

/**
 * Returns a selector of the values that one of the alternatives selects. Each alternative itself decides whether it
 * names a structural value.
 */
const anyOf = (all: readonly Selector[]): Selector => ({
  matches: (path) => all.some((selector) => (selector.isSpecific || !path.isStructural) && selector.matches(path)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  cost: sum(all.map(({ cost }) => cost)),
  names: all.flatMap(({ names }) => names),
});

function parseStep(token: string): SelectorStep {
  if (token === '*' || token === '**') return token;
  if (token.startsWith("'")) return { name: token.slice(1, -1).replaceAll("''", "'").toLowerCase() };
  if (/^[\w-]+$/.test(token)) return { name: token.toLowerCase() };
  if (token === '') throw new SyntaxError('it ends where a name is expected');
  if (!token.startsWith('$')) throw new SyntaxError(`\`${token}\` is found where a name is expected`);
  const kind = VALUE_KINDS.get(token.slice(1).toLowerCase());
  if (kind !== undefined) return { kind };
  const names = [...ROOT_PATHS.keys(), ...VALUE_KINDS.keys()].map((name) => '$' + name).join(', ');
  if (UNSUPPORTED_NAMES.has(token.slice(1).toLowerCase())) {
    throw new SyntaxError(`\`${token}\` is not supported; there are ${names}`);
  }
  throw new SyntaxError(`\`${token}\` is unknown; there are ${names}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Approximate number of names in a path. With `**`, all steps of a selector may be tried on each of them. */
const TYPICAL_DEPTH = 8;

function costOf(steps: readonly SelectorStep[], isAnchored: boolean): number {
  return isLinear(steps, isAnchored) ? steps.length : steps.length * TYPICAL_DEPTH;
}

/** Returns true if every step is tried on one name only. */
function isLinear(steps: readonly SelectorStep[], isAnchored: boolean): boolean {
  const deep = steps.indexOf('**');
  return deep === -1 || (deep === steps.length - 1 && isAnchored);
}

/**
 * Compiles steps. Anchored steps match from the root, others the end of a path. `**` as the last step matches at least
 * one name.
 */
function compilePath(steps: readonly SelectorStep[], isAnchored: boolean): (path: TypedPath) => boolean {
  const deep = steps.indexOf('**');
  if (deep === -1) return (path) => endsWith(steps, path) && (!isAnchored || path.names.length === steps.length);
  if (isLinear(steps, isAnchored)) return (path) => path.names.length > deep && startsWith(steps, deep, path);
  const anchored = isAnchored ? steps : ['**' as const, ...steps];
  return (path) => matchesPath(anchored, path);
}

function endsWith(steps: readonly SelectorStep[], path: TypedPath): boolean {
  const from = path.names.length - steps.length;
  return from >= 0 && steps.every((step, index) => matchesStep(step, path, from + index));
}

function startsWith(steps: readonly SelectorStep[], length: number, path: TypedPath): boolean {
  return steps.slice(0, length).every((step, index) => matchesStep(step, path, index));
}

/** Returns true if a step matches the name at this index. Values before the last one are objects or arrays. */
function matchesStep(step: SelectorStep, { names, kind }: TypedPath, index: number): boolean {
  if (typeof step === 'string') return true;
  if ('name' in step) return step.name === names[index];
  return index === names.length - 1 ? step.kind === kind : step.kind === 'object' || step.kind === 'array';
}

/** Matches all steps with a set of states: the numbers of steps matched so far. */
function matchesPath(steps: readonly SelectorStep[], path: TypedPath): boolean {
  let states = closeOverDeepSteps(steps, [0]);
  for (let index = 0; index < path.names.length; index++) {
    const next: number[] = [];
    for (const at of states) {
      const step = steps[at];
      if (step === '**') next.push(at);
      if (step !== undefined && matchesStep(step, path, index)) next.push(at + 1);
    }
    states = closeOverDeepSteps(steps, next);
  }
  return states.includes(steps.length);
}

/** Adds the states after `**` steps that match no name. The last step must match one. */
function closeOverDeepSteps(steps: readonly SelectorStep[], states: readonly number[]): number[] {
  const all = new Set(states);
  for (const at of all) if (steps[at] === '**' && at < steps.length - 1) all.add(at + 1);
  return [...all];
}
