/** A place in an event: the names that lead to it as the documented payload has them, in lower case, and the kind of each value. */
export interface Place {
  readonly names: readonly string[];
  readonly kinds: readonly ValueKind[];
  /** Whether the place is part of how events are read, and only goes if it is named. */
  readonly isStructural: boolean;
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Answers whether a place is selected. */
export interface Selector {
  matches(place: Place): boolean;
  /** Whether it names a place, rather than everything or a kind of value. */
  readonly isSpecific: boolean;
}

/** One step of a path. */
type Step = { readonly name: string } | { readonly kind: ValueKind } | '*' | '**';

const KINDS = new Map<string, ValueKind>([['string', 'string'], ['number', 'number'], ['boolean', 'boolean'], ['array', 'array'], ['object', 'object']]);

const STACKS = [['stacktrace'], ['raw_stacktrace'], ...['stacktrace', 'raw_stacktrace'].flatMap((name) => [['exception', 'values', '*', name], ['threads', 'values', '*', name]])];

/** Name behind `$` → the paths from the root that it stands for. */
const PARTS = new Map<string, readonly (readonly string[])[]>([
  ['error', [['exception', 'values', '*']]],
  ['stack', STACKS],
  ['stacktrace', STACKS],
  ['frame', STACKS.map((path) => [...path, 'frames', '*'])],
  ['http', [['request']]],
  ['user', [['user']]],
  ['message', [['logentry', 'formatted'], ['logentry', 'message']]],
  ['logentry', [['logentry']]],
  ['thread', [['threads', 'values', '*']]],
  ['breadcrumb', [['breadcrumbs', 'values', '*']]],
  ['sdk', [['sdk']]],
]);

/** What upstream knows and this service does not keep. */
const MISSING = new Set(['datetime', 'span', 'attachments', 'minidump', 'binary', 'error_id', 'replay', 'heap_memory', 'stack_memory']);

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
    if (match === null) throw new SyntaxError(`\`${text.slice(at, at + 20).trim()}\` cannot be read; other characters than letters, digits, \`_\` and \`-\` stand in single quotes`);
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
    if (this.#at < this.tokens.length) throw new SyntaxError(`\`${this.#next}\` stands where \`&&\`, \`||\` or the end is expected`);
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
      return { matches: (place) => !inner.matches(place), isSpecific: false };
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
    const full = isAnchored ? paths : paths.map((path) => ['**' as const, ...path]);
    const isSpecific = isAnchored || paths.some((path) => path.some((step) => typeof step === 'object' && 'name' in step));
    return { matches: (place) => full.some((path) => leadsTo(path, place)), isSpecific };
  }
}

const every = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.every((selector) => selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
});

/** Of alternatives each decides for itself whether it may touch a structural place. */
const some = (all: readonly Selector[]): Selector => ({
  matches: (place) => all.some((selector) => (selector.isSpecific || !place.isStructural) && selector.matches(place)),
  isSpecific: all.some(({ isSpecific }) => isSpecific),
});

function readStep(token: string): Step {
  if (token === '*' || token === '**') return token;
  if (token.startsWith("'")) return { name: token.slice(1, -1).replaceAll("''", "'").toLowerCase() };
  if (/^[\w-]+$/.test(token)) return { name: token.toLowerCase() };
  if (!token.startsWith('$')) throw new SyntaxError(token === '' ? 'it ends where a name is expected' : `\`${token}\` stands where a name is expected`);
  const kind = KINDS.get(token.slice(1).toLowerCase());
  if (kind !== undefined) return { kind };
  const known = [...PARTS.keys(), ...KINDS.keys()].map((name) => '$' + name).join(', ');
  if (MISSING.has(token.slice(1).toLowerCase())) throw new SyntaxError(`\`${token}\` is not supported; there are ${known}`);
  throw new SyntaxError(`\`${token}\` is unknown; there are ${known}`);
}

/** Whether the steps lead from the root to the place; all ways are followed at the same time. `**` at the end is at least one step. */
function leadsTo(path: readonly Step[], { names, kinds }: Place): boolean {
  let states = spread(path, [0]);
  names.forEach((name, index) => {
    states = spread(path, states.flatMap((at) => after(path, at, name, kinds[index])));
  });
  return states.includes(path.length);
}

function after(path: readonly Step[], at: number, name: string, kind: ValueKind | undefined): number[] {
  const step = path[at];
  if (step === undefined) return [];
  if (step === '**') return [at, at + 1];
  if (step === '*') return [at + 1];
  return ('name' in step ? step.name === name : step.kind === kind) ? [at + 1] : [];
}

/** `**` may stand for nothing, unless it is the last step. */
function spread(path: readonly Step[], states: readonly number[]): number[] {
  const all = new Set(states);
  for (const at of all) if (path[at] === '**' && at < path.length - 1) all.add(at + 1);
  return [...all];
}
