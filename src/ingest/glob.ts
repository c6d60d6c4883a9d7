import { codeOf, foldCase, type GlobBudget, type TextOptions, upperCaseOf } from './globTexts';

/** Compiled patterns. */
export interface Glob {
  /** Number of patterns after their braces are expanded. */
  readonly alternatives: number;
  /** Number of characters of these patterns. */
  readonly atoms: number;
  /**
   * Returns true if one of the patterns matches the whole text. A call costs one step, and one for each eight
   * characters if the text is folded or split for the first time. Each pattern costs one step, and one for each 64
   * characters of the text in which its longest run of characters is searched for. If that run is found, each character
   * costs one step for each block of 32 atoms that may still match, and the steps of the sets that are tried.
   */
  matches(text: string, budget: GlobBudget): boolean;
}

/**
 * Compiles patterns as described in openapi/DECISIONS.md, "Patterns". Matching takes time proportional to the length of
 * the text times the length of the patterns, for all patterns.
 * @throws SyntaxError with a description of the mistake in a pattern
 */
export function compileGlobs(patterns: readonly string[], options: TextOptions): Glob {
  const { isPath, ignoresCase } = options;
  const sequences = patterns.flatMap((pattern) => new GlobParser(pattern, isPath).parse());
  const alternatives = sequences.map((atoms) => new Automaton(atoms, ignoresCase));
  return {
    alternatives: alternatives.length,
    atoms: sequences.reduce((sum, { length }) => sum + length, 0),
    matches(text, budget) {
      budget.remaining -= 1;
      if (budget.remaining < 0) return false;
      const candidates = budget.texts.prepare(text, options, budget);
      return alternatives.some((automaton) => candidates.some((candidate) => automaton.matches(candidate, budget)));
    },
  };
}

/**
 * Compiles patterns of the service's own to regular expressions, which are faster: at most one for each way in which
 * patterns begin. Each runs in linear time, because a star between other characters matches only characters of one
 * folder's name.
 * @throws SyntaxError if a pattern has a star between other characters that matches slashes
 */
export function compileTrustedGlobs(patterns: readonly string[], { isPath, ignoresCase }: TextOptions): RegExp[] {
  const sources = new Map<string, string[]>();
  for (const pattern of patterns) {
    for (const atoms of new GlobParser(pattern, isPath).parse()) {
      const [prefix, source] = regExpSource(atoms, isPath);
      sources.set(prefix, [...(sources.get(prefix) ?? []), source]);
    }
  }
  return Array.from(sources, ([prefix, alternatives]) => {
    return new RegExp(`${prefix}(?:${alternatives.join('|')})`, ignoresCase ? 'i' : '');
  });
}

/** Returns the beginning of a pattern and the rest of its expression. */
function regExpSource(atoms: readonly GlobAtom[], isPath: boolean): [prefix: string, source: string] {
  const isOpen = (atom: GlobAtom | undefined) => atom?.kind === 'star' && atom.matchesSlash;
  const isSlash = (atom: GlobAtom | undefined) => isPath && atom?.kind === 'character' && atom.character === '/';
  const startsOpen = isOpen(atoms[0]);
  const startsWithSlash = isSlash(atoms[startsOpen ? 1 : 0]);
  const endsOpen = atoms.length > 1 && isOpen(atoms.at(-1));
  const rest = atoms.slice(Number(startsOpen) + Number(startsWithSlash), endsOpen ? -1 : undefined);
  if (rest.some(isOpen)) throw new SyntaxError('a star that matches slashes is between other characters');
  const source = rest.map((atom) => atomSource(atom, isPath)).join('') + (endsOpen ? '' : '$');
  // A relative path also counts as one below the root.
  if (startsWithSlash) return [startsOpen ? '(?:^|[/\\\\])' : '^[/\\\\]?', source];
  return [startsOpen ? '' : '^', source];
}

function atomSource(atom: GlobAtom, isPath: boolean): string {
  switch (atom.kind) {
    case 'character':
      return isPath && atom.character === '/' ? '[/\\\\]' : escapeCharacter(atom.character);
    case 'set':
      return `[${atom.isNegated ? '^' : ''}${atom.ranges.map((range) => range.map(escapeCharacter).join('-')).join('')}]`;
    case 'any':
      return isPath ? '[^/\\\\]' : '[^]';
    case 'star':
      return '[^/\\\\]*';
  }
}

/** Escapes by the number of the character, which has no special meaning anywhere. */
function escapeCharacter(character: string): string {
  return /^[\w ]$/.test(character) ? character : `\\u${codeOf(character).toString(16).padStart(4, '0')}`;
}

/**
 * One position of a pattern: it matches one character, or any number of characters if it is a star. Characters are code
 * points.
 */
type GlobAtom =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'set'; readonly isNegated: boolean; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: 'any'; readonly matchesSlash: boolean }
  | { readonly kind: 'star'; readonly matchesSlash: boolean };

/** The first and the last character of a range. */
type CharacterRange = readonly [from: string, to: string];

/** Maximum number of patterns that the braces of one pattern expand to, and of their characters together. */
export const MAX_ALTERNATIVES = 64;
export const MAX_EXPANDED = 10_000;

/** Parses a pattern into the sequences of atoms that its braces expand to. */
class GlobParser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(
    pattern: string,
    private readonly isPath: boolean,
  ) {
    this.#characters = Array.from(pattern);
  }

  /** Parses the pattern. @throws SyntaxError */
  parse(): GlobAtom[][] {
    let sequences: GlobAtom[][] = [[]];
    while (this.#at < this.#characters.length) {
      const choices = this.#next === '{' ? this.#braces() : [[this.#atom()]];
      if (sequences.length * choices.length > MAX_ALTERNATIVES) {
        throw new SyntaxError(`braces give more than ${MAX_ALTERNATIVES} alternatives`);
      }
      if (choices.length === 1) for (const sequence of sequences) sequence.push(...(choices[0] ?? []));
      else sequences = sequences.flatMap((before) => choices.map((choice) => [...before, ...choice]));
      if (sequences.length > 1 && sequences.reduce((sum, { length }) => sum + length, 0) > MAX_EXPANDED) {
        throw new SyntaxError(`braces give more than ${MAX_EXPANDED} characters`);
      }
    }
    return sequences.map(mergeStars);
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #braces(): GlobAtom[][] {
    const start = this.#at;
    const choices = this.#choices(true);
    if (choices !== null) return choices;
    // A bracket that closes after the brace does not begin a set.
    this.#at = start;
    const withoutSets = this.#choices(false);
    if (withoutSets === null) throw new SyntaxError('`{` has no `}`; write `\\{` for the character itself');
    return withoutSets;
  }

  /** Parses the alternatives in braces; returns null if no brace closes them. */
  #choices(hasSets: boolean): GlobAtom[][] | null {
    this.#at += 1;
    const choices: GlobAtom[][] = [];
    let choice: GlobAtom[] = [];
    for (;;) {
      const character = this.#next;
      if (character === undefined) return null;
      if (character === '{') throw new SyntaxError('braces cannot be nested');
      if (character !== '}' && character !== ',') {
        choice.push(this.#atom(hasSets));
        continue;
      }
      this.#at += 1;
      choices.push(choice);
      if (character === '}') return choices;
      choice = [];
    }
  }

  #atom(hasSets = true): GlobAtom {
    const character = this.#characters[this.#at++] ?? '';
    if (character === '*') return { kind: 'star', matchesSlash: !this.isPath };
    if (character === '?') return { kind: 'any', matchesSlash: !this.isPath };
    if (character === '[' && hasSets) return this.#set();
    return { kind: 'character', character: character === '\\' ? this.#escaped() : character };
  }

  /** Reads the character after a backslash; at the end of the pattern, returns the backslash itself. */
  #escaped(): string {
    return this.#characters[this.#at++] ?? '\\';
  }

  #set(): GlobAtom {
    const start = this.#at;
    const isNegated = this.#next === '!' || this.#next === '^';
    if (isNegated) this.#at += 1;
    const ranges: CharacterRange[] = [];
    // A bracket directly after `[` is a member. After `[!` it closes the set, which then matches any character.
    while (this.#next !== ']' || this.#at === start) {
      if (this.#next === undefined) return this.#unclosedSet(start);
      ranges.push(this.#range());
    }
    this.#at += 1;
    return { kind: 'set', isNegated, ranges };
  }

  /** Returns the atom of a bracket without an end. `[\]` is a backslash if no further bracket closes the set. */
  #unclosedSet(start: number): GlobAtom {
    if (this.#characters[start] !== '\\' || this.#characters[start + 1] !== ']') {
      throw new SyntaxError('`[` has no `]`; write `\\[` for the character itself');
    }
    this.#at = start + 2;
    return { kind: 'character', character: '\\' };
  }

  #range(): CharacterRange {
    const from = this.#member();
    const end = this.#characters[this.#at + 1];
    if (this.#next !== '-' || end === ']' || end === undefined) return [from, from];
    this.#at += 1;
    return [from, this.#member()];
  }

  #member(): string {
    const character = this.#characters[this.#at++] ?? '';
    return character === '\\' ? this.#escaped() : character;
  }
}

/** Merges neighboring stars into one, which matches slashes too. */
function mergeStars(atoms: readonly GlobAtom[]): GlobAtom[] {
  const merged: GlobAtom[] = [];
  for (const atom of atoms) {
    if (atom.kind === 'star' && merged.at(-1)?.kind === 'star')
      merged[merged.length - 1] = { ...atom, matchesSlash: true };
    else merged.push(atom);
  }
  return merged;
}

/** Number of atoms in a block: the bits of an integer. */
const BLOCK_SIZE = 32;
const SLASH = 0x2f;
/**
 * Maximum length of the run of characters that texts are searched for. V8 skips characters by the last 250 of it: the
 * search for a longer one takes time proportional to the text times the run.
 */
const MAX_REQUIRED = 200;

/**
 * Follows all possible matches at the same time with the Shift-And algorithm (Baeza-Yates and Gonnet,
 * https://doi.org/10.1145/135239.135243). Bit `n` of the states is set if the text read so far matches the first `n`
 * atoms; a character advances a whole block of states with one shift.
 */
class Automaton {
  readonly #blocks: readonly AtomBlock[];
  readonly #length: number;
  /** The only text that matches; null if the pattern has other atoms than characters. */
  readonly #literal: string | null;
  /** The beginning of the longest run of characters, which every matching text contains. */
  readonly #required: string;

  constructor(atoms: readonly GlobAtom[], ignoresCase: boolean) {
    this.#length = atoms.length;
    const characters = atoms.flatMap((atom) => (atom.kind === 'character' ? [atom.character] : []));
    const literal = characters.length === atoms.length ? characters.join('') : null;
    this.#literal = literal !== null && ignoresCase ? foldCase(literal) : literal;
    const required = longestRun(atoms).slice(0, MAX_REQUIRED);
    this.#required = ignoresCase ? foldCase(required) : required;
    // There is one more state than atoms: the one after the last atom.
    this.#blocks = Array.from({ length: Math.floor(atoms.length / BLOCK_SIZE) + 1 }, (_, index) => {
      return new AtomBlock(atoms.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE), ignoresCase);
    });
  }

  /** Returns true if the whole text matches. @param text the text, with its case folded if the pattern ignores case */
  matches(text: string, budget: GlobBudget): boolean {
    budget.remaining -= this.#literal === null ? 1 + (text.length >> 6) : 1;
    if (budget.remaining < 0) return false;
    if (this.#literal !== null) return text === this.#literal;
    if (!text.includes(this.#required)) return false;
    const states = new Int32Array(this.#blocks.length);
    const startsWithStar = ((this.#blocks[0]?.stars ?? 0) & 1) !== 0;
    states[0] = startsWithStar ? 0b11 : 0b1;
    for (let at = 0; at < text.length;) {
      const code = text.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      const steps = this.#advance(states, code, budget);
      budget.remaining -= steps;
      if (steps === 0 || budget.remaining < 0) return false;
    }
    return ((states.at(-1) ?? 0) & (1 << (this.#length % BLOCK_SIZE))) !== 0;
  }

  /**
   * Advances the states by one character. Returns the number of blocks that had any state. Charges the sets that are
   * tried.
   */
  #advance(states: Int32Array, code: number, budget: GlobBudget): number {
    let steps = 0;
    // States that pass from one block into the next.
    let advancedCarry = 0;
    let skippedCarry = 0;
    for (let index = 0; index < states.length; index++) {
      const before = states[index] ?? 0;
      const block = this.#blocks[index];
      if (block === undefined || (before | advancedCarry | skippedCarry) === 0) continue;
      if (before !== 0) steps += 1;
      const advanced = before & block.accepting(code, before, budget);
      const after = (advanced << 1) | advancedCarry | (before & block.repeating(code));
      // A star may match no character; no two of them are neighbors.
      const skipped = after & block.stars;
      states[index] = after | (skipped << 1) | skippedCarry;
      advancedCarry = advanced >>> (BLOCK_SIZE - 1);
      skippedCarry = skipped >>> (BLOCK_SIZE - 1);
    }
    return steps;
  }
}

function longestRun(atoms: readonly GlobAtom[]): string {
  let longest = '';
  let run = '';
  for (const atom of atoms) {
    run = atom.kind === 'character' ? run + atom.character : '';
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

/** A character set with the bit of its atom. */
interface SetTest {
  readonly bit: number;
  /** Steps that a character costs. */
  readonly cost: number;
  accepts(code: number): boolean;
}

/** Up to 32 neighboring atoms, as sets of bits. */
class AtomBlock {
  readonly stars: number;
  readonly #slashStars: number;
  readonly #any: number;
  readonly #slashAny: number;
  /** Code point → the atoms that are this character. */
  readonly #characters = new Map<number, number>();
  readonly #sets: readonly SetTest[];

  constructor(atoms: readonly GlobAtom[], ignoresCase: boolean) {
    const bitsOf = (test: (atom: GlobAtom) => boolean) =>
      atoms.reduce((bits, atom, index) => (test(atom) ? bits | (1 << index) : bits), 0);
    this.stars = bitsOf((atom) => atom.kind === 'star');
    this.#slashStars = bitsOf((atom) => atom.kind === 'star' && atom.matchesSlash);
    this.#any = bitsOf((atom) => atom.kind === 'any');
    this.#slashAny = bitsOf((atom) => atom.kind === 'any' && atom.matchesSlash);
    atoms.forEach((atom, index) => {
      if (atom.kind !== 'character') return;
      const code = codeOf(ignoresCase ? foldCase(atom.character) : atom.character);
      this.#characters.set(code, (this.#characters.get(code) ?? 0) | (1 << index));
    });
    this.#sets = atoms.flatMap((atom, index) =>
      atom.kind === 'set'
        ? [{ bit: 1 << index, cost: 1 + (atom.ranges.length >> 3), accepts: compileSet(atom, ignoresCase) }]
        : [],
    );
  }

  /**
   * Returns the atoms that match exactly one character and accept this one. Sets without an active state are skipped.
   */
  accepting(code: number, states: number, budget: GlobBudget): number {
    let accepting = (code === SLASH ? this.#slashAny : this.#any) | (this.#characters.get(code) ?? 0);
    for (const set of this.#sets) {
      if ((states & set.bit) === 0) continue;
      budget.remaining -= set.cost;
      if (set.accepts(code)) accepting |= set.bit;
    }
    return accepting;
  }

  /** Returns the stars that match this character. */
  repeating(code: number): number {
    return code === SLASH ? this.#slashStars : this.stars;
  }
}

function compileSet(
  { isNegated, ranges }: GlobAtom & { kind: 'set' },
  ignoresCase: boolean,
): (code: number) => boolean {
  const bounds = ranges.map(([from, to]) => {
    const isFolded = ignoresCase && from === to;
    return [codeOf(isFolded ? foldCase(from) : from), codeOf(isFolded ? foldCase(to) : to)] as const;
  });
  const isMember = (code: number) => bounds.some(([from, to]) => from <= code && code <= to);
  if (!ignoresCase) return (code) => isMember(code) !== isNegated;
  return (code) => (isMember(code) || isMember(upperCaseOf(code))) !== isNegated;
}
