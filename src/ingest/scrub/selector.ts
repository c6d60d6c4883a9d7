/** A place in an event: the names that lead to it as the documented payload has them, in lower case, and the kind of its value. */
export interface Place {
  readonly names: readonly string[];
  readonly kind: ValueKind;
  /** Whether the place is part of how events are read, and only goes if it is named. */
  readonly isStructural: boolean;
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Answers whether a place is selected. */
export interface Selector {
  matches(place: Place): boolean;
  /** Whether it names a place, rather than everything or a kind of value. */
  readonly isSpecific: boolean;
  /** Steps that looking at a place takes at most, about. */
  readonly steps: number;
}

/** One step of a path. */
type Step = { readonly name: string } | { readonly kind: ValueKind } | '*' | '**';

const KINDS = new Map<string, ValueKind>([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
]);

const STACKS = [
  ['stacktrace'],
  ['raw_stacktrace'],
  ...['stacktrace', 'raw_stacktrace'].flatMap((name) => [
    ['exception', 'values', '*', name],
    ['threads', 'values', '*', name],
  ]),
];

/** Name behind `$` → the paths from the root that it stands for. */
const PARTS = new Map<string, readonly (readonly string[])[]>([
  ['error', [['exception', 'values', '*']]],
  ['stack', STACKS],
  ['stacktrace', STACKS],
  ['frame', STACKS.map((path) => [...path, 'frames', '*'])],
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
const MISSING = new Set([
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

const MAX_SELECTOR = 1000;
const TOKEN = /\s*(\|\||&&|[!().]|\*\*|\*|\$[a-z_]+|'(?:[^']|'')*'|[\w-]+)\s*/giy;

/**
 * Reads `extra.foo`, `$http.cookies.*`, `$string && !(extra.** || $user.id)`. A path selects wherever it ends a place, unless
 * it begins with a part such as `$user`. @throws SyntaxError saying what is wrong
 */
export function parseSelector(text: string): Selector {
  if (text.length > MAX_SELECTOR) throw new SyntaxError(`it is longer than ${MAX_SELECTOR} characters`);
  return new Parser(tokensOf(text)).read();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null)
      throw new SyntaxError(
        `\`${text.slice(at, at + 20).trim()}\` cannot be read; other characters than letters, digits, \`_\` and \`-\` stand in single quotes`,
      );
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class Parser {
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
    return this.#joined('||', () => this.#joined('&&', () => this.#one(), every), some);
  }

  #joined(operator: string, read: () => Selector, join: (all: readonly Selector[]) => Selector): Selector {
    const all = [read()];
    while (this.#take(operator)) all.push(read());
    return all.length === 1 && all[0] !== undefined ? all[0] : join(all);
  }

  #one(): Selector {
    if (this.#take('!')) {
      const inner = this.#nested(() => this.#one());
      return { matches: (place) => !inner.matches(place), isSpecific: false, steps: inner.steps };
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
    let paths: Step[][] = [[]];
    let isAnchored = false;
    for (let isFirst = true; isFirst || this.#next === '.'; isFirst = false) {
      if (!isFirst) this.#at += 1;
      const token = this.#next;
      this.#at += 1;
      const part = token.startsWith('$') ? PARTS.get(token.slice(1).toLowerCase()) : undefined;
      if (part !== undefined && !isFirst) throw new SyntaxError(`\`${token}\` can only begin a path`);
      if (part !== undefined) {
        isAnchored = true;
        paths = part.map((names) => names.map((name) => (name === '*' ? '*' : { name })));
      } else {
        const step = readStep(token);
        paths.forEach((path) => path.push(step));
      }
    }
    const tests = paths.map((path) => compilePath(path, isAnchored));
    const isSpecific =
      isAnchored || paths.some((path) => path.some((step) => typeof step === 'object' && 'name' in step));
    return {
      matches: (place) => tests.some((test) => test(place)),
      isSpecific,
      steps: sum(paths.map((path) => stepsOf(path, isAnchored))),
    };
  }
}

const every = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.every((selector) => selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  steps: sum(all.map(({ steps }) => steps)),
});

/** Of alternatives each decides for itself whether it may touch a structural place. */
const some = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.some((selector) => (selector.isSpecific || !place.isStructural) && selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
  steps: sum(all.map(({ steps }) => steps)),
});

function readStep(token: string): Step {
  if (token === '*' || token === '**') return token;
  if (token.startsWith("'")) return { name: token.slice(1, -1).replaceAll("''", "'").toLowerCase() };
  if (/^[\w-]+$/.test(token)) return { name: token.toLowerCase() };
  if (!token.startsWith('$'))
    throw new SyntaxError(
      token === '' ? 'it ends where a name is expected' : `\`${token}\` stands where a name is expected`,
    );
  const kind = KINDS.get(token.slice(1).toLowerCase());
  if (kind !== undefined) return { kind };
  const known = [...PARTS.keys(), ...KINDS.keys()].map((name) => '$' + name).join(', ');
  if (MISSING.has(token.slice(1).toLowerCase()))
    throw new SyntaxError(`\`${token}\` is not supported; there are ${known}`);
  throw new SyntaxError(`\`${token}\` is unknown; there are ${known}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many names a place has, about: so often all steps are looked at where `**` leaves several ways open. */
const USUAL_DEPTH = 8;

function stepsOf(path: readonly Step[], isAnchored: boolean): number {
  return isPlain(path, isAnchored) ? path.length : path.length * USUAL_DEPTH;
}

function isPlain(path: readonly Step[], isAnchored: boolean): boolean {
  const deep = path.indexOf('**');
  return deep === -1 || (deep === path.length - 1 && isAnchored);
}

/** Whether a path leads to a place: from the root, or from anywhere. `**` at the end is at least one step. */
function compilePath(path: readonly Step[], isAnchored: boolean): (place: Place) => boolean {
  const deep = path.indexOf('**');
  if (deep === -1) return (place) => endsWith(path, place) && (!isAnchored || place.names.length === path.length);
  if (isPlain(path, isAnchored)) return (place) => place.names.length > deep && startsWith(path, deep, place);
  const full = isAnchored ? path : ['**' as const, ...path];
  return (place) => leadsTo(full, place);
}

function endsWith(path: readonly Step[], place: Place): boolean {
  const from = place.names.length - path.length;
  return from >= 0 && path.every((step, index) => admits(step, place, from + index));
}

function startsWith(path: readonly Step[], length: number, place: Place): boolean {
  for (let at = 0; at < length; at++) if (!admits(path[at] ?? '*', place, at)) return false;
  return true;
}

/** Whether one step leads to the name at this index; on the way there are objects and arrays only. */
function admits(step: Step, { names, kind }: Place, index: number): boolean {
  if (typeof step === 'string') return true;
  if ('name' in step) return step.name === names[index];
  return index === names.length - 1 ? step.kind === kind : step.kind === 'object' || step.kind === 'array';
}

/** All ways are followed at the same time. */
function leadsTo(path: readonly Step[], place: Place): boolean {
  let states = spread(path, [0]);
  for (let index = 0; index < place.names.length; index++) {
    const next: number[] = [];
    for (const at of states) {
      const step = path[at];
      if (step === '**') next.push(at);
      if (step !== undefined && admits(step, place, index)) next.push(at + 1);
    }
    states = spread(path, next);
  }
  return states.includes(path.length);
}

/** `**` may stand for nothing, unless it is the last step. */
function spread(path: readonly Step[], states: readonly number[]): number[] {
  const all = new Set(states);
  for (const at of all) if (path[at] === '**' && at < path.length - 1) all.add(at + 1);
  return [...all];
}
