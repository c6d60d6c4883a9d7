/** A place in an event: the names that lead to it as the documented payload has them, in lower case, and the kind of its value. */
export interface TypedPath {
  readonly names: readonly string[];
  readonly kind: ValueKind;
  /** Whether the place is part of how events are read, and only goes if it is named. */
  readonly isStructural: boolean;
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Answers whether a place is selected. */
export interface Selector {
  matches(place: TypedPath): boolean;
  /** Whether it names a place, rather than everything or a kind of value. */
  readonly isSpecific: boolean;
  /** Steps that looking at a place takes at most, about. */
  readonly cost: number;
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

/** Name behind `$` → the paths from the root that it stands for. */
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
]);

/** What upstream knows and this service does not keep. */
const UNSUPPORTED_NAMES = new Set([
  'datetime',
  'span',
  'attachments',
  'minidump',
  'binary',
  'error_id',
  'replay',
  'heap_memory',
  'stack_memory',
]);

const MAX_SELECTOR_LENGTH = 1000;
const SELECTOR_TOKEN = /\s*(\|\||&&|[!().]|\*\*|\*|\$[a-z_]+|'(?:[^']|'')*'|[\w-]+)\s*/giy;

/**
 * Reads `extra.foo`, `$http.cookies.*`, `$string && !(extra.** || $user.id)`. A path selects wherever it ends a place, unless
 * it begins with a part such as `$user`. @throws SyntaxError saying what is wrong
 */
export function parseSelector(text: string): Selector {
  if (text.length > MAX_SELECTOR_LENGTH) throw new SyntaxError(`it is longer than ${MAX_SELECTOR_LENGTH} characters`);
  return new SelectorParser(tokenize(text)).read();
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  SELECTOR_TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = SELECTOR_TOKEN.lastIndex) {
    SELECTOR_TOKEN.lastIndex = at;
    const match = SELECTOR_TOKEN.exec(text);
    if (match === null)
      throw new SyntaxError(
        `\`${text.slice(at, at + 20).trim()}\` cannot be read; other characters than letters, digits, \`_\` and \`-\` stand in single quotes`,
      );
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class SelectorParser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  read(): Selector {
    if (this.tokens.length === 0) throw new SyntaxError('it is empty');
    const selector = this.#either();
    if (this.#at < this.tokens.length)
      throw new SyntaxError(`\`${this.#next}\` stands where \`&&\`, \`||\` or the end is expected`);
    return selector;
  }

  get #next(): string {
    return this.tokens[this.#at] ?? '';
  }

  /** Takes the token if it comes next. */
  #take(token: string): boolean {
    if (this.#next !== token) return false;
    this.#at += 1;
    return true;
  }

  #either(): Selector {
    return this.#joined('||', () => this.#joined('&&', () => this.#one(), allOf), anyOf);
  }

  #joined(operator: string, read: () => Selector, join: (all: readonly Selector[]) => Selector): Selector {
    const all = [read()];
    while (this.#take(operator)) all.push(read());
    return all.length === 1 && all[0] !== undefined ? all[0] : join(all);
  }

  #one(): Selector {
    if (this.#take('!')) {
      const inner = this.#nested(() => this.#one());
      return { matches: (place) => !inner.matches(place), isSpecific: false, cost: inner.cost };
    }
    if (!this.#take('(')) return this.#path();
    const inner = this.#nested(() => this.#either());
    if (!this.#take(')')) throw new SyntaxError('`(` has no `)`');
    return inner;
  }

  #nested(read: () => Selector): Selector {
    if ((this.#depth += 1) > 50) throw new SyntaxError('it nests deeper than 50 levels');
    const selector = read();
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
      const part = token.startsWith('$') ? ROOT_PATHS.get(token.slice(1).toLowerCase()) : undefined;
      if (part !== undefined && !isFirst) throw new SyntaxError(`\`${token}\` can only begin a path`);
      if (part !== undefined) {
        isAnchored = true;
        paths = part.map((names) => names.map((name) => (name === '*' ? '*' : { name })));
      } else {
        const step = parseStep(token);
        paths.forEach((path) => path.push(step));
      }
    }
    const tests = paths.map((path) => compilePath(path, isAnchored));
    const isSpecific =
      isAnchored || paths.some((path) => path.some((step) => typeof step === 'object' && 'name' in step));
    return {
      matches: (place) => tests.some((test) => test(place)),
      isSpecific,
      cost: sum(paths.map((path) => costOf(path, isAnchored))),
    };
  }
}

const allOf = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.every((selector) => selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  cost: sum(all.map(({ cost: steps }) => steps)),
});

/** Of alternatives each decides for itself whether it may touch a structural place. */
const anyOf = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.some((selector) => (selector.isSpecific || !place.isStructural) && selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  cost: sum(all.map(({ cost: steps }) => steps)),
});

function parseStep(token: string): SelectorStep {
  if (token === '*' || token === '**') return token;
  if (token.startsWith("'")) return { name: token.slice(1, -1).replaceAll("''", "'").toLowerCase() };
  if (/^[\w-]+$/.test(token)) return { name: token.toLowerCase() };
  if (!token.startsWith('$'))
    throw new SyntaxError(
      token === '' ? 'it ends where a name is expected' : `\`${token}\` stands where a name is expected`,
    );
  const kind = VALUE_KINDS.get(token.slice(1).toLowerCase());
  if (kind !== undefined) return { kind };
  const known = [...ROOT_PATHS.keys(), ...VALUE_KINDS.keys()].map((name) => '$' + name).join(', ');
  if (UNSUPPORTED_NAMES.has(token.slice(1).toLowerCase()))
    throw new SyntaxError(`\`${token}\` is not supported; there are ${known}`);
  throw new SyntaxError(`\`${token}\` is unknown; there are ${known}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many names a place has, about: so often all steps are looked at where `**` leaves several ways open. */
const TYPICAL_DEPTH = 8;

function costOf(path: readonly SelectorStep[], isAnchored: boolean): number {
  return isLinear(path, isAnchored) ? path.length : path.length * TYPICAL_DEPTH;
}

function isLinear(path: readonly SelectorStep[], isAnchored: boolean): boolean {
  const deep = path.indexOf('**');
  return deep === -1 || (deep === path.length - 1 && isAnchored);
}

/** Whether a path leads to a place: from the root, or from anywhere. `**` at the end is at least one step. */
function compilePath(path: readonly SelectorStep[], isAnchored: boolean): (place: TypedPath) => boolean {
  const deep = path.indexOf('**');
  if (deep === -1) return (place) => endsWith(path, place) && (!isAnchored || place.names.length === path.length);
  if (isLinear(path, isAnchored)) return (place) => place.names.length > deep && startsWith(path, deep, place);
  const full = isAnchored ? path : ['**' as const, ...path];
  return (place) => matchesPath(full, place);
}

function endsWith(path: readonly SelectorStep[], place: TypedPath): boolean {
  const from = place.names.length - path.length;
  return from >= 0 && path.every((step, index) => matchesStep(step, place, from + index));
}

function startsWith(path: readonly SelectorStep[], length: number, place: TypedPath): boolean {
  for (let at = 0; at < length; at++) if (!matchesStep(path[at] ?? '*', place, at)) return false;
  return true;
}

/** Whether one step leads to the name at this index; on the way there are objects and arrays only. */
function matchesStep(step: SelectorStep, { names, kind }: TypedPath, index: number): boolean {
  if (typeof step === 'string') return true;
  if ('name' in step) return step.name === names[index];
  return index === names.length - 1 ? step.kind === kind : step.kind === 'object' || step.kind === 'array';
}

/** All ways are followed at the same time. */
function matchesPath(path: readonly SelectorStep[], place: TypedPath): boolean {
  let states = closeOverDeepSteps(path, [0]);
  for (let index = 0; index < place.names.length; index++) {
    const next: number[] = [];
    for (const at of states) {
      const step = path[at];
      if (step === '**') next.push(at);
      if (step !== undefined && matchesStep(step, place, index)) next.push(at + 1);
    }
    states = closeOverDeepSteps(path, next);
  }
  return states.includes(path.length);
}

/** `**` may stand for nothing, unless it is the last step. */
function closeOverDeepSteps(path: readonly SelectorStep[], states: readonly number[]): number[] {
  const all = new Set(states);
  for (const at of all) if (path[at] === '**' && at < path.length - 1) all.add(at + 1);
  return [...all];
}
